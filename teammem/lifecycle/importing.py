"""Importing folders of memories in Claude Code's and Qwen Code's form into the private tiers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from teammem.errors import NothingFound, Refusal, TeammemError
from teammem.lifecycle import duplicates, pick
from teammem.lifecycle.remember import KEEP, Remembered, Request, remember
from teammem.lifecycle.workspace import Workspace
from teammem.memory import freetext, hashes, index, reading, text, topic
from teammem.memory.reading import Broken, Loaded, Skipped
from teammem.roots.scan import SKIP_NAME
from teammem.vocabulary import (
    INDEX_FILE,
    MAX_MEMORY_BYTES,
    MEMORY_SUFFIX,
    NOT_MEMORIES,
    TIER_PROJECT,
    TIER_USER,
    TYPE_FEEDBACK,
    TYPE_USER,
)

NEW = "new"
KNOWN = "imported-before"
SAME = "same-text"
NEAR = "near-duplicate"


class Item(NamedTuple):
    """One memory that an import would add, or why it would not.

    Attributes:
        origin: file it comes from, with `#n` for the nth entry of a topic file.
        state: `new`, `imported-before`, `same-text` or `near-duplicate`.
        request: what would be remembered.
        like: label of the memory that it equals or resembles.
    """

    origin: str
    state: str
    request: Request
    like: str = ""


class Plan(NamedTuple):
    """A preview; `left` are files that give nothing, with the reason."""

    items: tuple[Item, ...]
    left: tuple[tuple[str, str], ...]


class Imported(NamedTuple):
    """What was added, and what was refused, with the reason."""

    added: tuple[Remembered, ...]
    refused: tuple[tuple[str, TeammemError], ...]


def plan(work: Workspace, sources: Iterable[Path], *, tier: str = "") -> Plan:
    """Return what an import would do; nothing is written.

    Args:
        work: where.
        sources: folders or files, in Claude Code's or Qwen Code's form.
        tier: `user` or `project`; by default by each memory's type.

    Raises:
        NothingFound: a source is not there.
    """
    known = _origins(work)
    everything = pick.all_in(work)
    items: list[Item] = []
    left: list[tuple[str, str]] = []
    for path, data in _files(sources):
        if data is None:
            left.append((str(path), "unreadable"))
            continue
        name = path.name.lower()
        if name in NOT_MEMORIES and (name != INDEX_FILE.lower() or index.is_ours(data)):
            left.append((str(path), SKIP_NAME))
            continue
        found = reading.read(path.name, data)
        if isinstance(found, Broken):
            left.append((str(path), f"line {found.problem.line}: {found.problem}"))
        elif isinstance(found, Skipped):
            left.append((str(path), found.reason))
        else:
            requests = list(_requests(path, found, tier))
            if not requests:
                left.append((str(path), SKIP_NAME))
            for origin, request in requests:
                state, like = _state(origin, request, known, everything)
                items.append(Item(origin, state, request, like))
    return Plan(tuple(items), tuple(left))


def apply(work: Workspace, planned: Plan, *, near: bool = False) -> Imported:
    """Add what a plan lists as new, through tombstones and guard; a second run adds nothing.

    Args:
        work: where.
        planned: from `plan`.
        near: add near duplicates too.
    """
    added: list[Remembered] = []
    refused: list[tuple[str, TeammemError]] = []
    wanted = (NEW, NEAR) if near else (NEW,)
    for item in planned.items:
        if item.state not in wanted:
            continue
        try:
            added.append(remember(work, item.request))
        except Refusal as error:
            refused.append((item.origin, error))
    return Imported(tuple(added), tuple(refused))


def _files(sources: Iterable[Path]) -> Iterator[tuple[Path, bytes | None]]:
    for source in sources:
        if source.is_file():
            yield source, _bytes(source)
            continue
        if not source.is_dir():
            raise NothingFound(f"no such file or folder: {source}", "give a folder of memories")
        for folder, folders, names in os.walk(source):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = Path(folder, name)
                # Links could lead anywhere; a source is read, never followed.
                if name.endswith(MEMORY_SUFFIX) and not path.is_symlink() and path.is_file():
                    yield path, _bytes(path)


def _bytes(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(MAX_MEMORY_BYTES + 1)
    except OSError:
        return None


def _requests(path: Path, found: Loaded, tier: str) -> Iterator[tuple[str, Request]]:
    entry = found.entry
    kind = entry.type
    own = TIER_USER if kind in (TYPE_USER, TYPE_FEEDBACK) else TIER_PROJECT
    if path.name.lower() == INDEX_FILE.lower():
        # An index of files, and often facts among its lines: those are memories of their own.
        pieces = [(one.title, one.text) for one in freetext.pieces(entry.body)]
    else:
        pieces = [("", fact.text()) for fact in topic.facts(entry.body)]
    whole = not pieces and path.name.lower() != INDEX_FILE.lower()
    parts = [("", entry.body)] if whole else pieces
    for number, (title, body) in enumerate(parts, 1):
        place = str(path) if whole else f"{path}#{number}"
        digest = hashes.of_body(body).removeprefix(hashes.PREFIX)[:16]
        origin = f"{place} {digest}"
        yield (
            origin,
            Request(
                body if body.strip() else entry.description,
                tier or own,
                kind,
                entry.name if whole else "",
                entry.description if whole else _described(title, body),
                entry.keywords,
                entry.usage_scenarios,
                entry.applies_to,
                expires=entry.expires.isoformat() if entry.expires else "",
                session=entry.source.session,
                on_duplicate=KEEP,
                imported_from=origin,
            ),
        )


def _described(title: str, body: str) -> str:
    """Return the description of a piece: what it says, after the heading that it stood under."""
    said = text.first_sentence(body)
    return text.cut(f"{title}: {said}", text.MAX_DESCRIPTION) if title else ""


def _origins(work: Workspace) -> frozenset[str]:
    found = (one.loaded.entry.source.imported_from for one in pick.all_in(work))
    return frozenset(origin for origin in found if origin)


def _state(
    origin: str, request: Request, known: frozenset[str], everything: list[pick.Found]
) -> tuple[str, str]:
    if origin in known:
        return KNOWN, ""
    near = duplicates.near(everything, request.text, request.description)
    if not near:
        return NEW, ""
    same = duplicates.same(near[0], request.text, request.description)
    return (SAME if same else NEAR), near[0].label()
