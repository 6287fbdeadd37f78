"""Tombstones: the record that something was forgotten, without its text.

Only the exact hash or the id refuses; similarity is a hint. Format: docs/reference/memory-format.md.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from teammem.memory import hashes, ids, record
from teammem.memory.document import Invalid
from teammem.memory.normal import UNSPACED, text_v1
from teammem.memory.rules import Problem
from teammem.memory.values import Value
from teammem.vocabulary import RECORD_SUFFIX, TYPES

SCHEMA = 1
SALT_BYTES = 16
MINIMA = 64
# Of 64 one-byte minima, texts with nothing in common share 0.25 on average and four in one of
# 8,000 pairs; texts with a sixteenth of their shingles in common share four.
RESEMBLES = 4
_MOST_SHINGLES = 512
_SALT = re.compile(f"[0-9a-f]{{{2 * SALT_BYTES}}}")


@cache
def _unspaced() -> re.Pattern[str]:
    """Return the pattern of runs without blanks; slow to compile, so not on import."""
    return re.compile(f"[{UNSPACED}]+")


class Tombstone(NamedTuple):
    """One forgotten memory.

    Attributes:
        id: its id, given or derived.
        type: its type.
        reason: why, in the words of who forgot it; may be empty.
        by: who forgot it.
        at: when, RFC 3339.
        salt: 16 random bytes, hex.
        exact: hash of salt and normal text; empty where the memory had no text.
        minhash: base64 of 64 minima; empty with `--exact-only`.
        path: below its root, for a file that had no id of its own; for people.
    """

    id: str
    type: str
    reason: str
    by: str
    at: str
    salt: str
    exact: str
    minhash: str = ""
    path: str = ""


class Newer(Invalid):
    """A tombstone of a later schema: readers skip it with a warning."""


def subject(body: str, description: str = "") -> str:
    """Return the normal text by which a memory is recognised: its body's, else its description's."""
    return text_v1(body) or text_v1(description)


def exact(text: str, salt: str) -> str:
    """Return the exact hash of a normal text, empty for an empty one (it would match them all)."""
    if not text:
        return ""
    return hashes.PREFIX + hashlib.sha256(bytes.fromhex(salt) + text.encode("utf-8")).hexdigest()


def shingles(text: str) -> tuple[bytes, ...]:
    """Return the overlapping pieces of a normal text, each once.

    Three words, or five characters in scripts without blanks; of a shorter text the whole. Of
    more than 512 those with the smallest blake2b, so that both sides keep the same ones.
    """
    found: dict[str, None] = {}
    unspaced = _unspaced()
    for run in unspaced.findall(text):
        found.update((run[i : i + 5], None) for i in range(max(1, len(run) - 4)))
    words = unspaced.sub(" ", text).split()
    if words:
        found.update((" ".join(words[i : i + 3]), None) for i in range(max(1, len(words) - 2)))
    pieces = [piece.encode("utf-8") for piece in found]
    if len(pieces) > _MOST_SHINGLES:
        pieces.sort(key=lambda piece: hashlib.blake2b(piece, digest_size=8).digest())
        del pieces[_MOST_SHINGLES:]
    return tuple(pieces)


def minima(pieces: Iterable[bytes], salt: str) -> bytes:
    """Return the 64 minima: for each index the lowest byte of the smallest keyed blake2b.

    The key is salt and index (one byte), the digest eight bytes, read big-endian.
    """
    pieces = tuple(pieces)
    found = bytearray()
    for index in range(MINIMA):
        keyed = hashlib.blake2b(key=bytes.fromhex(salt) + bytes((index,)), digest_size=8)
        smallest = b"\xff" * 8
        for piece in pieces:
            one = keyed.copy()
            one.update(piece)
            smallest = min(smallest, one.digest())
        found.append(smallest[-1])
    return bytes(found)


def bury(
    memory_id: str,
    kind: str,
    text: str,
    *,
    reason: str,
    by: str,
    at: str,
    salt: bytes,
    path: str = "",
    exact_only: bool = False,
) -> Tombstone:
    """Return the tombstone of a memory.

    Args:
        memory_id: its id; `ids.derived` where the file has none.
        kind: its type.
        text: its normal text, from `subject`.
        reason: why; one line.
        by: who.
        at: when, RFC 3339.
        salt: 16 random bytes.
        path: the file's path below its root where the id is a derived one.
        exact_only: leave the minhash out, so that nothing tells how similar a text is.
    """
    if len(salt) != SALT_BYTES:
        raise ValueError("a salt has 16 bytes")
    digits = salt.hex()
    similar = "" if exact_only or not text else _base64(minima(shingles(text), digits))
    return Tombstone(memory_id, kind, reason, by, at, digits, exact(text, digits), similar, path)


def serialise(stone: Tombstone) -> bytes:
    """Return the record as it is committed: one key a line, in a fixed order."""
    values: dict[str, Value | int] = {
        "schema": SCHEMA,
        "id": stone.id,
        "type": stone.type,
        "reason": stone.reason or None,
        "by": stone.by or None,
        "at": stone.at,
        "path": stone.path or None,
        "salt": stone.salt,
        "exact": stone.exact or None,
        "minhash": stone.minhash or None,
    }
    return record.serialise(values)


def file_name(stone: Tombstone, data: bytes) -> str:
    """Return the record's name, `<id>-<6 hex>.yaml`: two people never write the same one."""
    return f"{stone.id}-{hashes.name_hex(data)}{RECORD_SUFFIX}"


