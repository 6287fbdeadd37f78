"""The quick reader answers only where the full reader would answer the same."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from teammem.memory import yamlblock
from teammem.memory.values import quick

PLAIN = """name: deploy-freeze
description: One line that says when this matters; used for relevance.
type: project
id: 01JDZ8AAAAAAAAAAAAAAAAAAAA
keywords: [deploy, release]
usage_scenarios:
  - before merging to main
  - "when a release is near"
applies_to: ["services/api/**"]
created: {at: 2026-11-30T10:00:00Z, by: Ana}
expires: 2027-03-31
schema: 1
"""


def test_a_block_as_teammem_writes_it_is_read_quickly() -> None:
    block = quick(PLAIN.replace('"', ""))
    assert block is not None
    assert block.fields["created"] == {"at": "2026-11-30T10:00:00Z", "by": "Ana"}
    assert block.fields["usage_scenarios"] == ["before merging to main", "when a release is near"]
    assert block.lines["expires"] == 10


@pytest.mark.parametrize(
    "block",
    [
        "name: a # b",
        "name: a: b",
        "name: a:",
        "name: null",
        "name:",
        "name: a\nname: b",
        "name: *a",
        "name: a\n  continued",
        "name: |\n  text",
        'name: "a\\n"',
        "- a",
        "name: [a, ~]",
        "name: [a,b]",
        "name: a\tb",
        "name: a\u2028b",
        "a: {b: c, b: d}",
    ],
)
def test_what_is_not_plain_is_left_to_the_full_reader(block: str) -> None:
    assert quick(block) is None


_keys = st.sampled_from(["name", "type", "keywords", "x-y", "null", "a_b"])
_scraps = st.text(
    alphabet=st.sampled_from(list("ab1 :#-,.[]{}'\"\\|>&*!%@~?/\t_N\u00e9\u4e2d\u2028\x85\ufeff=")),
    max_size=12,
)
_words = st.sampled_from(
    [
        "null",
        "None",
        "yes",
        "a b",
        "2026-11-30",
        "10:00:00Z",
        "a, b",
        "{a: b}",
        "[a, b c]",
        '"q"',
        "'q'",
    ]
)
_values = st.one_of(_scraps, _words, st.tuples(_words, _scraps).map("".join))
_lines = st.one_of(
    st.tuples(_keys, st.sampled_from([": ", ":", ":  ", " : ", ":\t"]), _values).map("".join),
    st.tuples(st.sampled_from(["  - ", "- ", "    - ", "  "]), _values).map("".join),
    st.just(""),
)


@settings(max_examples=1500, deadline=None)
@given(st.lists(_lines, max_size=4).map("\n".join))
@example("a_b: [1 , a]")
@example("name: a \nname2: b")
@example("name: '#'")
@example("keywords:\n  - a\n  - None")
def test_quick_and_full_agree_wherever_quick_answers(block: str) -> None:
    found = quick(block)
    if found is not None:
        assert found == yamlblock.read(block)
