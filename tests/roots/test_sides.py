"""The rule of the view as such: every row of it, and what holds for all blobs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.roots.sides import counts, laid_over

BLOBS = st.one_of(st.none(), st.sampled_from("abcd"))
PATHS = st.sampled_from([b"1", b"2", b"3"])


@pytest.mark.parametrize(
    ("work", "head", "base", "there", "counting"),
    [
        ("w", "h", "h", "t", "w"),  # uncommitted
        (None, "h", "h", "t", None),  # an uncommitted deletion
        ("w", None, None, "t", "w"),  # a new file here
        ("h", "h", "h", "t", "t"),  # changed there
        ("h", "h", "h", None, None),  # deleted there
        (None, None, None, "t", "t"),  # added there
        ("h", "h", "m", "t", "h"),  # changed here
        ("h", "h", None, "t", "h"),  # added here
        (None, None, "m", "m", None),  # deleted here
        (None, None, "m", "t", None),  # deleted here, changed there
        ("h", "h", "m", "m", "h"),
        ("h", "h", "h", "h", "h"),
        (None, None, None, None, None),
    ],
)
def test_each_row(
    work: str | None, head: str | None, base: str | None, there: str | None, counting: str | None
) -> None:
    assert counts(work, head, base, there) == counting


@given(BLOBS, BLOBS, BLOBS, BLOBS)
def test_what_counts_is_one_of_the_two(
    work: str | None, head: str | None, base: str | None, there: str | None
) -> None:
    found = counts(work, head, base, there)
    assert found in (work, there)
    if work != head:
        assert found == work  # nothing uncommitted is ever hidden
    if head == there:
        assert found == work  # nothing to bring where both sides are one
    if base == there and base is not None:
        assert found == work  # nothing new there


@given(BLOBS, BLOBS, BLOBS)
def test_putting_a_published_text_back_keeps_it_in_the_view(
    head: str | None, base: str | None, text: str | None
) -> None:
    """Publish what differs from HEAD on the destination, put the file back: the same text counts."""
    if text != head and head == base:
        assert counts(text, head, base, base) == counts(head, head, base, text) == text


@given(
    st.dictionaries(PATHS, BLOBS),
    st.dictionaries(PATHS, BLOBS),
    st.dictionaries(PATHS, st.frozensets(BLOBS)),
)
def test_a_review_is_laid_over_until_it_is_there(
    there: dict[bytes, str | None],
    review: dict[bytes, str | None],
    arrived: dict[bytes, frozenset[str | None]],
) -> None:
    found = laid_over(there, review, arrived)
    assert laid_over(found, review, arrived) == found
    for path in set(there) | set(review):
        now = there.get(path)
        if path not in review:
            assert found[path] == now
            continue
        over = review[path] in arrived.get(path, ())
        assert found.get(path) == (now if over else review[path])


def test_a_review_that_was_merged_and_edited_since_hides_nothing_newer() -> None:
    review: dict[bytes, str | None] = {b"1": "a"}
    assert laid_over({b"1": "b"}, review, {b"1": {"a", "b"}}) == {b"1": "b"}
    assert laid_over({b"1": "b"}, review, {b"1": {"b"}}) == {b"1": "a"}
    assert laid_over({b"1": None}, review, {b"1": {"a", None}}) == {b"1": None}
    assert laid_over({b"1": "b"}, {b"1": None}, {b"1": {None, "b"}}) == {b"1": "b"}
