"""The full reader of a front matter block, and the writer of single values.

PyYAML (through python-frontmatter's handler) composes nodes; no object is ever constructed from a
tag, and the walk over the nodes is bounded, so that neither `!!python` tags nor alias bombs do
anything. Imported only where the quick reader gave up, or where something is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import yaml
from frontmatter.default_handlers import YAMLHandler

from teammem.memory.values import NULLS, Block, Value

MAX_BLOCK = 64 * 1024  # characters; real heads are under 2 KiB
_MAX_VISITS = 10_000
_MAX_DEPTH = 32

# What YAML 1.1 does not allow in a stream (PyYAML's Reader.NON_PRINTABLE, libyaml's reader).
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Unreadable(ValueError):
    """The block is not YAML, not a mapping, or too much.

    Attributes:
        why: `yaml`, `size` or `mapping`.
        line: 0-based line inside the block.
        detail: YAML's own words, without text of the block.
    """

    def __init__(self, why: str, line: int, detail: str) -> None:
        super().__init__(detail)
        self.why = why
        self.line = line
        self.detail = detail


class Span(NamedTuple):
    """Where one top-level value stands, as (line, column) pairs, 0-based.

    `start` is right behind the key's colon or, where the value begins on that line, at the value
    (`inline`); `end` is behind the value's last character, before blanks and comments.
    """

    start: tuple[int, int]
    end: tuple[int, int]
    inline: bool


_Base: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _Loader(_Base):  # type: ignore[misc]
    def get_single_data(self) -> yaml.Node | None:
        return cast("yaml.Node | None", self.get_single_node())


_handler = YAMLHandler()


def _compose(block: str) -> yaml.MappingNode:
    try:
        node = _handler.load(block, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise Unreadable("yaml", mark.line if mark else 0, error.problem or "not YAML") from None
    except yaml.YAMLError:
        raise Unreadable("yaml", 0, "not YAML") from None
    except RecursionError:
        raise Unreadable("size", 0, "nested too deeply") from None
    if node is None:
        return yaml.MappingNode("tag:yaml.org,2002:map", [])
    if not isinstance(node, yaml.MappingNode):
        raise Unreadable("mapping", node.start_mark.line, "not a mapping")
    return node


def read(block: str) -> Block:
    """Read a block with every form that YAML has, and with the usual slips of people and tools.

    A number sign in a name, title or description is text, not the start of a comment. Where the
    block is not YAML, values of one line that only lack quotes are taken as text and tabs as
    blanks; such keys are listed as `odd`.

    Args:
        block: the text between the fences, line ends LF.

    Raises:
        Unreadable: nothing of this helps, or the block exceeds a bound.
    """
    if len(block) > MAX_BLOCK:
        raise Unreadable("size", 0, "front matter over 64 KiB")
    control = _UNPRINTABLE.search(block)
    if control:
        raise Unreadable("yaml", block.count("\n", 0, control.start()), "a control character")
    try:
        return _values(_compose(_shield(block)[0]), ())
    except Unreadable as error:
        if error.why != "yaml":
            raise
        mended, odd = _mend(block)
        if not odd:
            raise
        try:
            return _values(_compose(mended), odd)
        except Unreadable:
            raise error from None


def _values(root: yaml.MappingNode, odd: tuple[tuple[str, int], ...]) -> Block:
    fields: dict[str, Value] = {}
    lines: dict[str, int] = {}
    twice = []
    walk = _Walk()
    for key, value in root.value:
        if not isinstance(key, yaml.ScalarNode):
            raise Unreadable("yaml", key.start_mark.line, "a key that is not text")
        name = str(key.value)
        if name in fields:
            twice.append((name, key.start_mark.line))
        fields[name] = walk.value(value, 1)
        lines[name] = key.start_mark.line
    return Block(fields, lines, tuple(twice), odd)


class _Walk:
    """Turns nodes into values; counts every visit, so that aliases cannot multiply the work."""

    __slots__ = ("visits",)

    def __init__(self) -> None:
        self.visits = 0

    def value(self, node: yaml.Node, depth: int) -> Value:
        self.visits += 1
        if self.visits > _MAX_VISITS or depth > _MAX_DEPTH:
            raise Unreadable("size", node.start_mark.line, "nested too deeply, or too many aliases")
        if isinstance(node, yaml.ScalarNode):
            text = str(node.value)
            return None if not node.style and text in NULLS else text
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, depth + 1) for item in node.value]
        return {
            str(key.value) if isinstance(key, yaml.ScalarNode) else "?": self.value(item, depth + 1)
            for key, item in node.value
        }


_KEY_LINE = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*):[ \t]+(\S.*)")
_FREE_TEXT = frozenset(("name", "title", "description"))
_TAG_LISTS = frozenset(("keywords", "tags"))
_STARTS = "|>'\"[{&*!%@`"
_QUOTED = re.compile(r"(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*')[ \t]*(?:[ \t]#.*)?")
_TABS = re.compile(r"^[ ]*\t+[ \t]*")


def _single_lines(block: str) -> Iterator[tuple[int, str, str]]:
    """Yield (index, key, value) of top-level lines whose value ends with the line."""
    lines = block.split("\n")
    for index, line in enumerate(lines):
        found = _KEY_LINE.fullmatch(line)
        following = lines[index + 1] if index + 1 < len(lines) else ""
        if found and not (following[:1] in (" ", "\t") and following.strip()):
            yield index, found[1], found[2].rstrip(" \t")


def _rewrite(block: str, chosen: Callable[[str, str], str | None]) -> tuple[str, list[int]]:
    lines = block.split("\n")
    changed = []
    for index, key, value in _single_lines(block):
        text = chosen(key, value)
        if text is not None:
            lines[index] = f"{key}: '" + text.replace("'", "''") + "'"
            changed.append(index)
    return "\n".join(lines), changed


def _shield(block: str) -> tuple[str, list[int]]:
    """Quote the values in which a number sign is meant as text; return the lines changed."""
    if "#" not in block:
        return block, []

    def chosen(key: str, value: str) -> str | None:
        if key in _FREE_TEXT and value[0] not in _STARTS and re.search(r"(?:^|[ \t])#", value):
            return value
        return value if key in _TAG_LISTS and re.match(r"#\w", value) else None

    return _rewrite(block, chosen)


def _mend(block: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """Quote every single-line value that YAML refuses but that can only be meant as text."""

    def chosen(key: str, value: str) -> str | None:
        if value[0] in "'\"":
            if _QUOTED.fullmatch(value):
                return None
            inner = value[1:-1]
            return inner if len(value) > 1 and value[-1] == value[0] and inner else value
        if value[0] in "|>":
            return None
        if value[0] in "[{":
            closed = re.search(r"[\]}][ \t]*(?:#.*)?$", value)
            return value if key in _FREE_TEXT and not closed else None
        if (
            value[0] in "*&!%@`"
            or value[:2] in ("- ", "? ", ": ")
            or ": " in value
            or ":\t" in value
            or value[-1] == ":"
        ):
            return value
        return None

    mended, changed = _rewrite(_shield(block)[0], chosen)
    lines = mended.split("\n")
    for index, line in enumerate(lines):
        indent = _TABS.match(line)
        straight = line
        if indent:
            straight = indent[0].replace("\t", "  ") + line[indent.end() :]
        straight = re.sub(r"^(\s*(?:- )?[\w-]+:)\t+", r"\1 ", straight).rstrip("\t")
        if straight != line:
            lines[index] = straight
            changed.append(index)
    named = tuple((_key_of(lines, index), index) for index in sorted(set(changed)))
    return "\n".join(lines), named


def _key_of(lines: list[str], index: int) -> str:
    for line in reversed(lines[: index + 1]):
        found = re.match(r"[A-Za-z_][\w-]*", line)
        if found:
            return found[0]
    return ""


def spans(block: str) -> dict[str, Span]:
    """Return where each top-level key's value stands, for the editor.

    Raises:
        Unreadable: the block is not plain block-style YAML.
    """
    shielded, quoted = _shield(block)
    root = _compose(shielded)
    if root.flow_style:
        raise Unreadable("mapping", 0, "the block is one flow mapping")
    found = {}
    for key, value in root.value:
        colon = (key.end_mark.line, key.end_mark.column + 1)
        inline = value.start_mark.line == colon[0] and value.start_mark.column > colon[1]
        start = (value.start_mark.line, value.start_mark.column) if inline else colon
        end = max(start, _end(value))
        if start[0] in quoted:
            end = (start[0], len(block.split("\n")[start[0]].rstrip()))
        found[str(key.value)] = Span(start, end, inline)
    return found


def _end(node: yaml.Node) -> tuple[int, int]:
    """Return where a value's own text ends: a block collection's mark is at the next token."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(node, yaml.MappingNode) else last)
    return (node.end_mark.line, node.end_mark.column)


_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?")


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, _data: object) -> bool:
        return True

    def analyze_scalar(self, scalar: str) -> Any:
        analysis = super().analyze_scalar(scalar)
        # PyYAML quotes every colon in a flow collection; a time needs no quotes in any reader.
        if _TIME.fullmatch(scalar):
            analysis.allow_flow_plain = True
        return analysis


def _text(dumper: _Dumper, text: str) -> yaml.Node:
    if _TIME.fullmatch(text):
        return dumper.represent_scalar("tag:yaml.org,2002:timestamp", text)
    style = '"' if not text.isprintable() or text == "None" else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def render(key: str, value: Value | int) -> str:
    """Write `key: value` on one line, so that every YAML reader sees the same string.

    Args:
        key: a plain word.
        value: text, a whole number, or lists and mappings of them, written in flow style.
    """
    nested = isinstance(value, list | dict)
    text = _handler.export(
        cast("dict[str, object]", value if nested else {key: value}),
        Dumper=_Dumper,
        default_flow_style=nested,
        width=1 << 30,
        sort_keys=False,
    )
    return f"{key}: {text}" if nested else text
