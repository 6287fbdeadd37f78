"""JSON with comments (JSONC), read with the place of every value. Pure.

The grammar is RFC 8259 with `//` and `/* */` comments and a comma behind a last element, as the
agents' own readers take it. Whatever is more than that is refused rather than guessed at.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

# Deeper than any settings file, and far from the interpreter's own limit.
_DEEPEST = 100

# Members of the root that are edited inside. Any other is passed over as one value by the standard
# library where it is plain JSON: Claude Code keeps megabytes in one file.
_EDITED = ("hooks", "mcpServers")
_BLANKS = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*"')
_WORD = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")

Path = tuple[str | int, ...]


def _not_json(word: str) -> Any:
    raise ValueError(word)  # NaN and Infinity, which the standard library would take


_PLAIN = json.JSONDecoder(parse_constant=_not_json)


class Malformed(Exception):
    """A text is not what it should be.

    Attributes:
        problem: what is wrong, without text of the file.
        line: 1-based line.
    """

    def __init__(self, problem: str, line: int) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line


class Child(NamedTuple):
    """An element of an array, or a member of an object.

    Attributes:
        name: the member's name, "" in an array.
        start: offset of the name or the element.
        node: the value.
        comma: offset behind the comma that follows, 0 where none does.
    """

    name: str
    start: int
    node: Node
    comma: int


class Node(NamedTuple):
    """A value: its span in the text, what it says, and what it holds if that can be edited."""

    start: int
    end: int
    value: Any
    children: tuple[Child, ...] = ()


class Document(NamedTuple):
    """A text that was read.

    Attributes:
        text: the whole text.
        root: its value.
        comments: the span of each comment, in order.
    """

    text: str
    root: Node
    comments: tuple[tuple[int, int], ...]

    def line(self, offset: int) -> int:
        """Return the 1-based line of an offset."""
        return self.text.count("\n", 0, offset) + 1

    def child(self, path: Path) -> Child | None:
        """Return what stands at a path of names and numbers, None where nothing does.

        Raises:
            Malformed: a name on the way stands twice in its object, so that readers may differ.
        """
        node, found = self.root, None
        for step in path:
            if isinstance(step, int):
                found = node.children[step] if step < len(node.children) else None
            else:
                same = [child for child in node.children if child.name == step]
                if len(same) > 1:
                    raise Malformed(f"{step!r} stands twice", self.line(same[1].start))
                found = same[0] if same and isinstance(node.value, dict) else None
            if found is None:
                return None
            node = found.node
        return found

    def get(self, path: Path) -> Any:
        """Return the value at a path, None where nothing stands there."""
        found = self.child(path)
        return found.node.value if found else None

    def node(self, path: Path) -> Node | None:
        """Return the node at a path; that of () is the root."""
        found = self.child(path)
        return self.root if not path else found.node if found else None


def read(text: str) -> Document:
    """Read a text.

    Raises:
        Malformed: it is not JSONC.
    """
    reader = _Reader(text)
    root = reader.value(0)
    if reader.at != len(text):
        raise reader.wrong("text after the value")
    return Document(text, root, tuple(reader.comments))


class _Reader:
    """One pass over a text; `at` is always at the start of a token."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 1 if text.startswith("\ufeff") else 0
        self.comments: list[tuple[int, int]] = []
        self._skip()

    def wrong(self, problem: str) -> Malformed:
        return Malformed(problem, self.text.count("\n", 0, self.at) + 1)

    def _skip(self) -> None:
        text = self.text
        at = _BLANKS.match(text, self.at).end()  # type: ignore[union-attr]  # it always matches
        while text.startswith("/", at) and (found := _COMMENT.match(text, at)):
            self.comments.append(found.span())
            at = _BLANKS.match(text, found.end()).end()  # type: ignore[union-attr]
        self.at = at

    def _take(self, sign: str) -> int:
        """Pass a sign if it stands here; return the offset behind it, else 0."""
        if not self.text.startswith(sign, self.at):
            return 0
        end = self.at = self.at + 1
        self._skip()
        return end

    def value(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self.wrong("nested too deeply")
        start = self.at
        if self._take("{"):
            return self._container(start, "}", depth)
        if self._take("["):
            return self._container(start, "]", depth)
        found = _STRING.match(self.text, start) or _WORD.match(self.text, start)
        if found is None:
            raise self.wrong("a value is expected")
        self.at = found.end()
        self._skip()
        try:
            return Node(start, found.end(), json.loads(found[0]))
        except ValueError:  # a number of thousands of digits
            raise self.wrong("a value is expected") from None

    def _container(self, start: int, closer: str, depth: int) -> Node:
        children: list[Child] = []
        while not (end := self._take(closer)):
            if children and not children[-1].comma:
                raise self.wrong(f"a comma or {closer!r} is expected")
            children.append(self._child(closer == "}", depth))
        if closer == "]":
            return Node(start, end, [child.node.value for child in children], tuple(children))
        value = {child.name: child.node.value for child in children}
        return Node(start, end, value, tuple(children))

    def _child(self, named: bool, depth: int) -> Child:
        start, name = self.at, ""
        if named:
            found = _STRING.match(self.text, start)
            if found is None:
                raise self.wrong("a name in double quotes is expected")
            name = json.loads(found[0])
            self.at = found.end()
            self._skip()
            if not self._take(":"):
                raise self.wrong("a colon is expected")
        passed = depth == 0 and named and name not in _EDITED
        node = (self._passed() if passed else None) or self.value(depth + 1)
        return Child(name, start, node, self._take(","))

    def _passed(self) -> Node | None:
        """Pass a value of plain JSON as a whole; return None where it is none."""
        start = self.at
        try:
            value, end = _PLAIN.raw_decode(self.text, start)
        except (ValueError, RecursionError):
            return None
        self.at = end
        self._skip()
        return Node(start, end, value)
