"""Byte-preserving edits: one key or the body changes, every other byte stays as it was.

Comments, key order, quoting, line ends, byte order mark and final newline of the rest survive.
Each edit is read back before it is returned; one that would say anything else than asked is
refused instead. A block that did not parse has no `Document`; one that was only read by mending
(`sound` false) keeps its bytes too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from teammem.memory.document import BOM, Document, Invalid, lf, read
from teammem.memory.values import Value, render

_LINE_END = re.compile(r"\r\n?|\n")
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


class NotEditable(ValueError):
    """The file's front matter cannot be changed without touching more than was asked.

    Attributes:
        key: the key that was to change.
    """

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}" if key else why)
        self.key = key


def compose(fields: Mapping[str, Value | int], body: str, newline: str = "\n") -> bytes:
    """Return a new memory file.

    Args:
        fields: front matter in the order to be written; values of None are left out.
        body: text after the front matter; its line ends become `newline`, and it ends with one.
        newline: line end of the file.

    Raises:
        NotEditable: a value cannot be held by UTF-8 or YAML (lone surrogates).
    """
    kept = {key: value for key, value in fields.items() if value is not None}
    head = "".join(render(key, value) + "\n" for key, value in kept.items())
    ended = body if body.endswith("\n") or not body else body + "\n"
    data = _encode(_ends(f"---\n{head}---\n{lf(ended)}", newline))
    _verify(data, {key: _as_read(value) for key, value in kept.items()}, lf(ended), "")
    return data


def set_field(document: Document, key: str, value: Value | int) -> bytes:
    """Return the file with one top-level key set; added as the last key where it is missing.

    A file without front matter gets one in front of its text. A value equal to the one that
    stands changes nothing.

    Raises:
        NotEditable: the block is not plain YAML, the key stands twice, or another key refers to
            the value by an anchor.
    """
    if not _KEY.fullmatch(key):
        raise NotEditable(key, "not a name for a key")
    wanted = _as_read(value)
    if key in document.fields and document.fields[key] == wanted:
        return document.source.encode("utf-8")
    line = render(key, value)
    if document.block is None:
        at = len(BOM) if document.source.startswith(BOM) else 0
        head = _ends(f"---\n{line}\n---\n", document.newline)
        source = document.source[:at] + head + document.source[at:]
    else:
        span = _span(document, key)
        if span is None:
            source = _appended(document, line)
        else:
            start, end, inline = span
            text = line[len(key) + 1 :] if not inline else line[len(key) + 2 :]
            source = document.source[:start] + text + document.source[end:]
    expected = {**document.fields, key: wanted}
    return _verified(source, expected, document.body, key)


def remove_field(document: Document, key: str) -> bytes:
    """Return the file without one top-level key: its lines go, comments around them stay.

    Raises:
        NotEditable: as for `set_field`.
    """
    if key not in document.fields:
        return document.source.encode("utf-8")
    span = _span(document, key)
    if span is None or document.block is None:
        raise NotEditable(key, "not found in the block")
    before = document.source[: span[0]]
    start = max(before.rfind("\n"), before.rfind("\r")) + 1
    ending = _LINE_END.search(document.source, span[1], document.block[1])
    end = ending.end() if ending else document.block[1]
    expected = {name: value for name, value in document.fields.items() if name != key}
    source = document.source[:start] + document.source[end:]
    return _verified(source, expected, document.body, key)


def set_body(document: Document, body: str) -> bytes:
    """Return the file with another body, whose line ends become those of the file.

    Raises:
        NotEditable: without front matter in the file, the new text would read as front matter.
    """
    text = lf(body)
    head = document.source[: document.body_at]
    if document.block and text and head[-1] not in "\r\n":
        head += document.newline
    return _verified(head + _ends(text, document.newline), document.fields, text, "")


def _appended(document: Document, line: str) -> str:
    assert document.block is not None  # noqa: S101 - the caller looked
    end = document.block[1]
    return document.source[:end] + line + document.newline + document.source[end:]


def _span(document: Document, key: str) -> tuple[int, int, bool] | None:
    """Return where the key's value stands in the source, and whether it begins on its line."""
    assert document.block is not None  # noqa: S101 - the caller looked
    if not document.sound:
        raise NotEditable(key, "the front matter is not YAML as it stands (TM018)")
    if any(problem.rule == "TM017" for problem in document.problems):
        raise NotEditable(key, "the front matter has a key twice (TM017)")
    start, end = document.block
    from teammem.memory import yamlblock

    try:
        spans = yamlblock.spans(lf(document.source[start:end]))
    except yamlblock.Unreadable as error:
        raise NotEditable(key, error.detail) from None
    span = spans.get(key)
    if span is None:
        return None
    lines = [start]
    lines += [found.end() for found in _LINE_END.finditer(document.source, start, end)]
    first = lines[span.start[0]] + span.start[1]
    last = lines[span.end[0]] + span.end[1]
    if not span.end[1] and last > first:
        # A block scalar ends at the start of the line after it.
        last -= 2 if document.source[last - 2 : last] == "\r\n" else 1
    return first, last, span.inline


def _as_read(value: Value | int) -> Value:
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return [_as_read(item) for item in value]
    if isinstance(value, dict):
        return {key: _as_read(item) for key, item in value.items()}
    return value


def _ends(text: str, newline: str) -> str:
    return text if newline == "\n" else text.replace("\n", newline)


def _encode(source: str) -> bytes:
    try:
        return source.encode("utf-8")
    except UnicodeEncodeError:
        raise NotEditable("", "text with lone surrogates is not UTF-8") from None


def _verified(source: str, fields: Mapping[str, Value], body: str, key: str) -> bytes:
    data = _encode(source)
    _verify(data, fields, body, key)
    return data


def _verify(data: bytes, fields: Mapping[str, Value], body: str, key: str) -> None:
    try:
        again = read(data)
    except Invalid as error:
        raise NotEditable(key, f"the result would be invalid ({error.problem.rule})") from None
    if again.fields != fields or again.body != body:
        raise NotEditable(key, "the result would not say what was asked")
