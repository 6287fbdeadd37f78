"""Whether a value is believed to be the secret that its name announces.

A sign between the two ("=", ":") asks for less than mere words do, a password for less than a
token, and a name that may mean anything ("key") for most.
"""

from __future__ import annotations

import re

from teammem.detect import names
from teammem.detect.patterns import on_use
from teammem.detect.placeholders import is_encoded_words, is_placeholder
from teammem.detect.shape import classes, is_hex, is_uuid, surprise

RULE_PASSWORD = "password-assignment"
RULE_SECRET = "secret-assignment"
RULE_PHRASE = "secret-in-sentence"

LEAST_TOLD = 8  # characters of a value that no sign makes one
_ASSIGNS = on_use(r"[A-Za-z_][A-Za-z0-9_]{0,40}=[^=]")  # has a name of its own
_VERSION = on_use(
    r"(?:[0-9]{1,2}:)?v?[0-9]{1,4}(?:\.[0-9]{1,4}){1,4}(?:[-+~.][a-z0-9.]{0,16}){0,5}"
)
_FILE = on_use(
    r"[^\s/]+\.(?:pem|key|crt|cer|p12|pfx|jks|pub|asc|gpg|json|ya?ml|toml|conf|cfg|txt|html?|svg|png|log)"
)
_NAMES_ITSELF = on_use(
    r"[a-z0-9_.-]*(?:passwor[dt]|passwd|passphrase|[_-]pass|[_-]pwd|secret|token|api[_-]?key)",
    re.IGNORECASE,
)
_LEET = str.maketrans("0134", "oiea")
_LISTED = on_use(r"[,=].|[0-9a-f]{8}-[0-9a-f]{4}-")
_DIGIT = on_use(r"[0-9]")
_LETTER = on_use(r"[A-Za-z]")
# What people choose who must use a capital, a number and a sign: "Autumn" + "2026!".
_CHOSEN = on_use(
    r"(?=.{8,40}\Z)[A-Za-z]{3,16}[0-9]{1,8}[!$%^*#@?]{1,3}|(?=.{8,40}\Z)[A-Za-z]{3,16}[!$%^*#@_-][0-9]{2,8}[!?]?"
)
_JOINED = on_use(r"[A-Za-z]{3,12}[0-9]{0,4}(?:[-_. ][A-Za-z]{3,12}[0-9]{0,4}){2,11}[0-9]{0,4}[!?]?")
_CODE = on_use(
    r"[(\[{]|\)$|^[$@&*]|->|=>|::|^[a-z_]+\.[a-z_]|^(?:https?|file|s3|gs)://|^/[a-z]|^\./|^~/",
    re.IGNORECASE,
)


def by_sign(kind: str, value: str) -> str:
    """Return the rule for `value` behind a sign, "" where it is none."""
    if len(value) < 5 or is_placeholder(value) or (" " in value and kind != names.PASSPHRASE):
        return ""
    bits = surprise(value)
    mixed = _DIGIT.search(value) is not None and _LETTER.search(value) is not None
    if _is_other(value, bits):
        return ""
    if kind in (names.PASSWORD, names.PASSPHRASE):
        if _is_phrase(value, kind) or _CHOSEN.fullmatch(value):
            return RULE_PASSWORD
        if _CODE.search(value) and bits < 8:
            return ""
        if len(value) >= 6 and (
            (mixed and bits >= 4)
            or (bits >= 8)
            or (
                mixed and classes(value) >= 3 and bits >= 1 and len(value) >= 8 and "/" not in value
            )
            or (value.isdigit() and 6 <= len(value) <= 12 and not value.startswith("20"))
        ):
            return RULE_PASSWORD
        return ""
    if kind == names.SECRET:
        if is_uuid(value) or (is_hex(value) and len(value) >= 16):
            return RULE_SECRET
        if _CODE.search(value) and bits < 14:
            return ""
        if len(value) >= 12 and bits >= 8 and (mixed or bits >= 12):
            return RULE_SECRET
        return ""
    if (
        len(value) >= 16
        and not is_hex(value)
        and not is_uuid(value)
        and mixed
        and bits >= 14
        and not _CODE.search(value)
        and not _LISTED.search(value)
    ):
        return RULE_SECRET
    return ""


def by_words(kind: str, value: str, certain: bool) -> str:
    """Return the rule for `value` that only words link to its name, "" where it is none."""
    if len(value) < LEAST_TOLD or is_placeholder(value) or " " in value:
        return ""
    bits = surprise(value)
    mixed = _DIGIT.search(value) is not None and _LETTER.search(value) is not None
    if (_CODE.search(value) and bits < 20) or _ASSIGNS.match(value) or _is_other(value, bits):
        return ""
    if kind in (names.PASSWORD, names.PASSPHRASE):
        rich = mixed and classes(value) == 4 and bits >= 3
        random = (mixed and bits >= (5 if certain else 7)) or bits >= 12
        chosen = _CHOSEN.fullmatch(value) is not None
        return RULE_PASSWORD if random or rich or chosen or _is_phrase(value, kind) else ""
    if kind == names.SECRET:
        if is_uuid(value):
            return RULE_PHRASE
        if is_hex(value.rstrip(")]}>")):  # short ones are names of commits, builds and findings
            return RULE_PHRASE if len(value) >= 16 else ""
        return RULE_PHRASE if len(value) >= 12 and bits >= 10 and (mixed or bits >= 16) else ""
    if len(value) >= 20 and mixed and bits >= 20 and not is_hex(value) and not is_uuid(value):
        return RULE_PHRASE
    return ""


def _is_other(value: str, bits: float) -> bool:
    """Tell what often stands where a value could: coded words, a version, a file, a link, a name."""
    return (
        is_encoded_words(value.rstrip("\"'`()[]{},;"))
        or value[:8].upper().lstrip("{").startswith(("SHA1}", "SHA256}"))
        or _VERSION.fullmatch(value) is not None
        or _FILE.fullmatch(value) is not None
        or (value.startswith(("https://", "http://")) and "@" not in value and "=" not in value)
        or (
            bits < 8
            and sum(map(str.isdigit, value)) <= 3
            and _NAMES_ITSELF.fullmatch(value.translate(_LEET)) is not None
        )
    )


def _is_phrase(value: str, kind: str) -> bool:
    """Tell passphrases: four words and more, or three with a number, joined by a sign."""
    if not _JOINED.fullmatch(value):
        return False
    words = len(re.findall(r"[A-Za-z]{3,}", value))
    number = any(char.isdigit() for char in value)
    return words >= 3 if number else words >= 4 and kind == names.PASSPHRASE
