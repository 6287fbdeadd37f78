"""Pinning: a memory moves into `pinned/`, where only people write; its id stays."""

from __future__ import annotations

from typing import NamedTuple

from teammem.errors import Refusal
from teammem.lifecycle import bring, door
from teammem.lifecycle.edit import derived_id, set_field
from teammem.lifecycle.pick import Found
from teammem.lifecycle.remember import next_command
from teammem.lifecycle.workspace import Workspace
from teammem.memory.pinned import is_pinned
from teammem.roots import scan, write
from teammem.roots.find import Root
from teammem.vocabulary import PINNED


class Moved(NamedTuple):
    """What became of it; `path` equals the old one where it stood there already."""

    root: Root
    old: str
    path: str
    id: str
    next: str = ""


def pin(work: Workspace, found: Found) -> Moved:
    """Move a memory into `pinned/`, its folders kept; done already is no error.

    Raises:
        Refusal: an agent is acting, or the name is taken there.
    """
    door.check_person(work, "pin")
    door.check_qwen(found.root)
    if is_pinned(found.path):
        return Moved(found.root, found.path, found.path, found.loaded.entry.id)
    return _moved(work, found, f"{PINNED}/{found.path}")


def unpin(work: Workspace, found: Found) -> Moved:
    """Move a memory out of `pinned/` again.

    Raises:
        Refusal: an agent is acting, or the name is taken there.
    """
    door.check_person(work, "unpin")
    if not is_pinned(found.path):
        return Moved(found.root, found.path, found.path, found.loaded.entry.id)
    return _moved(work, found, found.path.split("/", 1)[1])


def _moved(work: Workspace, found: Found, to: str) -> Moved:
    root = found.root
    bring.check_here(work, found, "moved")
    memory_id = derived_id(work, found)
    data = found.data
    if not found.loaded.entry.id and found.loaded.document.sound:
        # The derived id is a function of the path, so it has to be written down before it changes.
        data = set_field(found.loaded.document, "id", memory_id)
        write.replace(root, found.path, data, found.data)
    if scan.read(root, found.path) != data:
        raise Refusal("the file was changed meanwhile; nothing was done", "try again", "changed")
    door.check_file(root, to, data)
    write.move(root, found.path, to, data)
    work.touched(root)
    staged = work.stage(root, (found.path, to))
    return Moved(
        root, found.path, to, memory_id, next_command(root, (found.path, to), staged=staged)
    )
