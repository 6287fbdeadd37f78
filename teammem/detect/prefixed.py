"""Tokens that a literal of their own gives away: a prefix, or a mark within them.

The literals are looked up in the set of the text's words, so that the cost does not grow
with the number of rules; only around a literal that is there is a regular expression tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from teammem.detect import checks
from teammem.detect.patterns import on_use
from teammem.detect.placeholders import is_placeholder
from teammem.detect.reading import LINE_BREAK, LINE_BREAK_PATTERN, Hit, Reading
from teammem.detect.rules import KIND_PREFIXED, Rule, pattern, table
from teammem.detect.shape import surprise

_ALNUM = on_use(rb"[A-Za-z0-9]+")
_TOKEN_CHARACTER = r"[A-Za-z0-9_\-+/=.:|~!$]"
_TOKEN = on_use(_TOKEN_CHARACTER + "+")
# The first word of a value without a literal, and the sign by which such a value goes on.
_HEAD = on_use(r"(?<![A-Za-z0-9])(?:[A-Za-z0-9]{48,}|[A-Za-z0-9]{10,}(?=[-.:|_/@]))")
_SHORTEST_OPEN = 2
_SHORTEST_HEAD = 10
_FEW = 8  # so many words are looked up one by one faster than all words are walked
_BACKWARD = on_use(r"[A-Za-z0-9+/_~.-]*")
# How far before its inner mark a value may begin, and how long one may be. Where the first
# line of a broken one is longer, the line has no end for it to be broken at.
_BACK = 160
_LONGEST = 4096
_LONGEST_LINE = 320
_BREAKS = 24
_BROKEN = on_use(
    rf"({_TOKEN_CHARACTER}{{1,{_LONGEST_LINE}}}+)(?>{LINE_BREAK_PATTERN}){_TOKEN_CHARACTER}"
)
# A value put together over a line end must look random; ordinary words wrap as well.
_BROKEN_BITS = 8


class _Index(NamedTuple):
    whole: dict[bytes, list[tuple[str, str]]]  # a complete word of the anchor -> (anchor, rule)
    open: dict[bytes, list[tuple[str, str]]]  # how a word begins that the anchor does not end
    beginnings: dict[bytes, tuple[bytes, ...]]  # the keys of `open` by their first two bytes
    inside: list[tuple[str, bytes, str]]  # mark, its longest run of letters and digits, rule
    heads: re.Pattern[bytes]  # one group per rule
    headed: list[str]


@cache
def _index() -> _Index:
    headed = [rule for rule in table().values() if rule.head]
    heads = "|".join(f"({rule.head})" for rule in headed)
    index = _Index({}, {}, {}, [], on_use(heads.encode()), [rule.id for rule in headed])
    for rule in table().values():
        if rule.kind == KIND_PREFIXED:
            for anchor in rule.anchors:
                _enter(index, anchor, rule.id)
            for mark in rule.inside:
                core = max(_ALNUM.findall(mark.encode()), key=len)
                index.inside.append((mark, core, rule.id))
    for begin in index.open:
        pair = begin[:_SHORTEST_OPEN]
        index.beginnings[pair] = (*index.beginnings.get(pair, ()), begin)
    return index


def _enter(index: _Index, anchor: str, rule: str) -> None:
    words = list(_ALNUM.finditer(anchor.encode()))
    closed = [word[0] for word in words if word.end() < len(anchor)]
    if closed:
        index.whole.setdefault(max(closed, key=len), []).append((anchor, rule))
    else:
        index.open.setdefault(words[0][0], []).append((anchor, rule))


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the prefixed tokens of a text, and those broken over line ends."""
    index = _index()
    wanted = {found for word in index.whole.keys() & reading.words for found in index.whole[word]}
    pairs = index.beginnings
    for word in [word for word in reading.words if word[:_SHORTEST_OPEN] in pairs]:
        for begin in pairs[word[:_SHORTEST_OPEN]]:
            if word.startswith(begin):
                wanted.update(index.open[begin])
    for anchor, rule in sorted(wanted):
        yield from _at_anchor(reading, anchor, table()[rule])
    long = [word for word in reading.words if len(word) >= _SHORTEST_HEAD and not word.isalpha()]
    heads = [word.decode() for word in long if index.heads.fullmatch(word)]
    if heads:
        yield from _headed(reading, heads)
    for mark, core, rule in index.inside:
        if core in reading.vocabulary:
            yield from _around(reading, mark, table()[rule])


