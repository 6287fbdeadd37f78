"""Puts a root's counts into its file: a copy that is changed, marked, and renamed into place."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from typing import NamedTuple

from teammem.recall.database import (
    APPLICATION,
    TABLES,
    Database,
    Row,
    Unusable,
    packed,
    unpacked_postings,
    version,
)
from teammem.recall.index import FIELD_BITS, MemoryIndex
from teammem.recall.model import FIELDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

# Marks are whole seconds (some file systems keep no more) from a past that no clock returns to.
_OLDEST, _MARKS = 1_000_000_000, 300_000_000

# Age in seconds from which a copy that a killed writer left behind is removed.
_ABANDONED = 3600


class Change(NamedTuple):
    """What a file has to learn.

    Attributes:
        gone: documents that no longer count.
        touched: documents with their new signature and whether it is racy.
        rows: the new notes, in the order of `counts`' documents.
        counts: the new notes' counts.
        listing: hash of the listing that the file then answers for, None where it does not.
    """

    gone: Sequence[int]
    touched: Sequence[tuple[int, str, bool]]
    rows: Sequence[Row]
    counts: MemoryIndex
    listing: str | None


def write(path: str, change: Change, base: Database | None = None) -> bool:
    """Write `path` anew, or as `base` with a change; tell whether it was written.

    A folder that cannot be written, a full disk, a Python without sqlite3 and a file that somebody
    else has replaced meanwhile are no errors: the next run tries again.
    """
    try:
        import sqlite3
    except ImportError:
        return False
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)  # noqa: PTH103, PTH120
        _clear(path)
        _create(temporary, path if base else "")
        with closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
            mark = _fill(connection, change, base)
        _settle(temporary, mark)
        os.replace(temporary, path)  # noqa: PTH105
    except (OSError, sqlite3.Error, Unusable):
        with suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        return False
    return True


def _clear(path: str) -> None:
    """Remove what killed writers have left beside the file."""
    import time

    folder, name = os.path.split(path)
    with os.scandir(folder) as entries:
        for entry in entries:
            if (
                entry.name.startswith(f"{name}.")
                and entry.name.endswith(".tmp")
                and entry.stat(follow_symlinks=False).st_mtime < time.time() - _ABANDONED
            ):
                os.unlink(entry.path)  # noqa: PTH108


def _create(temporary: str, source: str) -> None:
    """Create the file for its owner alone, as a copy of `source` if that is given."""
    with suppress(FileNotFoundError):
        os.unlink(temporary)  # noqa: PTH108
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with os.fdopen(os.open(temporary, flags, 0o600), "wb") as target:
        if source:
            import shutil

            with open(source, "rb") as whole:  # noqa: PTH123
                shutil.copyfileobj(whole, target, 1 << 20)


def _settle(temporary: str, mark: int) -> None:
    descriptor = os.open(temporary, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    os.utime(temporary, (mark, mark))


def _fill(connection: sqlite3.Connection, change: Change, base: Database | None) -> int:
    import random

    # No journal: the copy is nobody's yet, and one that is not finished is thrown away.
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute("BEGIN")
    if base is None:
        for statement in filter(str.strip, TABLES.split(";")):
            connection.execute(statement)
        first, lengths, dead = 0, [array("I") for _ in FIELDS], set[int]()
    else:
        kept = connection.execute("SELECT value FROM meta WHERE name = 'mark'").fetchone()
        if kept is None or kept[0] != base.mark:
            raise Unusable("replaced meanwhile")
        first, dead = len(base.lengths[0]), set(base.dead)
        lengths = [array("I", field) for field in base.lengths]
    _notes(connection, change, first)
    _terms(connection, change.counts, first)
    for field, added in zip(lengths, change.counts.lengths, strict=True):
        field.extend(added)
    mark = random.randrange(_OLDEST, _OLDEST + _MARKS)  # noqa: S311 - a mark, not a secret
    racy = connection.execute("SELECT EXISTS (SELECT 1 FROM note WHERE racy)").fetchone()[0]
    meta = {
        "version": version(),
        "mark": mark,
        "listing": change.listing,
        "racy": racy,
        "dead": array("I", sorted(dead.union(change.gone))).tobytes(),
        **{name: field.tobytes() for name, field in zip(FIELDS, lengths, strict=True)},
    }
    connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta.items())
    connection.execute("COMMIT")
    return mark


def _notes(connection: sqlite3.Connection, change: Change, first: int) -> None:
    gone = [(document,) for document in change.gone]
    connection.executemany("DELETE FROM note WHERE document = ?", gone)
    connection.executemany(
        "UPDATE note SET signature = ?, racy = ? WHERE document = ?",
        [(signature, racy, document) for document, signature, racy in change.touched],
    )
    connection.executemany(
        "INSERT INTO note VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                first + number,
                row.key.encode("utf-8", "surrogateescape"),
                row.signature,
                row.racy,
                row.digest,
                row.body,
                bool(row.head.supersedes),
                packed(row.head),
            )
            for number, row in enumerate(change.rows)
        ),
    )


def _terms(connection: sqlite3.Connection, counts: MemoryIndex, first: int) -> None:
    def rows() -> Iterable[tuple[str, int, bytes, bytes]]:
        shift = first << FIELD_BITS
        for term, postings in counts.items():
            keys, numbers, documents = array("I"), array("H"), 0
            if first:
                kept = connection.execute(
                    "SELECT documents, keys, counts FROM term WHERE term = ?", (term,)
                ).fetchone()
                if kept:
                    keys, numbers, documents = unpacked_postings(kept)
            keys.extend(key + shift for key in postings.keys)
            numbers.extend(postings.counts)
            yield term, documents + postings.documents, keys.tobytes(), numbers.tobytes()

    connection.executemany("INSERT OR REPLACE INTO term VALUES (?, ?, ?, ?)", list(rows()))
