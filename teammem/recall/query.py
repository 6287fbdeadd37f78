"""A question as weighted terms: what of it is grammar, what is everyday, what is its subject."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from teammem.recall import everyday, stopwords
from teammem.recall.stem import SHORTEST, stem
from teammem.recall.text import Term, fold, is_vietnamese, terms

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

# A word also asks for what is typed in haste for it.
BARE_WEIGHT = 0.15

# How much one word of each kind counts as a reason to answer at all. Vietnamese writes syllables
# apart and most of its words are two, so that one of them is less than half a word.
STOP, SYLLABLE, EVERYDAY, SUBJECT = 0.0, 0.4, 0.5, 1.0

# A word that can tell a language: none of a path, an address, a file's name or a flag.
_WORD = re.compile(r"(?<![\w./:@])(?<!--)\w+(?![\w/@]|[.:]\w)")
_LATIN = re.compile("[a-z]")


# Where the scripts without blanks begin in Unicode, Thai first.
_FIRST_UNSPACED = "\u0e00"


class QueryTerm(NamedTuple):
    """One distinct term of a question.

    Attributes:
        text: what is compared (`text.Term.text`).
        surface: the folded word, unstemmed.
        kind: as in `text.Term`.
        weight: factor of its score in the ranking.
        evidence: STOP, SYLLABLE, EVERYDAY or SUBJECT.
    """

    text: str
    surface: str
    kind: str
    weight: float
    evidence: float


class WordLists(NamedTuple):
    """The words without a subject that fit one question's languages.

    Attributes:
        stop: words of grammar and conversation.
        everyday: words of everyday orders.
        syllables: whether the question writes each syllable as a word, as Vietnamese does.
    """

    stop: frozenset[str]
    everyday: frozenset[str]
    syllables: bool = False


@cache
def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


@cache
def _pieces(phrases: str) -> frozenset[str]:
    return frozenset(term.text for term in terms(phrases))


def word_lists(text: str) -> WordLists:
    """Choose the lists for a question.

    English is always in (it is in every project); so is, of the other languages in Latin script,
    the one whose list knows most of the question's words, if it knows more than English does.
    The lists of other scripts are chosen by the script.
    """
    words = frozenset(map(fold, _WORD.findall(text)))
    chosen: tuple[str, ...] = ()
    if any(map(_LATIN.match, words)):
        known = {name: len(words & _listed(listed)) for name, listed in stopwords.LATIN.items()}
        most = max(known.values())
        if most > known["en"]:
            chosen = tuple(name for name in known if known[name] == most)
    last = max(text, default="")
    return _joined(chosen, last > "\x7f", last >= _FIRST_UNSPACED, is_vietnamese(text))


@lru_cache(maxsize=8)  # a set is some hundred kB
def _joined(chosen: tuple[str, ...], other: bool, unspaced: bool, syllables: bool) -> WordLists:
    stop = english = _listed(stopwords.LATIN["en"])
    every = _listed(everyday.SPACED)
    if other:
        stop |= _listed(stopwords.OTHER)
    if unspaced:
        stop |= _pieces(stopwords.UNSPACED)
        every |= _pieces(everyday.UNSPACED)
    for name in chosen:
        stop |= _listed(stopwords.LATIN[name])
    return WordLists(stop, every - english, syllables)


@cache
def _syllable() -> re.Pattern[str]:
    """Return what a Vietnamese syllable looks like, marks folded: its onsets, nuclei and codas."""
    onset = "ngh?|[cgknpt]h|tr|gi|qu|[bcdghklmnrstvx]"
    return re.compile(f"(?:{onset})?[aeiouy]{{1,3}}(?:ng|nh|ch|[cmnpt])?")


@cache
def _in_one_line(words: str) -> str:
    return f" {' '.join(words.split())} "


@lru_cache(maxsize=1 << 14)
def _inflects(surface: str, text: str, words: str) -> bool:
    """Tell whether a word is a form of a listed one: has its stem, and begins like it."""
    if len(surface) < SHORTEST:
        return False
    line = _in_one_line(words)
    head = f" {text if surface.startswith(text) else surface[:SHORTEST]}"
    at = line.find(head)
    while at >= 0:
        if stem(line[at + 1 : line.index(" ", at + 1)]) == text:
            return True
        at = line.find(head, at + 1)
    return False


def _evidence(term: Term, lists: WordLists) -> float:
    if term.kind in ("bare", "tail"):
        return STOP
    if term.kind == "joined":
        # "Est-ce", "vas-y", "what-if": a hyphen between words of grammar makes no name.
        parts = fold(term.raw).replace("_", "-").split("-")
        return STOP if lists.stop.issuperset(parts) else SUBJECT
    if term.kind not in ("word", "piece"):
        return SUBJECT
    raw = term.raw
    # CI, QA, US and R are names, however small letters spell a word of grammar.
    if raw.isupper() and raw.isascii() and len(raw) <= 4 and raw not in ("A", "I"):
        return SUBJECT
    if term.surface in lists.stop:
        return STOP
    if term.surface in lists.everyday:
        return EVERYDAY
    if not term.surface.isascii() and _inflects(term.surface, term.text, everyday.SPACED):
        return EVERYDAY
    if lists.syllables and _syllable().fullmatch(term.surface):
        return SYLLABLE
    return SUBJECT


def _weight(term: Term, evidence: float) -> float:
    if term.kind == "bare":
        return BARE_WEIGHT
    if term.kind == "tail":
        return HIRAGANA_WEIGHT
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
