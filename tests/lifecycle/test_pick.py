from __future__ import annotations

import pytest

from teammem.errors import NothingFound, UsageError
from teammem.lifecycle import pick
from teammem.lifecycle.promote import promote
from teammem.lifecycle.remember import Request, remember
from teammem.lifecycle.workspace import Workspace
from tests.support.sandbox import Sandbox


def test_a_memory_answers_to_id_prefix_name_slug_and_path(work: Workspace, team: Sandbox) -> None:
    done = remember(work, Request("Deploy on Monday.", name="Deploy Day", tier="team"))
    for word in (
        done.id, done.id.lower(), done.id[:20], "Deploy Day", "deploy day", "deploy-day",
        "deploy-day.md", ".teammem/deploy-day.md", str(team.path / ".teammem/deploy-day.md"),
    ):  # fmt: skip
        assert pick.pick(work, word).path == "deploy-day.md", word
    for word in ("deploy", done.id[:3], "", "nothing"):
        with pytest.raises(NothingFound):
            pick.pick(work, word)


def test_an_ambiguous_prefix_names_the_candidates_and_picks_none(work: Workspace) -> None:
    ids = [remember(work, Request(f"Fact number {word}.")).id for word in ("one", "two", "three")]
    with pytest.raises(UsageError) as caught:
        pick.pick(work, ids[0][:5])
    assert caught.value.exit_code == 2
    assert all(one in str(caught.value) for one in ids)


def test_one_path_in_two_tiers_needs_the_tier(work: Workspace) -> None:
    remember(work, Request("Mine.", tier="user", name="same"))
    remember(work, Request("The project's own words.", tier="project", name="same"))
    with pytest.raises(UsageError):
        pick.pick(work, "same")
    assert pick.pick(work, "same", "user").root.tier == "user"


def test_of_a_promoted_memory_the_team_s_copy_is_meant(work: Workspace) -> None:
    done = remember(work, Request("Deploy on Monday."))
    promote(work, pick.pick(work, done.id))
    assert pick.pick(work, done.id).root.tier == "team"
    assert pick.pick(work, done.id, "project").root.tier == "project"
