"""Memories that only the destination has: listed, shown, edited, forgotten, like any other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from teammem.errors import Refusal
from teammem.git.repo import Repository
from teammem.lifecycle import workspace
from teammem.lifecycle.edit import Changes, edit
from teammem.lifecycle.forget import forget, plan
from teammem.lifecycle.pick import all_in, pick
from teammem.lifecycle.pin import pin
from teammem.lifecycle.remember import Request, remember
from teammem.lifecycle.resolve import resolve
from teammem.lifecycle.revive import revive
from teammem.lifecycle.verify import verify
from teammem.lifecycle.workspace import Workspace
from teammem.roots import bases
from teammem.roots.burial import Blobs, condemned
from tests.support.sandbox import Sandbox
from tests.support.team import Team

KEY = ".teammem/signing-key.md"
ID = "01JZZZZZZZZZZZZZZZZZZZZZZ1"
OURS = "refs/teammem/remote/origin/main"


def memory(name: str, body: str, **more: str) -> str:
    front = "".join(f"{key}: {value}\n" for key, value in more.items())
    return f"---\nname: {name}\ndescription: {name} of the release\n{front}---\n{body}\n"


@pytest.fixture
def clones(tmp_path: Path, environment: dict[str, str]) -> Team:
    files = {".teammem/lamp.md": memory("lamp", "Switch it off."), "src/x.py": "1\n"}
    made = Team(tmp_path / "team", environment, files)
    made.ana.git("switch", "-qc", "feature")
    return made


@pytest.fixture
def only_there(clones: Team) -> Team:
    """Bo published a memory; ana, on a feature branch, has fetched as sync does."""
    clones.publish({KEY: memory("signing-key", "It is in the vault.", id=ID)})
    fetch(clones.ana)
    return clones


def fetch(repo: Sandbox) -> None:
    repo.git("fetch", "-q", "--refmap=", "origin", f"+main:{OURS}")


def work_of(repo: Sandbox) -> Workspace:
    return workspace.open_at(repo.path)


def text(repo: Sandbox, name: str) -> str | None:
    path = repo.path / name
    return path.read_text() if path.exists() else None


def test_it_is_listed_shown_and_picked(only_there: Team) -> None:
    ana = only_there.ana
    assert [one.path for one in all_in(work_of(ana), "team")] == ["lamp.md", "signing-key.md"]
    for word in (ID, ID[:-1], "signing-key", KEY):
        assert pick(work_of(ana), word).loaded.entry.id == ID
    listed = ana.teammem("list", "--tier", "team").text
    assert "signing-key (project, on origin/main" in listed
    shown = ana.teammem("show", "signing-key").text
    assert f"{KEY} (team, on origin/main)" in shown
    assert "It is in the vault." in shown
    row = json.loads(ana.teammem("show", ID, "--json").out)["data"]
    assert row["origin"] == "on origin/main"
    assert text(ana, KEY) is None
    assert ana.git("status", "--porcelain") == ""


def test_where_there_is_nothing_from_elsewhere_nothing_is_marked(clones: Team) -> None:
    row = json.loads(clones.ana.teammem("show", "lamp", "--json").out)["data"]
    assert row["origin"] is None
    assert "origin" not in clones.ana.teammem("list").text


def test_an_edit_brings_it_here_with_its_base_on_record(only_there: Team) -> None:
    ana = only_there.ana
    work = work_of(ana)
    found = pick(work, ID)
    blob = ana.git("rev-parse", f"{OURS}:{KEY}")
    same = edit(work, found, Changes())
    assert not same.written
    assert text(ana, KEY) is None
    planned = edit(work, found, Changes(body="It moved.\n"), dry_run=True)
    assert not planned.written
    assert text(ana, KEY) is None
    assert bases.read(Repository.at(ana.path)) == {}
    done = edit(work, found, Changes(body="It moved.\n"))
    assert done.next == "teammem sync"
    assert text(ana, KEY) == memory("signing-key", "It moved.", id=ID)
    records = bases.live(Repository.at(ana.path))
    assert records == {KEY.encode(): bases.Base(KEY.encode(), blob, "")}
    assert ana.git("status", "--porcelain") == f"?? {KEY}"
    again = pick(work, ID)
    assert again.brought is None
    assert again.loaded.entry.body == "It moved.\n"
    done = edit(work, again, Changes(body="It moved again.\n"))
    assert done.next.startswith("git add")
    assert bases.live(Repository.at(ana.path)) == records


def test_an_edit_of_what_the_destination_changed(clones: Team) -> None:
    ana = clones.ana
    head = ana.git("rev-parse", "HEAD:.teammem/lamp.md")
    clones.publish({".teammem/lamp.md": memory("lamp", "Leave it on.")})
    fetch(ana)
    work = work_of(ana)
    found = pick(work, "lamp")
    assert found.loaded.entry.body == "Leave it on.\n"
    done = edit(work, found, Changes(body="Leave it on, always.\n"))
    assert done.next == "teammem sync"
    assert "Leave it on, always." in (text(ana, ".teammem/lamp.md") or "")
    (record,) = bases.live(Repository.at(ana.path)).values()
    assert record.head == head
    assert record.blob == ana.git("rev-parse", f"{OURS}:.teammem/lamp.md")


def test_going_back_to_the_branch_s_own_text_is_no_edit(clones: Team) -> None:
    ana = clones.ana
    given = memory("lamp", "Switch it off.", id=ID)
    clones.publish({".teammem/lamp.md": given})
    ana.git("pull", "-q", "origin", "main")
    clones.publish({".teammem/lamp.md": memory("lamp", "Leave it on.", id=ID)})
    fetch(ana)
    work = work_of(ana)
    with pytest.raises(Refusal) as refused:
        edit(work, pick(work, "lamp"), Changes(text=given.encode()))
    assert refused.value.reason == "only-there"
    assert bases.read(Repository.at(ana.path)) == {}
    assert text(ana, ".teammem/lamp.md") == given


def test_the_command_line_edits_it(only_there: Team) -> None:
    ana = only_there.ana
    done = ana.teammem("edit", ID, "--set", "description=where it is")
    assert done.code == 0
    assert f"changed: {KEY}\nnext: teammem sync\n" in done.text
    assert "description: where it is" in (text(ana, KEY) or "")


def test_verify_brings_it_too(only_there: Team) -> None:
    work = work_of(only_there.ana)
    done = verify(work, pick(work, ID))
    assert done.next == "teammem sync"
    assert KEY.encode() in bases.live(Repository.at(only_there.ana.path))
    assert pick(work, ID).loaded.entry.status == "verified"


def test_a_link_in_the_way_is_refused_and_leaves_no_record(only_there: Team) -> None:
    ana = only_there.ana
    work = work_of(ana)
    found = pick(work, ID)
    (ana.path / KEY).symlink_to("lamp.md")
    with pytest.raises(Refusal):
        edit(work, found, Changes(body="It moved.\n"))
    assert bases.read(Repository.at(ana.path)) == {}


def test_what_needs_the_file_says_how_to_get_it(only_there: Team) -> None:
    work = work_of(only_there.ana)
    with pytest.raises(Refusal) as refused:
        pin(work, pick(work, ID))
    assert refused.value.reason == "only-there"
    assert "origin/main" in refused.value.message
    only_there.ana.git("merge", "-q", OURS)
    assert pin(work_of(only_there.ana), pick(work_of(only_there.ana), ID)).path.startswith(
        "pinned/"
    )


def test_a_conflict_copy_there_is_resolved_after_a_pull(only_there: Team) -> None:
    copy = ".teammem/signing-key.conflict-0123abcd.md"
    only_there.publish({copy: memory("signing-key", "It is elsewhere.", id=ID)})
    fetch(only_there.ana)
    work = work_of(only_there.ana)
    with pytest.raises(Refusal) as refused:
        resolve(work, pick(work, copy), "copy")
    assert refused.value.reason == "only-there"


class TestForget:
    def test_the_tombstone_is_all(self, only_there: Team) -> None:
        ana = only_there.ana
        work = work_of(ana)
        done = forget(work, plan(work, [ID]))
        assert done.next == "teammem sync"
        ((_, stone),) = done.changed
        assert stone.startswith("tombstones/")
        assert ana.git("status", "--porcelain") == f"A  .teammem/{stone}"
        for seen in (work, work_of(ana)):
            assert [one.path for one in all_in(seen, "team")] == ["lamp.md"]
        assert ana.teammem("recall", "where is the signing key").code == 7
        with pytest.raises(Refusal) as refused:
            remember(work, Request("It is in the vault.", tier="team"))
        assert refused.value.reason == "forgotten"

    def test_what_sync_has_to_delete(self, only_there: Team) -> None:
        ana = only_there.ana
        work = work_of(ana)
        forget(work, plan(work, [ID]))
        assert self.condemned(ana) == {KEY.encode()}
        only_there.publish({KEY: memory("signing-key", "Edited meanwhile.", id=ID)})
        fetch(ana)
        assert self.condemned(ana) == {KEY.encode()}

    def test_of_a_file_that_the_destination_changed(self, clones: Team) -> None:
        ana = clones.ana
        clones.publish({".teammem/lamp.md": memory("lamp", "Leave it on.")})
        fetch(ana)
        work = work_of(ana)
        done = forget(work, plan(work, ["lamp"]))
        assert text(ana, ".teammem/lamp.md") is None
        assert {path.partition("/")[0] for _, path in done.changed} == {"tombstones", "lamp.md"}
        assert all_in(work_of(ana), "team") == []
        assert self.condemned(ana) == {b".teammem/lamp.md"}

    def test_it_is_taken_back_from_the_trash(self, only_there: Team) -> None:
        ana = only_there.ana
        work = work_of(ana)
        forget(work, plan(work, [ID]))
        back = revive(work, ID)
        assert back.path == "signing-key.md"
        assert [one.path for one in all_in(work_of(ana), "team")] == ["lamp.md", "signing-key.md"]
        assert self.condemned(ana) == frozenset()

    def test_a_tombstone_that_only_the_destination_has_waits_for_a_pull(
        self, only_there: Team
    ) -> None:
        bo = work_of(only_there.bo)
        forget(bo, plan(bo, [ID]))
        only_there.bo.git("commit", "-qm", "forgotten")
        only_there.bo.git("push", "-q", "origin", "main")
        fetch(only_there.ana)
        work = work_of(only_there.ana)
        assert [one.path for one in all_in(work, "team")] == ["lamp.md"]
        with pytest.raises(Refusal) as refused:
            remember(work, Request("It is in the vault.", tier="team"))
        assert refused.value.reason == "forgotten"
        with pytest.raises(Refusal) as refused:
            revive(work, ID)
        assert refused.value.reason == "only-there"
        only_there.ana.git("merge", "-q", OURS)
        assert revive(work_of(only_there.ana), ID).path == "signing-key.md"

    def condemned(self, repo: Sandbox) -> frozenset[bytes]:
        def blobs(commit: str) -> dict[bytes, str]:
            rows = repo.git("ls-tree", "-r", commit).splitlines()
            return {row.split("\t")[1].encode(): row.split()[2] for row in rows}

        base = repo.git("merge-base", "HEAD", OURS)
        there = blobs(OURS)
        (scanned,) = work_of(repo).scans("team")
        stones = [
            (b".teammem", one.stone)
            for one in scanned.stones
            if f".teammem/{one.path}".encode() not in there
        ]
        return condemned(
            stones,
            Blobs(there, blobs("HEAD"), blobs(base)),
            lambda oid: repo.git("cat-file", "blob", oid).encode(),
        )


class TestOneIdAtTwoPaths:
    def test_a_move_there_counts_before_a_change_committed_here(self, only_there: Team) -> None:
        ana = only_there.ana
        ana.git("merge", "-q", OURS)
        ana.commit({KEY: memory("signing-key", "Mine.", id=ID)})
        only_there.publish(
            {KEY: None, ".teammem/pinned/signing-key.md": memory("k", "Theirs.", id=ID)}
        )
        fetch(ana)
        assert [one.path for one in all_in(work_of(ana), "team")] == [
            "lamp.md",
            "pinned/signing-key.md",
        ]

    def test_what_is_uncommitted_counts_before_a_move_there(self, only_there: Team) -> None:
        ana = only_there.ana
        ana.git("merge", "-q", OURS)
        only_there.publish(
            {KEY: None, ".teammem/pinned/signing-key.md": memory("k", "Theirs.", id=ID)}
        )
        fetch(ana)
        ana.write(KEY, memory("signing-key", "Mine.", id=ID))
        assert [one.path for one in all_in(work_of(ana), "team")] == ["lamp.md", "signing-key.md"]

    def test_a_file_that_is_new_here_counts_too(self, only_there: Team) -> None:
        only_there.ana.write(".teammem/mine.md", memory("mine", "Mine.", id=ID))
        found = [one.path for one in all_in(work_of(only_there.ana), "team")]
        assert found == ["lamp.md", "mine.md"]

    def test_two_that_the_destination_has_stay_for_check(self, only_there: Team) -> None:
        only_there.publish({".teammem/copy.md": memory("copy", "Another.", id=ID)})
        fetch(only_there.ana)
        assert len(all_in(work_of(only_there.ana), "team")) == 3
        assert "two memories with one id" in only_there.ana.teammem("check").text


def test_a_new_memory_takes_no_name_that_the_destination_has(only_there: Team) -> None:
    work = work_of(only_there.ana)
    done = remember(
        work, Request("Another thing altogether, told twice.", tier="team", name="signing-key")
    )
    assert done.path == "signing-key-2.md"


def test_what_the_destination_knows_is_not_remembered_twice(only_there: Team) -> None:
    work = work_of(only_there.ana)
    done = remember(work, Request("It is in the vault.", tier="team"))
    assert not done.written
    assert [one.path for one in done.duplicates] == ["signing-key.md"]


def test_a_sparse_checkout_is_not_written_to(clones: Team) -> None:
    ana = clones.ana
    ana.git("sparse-checkout", "set", "--no-cone", "/src/")
    work = work_of(ana)
    assert pick(work, "lamp").loaded.entry.body == "Switch it off.\n"
    for act in (
        lambda: edit(work, pick(work, "lamp"), Changes(body="x\n")),
        lambda: forget(work, plan(work, ["lamp"])),
    ):
        with pytest.raises(Refusal) as refused:
            act()
        assert refused.value.reason == "sparse"


def test_log_tells_of_what_is_only_there(only_there: Team) -> None:
    told = only_there.ana.teammem("log", ID).text
    assert "published (add)" in told


def test_check_judges_what_is_only_there(only_there: Team) -> None:
    assert only_there.ana.teammem("check", "--tier", "team").code == 0
    only_there.publish({".teammem/broken.md": b"\xff\xfe not text\n"})
    fetch(only_there.ana)
    told = only_there.ana.teammem("check", "--tier", "team")
    assert told.code == 1
    assert ".teammem/broken.md:" in told.text
    invalid = only_there.ana.teammem("list", "--invalid").text
    assert "broken.md" in invalid


def test_candidates_of_the_destination_wait_here_too(only_there: Team) -> None:
    only_there.publish({".teammem/idea.md": memory("idea", "Perhaps.", status="candidate")})
    fetch(only_there.ana)
    assert "idea" in only_there.ana.teammem("list", "--candidates").text
    assert "signing" not in only_there.ana.teammem("list", "--candidates").text


def test_a_commit_by_hand_of_what_was_brought_is_told(only_there: Team) -> None:
    ana = only_there.ana
    ana.hooks()
    ana.teammem("edit", ID, "--body", "It moved.")
    ana.git("add", KEY)
    told = ana.run("git", "commit", "-qm", "by hand")
    assert f"{KEY} was made from the destination's text" in told.text
    assert "teammem sync" in told.text
    ana.write(KEY, memory("signing-key", "It moved again.", id=ID))
    assert "destination" not in ana.run("git", "commit", "-qam", "again").text


def test_the_age_of_a_team_memory_is_git_s_where_it_names_none(only_there: Team) -> None:
    ana = only_there.ana
    ana.write(".teammem/new.md", memory("new", "Never committed."))
    rows = json.loads(ana.teammem("list", "--tier", "team", "--json").out)["data"]
    dates = {row["name"]: row["dated"] for row in rows}
    assert dates["lamp"][:10] == ana.git(
        "log", "-1", "--format=%ad", "--date=format-local:%Y-%m-%d", "HEAD"
    )
    assert dates["signing-key"]
    assert dates["new"] is None
    listed = ana.teammem("list", "--since", "1999-01-01", "--tier", "team").text
    assert "lamp" in listed
    assert "new" not in listed


def test_what_was_thrown_away_again_leaves_no_base(only_there: Team) -> None:
    ana = only_there.ana
    repo = Repository.at(ana.path)
    work = work_of(ana)
    edit(work, pick(work, ID), Changes(body="It moved.\n"))
    work_of(ana)
    assert KEY.encode() in bases.read(repo)
    (ana.path / KEY).unlink()
    work_of(ana)
    assert bases.read(repo) == {}
    assert pick(work_of(ana), ID).loaded.entry.body == "It is in the vault.\n"


def test_a_root_that_only_the_destination_has_is_written_to(tmp_path: Path, clones: Team) -> None:
    other = Team(tmp_path / "other", clones.ana.env)
    other.publish({KEY: memory("signing-key", "It is in the vault.", id=ID)})
    fetch(other.ana)
    work = work_of(other.ana)
    done = remember(work, Request("Something else altogether.", tier="team", name="new"))
    assert (other.ana.path / ".teammem" / done.path).exists()
    assert [one.path for one in all_in(work, "team")] == ["new.md", "signing-key.md"]
