"""Memories that say nearly the same already."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from teammem.config import places
from teammem.lifecycle import pick
from teammem.lifecycle.pick import Found
from teammem.lifecycle.workspace import Workspace
from teammem.memory.normal import UNSPACED, text_v1
from teammem.memory.tombstone import subject
from teammem.recall import here as recall
from teammem.recall.ask import clock

# Shared words of all words of both: rewordings of one fact measured 0.35 and more in five
# languages, different facts of one field 0.25 and less.
NEAR = 0.5
# Two short texts share half of their words by chance.
_LEAST_SHARED = 4
# An import compares each of its memories with all that are here: what is kept is a root's worth.
_KEPT = 4_096
_WORD = re.compile(r"[^\W_]+")
_RUN = re.compile(f"[{UNSPACED}]+")


def here(work: Workspace, body: str, description: str = "") -> list[Found]:
    """Return the memories of all roots whose text is the same or nearly so, nearest first.

    Recall's counts tell which memories are worth reading: cost grows with those, not with all.
    """
    where = recall.everywhere(work.roots, places.cache(), view=work.view)
    shared = recall.sharing(body if body.strip() else description, where, clock())
    if shared is None:
        return near(pick.all_in(work), body, description)
    return near(pick.some(work, shared), body, description)


def near(found: Iterable[Found], body: str, description: str = "") -> list[Found]:
    """Return the memories whose text is the same or nearly so, nearest first.

    Args:
        found: memories to compare with.
        body: the new text.
        description: used where the body says nothing.
    """
    text = subject(body, description)
    words = _words(text)
    if not words:
        return []
    scored = []
    for order, one in enumerate(found):
        entry = one.loaded.entry
        theirs = _words((entry.body if entry.body.strip() else entry.description).casefold())
        shared = len(words & theirs)
        # Bound first: normalising every memory would cost more than all the rest.
        if shared < NEAR * max(len(words), len(theirs)) * 0.8:
            continue
        exact = _exact(entry.body, entry.description)
        both = len(words & exact)
        score = both / (len(words | exact) or 1)
        if words == exact or (score >= NEAR and both >= _LEAST_SHARED):
            scored.append((-score, order, one))
    return [one for _, _, one in sorted(scored, key=lambda item: item[:2])]


def same(one: Found, body: str, description: str = "") -> bool:
    """Tell whether a memory has exactly this normal text."""
    entry = one.loaded.entry
    return subject(entry.body, entry.description) == (text_v1(body) or text_v1(description))


@lru_cache(maxsize=_KEPT)
def _exact(body: str, description: str) -> frozenset[str]:
    return _words(subject(body, description))


@lru_cache(maxsize=_KEPT)
def _words(text: str) -> frozenset[str]:
    """Return words, and pairs of characters in scripts without blanks."""
    if text.isascii():
        return frozenset(_WORD.findall(text))
    pairs = {run[i : i + 2] for run in _RUN.findall(text) for i in range(max(1, len(run) - 1))}
    return frozenset(_WORD.findall(_RUN.sub(" ", text))) | pairs
