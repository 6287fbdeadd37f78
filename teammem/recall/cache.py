"""A root's notes ready to be asked: from its file what has not changed, from its text what has.

Fresh is decided by stat alone, as git's index does it: the same signature is the same file,
unless the file was changed so shortly before it was read (2 s: the coarsest file system) that it
may have been changed again under the same times. Such a note is read again next time and known by
the digest of its bytes. Whatever is wrong with the file, the answer is that of the text.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b, sha256
from typing import NamedTuple

from teammem.recall.database import Database, Row, Unusable, digest
from teammem.recall.index import MemoryIndex, count
from teammem.recall.model import Note
from teammem.recall.select import Store, memory_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.recall.writing import Change

RACY_NS = 2_000_000_000

# Share of notes beyond which writing the file anew is cheaper than changing it, and of dead ones
# beyond which it is worth it.
REBUILD = 0.2


class Entry(NamedTuple):
    """One file of a root, unread.

    Attributes:
        key: as in `Note`.
        signature: equal signatures mean equal bytes: a blob id, or `signature()` of a stat.
        changed_ns: when the file last changed by its own account (mtime or ctime, the later one),
            in nanoseconds; 0 for what cannot change, such as a blob.
    """

    key: str
    signature: str
    changed_ns: int = 0


class Root(NamedTuple):
    """One root's files.

    Attributes:
        tier: `user`, `project` or `team`.
        entries: its memories, each key once.
        read: from a key to the file's bytes. Raises OSError where it is gone.
        parse: from a key and bytes to the note; None for a file that is no memory.
        database: path of the file that keeps its counts, empty for none.
    """

    tier: str
    entries: Sequence[Entry]
    read: Callable[[str], bytes]
    parse: Callable[[str, bytes], Note | None]
    database: str = ""


class Opened(NamedTuple):
    """A root that can be asked.

    Attributes:
        stores: what `select.select` takes.
        linked: returns the notes that supersede others, without their bodies.
        close: lets go of the file.
    """

    stores: tuple[Store, ...]
    linked: Callable[[], list[Note]]
    close: Callable[[], None]


def signature(found: os.stat_result) -> tuple[str, int]:
    """Return a file's signature, and when it changed, from its stat (links not followed)."""
    times = found.st_mtime_ns, found.st_ctime_ns
    return f"{times[0]}.{times[1]}.{found.st_size}.{found.st_ino}", max(times)


def place(folder: str, root: str) -> str:
    """Return the path in the cache folder of the file for a root, named by its real path."""
    name = sha256(os.fsencode(os.path.realpath(root))).hexdigest()[:16]
    return os.path.join(folder, "recall", f"{name}.db")  # noqa: PTH118


def _listing(entries: Sequence[Entry]) -> str:
    listed = "\0".join(f"{entry.key}\0{entry.signature}" for entry in entries)
    return blake2b(listed.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


class _Text:
    """Notes read from text: what a file does not hold yet."""

    def __init__(self, root: Root, now_ns: int) -> None:
        self._root = root
        self._now = now_ns
        self.notes: list[Note] = []
        self.rows: list[Row] = []
        self.counts = MemoryIndex()
        self.complete = True

    def racy(self, entry: Entry) -> bool:
        return entry.changed_ns > self._now - RACY_NS

    def read(self, entry: Entry) -> bytes | None:
        try:
            return self._root.read(entry.key)
        except OSError:
            self.complete = False
            return None

    def add(self, entry: Entry, data: bytes) -> None:
        note = self._root.parse(entry.key, data)
        if note is None:
            self.complete = self.complete and not self.racy(entry)
            return
        ending = note.body.encode("utf-8", "surrogateescape")
        body = len(data) - len(ending) if data.endswith(ending) else -1
        head = note._replace(body="")
        kept = Row(entry.key, entry.signature, self.racy(entry), digest(data), body, head)
        self.rows.append(kept)
        self.notes.append(note)
        self.counts.add(count(note))

    def store(self) -> Store:
        return memory_store(self._root.tier, self.notes, self.counts)

    def change(
        self, gone: Sequence[int], touched: Sequence[tuple[int, str, bool]], listing: str
    ) -> Change:
        from teammem.recall.writing import Change

        return Change(gone, touched, self.rows, self.counts, listing if self.complete else None)


def opened(root: Root, now_ns: int) -> Opened:
    """Make a root ready to be asked, and bring its file up to date.

    Args:
        root: its files.
        now_ns: the time, in nanoseconds.
    """
    entries = sorted(root.entries)
    try:
        database = Database(root.database) if root.database else None
        if database is not None:
            return _known(root._replace(entries=entries), database, now_ns)
    except Unusable:
        pass
    return _afresh(root._replace(entries=entries), now_ns)


def _afresh(root: Root, now_ns: int) -> Opened:
    text = _Text(root, now_ns)
    for entry in root.entries:
        data = text.read(entry)
        if data is not None:
            text.add(entry, data)
    if root.database:
        from teammem.recall.writing import write

        write(root.database, text.change((), (), _listing(root.entries)))
    return _opened((text.store(),), text, None)


def _known(root: Root, database: Database, now_ns: int) -> Opened:
    listing = _listing(root.entries)
    text = _Text(root, now_ns)
    if database.listing == listing and not database.racy:
        return _opened((_stored(root, database),), text, database)
    kept = {known[1]: known for known in database.known()}
    gone: list[int] = []
    touched: list[tuple[int, str, bool]] = []
    for entry in root.entries:
        if entry.key not in kept:
            data = text.read(entry)
        else:
            document, _, before, racy, same = kept.pop(entry.key)
            if before == entry.signature and not racy:
                continue
            data = text.read(entry)
            if data is not None and digest(data) == same:
                touched.append((document, entry.signature, text.racy(entry)))
                continue
            gone.append(document)
        if data is not None:
            text.add(entry, data)
    gone += [document for document, *_ in kept.values()]
    database.hide(gone)
    if max(len(gone) + len(text.rows), len(database.dead)) > REBUILD * len(root.entries):
        database.close()
        return _afresh(root, now_ns)
    from teammem.recall.writing import write

    write(root.database, text.change(gone, touched, listing), database)
    return _opened((_stored(root, database), text.store()), text, database)


def _stored(root: Root, database: Database) -> Store:
    def full(document: int) -> Note:
        head = database.head(document)
        data = root.read(head.key)
        at = database.body(document)
        if at >= 0:
            return head._replace(body=data[at:].decode("utf-8", "surrogateescape"))
        return root.parse(head.key, data) or head

    return Store(root.tier, database, database.key, database.head, database.heads, full)


def _opened(stores: tuple[Store, ...], text: _Text, database: Database | None) -> Opened:
    def linked() -> list[Note]:
        new = [note._replace(body="") for note in text.notes if note.supersedes]
        return (database.linked() if database else []) + new

    return Opened(stores, linked, database.close if database else lambda: None)


def discard(root: Root) -> None:
    """Remove a root's file, which turned out damaged while it was asked."""
    with suppress(OSError):
        os.unlink(root.database)  # noqa: PTH108
