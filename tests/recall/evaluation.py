"""A folder of memories as something to ask: for `score.py --callable` and the tests."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from pathlib import Path

from teammem.recall.ask import Clock, ask
from teammem.recall.cache import Entry, Root, opened, signature
from teammem.recall.model import Recalled
from teammem.recall.notes import parser
from teammem.recall.select import Terms, select
from teammem.vocabulary import TIERS

TODAY = date(2030, 1, 15)
NOW = Clock(2_000_000_000_000_000_000, TODAY)


def root(folder: Path, tier: str, database: str = "") -> Root:
    """Return the root of a tier at `folder`, listed now."""

    def read(key: str) -> bytes:
        return (folder / key).read_bytes()

    entries = []
    for path in sorted(folder.rglob("*.md")):
        mark, changed = signature(os.lstat(path))
        entries.append(Entry(path.relative_to(folder).as_posix(), mark, changed))
    shown = folder.as_posix()
    return Root(tier, entries, read, parser(tier, lambda key: f"{shown}/{key}"), database)


def roots(folder: Path, databases: str = "") -> list[Root]:
    """Return the three roots below `folder`, with a file each in `databases` if given."""
    return [
        root(folder / tier, tier, f"{databases}/{tier}.db" if databases else "") for tier in TIERS
    ]


def asked(folder: Path, question: str, databases: str = "", terms: Terms | None = None) -> Recalled:
    """Ask the three roots below `folder` afresh."""
    return ask(question, roots(folder, databases), NOW, terms)


def factory(folder: str) -> Callable[[str], list[dict[str, str]]]:
    """Return a function from a question to its answer, over `folder` as it is now."""
    ready = [opened(one, NOW.now_ns) for one in roots(Path(folder))]
    stores = [store for one in ready for store in one.stores]

    def search(question: str) -> list[dict[str, str]]:
        return [{"path": hit.note.path} for hit in select(question, stores).hits]

    return search
