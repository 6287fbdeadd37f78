"""Checksums that some providers put into their tokens.

A right one makes a finding certain (it cannot be allow-listed); a wrong one changes nothing,
since it may be the reader who mistyped it.
"""

from __future__ import annotations

import zlib

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def verifies(name: str, value: str) -> bool:
    """Tell whether `value` carries a right checksum of the kind `name` ("" = kind without)."""
    return name == "crc32-base62" and _crc32_base62(value)


def _crc32_base62(value: str) -> bool:
    """The last six characters are the base-62 CRC-32 of the part between prefix and them.

    Source: GitHub, "Behind GitHub's new authentication token formats" (2021); npm uses it too.
    """
    body = value.partition("_")[2]
    number = zlib.crc32(body[:-6].encode("ascii", "replace"))
    digits = ""
    while number:
        number, rest = divmod(number, 62)
        digits = _BASE62[rest] + digits
    return len(body) > 6 and body[-6:] == digits.rjust(6, "0")
