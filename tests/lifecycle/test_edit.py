from __future__ import annotations

import pytest

from teammem.errors import Refusal, UsageError
from teammem.lifecycle import pick
from teammem.lifecycle.edit import Changes, edit
from teammem.lifecycle.forget import forget, plan
from teammem.lifecycle.pin import pin
from teammem.lifecycle.remember import Request, remember
from teammem.lifecycle.verify import verify
from teammem.lifecycle.workspace import Workspace
from teammem.memory import hashes
from tests.support import fake
from tests.support.sandbox import Sandbox

RAW = (
    "---\r\n# ours\r\nname: odd   # kept\r\ntype: project\r\ncustom: [1,  2]\r\n---\r\n"
    "Body.\r\n\r\nMore."
)


def test_only_what_was_asked_changes(work: Workspace, team: Sandbox) -> None:
    team.write(".teammem/odd.md", RAW)
    work.touched(work.roots.team[0])
    done = edit(work, pick.pick(work, "odd"), Changes(set={"type": "reference"}))
    text = done.data.decode()
    assert text == RAW.replace("type: project", "type: reference").replace(
        "\r\n---\r\nBody", f"\r\nid: '{done.id}'\r\n---\r\nBody"
    ) or text == RAW.replace("type: project", "type: reference").replace(
        "\r\n---\r\nBody", f"\r\nid: {done.id}\r\n---\r\nBody"
    )
    assert "updated" not in text


def test_private_files_say_when_they_were_updated(work: Workspace) -> None:
    done = remember(work, Request("A fact."))
    edit(work, pick.pick(work, done.id), Changes(body="Another fact.\n"))
    found = pick.pick(work, done.id).loaded.entry
    assert found.updated.by == "Ana"
    assert found.body == "Another fact.\n"


def test_two_people_derive_the_same_id(work: Workspace, team: Sandbox) -> None:
    one = edit(work, pick.pick(work, "first"), Changes(set={"description": "x"}))
    team.git("checkout", "-q", ".teammem")
    team.write(".teammem/first.md", "# First\n\nedited meanwhile, uncommitted\n")
    work.touched(work.roots.team[0])
    two = edit(work, pick.pick(work, "first"), Changes(set={"description": "y"}))
    assert one.id == two.id
    assert one.id.startswith("0000000000")


@pytest.mark.parametrize("key", ["id", "created", "verified", "source", "schema", "status"])
def test_keys_that_only_verbs_write(work: Workspace, key: str) -> None:
    with pytest.raises(UsageError):
        edit(work, pick.pick(work, "first"), Changes(set={key: "x"}))
    if key != "status":
        with pytest.raises(UsageError):
            edit(work, pick.pick(work, "first"), Changes(remove=(key,)))


def test_values_are_checked(work: Workspace) -> None:
    found = pick.pick(work, "first")
    for key, value in (("type", "x"), ("expires", "soon"), ("type", "user")):
        with pytest.raises((UsageError, Refusal)):
            edit(work, found, Changes(set={key: value}))
    edit(work, found, Changes(set={"keywords": "a, b", "expires": "2027-01-01", "extra": "1: 2"}))
    entry = pick.pick(work, "first").loaded
    assert entry.entry.keywords == ("a", "b")
    assert entry.document.fields["extra"] == "1: 2"


def test_status(work: Workspace) -> None:
    edit(work, pick.pick(work, "first"), Changes(status="disputed"))
    assert pick.pick(work, "first").loaded.entry.status == "disputed"
    edit(work, pick.pick(work, "first"), Changes(status="plain"))
    assert "status" not in pick.pick(work, "first").loaded.document.fields
    for status in ("verified", "superb"):
        with pytest.raises(UsageError):
            edit(work, pick.pick(work, "first"), Changes(status=status))


def test_a_verification_ends_with_the_text(work: Workspace) -> None:
    verify(work, pick.pick(work, "first"))
    entry = pick.pick(work, "first").loaded.entry
    assert entry.verified.hash == hashes.of_body(entry.body)
    edit(work, pick.pick(work, "first"), Changes(body="Else.\n"))
    assert not pick.pick(work, "first").loaded.entry.verification_holds()


