from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from teammem.recall.prompt import KEPT, LONG, SEGMENT, segments


def test_a_short_prompt_is_one_segment() -> None:
    (only,) = segments("how do I rotate the signing key")
    assert only.factor == 1.0
    assert only.spoken


def test_a_long_prompt_is_its_lines_and_code_counts_less() -> None:
    trace = "\n".join(f'  File "/srv/app/x{n}.py", line {n}, in <module>[{n}]' for n in range(40))
    parts = segments(f"Why does the signing key fail?\n{trace}\nPlease look at the rotation.")
    assert len(parts) <= 2 * KEPT
    assert parts[0].factor == parts[-1].factor == 1.0
    assert all(part.factor < 0.6 for part in parts[4:-4])
    assert not any(part.spoken for part in parts[4:-4])


def test_the_length_decides_and_nothing_else() -> None:
    text = "one line about keys. "
    assert len(segments((text * 40)[: LONG - 1])) == 1
    assert len(segments("\n".join(f"line {n} about key {n}" for n in range(60)))) > 1


@given(st.text(min_size=LONG, max_size=3 * LONG))
def test_any_long_text_has_a_bounded_number_of_segments(text: str) -> None:
    parts = segments(text)
    assert len(parts) <= 2 * KEPT
    assert all(len(part.terms) <= 2 * SEGMENT for part in parts)
