"""Every file of a root in exactly one list: loaded, invalid, skipped; and its tombstones."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from teammem import paths
from teammem.errors import Refusal
from teammem.roots.find import Root, unreadable
from teammem.roots.overlay import NOTHING, Overlay
from teammem.vocabulary import (
    ALLOW,
    MAX_MEMORIES_PER_ROOT,
    MAX_MEMORY_BYTES,
    MEMORY_SUFFIX,
    NOT_MEMORIES,
    RECORD_SUFFIX,
    TOMBSTONES,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.memory.reading import Broken, Loaded, Skipped
    from teammem.memory.rules import Problem
    from teammem.memory.tombstone import Tombstone

# What reads memories is imported where one is read: recall from unchanged counts reads none.

SKIP_LINK = "symbolic-link"
SKIP_KIND = "not-a-regular-file"
SKIP_NAME = "not-a-memory"
SKIP_NESTED = "nested-repository"
SKIP_UNREADABLE = "unreadable"

_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


class Stone(NamedTuple):
    """A tombstone and the file that holds it (path below its root)."""

    path: str
    stone: Tombstone


class Scan(NamedTuple):
    """What a root holds.

    Attributes:
        root: the root.
        loaded: memories, by path.
        broken: invalid memory files.
        skipped: files that are no memories, and folders that were not entered.
        stones: tombstones that could be read.
        records: (path, problem) of those that could not.
        complete: whether everything could be looked at; a partial scan is no ground to delete.
        overlay: what of the view differs from the files here; it is in the lists already.
    """

    root: Root
    loaded: tuple[Loaded, ...] = ()
    broken: tuple[Broken, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    stones: tuple[Stone, ...] = ()
    records: tuple[tuple[str, Problem], ...] = ()
    complete: bool = True
    overlay: Overlay = NOTHING

    def read(self, path: str) -> bytes | None:
        """Return the bytes of one path of the root as the view has it."""
        return read(self.root, path, self.overlay)


def scan(root: Root, overlay: Overlay = NOTHING) -> Scan:
    """Read a whole root as the view has it; an absent one is empty.

    A memory that is brought though a tombstone here stands for it, was forgotten here and is not
    loaded.

    Args:
        root: where.
        overlay: what counts beside its files.

    Raises:
        Refusal: it holds more than 100,000 memories.
    """
    from teammem.memory.reading import Broken, Loaded, Skipped

    walk = _Walk()
    if unreadable(root):
        return Scan(root, skipped=(Skipped(".", SKIP_LINK),), complete=False)
    walk.into(str(root.path), "")
    walk.lay_over(overlay)
    stones, records = _tombstones(root, sorted(walk.records), overlay)
    loaded: list[Loaded] = []
    broken: list[Broken] = []
    skipped = [Skipped(*one) for one in walk.skipped]
    for path in sorted(walk.memories):
        found = _memory(root, path, overlay)
        if found is None:
            skipped.append(Skipped(path, SKIP_UNREADABLE))
            walk.complete = False
        elif isinstance(found, Loaded):
            if not _buried(found, stones, overlay):
                loaded.append(found)
        elif isinstance(found, Broken):
            broken.append(found)
        else:
            skipped.append(found)
    skipped.sort(key=lambda one: one.path)
    return Scan(
        root,
        tuple(loaded),
        tuple(broken),
        tuple(skipped),
        stones,
        records,
        walk.complete,
        overlay,
    )


def some(
    root: Root, wanted: Iterable[str], stones: tuple[Stone, ...], overlay: Overlay = NOTHING
) -> tuple[Loaded, ...]:
    """Return those of a root's memories that `scan` would load, of the paths that are wanted.

    Args:
        root: where.
        wanted: paths that `listing` has.
        stones: the root's tombstones.
        overlay: what counts beside its files.
    """
    from teammem.memory.reading import Loaded

    found = (_memory(root, path, overlay) for path in wanted)
    read_ = (one for one in found if isinstance(one, Loaded))
    return tuple(one for one in read_ if not _buried(one, stones, overlay))


def _memory(root: Root, path: str, overlay: Overlay) -> Loaded | Broken | Skipped | None:
    from teammem.memory import reading

    data = read(root, path, overlay)
    return None if data is None else reading.read(path, data, root.default_type)


def _buried(found: Loaded, stones: tuple[Stone, ...], overlay: Overlay) -> bool:
    if found.path not in overlay.brought:
        return False
    from teammem.memory import ids, tombstone

    entry = found.entry
    here = [one.stone for one in stones if not overlay.is_theirs(one.path)]
    memory_id = entry.id or ids.derived(
        found.path.encode("utf-8", "surrogateescape"), overlay.brought[found.path].oid
    )
    text = tombstone.subject(entry.body, entry.description) if here else ""
    return tombstone.refusing(here, memory_id, text) is not None


def listing(root: Root, overlay: Overlay = NOTHING) -> tuple[str, ...]:
    """Return the paths of a root's memories in order, unread; an absent root has none.

    Raises:
        Refusal: it holds more than 100,000 memories.
    """
    if unreadable(root):
        return ()
    walk = _Walk()
    walk.into(str(root.path), "")
    walk.lay_over(overlay)
    return tuple(sorted(walk.memories))


def tombstones(root: Root, overlay: Overlay = NOTHING) -> tuple[Stone, ...]:
    """Return the tombstones of a root alone: what a write has to be compared with."""
    if unreadable(root):
        return ()
    walk = _Walk()
    walk.into(str(root.path), "", only=TOMBSTONES)
    walk.lay_over(overlay)
    return _tombstones(root, sorted(set(walk.records)), overlay)[0]


def read(root: Root, path: str, overlay: Overlay = NOTHING) -> bytes | None:
    """Return the bytes of one file of a root, None where it is not a regular file there.

    Args:
        root: where.
        path: below it.
        overlay: of the view; what it brings counts instead of the file.
    """
    if path in overlay.brought:
        return overlay.read(path)
    return _bytes(str(root.path), path)


def _tombstones(
    root: Root, names: list[str], overlay: Overlay
) -> tuple[tuple[Stone, ...], tuple[tuple[str, Problem], ...]]:
    if not names:
        return (), ()
    from teammem.memory import tombstone
    from teammem.memory.document import Invalid
    from teammem.memory.rules import Problem

    stones: list[Stone] = []
    problems: list[tuple[str, Problem]] = []
    for path in names:
        data = read(root, path, overlay)
        if data is None:
            problems.append((path, Problem("TM060", 0, "not readable")))
            continue
        try:
            stone = tombstone.parse(data)
        except Invalid as error:
            problems.append((path, error.problem))
            continue
        stones.append(Stone(path, stone))
        if path.rpartition("/")[2] != tombstone.file_name(stone, data):
            problems.append((path, Problem("TM064")))
    return tuple(stones), tuple(problems)


def _bytes(folder: str, path: str) -> bytes | None:
    """Read one file without following a link in its last component; never blocks on a pipe."""
    try:
        descriptor = os.open(os.path.join(folder, path), _FLAGS)  # noqa: PTH118
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        chunks = []
        left = MAX_MEMORY_BYTES + 1
        while left > 0 and (chunk := os.read(descriptor, left)):
            chunks.append(chunk)
            left -= len(chunk)
        return b"".join(chunks)
    except OSError:
        return None
    finally:
        os.close(descriptor)


class _Walk:
    """Collects names; enters no link and no nested repository."""

    def __init__(self) -> None:
        self.memories: list[str] = []
        self.records: list[str] = []
        self.skipped: list[tuple[str, str]] = []  # path and reason
        self.complete = True
        self._todo: list[tuple[str, str]] = []

    def into(self, folder: str, prefix: str, only: str = "") -> None:
        """Walk a folder, or of its folders alone the one of a name (folded)."""
        for directory, below in self._folders(folder, prefix):
            try:
                entries = list(os.scandir(directory))
            except FileNotFoundError:
                continue
            except OSError:
                self.skipped.append((below.rstrip("/") or ".", SKIP_UNREADABLE))
                self.complete = False
                continue
            for entry in entries:
                if not only or below or paths.fold(os.fsencode(entry.name)) == only:
                    self._take(entry, below)
            if len(self.memories) > MAX_MEMORIES_PER_ROOT:
                raise Refusal(
                    f"more than {MAX_MEMORIES_PER_ROOT} memories in one root",
                    "split the root, or forget what is old",
                    "too-many",
                )

    def lay_over(self, overlay: Overlay) -> None:
        """Take out what is hidden and add what is brought, by the rules for files."""
        if overlay.hidden:
            self.memories = [path for path in self.memories if path not in overlay.hidden]
        if not overlay.brought:
            return
        memories, records = set(self.memories), set(self.records)
        for path in overlay.brought:
            folder, _, name = path.rpartition("/")
            if any(part.startswith(".") for part in path.split("/")):
                continue
            if paths.fold(os.fsencode(folder)) == TOMBSTONES:
                records.update([path] if name.endswith(RECORD_SUFFIX) else [])
            elif paths.fold(os.fsencode(path.partition("/")[0])) == ALLOW and folder:
                continue
            elif name.endswith(MEMORY_SUFFIX) and name.lower() not in NOT_MEMORIES:
                memories.add(path)
        self.memories, self.records = list(memories), list(records)

    def _folders(self, folder: str, prefix: str) -> Iterator[tuple[str, str]]:
        """Yield folders as they come up; `_take` adds the ones below."""
        self._todo = [(folder, prefix)]
        while self._todo:
            yield self._todo.pop()

    def _take(self, entry: os.DirEntry[str], prefix: str) -> None:
        name = entry.name
        path = prefix + name
        hidden = name.startswith(".")
        memory = name.endswith(MEMORY_SUFFIX)
        if entry.is_symlink():
            if (memory and not hidden) or _points_at_folder(entry):
                self.skipped.append((path, SKIP_LINK))
        elif entry.is_dir(follow_symlinks=False):
            self._enter(entry, path, hidden)
        elif paths.fold(os.fsencode(prefix.rstrip("/"))) == TOMBSTONES:
            if name.endswith(RECORD_SUFFIX) and not hidden:
                self.records.append(path)
        elif memory and not hidden:
            if not entry.is_file(follow_symlinks=False):
                self.skipped.append((path, SKIP_KIND))
            elif name.lower() in NOT_MEMORIES:
                self.skipped.append((path, SKIP_NAME))
            else:
                self.memories.append(path)

    def _enter(self, entry: os.DirEntry[str], path: str, hidden: bool) -> None:
        if hidden or paths.fold(os.fsencode(path)) == ALLOW:
            return
        if os.path.lexists(os.path.join(entry.path, ".git")):  # noqa: PTH118
            self.skipped.append((path, SKIP_NESTED))
        else:
            self._todo.append((entry.path, path + "/"))


def _points_at_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False
