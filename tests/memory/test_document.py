"""Reading whole files: fences, line ends, encodings, conflicts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.memory.document import Document, Invalid, read


def doc(text: str) -> Document:
    return read(text.encode("utf-8"))


def rule_of(data: bytes) -> tuple[str, int]:
    with pytest.raises(Invalid) as caught:
        read(data)
    return caught.value.problem.rule, caught.value.problem.line


HEAD = "---\nname: a\ntype: project\n---\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_line_ends_and_byte_order_mark_do_not_matter(newline: str, bom: str) -> None:
    found = doc(bom + (HEAD + "Body\n\nmore\n").replace("\n", newline))
    assert found.fields == {"name": "a", "type": "project"}
    assert found.body == "Body\n\nmore\n"
    assert found.newline == newline
    assert found.lines == {"name": 2, "type": 3}
    assert found.body_line == 5


@pytest.mark.parametrize(
    "text",
    [
        "---\\nstatus: active\\n---\\nDiscussed the roadmap",
        "intro --- not a fence --- outro",
        "---\nname: a\nnever closed\n",
        "--- \nname: a\n --- \n",
        "----\nname: a\n----\n",
        "text\n---\nname: a\n---\n",
    ],
)
def test_only_whole_line_fences_count(text: str) -> None:
    found = doc(text)
    assert found.block is None
    assert found.fields == {}
    assert found.body == text


def test_an_open_fence_is_reported_and_a_closed_one_is_not() -> None:
    assert [p.rule for p in doc("---\nname: a\n").problems] == ["TM011"]
    assert doc(HEAD).problems == ()


def test_blanks_behind_a_fence_and_blank_lines_before_it_are_tolerated() -> None:
    assert doc("\n \n--- \t\nname: a\n---\t\nBody").fields == {"name": "a"}


def test_rules_in_the_body_stay_there() -> None:
    assert doc(HEAD + "one\n\n---\n\ntwo: x\n---\n").body == "one\n\n---\n\ntwo: x\n---\n"


def test_prose_between_two_rules_is_body() -> None:
    found = doc("---\nA remark.\n---\nmore\n")
    assert found.body == "---\nA remark.\n---\nmore\n"
    assert [p.rule for p in found.problems] == ["TM034"]


def test_an_empty_block_is_front_matter_without_keys() -> None:
    found = doc("---\n---\nBody")
    assert (found.block, dict(found.fields), found.body) == ((4, 4), {}, "Body")


@pytest.mark.parametrize("text", ["---\nname: a\n---", "---\n---", "---\nname: a\n---\n", HEAD])
def test_a_file_may_end_with_its_fence(text: str) -> None:
    assert doc(text).body == ""


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"---\nname: a\n---\nB\xe9\n", ("TM001", 4)),
        (b"line\r\nB\xe9\n", ("TM001", 2)),
        ("text".encode("utf-16"), ("TM001", 1)),
        (b"a\nb\0c", ("TM002", 2)),
        (b"x" * (1024 * 1024 + 1), ("TM003", 0)),
        (b"---\nname: a\nthis is: [not, valid, yaml\ntype: b\n---\n", ("TM004", 4)),
        (b"---\nname: a\n---\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n", ("TM005", 4)),
        (b"---\n<<<<<<< ours\nname: a\n=======\nname: b\n>>>>>>> x\n---\n", ("TM005", 2)),
        (b"<<<<<<< ours\r\n---\r\n=======\r\nname: b\r\n>>>>>>> x\r\n---\r\n", ("TM005", 1)),
        (b"<<<<<<< o\n---\n||||||| b\n=======\nname: b\n>>>>>>> x\n", ("TM005", 1)),
        (b"---\na: &a [*a]\n---\n", ("TM006", 2)),
    ],
)
def test_what_cannot_be_read_is_named_by_rule_and_line(
    data: bytes, expected: tuple[str, int]
) -> None:
    assert rule_of(data) == expected


def test_a_mebibyte_exactly_is_read() -> None:
    body = "x" * (1024 * 1024 - len(HEAD))
    assert doc(HEAD + body).body == body


def test_an_example_of_a_conflict_in_a_code_block_is_a_warning() -> None:
    example = "```\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n```\n"
    assert [p.rule for p in doc(HEAD + example).problems] == ["TM033"]
    assert rule_of((HEAD + "```\ncode\n```\n" + example.strip("`\n")).encode())[0] == "TM005"
    assert doc(HEAD + "<<<<<<< alone\n").problems == ()


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_invalid(data: bytes) -> None:
    try:
        found = read(data)
    except Invalid:
        return
    assert found.source.encode("utf-8") == data


@given(st.text(max_size=60), st.sampled_from(["", HEAD, "---\n", "---\nname: x: y\n---\n"]))
def test_the_source_is_kept_byte_for_byte(text: str, head: str) -> None:
    data = (head + text).encode("utf-8")
    try:
        assert read(data).source.encode("utf-8") == data
    except Invalid as error:
        assert error.problem.rule in {"TM001", "TM002", "TM004", "TM005", "TM006"}  # noqa: PT017
