"""Raw counts of terms in notes: what a score is made of, free of anything that averages.

Averages and document frequencies are formed when a question is asked, so that an index kept up
to date file by file and one built afresh give the same bits.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from teammem.recall.model import FIELDS, Note
from teammem.recall.text import counted

# A posting's key is document << FIELD_BITS | field.
FIELD_BITS = 3

# Characters of a body that count. What stands further back in a memory of up to 1 MiB is found by
# searching in it, not by recalling it.
INDEXED_BODY = 20_000

_MOST = 0xFFFF


class Postings(NamedTuple):
    """Where a term stands.

    Attributes:
        keys: ascending, one for each document and field.
        counts: how often it stands there, at most 65,535.
        documents: the number of distinct documents in `keys`.
    """

    keys: array[int]
    counts: array[int]
    documents: int


class Index(Protocol):
    """The counts of one root's notes."""

    @property
    def lengths(self) -> Sequence[Sequence[int]]:
        """For each field, the number of its terms by document number."""

    @property
    def dead(self) -> frozenset[int]:
        """Numbers of documents that no longer count."""

    def postings(self, term: str) -> Postings | None:
        """Return where `term` stands, dead documents included; None where nowhere."""

    def starting(self, prefix: str) -> Iterable[str]:
        """Return the indexed terms that start with `prefix`."""

    def among(self, candidates: Sequence[str]) -> Iterable[str]:
        """Return those of the candidates that are indexed."""


class Counts(NamedTuple):
    """One note's terms by field: how often each stands there, and how many there are."""

    found: tuple[dict[str, int], ...]
    lengths: tuple[int, ...]


def count(note: Note) -> Counts:
    """Return the raw counts of a note.

    Keywords and scenarios that only repeat the name or the description add nothing.
    """
    names = {note.name, note.title}
    texts = (
        "\n".join(sorted(names)),
        "\n".join(word for word in note.keywords if word not in names),
        note.description,
        "\n".join(text for text in note.usage_scenarios if text != note.description),
        note.body[:INDEXED_BODY],
    )
    fields = [counted(text) for text in texts]
    return Counts(tuple(map(Counter, fields)), tuple(map(len, fields)))


class _Growing:
    """One term's postings while notes are added."""

    __slots__ = ("counts", "documents", "keys")

    def __init__(self) -> None:
        self.keys = array("I")
        self.counts = array("H")
        self.documents = 0


class MemoryIndex:
    """An index in memory."""

    def __init__(self) -> None:
        self.lengths = tuple(array("I") for _ in FIELDS)
        self.dead: frozenset[int] = frozenset()
        self._growing: dict[str, _Growing] = {}
        self._sorted: list[str] = []

    def add(self, counts: Counts) -> int:
        """Add a note's counts and return its document number."""
        document = len(self.lengths[0])
        for lengths, length in zip(self.lengths, counts.lengths, strict=True):
            lengths.append(length)
        growing = self._growing
        for field, found in enumerate(counts.found):
            key = document << FIELD_BITS | field
            for term, times in found.items():
                postings = growing.get(term)
                if postings is None:
                    postings = growing[term] = _Growing()
                if not postings.keys or postings.keys[-1] >> FIELD_BITS != document:
                    postings.documents += 1
                postings.keys.append(key)
                postings.counts.append(min(times, _MOST))
        self._sorted = []
        return document

    def items(self) -> Iterator[tuple[str, Postings]]:
        """Yield every term with its postings, in the order of code points."""
        for term in self._terms():
            yield term, self._of(term)

    def _of(self, term: str) -> Postings:
        found = self._growing[term]
        return Postings(found.keys, found.counts, found.documents)

    def _terms(self) -> list[str]:
        if not self._sorted:
            self._sorted = sorted(self._growing)
        return self._sorted

    def postings(self, term: str) -> Postings | None:
        """See `Index`."""
        return self._of(term) if term in self._growing else None

    def starting(self, prefix: str) -> Iterator[str]:
        """See `Index`."""
        terms = self._terms()
        for at in range(bisect_left(terms, prefix), len(terms)):
            if not terms[at].startswith(prefix):
                break
            yield terms[at]

    def among(self, candidates: Sequence[str]) -> list[str]:
        """See `Index`."""
        return [term for term in candidates if term in self._growing]
