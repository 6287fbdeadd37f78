import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.memory import text


@given(st.text(), st.integers(2, 50))
def test_one_line_is_one_visible_line(value: str, limit: int) -> None:
    found = text.one_line(value, limit)
    assert len(found) <= limit
    assert "\n" not in found
    assert "\r" not in found
    assert text.SUSPICIOUS.search(found) is None
    assert found == found.strip()


def test_a_cut_falls_between_words_and_never_before_a_mark() -> None:
    assert text.cut("one two three", 11) == "one two\u2026"
    assert text.cut("short", 10) == "short"
    assert text.cut("abc\u0301def", 4) == "ab\u2026"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Never deploy on Friday. Nobody is on call.", "Never deploy on Friday."),
        ("# Deploys\n\nNever on Friday.", "Deploys"),
        ("- **Never** deploy on `main`\n- Other", "Never deploy on main"),
        ("Version 1.2 is out. Good.", "Version 1.2 is out."),
        ("周五不要部署。周末没有人。", "周五不要部署。"),
        ("wrapped\nline without end", "wrapped line without end"),
        ("", ""),
    ],
)
def test_first_sentences(body: str, expected: str) -> None:
    assert text.first_sentence(body) == expected


def test_a_long_first_sentence_is_cut() -> None:
    assert len(text.first_sentence("word " * 100)) <= text.MAX_DESCRIPTION