def test_secrets_and_forgotten_texts_do_not_come_in_by_an_edit(
    work: Workspace, team: Sandbox
) -> None:
    gone = remember(work, Request("Some wrong statement about deploys.", tier="team"))
    forget(work, plan(work, [gone.id]))
    before = (team.path / ".teammem/first.md").read_bytes()
    for body in ("some WRONG statement about deploys", f"token {fake.github()}"):
        with pytest.raises(Refusal):
            edit(work, pick.pick(work, "first"), Changes(body=body))
    with pytest.raises(Refusal):
        edit(work, pick.pick(work, "first"), Changes(text=b"---\na: [\n---\n"))
    assert (team.path / ".teammem/first.md").read_bytes() == before


def test_a_whole_text_from_an_editor(work: Workspace) -> None:
    done = edit(work, pick.pick(work, "first"), Changes(text=b"---\nname: n\n---\nNew.\n"))
    assert done.data == f"---\nname: n\nid: '{done.id}'\n---\nNew.\n".encode() or done.written


def test_a_file_that_changed_meanwhile_is_left_alone(work: Workspace, team: Sandbox) -> None:
    found = pick.pick(work, "first")
    team.write(".teammem/first.md", "somebody else\n")
    with pytest.raises(Refusal) as caught:
        edit(work, found, Changes(body="mine\n"))
    assert caught.value.reason == "changed"
    assert (team.path / ".teammem/first.md").read_text() == "somebody else\n"


def test_front_matter_that_needs_mending_is_not_rewritten(work: Workspace, team: Sandbox) -> None:
    team.write(".teammem/m.md", '---\ndescription: "a "b" c"\n---\nBody.\n')
    work.touched(work.roots.team[0])
    with pytest.raises(Refusal) as caught:
        edit(work, pick.pick(work, "m"), Changes(set={"name": "x"}))
    assert caught.value.reason == "not-editable"
    done = edit(work, pick.pick(work, "m"), Changes(body="Other.\n"))
    assert done.data == b'---\ndescription: "a "b" c"\n---\nOther.\n'


def test_an_agent_proposes_a_change_of_a_team_memory(agent: Workspace, team: Sandbox) -> None:
    before = (team.path / ".teammem/first.md").read_bytes()
    done = edit(agent, pick.pick(agent, "first"), Changes(body="Better text.\n"))
    assert done.status == "candidate"
    assert done.path == "first-2.md"
    assert b"Better text." not in (team.path / ".teammem/first.md").read_bytes()
    assert before in (team.path / ".teammem/first.md").read_bytes()
    proposed = pick.pick(agent, done.id).loaded.entry
    assert proposed.supersedes == (pick.pick(agent, "first.md").loaded.entry.id,)
    again = edit(agent, pick.pick(agent, done.id), Changes(body="Still better.\n"))
    assert again.path == done.path
    with pytest.raises(Refusal):
        edit(agent, pick.pick(agent, done.id), Changes(status="verified"))


def test_an_agent_changes_nothing_pinned(work: Workspace, agent: Workspace) -> None:
    pin(work, pick.pick(work, "first"))
    with pytest.raises(Refusal):
        edit(agent, pick.pick(agent, "first"), Changes(body="x"))
    assert edit(work, pick.pick(work, "first"), Changes(body="by a person\n")).written


def test_qwen_s_files_are_edited_by_name(repo: Sandbox, work: Workspace, team: Sandbox) -> None:
    team.commit({".qwen/team-memory/feedback/q.md": "---\nname: q\ntype: feedback\n---\nBody\n"})
    from teammem.lifecycle import workspace

    fresh = workspace.open_at(team.path)
    done = edit(fresh, pick.pick(fresh, "q"), Changes(body="New body\n"))
    assert done.root.is_qwen
    with pytest.raises(Refusal):
        pin(fresh, pick.pick(fresh, "q"))


def test_keys_are_removed_and_conflicting_bodies_refused(work: Workspace, team: Sandbox) -> None:
    team.write(".teammem/k.md", "---\nname: k\nextra: 1\n---\nBody\n")
    work.touched(work.roots.team[0])
    edit(work, pick.pick(work, "k"), Changes(remove=("extra",)))
    assert "extra" not in pick.pick(work, "k").loaded.document.fields
    with pytest.raises(Refusal):
        edit(work, pick.pick(work, "first"), Changes(body="---\na: b\n---\n"))
    same = edit(work, pick.pick(work, "k"), Changes(body="Body\n"))
    assert not same.written
