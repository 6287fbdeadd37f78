"""Taking a tombstone back, and the text with it where it can still be found."""

from __future__ import annotations

import os
from typing import NamedTuple

from teammem.errors import NothingFound, Refusal, UsageError
from teammem.git import operation as operations
from teammem.git.objects import content
from teammem.lifecycle import door, trash
from teammem.lifecycle.remember import next_command
from teammem.lifecycle.workspace import Workspace
from teammem.memory import ids, reading, tombstone
from teammem.memory.reading import Loaded
from teammem.roots import scan, write
from teammem.roots.find import Root
from teammem.roots.scan import Stone
from teammem.vocabulary import MEMORY_SUFFIX

TRASH = "trash"
GIT = "git"
NOWHERE = ""


class Revived(NamedTuple):
    """What became of it; `source` says where the text came from, "" where it was not found."""

    id: str
    root: Root
    path: str
    source: str
    changed: tuple[str, ...]
    next: str = ""


def revive(work: Workspace, word: str, *, tier: str = "") -> Revived:
    """Remove the tombstones of an id and put its text back, from the trash or from git.

    The text is put back first; whatever stops us in between, the same command finishes the rest.

    Raises:
        Refusal: an agent is acting, or the text would bring a secret back.
        NothingFound, UsageError: no tombstone, or several ids, answer to the word.
    """
    door.check_person(work, "take tombstones back")
    root, stones = _chosen(work, word, tier)
    _check_here(work, root, stones)
    stone = stones[0].stone
    path, data, source = _text(work, root, stone)
    changed: list[str] = []
    if source and data is not None:
        door.check_file(root, path, data)
        if scan.read(root, path) != data:
            write.create(root, path, data)
        changed.append(path)
    for one in stones:
        old = scan.read(root, one.path)
        if old is not None:
            write.remove(root, one.path, old)
            changed.append(one.path)
    kept = trash.find(work, stone.id) if source == TRASH else None
    if kept is not None:
        trash.drop(work, kept)
    work.touched(root)
    staged = work.stage(root, changed)
    following = next_command(root, tuple(changed), staged=staged)
    return Revived(stone.id, root, path if source else "", source, tuple(changed), following)


def _check_here(work: Workspace, root: Root, stones: list[Stone]) -> None:
    if any(work.view.overlay(root).is_theirs(one.path) for one in stones):
        told = getattr(work.view.destination, "short", "the destination")
        raise Refusal(
            f"the tombstone is only on {told} yet",
            "`git pull`, or merge that branch; then it can be taken back here",
            "only-there",
        )


def _chosen(work: Workspace, word: str, tier: str) -> tuple[Root, list[Stone]]:
    wanted = ids.canonical(word) or word.strip().upper()
    found = [
        (one.root, stone)
        for one in work.scans(tier)
        for stone in one.stones
        if wanted and stone.stone.id.startswith(wanted)
    ]
    if not found:
        raise NothingFound("no tombstone answers to that", "give the id it names", "no-tombstone")
    places = {(str(root.path), stone.stone.id) for root, stone in found}
    if len(places) > 1:
        names = "; ".join(f"{root.tier} {stone.stone.id}" for root, stone in found[:10])
        raise UsageError(f"several tombstones answer to that: {names}", "give id and --tier")
    return found[0][0], [stone for _, stone in found]


def _text(work: Workspace, root: Root, stone: tombstone.Tombstone) -> tuple[str, bytes | None, str]:
    kept = trash.find(work, stone.id)
    if kept is not None and kept.root == root.path:
        return kept.path, kept.data, TRASH
    if not root.private and work.roots.repository is not None:
        for path, data in _deleted(work, root):
            if _is_it(path, data, stone):
                return path, data, GIT
    return "", None, NOWHERE


def _deleted(work: Workspace, root: Root) -> list[tuple[str, bytes]]:
    """Return files of a root that HEAD or its history once had, newest first."""
    repo = work.roots.repository
    assert repo is not None  # noqa: S101 - the caller looked
    if not repo.commit("HEAD"):
        return []
    out = repo.read(
        "log", "-z", "--raw", "--no-abbrev", "--no-renames", "--diff-filter=DM", "--format=",
        "HEAD", "--", f":(top,literal){os.fsdecode(root.prefix)}",
        operation=operations.WALK,
    )  # fmt: skip
    found: dict[tuple[str, str], None] = {}
    tokens = [token for token in out.split(b"\0") if token]
    for head, name in zip(tokens[0::2], tokens[1::2], strict=False):
        path = os.fsdecode(name[len(root.prefix) + 1 :])
        if path.endswith(MEMORY_SUFFIX):
            found.setdefault((path, head.split(b" ")[2].decode()))
    head_has = scan.scan(root)
    present = {one.path for one in head_has.loaded}
    listing = repo.read("ls-tree", "-r", "-z", "HEAD", "--", os.fsdecode(root.prefix) + "/")
    for record in listing.split(b"\0"):
        head, _, name = record.partition(b"\t")
        path = os.fsdecode(name[len(root.prefix) + 1 :])
        if path.endswith(MEMORY_SUFFIX) and path not in present:
            found = {(path, head.split(b" ")[2].decode()): None, **found}
    return [(path, content(repo, oid)) for path, oid in found]


def _is_it(path: str, data: bytes, stone: tombstone.Tombstone) -> bool:
    found = reading.read(path, data)
    if not isinstance(found, Loaded):
        return False
    subject = tombstone.subject(found.entry.body, found.entry.description)
    return tombstone.refusing([stone], found.entry.id, subject) is not None
