"""When to answer at all: the rule that decides what recall is worth beside an agent."""

from __future__ import annotations

from math import log2

from teammem.recall.score import Evidence

# The least strength of the best note, by what speaks for it. From the development corpora, each
# the middle of a range in which quality changes by less than a point (docs/reference/recall.md).
GRAMMAR_ONLY = 0.65  # no word with a subject: everyday orders; a syllable
ONE_WORD = 0.45  # one word of several
WHOLE_QUESTION = 0.30  # one word, and the question has no other
TWO_WORDS = 0.30

# Who types words to look up, without grammar between them, means each of them: orders and small
# talk come as sentences. So there an everyday word is a word like others, and notes that have all
# of the words are an answer at any strength.
KEYWORDS_ALL_MET = 0.0

_WHOLE = 0.99

# A chance meeting of one word grows likelier with every note. Up to USUAL notes the corpora show
# no growth; above, this much strength more is asked for with each doubling.
USUAL = 250
PER_DOUBLING = 0.04


def speaks(evidence: Evidence, notes: int) -> bool:
    """Tell whether the best note of a store of `notes` notes is an answer."""
    if evidence.matched >= 2:
        return evidence.strength >= TWO_WORDS
    if not evidence.subject:
        least = ONE_WORD if evidence.keywords else GRAMMAR_ONLY
    elif evidence.covered >= _WHOLE:
        least = KEYWORDS_ALL_MET if evidence.keywords else WHOLE_QUESTION
    elif evidence.matched < 1:
        least = GRAMMAR_ONLY
    else:
        least = ONE_WORD
    return evidence.strength >= least + PER_DOUBLING * max(0.0, log2(max(notes, 1) / USUAL))
