from __future__ import annotations

from teammem.lifecycle import pick, workspace
from teammem.lifecycle.forget import forget, plan
from teammem.lifecycle.workspace import Workspace
from tests.support.sandbox import Sandbox


def test_trust_is_for_this_clone(work: Workspace, team: Sandbox) -> None:
    assert not work.is_trusted()
    work.trust()
    assert workspace.open_at(team.path).is_trusted()
    team.git("remote", "add", "origin", "https://example.org/other")
    assert not workspace.open_at(team.path).is_trusted()


def test_a_locked_index_leaves_the_act_done_and_says_what_is_left(
    work: Workspace, team: Sandbox
) -> None:
    lock = team.path / ".git" / "index.lock"
    lock.write_text("")
    done = forget(work, plan(work, ["first"]))
    assert not (team.path / ".teammem/first.md").exists()
    assert done.next.startswith("git add -- .teammem/tombstones/")
    lock.unlink()
    team.run("sh", "-c", done.next.split(" && ")[0])
    team.git("commit", "-q", "--no-verify", "-m", "forget")
    assert team.git("status", "--porcelain") == ""


def test_a_person_is_named_by_git_and_an_agent_by_itself(
    work: Workspace, agent: Workspace, team: Sandbox
) -> None:
    assert (work.author, work.actor.is_agent) == ("Ana", False)
    assert (agent.author, agent.actor.is_agent) == ("claude", True)


def test_a_directory_without_git_has_its_user_and_directory_roots(team: Sandbox) -> None:
    plain = team.path.parent / "plain"
    plain.mkdir()
    found = workspace.open_at(plain, scope="directory")
    assert [root.tier for root in found.roots.all()] == ["project", "user"]
    assert pick.all_in(found) == []
