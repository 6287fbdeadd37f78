import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.memory import ids

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "ids.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS["random"])
def test_random_ids_match_the_vectors(vector: dict[str, str]) -> None:
    found = ids.new(int(vector["milliseconds"]), bytes.fromhex(vector["entropy"]))
    assert found == vector["id"]


@pytest.mark.parametrize("vector", VECTORS["derived"])
def test_derived_ids_match_the_vectors(vector: dict[str, str]) -> None:
    assert ids.derived(vector["path"].encode(), vector["blob"]) == vector["id"]


@given(st.integers(0, 2**48 - 1), st.integers(0, 2**48 - 1), st.binary(min_size=10, max_size=10))
def test_ids_are_ulids_and_sort_by_time(one: int, other: int, entropy: bytes) -> None:
    first, second = ids.new(one, entropy), ids.new(other, entropy)
    assert ids.is_id(first)
    assert (first < second) == (one < other)


@given(st.binary(), st.text("0123456789abcdef", min_size=40, max_size=40))
def test_a_derived_id_has_no_time(path: bytes, blob: str) -> None:
    found = ids.derived(path, blob)
    assert ids.is_id(found)
    assert found.startswith("0000000000")


def test_path_and_blob_cannot_run_into_each_other() -> None:
    assert ids.derived(b"a", "b" * 40) != ids.derived(b"ab", "b" * 39)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" 01jdz8aaaaaaaaaaaaaaaaaaaa ", "01JDZ8AAAAAAAAAAAAAAAAAAAA"),
        ("0IJDZ8AAAAAAAAAAAAAAAAAAAo", "01JDZ8AAAAAAAAAAAAAAAAAAA0"),
        ("81JDZ8AAAAAAAAAAAAAAAAAAAA", None),
        ("01JDZ8AAAAAAAAAAAAAAAAAAAU", None),
        ("01JDZ8", None),
    ],
)
def test_typed_ids(text: str, expected: str | None) -> None:
    assert ids.canonical(text) == expected


def test_wrong_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="80 random bits"):
        ids.new(0, b"short")
    with pytest.raises(ValueError, match="48 bits"):
        ids.new(1 << 48, b"0123456789")
