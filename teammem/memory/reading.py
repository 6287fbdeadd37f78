"""Every memory file ends in exactly one of three lists: loaded, invalid (rule, line), skipped (why).

What kind of file it is on disk (link, device, name that is no memory's) is for `roots.scan`; it
uses the same `Skipped`.
"""

from __future__ import annotations

from typing import NamedTuple

from teammem.memory import document, entry, topic
from teammem.memory.document import Document
from teammem.memory.entry import Entry
from teammem.memory.rules import Problem
from teammem.vocabulary import TYPE_PROJECT

_LFS = "version https://git-lfs.github.com/spec/"

SKIP_EMPTY = "empty"
SKIP_NO_ENTRIES = "no-entries"
SKIP_LFS = "lfs-pointer"


class Loaded(NamedTuple):
    """A memory and the document that it was read from."""

    path: str
    entry: Entry
    document: Document


class Broken(NamedTuple):
    """An invalid file: it is named and never rewritten."""

    path: str
    problem: Problem


class Skipped(NamedTuple):
    """A file that is no memory; `reason` in kebab case."""

    path: str
    reason: str


Reading = Loaded | Broken | Skipped


def read(path: str, data: bytes, default_type: str = TYPE_PROJECT) -> Reading:
    """Read one file. Never raises for what is in it.

    Args:
        path: below its root, with slashes.
        data: its bytes.
        default_type: the type of a file that names none.
    """
    try:
        found = document.read(data)
    except document.Invalid as error:
        return Broken(path, error.problem)
    if found.block is None:
        text = found.source.removeprefix(document.BOM)
        if not text.strip():
            return Skipped(path, SKIP_EMPTY)
        if text.startswith(_LFS):
            return Skipped(path, SKIP_LFS)
    if topic.EMPTY in found.source and topic.is_empty(found.body):
        return Skipped(path, SKIP_NO_ENTRIES)
    return Loaded(path, entry.read(path, found, default_type), found)
