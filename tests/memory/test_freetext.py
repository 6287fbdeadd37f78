"""Facts that somebody wrote straight into a MEMORY.md."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.memory.freetext import Piece, pieces

MIXED = """\
# Project memory

- [Deploy freeze](deploy-freeze.md): when to stop
- [Real database](feedback/real-database.md)

## Build

Run the generator before the tests.
It takes a minute.

```sh
# not a heading
make gen
```

---

## Traps

- The staging database is reset at night
- Weights are in grams
  - Why: the warehouse

## Empty
<!-- nothing -->
"""


def test_sections_bullets_and_what_is_no_text() -> None:
    assert pieces(MIXED) == (
        Piece(
            8,
            "Build",
            "Run the generator before the tests.\nIt takes a minute.\n\n"
            "```sh\n# not a heading\nmake gen\n```\n",
        ),
        Piece(20, "Traps", "The staging database is reset at night\n"),
        Piece(21, "Traps", "Weights are in grams\n\n**Why:** the warehouse\n"),
    )


@pytest.mark.parametrize(
    "body",
    [
        "",
        "\n\n",
        "# Only a heading\n",
        "- [a](a.md)\n* [b](./b/c.md) (pinned): said\n1. [d](d.md)\n",
        "# H\n\n<!-- teammem index v1 -->\n***\n",
    ],
)
def test_an_index_alone_has_no_facts(body: str) -> None:
    assert pieces(body) == ()


@pytest.mark.parametrize(
    "line",
    [
        "- see [the handbook](https://example.org/a.md) first",
        "- [x] is a box",
        "The rule is in [a.md](a.md), and it holds.",
        "- the file a.md is generated",
    ],
)
def test_a_fact_with_a_link_in_it_is_one(line: str) -> None:
    assert len(pieces(f"{line}\n")) == 1


def test_text_without_headings_is_one_fact() -> None:
    assert pieces("First.\n\nSecond.\n") == (Piece(1, "", "First.\n\nSecond.\n"),)


@given(st.text(alphabet=st.sampled_from("ab #-*`~[](.md)\n\t"), max_size=80))
def test_no_text_is_lost_but_index_lines(body: str) -> None:
    found = pieces(body)
    lines = body.split("\n")
    for piece in found:
        assert piece.text.strip()
        assert 1 <= piece.line <= len(lines)
    kept = "".join(piece.text + piece.title for piece in found)
    plain = [line.strip() for line in lines if line.strip() and set(line) <= set("ab ")]
    for line in plain:
        assert all(word in kept for word in line.split())
