"""The rule table: data in `table/*.json`, one rule per line.

JSON, since the guard reads the table at each start and the standard library reads it in C, while
`tomllib` is Python. Regular expressions are compiled when their anchor is first seen.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

KIND_PREFIXED = "prefixed"
KIND_CODED = "coded"


class Rule(NamedTuple):
    """One kind of credential.

    Attributes:
        id: kebab case, stable: allow entries name it.
        provider: who issues it; "-" where nobody in particular.
        kind: "prefixed" (found by a literal of its own), "provider" (a shape next to the
            provider's name), "structure", "url", "command", "assignment" or "stock".
        title: for people.
        source: URL of the public documentation of the format.
        anchors: literals with which the value begins.
        inside: literals that stand within the value (instead of `anchors`).
        back: how many characters before its inner mark the value begins, where that is fixed;
            negative: behind it.
        head: expression for the whole first word of the value (where it has no literal).
        regex: the whole value, matched at the anchor or head.
        words: for kind "provider": the provider's names in lower case.
        min_bits: the least `shape.surprise` of the value behind the anchor.
        checksum: name of a check in `checks`, or "".
        allowable: whether an allow entry may except a finding.
        ok: examples to be found, each a list of literal pieces and `[class]{n}` to be drawn.
        bad: examples not to be found, written the same way.
    """

    id: str
    provider: str
    title: str
    source: str
    kind: str = KIND_PREFIXED
    anchors: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    back: int | None = None
    head: str = ""
    regex: str = ""
    words: tuple[str, ...] = ()
    min_bits: float = 0.0
    checksum: str = ""
    allowable: bool = True
    ok: tuple[tuple[str, ...], ...] = ()
    bad: tuple[tuple[str, ...], ...] = ()


_TUPLES = ("anchors", "inside", "words")
_EXAMPLES = ("ok", "bad")


@cache
def table() -> dict[str, Rule]:
    """Return all rules by id, in the order of the files' names and lines.

    Raises:
        ValueError: two rules share an id.
    """
    rules: dict[str, Rule] = {}
    for path in sorted((Path(__file__).parent / "table").glob("*.json")):
        for raw in json.loads(path.read_bytes()):
            rule = _rule(raw)
            if rule.id in rules:
                raise ValueError(f"{path.name}: second rule with the id {rule.id}")
            rules[rule.id] = rule
    return rules


def _rule(raw: dict[str, object]) -> Rule:
    for key in _TUPLES:
        if key in raw:
            raw[key] = tuple(raw[key])  # type: ignore[arg-type]
    for key in _EXAMPLES:
        if key in raw:
            raw[key] = tuple(map(tuple, raw[key]))  # type: ignore[call-overload]
    return Rule(**raw)  # type: ignore[arg-type]


@cache
def pattern(rule: str) -> re.Pattern[str]:
    """Return the compiled expression of the rule with that id."""
    return re.compile(table()[rule].regex)


def catalogue() -> tuple[Rule, ...]:
    """Return all rules, sorted by provider and id, for listing."""
    return tuple(sorted(table().values(), key=lambda rule: (rule.provider.lower(), rule.id)))
