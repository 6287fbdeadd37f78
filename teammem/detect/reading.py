"""One text as the detectors read it, and what they report about it."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from teammem.detect.patterns import on_use

_NOT_WORD = bytes(byte if chr(byte).isalnum() and byte < 128 else 32 for byte in range(256))


class Hit(NamedTuple):
    """What a detector found: the rule's id and where in the text the value stands.

    `value` differs from the text there when the value was broken over lines; `verified` says
    that a checksum in it is right.
    """

    rule: str
    start: int
    end: int
    value: str
    verified: bool = False


class Reading:
    """A text with its ASCII shadow and its words, each made once when first asked for.

    The shadow has one byte for each character (what is not ASCII becomes "?"), so that an
    offset in it is an offset in the text.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def lower(self) -> bytes:
        """The shadow in lower case."""
        return self._shadow.lower()

    @cached_property
    def words(self) -> frozenset[bytes]:
        """All runs of ASCII letters and digits."""
        return frozenset(self._shadow.translate(_NOT_WORD).split())

    @cached_property
    def vocabulary(self) -> bytes:
        """Each word once: a shorter place than the text to look in vain for a literal."""
        return b" ".join(self.words)

    @cached_property
    def vocabulary_lower(self) -> bytes:
        """The vocabulary in lower case."""
        return self.vocabulary.lower()

    @cached_property
    def _shadow(self) -> bytes:
        return self.text.encode("ascii", "replace")

    def starts_word(self, offset: int) -> bool:
        """Tell whether no ASCII letter or digit stands right before `offset`."""
        before = self.text[offset - 1 : offset] if offset else ""
        return not (before.isascii() and before.isalnum())


LINE_BREAK_PATTERN = (
    r"[\"'`]?[ \t]{0,3}(?:[\\+.&,]|\.\.)?[ \t]*(?:\r\n|\r|\n)[ \t>#*|/]{0,40}[\"'`+]?"
    r"|[\"'`] {0,2}(?:[+.&]|\.\.) {0,2}[\"'`]|[\"'] [\"']"
)
LINE_BREAK = on_use(LINE_BREAK_PATTERN)
