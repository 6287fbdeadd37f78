"""Forget, and stay forgotten; and take it back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from teammem.errors import NothingFound, Refusal, UsageError
from teammem.lifecycle import pick, workspace
from teammem.lifecycle.check import check
from teammem.lifecycle.forget import Forgotten, forget, plan
from teammem.lifecycle.pin import pin
from teammem.lifecycle.promote import promote
from teammem.lifecycle.remember import Request, remember
from teammem.lifecycle.revive import revive
from teammem.lifecycle.workspace import Workspace
from teammem.memory import tombstone
from tests.support.sandbox import Sandbox

TEXT = "Deploys go out on Friday afternoon."


def gone(work: Workspace, *words: str, tier: str = "") -> Forgotten:
    return forget(work, plan(work, words, tier=tier), reason="no longer so")


def test_a_preview_changes_nothing(work: Workspace, team: Sandbox) -> None:
    seen = plan(work, ["first"])
    assert [(item.found.path, item.first_line) for item in seen.items] == [("first.md", "# First")]
    assert team.git("status", "--porcelain") == ""


def test_the_whole_act_is_one_plain_commit(work: Workspace, team: Sandbox) -> None:
    done = remember(work, Request(TEXT, tier="team"))
    team.commit(message="add")
    act = gone(work, done.id)
    assert act.next.startswith("git commit")
    team.git("commit", "-q", "--no-verify", "-am", "forget")
    assert team.git("status", "--porcelain") == ""
    names = team.git("show", "--name-status", "--format=", "HEAD").splitlines()
    assert sorted(line.split("\t")[0] for line in names) == ["A", "D"]


def test_the_record_says_who_and_why_and_none_of_the_text(work: Workspace) -> None:
    done = remember(work, Request(TEXT, tier="team"))
    gone(work, done.id)
    stone = work.scan(work.roots.team[0]).stones[0].stone
    assert (stone.id, stone.by, stone.reason) == (done.id, "Ana", "no longer so")
    assert b"Friday" not in (done.root.path / work.scan(done.root).stones[0].path).read_bytes()


def test_other_staged_work_stays_as_it_is(work: Workspace, team: Sandbox) -> None:
    team.write("src/a.py", "staged\n")
    team.git("add", "src/a.py")
    team.write("src/a.py", "and not staged\n")
    gone(work, "first")
    assert team.git("diff", "--cached", "--name-only").splitlines()[-1] == "src/a.py"
    assert "MM src/a.py" in team.git("status", "--porcelain")


def test_a_file_without_id_carries_its_derived_one_and_its_path(work: Workspace) -> None:
    gone(work, "first")
    stone = work.scan(work.roots.team[0]).stones[0].stone
    assert stone.id.startswith("0000000000")
    assert stone.path == "first.md"


def test_a_query_finds_by_words_and_many_need_a_limit(work: Workspace) -> None:
    for number in range(12):
        remember(work, Request(f"Zebra stripes number {number}.", name=f"z{number}"))
    remember(work, Request("Nothing of the kind at all."))
    with pytest.raises(UsageError) as caught:
        plan(work, ["zebra stripes"])
    assert "--limit 12" in caught.value.hint
    assert len(plan(work, ["zebra stripes"], limit=12).items) == 12
    for word in ("a", "e", "", "unicorn"):
        with pytest.raises(NothingFound):
            plan(work, [word])


def test_the_tier_chooses_between_two_of_one_path(work: Workspace) -> None:
    mine = remember(work, Request("Mine.", tier="user", name="same"))
    other = remember(work, Request("The project's own words.", tier="project", name="same"))
    with pytest.raises(UsageError):
        plan(work, ["same"])
    gone(work, "same", tier="user")
    assert not (mine.root.path / mine.path).exists()
    assert (other.root.path / other.path).exists()


def test_an_ambiguous_prefix_removes_nothing(work: Workspace) -> None:
    made = [remember(work, Request(f"Fact number {word}.")) for word in ("one", "two", "three")]
    with pytest.raises(UsageError):
        plan(work, [made[0].id[:5]])
    assert all((one.root.path / one.path).exists() for one in made)


def test_what_changed_since_the_preview_is_not_removed(work: Workspace, team: Sandbox) -> None:
    seen = plan(work, ["first"])
    team.write(".teammem/first.md", "another entry above\n# First\n")
    with pytest.raises(Refusal) as caught:
        forget(work, seen)
    assert caught.value.reason == "changed"
    assert (team.path / ".teammem/first.md").exists()


def test_what_does_not_parse_is_named_and_never_removed(work: Workspace, team: Sandbox) -> None:
    team.write(".teammem/broken.md", "---\na: [\n---\nfirst\n")
    work.touched(work.roots.team[0])
    seen = plan(work, ["first"])
    assert [item.found.path for item in seen.items] == ["first.md"]
    assert seen.unread[0].endswith("broken.md")


def test_crlf_files_are_forgotten_whole_and_alone(work: Workspace, team: Sandbox) -> None:
    team.commit({".teammem/c.md": "---\r\nname: c\r\ntype: project\r\n---\r\nBody.\r\n"})
    work.touched(work.roots.team[0])
    gone(work, "c")
    assert (team.path / ".teammem/first.md").exists()
    assert not (team.path / ".teammem/c.md").exists()


def test_a_promoted_memory_is_forgotten_in_both_tiers(work: Workspace) -> None:
    done = remember(work, Request(TEXT))
    promote(work, pick.pick(work, done.id))
    act = gone(work, done.id)
    assert {root.tier for root, _ in act.changed} == {"team", "project"}
    with pytest.raises(NothingFound):
        pick.pick(work, done.id)


def test_the_forgotten_text_in_another_file_is_found_by_check(
    work: Workspace, team: Sandbox
) -> None:
    done = remember(work, Request(TEXT, tier="team"))
    gone(work, done.id)
    team.write(".teammem/again.md", f"---\nname: x\ndescription: y\ntype: project\n---\n*{TEXT}*\n")
    work.touched(done.root)
    assert "TM061" in {one.rule for one in check(work)}


@pytest.mark.parametrize("committed", [True, False])
@pytest.mark.parametrize("tier", ["team", "project", "user"])
def test_a_person_takes_it_back(work: Workspace, team: Sandbox, tier: str, committed: bool) -> None:
    done = remember(work, Request(TEXT, tier=tier))
    if committed:
        team.commit(message="add")
    gone(work, done.id)
    back = revive(work, done.id)
    assert (back.source, back.path) == ("trash", done.path)
    assert (done.root.path / done.path).read_bytes() == done.data
    assert work.scan(done.root).stones == ()
    assert team.git("status", "--porcelain", "--", ".teammem/tombstones") == ""


def test_another_clone_takes_the_text_from_git(work: Workspace, team: Sandbox) -> None:
    done = remember(work, Request(TEXT, tier="team"))
    team.commit(message="add")
    gone(work, done.id)
    team.git("commit", "-q", "--no-verify", "-am", "forget")
    for path in (work.roots.user.anchor).rglob("trash/*"):
        path.unlink()
    back = revive(workspace.open_at(team.path), done.id[:12])
    assert back.source == "git"
    assert (done.root.path / done.path).read_bytes() == done.data
    team.git("commit", "-q", "--no-verify", "-am", "revive")
    assert team.git("status", "--porcelain") == ""


def test_without_text_the_tombstone_goes_alone(work: Workspace) -> None:
    done = remember(work, Request(TEXT))
    gone(work, done.id)
    for path in (work.roots.user.anchor).rglob("trash/*"):
        path.unlink()
    assert revive(work, done.id).source == ""
    assert remember(work, Request(TEXT)).written
    with pytest.raises(NothingFound):
        revive(work, done.id)


def test_the_trash_keeps_thirty_days(work: Workspace) -> None:
    one = remember(work, Request(TEXT))
    gone(work, one.id)
    work.now = lambda: datetime.now(UTC) + timedelta(days=31)
    two = remember(work, Request("Something quite different."))
    gone(work, two.id)
    assert revive(work, two.id).source == "trash"
    assert revive(work, one.id).source == ""


def test_agents_forget_what_is_theirs_to_forget(work: Workspace, agent: Workspace) -> None:
    pin(work, pick.pick(work, "first"))
    with pytest.raises(Refusal):
        gone(agent, "first")
    done = remember(agent, Request(TEXT))
    gone(agent, done.id)
    with pytest.raises(Refusal):
        revive(agent, done.id)
    work.touched(done.root)
    assert revive(work, done.id).source == "trash"


def test_exact_only_keeps_no_similarity(work: Workspace) -> None:
    done = remember(work, Request(TEXT))
    forget(work, plan(work, [done.id]), exact_only=True)
    stone = work.scan(done.root).stones[0].stone
    assert stone.minhash == ""
    assert stone.exact == tombstone.exact(tombstone.subject(TEXT), stone.salt)


def test_forgotten_on_one_branch_and_edited_on_another(work: Workspace, team: Sandbox) -> None:
    done = remember(work, Request(TEXT, tier="team"))
    base = team.commit(message="add")
    gone(work, done.id)
    team.git("commit", "-q", "--no-verify", "-am", "forget")
    team.git("switch", "-q", "-c", "other", base)
    edited = done.data.replace(b"Friday", b"Monday")
    team.commit({".teammem/" + done.path: edited}, "edit")
    merged = team.run("git", "merge", "-q", "main", check=False)
    assert merged.code
    assert (done.root.path / done.path).read_bytes() == edited
    assert "TM061" in {one.rule for one in check(workspace.open_at(team.path))}


def test_two_people_forget_one_memory_and_git_merges_it(work: Workspace, team: Sandbox) -> None:
    done = remember(work, Request(TEXT, tier="team"))
    base = team.commit(message="add")
    gone(work, done.id)
    team.git("commit", "-q", "--no-verify", "-am", "forget")
    team.git("switch", "-q", "-c", "other", base)
    gone(workspace.open_at(team.path), done.id)
    team.git("commit", "-q", "--no-verify", "-am", "forget too")
    team.git("merge", "-q", "main")
    fresh = workspace.open_at(team.path)
    assert len(fresh.scan(done.root).stones) == 2
    revive(fresh, done.id)
    assert fresh.scan(done.root).stones == ()
