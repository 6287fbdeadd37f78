from __future__ import annotations

from datetime import date

import pytest

from teammem.memory import document, entry, links, standing
from teammem.recall.model import Note
from teammem.recall.notes import of_entry
from teammem.recall.standing import never, superseded

TODAY = date(2030, 1, 15)
A, B, C = (f"0{letter * 25}" for letter in "123")


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        (Note("a"), ""),
        (Note("a", status="candidate"), ""),
        (Note("a", status="retired"), "retired"),
        (Note("a", conflict_copy=True), "conflict-copy"),
        (Note("a", id=A), "superseded"),
        (Note("a", id=B), "forgotten"),
        (Note("a", id=C), ""),
        (Note("a", expires="2030-01-15"), ""),
        (Note("a", expires="2030-01-14"), "expired"),
    ],
)
def test_what_is_never_recalled(note: Note, reason: str) -> None:
    assert never(TODAY, {A}, {B})(note) == reason


LINKED = [
    [(A, "plain", (B,))],
    [(A, "candidate", (B,))],
    [(A, "plain", (B,)), (B, "plain", (A,))],
    [(A, "plain", (A,))],
    [(A, "plain", (B,)), (B, "plain", (C,))],
    [(A, "plain", (B, C)), (B, "plain", (A,))],
    [(A, "plain", (B,)), (B, "candidate", (A,))],
]


@pytest.mark.parametrize("chain", LINKED)
def test_links_and_standing_are_those_of_the_memory_room(
    chain: list[tuple[str, str, tuple[str, ...]]],
) -> None:
    entries = []
    for key in (A, B, C):
        status, targets = next(((s, t) for k, s, t in chain if k == key), ("plain", ()))
        text = (
            f"---\nname: n\nid: {key}\nstatus: {status}\nsupersedes: [{', '.join(targets)}]\n---\nx"
        )
        entries.append(entry.read(f"{key}.md", document.read(text.encode())))
    notes = [of_entry(each, "team", each.path) for each in entries]
    replaced = superseded(note for note in notes if note.supersedes)
    expected = links.link(entries).superseded
    assert replaced == set(expected)
    for each, note in zip(entries, notes, strict=True):
        theirs = standing.of(each, TODAY, superseded=each.id in expected)
        assert bool(never(TODAY, replaced)(note)) is not theirs.recalled
