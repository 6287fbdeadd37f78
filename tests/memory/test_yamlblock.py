"""The full reader: every form of YAML, the usual slips, and no way to make it work hard."""

import pytest

from teammem.memory import yamlblock
from teammem.memory.yamlblock import Unreadable, read


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("description: Fix: the # thing", "Fix: the # thing"),
        ("description: use # for tags", "use # for tags"),
        ("description: #deploy is the channel", "#deploy is the channel"),
        ('description: "abc "def" ghi"', 'abc "def" ghi'),
        ("description: \u201cquoted\u201d text", "\u201cquoted\u201d text"),
        ("description: @at first", "@at first"),
        ("description: %pct first", "%pct first"),
        ("description: *star first", "*star first"),
        ("description: - dash first", "- dash first"),
        ("description: `code` first", "`code` first"),
        ("description: [WIP] not a list", "[WIP] not a list"),
        ("description: >-\n  folded\n  text", "folded text"),
        ("description: |\n  kept\n  lines\n", "kept\nlines\n"),
        ('description: "quoted # text" # comment', "quoted # text"),
        ("description: 'it''s'", "it's"),
        ("description:\ttab after colon", "tab after colon"),
        ("description: ends with a colon:", "ends with a colon:"),
        ("description: C:\\temp\\new", "C:\\temp\\new"),
        ("description: yes", "yes"),
        ("description: 1.10", "1.10"),
        ("description: 2026-11-30", "2026-11-30"),
        ("description: null", None),
        ("description: ~", None),
        ("description: None", None),
        ('description: "None"', "None"),
        ('description: "null"', "null"),
        ('description: ""', ""),
        ("description:", None),
        ("description: !!python/object:os.system x", "x"),
        ("description: !!binary aGVsbG8=", "aGVsbG8="),
    ],
)
def test_a_value_is_read_as_it_is_meant(block: str, expected: str | None) -> None:
    assert read(f"{block}\ntype: project # shared\n").fields == {
        "description": expected,
        "type": "project",
    }


def test_an_empty_value_does_not_swallow_the_next_line() -> None:
    assert read("description:\ntype: project\n").fields == {"description": None, "type": "project"}


def test_nested_tabs_are_read_as_blanks() -> None:
    block = read("metadata:\n\ttype: feedback\n\tnode_type: memory\n")
    assert block.fields == {"metadata": {"type": "feedback", "node_type": "memory"}}
    assert block.odd


def test_mended_keys_are_named_and_sound_ones_are_not() -> None:
    assert read("name: a\ndescription: b: c\n").odd == (("description", 1),)
    assert read("name: a\ndescription: 'b: c'\n").odd == ()
    assert read("name: a\ndescription: b # c\n").odd == ()


def test_a_key_that_stands_twice_is_named_and_the_last_counts() -> None:
    block = read("type: user\nname: [x]\ntype: project\n")
    assert block.fields["type"] == "project"
    assert block.twice == (("type", 2),)


def test_anchors_are_followed() -> None:
    assert read("a: &x [1, 2]\nb: *x\n").fields["b"] == ["1", "2"]


def test_a_list_at_another_indent_fails_alone_and_with_its_line() -> None:
    with pytest.raises(Unreadable) as caught:
        read("name: a\ntags: x\n- item\n")
    assert (caught.value.why, caught.value.line) == ("yaml", 2)


def test_an_open_bracket_is_not_guessed_at() -> None:
    with pytest.raises(Unreadable) as caught:
        read("this is: [not, valid, yaml\nname: a\ndescription: b\n")
    assert caught.value.why == "yaml"


@pytest.mark.parametrize(
    "block",
    [
        "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"{chr(97 + i)}: &{chr(97 + i)} [" + ", ".join([f"*{chr(96 + i)}"] * 10) + "]\n"
            for i in range(1, 12)
        ),
        "a: " + "[" * 500 + "]" * 500,
        "a: " + "[" * 30_000,
        "a:\n  " + "- " * 30_000 + "x",
        "a: &a [*a]",
        "a: x\n" * 20_000,
    ],
    ids=["bomb", "deep", "open", "dashes", "itself", "long"],
)
def test_hostile_blocks_are_refused_at_once(block: str) -> None:
    with pytest.raises(Unreadable):
        read(block)


@pytest.mark.parametrize("value", ["a" + " " * 60_000 + "# b", "a: " * 20_000, "[ " * 20_000 + "x"])
def test_long_values_cost_no_more_than_their_length(value: str) -> None:
    # A quadratic pattern would take minutes here.
    assert read(f"description: {value}").fields


def test_the_same_bounds_hold_without_the_c_library(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    class Pure(yaml.BaseLoader):
        def get_single_data(self) -> object:
            return self.get_single_node()

    monkeypatch.setattr(yamlblock, "_Loader", Pure)
    with pytest.raises(Unreadable):
        read("a: " + "[" * 30_000)
    with pytest.raises(Unreadable):
        read("a:\n  " + "- " * 3_000 + "x")
    assert read("a: [b, {c: d}]\n").fields == {"a": ["b", {"c": "d"}]}


def test_a_control_character_is_named_by_its_line() -> None:
    with pytest.raises(Unreadable) as caught:
        read("name: a\ndescription: b\x1b[31m\n")
    assert caught.value.line == 1


@pytest.mark.parametrize(("block", "why"), [("just prose", "mapping"), ("- a\n- b", "mapping")])
def test_prose_is_no_mapping(block: str, why: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(block)
    assert caught.value.why == why
