"""The shadow of a text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from teammem.detect.reading import Reading


@given(st.text(max_size=200))
def test_the_shadow_has_the_offsets_of_the_text(text: str) -> None:
    reading = Reading(text)
    assert len(reading.lower) == len(text)
    for word in reading.words:
        assert word.decode() in text
        assert word in reading.vocabulary


def test_word_starts() -> None:
    reading = Reading("ab 密c")
    assert [at for at in range(5) if reading.starts_word(at)] == [0, 3, 4]
