"""The index as git reads it: the hook's own, split, sparse or alternate."""

from __future__ import annotations

from teammem.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from teammem.git.repo import Repository


class Entry:
    """One entry of the index or of a tree: path (bytes), mode, object name, stage (0 = merged)."""

    __slots__ = ("mode", "oid", "path", "stage")

    def __init__(self, path: bytes, mode: str, oid: str, stage: int = 0) -> None:
        self.path = path
        self.mode = mode
        self.oid = oid
        self.stage = stage

    def __repr__(self) -> str:
        return f"Entry({self.path!r}, {self.mode}, {self.oid[:10]}, {self.stage})"


def entries(repo: Repository) -> Iterator[Entry]:
    """Yield all entries of the index."""
    for record in repo.read("ls-files", "--stage", "-z", "--full-name").split(b"\0"):
        if not record:
            continue
        head, tab, path = record.partition(b"\t")
        fields = head.decode("ascii").split(" ")
        if not tab or len(fields) != 3:
            raise GitError("git ls-files printed a line of unknown form", "", "git-output")
        yield Entry(path, fields[0], fields[1], int(fields[2]))


def filtered(repo: Repository, paths: Iterable[bytes]) -> dict[bytes, str]:
    """Return the `filter` attribute of those paths that have one, by the index's attributes."""
    listing = b"".join(path + b"\0" for path in paths)
    if not listing:
        return {}
    out = repo.read("check-attr", "--cached", "-z", "--stdin", "filter", stdin=listing)
    fields = out.split(b"\0")
    return {
        path: value.decode("utf-8", "replace")
        for path, value in zip(fields[0::3], fields[2::3], strict=False)
        if value not in (b"unspecified", b"unset")
    }
