"""Qwen Code's older topic files: several entries as bullets in one body."""

from __future__ import annotations

import re
from typing import NamedTuple

EMPTY = "_No entries yet._"
_BULLET = re.compile(r"[-*] (?!\[[ xX]\] )(.+)")
_FIELD = re.compile(r"(?:[ \t]{2,}|\t)[-*] (?:\*\*)?(Why|How to apply):(?:\*\*)?[ \t]*(.*)")
_HEADING = re.compile(r"#{1,6} ")


class Fact(NamedTuple):
    """One entry of a topic file; `line` is 1-based inside the body."""

    line: int
    summary: str
    why: str
    how_to_apply: str

    def text(self) -> str:
        """Return the entry as the body of a memory of its own."""
        parts = [self.summary]
        if self.why:
            parts.append(f"**Why:** {self.why}")
        if self.how_to_apply:
            parts.append(f"**How to apply:** {self.how_to_apply}")
        return "\n\n".join(parts) + "\n"


def facts(body: str) -> tuple[Fact, ...]:
    """Return the entries of a topic file, () where the body has another form.

    A topic file holds nothing but headings, top-level bullets and their indented fields, at
    least two bullets or one with a field; so an ordinary memory with a list in it is none.
    """
    found: list[list[str]] = []
    starts: list[int] = []
    labelled = False
    for number, line in enumerate(body.split("\n"), 1):
        if not line.strip() or _HEADING.match(line):
            continue
        detail = _FIELD.fullmatch(line)
        bullet = _BULLET.fullmatch(line)
        if detail and found:
            found[-1][1 if detail[1] == "Why" else 2] = detail[2].strip()
            labelled = True
        elif bullet:
            found.append([bullet[1].strip(), "", ""])
            starts.append(number)
        elif found and line[:1] in (" ", "\t") and not line.lstrip().startswith(("-", "*")):
            filled = max(i for i in range(3) if found[-1][i])
            found[-1][filled] += " " + line.strip()
        else:
            return ()
    if len(found) < 2 and not labelled:
        return ()
    return tuple(Fact(start, *parts) for start, parts in zip(starts, found, strict=True))


def is_empty(body: str) -> bool:
    """Tell whether a topic file has no entries yet."""
    lines = [line.strip() for line in body.split("\n") if line.strip()]
    return EMPTY in lines and all(line == EMPTY or _HEADING.match(line) for line in lines)
