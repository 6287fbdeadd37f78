"""Stems, by script: Snowball's generated stemmers, each loaded when its script is met."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache, lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGE = "snowballstemmer"

# Shorter words stay as they are: acronyms, names and roots, which a stemmer damages.
SHORTEST = 4

# Letters kept of a Latin stem, and of a word whose script has no stemmer here. The cut lets the
# endings of other languages than English meet, and compounds by their first part. Measured: 7 is
# a peak between 6 and 8 on every development corpus but one (docs/reference/recall.md).
CUT = 7
CUT_UNSTEMMED = 6

# What Snowball's English stemmer takes off or rewrites (snowballstem.org, "The English (Porter2)
# stemming algorithm", all steps). Half of the words of prose and code end in none of it and are
# spared the stemmer, which is most of what indexing costs.
_ENGLISH = (
    "al", "ant", "e", "ed", "ent", "er", "ful", "i", "ic", "ing", "ion", "ism", "ist", "ll", "or", "s", "y",
)  # fmt: skip

# Code points of a script, and the stemmer of the language (or of the largest) written in it.
_BY_SCRIPT = (
    ("\u0370", "\u0400", "greek", "GreekStemmer"),
    ("\u0400", "\u0530", "russian", "RussianStemmer"),
    ("\u0600", "\u0780", "arabic", "ArabicStemmer"),
    ("\u0900", "\u0980", "hindi", "HindiStemmer"),
    ("\u0b80", "\u0c00", "tamil", "TamilStemmer"),
)

# The article with the particles that are written onto it.
_ARTICLE = "\u0627\u0644"
_ONTO_ARTICLE = (
    "\u0648\u0628",
    "\u0641\u0628",
    "\u0648\u0643",
    "\u0648",
    "\u0641",
    "\u0628",
    "\u0643",
    "",
)
_FOR_THE = ("\u0648\u0644\u0644", "\u0641\u0644\u0644", "\u0644\u0644")
_ARABIC_ROOT = 3


@cache
def version() -> str:
    """Return the name and version of the stemmers, for cache keys.

    Read off the folder's name: importlib.metadata takes 25 ms to say the same.
    """
    from importlib.util import find_spec

    spec = find_spec(PACKAGE)
    package = os.path.dirname(spec.origin) if spec and spec.origin else ""  # noqa: PTH120
    with suppress(OSError):
        for name in sorted(os.listdir(os.path.dirname(package))):  # noqa: PTH120, PTH208
            if name.startswith(f"{PACKAGE}-") and name.endswith((".dist-info", ".egg-info")):
                return name
    from importlib.metadata import version as installed

    return f"{PACKAGE}-{installed(PACKAGE)}"


@cache
def _stemmer(language: str, name: str) -> Callable[[str], str]:
    """Load one stemmer without the thirty others that the package's `__init__` imports (12 ms)."""
    from importlib import import_module
    from importlib.util import find_spec, module_from_spec

    spec = None if PACKAGE in sys.modules else find_spec(PACKAGE)
    if spec is not None:
        sys.modules[PACKAGE] = module_from_spec(spec)
    try:
        module = import_module(f"{PACKAGE}.{language}_stemmer")
    finally:
        if spec is not None:
            del sys.modules[PACKAGE]
    found: Callable[[str], str] = getattr(module, name)().stemWord
    return found


@lru_cache(maxsize=1 << 16)
def whole(word: str) -> str:
    """Return the stem of a folded word, uncut; the word itself where nothing stems it."""
    if len(word) < SHORTEST or any(map(str.isdecimal, word)):
        return word
    if word.isascii():
        if word.isalpha() and not word.endswith(_ENGLISH):
            return word
        return _stemmer("english", "EnglishStemmer")(word)
    for first, after, language, name in _BY_SCRIPT:
        if first <= word[0] < after:
            stemmer = _stemmer(language, name)
            return (_definite(word, stemmer) if language == "arabic" else stemmer(word)) or word
    return word


def _definite(word: str, stemmer: Callable[[str], str]) -> str:
    """Stem an Arabic word as one with the article, whether it has it or not.

    Snowball's stemmer takes plural endings off definite words alone, so that "the settings" and
    "settings" would not meet.
    """
    for prefix in (*_FOR_THE, *(particle + _ARTICLE for particle in _ONTO_ARTICLE)):
        if word.startswith(prefix) and len(word) >= len(prefix) + _ARABIC_ROOT:
            word = word[len(prefix) :]
            break
    return stemmer(_ARTICLE + word).removeprefix(_ARTICLE)


def _ends_in_i(word: str) -> bool:
    """Tell whether a Latin word has an ending that English, whose stemmer it gets, has not.

    It is the plural of Italian, Polish and Romanian, and the accusative and the possessive of
    Turkish, as their grammars give them. In "api" it ends an acronym.
    """
    return len(word) > SHORTEST and word[-1] == "i" and not word.endswith("api")


def stem(word: str) -> str:
    """Return what of a folded word is compared."""
    stemmed = whole(word)
    if word.isascii():
        if not word.isalpha():
            return word
        if stemmed == word and _ends_in_i(word):
            stemmed = word[:-1]
        return stemmed[:CUT]
    if stemmed == word and not any(map(str.isdecimal, word)):
        return word[:CUT_UNSTEMMED]
    return stemmed
