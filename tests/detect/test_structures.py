"""Key blocks, web tokens, credentials in known files: found, and their harmless twins."""

from __future__ import annotations

import base64
import json

import pytest

from teammem.detect import structures
from teammem.detect.engine import scan
from teammem.detect.reading import Reading
from tests.detect.samples import ALNUM, draw, pem


def rules(text: str) -> set[str]:
    return {hit.rule for hit in structures.find(Reading(text))}


def _jwt(payload: object, header: object = None, signature: str = "") -> str:
    parts = [
        base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")
        for part in (header or {"alg": "HS256", "typ": "JWT"}, payload)
    ]
    return ".".join([*parts, signature or draw(ALNUM, 43)])


@pytest.mark.parametrize("kind", ["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED "])
def test_key_blocks_of_each_kind(kind: str) -> None:
    assert rules(pem(kind)) == {"private-key"}
    assert rules(pem(kind).replace("PRIVATE", "PUBLIC")) == set()


def test_truncated_and_annotated_blocks() -> None:
    assert rules(pem().split("-----END")[0])
    head = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF0123456789ABCDEF\n\n"
    assert rules(pem().replace("KEY-----\n", "KEY-----\n" + head, 1))


def test_a_header_alone_is_no_finding() -> None:
    header = "-----BEGIN RSA PRIVATE" + " KEY-----"
    assert rules(header) == set()
    assert rules(header + "\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n") == set()
    assert rules(header + " word" * 60 + "\n" + draw(ALNUM, 64)) == set()


def test_putty_keys() -> None:
    text = "PuTTY-User" + "-Key-File-3: ssh-ed25519\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 1\n"
    assert rules(text + draw(ALNUM, 48)) == {"putty-private-key"}
    assert rules(text) == set()


def test_web_tokens() -> None:
    assert rules(f"token {_jwt({'sub': 'a7', 'exp': 1860262464})}") == {"json-web-token"}


@pytest.mark.parametrize(
    "token",
    [
        _jwt({"sub": "1234567890", "name": "John Doe"}),
        _jwt({"sub": "u7", "iat": 1516239022}),
        _jwt({"iss": "joe", "exp": 1300819380}),
        _jwt({"some": "payload"}),
        _jwt({"sub": "a7", "exp": 1571504193}),
        _jwt({"sub": "a7"}, header={"typ": "JWT"}),
        _jwt({"sub": "a7"}, header=["alg"]),
        _jwt({"sub": "a7"}, signature="x" * 43),
        _jwt({"sub": "a7"}, signature="short"),
        "eyJhbGciOiJIUzI1NiJ9.payload",
    ],
)
def test_sample_tokens_pass(token: str) -> None:
    assert rules(token) == set()


@pytest.mark.parametrize(
    "carrier",
    ["{}", '"access_token": "{}"', "Authorization: Bearer {}", "token is {}", "Cookie: auth={}"],
)
def test_sample_tokens_pass_beside_a_name_too(carrier: str) -> None:
    sample = {"sub": "1234567890", "name": "John Doe", "iat": 1516239022}
    for harmless in (sample, {"user_id": "a7", "aud": "x", "exp": 1571504193}):
        assert not scan(carrier.format(_jwt(harmless)).encode())
    assert scan(carrier.format(_jwt({"user_id": "a7", "aud": "x", "exp": 1860262464})).encode())
    if carrier not in ("{}", "Cookie: auth={}"):
        assert scan(carrier.format(_jwt({"some": "payload"})).encode())


def test_a_token_whose_payload_is_not_json_counts() -> None:
    assert rules("eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkExMjhHQ00ifQ" + (".eyJ" + draw(ALNUM, 40)) * 2)


def test_web_keys() -> None:
    key = draw(ALNUM, 43)
    assert rules(f'{{"kty": "EC", "x": "{key}", "d": "{key}"}}') == {"json-web-key"}
    assert rules(f'{{"kty": "EC", "x": "{key}"}}') == set()
    assert rules(f'{{"d": "{key}"}} kty') == set()
    assert rules(f'{{"kty": "oct", "k": "{"a" * 43}"}}') == set()


def test_registry_logins() -> None:
    login = base64.b64encode(b"ci-bot:" + draw(ALNUM, 12).encode()).decode()
    assert rules(f'"auth": "{login}"') == {"registry-auth"}
    assert rules(f"_auth={login}") == {"registry-auth"}
    for harmless in (b"ci:password", b"same:same1", b"nocolonhere1", b"\xff\xfe:abcdefgh", b"a:b"):
        assert rules(f'"auth": "{base64.b64encode(harmless).decode()}"') == set()
    assert rules('"auth": "abcdefghi"') == set()


def test_netrc_and_pgpass() -> None:
    word = draw(ALNUM, 14)
    assert rules(f"machine a.net login bot password {word}") == {"netrc-password"}
    assert rules("machine a.net login bot password changeme") == set()
    assert rules(f"db.net:5432:app:bot:{word}") == {"pgpass-password"}
    assert rules("db.net:5432:app:bot:password") == set()
    assert rules("db.net:5432:app:bot:another-word") == set()


def test_elements() -> None:
    word = draw(ALNUM, 14)
    assert rules(f"<password>{word}</password>") == {"password-element"}
    assert rules("<password>changeit</password>") == set()
    assert rules(f'<add key="ClearTextPassword" value="{word}" />') == {"password-element"}


WORDS = "elder donkey canal cluster fatigue bottom barrel jungle lawsuit claw chalk fluid"


def test_recovery_phrases() -> None:
    assert rules(f"our recovery phrase is {WORDS} and it is in the safe") == {"recovery-phrase"}
    assert rules(f"mnemonic: {', '.join(WORDS.split())}") == {"recovery-phrase"}
    assert rules(f"wallet seed phrase mnemonic {WORDS}, wallet") == {"recovery-phrase"}


def test_sentences_about_recovery_phrases_pass() -> None:
    assert (
        rules("The recovery phrase has twelve words and lives in the safe of the office.") == set()
    )
    assert rules(WORDS) == set()
    assert rules(f"rephrase {WORDS}") == set()
    assert rules(f"passphrase {WORDS}") == {"recovery-phrase"}
