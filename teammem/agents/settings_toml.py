"""One table of ours in a TOML file, such as `[mcp_servers.teammem]`. Pure.

A new table goes to the end as text and leaves as text: tomlkit, which does the rest, would put it
beside its relatives, between a comment and the table that this is about. The standard library's
reader has the last word: what it does not read as exactly the change that was meant is refused.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AbstractTable, InlineTable

from teammem.agents.settings_jsonc import Malformed

Values = dict[str, Any]

_HEADER = re.compile(r"[ \t]*\[\[?([^\[\]]*)\]")


def data(text: str) -> Values:
    """Return what a text says.

    Raises:
        Malformed: it is not TOML.
    """
    try:
        return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        # The message ends with the place: "(at line 3, column 7)", or "(at end of document)".
        place = str(error).rpartition("line ")[2].partition(",")[0]
        line = int(place) if place.isdigit() else text.count("\n") + 1
        raise Malformed("not TOML", line) from None


def get(text: str, parent: str, name: str) -> Values | None:
    """Return the table `[parent.name]`, None where there is none.

    Raises:
        Malformed: the text is not TOML, or what bears that name is no table.
    """
    above = data(text).get(parent, {})
    found = above.get(name) if isinstance(above, dict) else above
    if found is not None and not isinstance(found, dict):
        raise Malformed(f"{parent}.{name} is not a table", 1)
    return found


def put(text: str, parent: str, name: str, values: Mapping[str, Any]) -> str:
    """Return the text with these values in `[parent.name]`; other keys of it stay.

    Raises:
        Malformed: the text is not TOML, or cannot take the table.
    """
    old = get(text, parent, name)
    wanted = data(text)
    wanted.setdefault(parent, {})[name] = {**(old or {}), **values}
    document = _parsed(text)
    if old is not None:
        for _, _, table in _tables(document, parent, name):
            for key, value in values.items():
                if table.get(key) != value:
                    table[key] = _item(value)
            break
        return _checked(document.as_string(), wanted)
    above = document.get(parent)
    if isinstance(above, InlineTable):
        above[name] = _item(values)
        return _checked(document.as_string(), wanted)
    gap = "" if not text else _newline(text) if text.endswith("\n") else _newline(text) * 2
    return _checked(text + gap + _block(text, parent, name, values), wanted)


def drop(text: str, parent: str, name: str) -> str:
    """Return the text without `[parent.name]`; comments in it stay.

    Raises:
        Malformed: the text is not TOML, or its form cannot be edited.
    """
    old = get(text, parent, name)
    if old is None:
        return text
    wanted = data(text)
    del wanted[parent][name]
    document = _parsed(text)
    if not wanted[parent] and not isinstance(document.get(parent), InlineTable):
        del wanted[parent]
    block = _block(text, parent, name, old)
    for written in (_newline(text) + block, block):
        if text.endswith(written) or written + _newline(text) in text:
            try:
                return _checked(text.replace(written, "", 1), wanted)
            except Malformed:
                break
    for above, _, _ in _tables(document, parent, name):
        if isinstance(above, InlineTable):
            above.remove(name)
            return _checked(document.as_string(), wanted)
    return _checked("".join(_lines_without(text, (parent, name))), wanted)


def _lines_without(text: str, ours: tuple[str, str]) -> Iterator[str]:
    """Yield the lines of a text but for one table; of that its comments and the blanks behind."""
    inside, blanks = False, ""
    for line in text.splitlines(keepends=True):
        if header := _HEADER.match(line):
            parts = [part.strip().strip("\"'") for part in header[1].split(".")]
            inside = tuple(parts[:2]) == ours
            if not inside:
                yield blanks
            blanks = ""
        if not inside:
            yield line
        elif not line.strip():
            blanks += line
        else:
            comment = line[header.end() :].lstrip("] \t") if header else _comment(line)
            yield blanks + comment.rstrip("\r\n") + _newline(text) if comment.strip() else ""
            blanks = ""
    yield blanks


def _comment(line: str) -> str:
    """Return the comment of a line; "" where it has none, or is part of a longer value."""
    if line.lstrip().startswith("#"):
        return line
    try:
        items = tomlkit.parse(line).body
    except TOMLKitError:
        return ""
    return items[0][1].trivia.comment if items else ""


def _parsed(text: str) -> TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise Malformed("a form of TOML that cannot be edited", 1) from error


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _block(text: str, parent: str, name: str, values: Mapping[str, Any]) -> str:
    table = {key: _item(value) for key, value in values.items()}
    block = f"[{parent}.{name}]\n{tomlkit.dumps(table)}"
    return block.replace("\n", _newline(text))


def _item(value: Any) -> Any:
    """Return a value as tomlkit takes it, an object on one line."""
    if not isinstance(value, Mapping):
        return value
    inline = tomlkit.inline_table()
    inline.update({key: _item(inner) for key, inner in value.items()})
    return inline


def _tables(
    document: TOMLDocument, parent: str, name: str
) -> Iterator[tuple[AbstractTable, int, AbstractTable]]:
    """Yield each part of the table, with the table above it and its place there.

    Tables of one parent may stand apart, each under a parent of its own.
    """
    for key, above in document.body:
        if key is not None and key.key == parent and isinstance(above, AbstractTable):
            for at, (inner, table) in enumerate(above.value.body):
                if inner is not None and inner.key == name and isinstance(table, AbstractTable):
                    yield above, at, table


def _checked(text: str, wanted: Values) -> str:
    try:
        right = data(text) == wanted
    except Malformed:
        right = False
    if not right:
        raise Malformed("a form of TOML that cannot be edited", 1)
    return text
