"""Front matter as values, and the quick way to read the plain kind.

Every scalar stays text, as it is written (`yes`, `1.10` and a date too); what a field means is
decided by `entry`. Nulls are `null`, `~`, nothing, and `None`, which Python tools leave behind.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

Value = None | str | list["Value"] | dict[str, "Value"]

NULLS = frozenset(("", "~", "null", "Null", "NULL", "None"))


@cache
def _odd() -> re.Pattern[str]:
    """Return the pattern of what no plain value holds; compiling it takes 5 ms, so not on import."""
    return re.compile(
        "[^\n !-~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
    )


class Block(NamedTuple):
    """What a front matter block says.

    Attributes:
        fields: keys and values in the order of the file.
        lines: 0-based line inside the block of each key.
        twice: keys that stand more than once, with the line of the later one.
        odd: keys whose value could only be read as text, with their line: the block is not
            YAML as it stands, so nothing may rewrite it.
    """

    fields: dict[str, Value]
    lines: dict[str, int]
    twice: tuple[tuple[str, int], ...] = ()
    odd: tuple[tuple[str, int], ...] = ()


# The shapes below are the subset on which a YAML reader has no choice: a value begins with a
# letter, digit or slash, has neither colon nor number sign beside a blank, no tab, no control and no
# character that YAML takes for a line break. Everything else goes to the full reader.
_ODD_ASCII = re.compile("[^\n !-~]")
_KEY = r"([A-Za-z_][A-Za-z0-9_-]*):"
_INSIDE = r"(?:(?:[^\W_]|/)[\w .:/-]*|'[^',{}\[\]]*' *)"
_LINE = re.compile(
    rf"{_KEY} (?:"
    r"((?:[^\W_]|/).*)"
    r"|\"([^\"\\]*)\""
    r"|'([^']*)'"
    r"|\[([^\W_][\w ./*-]*(?:, [^\W_][\w ./*-]*)*)\]"
    rf"|\{{([a-z_]+: {_INSIDE}(?:, [a-z_]+: {_INSIDE})*)\}}"
    r") *"
)
_ITEM = re.compile(r"  - (?:([^\W_].*)|\"([^\"\\]*)\") *")
_BARE = re.compile(rf"{_KEY} *")
_CHOICE = re.compile(r":(?: |$)| #")


def quick(block: str) -> Block | None:
    """Read a block that is plain; None where the full reader has to decide.

    Args:
        block: the text between the fences, line ends LF.
    """
    if (_ODD_ASCII if block.isascii() else _odd()).search(block):
        return None
    fields: dict[str, Value] = {}
    lines: dict[str, int] = {}
    items: list[Value] | None = None
    for number, line in enumerate(block.removesuffix("\n").split("\n")):
        found = _LINE.fullmatch(line)
        if found is None:
            item = _ITEM.fullmatch(line)
            if item is not None and items is not None:
                text = item[2] if item[1] is None else _plain(item[1])
                if text is None:
                    return None
                items.append(text)
                continue
            bare = _BARE.fullmatch(line)
            if bare is None or bare[1] in fields or items == []:
                return None
            items = []
            fields[bare[1]], lines[bare[1]] = items, number
            continue
        key, plain, double, single, sequence, mapping = found.groups()
        if key in fields or items == []:
            return None
        items = None
        value: Value
        if plain is not None:
            value = _plain(plain)
            if value is None:
                return None
        elif sequence is not None:
            value = [part.rstrip(" ") for part in sequence.split(", ")]
            if not NULLS.isdisjoint(value):
                return None
        elif mapping is not None:
            value = _mapping(mapping)
            if value is None:
                return None
        else:
            value = single if double is None else double
        fields[key], lines[key] = value, number
    return None if items == [] else Block(fields, lines)


def _plain(text: str) -> str | None:
    text = text.rstrip(" ")
    return None if _CHOICE.search(text) or text in NULLS else text


def _mapping(text: str) -> Value:
    pairs = [part.partition(": ") for part in text.split(", ")]
    values: dict[str, Value] = {}
    for key, _, padded in pairs:
        value = padded.rstrip(" ")
        quoted = value.startswith("'")
        if key in values or key in NULLS or _CHOICE.search(value):
            return None
        if not quoted and value in NULLS:
            return None
        values[key] = value[1:-1] if quoted else value
    return values


# Words that some YAML reader takes for a truth value or for nothing (YAML 1.1, "bool", "null").
_WORDS = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null", "none"])
_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?")
_ULID = re.compile(r"[0-7][0-9A-Z]{25}")
_BLOCK_TEXT = re.compile(r"[A-Za-z](?:[!-9;-~]|:(?=\S)| (?=[!\"$-~]))*")
_FLOW_TEXT = re.compile(r"[A-Za-z](?:[\w./*-]| (?=[\w./*-]))*", re.ASCII)


def render(key: str, value: Value | int) -> str:
    """Write `key: value` on one line, so that every YAML reader sees the same string.

    Args:
        key: a plain word.
        value: text, a whole number, or lists and mappings of them, written in flow style.
    """
    written = plain(key, value)
    if written is None:
        from teammem.memory import yamlblock

        written = yamlblock.render(key, value)
    return written


def plain(key: str, value: Value | int) -> str | None:
    """Write `key: value` where a YAML writer has no choice; None where one has to decide.

    Args:
        key: a plain word.
        value: as `render` takes it.
    """
    written: str | None
    if isinstance(value, list):
        items = [_written(item, _FLOW_TEXT) for item in value]
        written = f"[{', '.join(map(str, items))}]" if items and None not in items else None
    elif isinstance(value, dict):
        pairs = [
            (_written(name, _FLOW_TEXT), _written(one, _FLOW_TEXT)) for name, one in value.items()
        ]
        known = pairs and not any(None in pair for pair in pairs)
        written = f"{{{', '.join(f'{name}: {one}' for name, one in pairs)}}}" if known else None
    else:
        written = _written(value, _BLOCK_TEXT)
    return None if written is None else f"{key}: {written}"


def _written(value: object, form: re.Pattern[str]) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str) or value.lower() in _WORDS:
        return None
    if form.fullmatch(value) or _TIME.fullmatch(value):
        return value
    letters = sum(map(str.isalpha, value))  # one E between digits is a number to some readers
    return value if letters > 1 and _ULID.fullmatch(value) else None
