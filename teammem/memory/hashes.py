"""Hashes that stand in committed files. Their input is fixed for good; tests/vectors/ pins it.

Imports little: the hooks that compare citations start often.
"""

from __future__ import annotations

import hashlib
import unicodedata

PREFIX = "sha256:"


def canonical_body(body: str) -> str:
    """Return a body as it is hashed.

    Line ends LF, blanks (space, tab) at the end of each line and empty lines at the end removed,
    Unicode NFC.
    """
    lines = body.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return unicodedata.normalize("NFC", "\n".join(line.rstrip(" \t") for line in lines)).rstrip(
        "\n"
    )


def of_body(body: str) -> str:
    """Return the hash of a memory's text, `sha256:` and 64 hex digits (`verified.hash`)."""
    return PREFIX + hashlib.sha256(canonical_body(body).encode("utf-8")).hexdigest()


def of_file(content: bytes) -> str:
    """Return the hash of a whole cited file (`cites.hash`) from git's bytes, line ends LF."""
    return PREFIX + hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()


def of_lines(content: bytes, first: int, last: int) -> str | None:
    """Return the hash of the cited lines, None where the file does not have them all.

    Args:
        content: the file as git has it.
        first: 1-based number of the first cited line.
        last: of the last one, included.
    """
    lines = _lines(content)
    if not 1 <= first <= last <= len(lines):
        return None
    return _of(lines[first - 1 : last])


def stands(content: bytes, count: int, digest: str) -> bool:
    """Tell whether some `count` lines of a file, one after the other, have the hash `digest`."""
    lines = _lines(content)
    return any(_of(lines[at : at + count]) == digest for at in range(len(lines) - count + 1))


def _lines(content: bytes) -> list[bytes]:
    lines = content.replace(b"\r\n", b"\n").split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return lines


def _of(lines: list[bytes]) -> str:
    return PREFIX + hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()


def is_hash(text: str) -> bool:
    """Tell whether `text` has the form of these hashes."""
    digits = text.removeprefix(PREFIX)
    return len(digits) == 64 and len(text) == 71 and not set(digits) - set("0123456789abcdef")


def name_hex(content: bytes) -> str:
    """Return the six hex digits that stand in a record's file name."""
    return hashlib.sha256(content).hexdigest()[:6]
