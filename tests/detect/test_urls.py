"""Credentials in URLs, headers and cookies, and their harmless twins."""

from __future__ import annotations

import base64

import pytest

from teammem.detect import urls
from teammem.detect.reading import Reading
from tests.detect.samples import ALNUM, HEX, draw, uuid

WORD = draw(ALNUM, 14)


def rules(text: str) -> set[str]:
    return {hit.rule for hit in urls.find(Reading(text))}


@pytest.mark.parametrize(
    "url",
    [
        "postgres://app:{}@db.net:5432/app",
        "mongodb+srv://app:{}@cluster0.mongodb.net/app",
        "redis://:{}@cache:6379",
        "https://bot:{}@[::1]/x",
        "amqps://w:{}@mq.net/jobs",
        "postgresql+psycopg2://svc:{}@pg/app",
    ],
)
def test_passwords_in_urls(url: str) -> None:
    assert rules(url.format(WORD)) == {"url-password"}
    for harmless in ("password", "${DB_PASSWORD}", "<pass>", "secret123", "****", "abc", "$PASS"):
        assert rules(url.format(harmless)) == set()


def test_a_password_that_is_the_user_passes() -> None:
    assert rules(f"postgres://{WORD}:{WORD}@db.net/app") == set()
    assert rules("https://user:he%2F%2Fo@pypi.net/simple") == set()


def test_tokens_as_users() -> None:
    assert rules(f"https://{draw(ALNUM, 40)}@git.net/x.git") == {"url-token"}
    assert rules(f"https://{draw(ALNUM, 40)}:x-oauth-basic@git.net/x.git") == {"url-token"}
    assert rules("https://organisation-name@dev.azure.com/x") == set()


def test_users_that_are_public() -> None:
    key, other = draw(HEX, 32), draw(HEX, 32, 1)
    assert rules(f"https://{key}@o42.ingest.sentry.io/1") == set()
    assert rules(f"https://{key}@o42.ingest.de.sentry.io/1") == set()
    assert rules(f"https://{key}:{other}@sentry.io/1") == {"url-password"}
    assert rules(f"https://{key}@errors.example.net/1") == {"url-token"}
    assert rules(f"smp://{draw(ALNUM, 43)}=@smp9.net/a") == set()
    assert rules(f"ftp://{draw(ALNUM, 43)}=@smp9.net/a") == {"url-token"}


def test_bearer_tokens() -> None:
    for token in (draw(ALNUM, 40), draw(HEX, 40), uuid()):
        assert rules(f"Authorization: Bearer {token}") == {"bearer-token"}
    for harmless in ("$TOKEN", "<token>", "authentication-is-required", "xxxxxxxxxxxxxxxxxxxx"):
        assert rules(f"Authorization: Bearer {harmless}") == set()


def test_basic_authorization() -> None:
    login = base64.b64encode(f"bot:{WORD}".encode()).decode()
    assert rules(f"Authorization: Basic {login}") == {"basic-authorization"}
    assert rules(f"Basic {base64.b64encode(b'user:password').decode()}") == set()


def test_signed_links() -> None:
    assert rules(f"https://a.net/b?sv=1&sig={draw(ALNUM, 43)}%3D") == {"signed-url"}
    assert rules("https://a.net/b?sv=1&sig=aaaaaaaaaaaaaaaaaaaaaaaaaaaa") == set()


def test_cookies() -> None:
    assert rules(f"Cookie: theme=dark; sessionid={draw(ALNUM, 32)}") == {"session-cookie"}
    assert rules(f"Cookie: sessionid={uuid()}\nCookie: sid={uuid(1)}") == {"session-cookie"}
    assert rules(f"cookie: x=1 cookie: sessionid={draw(HEX, 32)}") == {"session-cookie"}
    assert rules("Set-Cookie: session=placeholder-value; Path=/") == set()
    assert rules(f"Cookie: theme={draw(ALNUM, 32)}") == set()
