"""Pinning, verifying, promoting, resolving: ids and provenance stay, people decide."""

from __future__ import annotations

import pytest

from teammem.errors import NothingFound, Refusal, UsageError
from teammem.lifecycle import pick
from teammem.lifecycle.pin import pin, unpin
from teammem.lifecycle.promote import promote
from teammem.lifecycle.remember import Request, remember
from teammem.lifecycle.resolve import resolve
from teammem.lifecycle.verify import verify
from teammem.lifecycle.workspace import Workspace
from teammem.memory import document, links
from tests.support import fake
from tests.support.sandbox import Sandbox


def test_a_pin_is_one_plain_commit_and_comes_off_again(work: Workspace, team: Sandbox) -> None:
    done = remember(work, Request("Deploy on Monday.", tier="team"))
    team.commit(message="add")
    moved = pin(work, pick.pick(work, done.id))
    assert moved.path == "pinned/deploy-on-monday.md"
    assert team.git("diff", "--cached", "--name-status", "-M").split("\t")[0] == "R100"
    team.git("commit", "-q", "--no-verify", "-am", "pin")
    assert team.git("status", "--porcelain") == ""
    again = pick.pick(work, done.id)
    assert again.loaded.entry.pinned
    assert pin(work, again).path == moved.path
    assert unpin(work, again).path == done.path
    team.git("commit", "-q", "--no-verify", "-am", "unpin")
    assert team.git("status", "--porcelain") == ""


def test_a_pin_keeps_the_derived_id(work: Workspace) -> None:
    moved = pin(work, pick.pick(work, "first"))
    assert pick.pick(work, moved.id).path == "pinned/first.md"
    assert moved.id.startswith("0000000000")


def test_a_pin_never_replaces(work: Workspace, team: Sandbox) -> None:
    team.commit({".teammem/pinned/FIRST.md": "other\n"})
    work.touched(work.roots.team[0])
    with pytest.raises(Refusal):
        pin(work, pick.pick(work, "first.md"))
    assert (team.path / ".teammem/first.md").exists()


def test_only_people_pin_verify_and_resolve(agent: Workspace) -> None:
    found = pick.pick(agent, "first")
    for act in (pin, unpin, verify):
        with pytest.raises(Refusal) as caught:
            act(agent, found)
        assert caught.value.reason == "waits-for-person"
    with pytest.raises(Refusal):
        resolve(agent, found, "copy")


def test_verifying_a_candidate_hides_what_it_supersedes(work: Workspace, agent: Workspace) -> None:
    old = remember(work, Request("Deploys happen daily.", tier="team"))
    new = remember(agent, Request("Deploys happen weekly.", tier="team", supersedes=old.id))
    work.touched(old.root)
    entries = [one.entry for one in work.scan(old.root).loaded]
    assert links.link(entries).superseded == {}
    done = verify(work, pick.pick(work, new.id))
    assert done.supersedes == (old.id,)
    entries = [one.entry for one in work.scan(old.root).loaded]
    assert links.link(entries).superseded == {old.id: (new.id,)}


def test_promotion_keeps_id_and_provenance_and_drops_privacy(
    work: Workspace, team: Sandbox
) -> None:
    done = remember(work, Request("Deploy on Monday.", session="s-1", message="m-1", commit="abc"))
    private = done.root.path / done.path
    private.write_bytes(done.data.replace(b"by: Ana", b"by: Ana <ana@example.org>"))
    work.touched(done.root)
    act = promote(work, pick.pick(work, done.id))
    fields = document.read((act.root.path / act.path).read_bytes()).fields
    assert fields["id"] == done.id
    assert fields["source"] == {"commit": "abc"}
    assert isinstance(fields["created"], dict)
    assert fields["created"]["by"] == "Ana"
    assert "updated" not in fields
    assert "status" not in fields
    assert document.read(private.read_bytes()).fields["promoted_to"] == "team"
    assert b"ana@example.org" in private.read_bytes()
    team.git("commit", "-q", "--no-verify", "-am", "promote")
    assert team.git("status", "--porcelain") == ""


