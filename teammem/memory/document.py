"""One memory file as bytes, text, front matter and body.

A block that does not parse makes the file `Invalid`, with rule and line; nothing is guessed and
nothing rewritten. Only whole-line fences count, a fence that nothing closes is body.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from teammem.memory.rules import Problem
from teammem.memory.values import Value, quick
from teammem.vocabulary import MAX_MEMORY_BYTES

BOM = "\ufeff"
_END = re.compile(r"\r\n?|\n")
# Blank lines before the first fence are tolerated, as python-frontmatter tolerates them.
_OPEN = re.compile(r"\ufeff?(?:[ \t]*(?:\r\n?|\n))*---[ \t]*(\r\n?|\n)")
_CLOSE = re.compile(r"(?<![^\r\n])---[ \t]*(?:\r\n?|\n|\Z)")
_CODE_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


class Invalid(ValueError):
    """The file cannot be read as a memory; `problem` says by which rule and where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class Document(NamedTuple):
    """A memory file that could be read.

    Attributes:
        source: the whole file decoded, with its byte order mark and its own line ends.
        block: start and end, in `source`, of the text between the fences; None without front
            matter.
        body_at: where the body begins in `source`.
        fields: the front matter's keys and values, in the file's order.
        lines: 1-based line in the file of each key.
        problems: what is wrong with the front matter as such.
        sound: whether the block is YAML as it stands; only then may it be edited.
    """

    source: str
    block: tuple[int, int] | None
    body_at: int
    fields: Mapping[str, Value]
    lines: Mapping[str, int]
    problems: tuple[Problem, ...]
    sound: bool

    @property
    def body(self) -> str:
        """Return the text after the front matter, line ends LF."""
        return lf(self.source[self.body_at :])

    @property
    def newline(self) -> str:
        """Return the line end of the file: that of its first line, LF where it has none."""
        found = _END.search(self.source)
        return found[0] if found else "\n"

    @property
    def body_line(self) -> int:
        """Return the 1-based line on which the body begins."""
        return 1 + lf(self.source[: self.body_at]).count("\n")


def lf(text: str) -> str:
    """Return `text` with LF line ends (CRLF and lone CR end a line too)."""
    return text if "\r" not in text else text.replace("\r\n", "\n").replace("\r", "\n")


def decode(data: bytes) -> str:
    """Return the text of a memory file, its byte order mark included.

    Raises:
        Invalid: over 1 MiB, NUL, not UTF-8 (UTF-16 and Latin-1 included).
    """
    if len(data) > MAX_MEMORY_BYTES:
        raise Invalid(Problem("TM003", 0, f"{len(data)} bytes"))
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise Invalid(Problem("TM001", 1, "UTF-16"))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = 1 + lf(data[: error.start].decode("utf-8")).count("\n")
        raise Invalid(Problem("TM001", line, f"byte {data[error.start]:#04x}")) from None
    if "\0" in text:
        raise Invalid(Problem("TM002", 1 + lf(text[: text.index("\0")]).count("\n")))
    return text


def read(data: bytes) -> Document:
    """Read the bytes of one memory file.

    Raises:
        Invalid: TM001 to TM006.
    """
    source = decode(data)
    start = _OPEN.match(source)
    close = _CLOSE.search(source, start.end()) if start else None
    body_at = close.end() if close else 0
    problems = _conflicts(source, body_at) if "<<<<<<< " in source else ()
    if start is None or close is None:
        if start is not None:
            problems += (Problem("TM011", lf(source[: start.end()]).count("\n")),)
        body_at = len(BOM) if source.startswith(BOM) else 0
        return Document(source, None, body_at, {}, {}, problems, sound=True)
    span = (start.end(), close.start())
    block = lf(source[span[0] : span[1]])
    first = 1 + lf(source[: span[0]]).count("\n")
    parsed = quick(block)
    if parsed is None:
        from teammem.memory import yamlblock

        try:
            parsed = yamlblock.read(block)
        except yamlblock.Unreadable as error:
            if error.why == "mapping":
                # Prose between two rules: a body that has no front matter.
                problems += (Problem("TM034", first),)
                at = len(BOM) if source.startswith(BOM) else 0
                return Document(source, None, at, {}, {}, problems, sound=True)
            rule = "TM006" if error.why == "size" else "TM004"
            raise Invalid(Problem(rule, first + error.line, error.detail)) from None
    problems += tuple(Problem("TM017", first + line, key) for key, line in parsed.twice)
    problems += tuple(Problem("TM018", first + line, key) for key, line in parsed.odd)
    lines = {key: first + line for key, line in parsed.lines.items()}
    return Document(source, span, body_at, parsed.fields, lines, problems, sound=not parsed.odd)


def _conflicts(source: str, body_at: int) -> tuple[Problem, ...]:
    """Find what a merge left: the three markers in order, each at the start of a line.

    In a fenced code block of the body they may be an example, so there they are a warning.

    Raises:
        Invalid: TM005 anywhere else.
    """
    fence = ""
    seen = 0
    opened = (0, "")
    examples: tuple[Problem, ...] = ()
    body_line = 1 + lf(source[:body_at]).count("\n")
    for number, line in enumerate(lf(source).removeprefix(BOM).split("\n"), 1):
        if number >= body_line:
            code = _CODE_FENCE.match(line)
            if code and not fence:
                fence = code[1]
            elif code and code[1].startswith(fence) and line.strip() == code[1]:
                fence = ""
        if line.startswith("<<<<<<< "):
            seen, opened = 1, (number, fence)
        elif seen == 1 and line == "=======":
            seen = 2
        elif seen == 2 and line.startswith(">>>>>>> "):
            seen = 0
            if not opened[1]:
                raise Invalid(Problem("TM005", opened[0]))
            examples += (Problem("TM033", opened[0]),)
    return examples
