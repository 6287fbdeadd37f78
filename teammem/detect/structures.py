"""Secrets with a structure: key blocks, JWTs, JWKs, credentials in files of known formats."""

# ruff: noqa: SIM905 - word lists are read and edited as text
from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator

from teammem.detect.patterns import on_use
from teammem.detect.placeholders import is_dummy, is_placeholder
from teammem.detect.reading import Hit, Reading
from teammem.detect.shape import surprise

_HEADER = on_use(
    r"-{4,5} ?BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?(?: ?-{4,5})?|-{4} BEGIN SSH2 ENCRYPTED PRIVATE KEY ?-{4}"
)
# How far behind its header a key's material must begin for the header to count.
_REACH = 200
_MATERIAL = on_use(r"[A-Za-z0-9+/]{20,}={0,2}")
_PUTTY = on_use(r"PuTTY-User-Key-File-[0-9]")
_PUTTY_LINES = on_use(r"Private-Lines: *[0-9]+\s{0,4}(?:\\[nr])*\s*([A-Za-z0-9+/=]{20,})")
_JWT = on_use(
    r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.(eyJ[A-Za-z0-9_-]{4,}|[A-Za-z0-9_-]*)\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+){0,2}"
)
_JWK_PRIVATE = on_use(r"[\"'](?:d|k)[\"']\s{0,4}:\s{0,4}[\"']([A-Za-z0-9_-]{22,})[\"']")
_JWK_TYPE = on_use(r"[\"']kty[\"']\s{0,4}:")
_JWK_REACH = 4096
_DOCKER_AUTH = on_use(r"auth[\"']?\s{0,4}[:=]\s{0,4}[\"']?([A-Za-z0-9+/]{8,}={0,2})")
_PHRASE_REACH = 360
_MNEMONIC = on_use(rb"mnemonic|seed|recovery|(?<![a-z])(?:pass)?phrase|wallet|bip-?39")
_MNEMONIC_WORDS = (b"mnemonic", b"seed", b"recovery", b"phrase", b"wallet", b"bip")
_WORDS = on_use(
    r"(?:[a-z]{3,8}(?:[ ,]{1,2}|\s{1,4}(?:[0-9]{1,2}[.)] ?)?)){11,}[a-z]{3,8}(?![A-Za-z])"
)
# English words that no BIP 39 list contains; they end a phrase.
_FILLERS = on_use(
    r"\b(?:and|are|the|has|was|his|her|its|for|with|not|but|from|this|that|they|have|been|will|which|when|where|your|our"
    r"|word|words|phrase|into|then|than|them|their|each|must|should|can|could|never|lives|keep)\b"
)
_NETRC = on_use(r"\bmachine\s+\S+\s+(?:login\s+\S+\s+)?(?:account\s+\S+\s+)?password\s+(\S{4,})")
_PGPASS = on_use(r"^[\w.*-]+:(?:[0-9]{2,5}|\*):[\w*-]+:[\w*-]+:([^\s:]{6,})$", re.MULTILINE)
_PGPASS_PORT = on_use(r":(?:[0-9]{4,5}|\*):")
_KEY_FIELD = on_use(
    r"<(?:[A-Za-z]+:)?(?:password|passphrase|ClearTextPassword|apiKey|privateKey|secret|token)>\s{0,4}([^<>\s]{6,200})\s{0,4}</",
    re.IGNORECASE,
)
_NUGET = on_use(r"key=\"(?:ClearText)?Password\"\s+value=\"([^\"]{6,})\"", re.IGNORECASE)


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the structured secrets of a text."""
    text = reading.text
    if "PRIVATE KEY" in text:
        yield from _blocks(text)
    if "PuTTY-User-Key" in text:
        yield from _putty(text)
    if "eyJ" in text:
        yield from _tokens(text)
    if "kty" in text:
        yield from _jwks(text)
    if "auth" in text:
        yield from _docker(text)
    if "machine" in text:
        for found in _NETRC.finditer(text):
            if not is_placeholder(found[1]) and surprise(found[1]) > 2:
                yield Hit("netrc-password", found.start(1), found.end(1), found[1])
    for found in _PGPASS.finditer(text) if _PGPASS_PORT.search(text) else ():
        if not is_placeholder(found[1]) and surprise(found[1]) >= 4:
            yield Hit("pgpass-password", found.start(1), found.end(1), found[1])
    if "</" in text:
        yield from _fields(text, _KEY_FIELD)
    if 'assword"' in text:
        yield from _fields(text, _NUGET)
    if any(word in reading.vocabulary_lower for word in _MNEMONIC_WORDS):
        yield from _mnemonics(reading)


def _blocks(text: str) -> Iterator[Hit]:
    for header in _HEADER.finditer(text):
        reach = header.end() + _REACH
        for material in _MATERIAL.finditer(text, header.end(), reach + 64):
            key = material[0]
            if key.startswith("EXAMPLE"):
                break
            if material.start() <= reach and not is_placeholder(key) and surprise(key) > 4:
                whole = text[header.start() : material.end()]
                yield Hit("private-key", header.start(), material.end(), whole)
                break


def _putty(text: str) -> Iterator[Hit]:
    for header in _PUTTY.finditer(text):
        material = _PUTTY_LINES.search(text, header.end(), header.end() + 4096)
        if material and not is_placeholder(material[1]):
            yield Hit("putty-private-key", header.start(), material.end(), material[0])


def _tokens(text: str) -> Iterator[Hit]:
    for found in _JWT.finditer(text):
        value = found[0].rstrip(".")
        parts = _signed(value)
        payload = _json(parts[1]) if parts else None
        # Beside nothing that names it a token, one without any usual claim is a sample.
        unusual = isinstance(payload, dict) and not _CLAIMS.intersection(payload)
        harmless = unusual or _is_harmless(payload)
        if parts and not harmless and not is_placeholder(parts[-1]):
            yield Hit("json-web-token", found.start(), found.start() + len(value), value)


def _signed(value: str) -> list[str]:
    """Return the parts of a JWT with a signature, [] for anything else."""
    parts = value.split(".")
    if len(parts) < 3 or len(parts[-1]) < 16:
        return []
    header = _json(parts[0])
    return parts if isinstance(header, dict) and ("alg" in header or "enc" in header) else []


def is_harmless_token(value: str) -> bool:
    """Tell whether `value` is a JWT that opens nothing, whatever stands beside it."""
    parts = _signed(value) if value.startswith("eyJ") else []
    return bool(parts) and _is_harmless(_json(parts[1]))


def _json(part: str) -> object:
    try:
        return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (ValueError, RecursionError):
        return None


_CLAIMS = frozenset(
    "aud azp client_id cid email exp iat iss jti nbf oid permissions preferred_username ref role roles scope scopes"
    " scp sid sub tenant tid uid upn user user_id username uuid org account kid id data name".split()
)
_IO_SAMPLE_TIME = 1516239022  # "iat" of the token that jwt.io shows
_LONG_AGO = 1_704_067_200  # 2024: a token that had expired before (RFC 7519, "exp") opens nothing


def _is_harmless(payload: object) -> bool:
    """Tell the payloads that documentation prints, and of tokens that expired long ago.

    The former: jwt.io's John Doe and RFC 7519's joe.
    """
    if not isinstance(payload, dict):
        return False
    until = payload.get("exp")
    return (
        (isinstance(until, int | float) and 0 < until < _LONG_AGO)
        or payload.get("sub") in ("1234567890", "0", "1", "123")
        or payload.get("name") in ("John Doe", "Jane Doe")
        or payload.get("iat") == _IO_SAMPLE_TIME
        or payload.get("iss") == "joe"
    )


def _jwks(text: str) -> Iterator[Hit]:
    for found in _JWK_PRIVATE.finditer(text):
        around = text[max(0, found.start() - _JWK_REACH) : found.end() + _JWK_REACH]
        if _JWK_TYPE.search(around) and not is_placeholder(found[1]) and surprise(found[1]) > 8:
            yield Hit("json-web-key", found.start(1), found.end(1), found[1])


def _docker(text: str) -> Iterator[Hit]:
    for found in _DOCKER_AUTH.finditer(text):
        if has_basic_password(found[1]):
            yield Hit("registry-auth", found.start(1), found.end(1), found[1])


def has_basic_password(encoded: str) -> bool:
    """Tell whether base64 text is `user:password` with a password that is none of an example."""
    try:
        raw = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
        user, colon, password = raw.decode("ascii").partition(":")
    except ValueError:
        return False
    return (
        bool(
            colon
            and len(password) >= 5
            and user[:1] != "{"
            and raw.isascii()
            and raw.decode().isprintable()
        )
        and password != user
        and not is_placeholder(password)
        and not is_dummy(password)
    )


def _fields(text: str, pattern: re.Pattern[str]) -> Iterator[Hit]:
    for found in pattern.finditer(text):
        if not is_placeholder(found[1]) and surprise(found[1]) >= 4:
            yield Hit("password-element", found.start(1), found.end(1), found[1])


def _mnemonics(reading: Reading) -> Iterator[Hit]:
    text = reading.text
    for name in _MNEMONIC.finditer(reading.lower):
        following = _MNEMONIC.search(reading.lower, name.end(), name.end() + _PHRASE_REACH)
        until = following.start() if following else name.end() + _PHRASE_REACH
        reach = text[name.end() : until]
        for piece in _FILLERS.split(reach):
            words = _WORDS.search(piece)
            if words and not _is_sorted(words[0]):
                start = text.find(words[0], name.end())
                yield Hit("recovery-phrase", start, start + len(words[0]), words[0])
                break


def _is_sorted(words: str) -> bool:
    """Tell the list of all words, which is in the order of the alphabet, from a phrase of it."""
    spelled = re.findall(r"[a-z]+", words)
    return spelled == sorted(spelled)
