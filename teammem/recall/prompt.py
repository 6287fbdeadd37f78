"""A prompt as the segments that are asked for: itself, or the lines of a long one.

A paste of five thousand characters has a few lines that say what it is about. Asked as a whole,
its hundreds of words would find whatever shares most of them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from teammem.recall.query import QueryTerm, weigh, word_lists

# Characters from which a prompt is taken apart, and that one segment may have.
LONG = 500
SEGMENT = 320

# Segments kept at either end of a long prompt, and those of them where its author speaks.
KEPT = 16
SPOKEN = 3

# Factors of the score: of a line from the middle, and of a line of code, log or diff, which is
# told by the share of code's own characters. From the development corpora (docs/reference).
MIDDLE = 0.7
CODE = 0.5
CODE_SHARE = 0.12

_CODE = frozenset('{}[]()<>=;:/\\|*&^%$#@+~`_"0123456789')
_BREAK = re.compile(r"\n|(?<=[.!?])\s+|(?<=[。！？])")


class Segment(NamedTuple):
    """One line of a prompt.

    Attributes:
        terms: its distinct terms, ordered.
        factor: what its scores are multiplied by.
        spoken: whether its author wrote it, so that a misspelt word is likely one.
    """

    terms: tuple[QueryTerm, ...]
    factor: float = 1.0
    spoken: bool = True


def _lines(text: str) -> list[str]:
    found: dict[str, None] = {}
    for part in _BREAK.split(text):
        line = part.strip()
        for at in range(0, len(line), SEGMENT):
            found.setdefault(line[at : at + SEGMENT].strip())
    found.pop("", None)
    return list(found)


def _factor(line: str, spoken: bool) -> float:
    code = sum(map(_CODE.__contains__, line)) > CODE_SHARE * len(line)
    return (1.0 if spoken else MIDDLE) * (CODE if code else 1.0)


def segments(text: str) -> tuple[Segment, ...]:
    """Return the segments of a prompt, at most 2 * KEPT of them."""
    lists = word_lists(text)
    if len(text) < LONG:
        return (Segment(weigh(text, lists)),)
    lines = _lines(text)
    kept = sorted({*range(len(lines))[:KEPT], *range(len(lines))[-KEPT:]})
    found = []
    for at in kept:
        spoken = at < SPOKEN or at >= len(lines) - SPOKEN
        found.append(Segment(weigh(lines[at], lists), _factor(lines[at], spoken), spoken))
    return tuple(found)