def parse(data: bytes) -> Tombstone:
    """Read a committed record.

    Raises:
        Newer: its schema is a later one (TM063).
        Invalid: it cannot be read, conflict markers included (TM060).
    """
    block = record.parse(data)
    values = block.fields

    def text(key: str, *, form: re.Pattern[str] | None = None, needed: bool = False) -> str:
        value = values.get(key)
        line = 1 + block.lines.get(key, 0)
        if value is None and not needed:
            return ""
        if not isinstance(value, str) or (form and not form.fullmatch(value)):
            raise Invalid(Problem("TM060", line, key))
        return value

    schema = text("schema", form=re.compile(r"\d{1,6}"), needed=True)
    if int(schema) != SCHEMA:
        raise Newer(Problem("TM063", 1 + block.lines["schema"], schema))
    stone = Tombstone(
        text("id", needed=True),
        text("type", form=re.compile("|".join(TYPES)), needed=True),
        text("reason"),
        text("by"),
        text("at"),
        text("salt", form=_SALT, needed=True),
        text("exact"),
        text("minhash"),
        text("path"),
    )
    if not ids.is_id(stone.id):
        raise Invalid(Problem("TM060", 1 + block.lines["id"], "id"))
    if stone.exact and not hashes.is_hash(stone.exact):
        raise Invalid(Problem("TM060", 1 + block.lines["exact"], "exact"))
    if stone.minhash and len(_unbase64(stone.minhash)) != MINIMA:
        raise Invalid(Problem("TM060", 1 + block.lines["minhash"], "minhash"))
    return stone


def broken(data: bytes) -> int:
    """Return the line at which a record cannot be read; 0 where it can, or is of a later schema."""
    try:
        parse(data)
    except Newer:
        return 0
    except Invalid as error:
        return max(error.problem.line, 1)
    return 0


def refusing(stones: Iterable[Tombstone], memory_id: str, text: str) -> Tombstone | None:
    """Return the tombstone that refuses a memory: by its id, or by the exact hash of its text.

    Args:
        stones: those that count here.
        memory_id: the memory's id, empty where it has none.
        text: its normal text, from `subject`.
    """
    for stone in stones:
        if memory_id and memory_id == stone.id:
            return stone
        if stone.exact and stone.exact == exact(text, stone.salt):
            return stone
    return None


def resembling(stones: Iterable[Tombstone], text: str) -> tuple[Tombstone, ...]:
    """Return the tombstones whose text was similar, most similar first: a notice, never a refusal.

    Cost: 64 hashes for each shingle and tombstone, about 2 ms for forty words.
    """
    pieces = shingles(text)
    if not pieces:
        return ()
    scored = []
    for order, stone in enumerate(stones):
        if stone.minhash:
            shared = similarity(_unbase64(stone.minhash), minima(pieces, stone.salt))
            if shared >= RESEMBLES:
                scored.append((-shared, order, stone))
    return tuple(stone for _, _, stone in sorted(scored, key=lambda found: found[:2]))


def similarity(one: bytes, other: bytes) -> int:
    """Return how many of the 64 minima two texts share."""
    return sum(a == b for a, b in zip(one, other, strict=True))


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _unbase64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
