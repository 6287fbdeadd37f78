"""Fielded BM25 over the union of several indexes, and the evidence behind each score.

    score = sum over terms of  weight * idf * tf / (K1 + tf)
    tf    = sum over fields of field weight * count / (1 - B + B * length / mean length)
    idf   = ln(1 + (N + PRIOR - df + .5) / (df + .5))

BM25F after Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond"
(2009). Sums run in the order of terms and fields, so that equal counts give equal bits.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from heapq import heapify, heappop
from math import log
from typing import NamedTuple

from teammem.recall import typo
from teammem.recall.index import FIELD_BITS, Index
from teammem.recall.model import FIELDS, Reason
from teammem.recall.prompt import Segment
from teammem.recall.query import EVERYDAY, STOP, QueryTerm

# By field: name, keywords, description, usage scenarios, body. Quality is flat from 4/2/1 to
# 6/3/1; 5/2/1 is the middle of the plateau (docs/reference/recall.md).
WEIGHTS = (5.0, 5.0, 2.0, 2.0, 1.0)

# Length normalisation and saturation, middles of flat ranges (.5 to .75, 1.5 to 2.5).
B = 0.6
K1 = 2.0

# Notes that every store is taken to have besides its own, so that a word in two of eight notes
# is not called frequent. Flat from 20 to 100.
PRIOR = 50

# What a term counts that was met only after mending one letter.
TYPO_WEIGHT = 0.6

_FIELD = (1 << FIELD_BITS) - 1


class Evidence(NamedTuple):
    """What speaks for one document.

    Attributes:
        score: BM25F of its best segment.
        strength: the score over the idf of a term that nothing holds.
        matched: evidence of the matched terms, summed (`query.SUBJECT` 1, `EVERYDAY` .5), less
            what overlapping pieces repeat.
        subject: whether a matched term is about a subject.
        covered: share of the segment's idf mass (everyday words half) that was matched.
        keywords: whether the question is words to look up and no sentence: nothing of it is
            grammar.
        reasons: the matched terms, strongest first.
    """

    score: float
    strength: float
    matched: float
    subject: bool
    covered: float
    keywords: bool
    reasons: tuple[Reason, ...]


class _Asked(NamedTuple):
    """A term of the question: what was looked up for it, its idf, its points by document."""

    found: str
    idf: float
    points: dict[int, float]


class Space:
    """Several indexes as one: documents are numbered through, statistics are of the union."""

    def __init__(self, indexes: Sequence[Index]) -> None:
        self.indexes = tuple(indexes)
        self.bases: list[int] = []
        size = 0
        for index in self.indexes:
            self.bases.append(size)
            size += len(index.lengths[0])
        self.notes = size - sum(len(index.dead) for index in self.indexes)
        self._slopes = tuple(map(self._slope, range(len(FIELDS))))
        self.rarest = self._idf(0)

    def _slope(self, field: int) -> float:
        """Return B over the field's mean length, of the notes that have the field at all."""
        total = filled = 0
        for index in self.indexes:
            lengths = index.lengths[field]
            gone = [lengths[document] for document in index.dead]
            total += sum(lengths) - sum(gone)
            filled += len(lengths) - lengths.count(0) - (len(gone) - gone.count(0))
        return B * filled / total if total else 0.0

    def _idf(self, holding: int) -> float:
        return log(1 + (self.notes + PRIOR - holding + 0.5) / (holding + 0.5))

    def holding(self, term: str) -> int:
        """Return the number of documents that hold `term`."""
        found = 0
        for index in self.indexes:
            postings = index.postings(term)
            if postings is not None:
                found += postings.documents
                found -= sum(_stands(postings.keys, document) for document in index.dead)
        return found

    def ask(self, found: str, weight: float, only: set[int] | None = None) -> _Asked:
        """Return the points of an indexed term, of all documents or of `only`."""
        idf = self._idf(self.holding(found))
        frequencies: dict[int, float] = {}
        for base, index in zip(self.bases, self.indexes, strict=True):
            postings = index.postings(found)
            if postings is None:
                continue
            lengths, dead, slopes = index.lengths, index.dead, self._slopes
            for key, times in zip(postings.keys, postings.counts, strict=True):
                local = key >> FIELD_BITS
                document = base + local
                if local in dead or (only is not None and document not in only):
                    continue
                field = key & _FIELD
                length = 1 - B + slopes[field] * lengths[field][local]
                frequency = WEIGHTS[field] * times / length
                frequencies[document] = frequencies.get(document, 0.0) + frequency
        factor = weight * idf
        points = {document: factor * tf / (K1 + tf) for document, tf in frequencies.items()}
        return _Asked(found, idf, points)

    def fields(self, term: str, document: int) -> tuple[str, ...]:
        """Return the fields of a document that hold `term`."""
        which, local = self.locate(document)
        postings = self.indexes[which].postings(term)
        if postings is None:
            return ()
        first = bisect_left(postings.keys, local << FIELD_BITS)
        keys = postings.keys[first : first + len(FIELDS)]
        return tuple(FIELDS[key & _FIELD] for key in keys if key >> FIELD_BITS == local)

    def locate(self, document: int) -> tuple[int, int]:
        """Return the index that a document is in, and its number there."""
        which = len(self.bases) - 1
        while self.bases[which] > document:
            which -= 1
        return which, document - self.bases[which]


