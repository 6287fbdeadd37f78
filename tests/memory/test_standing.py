from datetime import date

import pytest

from teammem.memory import document, entry, hashes, standing
from teammem.memory.entry import Entry

TODAY = date(2026, 12, 1)
HASH = hashes.of_body("Body")


def read(head: str, path: str = "a.md", body: str = "Body\n") -> Entry:
    return entry.read(path, document.read(f"---\n{head}---\n{body}".encode()))


@pytest.mark.parametrize(
    ("head", "recalled", "primed", "label"),
    [
        ("name: a\n", True, True, ""),
        ("status: candidate\n", True, False, "candidate"),
        (f"status: verified\nverified: {{hash: '{HASH}'}}\n", True, True, "verified"),
        ("status: verified\nverified: {hash: x}\n", True, True, standing.EDITED),
        ("status: verified\n", True, True, standing.EDITED),
        ("status: disputed\n", True, False, "disputed"),
        ("status: retired\n", False, False, "retired"),
        ("status: mystery\n", True, False, "candidate"),
        ("expires: 2026-11-30\n", False, False, "expired"),
        ("expires: 2026-12-01\n", True, True, ""),
    ],
)
def test_each_status(head: str, recalled: bool, primed: bool, label: str) -> None:
    found = standing.of(read(head), TODAY)
    assert (found.recalled, found.primed, found.label) == (recalled, primed, label)
    assert bool(found.why) is not recalled


def test_superseded_memories_and_conflict_copies_are_never_recalled() -> None:
    assert standing.of(read("name: a\n"), TODAY, superseded=True).why == "superseded"
    copy = read("name: a\n", path="a.conflict-0123abcd.md")
    assert standing.of(copy, TODAY).why == "conflict-copy"


def test_verified_ones_come_first_and_candidates_last() -> None:
    heads = [
        f"status: verified\nverified: {{hash: '{HASH}'}}\n",
        "name: a\n",
        "status: disputed\n",
        "status: candidate\n",
    ]
    orders = [standing.of(read(head), TODAY).order for head in heads]
    assert orders == sorted(set(orders))
