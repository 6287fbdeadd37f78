from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from teammem.recall.model import Hit, Note
from teammem.recall.rerank import Reranker, reordered

HITS = tuple(Hit(Note(key), 1.0, 1.0) for key in ("a", "b", "c"))


def keys(hits: Sequence[Hit]) -> list[str]:
    return [hit.note.key for hit in hits]


def test_an_order_is_taken_and_what_it_leaves_out_follows() -> None:
    hits, warning = reordered("q", HITS, lambda _question, _hits: ["project/c", "project/a"])
    assert keys(hits) == ["c", "a", "b"]
    assert warning == ""


def _broken(_question: str, _hits: Sequence[Hit]) -> list[str]:
    raise ValueError("secret text")


@pytest.mark.parametrize(
    ("reranker", "said"),
    [
        (_broken, "ValueError"),
        (lambda _q, _h: ["project/x"], "not offered"),
        (lambda _q, _h: ["project/a", "project/a"], "not offered"),
        (lambda _q, _h: [["project/a"]], "not offered"),
        (lambda _q, _h: None, "TypeError"),
    ],
)
def test_whatever_it_does_wrong_the_order_stands(reranker: Reranker, said: str) -> None:
    hits, warning = reordered("q", HITS, reranker)
    assert hits == HITS
    assert said in warning
    assert "secret text" not in warning


def test_it_is_not_waited_for() -> None:
    release = threading.Event()

    def slow(_question: str, _hits: Sequence[Hit]) -> list[str]:
        release.wait(30)
        return ["project/c"]

    hits, warning = reordered("q", HITS, slow, patience=0.05)
    release.set()
    assert hits == HITS
    assert "too long" in warning
