"""Ending a conflict copy: the other side of a change that two people made to one memory."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from teammem.errors import NothingFound, UsageError
from teammem.lifecycle import bring, door
from teammem.lifecycle.edit import set_field
from teammem.lifecycle.pick import Found
from teammem.lifecycle.remember import next_command
from teammem.lifecycle.workspace import Workspace
from teammem.memory import document, entry, slug
from teammem.memory.reading import Loaded
from teammem.roots import write
from teammem.roots.find import Root
from teammem.roots.overlay import Brought

COPY = "copy"
ORIGINAL = "original"
BOTH = "both"
CHOICES = (COPY, ORIGINAL, BOTH)
_COPY = re.compile(r"(.+)\.conflict-[0-9a-f]{8}\.md")


class Resolved(NamedTuple):
    """What became of it: the files that are left, and those that are gone."""

    root: Root
    kept: tuple[str, ...]
    removed: tuple[str, ...]
    next: str = ""


def pair(work: Workspace, found: Found) -> tuple[Found, Found | None]:
    """Return a conflict copy and the memory it is a copy of, None where that is gone.

    Args:
        work: where.
        found: the copy, or the original where it has exactly one.

    Raises:
        NothingFound: neither.
        UsageError: the original has several copies.
    """
    scanned = work.scan(found.root)
    loaded, brought = scanned.loaded, scanned.overlay.brought
    match = _COPY.fullmatch(found.path)
    if match:
        originals = [one for one in loaded if one.path == f"{match[1]}.md"]
        return found, _found(found, originals[0], brought) if originals else None
    copies = [one for one in loaded if _original_of(one) == found.path]
    if not copies:
        raise NothingFound("it has no conflict copy", "`teammem check` lists them", "no-conflict")
    if len(copies) > 1:
        names = ", ".join(one.path for one in copies)
        raise UsageError(f"several copies: {names}", "name the copy", "ambiguous")
    return _found(found, copies[0], brought), found


def _found(beside: Found, loaded: Loaded, brought: Mapping[str, Brought]) -> Found:
    return Found(beside.root, loaded, brought.get(loaded.path))


def resolve(work: Workspace, found: Found, keep: str, text: bytes | None = None) -> Resolved:
    """End a conflict.

    Args:
        work: where.
        found: the copy or the original.
        keep: `copy` (its text takes the original's place), `original` (the copy goes) or `both`
            (the copy becomes a memory of its own).
        text: with `copy`, another whole text, merged by hand.

    Raises:
        Refusal: an agent is acting, the guard, forgotten text, a file that changed meanwhile.
        UsageError: an unknown choice.
    """
    door.check_person(work, "resolve conflicts")
    if keep not in CHOICES:
        raise UsageError(f"unknown choice {keep!r}", f"use one of {', '.join(CHOICES)}")
    copy, original = pair(work, found)
    for one in (copy, original):
        if one is not None:
            bring.check_here(work, one, "resolved")
    root = copy.root
    match = _COPY.fullmatch(copy.path)
    assert match is not None  # noqa: S101 - `pair` returns copies only
    name = f"{match[1]}.md"
    kept: tuple[str, ...] = (name,)
    if keep == ORIGINAL and original is not None:
        door.check_file(root, original.path, original.data)
    elif keep == BOTH and original is not None:
        folder, _, stem = match[1].rpartition("/")
        free = slug.distinct(stem, work.taken(root, folder))
        name = f"{folder}/{free}.md" if folder else f"{free}.md"
        data = set_field(copy.loaded.document, "id", work.new_id())
        _admit(work, root, name, data)
        write.create(root, name, data)
        kept = (original.path, name)
    else:
        data = text if text is not None else copy.data
        _admit(work, root, name, data)
        if original is None:
            write.create(root, name, data)
        else:
            write.replace(root, name, data, original.data)
    write.remove(root, copy.path, copy.data)
    work.touched(root)
    staged = work.stage(root, (copy.path, *kept))
    return Resolved(root, kept, (copy.path,), next_command(root, (copy.path, *kept), staged=staged))


def _admit(work: Workspace, root: Root, path: str, data: bytes) -> None:
    door.check_file(root, path, data)
    try:
        read = document.read(data)
    except document.Invalid as error:
        raise UsageError(str(error), "correct the text") from None
    door.check_text(work, entry.read(path, read, root.default_type))


def _original_of(one: Loaded) -> str:
    match = _COPY.fullmatch(one.path)
    return f"{match[1]}.md" if match else ""
