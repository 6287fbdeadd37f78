"""What was forgotten does not come back by a commit, and forgetting is committed whole.

A separate rule beside the secret guard, for people and agents alike; the way out is `teammem
revive`. It looks at what is staged only.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from teammem import paths
from teammem.git import index, objects
from teammem.guard.finding import ERROR, Finding, finding_id, shown
from teammem.memory import reading, tombstone
from teammem.memory.document import Invalid
from teammem.vocabulary import MAX_MEMORY_BYTES, MEMORY_SUFFIX, RECORD_SUFFIX, TOMBSTONES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from teammem.git.changes import Change
    from teammem.git.repo import Repository
    from teammem.memory.tombstone import Tombstone

_TITLE = "a memory that was forgotten"
_HALF = "a removal whose other half is not staged"


def refusals(repo: Repository, touched: Iterable[Change]) -> list[Finding]:
    """Return a finding for each staged memory that a tombstone of its root forbids.

    And one for each staged deletion whose tombstone, or whose copy under another name, lies in the
    work tree but is not staged: committed alone, it would lose the memory or let it come back.
    """
    changes = list(touched)
    added = [one for one in changes if not one.deleted and _is_memory(one.path)]
    gone = [one for one in changes if one.deleted and _is_memory(one.path) and one.old]
    if not added and not gone:
        return []
    entries = {entry.path: entry.oid for entry in index.entries(repo) if entry.stage == 0}
    found = list(_returning(repo, added, entries))
    return [*found, *_halves(repo, gone, set(entries))]


def _is_memory(path: bytes) -> bool:
    parts = paths.inner(path)
    name = path.rsplit(b"/", 1)[-1].lower()
    return name.endswith(MEMORY_SUFFIX.encode()) and bool(parts) and not name.startswith(b".")


def _returning(
    repo: Repository, added: list[Change], entries: dict[bytes, str]
) -> Iterator[Finding]:
    stones: dict[bytes, list[Tombstone]] = {}
    wanted = {
        path: oid
        for path, oid in entries.items()
        if path.endswith(RECORD_SUFFIX.encode()) and _folder(path) == TOMBSTONES
    }
    if not wanted:
        return
    texts = {
        name: data for name, _, _, data in objects.contents(repo, wanted.values(), MAX_MEMORY_BYTES)
    }
    for path, oid in wanted.items():
        root = paths.root_of(path)
        try:
            stones.setdefault(root or b"", []).append(tombstone.parse(texts[oid]))
        except Invalid:
            continue  # refused by the policy where it is new
    blobs = [change.oid for change in added]
    memories = {name: data for name, _, _, data in objects.contents(repo, blobs, MAX_MEMORY_BYTES)}
    for change in added:
        read = reading.read(os.fsdecode(change.path), memories[change.oid])
        if not isinstance(read, reading.Loaded):
            continue
        subject = tombstone.subject(read.entry.body, read.entry.description)
        buried = stones.get(paths.root_of(change.path) or b"", [])
        stone = tombstone.refusing(buried, read.entry.id, subject)
        if stone is not None:
            yield _finding(
                change,
                "forgotten",
                _TITLE,
                f"`teammem revive {stone.id}` takes the forgetting back",
            )


def _folder(path: bytes) -> str:
    parts = paths.inner(path) if paths.in_root(path) else ()
    return paths.fold(parts[0]) if len(parts) > 1 else ""


def _halves(repo: Repository, gone: list[Change], staged: set[bytes]) -> Iterator[Finding]:
    if not gone:
        return
    top = repo.top
    blobs = {
        name: data
        for name, _, _, data in objects.contents(repo, [one.old for one in gone], MAX_MEMORY_BYTES)
    }
    untracked: dict[bytes, list[tuple[bytes, bytes]]] = {}
    for change in gone:
        root = paths.root_of(change.path) or b""
        if root not in untracked:
            untracked[root] = list(_untracked(top, root, staged))
        read = reading.read(os.fsdecode(change.path), blobs[change.old])
        names = {change.path[len(root) + 1 :]}
        if isinstance(read, reading.Loaded) and read.entry.id:
            names.add(read.entry.id.encode())
        for path, data in untracked[root]:
            if any(name in data for name in names):
                hint = f"stage {shown(path)} too, or restore {shown(change.path)}"
                yield _finding(change, "half-removal", _HALF, hint)
                break


def _untracked(top: str, root: bytes, staged: set[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield path and head of the records and memories of a root that git does not track."""
    base = os.path.join(os.fsencode(top), root)  # noqa: PTH118
    for folder, _, names in os.walk(base):
        for name in names:
            whole = os.path.join(folder, name)  # noqa: PTH118
            path = root + whole[len(base) :]
            wanted = name.endswith((MEMORY_SUFFIX.encode(), RECORD_SUFFIX.encode()))
            if not wanted or path in staged or os.path.islink(whole):  # noqa: PTH114
                continue
            if os.path.isfile(whole):  # noqa: PTH113 - a pipe would hang
                with open(whole, "rb") as file:  # noqa: PTH123
                    yield path, file.read(4096)


def _finding(change: Change, rule: str, title: str, hint: str) -> Finding:
    number = finding_id(change.oid if not change.deleted else change.old, 0, rule)
    return Finding(
        rule, title, shown(change.path), 0, "", number, ERROR, hint, change.oid, change.path
    )