def _headed(reading: Reading, heads: list[str]) -> Iterator[Hit]:
    for begin in _places(reading.text, heads):
        for rule in _index().headed:
            found = pattern(rule).match(reading.text, begin)
            if found:
                yield from _judge(table()[rule], found[0], begin, 0, 0)


def _places(text: str, heads: list[str]) -> Iterator[int]:
    """Yield where one of `heads` stands as a head, in the order of the text."""
    if len(heads) > _FEW:
        known = frozenset(heads)
        yield from (word.start() for word in _HEAD.finditer(text) if word[0] in known)
        return
    places = []
    for head in heads:
        at = text.find(head)
        while at >= 0:
            found = _HEAD.match(text, at)
            if found and found[0] == head:
                places.append(at)
            at = text.find(head, at + len(head))
    yield from sorted(places)


def _at_anchor(reading: Reading, anchor: str, rule: Rule) -> Iterator[Hit]:
    text, begin = reading.text, 0
    expression = pattern(rule.id)
    while (begin := text.find(anchor, begin)) >= 0:
        end = begin + 1
        if reading.starts_word(begin):
            found = expression.match(text, begin, begin + _LONGEST)
            if found:
                end = found.end()
                yield from _judge(rule, found[0], begin, len(anchor), rule.min_bits)
            else:
                whole = _mended(text, begin, len(anchor))
                found = expression.match(whole) if whole else None
                if found:
                    bits = max(rule.min_bits, _BROKEN_BITS)
                    yield from _judge(rule, found[0], begin, len(anchor), bits)
        begin = end


def _mended(text: str, begin: int, least: int) -> str:
    """Return the token at `begin` without the line ends in it, "" where none is in it."""
    found = _BROKEN.match(text, begin)
    if not found or found.end(1) - begin < least:
        return ""
    parts, end = [found[1]], found.end(1)
    for _ in range(_BREAKS):
        gap = LINE_BREAK.match(text, end)
        more = _TOKEN.match(text, gap.end(), gap.end() + _LONGEST_LINE) if gap else None
        if not more:
            break
        parts[-1] = parts[-1].rstrip("=")  # the soft line break of quoted-printable
        parts.append(more[0])
        end = more.end()
    return "".join(parts)


def _around(reading: Reading, mark: str, rule: Rule) -> Iterator[Hit]:
    text, expression = reading.text, pattern(rule.id)
    at, past = text.find(mark), 0
    while at >= 0:
        for begin in _beginnings(text, at, rule):
            found = expression.match(text, begin, at + _LONGEST)
            if found and begin >= past and found.end() > at and reading.starts_word(begin):
                yield from _judge(rule, found[0], begin, 0, rule.min_bits)
                past = found.end()
                break
        at = text.find(mark, max(at + 1, past))


def _beginnings(text: str, at: int, rule: Rule) -> Iterator[int]:
    """Yield where a value with its inner mark at `at` may begin."""
    if rule.back is not None:
        yield max(at - rule.back, 0)
        return
    least = max(0, at - _BACK)
    before = _BACKWARD.match(text[least:at][::-1])
    begin = at - (before.end() if before else 0)
    yield begin
    while begin < at and text[begin] in "/.-+_":
        begin += 1
    yield begin


def _judge(rule: Rule, value: str, begin: int, prefix: int, min_bits: float) -> Iterator[Hit]:
    value = value.rstrip(".-_") if rule.allowable else value
    body = value[prefix:]
    if is_placeholder(body) or surprise(body) < min_bits:
        return
    yield Hit(rule.id, begin, begin + len(value), value, checks.verifies(rule.checksum, value))
