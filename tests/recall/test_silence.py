from __future__ import annotations

import pytest

from teammem.recall.score import Evidence
from teammem.recall.silence import USUAL, speaks


def evidence(
    strength: float, matched: float, subject: bool, covered: float, keywords: bool = False
) -> Evidence:
    return Evidence(strength, strength, matched, subject, covered, keywords, ())


@pytest.mark.parametrize(
    ("found", "notes", "answer"),
    [
        (evidence(0.64, 1.5, subject=False, covered=1.0), 100, False),
        (evidence(0.66, 1.5, subject=False, covered=1.0), 100, True),
        (evidence(0.44, 1.0, subject=True, covered=0.5), 100, False),
        (evidence(0.46, 1.0, subject=True, covered=0.5), 100, True),
        (evidence(0.31, 1.0, subject=True, covered=1.0), 100, True),
        (evidence(0.29, 1.0, subject=True, covered=1.0), 100, False),
        (evidence(0.09, 1.0, subject=True, covered=1.0, keywords=True), 100, True),
        (evidence(0.09, 1.0, subject=True, covered=0.9, keywords=True), 100, False),
        (evidence(0.46, 0.5, subject=False, covered=0.5, keywords=True), 100, True),
        (evidence(0.46, 0.5, subject=False, covered=0.5), 100, False),
        (evidence(0.64, 0.8, subject=True, covered=0.5), 100, False),
        (evidence(0.46, 1.2, subject=True, covered=0.5), 100, True),
        (evidence(0.31, 2.0, subject=True, covered=0.2), 100, True),
        (evidence(0.29, 2.0, subject=True, covered=0.2), 100, False),
        (evidence(0.46, 1.0, subject=True, covered=0.5), USUAL * 4, False),
        (evidence(0.54, 1.0, subject=True, covered=0.5), USUAL * 4, True),
        (evidence(0.31, 2.0, subject=True, covered=0.2), USUAL * 400, True),
        (evidence(0.46, 1.0, subject=True, covered=0.5), 1, True),
    ],
)
def test_the_best_note_speaks_or_not(found: Evidence, notes: int, answer: bool) -> None:
    assert speaks(found, notes) is answer
