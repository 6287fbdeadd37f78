from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.recall.index import MemoryIndex, count
from teammem.recall.model import Note
from teammem.recall.query import weigh, word_lists
from teammem.recall.typo import closest, one_edit

LETTERS = "abcdeé"


def _index(*names: str) -> MemoryIndex:
    index = MemoryIndex()
    for name in names:
        index.add(count(Note(name, name=name)))
    return index


def _mended(word: str, index: MemoryIndex) -> str:
    (term,) = weigh(word, word_lists(word))
    return closest(term, [index], lambda other: index.postings(other) is not None)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("cacheing", ""),
        ("kubernets", "kuberne"),
        ("kuebrnetes", "kuberne"),
        ("ubernetes", "kuberne"),
        ("xubernetes", "kuberne"),
        ("kubernettes", "kuberne"),
        ("postgrse", "postgr"),
        ("нсатройка", "настройк"),
        ("abcd", ""),
        ("kuberx", ""),
    ],
)
def test_one_letter_is_mended(word: str, meant: str) -> None:
    assert _mended(word, _index("kubernetes postgres настройка", "zzz")) == meant


def test_a_word_that_is_asked_for_without_its_marks_too_is_not_mended() -> None:
    marked, bare = sorted(
        weigh("trường", word_lists("trường")), key=lambda term: term.kind != "word"
    )
    index = _index("truongs")
    assert closest(marked, [index], lambda _: True) == ""
    assert closest(bare._replace(kind="word", evidence=1.0), [index], lambda _: True) != ""


def test_the_same_first_letter_comes_first_then_code_points() -> None:
    assert _mended("tokens1", _index("tokens")) == ""
    assert _mended("brocker", _index("docker", "broker", "crocker")) == "broker"


def test_what_only_dead_notes_hold_is_not_meant() -> None:
    index = _index("broker", "brocher")
    (term,) = weigh("brocker", word_lists("brocker"))
    assert closest(term, [index], lambda other: other == "broker") == "broker"
    assert closest(term, [index], lambda _: False) == ""


def _by_definition(left: str, right: str) -> bool:
    edits = set()
    for at in range(len(left) + 1):
        edits.add(left[:at] + left[at + 1 :])
        if at + 1 < len(left):
            edits.add(left[:at] + left[at + 1] + left[at] + left[at + 2 :])
        for letter in LETTERS:
            edits.add(left[:at] + letter + left[at:])
            edits.add(left[:at] + letter + left[at + 1 :])
    return left != right and right in edits


@given(st.text(LETTERS, max_size=6), st.text(LETTERS, max_size=6))
def test_one_edit_is_its_definition(left: str, right: str) -> None:
    assert one_edit(left, right) == _by_definition(left, right)
    assert one_edit(left, right) == one_edit(right, left)


@given(st.text("abcde", min_size=5, max_size=7), st.text("abcde", min_size=5, max_size=7))
def test_every_uncut_neighbour_is_found(word: str, other: str) -> None:
    index = MemoryIndex()
    index.add(count(Note("a", name=other)))
    (held,) = [term for term, _ in index.items()]
    (term,) = weigh(word, word_lists(word))
    from teammem.recall.stem import whole

    if one_edit(whole(word), held) and len(held) >= 4 and term.evidence:
        assert closest(term, [index], lambda _: True) == held
