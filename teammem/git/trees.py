"""Trees with some paths changed, built without an index: the cost is that of the paths.

A private index of a large repository costs hundreds of milliseconds to fill (measured at 52,000
files); here only the directories on the way to a change are read and written again.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from teammem.errors import GitError
from teammem.git import changes as kinds
from teammem.git import objects
from teammem.git import operation as operations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from teammem.git.repo import Repository


@dataclass(slots=True)
class _Folder:
    """A directory on the way to a change: its present entries and what shall become of them."""

    entries: dict[bytes, tuple[str, str]] = field(default_factory=dict)
    folders: dict[bytes, _Folder] = field(default_factory=dict)
    leaves: dict[bytes, tuple[str, str] | None] = field(default_factory=dict)


def graft(repo: Repository, tree: str, wanted: Mapping[bytes, tuple[str, str] | None]) -> str:
    """Write a tree like another one but for some paths, and return its object name.

    Args:
        repo: where the objects are written; where they exist need not be (partial clone).
        tree: object name of the tree; "" for an empty one.
        wanted: path to mode and blob, or to None for no file. A directory that is left empty goes,
            and a file that stands where a directory is needed makes way for it.

    Raises:
        GitError: git failed.
    """
    root = _Folder()
    for path, entry in wanted.items():
        at = root
        *above, name = path.split(b"/")
        for part in above:
            at = at.folders.setdefault(part, _Folder())
        at.leaves[name] = entry
    levels = list(_levels(repo, root, tree))
    for level in reversed(levels):
        _write(repo, level)
    return _tree(repo, _final(root))


def _levels(repo: Repository, root: _Folder, tree: str) -> Iterator[list[_Folder]]:
    """Read the trees of each depth in one go; yields the folders that have folders below them."""
    level = [(root, tree)]
    while level:
        names = [oid for _, oid in level if oid]
        texts = {oid: data for oid, _, _, data in objects.contents(repo, names)}
        width = 32 if repo.object_format == "sha256" else 20
        for folder, oid in level:
            folder.entries = dict(_parse(texts[oid], width)) if oid else {}
        yield [folder for folder, _ in level]
        level = [
            (below, _subtree(folder, name))
            for folder, _ in level
            for name, below in folder.folders.items()
        ]


def _subtree(folder: _Folder, name: bytes) -> str:
    mode, oid = folder.entries.get(name, ("", ""))
    return oid if mode == kinds.TREE else ""


def _parse(data: bytes, width: int) -> Iterator[tuple[bytes, tuple[str, str]]]:
    """Yield name, mode and object name of each entry of a raw tree object."""
    at = 0
    while at < len(data):
        blank, end = data.index(b" ", at), data.index(b"\0", at)
        mode = data[at:blank].decode("ascii").zfill(6)
        yield data[blank + 1 : end], (mode, data[end + 1 : end + 1 + width].hex())
        at = end + 1 + width


def _final(folder: _Folder) -> dict[bytes, tuple[str, str]]:
    """Return a folder's entries; those of its own folders have been written by then."""
    entries = dict(folder.entries)
    for name, entry in folder.leaves.items():
        if entry is None:
            # What is a directory here is no file to be removed.
            if entries.get(name, ("", ""))[0] != kinds.TREE:
                entries.pop(name, None)
        else:
            entries[name] = entry
    return entries


def _write(repo: Repository, level: list[_Folder]) -> None:
    """Write the folders below each folder of a level, and put them among its entries."""
    below = [(folder, name, one) for folder in level for name, one in folder.folders.items()]
    full = [(folder, name, _final(one)) for folder, name, one in below]
    kept = [one for one in full if one[2]]
    for folder, name, entries in full:
        if not entries and folder.entries.get(name, ("", ""))[0] == kinds.TREE:
            del folder.entries[name]
    for (folder, name, _), oid in zip(kept, _trees(repo, [one[2] for one in kept]), strict=True):
        folder.entries[name] = (kinds.TREE, oid)


def _trees(repo: Repository, trees: list[dict[bytes, tuple[str, str]]]) -> list[str]:
    if not trees:
        return []
    listing = b"\0".join(b"".join(_lines(entries)) for entries in trees)
    out = repo.read(
        "mktree", "-z", "--missing", "--batch", operation=operations.OBJECTS, stdin=listing
    )
    made = out.decode("ascii").split()
    if len(made) != len(trees):
        raise GitError("git mktree made another number of trees", "", "git-output")
    return made


def _tree(repo: Repository, entries: dict[bytes, tuple[str, str]]) -> str:
    out = repo.read(
        "mktree", "-z", "--missing", operation=operations.OBJECTS, stdin=b"".join(_lines(entries))
    )
    return out.decode("ascii").strip()


def _lines(entries: dict[bytes, tuple[str, str]]) -> Iterator[bytes]:
    for name, (mode, oid) in entries.items():
        kind = {kinds.TREE: "tree", kinds.GITLINK: "commit"}.get(mode, "blob")
        yield f"{mode} {kind} {oid}\t".encode() + name + b"\0"
