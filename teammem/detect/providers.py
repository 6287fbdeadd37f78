"""Values without a literal of their own, known by the provider's name near them.

A rule of kind "provider" names the provider's words and the exact shape of the value. The
name must stand before the value on the same line or the one above; where the shape is one
that digests and ids have as well (hexadecimal, UUID), so must a word for a credential.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from teammem.detect.patterns import on_use
from teammem.detect.placeholders import is_placeholder
from teammem.detect.reading import Hit, Reading
from teammem.detect.rules import Rule, pattern, table
from teammem.detect.shape import is_hex, is_uuid, surprise

KIND = "provider"
_BEFORE = 40
_AFTER = 160
_RUN = on_use(r"(?<![A-Za-z0-9_/+=.-])[A-Za-z0-9_-][A-Za-z0-9_/+=.-]{14,199}(?![A-Za-z0-9_/+=-])")
_CREDENTIAL = on_use(
    r"(?:keys?|tokens?|secrets?|access|bearer|login)(?-i:(?![a-z]))|passw|credential|auth|post_(?:server|client)_item|密[码钥]|令牌|キー|トークン|토큰|ключ|токен",
    re.IGNORECASE,
)
_NAMED_ID = on_use(
    r"(?i:(?:\b|_)(?:id|sha[0-9]{0,3}|commit|rev|revision|hash|digest|checksum|tree|parent|oid|etag|before|after|head))"
    r"\\?[\"']?[\s:=]{1,12}\\?[\"']?\Z"
)
_LEAST_BITS = 14


@cache
def _by_word() -> dict[bytes, list[Rule]]:
    rules: dict[bytes, list[Rule]] = {}
    for rule in table().values():
        if rule.kind == KIND:
            for word in rule.words:
                for form in {word, word.upper(), word.capitalize()}:
                    rules.setdefault(form.encode(), []).append(rule)
    return rules


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the values that stand behind their provider's name."""
    text, rules = reading.text, _by_word()
    for word in sorted(rules.keys() & reading.words):
        name = word.decode()
        at = text.find(name)
        while at >= 0:
            reach = text[at : at + _AFTER]
            reach = "\n".join(reach.split("\n", 2)[:2])
            for run in _RUN.finditer(reach, len(name)):
                around = text[max(0, at - _BEFORE) : at] + reach[: run.start()]
                if _NAMED_ID.search(around):
                    continue
                for value in (run[0], run[0].rstrip(".-_")):
                    rule = _rule(rules[word], value, around)
                    if rule:
                        start = at + run.start()
                        yield Hit(rule, start, start + len(value), value)
                        break
            at = text.find(name, at + len(name))


def _rule(rules: list[Rule], value: str, around: str) -> str:
    common = is_hex(value) or is_uuid(value)
    for rule in rules:
        if pattern(rule.id).fullmatch(value):
            named = _CREDENTIAL.search(around) is not None
            least = rule.min_bits if named else max(_LEAST_BITS, rule.min_bits)
            if (named if common else surprise(value) >= least) and not is_placeholder(value):
                return rule.id
    return ""
