"""A finding never shows its value."""

from __future__ import annotations

import pickle

import pytest

from teammem.detect.engine import scan
from teammem.detect.finding import Secret
from tests.detect.samples import github


def test_no_text_of_a_finding_shows_the_value() -> None:
    (found,) = scan(github().encode())
    shown = f"{found!r} {found} {found.value!r} {found.value} {found.value:>20} {[found.value]}"
    assert github()[4:12] not in shown


def test_a_secret_is_not_pickled() -> None:
    with pytest.raises(TypeError) as raised:
        pickle.dumps(Secret(github()))
    assert github()[4:12] not in str(raised.value)


def test_secrets_compare_by_value() -> None:
    assert Secret("a") == Secret("a")
    assert Secret("a") != Secret("b")
    assert Secret("a") != "a"
    assert len({Secret("a"), Secret("a")}) == 1
