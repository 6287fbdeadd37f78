"""Saving one memory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from teammem import paths
from teammem.errors import Busy, Refusal, UsageError
from teammem.lifecycle import door, duplicates, pick
from teammem.lifecycle.pick import Found
from teammem.lifecycle.workspace import Workspace
from teammem.memory import document, editing, entry, hashes, slug, text
from teammem.memory.values import Value
from teammem.roots import write
from teammem.roots.find import Root
from teammem.vocabulary import (
    COMMAND,
    PINNED,
    STATUS_CANDIDATE,
    TIER_PROJECT,
    TIER_TEAM,
    TIER_USER,
    TIERS,
    TYPE_FEEDBACK,
    TYPE_PROJECT,
    TYPE_USER,
    TYPES,
)

ASK = ""
KEEP = "keep"
UPDATE = "update"
SUPERSEDE = "supersede"
_RACES = 20
CHOICES = (ASK, KEEP, UPDATE, SUPERSEDE)


class Request(NamedTuple):
    """What is to be remembered; empty fields get their defaults.

    Attributes:
        text: the body.
        tier: default by type: user and feedback go to the user tier, the others to the project.
        type: default `project`, `user` in the user tier.
        name: default a slug of the description.
        description: default the first sentence.
        keywords, applies_to: as in the file.
        cites: `PATH` or `PATH:A-B`, from the top directory.
        supersedes: the memory that this one corrects.
        pinned: write it under `pinned/`; people only.
        expires: YYYY-MM-DD.
        session, message, commit: where it came from.
        root: path of a team root.
        on_duplicate: `keep`, `update` or `supersede`; "" waits for a decision.
        dry_run: answer, write nothing.
    """

    text: str
    tier: str = ""
    type: str = ""
    name: str = ""
    description: str = ""
    keywords: tuple[str, ...] = ()
    usage_scenarios: tuple[str, ...] = ()
    applies_to: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    supersedes: str = ""
    pinned: bool = False
    expires: str = ""
    session: str = ""
    message: str = ""
    commit: str = ""
    root: str = ""
    on_duplicate: str = ASK
    dry_run: bool = False
    imported_from: str = ""


class Remembered(NamedTuple):
    """What became of it.

    Attributes:
        written: whether a file was written; false on a dry run or where a decision is needed.
        root: where it goes.
        path: below the root.
        id: its id.
        status: `candidate`, or empty.
        data: the file's bytes.
        duplicates: memories that say nearly the same.
        notices: lines for people.
        next: the next command; empty where there is none.
    """

    written: bool
    root: Root
    path: str
    id: str
    status: str
    data: bytes
    duplicates: tuple[Found, ...] = ()
    notices: tuple[str, ...] = ()
    next: str = ""


def remember(work: Workspace, request: Request) -> Remembered:
    """Save a memory, through duplicates, tombstones, pins and the guard.

    Raises:
        UsageError: an unknown tier, type or choice; nothing to remember.
        Refusal: forgotten text, a secret, an agent's limit, a duplicate of an agent.
        NothingFound: no such root or superseded memory.
        Busy: the name was taken again and again by others.
    """
    kind, tier = _kind_and_tier(request)
    body = document.lf(request.text).strip("\n")
    if not body.strip():
        raise UsageError("nothing to remember", "give a text, or - to read it from standard input")
    root = work.roots.of(tier, request.root)
    old = pick.pick(work, request.supersedes) if request.supersedes else None
    description = request.description or text.first_sentence(body)
    found = [
        one
        for one in duplicates.here(work, body, description)
        if old is None or one.path != old.path
    ]
    on_duplicate = request.on_duplicate
    if found and work.actor.is_agent and on_duplicate == ASK:
        first = found[0]
        raise Refusal(
            f"remembered already: {first.label()}",
            f"{COMMAND} show {first.loaded.entry.id or first.path}; edit it if it changed",
            "duplicate",
        )
    if found and on_duplicate == UPDATE:
        return _update(work, found[0], body, dry_run=request.dry_run)
    if found and on_duplicate == SUPERSEDE and old is None:
        old = found[0]
    door.check_qwen(root)
    door.check_type(root, kind)
    fields = _fields(work, request, kind, description, body)
    draft = entry.read("new.md", document.read(_composed(fields, body)))
    checked = door.check_text(work, draft)
    if checked.resembles and work.actor.is_agent:
        root = work.roots.of(TIER_PROJECT if root.tier == TIER_TEAM else root.tier)
        fields["status"] = STATUS_CANDIDATE
    if work.actor.is_agent and root.tier == TIER_TEAM:
        fields["status"] = STATUS_CANDIDATE
    path = _free_path(work, root, request, str(fields["name"]))
    door.check_actor(work, root, path, "add")
    if old is not None:
        fields["supersedes"] = [_id_of(work, old, dry_run=request.dry_run)]
    data = _composed(fields, body)
    door.check_file(root, path, data)
    waits = bool(found) and on_duplicate == ASK and old is None
    written = not (request.dry_run or waits)
    if written:
        work.prepare(root)
        path = _created(work, root, request, path, data)
        work.touched(root)
    return Remembered(
        written,
        root,
        path,
        str(fields["id"]),
        str(fields.get("status") or ""),
        data,
        tuple(found),
        checked.notices,
        next_command(root, (path,)) if written else "",
    )


def _free_path(work: Workspace, root: Root, request: Request, name: str) -> str:
    folder = f"{PINNED}/" if request.pinned else ""
    return f"{folder}{slug.distinct(slug.slug(name), work.taken(root, folder.rstrip('/')))}.md"


def _created(work: Workspace, root: Root, request: Request, path: str, data: bytes) -> str:
    """Write the file; another process may have taken the name since it was chosen."""
    name = str(document.read(data).fields["name"])
    for _ in range(_RACES):
        try:
            write.create(root, path, data)
        except Refusal as error:
            if error.reason != "name-taken":
                raise
            path = _free_path(work, root, request, name)
        else:
            return path
    raise Busy("many processes write memories of that name", "try again")


def next_command(root: Root, changed: tuple[str, ...], *, staged: bool = False) -> str:
    """Return what to do next with changed files of a team root; "" for a private one.

    Args:
        root: where.
        changed: paths below it.
        staged: whether they are in the index already.
    """
    if root.private:
        return ""
    if staged:
        return "git commit"
    import shlex

    names = " ".join(
        shlex.quote(paths.show(root.prefix + b"/" + os.fsencode(path))) for path in changed
    )
    return f"git add -- {names} && git commit"


def _kind_and_tier(request: Request) -> tuple[str, str]:
    if request.tier not in ("", *TIERS):
        raise UsageError(f"unknown tier {request.tier!r}", f"use one of {', '.join(TIERS)}")
    if request.type not in ("", *TYPES):
        raise UsageError(f"unknown type {request.type!r}", f"use one of {', '.join(TYPES)}")
    if request.on_duplicate not in CHOICES:
        choices = ", ".join(CHOICES[1:])
        raise UsageError(f"unknown choice {request.on_duplicate!r}", f"use one of {choices}")
    if request.expires and entry.moment(request.expires) is None:
        raise UsageError("not a date", "write --expires YYYY-MM-DD")
    if request.tier and not request.type:
        return (TYPE_USER if request.tier == TIER_USER else TYPE_PROJECT), request.tier
    kind = request.type or TYPE_PROJECT
    own = TIER_USER if kind in (TYPE_USER, TYPE_FEEDBACK) else TIER_PROJECT
    return kind, request.tier or own


def _fields(
    work: Workspace, request: Request, kind: str, description: str, body: str
) -> dict[str, Value | int]:
    source: dict[str, Value] = {}
    if work.actor.is_agent:
        source = {"actor": work.actor.kind, "agent": work.actor.name or None}
    source["session"] = request.session or None
    source["messages"] = [request.message] if request.message else None
    source["commit"] = request.commit or None
    source["imported_from"] = request.imported_from or None
    kept: Value = {key: value for key, value in source.items() if value is not None} or None
    name = request.name.strip() or slug.slug(description or body)
    return {
        "name": name,
        "description": " ".join(description.split()),
        "type": kind,
        "id": work.new_id(),
        "keywords": list(request.keywords) or None,
        "usage_scenarios": list(request.usage_scenarios) or None,
        "applies_to": list(request.applies_to) or None,
        "created": {"at": work.stamp, "by": work.author},
        "source": kept,
        "cites": [_cite(work, cite) for cite in request.cites] or None,
        "expires": request.expires or None,
        "schema": entry.SCHEMA,
    }


_ORDER = (
    "name", "description", "type", "id", "keywords", "usage_scenarios", "applies_to", "status",
    "created", "verified", "source", "supersedes", "cites", "expires", "schema",
)  # fmt: skip


def _composed(fields: Mapping[str, Value | int], body: str) -> bytes:
    ordered = {key: fields[key] for key in _ORDER if fields.get(key) is not None}
    try:
        return editing.compose(ordered, body)
    except editing.NotEditable as error:
        raise Refusal(str(error), "a memory is UTF-8 text up to 1 MiB", "not-a-memory") from None


def _cite(work: Workspace, text_: str) -> Value:
    """Return a citation with the hash of what it cites, taken from the work tree."""
    path, colon, lines = text_.rpartition(":")
    if not colon or not lines.replace("-", "").isdigit():
        path, lines = text_, ""
    top = work.roots.top
    if top is None:
        raise UsageError("a citation needs a repository", "leave --cite out")
    full = os.path.normpath(work.roots.cwd / path)
    if not paths.contained(str(top), full):
        raise UsageError("the cited path lies outside the repository", "cite a file of this one")
    inner = os.path.relpath(full, top)
    try:
        with open(full, "rb") as file:  # noqa: PTH123 - a plain path
            content = file.read(64 << 20)
    except OSError as error:
        raise UsageError(
            f"cannot read {paths.show(os.fsencode(inner))}: {error.strerror}", "cite a file"
        ) from None
    cite: dict[str, Value] = {"path": inner}
    if not lines:
        return {**cite, "hash": hashes.of_file(content)}
    first, _, last = lines.partition("-")
    digest = hashes.of_lines(content, int(first), int(last or first))
    if digest is None:
        raise UsageError(f"{inner} has no lines {lines}", "cite lines that exist: PATH:A-B")
    return {**cite, "lines": f"{int(first)}-{int(last or first)}", "hash": digest}


def _id_of(work: Workspace, old: Found, *, dry_run: bool) -> str:
    """Return a memory's id; a file that has none gets its derived one."""
    known = old.loaded.entry.id
    if known:
        return known
    from teammem.lifecycle import edit

    return edit.give_id(work, old, dry_run=dry_run)


def _update(work: Workspace, old: Found, body: str, *, dry_run: bool) -> Remembered:
    from teammem.lifecycle import edit

    done = edit.edit(work, old, edit.Changes(body=body + "\n"), dry_run=dry_run)
    return Remembered(
        done.written, done.root, done.path, done.id, done.status, done.data, (old,),
        done.notices, done.next,
    )  # fmt: skip
