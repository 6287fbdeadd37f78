"""Finding the memory that a person or agent means: by id, unique prefix, name or path."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from teammem.errors import NothingFound, UsageError
from teammem.lifecycle.workspace import Workspace
from teammem.memory import ids, slug
from teammem.memory.reading import Loaded
from teammem.roots import scan
from teammem.roots.find import Root
from teammem.roots.overlay import Brought
from teammem.vocabulary import TIERS

_LEAST_PREFIX = 4


class Found(NamedTuple):
    """One memory and where it is.

    Attributes:
        root: its root.
        loaded: the memory as the view has it.
        brought: where its text comes from if that is no file here, or not the file's.
    """

    root: Root
    loaded: Loaded
    brought: Brought | None = None

    @property
    def path(self) -> str:
        """Return its path below the root."""
        return self.loaded.path

    @property
    def data(self) -> bytes:
        """Return the file's bytes as they were read."""
        return self.loaded.document.source.encode("utf-8")

    def label(self) -> str:
        """Return how it is named to people: tier, id or path, name."""
        entry = self.loaded.entry
        return f"{self.root.tier} {entry.id or self.path} {entry.name}"


def all_in(work: Workspace, tier: str = "") -> list[Found]:
    """Return all memories of all roots, or of one tier's."""
    return [
        Found(found.root, loaded, found.overlay.brought.get(loaded.path))
        for found in work.scans(tier)
        for loaded in found.loaded
    ]


def some(work: Workspace, wanted: Iterable[tuple[Root, str]]) -> list[Found]:
    """Return memories by root and path below it; only their files are read."""
    by_root: dict[Root, list[str]] = {}
    for root, path in wanted:
        by_root.setdefault(root, []).append(path)
    return [
        Found(root, loaded, work.view.overlay(root).brought.get(loaded.path))
        for root, some_paths in by_root.items()
        for loaded in scan.some(root, some_paths, work.stones_in(root), work.view.overlay(root))
    ]


def pick(work: Workspace, word: str, tier: str = "") -> Found:
    """Return the one memory that `word` names.

    Of copies with one id (a promoted memory) the team's is meant, unless a tier is given.

    Args:
        work: where.
        word: id, its unique prefix (four characters and more), name, slug, or path.
        tier: only there.

    Raises:
        NothingFound: none.
        UsageError: several; the message lists them.
    """
    found = candidates(all_in(work, tier), word, work)
    if not found:
        raise NothingFound("no memory answers to that", "`teammem list` shows them", "no-memory")
    if len(found) > 1:
        names = "; ".join(one.label() for one in found[:10])
        raise UsageError(f"several memories answer to that: {names}", "give a full id", "ambiguous")
    return found[0]


def candidates(memories: Iterable[Found], word: str, work: Workspace) -> list[Found]:
    """Return all memories that `word` may name: the first kind of match that finds any."""
    everything = list(memories)
    whole = ids.canonical(word)
    if whole:
        return _one_per_id([one for one in everything if one.loaded.entry.id == whole])
    by_path = [one for one in everything if word in (one.path, *_places(one, work))]
    if by_path:
        return by_path
    folded = slug.fold(word)
    named = [
        one
        for one in everything
        if folded in (slug.fold(one.loaded.entry.name), slug.fold(_stem(one.path)))
    ]
    if named:
        return _one_per_id(named)
    prefix = word.strip().upper()
    if len(prefix) < _LEAST_PREFIX:
        return []
    return _one_per_id([one for one in everything if one.loaded.entry.id.startswith(prefix)])


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


def _places(one: Found, work: Workspace) -> tuple[str, ...]:
    """Return the paths by which a person at the working directory may name a file."""
    full = one.root.path / one.path
    names = [str(full)]
    names += [
        str(full.relative_to(base))
        for base in (work.roots.cwd, work.roots.top)
        if base is not None and full.is_relative_to(base)
    ]
    return tuple(names)


def _one_per_id(found: list[Found]) -> list[Found]:
    kept: dict[str, Found] = {}
    ordered = sorted(found, key=lambda one: TIERS[::-1].index(one.root.tier))
    same_tier: list[Found] = []
    for one in ordered:
        key = one.loaded.entry.id or f"{one.root.path}/{one.path}"
        first = kept.setdefault(key, one)
        if first is not one and first.root.tier == one.root.tier:
            same_tier.append(one)
    return [*kept.values(), *same_tier]
