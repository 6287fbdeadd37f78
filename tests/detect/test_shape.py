"""Random or words."""

from __future__ import annotations

import pytest

from teammem.detect.shape import classes, is_hex, is_uuid, surprise
from tests.detect.samples import ALNUM, HEX, draw, uuid


@pytest.mark.parametrize("seed", range(20))
def test_random_strings_are_surprising(seed: int) -> None:
    assert surprise(draw(ALNUM, 20, seed)) > 8
    assert surprise(draw(ALNUM, 40, seed)) > 30


@pytest.mark.parametrize(
    "text",
    [
        "CustomerSubscriptionEntityRepository",
        "getaccesstoken",
        "the-quick-brown-fox",
        "loadSecretKeyFromKeyring",
        "text-embedding-large",
        "Donaudampfschiffahrt",
        "",
    ],
)
def test_words_are_not(text: str) -> None:
    assert surprise(text) < 8


def test_hex_needs_a_digit_and_one_case() -> None:
    assert is_hex(draw(HEX, 32))
    assert is_hex("0x" + draw(HEX, 32))
    assert is_hex(draw(HEX, 32).upper())
    assert not is_hex("deadbeef")
    assert not is_hex("12345678")
    assert not is_hex("aB12")
    assert not is_hex("")


def test_uuids() -> None:
    assert is_uuid(uuid())
    assert not is_uuid(uuid()[:-1])


def test_classes_are_counted() -> None:
    assert [classes(text) for text in ("", "a", "aA", "aA1", "aA1-")] == [0, 1, 2, 3, 4]
