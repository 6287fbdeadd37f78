"""The indexed word that a misspelt one most likely is: one letter away."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from teammem.recall.index import Index
from teammem.recall.query import STOP, QueryTerm
from teammem.recall.stem import CUT, stem, whole

# Shorter words have too many neighbours to tell which one was meant.
SHORTEST = 5

# Letters that an edit further back leaves alone, so that few indexed words need a look.
_HEAD = 3

_ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "".join(map(chr, range(0x3B1, 0x3CA))),
    "".join(map(chr, range(0x430, 0x450))),
)


def one_edit(left: str, right: str) -> bool:
    """Tell whether two words differ by one letter added, dropped or changed, or by one swap."""
    if len(left) > len(right):
        left, right = right, left
    if left == right or len(right) - len(left) > 1:
        return False
    at = 0
    while at < len(left) and left[at] == right[at]:
        at += 1
    if len(left) < len(right):
        return left[at:] == right[at + 1 :]
    swapped = left[at : at + 2] == right[at : at + 2][::-1] and left[at + 2 :] == right[at + 2 :]
    return swapped or left[at + 1 :] == right[at + 1 :]


def _means(word: str, term: str) -> bool:
    """As `one_edit`, where `term` may be cut and so stand for every word that begins with it."""
    if one_edit(word, term):
        return True
    return len(term) == CUT and any(one_edit(word[:n], term) for n in range(CUT - 1, CUT + 2))


def _edited_head(word: str) -> list[str]:
    """Return `word` with each edit that touches its first letters, cut as a term is."""
    alphabet = next((a for a in _ALPHABETS if word[0] in a), "")
    found = set()
    for at in range(_HEAD):
        before, rest = word[:at], word[at:]
        found.add(before + rest[1:])
        found.add(before + rest[1::-1] + rest[2:])
        for letter in alphabet:
            found.add(before + letter + rest)
            found.add(before + letter + rest[1:])
    found |= {edited[:CUT] for edited in found}
    return sorted(edited for edited in found if len(edited) >= SHORTEST - 1)


def _restemmed(surface: str) -> list[str]:
    """Return the terms of a word with each swap undone and each letter left out.

    A slip in an ending hides it from the stemmer: "signnig" keeps what "signing" loses.
    """
    found = set()
    for at in range(1, len(surface)):
        before, here, rest = surface[: at - 1], surface[at - 1 : at + 1], surface[at + 1 :]
        found.add(stem(before + here[::-1] + rest))
        found.add(stem(before + here[0] + rest))
    return sorted(found - {stem(surface)})


def closest(term: QueryTerm, indexes: Sequence[Index], held: Callable[[str], bool]) -> str:
    """Return the indexed term that a term which nothing holds is a misspelling of, or "".

    Among several it is the one that starts with the same letter, then the first in order of code
    points: an arbitrary choice, but the same everywhere.

    Args:
        term: the term of the question.
        indexes: where to look.
        held: whether a note that counts holds an indexed term.
    """
    if (
        term.kind not in ("word", "joined")
        or term.evidence == STOP
        or len(term.surface) < SHORTEST
        or (term.surface.isascii() and not term.text.isascii())  # asked for without its marks too
        or not term.surface.isalpha()
    ):
        return ""
    word = whole(term.surface)
    found: set[str] = set()
    for index in indexes:
        found.update(other for other in index.starting(word[:_HEAD]) if _means(word, other))
        found.update(index.among(_edited_head(word)))
        found.update(index.among(_restemmed(term.surface)))
    ordered = sorted(found, key=lambda other: (other[0] != word[0], other))
    return next(filter(held, ordered), "")
