"""Recall over the roots of a directory: what the command line, hooks and MCP call."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from teammem import paths
from teammem.recall import ask as asking
from teammem.recall import cache, globs
from teammem.recall.ask import Clock
from teammem.recall.model import Note, Recalled
from teammem.recall.notes import parser
from teammem.recall.prime import BUDGET, prime
from teammem.recall.rerank import Reranker
from teammem.recall.select import Terms
from teammem.recall.serving import Guard
from teammem.roots import ages, scan, twins
from teammem.roots import view as views
from teammem.roots.find import Root, Roots
from teammem.roots.overlay import NOTHING, Overlay
from teammem.roots.twins import Carried
from teammem.roots.view import View
from teammem.vocabulary import TIER_TEAM


class Where(NamedTuple):
    """What is asked.

    Attributes:
        roots: the roots, in any order.
        top: top of the work tree, None without one; team paths are shown from there.
        cwd: the working directory, real.
        caches: the directory of caches, None for none.
        view: what counts in the team roots, None where their files are all.
        walks: whether history may be walked for the age of a memory that names none; not where a
            hook waits, which is told only what is known already.
    """

    roots: tuple[Root, ...]
    top: Path | None
    cwd: Path
    caches: Path | None = None
    view: View | None = None
    walks: bool = False

    def overlay(self, root: Root) -> Overlay:
        """Return what of a root differs from its files."""
        return self.view.overlay(root) if self.view else NOTHING


def everywhere(
    found: Roots, caches: Path | None, *, team: bool = True, view: View | None = None
) -> Where:
    """Return all roots of a directory.

    Args:
        found: from `roots.find.find`.
        caches: the directory of caches (`config.places.cache()`).
        team: whether the team tier is served: False for agents in a clone that is not trusted.
        view: the view of these roots where the caller has it already.
    """
    if not team:
        private = tuple(root for root in found.all() if root.private)
        return Where(private, found.top, found.cwd, caches)
    view = view or views.of(found)
    return Where(view.roots.all(), found.top, found.cwd, caches, view)


def given(folders: Sequence[tuple[str, Path]], cwd: Path, caches: Path | None = None) -> Where:
    """Return the roots at folders that were named (`--root TIER=DIR`), instead of those found.

    Args:
        folders: tiers and directories; one that does not exist is empty.
        cwd: the working directory, real.
        caches: the directory of caches, None for none.
    """
    roots = []
    for tier, folder in folders:
        real = Path(paths.real(str(cwd / folder)))
        roots.append(Root(tier, real.parent, (real.name,), "named"))
    return Where(tuple(roots), None, cwd, caches)


def _shown(root: Root, where: Where) -> str:
    if where.top and root.tier == TIER_TEAM:
        return root.path.relative_to(where.top).as_posix()
    return root.path.as_posix()


def _opened(root: Root, where: Where) -> cache.Root:
    folder = str(root.path)
    shown = _shown(root, where)
    overlay = where.overlay(root)
    entries = []
    for key in scan.listing(root, overlay):
        if key in overlay.brought:
            entries.append(cache.Entry(key, f"blob {overlay.brought[key].oid}"))
            continue
        try:
            found = os.lstat(os.path.join(folder, key))  # noqa: PTH118 - as fast as scandir
        except OSError:
            continue
        entries.append(cache.Entry(key, *cache.signature(found)))

    def read(key: str) -> bytes:
        data = scan.read(root, key, overlay)
        if data is None:
            raise FileNotFoundError(2, "No such file")
        return data

    database = cache.place(str(where.caches), folder) if where.caches else ""
    return cache.Root(
        root.tier, entries, read, parser(root.tier, lambda key: f"{shown}/{key}"), database
    )


def _elsewhere(where: Where, named: Sequence[str]) -> Callable[[Note], str]:
    """Return the rule of monorepos: a team root below the directory waits to be meant.

    Its memories count where a named path lies beside or below the root, or names it.
    """
    top = where.top
    waiting = []
    for root in where.roots:
        home = root.path.parent
        if top is None or root.tier != TIER_TEAM or where.cwd == home:
            continue
        if where.cwd in home.parents:
            folder = home.relative_to(top).as_posix()
            meant = [(where.cwd / path).as_posix() for path in named]
            meant += [(top / path).as_posix() for path in named]
            inside = f"{home.as_posix()}/"
            if not any(f"{path}/".startswith(inside) for path in meant):
                waiting.append(f"{folder}/")

    def reason(note: Note) -> str:
        below = note.tier == TIER_TEAM and note.path.startswith(tuple(waiting))
        return "another-folder" if below else ""

    return reason if waiting else lambda _note: ""


def _from_top(where: Where, given_paths: Sequence[str]) -> tuple[str, ...]:
    """Return paths as they lie below the top, which is how `applies_to` names them."""
    if where.top is None:
        return tuple(given_paths)
    found = []
    for path in given_paths:
        whole = os.path.normpath(where.cwd / path)
        top = str(where.top)
        found.append(os.path.relpath(whole, top) if whole.startswith(top) else path)
    return tuple(found)


def recall(
    question: str,
    where: Where,
    now: Clock,
    terms: Terms | None = None,
    reranker: Reranker | None = None,
) -> Recalled:
    """Find the memories that are about a question, or none.

    Deterministic, without network, model or lock. What is superseded, retired, expired, forgotten,
    a conflict copy, or a team memory in which the guard finds a credential, is left out and named.

    Args:
        question: the prompt.
        where: the roots.
        now: the time (`ask.clock()`).
        terms: limit, what the session has seen, tools in use, paths (from the working directory).
        reranker: a second opinion on the order.
    """
    terms = terms or Terms()
    named = _from_top(where, terms.paths)
    guard = _guard(where)
    elsewhere = _elsewhere(where, (*terms.paths, *globs.named_paths(question)))
    told, refused = terms.excluded, terms.refused
    answer = asking.ask(
        question,
        [_opened(root, where) for root in where.roots],
        now,
        terms._replace(
            paths=named,
            excluded=lambda note: told(note) or elsewhere(note),
            refused=lambda note: refused(note) or guard.refuses(note),
        ),
        guard.forgotten,
        reranker,
        _twins(where),
    )
    if where.view is None:
        return answer
    beside = _Beside(where, where.view)
    return answer._replace(
        hits=tuple(hit._replace(note=beside.of(hit.note)) for hit in answer.hits)
    )


def _guard(where: Where) -> Guard:
    repo = where.view.roots.repository if where.view else None
    return Guard(where.roots, where.top, where.overlay, repo)


def _twins(where: Where) -> Callable[[Iterable[Note]], Callable[[Note], str]] | None:
    """Return the rule for two paths with one id, None where nothing is brought."""
    if where.view is None or not where.view.brings:
        return None
    shown = {_shown(root, where): where.overlay(root) for root in where.roots if not root.private}

    def rule(notes: Iterable[Note]) -> Callable[[Note], str]:
        carried = [_carried(note) for note in notes if note.tier == TIER_TEAM]
        gone = twins.dropped(carried, shown)
        return lambda note: "twin" if gone and _carried(note) in gone else ""

    return rule


def _carried(note: Note) -> Carried:
    return Carried(note.id, note.path.removesuffix(f"/{note.key}"), note.key)


class _Beside:
    """What is said of a note that its file does not say: where its text is, and its age by git."""

    def __init__(self, where: Where, view: View) -> None:
        self._where = where
        self._view = view
        self._dates: dict[str, Mapping[str, datetime]] = {}

    def of(self, note: Note) -> Note:
        """Return the note with what is known of it."""
        for root in self._where.roots:
            if root.private or note.path != f"{_shown(root, self._where)}/{note.key}":
                continue
            origin = self._view.origin(root, note.key)
            theirs = self._view.overlay(root).is_theirs(note.key)
            return note._replace(origin=origin, since=note.since or self._since(note, theirs))
        return note

    def _since(self, note: Note, theirs: bool) -> str:
        repo = self._view.roots.repository
        seen = getattr(self._view.destination, "last_seen", None)
        commit = (seen if theirs else self._view.roots.head) or ""
        if repo is None:
            return ""
        if commit not in self._dates:
            where = self._where
            self._dates[commit] = ages.of(repo, commit, where.caches, walk=where.walks)
        at = self._dates[commit].get(note.path)
        return at.date().isoformat() if at else ""


def sharing(text: str, where: Where, now: Clock) -> list[tuple[Root, str]] | None:
    """Return root and path of the memories that a text may nearly repeat (`ask.sharing`)."""
    found = asking.sharing(text, [_opened(root, where) for root in where.roots], now, _twins(where))
    return None if found is None else [(where.roots[number], key) for number, key in found]


def session_start(
    where: Where, now: Clock, budget: int = BUDGET, notices: Sequence[str] = ()
) -> str:
    """Return the text for the start of a session (`teammem prime`).

    Args:
        where: the roots.
        now: the time.
        budget: the most characters.
        notices: lines about what is not served.
    """
    guard = _guard(where)
    roots = [_opened(root, where) for root in where.roots]
    listed = asking.everything(roots, now, guard.forgotten, _twins(where))
    elsewhere = _elsewhere(where, ())
    here = [note for note in listed if not elsewhere(note)]
    return prime(here, _folder(where), budget, notices, guard.refuses)


def _folder(where: Where) -> str:
    if where.top is None or not where.cwd.is_relative_to(where.top):
        return ""
    folder = where.cwd.relative_to(where.top).as_posix()
    return "" if folder == "." else folder


def refresh(where: Where, now: Clock) -> None:
    """Bring caches up to date, where nobody waits for an answer."""
    if where.view is not None and where.view.roots.repository is not None:
        seen = getattr(where.view.destination, "last_seen", None)
        for commit in filter(None, {where.view.roots.head, seen}):
            ages.of(where.view.roots.repository, commit, where.caches)
    asking.refresh([_opened(root, where) for root in where.roots], now)
