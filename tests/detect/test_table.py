"""The rule table: every rule's examples, sources, ids, and that it takes linear time."""

from __future__ import annotations

import re
import time
from collections import Counter
from pathlib import Path

import pytest

from teammem.detect import prefixed, providers, rules
from teammem.detect.engine import scan
from teammem.detect.reading import Reading
from teammem.detect.rules import Rule, catalogue, pattern, table
from tests.detect.samples import example, examples

RULES = list(table().values())
FOLDER = Path(rules.__file__).parent / "table"
BY_REGEX = [rule for rule in RULES if rule.kind in (rules.KIND_PREFIXED, providers.KIND)]


def _detector(rule: Rule) -> set[str]:
    find = prefixed.find if rule.kind == rules.KIND_PREFIXED else providers.find
    return {
        hit.rule for text in examples(rule) for hit in find(Reading(f"Use {text} now, please."))
    }


def test_there_are_several_hundred_rules() -> None:
    assert len(RULES) > 500
    assert len({rule.provider for rule in RULES}) > 250


@pytest.mark.parametrize("rule", BY_REGEX, ids=lambda rule: rule.id)
def test_each_rule_finds_its_good_examples(rule: Rule) -> None:
    assert rule.ok
    assert rule.id in _detector(rule)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_each_good_example_is_found_in_a_sentence(rule: Rule) -> None:
    for text in examples(rule):
        assert scan(f"# Note\n\nHere: {text} and that is all.\n".encode()), rule.id


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_each_bad_example_passes(rule: Rule) -> None:
    assert rule.bad
    for parts in rule.bad:
        assert scan(f"# Note\n\nHere: {example(parts)} and that is all.\n".encode()) == ()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_each_rule_is_complete(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", rule.id)
    assert rule.title
    assert rule.provider
    assert rule.source.startswith("https://")
    if rule.kind == rules.KIND_PREFIXED:
        assert sum(map(bool, (rule.anchors, rule.inside, rule.head))) == 1
    if rule.regex:
        assert pattern(rule.id).groups == 0


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.json")))
def test_no_example_stands_whole_in_the_table(name: str) -> None:
    assert scan((FOLDER / name).read_bytes(), name.encode()) == ()


def test_a_second_rule_with_the_same_id_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table").mkdir()
    line = '{"id": "a", "provider": "-", "title": "t", "source": "https://a"}'
    (tmp_path / "table" / "x.json").write_text(f"[{line}, {line}]")
    monkeypatch.setattr(rules, "__file__", str(tmp_path / "rules.py"))
    with pytest.raises(ValueError, match=r"x\.json: second rule with the id a"):
        table.__wrapped__()


def test_the_catalogue_lists_all_rules_by_provider() -> None:
    listed = catalogue()
    assert Counter(listed) == Counter(RULES)
    names = [rule.provider.lower() for rule in listed]
    assert names == sorted(names)


def _seconds(rule: Rule, text: str) -> float:
    find = prefixed.find if rule.kind == rules.KIND_PREFIXED else providers.find
    best = 10.0
    for _ in range(2):
        reading = Reading(text)
        begin = time.process_time()
        list(find(reading))
        best = min(best, time.process_time() - begin)
    return best


def _hostile(rule: Rule, size: int) -> list[str]:
    """Return texts of about `size` characters that nearly match a rule over and over."""
    start = examples(rule, 1)[0]
    anchor = (rule.anchors or rule.inside or (start[:4],))[0]
    near = start[:-1] + "\x01"
    fill = start[-1] * 40
    return [
        anchor * (size // len(anchor)),
        f"{anchor} " * (size // (len(anchor) + 1)),
        anchor + start[-1] * size,
        f"{near} " * (size // (len(near) + 1)),
        f"{anchor}{fill}\n" * (size // (len(anchor) + 41)),
    ]


@pytest.mark.parametrize("rule", BY_REGEX, ids=lambda rule: rule.id)
def test_each_rule_takes_linear_time(rule: Rule) -> None:
    for short, long in zip(_hostile(rule, 1_000), _hostile(rule, 8_000), strict=True):
        # Eight times the text: linear is 8, twice that where the short text has fewer lines than
        # are joined, quadratic 64; small times are all noise.
        assert _seconds(rule, long) < max(40 * _seconds(rule, short), 0.02)
