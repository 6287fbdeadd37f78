"""The page of situations names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
PAGE = TOP / "docs/reference/sync-situations.md"


def test_every_situation_names_a_test_that_exists() -> None:
    rows = [line for line in PAGE.read_text().splitlines() if re.match(r"\| (?!situation)", line)]
    named = [re.search(r"`(tests/[\w/]+\.py)::(test_\w+)` \|\Z", row) for row in rows]
    assert len(rows) > 60
    for row, found in zip(rows, named, strict=True):
        assert found, row
        assert f"def {found[2]}(" in (TOP / found[1]).read_text(), row
