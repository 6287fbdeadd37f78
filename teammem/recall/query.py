"""A question as weighted terms: what of it is grammar, what is everyday, what is its subject."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from teammem.recall import everyday, stopwords
from teammem.recall.text import Term, fold, terms

# Weight of a word of grammar in the ranking; .05 to .3 give the same quality (measured). Not 0,
# because "to be" may be all that tells two notes apart.
STOP_WEIGHT = 0.15

# Version 1.2.3 also asks for 1.2, as half of what it names.
RELEASE_WEIGHT = 0.5

# An identifier met in full says more than its parts, which its siblings share. A hyphen alone
# makes no identifier: it joins words of prose too.
IDENTIFIER_WEIGHT = 1.5

# A pair of hiragana is mostly an inflection.
HIRAGANA_WEIGHT = 0.35

# How much one word of each kind counts as a reason to answer at all.
STOP, EVERYDAY, SUBJECT = 0.0, 0.5, 1.0

_WORD = re.compile(r"\w+")
_LATIN = re.compile("[a-z]")


class QueryTerm(NamedTuple):
    """One distinct term of a question.

    Attributes:
        text: what is compared (`text.Term.text`).
        surface: the folded word, unstemmed.
        kind: as in `text.Term`.
        weight: factor of its score in the ranking.
        evidence: STOP, EVERYDAY or SUBJECT.
    """

    text: str
    surface: str
    kind: str
    weight: float
    evidence: float


class WordLists(NamedTuple):
    """The words without a subject that fit one question's languages."""

    stop: frozenset[str]
    everyday: frozenset[str]


@cache
def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


@cache
def _pieces(phrases: str) -> frozenset[str]:
    return frozenset(term.text for phrase in phrases.split() for term in terms(phrase))


def word_lists(text: str) -> WordLists:
    """Choose the lists for a question.

    English is always in (it is in every project); so is, of the other languages in Latin script,
    the one whose list knows most of the question's words, if it knows more than English does.
    The lists of other scripts are chosen by the script.
    """
    words = frozenset(map(fold, _WORD.findall(text)))
    stop = english = _listed(stopwords.LATIN["en"])
    if not text.isascii():
        stop |= _listed(stopwords.OTHER) | _pieces(stopwords.UNSPACED)
    if any(map(_LATIN.match, words)):
        known = {name: len(words & _listed(listed)) for name, listed in stopwords.LATIN.items()}
        most = max(known.values())
        if most > known["en"]:
            for name, listed in stopwords.LATIN.items():
                if known[name] == most:
                    stop |= _listed(listed)
    every = _listed(everyday.SPACED)
    if not text.isascii():
        every |= _pieces(everyday.UNSPACED)
    return WordLists(stop, every - english)


def _evidence(term: Term, lists: WordLists) -> float:
    if term.kind not in ("word", "piece"):
        return SUBJECT
    raw = term.raw
    # CI, QA, US and R are names, however small letters spell a word of grammar.
    if raw.isupper() and raw.isascii() and len(raw) <= 4 and raw not in ("A", "I"):
        return SUBJECT
    if term.surface in lists.stop:
        return STOP
    return EVERYDAY if term.surface in lists.everyday else SUBJECT


def _weight(term: Term, evidence: float) -> float:
    if evidence == STOP:
        return STOP_WEIGHT
    if term.kind == "release":
        return RELEASE_WEIGHT
    if term.kind == "joined" and "-" not in term.raw:
        return IDENTIFIER_WEIGHT
    if term.kind == "piece" and all("\u3040" <= c <= "\u309f" for c in term.text):
        return HIRAGANA_WEIGHT
    return 1.0


def weigh(text: str, lists: WordLists) -> tuple[QueryTerm, ...]:
    """Return the distinct terms of a text, ordered by term, each as its strongest occurrence."""
    chosen: dict[str, QueryTerm] = {}
    for term in terms(text):
        evidence = _evidence(term, lists)
        weight = _weight(term, evidence)
        before = chosen.get(term.text)
        if before is None or (evidence, weight) > (before.evidence, before.weight):
            chosen[term.text] = QueryTerm(term.text, term.surface, term.kind, weight, evidence)
    return tuple(chosen[text] for text in sorted(chosen))
