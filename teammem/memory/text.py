"""Text for people: one line, cut, nothing invisible; and where a body's first sentence ends."""

from __future__ import annotations

import re
import unicodedata

MAX_DESCRIPTION = 150  # characters; Qwen Code's and Claude Code's index lines are cut there

# Default-ignorable and bidirectional controls (Unicode 15.1, DerivedCoreProperties and UAX #9).
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Signs that steer how a line is shown or read, or hide between letters. Joiners and variation
# selectors are not among them: emoji, Persian and the scripts of India need those.
SUSPICIOUS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_SENTENCE_END = re.compile(
    r"[.!?](?=\s)|[\u3002\uff01\uff1f\uff61]|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+>#|]|\d+[.)])[ \t])"
)
_LEAD = re.compile(r"^(?:\s|[-*+>#]+(?=\s)|\d+[.)](?=\s))+")


def one_line(text: str, limit: int = 0) -> str:
    """Return `text` as one visible line: controls and line ends as blanks, invisible signs gone.

    Args:
        text: anything.
        limit: cut to this many characters, the last one an ellipsis; 0 does not cut.
    """
    if not text.isprintable() or not text.isascii():
        text = INVISIBLE.sub("", text)
        text = "".join(c if unicodedata.category(c) not in ("Cc", "Cs") else " " for c in text)
    return cut(" ".join(text.split()), limit)


def cut(text: str, limit: int) -> str:
    """Return `text` cut to `limit` characters, at a word's end where one is near."""
    if not limit or len(text) <= limit:
        return text
    head = text[: limit - 1]
    blank = head.rfind(" ")
    if blank >= limit // 2:
        head = head[:blank]
    while head and unicodedata.combining(text[len(head)]):
        head = head[:-1]
    return head.rstrip() + "\u2026"


def first_sentence(body: str) -> str:
    """Return the first sentence of a body as a description, at most 150 characters."""
    text = _LEAD.sub("", body)
    found = _SENTENCE_END.search(text)
    sentence = text[: found.end()] if found else text
    return one_line(sentence.replace("**", "").replace("`", ""), MAX_DESCRIPTION)
