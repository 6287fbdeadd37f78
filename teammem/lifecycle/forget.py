"""Forgetting: a preview of exact files first, then the file goes and a tombstone stands for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from teammem.errors import NothingFound, Refusal, UsageError
from teammem.lifecycle import bring, door, pick, trash
from teammem.lifecycle.edit import derived_id
from teammem.lifecycle.pick import Found
from teammem.lifecycle.remember import next_command
from teammem.lifecycle.workspace import Workspace
from teammem.memory import text, tombstone
from teammem.memory.normal import text_v1
from teammem.roots import scan, write
from teammem.roots.find import Root
from teammem.vocabulary import TOMBSTONES

UNASKED = 10
_LEAST_QUERY = 3


class Item(NamedTuple):
    """One memory that would be forgotten: what it is and how it begins."""

    found: Found
    id: str
    first_line: str


class Plan(NamedTuple):
    """A preview; `forget` acts on exactly this.

    Attributes:
        items: the memories.
        unread: files that may hold it too but could not be parsed; never deleted.
    """

    items: tuple[Item, ...]
    unread: tuple[str, ...] = ()


class Forgotten(NamedTuple):
    """What was done.

    Attributes:
        items: the memories that are gone.
        changed: (root, path) of every file removed or written.
        next: the next command, "" where there is none.
    """

    items: tuple[Item, ...]
    changed: tuple[tuple[Root, str], ...]
    next: str = ""


def plan(work: Workspace, words: Sequence[str], *, tier: str = "", limit: int = UNASKED) -> Plan:
    """Return what would be forgotten.

    Args:
        work: where.
        words: ids, names, paths, or text that the memory contains (all its words, three
            characters and more).
        tier: only there.
        limit: more memories than this are a mistake until somebody says otherwise.

    Raises:
        NothingFound: nothing answers to one of the words.
        UsageError: an ambiguous id, or more than `limit` memories.
    """
    chosen: dict[tuple[str, str], Found] = {}
    for word in words:
        for one in _answers(work, word, tier):
            for copy in _copies(work, one, tier):
                chosen[str(copy.root.path), copy.path] = copy
    if len(chosen) > limit:
        raise UsageError(
            f"{len(chosen)} memories answer to that", f"give ids, or --limit {len(chosen)}", "many"
        )
    items = tuple(Item(one, derived_id(work, one), _first_line(one)) for one in chosen.values())
    unread = tuple(f"{s.root.path}/{one.path}" for s in work.scans(tier) for one in s.broken)
    return Plan(items, unread)


def forget(
    work: Workspace, planned: Plan, *, reason: str = "", exact_only: bool = False
) -> Forgotten:
    """Forget what a plan lists. Each file must still be what the plan saw.

    The tombstone is written first: whatever stops us in between, the memory is hidden, and the
    same command finishes the rest. Of a memory that is only in the destination there is no file to
    remove: there the tombstone is all, and sync deletes the memory with it (`roots.burial`).

    Raises:
        Refusal: an agent's limit, or a file that changed since the plan.
    """
    for item in planned.items:
        door.check_actor(work, item.found.root, item.found.path, "delete")
        _check_unchanged(item)
    changed: list[tuple[Root, str]] = []
    staged = True
    for item in planned.items:
        root, path = item.found.root, item.found.path
        name = _bury(work, item, reason, exact_only=exact_only)
        trash.keep(work, item.found, item.id)
        here = scan.read(root, path)
        if here is not None:
            write.remove(root, path, here)
        touched = (name,) if here is None else (name, path)
        work.touched(root)
        changed += [(root, one) for one in touched]
        staged = work.stage(root, touched) and staged
    team = [one for one in changed if not one[0].private]
    following = ""
    if team:
        of_first = tuple(path for root, path in team if root == team[0][0])
        following = next_command(team[0][0], of_first, staged=staged)
        if any(item.found.brought is not None for item in planned.items):
            following = bring.SYNC
    return Forgotten(planned.items, tuple(changed), following)


def _bury(work: Workspace, item: Item, reason: str, *, exact_only: bool) -> str:
    root, entry = item.found.root, item.found.loaded.entry
    subject = tombstone.subject(entry.body, entry.description)
    for stone in work.scan(root).stones:
        buried = stone.stone
        if buried.id == item.id and buried.exact == tombstone.exact(subject, buried.salt):
            return stone.path
    made = tombstone.bury(
        item.id,
        entry.type,
        subject,
        reason=text.one_line(reason),
        by=work.author,
        at=work.stamp,
        salt=work.random(tombstone.SALT_BYTES),
        path="" if entry.id else item.found.path,
        exact_only=exact_only,
    )
    data = tombstone.serialise(made)
    name = f"{TOMBSTONES}/{tombstone.file_name(made, data)}"
    door.check_file(root, name, data)
    work.prepare(root)
    write.create(root, name, data)
    return name


def _answers(work: Workspace, word: str, tier: str) -> list[Found]:
    everything = pick.all_in(work, tier)
    named = pick.candidates(everything, word, work)
    if len(named) == 1:
        return named
    if named:
        labels = "; ".join(one.label() for one in named[:10])
        hint = "give a full id" + ("" if tier else ", or --tier")
        raise UsageError(f"several memories answer to that: {labels}", hint, "ambiguous")
    wanted = text_v1(word).split()
    if len("".join(wanted)) < _LEAST_QUERY:
        raise NothingFound("no memory answers to that", "`teammem list` shows them", "no-memory")
    found = [one for one in everything if _contains(one, wanted)]
    if not found:
        raise NothingFound("no memory answers to that", "`teammem list` shows them", "no-memory")
    return found


def _copies(work: Workspace, one: Found, tier: str) -> list[Found]:
    """Return a memory and its copies: one that was promoted would come back from the other tier."""
    memory_id = one.loaded.entry.id
    if not memory_id:
        return [one]
    return [found for found in pick.all_in(work, tier) if found.loaded.entry.id == memory_id]


def _contains(one: Found, wanted: list[str]) -> bool:
    entry = one.loaded.entry
    # Cheap first: only what has every word somewhere is normalised.
    rough = f"{entry.name}\n{entry.description}\n{entry.body}".casefold()
    if rough.isascii() and not all(word in rough for word in wanted if word.isalnum()):
        return False
    whole = text_v1(f"{entry.name}\n\n{entry.description}\n\n{entry.body}")
    return all(word in whole for word in wanted)


def _first_line(one: Found) -> str:
    body = one.loaded.entry.body.strip("\n").split("\n", 1)[0]
    return text.one_line(body or one.loaded.entry.description, text.MAX_DESCRIPTION)


def _check_unchanged(item: Item) -> None:
    bring.check_there(item.found)
    if (
        item.found.brought is None
        and scan.read(item.found.root, item.found.path) != item.found.data
    ):
        raise Refusal(
            "a file was changed since the preview; nothing was done", "run it again", "changed"
        )
