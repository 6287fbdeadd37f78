"""Readable file names in any script, possible on every system."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

from teammem import paths
from teammem.vocabulary import MEMORY_SUFFIX, NOT_MEMORIES

MAX_CHARACTERS = 60
MAX_BYTES = 180  # of 255, which leaves room for `-2` and `.conflict-<8 hex>.md`
FALLBACK = "memory-1"

# Windows keeps these names for devices, with any extension (learn.microsoft.com, "Naming Files").
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])")
_DROPPED = re.compile("['\u2019\u02bc\u00ad\u200b-\u200f\u2060\ufeff]")


def slug(text: str) -> str:
    """Return a name made of the words of `text`: lower case, NFC, joined by hyphens.

    Letters, digits and the marks on them stay in every script; nothing else does. Never empty,
    never a Windows device name, never a name that is not a memory's (README, MEMORY).
    """
    lowered = unicodedata.normalize("NFKC", _DROPPED.sub("", text)).lower()
    spaced = "".join(
        c if c.isalnum() or unicodedata.category(c)[0] == "M" else " "
        for c in unicodedata.normalize("NFKC", lowered)
    )
    name = ""
    for word in spaced.split():
        longer = f"{name}-{word}" if name else word
        if len(longer) > MAX_CHARACTERS or len(longer.encode()) > MAX_BYTES:
            break
        name = longer
    if not name and spaced.strip():
        name = _shortened(spaced.split()[0])
    if not any(c.isalnum() for c in name):
        return FALLBACK
    if _DEVICE.fullmatch(name) or name + MEMORY_SUFFIX in NOT_MEMORIES:
        name += "-1"
    return name


def _shortened(word: str) -> str:
    word = word[:MAX_CHARACTERS]
    while len(word.encode()) > MAX_BYTES:
        word = word[:-1]
    return word


def distinct(name: str, taken: Container[str]) -> str:
    """Return `name`, with `-2`, `-3` and so on where it is taken.

    Args:
        name: a slug.
        taken: names in the folder, without suffix, as `fold` returns them.
    """
    number = 1
    found = name
    while fold(found) in taken:
        number += 1
        found = f"{name}-{number}"
    return found


def fold(name: str) -> str:
    """Return the form under which two file names are one on some system."""
    return paths.fold(name.encode("utf-8", "surrogateescape"))


def portable(component: str) -> str:
    """Return why one component of a path is not possible on every system, empty if it is."""
    if component.rstrip(". ") != component:
        return "ends in a dot or a blank"
    if any(c in '<>:"|?*\\' or ord(c) < 32 or ord(c) == 127 for c in component):
        return "holds a character that Windows refuses"
    if _DEVICE.fullmatch(component.split(".", maxsplit=1)[0].rstrip(" ").lower()):
        return "is the name of a Windows device"
    if len(component.encode("utf-8", "surrogateescape")) > 255:
        return "is longer than 255 bytes"
    if unicodedata.normalize("NFC", component) != component:
        return "is not in Unicode's composed form (NFC)"
    return ""
