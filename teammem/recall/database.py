"""The file that keeps one root's raw counts: SQLite, written whole, never changed in place.

A writer makes a copy beside it, changes that and puts it in place by rename, so that readers need
no lock, a kill leaves the old file, and of two writers the later wins. The last act of a writer is
to set the file's mtime to a second that is also written inside: a file whose bytes were changed
by anybody else, truncated, restored or copied does not carry its own mark, and is not believed.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from sys import byteorder
from typing import NamedTuple

from teammem.recall.index import INDEXED_BODY, Postings
from teammem.recall.model import FIELDS, Note

# "tmrc", so that file(1) and sqlite3 can tell whose file it is.
APPLICATION = 0x746D7263
SCHEMA = 2

TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE note (document INTEGER PRIMARY KEY, key BLOB, signature TEXT, racy INTEGER,
    digest BLOB, body INTEGER, links INTEGER, head TEXT);
CREATE TABLE term (term TEXT PRIMARY KEY, documents INTEGER, keys BLOB, counts BLOB) WITHOUT ROWID;
"""


class Unusable(Exception):
    """The file is missing, foreign, old, damaged or held: the answer comes from memory."""


class Row(NamedTuple):
    """What is kept of one note besides its counts.

    Attributes:
        key: as in `Note`.
        signature: what told that the file is the same.
        racy: whether the file may since have changed under the same signature.
        digest: of its bytes.
        body: the byte at which its body begins, -1 where it has to be parsed for.
        head: the note without its body.
    """

    key: str
    signature: str
    racy: bool
    digest: bytes
    body: int
    head: Note


def version() -> str:
    """Return what the kept counts depend on besides the notes' bytes."""
    from unicodedata import unidata_version

    from teammem.recall import stem, text

    return f"{SCHEMA} {text.REVISION} {INDEXED_BODY} {unidata_version} {byteorder} {stem.version()}"


def digest(data: bytes) -> bytes:
    """Return the 16 bytes by which a note's bytes are known again."""
    return blake2b(data, digest_size=16).digest()


def packed(head: Note) -> str:
    """Return a note without its body as it is kept."""
    return json.dumps(head._replace(body=""), ensure_ascii=True, separators=(",", ":"))


def _unpacked(text: str) -> Note:
    values = json.loads(text)
    return Note._make(tuple(value) if isinstance(value, list) else value for value in values)


def _array(code: str, data: object) -> array[int]:
    found: array[int] = array(code)
    if not isinstance(data, bytes) or len(data) % found.itemsize:
        raise Unusable("damaged")
    found.frombytes(data)
    return found


class Database:
    """One file, open for reading; an `index.Index`."""

    def __init__(self, path: str) -> None:
        """Open the file.

        Raises:
            Unusable: it cannot be believed or read.
        """
        try:
            import sqlite3
        except ImportError as error:
            raise Unusable("no sqlite3") from error
        self._error: type[Exception] = sqlite3.Error
        self._memo: dict[str, Postings | None] = {}
        try:
            mark = os.stat(path).st_mtime_ns  # noqa: PTH116 - the hook's start has no pathlib
            # Immutable: the file is only ever replaced, so no lock and no journal is looked for.
            quoted = "".join(f"%{byte:02x}" for byte in os.fsencode(os.path.abspath(path)))  # noqa: PTH100
            uri = f"file:{quoted}?mode=ro&immutable=1"
            self._connection = sqlite3.connect(uri, uri=True, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise Unusable(str(error)) from error
        try:
            self._believe(mark)
        except (sqlite3.Error, Unusable, OverflowError) as error:
            self.close()
            raise Unusable(str(error)) from error

    def _believe(self, mark: int) -> None:
        if self._rows("PRAGMA application_id") != [(APPLICATION,)]:
            raise Unusable("not ours")
        meta = {row[0]: row[1] for row in self._rows("SELECT name, value FROM meta")}
        if meta.get("version") != version() or meta.get("mark") != mark // 1_000_000_000:
            raise Unusable("of another version, or changed since it was written")
        self.mark = meta["mark"]
        self.listing = meta.get("listing")
        self.racy = bool(meta.get("racy"))
        self.lengths: tuple[array[int], ...] = tuple(_array("I", meta.get(name)) for name in FIELDS)
        self.dead: frozenset[int] = frozenset(_array("I", meta.get("dead")))

    def _rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except self._error as error:
            raise Unusable(str(error)) from error

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def hide(self, documents: Iterable[int]) -> None:
        """Count these documents as dead for this reader."""
        self.dead |= frozenset(documents)

    def postings(self, term: str) -> Postings | None:
        """See `Index`."""
        if term not in self._memo:
            rows = self._rows("SELECT documents, keys, counts FROM term WHERE term = ?", (term,))
            self._memo[term] = unpacked_postings(rows[0]) if rows else None
        return self._memo[term]

    def starting(self, prefix: str) -> Iterator[str]:
        """See `Index`."""
        last = prefix + "\U0010ffff"
        for row in self._rows("SELECT term FROM term WHERE term >= ? AND term < ?", (prefix, last)):
            yield str(row[0])

    def among(self, candidates: Sequence[str]) -> Iterator[str]:
        """See `Index`."""
        for at in range(0, len(candidates), 500):
            some = candidates[at : at + 500]
            marks = ",".join("?" * len(some))
            for row in self._rows(f"SELECT term FROM term WHERE term IN ({marks})", some):  # noqa: S608 - question marks only
                yield str(row[0])

    def known(self) -> Iterator[tuple[int, str, str, bool, bytes]]:
        """Yield document, key, signature, racy and digest of every living note."""
        wanted = "SELECT document, key, signature, racy, digest FROM note"
        for document, key, signature, racy, kept in self._rows(wanted):
            if not isinstance(kept, bytes) or not isinstance(document, int):
                raise Unusable("damaged")
            yield document, _key(key), str(signature), bool(racy), kept

    def key(self, document: int) -> str:
        """Return the key of a document."""
        return _key(self._one("key", document))

    def head(self, document: int) -> Note:
        """Return a note without its body."""
        return _unpacked(str(self._one("head", document)))

    def body(self, document: int) -> int:
        """Return `Row.body` of a document."""
        at = self._one("body", document)
        return at if isinstance(at, int) else -1

    def heads(self) -> list[tuple[int, Note]]:
        """Return every living document's number and note, without bodies."""
        rows = self._rows("SELECT document, head FROM note ORDER BY document")
        return [
            (document, _unpacked(str(head)))
            for document, head in rows
            if isinstance(document, int) and document not in self.dead
        ]

    def linked(self) -> list[Note]:
        """Return the notes that supersede others, without their bodies."""
        rows = self._rows("SELECT document, head FROM note WHERE links ORDER BY document")
        return [_unpacked(str(head)) for document, head in rows if document not in self.dead]

    def _one(self, column: str, document: int) -> object:
        rows = self._rows(f"SELECT {column} FROM note WHERE document = ?", (document,))  # noqa: S608 - our own names
        if not rows:
            raise Unusable("damaged")
        return rows[0][0]


def _key(kept: object) -> str:
    if not isinstance(kept, bytes):
        raise Unusable("damaged")
    return kept.decode("utf-8", "surrogateescape")


def unpacked_postings(row: Sequence[object]) -> Postings:
    """Return postings from a row (documents, keys, counts)."""
    keys, counts = _array("I", row[1]), _array("H", row[2])
    if len(keys) != len(counts) or not isinstance(row[0], int):
        raise Unusable("damaged")
    return Postings(keys, counts, row[0])
