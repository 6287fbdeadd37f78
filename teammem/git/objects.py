"""Objects by name: types, sizes, bytes, trees."""

from __future__ import annotations

import os

from teammem.errors import GitError, MissingObject
from teammem.git import operation as operations
from teammem.git.index import Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from teammem.git.repo import Repository

# So much is asked for in one `cat-file --batch`; bounds the memory of a scan.
BATCH_BYTES = 32 << 20

_REMEDY = (
    "objects are missing here (shallow or partial clone, damaged repository): "
    "`git fetch --unshallow` or `git fetch --refetch` brings them"
)


def kinds(repo: Repository, names: Iterable[str]) -> dict[str, tuple[str, int]]:
    """Return type and size in bytes of each object that exists here, by the name asked for."""
    asked = list(dict.fromkeys(names))
    if not asked:
        return {}
    listing = "".join(f"{name}\n" for name in asked).encode()
    out = repo.read(
        "cat-file", "--batch-check", "--buffer", operation=operations.WALK, stdin=listing
    )
    lines = out.decode("utf-8", "replace").splitlines()
    if len(lines) != len(asked):
        raise GitError("git cat-file answered another number of objects", "", "git-output")
    found = {}
    for name, line in zip(asked, lines, strict=True):
        fields = line.split(" ")
        if len(fields) == 3 and fields[2].isdigit():
            found[name] = (fields[1], int(fields[2]))
    return found


def contents(
    repo: Repository, names: Iterable[str], largest: int | None = None
) -> Iterator[tuple[str, str, int, bytes]]:
    """Yield name, type, size and bytes of objects, each once, in the order given.

    Args:
        repo: where they are.
        names: full object names.
        largest: of an object with more bytes than this, yield b"" and its size.

    Raises:
        MissingObject: one of them is not here.
    """
    asked = list(dict.fromkeys(names))
    known = kinds(repo, asked)
    for name in asked:
        if name not in known:
            raise MissingObject(f"object {name} is not in this repository", _REMEDY)
    batch: list[str] = []
    held = 0
    for name in asked:
        kind, size = known[name]
        if largest is not None and size > largest:
            yield from _batch(repo, batch)
            batch, held = [], 0
            yield name, kind, size, b""
            continue
        batch.append(name)
        held += size
        if held >= BATCH_BYTES:
            yield from _batch(repo, batch)
            batch, held = [], 0
    yield from _batch(repo, batch)


def _batch(repo: Repository, names: list[str]) -> Iterator[tuple[str, str, int, bytes]]:
    if not names:
        return
    listing = "".join(f"{name}\n" for name in names).encode()
    out = repo.read("cat-file", "--batch", "--buffer", operation=operations.WALK, stdin=listing)
    at = 0
    for name in names:
        end = out.find(b"\n", at)
        fields = out[at:end].decode("ascii", "replace").split(" ")
        if end < 0 or len(fields) != 3 or not fields[2].isdigit():
            raise MissingObject(f"object {name} cannot be read", _REMEDY)
        size = int(fields[2])
        yield name, fields[1], size, out[end + 1 : end + 1 + size]
        at = end + 1 + size + 1


def content(repo: Repository, name: str) -> bytes:
    """Return the bytes of one object.

    Raises:
        MissingObject: it is not here.
    """
    return next(contents(repo, (name,)))[3]


def tree(repo: Repository, treeish: str) -> Iterator[Entry]:
    """Yield every entry below a tree that is not a tree itself, with its full path."""
    yield from _entries(repo.tree_listing(treeish))


def below(repo: Repository, treeish: str, folders: Iterable[bytes]) -> Iterator[Entry]:
    """Yield the entries below some folders of a tree; the cost is that of the folders."""
    names = [os.fsdecode(folder) for folder in folders]
    if names:
        yield from _entries(
            repo.read(
                "ls-tree",
                "-r",
                "-z",
                "--full-tree",
                treeish,
                "--",
                *names,
                operation=operations.WALK,
            )
        )


def _entries(listing: bytes) -> Iterator[Entry]:
    for record in listing.split(b"\0"):
        if record:
            head, _, path = record.partition(b"\t")
            fields = head.decode("ascii").split(" ")
            yield Entry(path, fields[0], fields[2])
