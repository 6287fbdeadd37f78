"""The index as git reads it: the hook's own, split, sparse or alternate."""

from __future__ import annotations

from teammem.errors import GitError
from teammem.git import operation as operations

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
    for record in repo.from_top().read("ls-files", "--stage", "-z").split(b"\0"):
        if not record:
            continue
        head, tab, path = record.partition(b"\t")
        fields = head.decode("ascii").split(" ")
        if not tab or len(fields) != 3:
            raise GitError("git ls-files printed a line of unknown form", "", "git-output")
        yield Entry(path, fields[0], fields[1], int(fields[2]))


def flagged(repo: Repository, folders: Iterable[bytes]) -> frozenset[bytes]:
    """Return the paths below some folders that git was told to leave alone.

    `ls-files -v` prints S for skip-worktree and a lower-case letter for assume-unchanged.
    """
    names = [folder.decode("utf-8", "surrogateescape") for folder in folders]
    if not names:
        return frozenset()
    asked = repo.from_top().with_env(GIT_LITERAL_PATHSPECS="1")
    out = asked.read("ls-files", "-v", "-z", "--", *names)
    return frozenset(
        record[2:]
        for record in out.split(b"\0")
        if record and (record[:1] == b"S" or record[:1].islower())
    )


def filtered(repo: Repository, paths: Iterable[bytes]) -> dict[bytes, str]:
    """Return the `filter` attribute of those paths that have one, by the index's attributes."""
    listing = b"".join(path + b"\0" for path in paths)
    if not listing:
        return {}
    out = repo.from_top().read("check-attr", "--cached", "-z", "--stdin", "filter", stdin=listing)
    fields = out.split(b"\0")
    return {
        path: value.decode("utf-8", "replace")
        for path, value in zip(fields[0::3], fields[2::3], strict=False)
        if value not in (b"unspecified", b"unset")
    }


def filtered_in(repo: Repository, treeish: str, paths: Iterable[bytes]) -> dict[bytes, str]:
    """Return the `filter` attribute of those paths that have one, by the attributes of a tree.

    git 2.39 reads attributes of a tree only through an index, so the tree's .gitattributes files
    (and nothing else) are laid into a private one; where none of them names a filter or a macro,
    there is nothing to ask.
    """
    from teammem.git import objects

    wanted = list(paths)
    if not wanted:
        return {}
    files = [
        entry
        for entry in objects.tree(repo, treeish)
        if entry.path.rsplit(b"/", 1)[-1] == b".gitattributes" and entry.mode.startswith("100")
    ]
    texts = [data for _, _, _, data in objects.contents(repo, [entry.oid for entry in files])]
    if not any(b"filter" in text or b"[attr]" in text for text in texts):
        return {}
    import tempfile

    with tempfile.TemporaryDirectory(prefix="teammem-") as folder:
        private = repo.with_env(GIT_INDEX_FILE=f"{folder}/index")
        listing = b"".join(
            f"{entry.mode} {entry.oid}\t".encode() + entry.path + b"\0" for entry in files
        )
        private.read(
            "update-index", "-z", "--index-info", operation=operations.OBJECTS, stdin=listing
        )
        return filtered(private, wanted)
