"""Edits of JSONC that keep everything else: order, indentation, line ends, comments. Pure.

Each edit takes a document and returns the new one, read afresh.
"""

from __future__ import annotations

import json
import re
from typing import Any

from teammem.agents.settings_jsonc import Document, Malformed, Node, Path, read

_INDENT = re.compile(r"\n([ \t]+)\S")
_LINE_COMMENT = "//"


def insert(document: Document, path: Path, value: Any, name: str = "") -> Document:
    """Add a last element to the array, or a last member to the object, at `path`.

    Raises:
        Malformed: there is none.
    """
    node = _container(document, path)
    last = node.children[-1] if node.children else None
    end = _back(document, node.end - 1)
    block = _block(document, node)
    inner = _inner(document, node)
    text = (json.dumps(name, ensure_ascii=False) + ": " if name else "") + _dumped(
        document, value, inner if block else None
    )
    comma = "," if last and last.comma and block else ""
    before = f"{_newline(document)}{inner}" if block else " " if last else ""
    after = ""
    if block and "\n" not in document.text[end : node.end - 1]:
        after = f"{_newline(document)}{_outer(document, node)}"
    splices = [(end, end, f"{before}{text}{comma}{after}")]
    if last and not last.comma:
        splices.insert(0, (last.node.end, last.node.end, ","))
    return _spliced(document, splices)


def replace(document: Document, path: Path, value: Any) -> Document:
    """Put another value in the place of the one at `path`; comments inside it come before it.

    Raises:
        Malformed: nothing stands there.
    """
    found = document.child(path)
    if found is None:
        raise Malformed("nothing stands there", 1)
    node = found.node
    inner = _outer(document, node)
    kept = "".join(
        document.text[slice(*span)] + _newline(document) + inner
        for span in _comments(document, node.start, node.end)
    )
    on_one_line = "\n" not in document.text.strip()
    text = _dumped(document, value, None if on_one_line else inner)
    return _spliced(document, [(node.start, node.end, kept + text)])


def delete(document: Document, path: Path) -> Document:
    """Take out the element or member at `path`, its comma, and the blanks before it.

    Comments inside it stay, on lines of their own.

    Raises:
        Malformed: nothing stands there.
    """
    found, parent = document.child(path), document.node(path[:-1])
    if found is None or parent is None:
        raise Malformed("nothing stands there", 1)
    at = parent.children.index(found)
    start, end = _back(document, found.start), found.comma or found.node.end
    if len(parent.children) == 1 and not _comments(document, parent.start, parent.end):
        return _spliced(document, [(parent.start + 1, parent.end - 1, "")])
    spans = _comments(document, found.start, end)
    line = _newline(document) + _inner(document, parent)
    kept = "".join(line + document.text[slice(*span)] for span in spans)
    before = spans[-1:] or [span for span in document.comments if span[1] == start]
    in_comment = before and document.text.startswith(_LINE_COMMENT, before[-1][0])
    if in_comment and not re.match(r"[ \t]*\r?\n", document.text[end:]):
        kept += _newline(document)
    splices = [(start, end, kept)]
    if not found.comma and at and (comma := parent.children[at - 1].comma):
        splices.insert(0, (comma - 1, comma, ""))
    return _spliced(document, splices)


def _container(document: Document, path: Path) -> Node:
    node = document.node(path)
    if node is None or not isinstance(node.value, dict | list):
        raise Malformed("an object or array is expected", document.line(node.start if node else 0))
    return node


def _comments(document: Document, start: int, end: int) -> list[tuple[int, int]]:
    return [span for span in document.comments if start <= span[0] and span[1] <= end]


def _back(document: Document, offset: int) -> int:
    """Return the end of the token or comment before an offset."""
    end = len(document.text[:offset].rstrip(" \t\r\n"))
    # The blanks at the end of a line comment belong to it.
    return max(
        [end, *(span[1] for span in document.comments if span[0] < end and span[1] <= offset)]
    )


def _newline(document: Document) -> str:
    return "\r\n" if "\r\n" in document.text else "\n"


def _unit(document: Document) -> str:
    found = _INDENT.search(document.text, document.root.start)
    return found[1] if found else "  "


def _outer(document: Document, node: Node) -> str:
    """Return the indentation of the line on which a value starts."""
    line = document.text[: node.start].rpartition("\n")[2].removeprefix("\ufeff")
    return line[: len(line) - len(line.lstrip(" \t"))]


def _inner(document: Document, node: Node) -> str:
    """Return the indentation of what a container holds."""
    if node.children:
        line = document.text[: node.children[0].start].rpartition("\n")[2]
        if not line.strip(" \t"):
            return line
    return _outer(document, node) + _unit(document)


def _block(document: Document, node: Node) -> bool:
    """Tell whether a container's elements stand on lines of their own."""
    if node.children:
        return "\n" in document.text[node.start : node.end]
    return "\n" in document.text.strip() or not document.root.children


def _dumped(document: Document, value: Any, indent: str | None) -> str:
    if indent is None:
        return json.dumps(value, ensure_ascii=False)
    text = json.dumps(value, ensure_ascii=False, indent=_unit(document))
    return text.replace("\n", _newline(document) + indent)


def _spliced(document: Document, splices: list[tuple[int, int, str]]) -> Document:
    """Return the document with spans replaced; they are in order and do not overlap."""
    parts, at = [], 0
    for start, end, text in splices:
        parts += [document.text[at:start], text]
        at = end
    return read("".join(parts) + document.text[at:])