def _stands(keys: Sequence[int], document: int) -> bool:
    at = bisect_left(keys, document << FIELD_BITS)
    return at < len(keys) and keys[at] >> FIELD_BITS == document


def _overlap(pieces: Sequence[tuple[str, float]]) -> float:
    """Return the evidence that overlapping pieces repeat.

    A word of three characters is met as two pairs, and is no more than a word and a half of two.
    """
    starts = {text[:-1] for text, _ in pieces}
    return sum(evidence / 2 for text, evidence in pieces if text[1:] in starts)


class Ranking:
    """The documents that a question's segments find."""

    def __init__(self, segments: Sequence[Segment], space: Space) -> None:
        self._segments = segments
        self._space = space
        self._asked: dict[str, _Asked] = {}
        self._best: dict[int, tuple[float, int]] = {}
        self._ask()
        for number, segment in enumerate(segments):
            self._score(number, segment)

    def _ask(self) -> None:
        """Look up each term once: words of grammar last, and only where another word is."""
        spoken: dict[str, bool] = {}
        chosen: dict[str, QueryTerm] = {}
        for segment in self._segments:
            for term in segment.terms:
                spoken[term.text] = segment.spoken or spoken.get(term.text, False)
                chosen.setdefault(term.text, term)
        ordered = sorted(chosen.values(), key=lambda term: (term.evidence == STOP, term.text))
        documents: set[int] = set()
        for term in ordered:
            if term.evidence == STOP:
                asked = self._space.ask(term.text, term.weight, documents)
            else:
                asked = self._look_up(term, spoken[term.text])
                documents.update(asked.points)
            self._asked[term.text] = asked

    def _look_up(self, term: QueryTerm, spoken: bool) -> _Asked:
        space = self._space
        if spoken and not space.holding(term.text):
            mended = typo.closest(term, space.indexes, lambda other: space.holding(other) > 0)
            if mended:
                return space.ask(mended, term.weight * TYPO_WEIGHT)
        return space.ask(term.text, term.weight)

    def _score(self, number: int, segment: Segment) -> None:
        scores: dict[int, float] = {}
        for term in segment.terms:
            for document, points in self._asked[term.text].points.items():
                scores[document] = scores.get(document, 0.0) + points
        best = self._best
        for document, score in scores.items():
            weighed = score * segment.factor
            if document not in best or weighed > best[document][0]:
                best[document] = (weighed, number)

    def __iter__(self) -> Iterator[tuple[int, float]]:
        """Yield documents with their scores (to 1e-6), best first, then by number."""
        heap = [(-round(score, 6), document) for document, (score, _) in self._best.items()]
        heapify(heap)
        while heap:
            score, document = heappop(heap)
            yield document, -score

    def evidence(self, document: int) -> Evidence:
        """Return what speaks for a document that was found."""
        score, number = self._best[document]
        segment = self._segments[number]
        mass = matched = covered = 0.0
        subject = False
        pieces: list[tuple[str, float]] = []
        keywords = len(self._segments) == 1
        reasons = []
        for term in segment.terms:
            asked = self._asked[term.text]
            mass += term.evidence * asked.idf
            keywords = keywords and (term.evidence > STOP or term.kind in ("bare", "tail"))
            points = asked.points.get(document)
            if points is None:
                continue
            matched += term.evidence
            if term.kind == "piece":
                pieces.append((term.text, term.evidence))
            covered += term.evidence * asked.idf
            subject = subject or term.evidence not in (STOP, EVERYDAY)
            fields = self._space.fields(asked.found, document)
            reasons.append(Reason(term.surface, asked.found, fields, points * segment.factor))
        reasons.sort(key=lambda reason: (-reason.points, reason.term))
        return Evidence(
            score=score,
            strength=score / self._space.rarest,
            matched=matched - _overlap(pieces),
            subject=subject,
            covered=covered / mass if mass else 0.0,
            keywords=keywords,
            reasons=tuple(reasons),
        )
