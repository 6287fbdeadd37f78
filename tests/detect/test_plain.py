"""Bytes to text, and text to plain letters and signs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.detect.plain import normalise, to_text


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_text_is_read_in_each_unicode_encoding(encoding: str) -> None:
    assert "Token" in to_text("Das Token steht hier, in der Datei.".encode(encoding))


def test_bytes_that_are_no_utf8_are_latin1_and_single_bad_ones_are_marked() -> None:
    assert to_text("contraseña".encode("latin-1")) == "contraseña"
    assert to_text("密钥".encode() + b"\xff") == "密钥\N{REPLACEMENT CHARACTER}"


def test_few_nuls_part_words_and_many_are_dropped() -> None:
    assert to_text(b"\x01PNG\0" + b"name" * 30 + b"\0") == "\x01PNG " + "name" * 30 + " "
    assert to_text("Token".encode("utf-32-le")) == "Token"


def test_typography_is_straightened_and_the_invisible_dropped() -> None:
    assert normalise("a\u200bb\u00a0c\u2011d\u201ce\u201d\uff46") == 'ab c-d"e"f'
    assert normalise("\x1b[31mred\x1b[0m") == "red"


@given(st.text(max_size=300))
def test_normalising_keeps_line_feeds(text: str) -> None:
    assert normalise(text).count("\n") == text.count("\n")