def test_promoting_twice_adds_nothing(work: Workspace) -> None:
    done = remember(work, Request("Deploy on Monday."))
    first = promote(work, pick.pick(work, done.id, "project"))
    again = promote(work, pick.pick(work, done.id, "project"))
    assert (first.written, again.written, again.path) == (True, False, first.path)
    with pytest.raises(UsageError):
        promote(work, pick.pick(work, done.id))


def test_promotion_passes_every_door(work: Workspace, team: Sandbox) -> None:
    secret = remember(work, Request(f"The token is {fake.github()}"))
    mine = remember(work, Request("I like tea.", tier="user"))
    for one in (secret, mine):
        with pytest.raises(Refusal):
            promote(work, pick.pick(work, one.id))
        kept = document.read((one.root.path / one.path).read_bytes()).fields
        assert "promoted_to" not in kept
    assert team.git("status", "--porcelain") == ""


def test_an_agent_s_promotion_is_a_candidate(agent: Workspace) -> None:
    done = remember(agent, Request("Deploy on Monday."))
    assert promote(agent, pick.pick(agent, done.id)).status == "candidate"


COPY = ".teammem/first.conflict-0123abcd.md"


def conflict(work: Workspace, team: Sandbox) -> None:
    team.commit({COPY: "---\nid: 01JDZ8AAAAAAAAAAAAAAAAAAAA\n---\nOther side\n"})
    work.touched(work.roots.team[0])


def left(team: Sandbox) -> list[str]:
    return sorted(path.name for path in (team.path / ".teammem").glob("*.md"))


@pytest.mark.parametrize("word", ["first.md", COPY])
def test_the_original_stays(work: Workspace, team: Sandbox, word: str) -> None:
    conflict(work, team)
    resolve(work, pick.pick(work, word), "original")
    assert left(team) == ["first.md"]
    assert (team.path / ".teammem/first.md").read_text() == "# First\n\nplain text\n"
    team.git("commit", "-q", "--no-verify", "-am", "resolve")
    assert team.git("status", "--porcelain") == ""


@pytest.mark.parametrize("text", [None, b"Merged by hand\n"])
def test_the_copy_takes_its_place(work: Workspace, team: Sandbox, text: bytes | None) -> None:
    conflict(work, team)
    resolve(work, pick.pick(work, COPY), "copy", text)
    assert left(team) == ["first.md"]
    wanted = text or b"---\nid: 01JDZ8AAAAAAAAAAAAAAAAAAAA\n---\nOther side\n"
    assert (team.path / ".teammem/first.md").read_bytes() == wanted


def test_both_stay_under_ids_of_their_own(work: Workspace, team: Sandbox) -> None:
    conflict(work, team)
    done = resolve(work, pick.pick(work, COPY), "both")
    assert left(team) == ["first-2.md", "first.md"]
    assert done.kept == ("first.md", "first-2.md")
    assert b"01JDZ8AAAAAAAAAAAAAAAAAAAA" not in (team.path / ".teammem/first-2.md").read_bytes()


def test_a_copy_without_its_original_takes_the_name(work: Workspace, team: Sandbox) -> None:
    conflict(work, team)
    team.git("rm", "-q", ".teammem/first.md")
    work.touched(work.roots.team[0])
    resolve(work, pick.pick(work, COPY), "original")
    assert left(team) == ["first.md"]


def test_what_cannot_be_resolved(work: Workspace, team: Sandbox) -> None:
    with pytest.raises(NothingFound):
        resolve(work, pick.pick(work, "first"), "copy")
    conflict(work, team)
    with pytest.raises(UsageError):
        resolve(work, pick.pick(work, COPY), "newest")
    with pytest.raises(Refusal):
        resolve(work, pick.pick(work, COPY), "copy", f"x {fake.github()}\n".encode())
    team.commit({".teammem/first.conflict-11111111.md": "third\n"})
    work.touched(work.roots.team[0])
    with pytest.raises(UsageError):
        resolve(work, pick.pick(work, "first.md"), "copy")
