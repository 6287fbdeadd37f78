"""A commit by hand of what `edit` made from the destination's text is told, never refused."""

from __future__ import annotations

import pytest

from teammem.git.repo import Repository
from teammem.roots import bases
from tests.support.sandbox import Sandbox

PATH = ".teammem/first.md"
TOLD = f"{PATH} was made from the destination's text"


@pytest.fixture
def brought(team: Sandbox) -> Sandbox:
    """A clone whose first memory was edited from another blob than HEAD's."""
    team.hooks()
    blob = team.git("hash-object", "-w", "--stdin", stdin="their text\n")
    head = team.git("rev-parse", f"HEAD:{PATH}")
    bases.record(Repository.at(team.path), PATH.encode(), blob, head)
    return team


def committed(repo: Sandbox) -> str:
    return repo.run("git", "commit", "-qam", "by hand").text


def test_it_is_told_once_and_goes_through(brought: Sandbox) -> None:
    brought.write(PATH, "their text, edited\n")
    told = committed(brought)
    assert told.count(TOLD) == 1
    assert "teammem sync publishes it instead" in told
    assert brought.git("status", "--porcelain") == ""
    brought.write(PATH, "and again\n")
    assert TOLD not in committed(brought)  # HEAD has another blob by now: the record is void


def test_another_file_says_nothing(brought: Sandbox) -> None:
    brought.commit({".teammem/other.md": "1\n"})
    brought.write(".teammem/other.md", "2\n")
    assert TOLD not in committed(brought)


def test_a_deletion_says_nothing(brought: Sandbox) -> None:
    (brought.path / PATH).unlink()
    assert TOLD not in committed(brought)


def test_without_records_nothing_is_asked(team: Sandbox) -> None:
    team.hooks()
    team.write(PATH, "edited\n")
    assert TOLD not in committed(team)


def test_a_damaged_record_refuses_nothing(brought: Sandbox) -> None:
    (brought.path / ".git" / "teammem" / "bases").write_bytes(b"\xff{")
    brought.write(PATH, "edited\n")
    assert TOLD not in committed(brought)
    assert brought.git("log", "-1", "--format=%s") == "by hand"


def test_a_linked_work_tree_has_its_own(brought: Sandbox) -> None:
    brought.git("worktree", "add", "-q", "-b", "side", "../side")
    side = Sandbox(brought.path.parent / "side", brought.env)
    side.write(PATH, "edited\n")
    assert TOLD not in committed(side)
    brought.write(PATH, "edited\n")
    assert TOLD in committed(brought)
