"""Ids of memories: ULIDs (github.com/ulid/spec), random or derived.

A derived id is what two people get for the same file without talking to each other.
"""

from __future__ import annotations

import hashlib
import re

LENGTH = 26
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_FORM = re.compile(f"[0-7][{_ALPHABET}]{{25}}")
_MISREAD = str.maketrans("IiLlOo", "111100")


def new(milliseconds: int, entropy: bytes) -> str:
    """Return a ULID of a time (since 1970, milliseconds) and ten random bytes."""
    if not 0 <= milliseconds < 1 << 48 or len(entropy) != 10:
        raise ValueError("a ULID is made of 48 bits of time and 80 random bits")
    return _encode(milliseconds << 80 | int.from_bytes(entropy, "big"))


def derived(path: bytes, blob: str) -> str:
    """Return the id of a file that has none: time 0, the rest from path and content.

    Args:
        path: the file's path below its root, with slashes, exactly git's bytes.
        blob: the object id of its content in HEAD, lower-case hex.
    """
    digest = hashlib.sha256(path + b"\0" + blob.encode("ascii")).digest()
    return _encode(int.from_bytes(digest[:10], "big"))


def is_id(text: str) -> bool:
    """Tell whether `text` is a ULID in its canonical form."""
    return _FORM.fullmatch(text) is not None


def canonical(text: str) -> str | None:
    """Return the canonical form of a typed or pasted id, None if it is none.

    Case does not count, and `I`, `L`, `O` stand for the digits they look like (Crockford).
    """
    upper = text.strip().translate(_MISREAD).upper()
    return upper if is_id(upper) else None


def _encode(number: int) -> str:
    return "".join(_ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))
