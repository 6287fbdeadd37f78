"""Verifying: a person read the text and says that it holds; dated, by hash."""

from __future__ import annotations

from typing import NamedTuple

from teammem.lifecycle import bring, door
from teammem.lifecycle.edit import derived_id, set_field
from teammem.lifecycle.pick import Found
from teammem.lifecycle.remember import next_command
from teammem.lifecycle.workspace import Workspace
from teammem.memory import document, hashes
from teammem.memory.values import Value
from teammem.roots.find import Root
from teammem.vocabulary import STATUS_VERIFIED


class Verified(NamedTuple):
    """What became of it; `supersedes` are the memories that it hides from now on."""

    root: Root
    path: str
    id: str
    supersedes: tuple[str, ...]
    next: str = ""


def verify(work: Workspace, found: Found) -> Verified:
    """Mark a memory as verified: status, time, name and the hash of its body.

    Raises:
        Refusal: an agent is acting; the text was forgotten; its front matter cannot be edited.
    """
    door.check_person(work, "verify")
    entry = found.loaded.entry
    door.check_text(work, entry)
    memory_id = derived_id(work, found)
    stamp: Value = {"at": work.stamp, "by": work.author, "hash": hashes.of_body(entry.body)}
    values: dict[str, Value] = {"status": STATUS_VERIFIED, "verified": stamp}
    if not entry.id:
        values = {"id": memory_id, **values}
    data = found.data
    for key, value in values.items():
        data = set_field(document.read(data), key, value)
    door.check_file(found.root, found.path, data)
    bring.put(work, found, data)
    work.touched(found.root)
    following = bring.next_command(found, next_command(found.root, (found.path,)))
    return Verified(found.root, found.path, memory_id, entry.supersedes, following)
