"""Placeholders, by the value alone."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.detect.placeholders import is_dummy, is_encoded_words, is_placeholder
from tests.detect.samples import ALNUM, HEX, draw, uuid


@pytest.mark.parametrize(
    "value",
    [
        "", "abc", "${TOKEN}", "{{ token }}", "<token>", "$TOKEN", "%TOKEN%", "@token", "xxxxxxxxxxxx", "abc...", "****",
        "••••••", "AKIAIOSFODNN7EXAMPLE", "your-api-key", "YOUR_API_KEY_HERE", "changeme", "REPLACE_ME", "password123",
        "p@ssw0rd", "s3cr3t", "mysecretpassword", "test-token", "aaaaaaaaaaaa", "abcabcabcabc", "1234567890", "0123456789abcdef",
        "abcdefghijklmnop", "123", "1111111", "sha256:abcdef", "ENC[AES256_GCM]", "$ANSIBLE_VAULT;1.1", "#{secret}", "deadbeefdeadbeefdeadbeef",
    ],
)  # fmt: skip
def test_placeholders(value: str) -> None:
    assert is_placeholder(value)


@pytest.mark.parametrize("seed", range(40))
def test_random_values_are_none(seed: int) -> None:
    assert not is_placeholder(draw(ALNUM, 20, seed))
    assert not is_placeholder(draw(HEX, 32, seed))
    assert not is_placeholder(uuid(seed))


def test_dummies_are_words_of_examples_only() -> None:
    assert is_dummy("my-test-key")
    assert not is_dummy("my-tundra-key")
    assert not is_dummy("73491")


def test_encoded_words() -> None:
    assert is_encoded_words(base64.b64encode(b"nothing secret in here").decode())
    assert not is_encoded_words(base64.b64encode(draw(ALNUM, 24).encode()).decode())
    assert not is_encoded_words(base64.b64encode(bytes(range(200, 230))).decode())
    assert not is_encoded_words("short")
    assert not is_encoded_words("not base64 because of blanks")


@given(st.text(max_size=200))
def test_any_text_has_an_answer(value: str) -> None:
    assert is_placeholder(value) in (True, False)
    assert is_encoded_words(value) in (True, False)
