"""Changing one memory, byte for byte only what was asked."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from teammem.errors import Refusal, UsageError
from teammem.lifecycle import bring, door
from teammem.lifecycle.pick import Found
from teammem.lifecycle.remember import next_command
from teammem.lifecycle.workspace import Workspace
from teammem.memory import document, editing, entry, ids, slug
from teammem.memory.document import Document
from teammem.memory.values import Value
from teammem.roots import write
from teammem.roots.find import Root
from teammem.vocabulary import (
    STATUS_CANDIDATE,
    STATUS_PLAIN,
    STATUS_VERIFIED,
    STATUSES,
    TIER_TEAM,
    TYPES,
)

# These say who, when and what a memory is: only verbs write them.
_KEPT = ("id", "schema", "created", "updated", "verified", "source", "promoted_to", "status")
_LISTS = ("keywords", "usage_scenarios", "applies_to", "supersedes")


class Changes(NamedTuple):
    """What to change.

    Attributes:
        set: key to new value; lists may be given with commas.
        remove: keys to take out.
        body: the new body, None = as it is.
        status: the new status, "" = as it is; `plain` takes the key out. People only.
        text: the whole file anew, from an editor; excludes the others.
    """

    set: Mapping[str, str] = MappingProxyType({})
    remove: tuple[str, ...] = ()
    body: str | None = None
    status: str = ""
    text: bytes | None = None


class Edited(NamedTuple):
    """What became of it; `path` is another file's where an agent's change became a candidate."""

    written: bool
    root: Root
    path: str
    id: str
    status: str
    data: bytes
    notices: tuple[str, ...] = ()
    next: str = ""


def edit(work: Workspace, found: Found, changes: Changes, *, dry_run: bool = False) -> Edited:
    """Change a memory; an agent's change of a plain or verified team memory proposes one instead.

    Raises:
        UsageError: a key or value that cannot be set.
        Refusal: forgotten text, a secret, a pin, a file that changed meanwhile or whose front
            matter cannot be edited.
    """
    before = found.loaded.entry
    proposes = (
        work.actor.is_agent and found.root.tier == TIER_TEAM and before.status != STATUS_CANDIDATE
    )
    if work.actor.is_agent and (changes.status or changes.text is not None):
        raise Refusal("only people set a status", "ask a person to do it", "waits-for-person")
    door.check_actor(work, found.root, found.path, "change")
    data = _changed(found, changes)
    after = document.read(data)
    read = entry.read(found.path, after, found.root.default_type)
    door.check_type(found.root, read.type)
    passed = door.check_text(work, read)
    if proposes:
        return _propose(work, found, data, passed.notices, dry_run=dry_run)
    if data == found.data:
        return Edited(False, found.root, found.path, before.id, before.status, data)
    data = _stamped(work, found, after)
    door.check_file(found.root, found.path, data)
    if not dry_run:
        work.prepare(found.root)
        bring.put(work, found, data)
        work.touched(found.root)
    shown = entry.read(found.path, document.read(data), found.root.default_type)
    following = next_command(found.root, (found.path,)) if not dry_run else ""
    following = bring.next_command(found, following) if following else ""
    return Edited(
        not dry_run, found.root, found.path, shown.id, shown.status, data, passed.notices, following
    )


def give_id(work: Workspace, found: Found, *, dry_run: bool = False) -> str:
    """Write the derived id into a file that has none; returns it.

    Raises:
        Refusal: as for `edit`.
    """
    made = derived_id(work, found)
    if not dry_run:
        door.check_actor(work, found.root, found.path, "change")
        data = set_field(found.loaded.document, "id", made)
        bring.put(work, found, data)
        work.touched(found.root)
    return made


def derived_id(work: Workspace, found: Found) -> str:
    """Return the id that a file has, or gets at its first change."""
    blob = work.blob(found.root, found.path, found.data)
    return found.loaded.entry.id or ids.derived(found.path.encode("utf-8"), blob)


def set_field(before: Document, key: str, value: Value | int) -> bytes:
    """Set one key, as a refusal where the file does not allow it.

    Raises:
        Refusal: the front matter cannot be edited without touching more than that.
    """
    try:
        return editing.set_field(before, key, value)
    except editing.NotEditable as error:
        raise not_editable(error) from None


def remove_field(before: Document, key: str) -> bytes:
    """Take one key out, as a refusal where the file does not allow it.

    Raises:
        Refusal: as for `set_field`.
    """
    try:
        return editing.remove_field(before, key)
    except editing.NotEditable as error:
        raise not_editable(error) from None


def not_editable(error: editing.NotEditable) -> Refusal:
    """Return the refusal for a file that keeps its bytes."""
    return Refusal(str(error), "correct the file by hand", "not-editable")


def _changed(found: Found, changes: Changes) -> bytes:
    before = found.loaded.document
    if changes.text is not None:
        return _from_editor(changes.text)
    data = found.data
    for key, given in changes.set.items():
        data = set_field(document.read(data), key, _value(key, given))
    for key in changes.remove:
        if key in _KEPT:
            raise UsageError(f"{key} is not yours to remove", "remove another key")
        data = remove_field(document.read(data), key)
    if changes.status:
        data = _with_status(document.read(data), changes.status)
    if changes.body is not None and document.lf(changes.body) != before.body:
        try:
            data = editing.set_body(document.read(data), changes.body)
        except editing.NotEditable as error:
            raise not_editable(error) from None
    return data


def _from_editor(data: bytes) -> bytes:
    try:
        document.read(data)
    except document.Invalid as error:
        line = error.problem.line
        raise Refusal(
            f"line {line}: {error}", "edit it again; nothing was written", "invalid", line
        ) from None
    return data


def _value(key: str, given: str) -> Value:
    if key in _KEPT:
        hint = "use --status" if key == "status" else "set another key"
        raise UsageError(f"{key} is not yours to set", hint)
    if key == "type" and given not in TYPES:
        raise UsageError(f"unknown type {given!r}", f"use one of {', '.join(TYPES)}")
    if key == "expires" and entry.moment(given) is None:
        raise UsageError("not a date", "write expires=YYYY-MM-DD")
    if key in _LISTS:
        return [part.strip() for part in given.split(",") if part.strip()]
    return given


def _with_status(before: Document, status: str) -> bytes:
    if status not in STATUSES:
        raise UsageError(f"unknown status {status!r}", f"use one of {', '.join(STATUSES)}")
    if status == STATUS_VERIFIED:
        raise UsageError("a status of verified needs the text's hash", "use `teammem verify`")
    if status == STATUS_PLAIN:
        return remove_field(before, "status")
    return set_field(before, "status", status)


def _stamped(work: Workspace, found: Found, after: Document) -> bytes:
    """Add what every change by teammem adds: an id, and in private tiers the time."""
    data = after.source.encode("utf-8")
    if not after.sound:
        return data
    if "id" not in after.fields:
        data = set_field(document.read(data), "id", derived_id(work, found))
    if found.root.private:
        stamp: Value = {"at": work.stamp, "by": work.author}
        data = set_field(document.read(data), "updated", stamp)
    return data


def _propose(
    work: Workspace, found: Found, data: bytes, notices: tuple[str, ...], *, dry_run: bool
) -> Edited:
    """Write an agent's change as a candidate that supersedes the memory once it is verified."""
    old = found.loaded.entry.id or give_id(work, found, dry_run=dry_run)
    for key in ("verified", "promoted_to"):
        data = remove_field(document.read(data), key)
    made = work.new_id()
    source: Value = {"actor": work.actor.kind, "agent": work.actor.name or work.actor.kind}
    values: dict[str, Value] = {
        "id": made,
        "status": STATUS_CANDIDATE,
        "created": {"at": work.stamp, "by": work.author},
        "source": source,
        "supersedes": [old],
    }
    for key, value in values.items():
        data = set_field(document.read(data), key, value)
    folder, _, name = found.path.rpartition("/")
    stem = slug.slug(name.removesuffix(".md"))
    free = slug.distinct(stem, work.taken(found.root, folder))
    path = f"{folder}/{free}.md" if folder else f"{free}.md"
    door.check_qwen(found.root)
    door.check_actor(work, found.root, path, "add")
    door.check_file(found.root, path, data)
    if not dry_run:
        write.create(found.root, path, data)
        work.touched(found.root)
    following = next_command(found.root, (path,)) if not dry_run else ""
    told = (*notices, f"proposed as a candidate: a person verifies it, then it replaces {old}")
    return Edited(not dry_run, found.root, path, made, STATUS_CANDIDATE, data, told, following)
