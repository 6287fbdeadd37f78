"""Promoting: a private memory is copied to the team, id and provenance kept, privacy not."""

from __future__ import annotations

import re
from typing import NamedTuple

from teammem.errors import Refusal, UsageError
from teammem.lifecycle import door
from teammem.lifecycle.edit import derived_id, remove_field, set_field
from teammem.lifecycle.pick import Found
from teammem.lifecycle.remember import next_command
from teammem.lifecycle.workspace import Workspace
from teammem.memory import document, entry, slug
from teammem.memory.values import Value
from teammem.roots import write
from teammem.roots.find import Root
from teammem.vocabulary import STATUS_CANDIDATE, TIER_TEAM

_ADDRESS = re.compile(r"\s*<?[\w.+-]+@[\w-]+(?:\.[\w-]+)+>?")
# Whose session it was, and which messages it came from, stays private.
_PRIVATE = ("session", "messages", "originSessionId", "imported_from")


class Promoted(NamedTuple):
    """What became of it; `written` is false where the team has it already."""

    written: bool
    root: Root
    path: str
    id: str
    status: str
    notices: tuple[str, ...] = ()
    next: str = ""


def promote(work: Workspace, found: Found, *, root: str = "", name: str = "") -> Promoted:
    """Copy a private memory into the team tier and mark the private file with `promoted_to`.

    The copy is written first; whatever stops us in between, the same command finishes the rest.

    Args:
        work: where.
        found: the private memory.
        root: path of a team root.
        name: file name without suffix, by default the private one's.

    Raises:
        UsageError: it is a team memory already.
        Refusal: type user, a secret, forgotten text, an agent's limit, a taken name.
    """
    if found.root.tier == TIER_TEAM:
        raise UsageError("that is a team memory already", "promote a private one")
    team = work.roots.of(TIER_TEAM, root)
    door.check_qwen(team)
    door.check_type(team, found.loaded.entry.type)
    memory_id = derived_id(work, found)
    data = _public(work, found, memory_id)
    status = entry.read("x.md", document.read(data)).status
    existing = [one for one in work.scan(team).loaded if one.entry.id == memory_id]
    if existing:
        path, written = existing[0].path, False
        notices: tuple[str, ...] = ("the team has it already",)
    else:
        passed = door.check_text(work, entry.read("x.md", document.read(data)))
        path, notices, written = _path(work, found, team, name), passed.notices, True
        door.check_actor(work, team, path, "add")
        door.check_file(team, path, data)
        write.create(team, path, data)
        work.touched(team)
    staged = work.stage(team, (path,))
    _mark(work, found, memory_id)
    following = next_command(team, (path,), staged=staged)
    return Promoted(written, team, path, memory_id, status, notices, following)


def _path(work: Workspace, found: Found, team: Root, name: str) -> str:
    stem = slug.slug(name or found.path.rpartition("/")[2].removesuffix(".md"))
    if name and slug.fold(stem) in work.taken(team, ""):
        raise Refusal("a file of that name is there", "choose another --name", "name-taken")
    return f"{slug.distinct(stem, work.taken(team, ''))}.md"


def _public(work: Workspace, found: Found, memory_id: str) -> bytes:
    before = found.loaded.document
    data = found.data
    if before.fields.get("id") != memory_id:
        data = set_field(before, "id", memory_id)
    for key in ("updated", "promoted_to"):
        data = remove_field(document.read(data), key)
    for key in ("created", "verified", "source", "metadata"):
        value = before.fields.get(key)
        cleaned = _cleaned(value)
        if cleaned != value:
            changed = document.read(data)
            empty = cleaned is None or cleaned in ({}, "")
            data = remove_field(changed, key) if empty else set_field(changed, key, cleaned)
    if work.actor.is_agent:
        data = set_field(document.read(data), "status", STATUS_CANDIDATE)
    return data


def _cleaned(value: Value) -> Value:
    """Return provenance without session, messages and e-mail addresses."""
    if isinstance(value, str):
        return _ADDRESS.sub("", value).strip()
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {key: _cleaned(item) for key, item in value.items() if key not in _PRIVATE}
    return value


def _mark(work: Workspace, found: Found, memory_id: str) -> None:
    data = found.data
    values: dict[str, Value] = {"id": memory_id, "promoted_to": TIER_TEAM}
    for key, value in values.items():
        data = set_field(document.read(data), key, value)
    write.replace(found.root, found.path, data, found.data)
    work.touched(found.root)
