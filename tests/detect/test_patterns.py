"""Expressions compiled at first use."""

from __future__ import annotations

import re

import pytest

from teammem.detect.patterns import on_use


def test_it_works_like_a_compiled_one() -> None:
    pattern = on_use(r"a(b)", re.IGNORECASE)
    found = pattern.search("xAB")
    assert found
    assert found[1] == "B"
    assert pattern.sub("-", "ab") == "-"
    assert on_use(rb"a").findall(b"aa") == [b"a", b"a"]


def test_a_broken_one_fails_at_its_first_use() -> None:
    pattern = on_use("(")
    with pytest.raises(re.error):
        pattern.match("a")
