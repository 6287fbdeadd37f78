"""Normal text v1: what two spellings of one text have in common.

White space, case, Markdown marks, Unicode forms and ordinary punctuation do not count. What turns
one statement into another does: the sign of a number, `C#` against `C`, `!=` against `=`,
`feature/x` against `feature-x`. Hashes of it stand in committed files, so it never changes;
another form would be v2. docs/reference/memory-format.md describes it, tests/vectors/ pins it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

# Han, Hiragana, Katakana, Thai, Lao, Myanmar, Khmer: scripts that put no blanks between words.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
_HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-")

# Every inner part is bounded: a line of a million asterisks costs no more than its length.
_FENCE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})[^`\n]*$", re.MULTILINE)
_RULERS = ("=", "-*_", "|:-")
_LEAD = re.compile(
    r"(?:[ \t]*(?:>|#{1,6}(?=[ \t])|[-*+](?=[ \t]|$)|\d{1,3}[.)](?=[ \t]|$)|\[[ xX]\](?=[ \t]|$)))+"
)
_HEADING_END = re.compile(r"[ \t]#+[ \t]*$", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\[\]]{0,500})\](?:\([^()\n]{0,1000}\)|\[[^\[\]\n]{0,200}\])")
_AUTOLINK = re.compile(r"<((?:https?|mailto):[^<>\s]{1,1000})>")
_TAG = re.compile(
    r"</?(?:b|br|code|del|div|em|i|ins|kbd|mark|p|s|small|span|strong|sub|sup|u)"
    r"(?:[ \t][^<>\n]{0,200})?[ \t]*/?>",
    re.IGNORECASE,
)
_STARS = re.compile(r"(\*{1,3})(?=[^\s*])([^*\n]{1,300})(?<=\S)\1")
_UNDERSCORES = re.compile(r"(?<!\w)(_{1,3})(?=[^\s_])([^\n]{1,100}?)(?<=[^\s_])\1(?!\w)")
_STRUCK = re.compile(r"~~(?=\S)([^~]{1,2000})(?<=\S)~~")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_PERCENT = re.compile(r"(?<=\d) (?=%)")
_MEANT = re.compile(
    r"(?<=[a-z0-9])[-_/](?=[a-z0-9])|(?<=[^\W\d_])#(?!\w)|(?<=\d)%|(?<!\w)-(?=\d)"
    r"|!(?==)|(?<!\w)!(?=\w)"
)


@cache
def _narrow() -> re.Pattern[str]:
    """Return the pattern of blanks in scripts without them; slow to compile, so not on import."""
    return re.compile(rf"(?<=[{UNSPACED}]) | (?=[{UNSPACED}])")


def text_v1(body: str) -> str:
    """Return the normal text of a body: words and signs with one blank between them."""
    text = _without_marks(body.replace("\r\n", "\n").replace("\r", "\n"))
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))
        text = unicodedata.normalize("NFKC", text.casefold()).translate(_HYPHENS)
        text = " ".join(_INVISIBLE.sub("", text).split())
        text = text if text.isascii() else _narrow().sub("", text)
    else:
        text = " ".join(text.casefold().split())
    text = _PERCENT.sub("", text)
    blanks = {ord(c): " " for c in set(text) if c.isspace() or unicodedata.category(c)[0] in "PCZ"}
    parts = []
    at = 0
    for sign in _MEANT.finditer(text):
        parts += [text[at : sign.start()].translate(blanks), sign[0]]
        at = sign.end()
    parts.append(text[at:].translate(blanks))
    return " ".join("".join(parts).split())


def _without_marks(text: str) -> str:
    """Remove Markdown's marks (CommonMark 0.31 and tables), keep the words they stand around."""
    text = _FENCE.sub("", _without_comments(text))
    text = "\n".join(_without_leads(_HEADING_END.sub("", text).split("\n")))
    text = re.sub(r"^[ \t]*\|.*$", lambda row: row[0].replace("|", " "), text, flags=re.MULTILINE)
    if "](" in text or "][" in text:
        text = _LINK.sub(r"\1", text)
    if "<" in text:
        text = _TAG.sub("", _AUTOLINK.sub(r"\1", re.sub(r"(?i)<br[ \t]*/?>", " ", text)))
    for marks in (_STARS, _STARS, _UNDERSCORES, _STRUCK):
        text = marks.sub(lambda found: found[found.lastindex or 0], text)
    text = _ESCAPE.sub(r"\1", text.replace("`", ""))
    if "&" in text:
        import html

        text = html.unescape(text)
    return text


def _without_leads(lines: list[str]) -> Iterator[str]:
    """Drop rulers, and the marks at a line's start that begin a block.

    A number, a plus or a comparison that merely stands at the start of a wrapped line stays.
    """
    begins = True
    for line in lines:
        if not all(line.strip(" \t" + marks) for marks in _RULERS):
            begins = True
            continue
        lead = _LEAD.match(line) if begins else None
        begins = lead is not None
        yield line[lead.end() :] if lead else line


def _without_comments(text: str) -> str:
    parts = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        parts += [text[at:start], " "]
        at = end + 3
    return "".join(parts) + text[at:]
