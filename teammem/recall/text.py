"""Text as terms: what of two texts has to be equal for them to meet.

Identifiers fall into their parts and stay whole as well; words are stemmed by the script they are
written in, never by a guessed language (a short query is guessed wrong); scripts without blanks
become overlapping pieces; forms that Unicode or a habit of typing keeps apart are folded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple
from unicodedata import category, normalize

from teammem.recall.stem import stem

# Part of the cache's key: raise it when the same text gives other terms than before.
REVISION = 2

# What is longer is data (a key, a hash, a line of base64), not a word that somebody searches for.
LONGEST = 64

# Unicode blocks: Han with its marks, kana, Hangul; scripts written without blanks.
_CJK = "\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
# Marks that continue a word although `\w` leaves them out: combining accents, vowel signs of
# Hebrew, Arabic and the Indic scripts, and the joiners of Persian and Indic words.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    "\u0900-\u0963\u0966-\u0dff\u200c\u200d"
)
_LETTERS = rf"[^\W{_CJK}{_UNSPACED}]+(?:[{_MARKS}]+[^\W{_CJK}{_UNSPACED}]*)*"

# Names that end or begin in a sign (C++, C#, .NET), then versions, then words with inner hyphens.
_NAMES = r"(?<!\w)[A-Za-z](?:\+\+|#)(?!\w)|(?<!\w)\.NET\b|(?<![\w.])[vV]?\d+(?:\.\d+)+"
_ASCII = re.compile(rf"{_NAMES}|\w+(?:-\w+)*", re.ASCII)

# Parts of an identifier: an acronym before its plural s, an acronym, a word.
_CAMEL = re.compile(r"[A-Z]{2,}(?=s(?![A-Za-z]))|[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+")

# Letters that Vietnamese alone writes of all languages of many speakers: with a horn, a hook above
# or a dot below, and with a tone upon a circumflex or a breve.
_VIETNAMESE = frozenset("ơưảạắằẳẵặấầẩẫậẻẹếềểễệỉịỏọốồổỗộớờởỡợủụứừửữựỷỵ")

# Particles of one syllable that end a Korean word.
_PARTICLES = "은는이가을를의에도만로와과"

# A letter of Thai or Lao with the vowel before it and the marks above and below it.
_CLUSTER = r"[\u0e40-\u0e44\u0ec0-\u0ec4]?.[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd]*"

# Letters that Unicode does not take apart, as they are typed where the keyboard lacks them;
# Persian kaf and yeh, which Arabic keyboards type as their own; the digits of both; tatweel and
# the joiners, which are no letters.
_FOLDS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ё": "е"}
    | {"\u06a9": "\u0643", "\u06cc": "\u064a"}
    | {chr(zero + n): str(n) for zero in (0x660, 0x6F0) for n in range(10)}
    | dict.fromkeys("\u0640\u200c\u200d", "")
)


class Term(NamedTuple):
    """One term of a text.

    Attributes:
        text: what is compared.
        surface: the folded word it comes from, unstemmed: what the word lists know.
        raw: that word as it was written.
        kind: `word`, `bare` (a word as it is typed in haste: Vietnamese without its marks,
            Persian without its joiners), `joined` (an identifier's parts in one), `version`,
            `release` (a version's first two numbers), `piece` (of a run without blanks) or
            `tail` (the pair of a Korean word's last letter and its particle).
    """

    text: str
    surface: str
    raw: str
    kind: str


def _in(char: str, blocks: str) -> bool:
    """Tell whether a character lies in the blocks of a regular expression's set."""
    return any(first <= char <= last for first, last in _ranges(blocks))


@cache
def _ranges(blocks: str) -> tuple[tuple[str, str], ...]:
    return tuple((found[0], found[-1]) for found in re.findall(".-.|.", blocks))


def _is_cjk(run: str) -> bool:
    return not run[0].isascii() and _in(run[0], _CJK)


def _is_unspaced(run: str) -> bool:
    return not run[0].isascii() and _in(run[0], _UNSPACED)


def fold(word: str) -> str:
    """Return a word in lower case, without accents where its script can be read without them.

    From Cyrillic to Armenian and in the scripts of India marks tell letters apart, so they stay.
    """
    word = word.casefold()
    if word.isascii():
        return word
    word = word.translate(_FOLDS)
    if word and not ("\u0400" <= word[0] < "\u0590" or "\u0900" <= word[0] < "\u1200"):
        word = "".join(c for c in normalize("NFD", word) if category(c) != "Mn")
    return word


def is_vietnamese(text: str) -> bool:
    """Tell whether a text has a letter that only Vietnamese writes."""
    return not text.isascii() and not _VIETNAMESE.isdisjoint(normalize("NFC", text.casefold()))


def _words(raw: str) -> Iterator[Term]:
    parts: list[str] = []
    if "\u200c" in raw and "\u0600" <= raw[0] < "\u0780":
        # Persian writes its affixes after a joiner, after a blank or with nothing between.
        if surface := fold(raw):
            yield Term(stem(surface), surface, raw, "bare")
        for morpheme in filter(None, raw.split("\u200c")):
            yield from _words(morpheme)
        return
    for chunk in raw.replace("_", "-").split("-"):
        parts += _CAMEL.findall(chunk) if chunk.isascii() else [chunk]
    for part in parts:
        surface = fold(part)
        if not surface:
            continue
        if surface.isascii() and is_vietnamese(part):
            # Its marks tell words apart, and are left out where they are hard to type.
            marked = normalize("NFC", part.casefold())
            yield Term(marked, surface, part, "word")
            yield Term(surface, surface, part, "bare")
        else:
            yield Term(stem(surface), surface, part, "word")
    if len(parts) > 1:
        joined = fold("".join(parts))
        yield Term(joined, joined, raw, "joined")


def _pairs(run: str) -> Iterator[Term]:
    """Code-point pairs; a character alone says too little to be searched for."""
    from teammem.recall.han import TO_SIMPLIFIED

    run = run.translate(TO_SIMPLIFIED)
    last = len(run) - 2
    for at in range(last + 1):
        pair = run[at : at + 2]
        tail = at == last > 0 and "\uac00" <= pair[0] <= "\ud7a3" and pair[1] in _PARTICLES
        yield Term(pair, pair, pair, "tail" if tail else "piece")


def _triples(run: str) -> Iterator[Term]:
    """Three letters with their marks: pairs of an alphabet's letters would meet everywhere."""
    letters = re.findall(_CLUSTER, run)
    for at in range(max(1, len(letters) - 2)):
        piece = "".join(letters[at : at + 3])
        yield Term(piece, piece, piece, "piece")


def _analyse(raw: str) -> Iterator[Term]:
    if raw[-1] in "+#" or raw[0] == ".":
        name = raw.lower()
        yield Term(name, name, raw, "word")
    elif "." in raw:
        numbers = raw.lstrip("vV")
        yield Term(numbers, numbers, raw, "version")
        if numbers.count(".") > 1:
            release = ".".join(numbers.split(".")[:2])
            yield Term(release, release, raw, "release")
    elif _is_cjk(raw):
        yield from _pairs(raw)
    elif _is_unspaced(raw):
        yield from _triples(raw)
    else:
        yield from _words(raw)


@cache
def _any_script() -> re.Pattern[str]:
    # Compiled when the first such text comes (3 ms): most prompts are ASCII.
    return re.compile(rf"{_NAMES}|[{_CJK}]+|[{_UNSPACED}]+|{_LETTERS}(?:-{_LETTERS})*")


def _tokens(text: str) -> list[str]:
    if text.isascii():
        return _ASCII.findall(text)
    return _any_script().findall(normalize("NFKC", text))


def terms(text: str) -> Iterator[Term]:
    """Yield the terms of a text in its order, repeats included."""
    for raw in _tokens(text):
        yield from _analyse(_shortened(raw))


def counted(text: str) -> list[str]:
    """Return the texts of `terms(text)`, faster: what an index counts."""
    found: list[str] = []
    for raw in _tokens(text):
        found += _texts(raw)
    return found


def _shortened(raw: str) -> str:
    # A run without blanks is a sentence, so only what is one word is cut.
    return raw if _is_cjk(raw) or _is_unspaced(raw) else raw[:LONGEST]


@lru_cache(maxsize=1 << 16)
def _texts(raw: str) -> tuple[str, ...]:
    return tuple(term.text for term in _analyse(_shortened(raw)))
