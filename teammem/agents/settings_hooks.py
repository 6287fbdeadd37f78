"""Our entries in the JSON settings of an agent: found, put in, taken out. Pure.

Ownership shows in the command itself, not in a mark beside it: Codex ignores a whole file with a
key that it does not know. New entries go to the end of their list and changed ones stay where they
are, since Codex ties a person's trust to the place and the text of each entry.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from teammem.agents import settings_splice as splice
from teammem.agents.settings_jsonc import Malformed
from teammem.vocabulary import COMMAND, HOOK_COMMAND

if TYPE_CHECKING:
    from collections.abc import Iterable

    from teammem.agents.settings_jsonc import Document, Path

HOOKS = "hooks"
_OURS = re.compile(rf"{HOOK_COMMAND}\S*\s+agent\s+\w")


class Hook(NamedTuple):
    """One entry: for an event, for some tools ("" for all), with the members of its handler."""

    event: str
    matcher: str
    handler: dict[str, Any]


def is_ours(handler: Any) -> bool:
    """Tell whether a handler runs our hook."""
    command = handler.get("command") if isinstance(handler, dict) else None
    return isinstance(command, str) and _OURS.search(command) is not None


def is_our_server(value: Any) -> bool:
    """Tell whether the entry of an MCP server starts ours."""
    if not isinstance(value, dict) or not isinstance(value.get("command"), str):
        return False
    program, args = PurePath(value["command"]).name, value.get("args")
    names = (COMMAND, f"git-{COMMAND}")
    return program in names and isinstance(args, list) and args[:1] == ["mcp"]


def ours(document: Document, *, flat: bool) -> list[Path]:
    """Return the paths of all our handlers in a document, in its order."""
    events = document.get((HOOKS,))
    if not isinstance(events, dict):
        return []
    found: list[Path] = []
    for event, entries in events.items():
        for at, entry in enumerate(entries if isinstance(entries, list) else ()):
            if flat and is_ours(entry):
                found.append((HOOKS, event, at))
            inner = entry.get(HOOKS) if isinstance(entry, dict) else None
            if not flat and isinstance(inner, list):
                found += [
                    (HOOKS, event, at, HOOKS, place)
                    for place, handler in enumerate(inner)
                    if is_ours(handler)
                ]
    return found


def put(document: Document, hooks: Iterable[Hook], *, flat: bool) -> Document:
    """Return the document with exactly these entries of ours.

    Raises:
        Malformed: what should hold them is something else.
    """
    wanted = {hook.event: hook for hook in hooks}
    for path in reversed(ours(document, flat=flat)):
        first = next(one for one in ours(document, flat=flat) if one[1] == path[1])
        if path[1] not in wanted or path != first:
            document = cut(document, path)
    for hook in wanted.values():
        places = [path for path in ours(document, flat=flat) if path[1] == hook.event]
        if places:
            document = _mended(document, places[0], hook, flat=flat)
        else:
            document = _appended(document, hook, flat=flat)
    return document


def cut(document: Document, path: Path) -> Document:
    """Return the document without one handler, and without its group where nothing else is in it."""
    document = splice.delete(document, path)
    if path[-2] == HOOKS and len(path) > 3:
        group = document.get(path[:-2])
        if not group[HOOKS] and set(group) <= {"matcher", HOOKS}:
            document = splice.delete(document, path[:-2])
    return document


def merge(document: Document, path: Path, values: dict[str, Any]) -> Document:
    """Return the document with these members in the object at `path`; others of it stay."""
    old = document.get(path)
    for name, value in values.items():
        if name not in old:
            document = splice.insert(document, path, value, name)
        elif type(old[name]) is not type(value) or old[name] != value:
            document = splice.replace(document, (*path, name), value)
    return document


def holds(document: Document, path: Path, kind: type) -> bool:
    """Tell whether an object or list stands at `path`.

    Raises:
        Malformed: something else stands there.
    """
    found = document.child(path)
    if found is not None and not isinstance(found.node.value, kind):
        what = "an object" if kind is dict else "a list"
        name = ".".join(map(str, path))
        raise Malformed(f"{name} is not {what}", document.line(found.node.start))
    return found is not None


def _appended(document: Document, hook: Hook, *, flat: bool) -> Document:
    matcher = {"matcher": hook.matcher} if hook.matcher else {}
    entry = {**hook.handler, **matcher} if flat else {**matcher, HOOKS: [hook.handler]}
    if not holds(document, (HOOKS,), dict):
        return splice.insert(document, (), {hook.event: [entry]}, HOOKS)
    if not holds(document, (HOOKS, hook.event), list):
        return splice.insert(document, (HOOKS,), [entry], hook.event)
    return splice.insert(document, (HOOKS, hook.event), entry)


def _mended(document: Document, path: Path, hook: Hook, *, flat: bool) -> Document:
    """Return the document with an entry of ours as it should be, in its place."""
    group = path if flat else path[:-2]
    if (document.get(group).get("matcher") or "") != hook.matcher:
        if not flat and len(document.get(path[:-1])) > 1:
            # Somebody else's handler shares the group, and keeps the matcher it was put under.
            return _appended(cut(document, path), hook, flat=flat)
        if hook.matcher:
            document = merge(document, group, {"matcher": hook.matcher})
        else:
            document = splice.delete(document, (*group, "matcher"))
    return merge(document, path, hook.handler)
