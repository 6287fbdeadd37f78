"""The free text of a MEMORY.md as memories: what stands there and is no index line.

A MEMORY.md is an index of memory files, and many people and agents write facts straight into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from teammem.memory import topic
from teammem.memory.text import one_line

_HEADING = re.compile(r"(#{1,6})[ \t]+(.+?)[ \t]*#*")
_FENCE = re.compile(r"[ \t]{0,3}(```+|~~~+)")
# A line that points at a memory file: a link to an .md file that is not on the web.
_INDEX = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+.*\[[^\]]*\]\((?!\w+:)[^)\s]+\.md\).*")
_COMMENT = re.compile(r"[ \t]*<!--.*-->[ \t]*")
_RULE = re.compile(r"[ \t]*([-*_])([ \t]*\1){2,}[ \t]*")


class Piece(NamedTuple):
    """One fact of a free text.

    Attributes:
        line: 1-based line where it begins.
        title: the heading that it stands under, "" for none.
        text: the body of a memory of its own.
    """

    line: int
    title: str
    text: str


def pieces(body: str) -> tuple[Piece, ...]:
    """Return the facts of a MEMORY.md: its sections, and of a section of bullets each bullet.

    Index lines, comments, rules and headings without text give nothing. Code stays whole.

    Args:
        body: the text after the front matter, lines ending in LF.
    """
    found: list[Piece] = []
    for title, start, lines in _sections(body):
        text = "\n".join(lines).strip("\n")
        if not text.strip():
            continue
        first = start + next(n for n, line in enumerate(lines) if line.strip())
        facts = topic.facts(text)
        if facts:
            found += [Piece(first + fact.line - 1, title, fact.text()) for fact in facts]
        else:
            found.append(Piece(first, title, f"{text}\n"))
    return tuple(found)


def _sections(body: str) -> Iterator[tuple[str, int, list[str]]]:
    """Yield heading, first line number and lines of each section; what is no text is blank."""
    title, start, lines = "", 1, []
    fence = ""
    for number, line in enumerate(body.split("\n"), 1):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence):
                fence = ""
            lines.append(line)
            continue
        heading = _HEADING.fullmatch(line)
        if heading:
            yield title, start, lines
            title, start, lines = one_line(heading[2]), number + 1, []
            continue
        fence = mark[1] if mark else ""
        hollow = _INDEX.fullmatch(line) or _COMMENT.fullmatch(line) or _RULE.fullmatch(line)
        lines.append("" if hollow else line)
    yield title, start, lines
