"""What `edit` brought into the work tree from the destination, and from which blob.

Such a file is an ordinary uncommitted change, but its text was not made from HEAD's: sync has to
merge it from the blob that it was taken from. A record counts while HEAD has at that path what it
had when the file was brought, and is dropped when the text was published or put back.

The records of a work tree lie in its own git directory; a ref keeps each base from being collected.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

from teammem.errors import GitError
from teammem.git import operation as operations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.git.repo import Repository
    from teammem.roots.worktree import WorkTree

REFS = "refs/teammem/bases/"

_FILE = os.path.join("teammem", "bases")  # noqa: PTH118 - a repository's paths are text here
_VERSION = 1


class Base(NamedTuple):
    """Where a file of the work tree was taken from.

    Attributes:
        path: from the top directory, as git stores it.
        blob: the destination's blob that the text was made from.
        head: HEAD's blob at that path at that time, "" where it had none.
    """

    path: bytes
    blob: str
    head: str


def key(repo: Repository) -> str:
    """Return the name of this work tree among those of its repository; moving both keeps it."""
    inner = os.path.relpath(os.path.realpath(repo.git_dir), os.path.realpath(repo.common_dir))
    return sha256(os.fsencode(inner)).hexdigest()[:8]


def read(repo: Repository) -> dict[bytes, Base]:
    """Return all records of this work tree by path; a damaged file has none."""
    found: dict[bytes, Base] = {}
    with contextlib.suppress(OSError, ValueError):
        with open(_place(repo), encoding="ascii") as file:  # noqa: PTH123
            kept = json.load(file)
        rows = kept.get("records") if isinstance(kept, dict) else None
        if not isinstance(rows, list) or kept.get("version") != _VERSION:
            return {}
        for row in rows:
            if isinstance(row, list) and len(row) == 3 and all(isinstance(x, str) for x in row):
                path = row[0].encode("utf-8", "surrogateescape")
                found[path] = Base(path, row[1], row[2])
    return found


def live(repo: Repository, head: str | None = None) -> dict[bytes, Base]:
    """Return the records that count: HEAD has at their paths what it had then.

    Args:
        repo: asked from the top of its work tree.
        head: another commit than HEAD, "" for none: a hook's HEAD may have moved on.
    """
    records = read(repo)
    if not records:
        return {}
    commit = repo.commit("HEAD") if head is None else head
    there = _blobs(repo, commit, records) if commit else {}
    return {path: one for path, one in records.items() if there.get(path, "") == one.head}


def record(repo: Repository, path: bytes, blob: str, head: str) -> None:
    """Keep where a file was taken from, before it is written.

    Raises:
        GitError: the ref that keeps the blob cannot be made; nothing was recorded then.
    """
    with _locked(repo):
        _update(repo, f"update {REFS}{key(repo)}/{blob} {blob}\n")
        _write(repo, {**read(repo), path: Base(path, blob, head)})


def drop_discarded(repo: Repository, tree: WorkTree) -> None:
    """Forget the records of files that were thrown away again (`git checkout -- PATH`, `rm`).

    What is written there by hand afterwards is made from HEAD's text, and merging it from the
    recorded base would undo what the destination changed. Called wherever a person's command looks
    at the view, and by sync before it reads its snapshot.

    Raises:
        GitError: git cannot be asked.
    """
    drop(
        repo, [path for path, one in live(repo).items() if not tree.differs(path, one.head or None)]
    )


def drop(repo: Repository, paths: Iterable[bytes]) -> None:
    """Forget records: their text was published or put back.

    A ref that no record needs any more goes last, so that dying in between loses nothing.
    """
    wanted = list(paths)
    if not wanted:
        return
    with _locked(repo):
        records = read(repo)
        gone = {one.blob for path in wanted if (one := records.pop(path, None)) is not None}
        if not gone:
            return
        _write(repo, records)
        gone.difference_update(one.blob for one in records.values())
        mine = f"{REFS}{key(repo)}/"
        _update(repo, "".join(f"delete {mine}{blob}\n" for blob in sorted(gone)))


def _place(repo: Repository) -> str:
    return os.path.join(repo.git_dir, _FILE)  # noqa: PTH118


@contextlib.contextmanager
def _locked(repo: Repository) -> Iterator[None]:
    """Let one process at a time change the file; the kernel frees the lock of a dead one."""
    place = _place(repo)
    os.makedirs(os.path.dirname(place), exist_ok=True)  # noqa: PTH103, PTH120
    from filelock import FileLock  # readers, which are most, are spared the import

    with FileLock(f"{place}.lock"):
        yield


def _write(repo: Repository, records: Mapping[bytes, Base]) -> None:
    """Write the file anew, under the lock; without records there is none."""
    place = _place(repo)
    if not records:
        os.unlink(place)  # noqa: PTH108
        return
    rows = [
        [one.path.decode("utf-8", "surrogateescape"), one.blob, one.head]
        for _, one in sorted(records.items())
    ]
    scratch = f"{place}.new"
    with open(scratch, "w", encoding="ascii") as file:  # noqa: PTH123
        json.dump({"version": _VERSION, "records": rows}, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(scratch, place)  # noqa: PTH105


def _update(repo: Repository, commands: str) -> None:
    if not commands:
        return
    done = repo.git(
        "update-ref", "--stdin", operation=operations.SHORT_LOCKS, stdin=commands.encode("ascii")
    )
    if done.code:
        raise GitError(f"git update-ref: {done.message()}", "try again", "git-failed")


def _blobs(repo: Repository, commit: str, paths: Mapping[bytes, Base]) -> dict[bytes, str]:
    out = repo.read(
        "ls-tree", "-z", "--full-tree", commit, "--", *(os.fsdecode(path) for path in paths)
    )
    found = {}
    for entry in out.split(b"\0"):
        head, _, path = entry.partition(b"\t")
        fields = head.decode("ascii").split(" ")
        if len(fields) == 3 and fields[1] == "blob":
            found[path] = fields[2]
    return found
