"""The quick reader answers only where the full reader would answer the same."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from teammem.memory import yamlblock
from teammem.memory.values import plain, quick

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


def test_a_quoted_remote_in_a_record_is_read_quickly() -> None:
    block = quick(
        "trust: {at: 2026-11-30T10:00:00Z, remote: 'git@example.org:team/x', first: ''}\n"
    )
    assert block is not None
    trust = {"at": "2026-11-30T10:00:00Z", "remote": "git@example.org:team/x", "first": ""}
    assert block.fields["trust"] == trust


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
        "a: {b: 'c'd}",
        "a: {b: 'c, d'}",
        "a: {b: 'it''s'}",
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
        "{a: 'b c', d: ''}",
        "{a: 'git@example.org:x/y'}",
        "{a: 'b: c', d: '#'}",
        "{a: 'null' , d: '~'}",
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


_WRITABLE = st.one_of(
    _scraps,
    st.text(),
    st.from_regex(r"[A-Za-z][!-~ ]{0,30}", fullmatch=True),
    st.sampled_from(
        ["yes", "No", "y", "null", "None", "a: b", "a:", "a:b", "a #b", "a#b", "a ", " a", "- a",
         "2026-11-30", "2026-11-30T10:00:00Z", "01JDZ8AAAAAAAAAAAAAAAAAAAA", "0" * 25 + "E",
         "01111111111111111E11111111", "1e5", "x, y", "[x]", "{x}", "It's", 'say "x"']
    ),
)  # fmt: skip


@settings(max_examples=400)
@given(st.recursive(
    _WRITABLE | st.integers(-(10**20), 10**20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WRITABLE, inner, max_size=3),
    max_leaves=4,
))  # fmt: skip
def test_what_is_written_quickly_is_what_the_full_writer_writes(value: Any) -> None:
    written = plain("key", value)
    if written is not None:
        assert written == yamlblock.render("key", value)


@pytest.mark.parametrize(
    "value",
    ["plain words, and more.", "2026-11-30T10:00:00Z", 1, ["deploy", "release day"],
     {"at": "2026-11-30T10:00:00Z", "by": "Ana"}, "01JDZ8AAAAAAAAAAAAAAAAAAAA"],
)  # fmt: skip
def test_ordinary_values_need_no_full_writer(value: Any) -> None:
    assert plain("key", value) is not None
    block = quick(f"{plain('key', value)}\n")
    assert block is not None
    assert block.fields["key"] == (str(value) if isinstance(value, int) else value)
