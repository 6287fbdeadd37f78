"""Two people change the same memories: nothing is lost, nothing comes back, nobody is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sync.team import MEMORY, Clones, identity, memory

LONG = memory("long", "one\n\ntwo\n\nthree\n\nfour\n\nfive")


@pytest.fixture
def clones(tmp_path: Path) -> Clones:
    made = Clones(tmp_path)
    made.bo.commit({".teammem/long.md": LONG, "src/a.py": "1\n"}, "start")
    made.bo.git("push", "-q", "origin", "main")
    made.ana.git("pull", "-q", "--ff-only")
    made.ana.git("switch", "-q", "-c", "feature")
    return made


def copies(clones: Clones) -> list[str]:
    return [path for path in clones.paths() if ".conflict-" in path]


def test_other_lines_of_one_memory_are_merged(clones: Clones) -> None:
    clones.ana.write(".teammem/long.md", LONG.replace("one", "ONE"))
    clones.bo.write(".teammem/long.md", LONG.replace("five", "FIVE"))
    clones.sync(clones.bo)
    clones.sync(clones.ana)
    assert clones.has("long.md", LONG.replace("one", "ONE").replace("five", "FIVE"))
    assert clones.ana.git("status", "--porcelain") == ""


def test_the_same_line_makes_a_copy_and_no_markers(clones: Clones) -> None:
    clones.ana.write(".teammem/long.md", LONG.replace("one", "ANA"))
    clones.bo.write(".teammem/long.md", LONG.replace("one", "BO"))
    clones.sync(clones.bo)
    told = clones.sync(clones.ana)
    assert clones.has("long.md", LONG.replace("one", "BO"))
    (copy,) = copies(clones)
    assert clones.has(copy.removeprefix(".teammem/"), LONG.replace("one", "ANA"))
    assert "both texts are kept" in told
    clones.sync(clones.ana)
    clones.sync(clones.bo)
    assert copies(clones) == [copy]


def test_a_copy_has_the_same_name_on_every_machine(tmp_path: Path) -> None:
    found = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        clones = Clones(tmp_path / name)
        clones.bo.write(".teammem/x.md", memory("x", "theirs"))
        clones.sync(clones.bo)
        clones.ana.write(".teammem/x.md", memory("x", "ours"))
        clones.sync(clones.ana)
        found.append(copies(clones))
    assert found[0] == found[1] != []


def test_a_teammates_edit_of_what_we_published_makes_no_copy(clones: Clones) -> None:
    clones.ana.write(".teammem/deploy.md", MEMORY)
    clones.sync(clones.ana)
    clones.sync(clones.bo)
    changed = MEMORY.replace("Friday noon", "Friday evening")
    clones.bo.write(".teammem/deploy.md", changed)
    clones.sync(clones.bo)
    clones.sync(clones.ana)
    assert copies(clones) == []
    assert clones.has("deploy.md", changed)


def test_a_teammates_deletion_does_not_come_back(clones: Clones) -> None:
    clones.ana.write(".teammem/deploy.md", MEMORY)
    clones.sync(clones.ana)
    clones.sync(clones.bo)
    (clones.bo.path / ".teammem/deploy.md").unlink()
    clones.sync(clones.bo)
    clones.ana.write(".teammem/other.md", memory("other", "text"))
    clones.sync(clones.ana)
    assert clones.has("deploy.md", None)
    assert not (clones.ana.path / ".teammem/deploy.md").exists()


@pytest.mark.parametrize("deleter", ["ana", "bo"])
def test_deleted_against_modified_stays_modified(clones: Clones, deleter: str) -> None:
    one, other = (clones.ana, clones.bo) if deleter == "ana" else (clones.bo, clones.ana)
    changed = LONG.replace("one", "ONE")
    (one.path / ".teammem/long.md").unlink()
    other.write(".teammem/long.md", changed)
    clones.sync(other)
    clones.sync(one)
    assert clones.has("long.md", changed)


@pytest.mark.parametrize("deleter", ["ana", "bo"])
def test_deleted_against_modified_the_other_way_round(clones: Clones, deleter: str) -> None:
    one, other = (clones.ana, clones.bo) if deleter == "ana" else (clones.bo, clones.ana)
    changed = LONG.replace("one", "ONE")
    (one.path / ".teammem/long.md").unlink()
    other.write(".teammem/long.md", changed)
    clones.sync(one)
    clones.sync(other)
    assert clones.has("long.md", changed)


def test_the_same_text_written_twice_is_one_memory(clones: Clones) -> None:
    clones.bo.write(".teammem/deploy.md", MEMORY)
    clones.sync(clones.bo)
    clones.ana.write(".teammem/deploy.md", MEMORY)
    tip = clones.remote.git("rev-parse", "main")
    clones.sync(clones.ana)
    assert clones.remote.git("rev-parse", "main") == tip
    assert clones.ana.git("status", "--porcelain") == ""


def test_a_second_edit_after_a_publish_has_the_published_text_as_its_base(clones: Clones) -> None:
    """The first text stays in the index as `git add -p` leaves it, so the file is left alone."""
    ana = clones.ana
    ana.write(".teammem/long.md", LONG.replace("one", "staged"))
    ana.git("add", ".teammem/long.md")
    ana.write(".teammem/long.md", LONG.replace("one", "ONE"))
    told = ana.teammem("sync")
    assert told.code == 0
    assert "the index has another text" in told.text
    assert ana.git("show", ":.teammem/long.md") == LONG.replace("one", "staged").rstrip("\n")
    assert clones.has("long.md", LONG.replace("one", "ONE"))
    clones.sync(clones.bo)
    clones.bo.write(".teammem/long.md", LONG.replace("one", "ONE").replace("two", "TWO"))
    clones.sync(clones.bo)
    ana.write(".teammem/long.md", LONG.replace("one", "ONE").replace("five", "FIVE"))
    ana.teammem("sync")
    assert copies(clones) == []
    assert clones.has(
        "long.md", LONG.replace("one", "ONE").replace("two", "TWO").replace("five", "FIVE")
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [("Freeze.md", "freeze.md"), ("caf\u00e9.md", "cafe\u0301.md")],
    ids=["case", "nfc"],
)
def test_names_that_are_one_on_some_system(clones: Clones, first: str, second: str) -> None:
    clones.bo.write(f".teammem/{first}", memory("a", "a"))
    clones.sync(clones.bo)
    clones.ana.write(f".teammem/{second}", memory("b", "b"))
    done = clones.ana.teammem("sync")
    assert done.code == 1
    assert "in another spelling" in done.text or "composed form" in done.text
    assert (clones.ana.path / ".teammem" / second).exists()
    twin = clones.ana.path / ".teammem" / "other-name.md"
    (clones.ana.path / ".teammem" / second).rename(twin)
    clones.sync(clones.ana)
    assert clones.has("other-name.md", memory("b", "b"))


def test_what_was_committed_by_hand_travels_with_its_branch(clones: Clones) -> None:
    clones.ana.commit({".teammem/mine.md": memory("mine", "by hand")}, "by hand")
    before = identity(clones.ana)
    clones.sync(clones.ana)
    assert identity(clones.ana) == before
    assert clones.has("mine.md", None)


def test_settings_that_conflict_are_left_to_people(clones: Clones) -> None:
    clones.bo.write(".teammem/config.yaml", "recall:\n  stale_after: 10\n")
    clones.sync(clones.bo)
    clones.ana.write(".teammem/config.yaml", "recall:\n  stale_after: 20\n")
    done = clones.ana.teammem("sync")
    assert done.code == 1
    assert "cannot be merged" in done.text
    assert (clones.ana.path / ".teammem/config.yaml").read_text().endswith("20\n")
    assert clones.has("config.yaml", "recall:\n  stale_after: 10\n")


def test_a_merge_that_would_spoil_the_front_matter_makes_a_copy(clones: Clones) -> None:
    clones.bo.write(
        ".teammem/long.md", LONG.replace("type: project\n", "type: project\nexpires: 2030-01-01\n")
    )
    clones.sync(clones.bo)
    clones.ana.write(
        ".teammem/long.md", LONG.replace("name: long\n", "name: long\nexpires: 2031-01-01\n")
    )
    clones.sync(clones.ana)
    whole = clones.remote.git("show", "main:.teammem/long.md")
    assert whole.count("expires") == 1 or copies(clones) == []


def test_many_team_roots_at_once(clones: Clones) -> None:
    clones.ana.write(".teammem/top.md", memory("top", "top"))
    clones.ana.write("services/api/.teammem/below.md", memory("below", "below"))
    clones.ana.run("git", "add", "services", check=True)
    clones.sync(clones.ana)
    assert {".teammem/top.md", "services/api/.teammem/below.md"} <= set(clones.paths())
    assert not (clones.ana.path / "services").exists()


def test_a_forgotten_memory_that_only_the_destination_has_is_gone_there(clones: Clones) -> None:
    text = memory("deploy", "No deploys after noon.", id="01JDZ8M6T3W9Q4R5S6T7V8W9XA")
    clones.bo.write(".teammem/deploy.md", text)
    clones.sync(clones.bo)
    clones.sync(clones.ana)
    assert not (clones.ana.path / ".teammem/deploy.md").exists()
    done = clones.ana.teammem("forget", "01JDZ8M6T3W9Q4R5S6T7V8W9XA", "--yes")
    assert done.code == 0, done.text
    clones.sync(clones.ana)
    assert clones.has("deploy.md", None)
    assert any(path.startswith(".teammem/tombstones/") for path in clones.paths())
    clones.bo.write(".teammem/again.md", text)
    refused = clones.bo.teammem("sync")
    assert refused.code == 1
    assert "it was forgotten" in refused.text


def test_a_change_follows_a_memory_that_a_teammate_pinned(clones: Clones) -> None:
    text = LONG.replace("type: project\n", "type: project\nid: 01JDZ8M6T3W9Q4R5S6T7V8W9XB\n")
    clones.bo.write(".teammem/long.md", text)
    clones.sync(clones.bo)
    clones.ana.git("pull", "-q", "origin", "main")
    assert clones.bo.teammem("pin", "long").code == 0
    clones.sync(clones.bo)
    clones.ana.write(".teammem/long.md", text.replace("five", "FIVE"))
    clones.sync(clones.ana)
    assert clones.has("long.md", None)
    assert clones.has("pinned/long.md", text.replace("five", "FIVE"))
    assert clones.ana.git("status", "--porcelain") == ""


def test_two_new_names_of_our_own_that_are_one_on_some_system(clones: Clones) -> None:
    clones.ana.write(".teammem/Twin.md", memory("a", "a"))
    clones.ana.write(".teammem/twin.md", memory("b", "b"))
    done = clones.ana.teammem("sync")
    assert done.code == 1
    assert len([path for path in clones.paths() if path.lower().endswith("twin.md")]) == 1
    (clones.ana.path / ".teammem/twin.md").rename(clones.ana.path / ".teammem/second.md")
    clones.sync(clones.ana)
    assert len(clones.paths()) == 5
