import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.memory import hashes

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "hashes.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS["body"])
def test_bodies_match_the_vectors(vector: dict[str, str]) -> None:
    assert hashes.canonical_body(vector["body"]) == vector["canonical"]
    assert hashes.of_body(vector["body"]) == vector["hash"]


@pytest.mark.parametrize("vector", VECTORS["lines"])
def test_lines_match_the_vectors(vector: dict[str, object]) -> None:
    content = str(vector["content"]).encode()
    first, last = int(str(vector["first"])), int(str(vector["last"]))
    assert hashes.of_lines(content, first, last) == vector["hash"]


@pytest.mark.parametrize("vector", VECTORS["file"])
def test_files_match_the_vectors(vector: dict[str, str]) -> None:
    content = vector["content"].encode()
    assert hashes.of_file(content) == vector["hash"]
    assert hashes.name_hex(content) == vector["name_hex"]


@given(st.text(), st.sampled_from(["\r\n", "\r"]))
def test_line_ends_and_trailing_blanks_do_not_count(body: str, newline: str) -> None:
    spelled = body.replace("\r", "").replace("\n", " \t" + newline) + newline * 2
    assert hashes.of_body(spelled) == hashes.of_body(body.replace("\r", ""))


@pytest.mark.parametrize(("first", "last"), [(0, 1), (2, 1), (1, 4)])
def test_lines_that_are_not_there(first: int, last: int) -> None:
    assert hashes.of_lines(b"a\nb\nc\n", first, last) is None
    assert hashes.of_lines(b"a\nb\nc", 1, 3) == hashes.of_lines(b"a\r\nb\r\nc\r\n", 1, 3)


def test_the_form_of_a_hash() -> None:
    assert hashes.is_hash(hashes.of_body(""))
    assert not hashes.is_hash(hashes.of_body("").upper())
    assert not hashes.is_hash("sha256:abc")
    assert not hashes.is_hash("f" * 64)
