"""What counts in a root beside, or instead of, the files that are there on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from teammem.errors import GitError
from teammem.git import objects
from teammem.vocabulary import MAX_MEMORY_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.git.repo import Repository

# Where something that counts comes from, when it is no file in the work tree.
DESTINATION = "destination"
REVIEW = "review"
HEAD = "head"

_AT_ONCE = 8
_MOST_AT_ONCE = 512


class Blobs:
    """Blobs of one repository, read when they are asked for and then kept.

    Each reading takes twice as many of those that are expected as the one before: an answer that
    shows five memories reads little, a reader of all needs few git commands.

    Args:
        repo: where they are.
        expected: object names in the order in which they will probably be asked for.
    """

    __slots__ = ("_after", "_expected", "_held", "_repo", "_step")

    def __init__(self, repo: Repository | None = None, expected: Iterable[str] = ()) -> None:
        self._repo = repo
        self._expected = list(dict.fromkeys(expected))
        self._after = {oid: at for at, oid in enumerate(self._expected)}
        self._held: dict[str, bytes | None] = {}
        self._step = _AT_ONCE

    def get(self, oid: str) -> bytes | None:
        """Return a blob's bytes, one byte more than a memory may have of a larger one.

        None where it is not in this repository (a partial clone), or no blob.
        """
        if oid not in self._held:
            at = self._after.get(oid)
            wanted = [oid] if at is None else self._expected[at : at + self._step]
            self._step = min(self._step * 2, _MOST_AT_ONCE)
            self._fetch([one for one in wanted if one not in self._held])
        return self._held[oid]

    def _fetch(self, wanted: list[str]) -> None:
        if self._repo is None:
            self._held.update(dict.fromkeys(wanted))
            return
        try:
            for oid, kind, size, data in objects.contents(self._repo, wanted, MAX_MEMORY_BYTES):
                large = b" " * (MAX_MEMORY_BYTES + 1) if size > MAX_MEMORY_BYTES else data
                self._held[oid] = large if kind == "blob" else None
        except GitError:
            if len(wanted) == 1:
                self._held[wanted[0]] = None
                return
            for oid in wanted:
                self._fetch([oid])


class Brought(NamedTuple):
    """One path that counts with a blob from the object store.

    Attributes:
        oid: the blob.
        origin: DESTINATION, REVIEW or HEAD (what a sparse checkout leaves out).
    """

    oid: str
    origin: str


class Overlay(NamedTuple):
    """What differs from the disk in one root; paths are below the root, with slashes.

    Attributes:
        brought: what counts though the disk has it not, or otherwise.
        hidden: files on disk that do not count: the destination deleted them.
        committed: files on disk that count because a commit here made them what they are.
        uncommitted: from a file on disk to whether it is untracked, or differs from HEAD.
        blobs: where the bytes come from.
    """

    brought: Mapping[str, Brought] = MappingProxyType({})
    hidden: frozenset[str] = frozenset()
    committed: frozenset[str] = frozenset()
    uncommitted: Callable[[str], bool] = lambda _path: False
    blobs: Blobs = Blobs()

    def is_theirs(self, path: str) -> bool:
        """Tell whether a path counts as the destination, or the review, has it."""
        found = self.brought.get(path)
        return found is not None and found.origin != HEAD

    def read(self, path: str) -> bytes | None:
        """Return the bytes of a path that is brought, None where they cannot be had."""
        found = self.brought.get(path)
        return self.blobs.get(found.oid) if found else None


NOTHING = Overlay()
