"""Normal text v1: what does not count, and what does."""

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.memory.normal import text_v1

HERE = Path(__file__).parent
VECTORS = json.loads((HERE.parent / "vectors" / "normal.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS)
def test_normal_texts_match_the_vectors(vector: dict[str, str]) -> None:
    assert text_v1(vector["text"]) == vector["normal"]


@given(st.text())
def test_it_is_stable_under_unicode_forms_and_its_own_repetition(text: str) -> None:
    found = text_v1(text)
    assert text_v1(unicodedata.normalize("NFD", found)) == text_v1(found)
    assert found == " ".join(found.split())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C#", "C"),
        ("C++", "C"),
        ("-5", "5"),
        ("80%", "80"),
        ("a != b", "a = b"),
        ("!ready", "ready"),
        ("feature/x", "feature-x"),
        ("dry_run", "dry-run"),
        ("1.5", "15"),
        ("a < b", "a > b"),
        ("\u4e0d\uff0c\u8981", "\u4e0d\u8981"),
        ("a<ticket>", "a<user>"),
    ],
)
def test_signs_that_mean_something_stay(one: str, other: str) -> None:
    assert text_v1(one) != text_v1(other)


@pytest.mark.parametrize(
    "text",
    ["*a " * 300_000, "[a" * 400_000, "_a " * 100_000, "<!--" * 250_000, "<b " * 300_000,
     " " * 1_000_000 + "x", "-" * 1_000_000 + "x", "> " * 400_000, "&amp" * 200_000],
    ids=["stars", "brackets", "underscores", "comments", "tags", "blanks", "dashes", "quotes", "entities"],
)  # fmt: skip
def test_hostile_text_costs_no_more_than_its_length(text: str) -> None:
    # A quadratic pattern would take hours here, not seconds.
    assert text_v1(text) is not None
