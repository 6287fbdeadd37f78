"""Credentials in URLs, HTTP headers and cookies."""

from __future__ import annotations

import re
from collections.abc import Iterator

from teammem.detect.patterns import on_use
from teammem.detect.placeholders import is_placeholder
from teammem.detect.reading import Hit, Reading
from teammem.detect.shape import classes, is_hex, is_uuid, surprise
from teammem.detect.structures import has_basic_password

_USER_INFO = on_use(r"://([^\s/?#@:\"'<>`|]{0,80}):([^\s@\"'<>`|]{1,200})@(?=[\w.\[${<-])")
_TOKEN_USER = on_use(r"://([^\s/?#@:\"'<>`|]{16,200})(?::(?:x-oauth-basic)?)?@(?=[\w.\[])")
_FINGERPRINTS = ("smp", "xftp")  # SimpleX: the user is the fingerprint of the server's key
_PUBLIC_DSN = on_use(r"[0-9a-f]{32}@(?:[a-z0-9]+\.ingest\.(?:[a-z]{2}\.)?)?sentry\.io/")
_BEARER = on_use(r"[Bb]earer[ \t:=+]{1,3}[\"'`]?([A-Za-z0-9_\-.+/=~|]{16,})")
_BASIC = on_use(r"[Bb]asic[ \t:=+]{1,3}[\"'`]?([A-Za-z0-9+/]{8,}={0,2})")
_SIGNED = on_use(r"[?&;](?:amp;)?((?:X-(?:Amz|Goog)-)?[Ss]ig(?:nature)?)=([A-Za-z0-9%+/=_-]{24,})")
_COOKIE = on_use(r"cookie2?[\"']?[ \t]{0,3}[:=]", re.IGNORECASE)
_COOKIE_PAIR = on_use(r"([A-Za-z0-9_.\-]{2,60})=([^\s;,\"'`]{12,})")
_SESSION = on_use(
    r"sess|sid|auth|token|csrf|xsrf|jwt|login|remember|\bid\b|ticket|account|key", re.IGNORECASE
)


def find(reading: Reading) -> Iterator[Hit]:
    """Yield passwords and tokens in URLs, `Authorization` and `Cookie` headers."""
    text, lower = reading.text, reading.lower
    if "://" in text and "@" in text:
        yield from _user_info(text)
    if b"bearer" in lower:
        for found in _BEARER.finditer(text):
            value = found[1].rstrip(".")
            random = is_uuid(value) or (is_hex(value) and len(value) >= 20)
            if not is_placeholder(value) and (random or surprise(value) >= 12):
                yield Hit("bearer-token", found.start(1), found.start(1) + len(value), value)
    if b"basic" in lower:
        for found in _BASIC.finditer(text):
            if has_basic_password(found[1]):
                yield Hit("basic-authorization", found.start(1), found.end(1), found[1])
    if b"sig" in lower:
        for found in _SIGNED.finditer(text):
            if surprise(found[2]) >= 10 and not is_placeholder(found[2]):
                yield Hit("signed-url", found.start(2), found.end(2), found[2])
    if b"cookie" in lower:
        yield from _cookies(text)


def _user_info(text: str) -> Iterator[Hit]:
    from urllib.parse import unquote

    for found in _USER_INFO.finditer(text):
        user, password = found[1], unquote(found[2])
        if is_password(password) and password != user:
            yield Hit("url-password", found.start(2), found.end(2), password)
    for found in _TOKEN_USER.finditer(text):
        scheme = text[max(0, found.start() - 5) : found.start()]
        if scheme.endswith(_FINGERPRINTS) or _PUBLIC_DSN.match(text, found.start(1)):
            continue
        if not is_placeholder(found[1]) and surprise(found[1]) >= 16:
            yield Hit("url-token", found.start(1), found.end(1), found[1])


def is_password(value: str) -> bool:
    """Tell whether `value`, in the place of a password, is neither a sample nor a variable."""
    if (
        len(value) < 5
        or is_placeholder(value)
        or value[0] in "$<{[%"
        or value.startswith("aws:")
        or "(" in value
    ):
        return False
    bits = surprise(value)
    digits = any(char.isdigit() for char in value)
    return (
        (digits and bits >= 3) or bits >= 8 or (digits and classes(value) >= 3 and len(value) >= 8)
    )


def _cookies(text: str) -> Iterator[Hit]:
    past = 0
    for header in _COOKIE.finditer(text):
        if header.end() < past:
            continue
        end = text.find("\n", header.end())
        end = min(end if end >= 0 else len(text), header.end() + 1024)
        past = end
        for pair in _COOKIE_PAIR.finditer(text, header.end(), end):
            value = pair[2]
            random = is_uuid(value) or (is_hex(value) and len(value) >= 16) or surprise(value) >= 10
            if _SESSION.search(pair[1]) and random and not is_placeholder(value):
                yield Hit("session-cookie", pair.start(2), pair.end(2), value)
                break
