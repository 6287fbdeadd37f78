"""The private trash: what was forgotten, for thirty days, on this machine only."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from teammem.lifecycle.pick import Found
from teammem.lifecycle.workspace import Workspace
from teammem.memory import entry, hashes
from teammem.memory import record as records
from teammem.memory.document import Invalid
from teammem.memory.values import Value
from teammem.roots import scan, write
from teammem.roots.find import Root

DAYS = 30
_NAME = re.compile(r"([0-9A-Z]{26})-[0-9a-f]{6}\.yaml")


class Kept(NamedTuple):
    """One file in the trash."""

    path: str
    root: Path
    data: bytes
    files: tuple[str, str]


def folder(work: Workspace) -> Root:
    """Return the trash as a root: the project's, outside a project the user's."""
    located = work.roots.located
    user = work.roots.user
    if located is None:
        return Root(user.tier, user.anchor, ("trash",), "trash")
    return Root(user.tier, user.anchor, ("projects", located.folder.name, "trash"), "trash")


def keep(work: Workspace, found: Found, memory_id: str) -> None:
    """Put a copy of a file into the trash, and throw away what is older than thirty days."""
    place = folder(work)
    stem = f"{memory_id}-{hashes.name_hex(found.data)}"
    record = records.serialise({"at": work.stamp, "root": str(found.root.path), "path": found.path})
    for name, data in ((f"{stem}.md", found.data), (f"{stem}.yaml", record)):
        old = scan.read(place, name)
        if old is None:
            write.create(place, name, data)
        else:
            write.replace(place, name, data, old)
    _sweep(work, place)


def find(work: Workspace, memory_id: str) -> Kept | None:
    """Return the newest copy of a memory in the trash, None where there is none."""
    place = folder(work)
    found: list[tuple[str, Kept]] = []
    for name, at, fields in _records(place):
        data = scan.read(place, name.removesuffix(".yaml") + ".md")
        if name.startswith(memory_id) and data is not None:
            names = (name.removesuffix(".yaml") + ".md", name)
            found.append((at, Kept(str(fields["path"]), Path(str(fields["root"])), data, names)))
    return max(found, key=lambda one: one[0])[1] if found else None


def drop(work: Workspace, kept: Kept) -> None:
    """Take a copy out of the trash."""
    _remove(folder(work), kept.files)


def _sweep(work: Workspace, place: Root) -> None:
    limit = work.now() - timedelta(days=DAYS)
    for name, at, _ in _records(place):
        when = entry.moment(at)
        if when is not None and when < limit:
            _remove(place, (name.removesuffix(".yaml") + ".md", name))


def _records(place: Root) -> list[tuple[str, str, dict[str, Value]]]:
    try:
        names = sorted(path.name for path in place.path.iterdir())
    except OSError:
        return []
    found = []
    for name in names:
        data = scan.read(place, name) if _NAME.fullmatch(name) else None
        if data is None:
            continue
        try:
            fields = records.parse(data).fields
        except Invalid:
            continue
        if isinstance(fields.get("path"), str) and isinstance(fields.get("root"), str):
            found.append((name, str(fields.get("at") or ""), fields))
    return found


def _remove(place: Root, names: tuple[str, ...]) -> None:
    for name in names:
        data = scan.read(place, name)
        if data is not None:
            write.remove(place, name, data)
