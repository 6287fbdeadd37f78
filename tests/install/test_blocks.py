from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.install import blocks

BLOCK = blocks.hashed(["ours 1", "ours 2"])
OTHER = blocks.hashed(["newer"])

lines = st.lists(
    st.text(
        st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=12
    ).filter(lambda line: "teammem:" not in line),
    max_size=6,
)


@given(lines)
def test_what_is_put_can_be_dropped_again(people: list[str]) -> None:
    text = "".join(f"{line}\n" for line in people)
    assert blocks.drop(blocks.put(text, BLOCK)) == text


@given(lines, lines)
def test_a_block_is_replaced_in_its_place(before: list[str], after: list[str]) -> None:
    above = "".join(f"{line}\n" for line in before)
    below = "".join(f"{line}\n" for line in after)
    assert blocks.put(above + BLOCK + below, OTHER) == above + OTHER + below
    assert blocks.put(above + BLOCK + below, BLOCK) == above + BLOCK + below


def test_line_ends_stay_those_of_the_file() -> None:
    text = blocks.put("one\r\ntwo\r\n", BLOCK)
    assert text.count("\n") == text.count("\r\n") == 7
    assert blocks.put(text, BLOCK) == text
    assert blocks.drop(text) == "one\r\ntwo\r\n"


def test_a_last_line_without_an_end_gets_one() -> None:
    assert blocks.put("one", BLOCK) == f"one\n\n{BLOCK}"


def test_markdown_and_indented_blocks() -> None:
    markdown = blocks.commented(["text"])
    assert markdown == "<!-- teammem:begin -->\ntext\n<!-- teammem:end -->\n"
    assert blocks.drop(f"# Title\n\n{markdown}\nmore\n") == "# Title\n\n\nmore\n"
    indented = blocks.hashed(["- repo: x"], indent="  ")
    assert blocks.drop(f"repos:\n{indented}  - repo: y\n") == "repos:\n  - repo: y\n"


@pytest.mark.parametrize(
    "text",
    [
        "prose about teammem:begin and teammem:end\n",
        "# teammem:begin\nno end\n",
        "# see teammem:begin\n# teammem:end\n",
    ],
)
def test_what_only_looks_like_a_block_stays(text: str) -> None:
    assert not blocks.present(text)
    assert blocks.drop(text) == text
