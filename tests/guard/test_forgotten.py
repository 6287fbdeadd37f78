"""The commit gate: what was forgotten does not come back, and no half of an act is committed."""

from __future__ import annotations

import json
import os
import shutil
from typing import Any

import pytest

from tests.support import fake
from tests.support.sandbox import Sandbox

TEXT = "Deploys freeze on Friday noon."


@pytest.fixture
def forgetting(team: Sandbox) -> Any:
    done = team.teammem("remember", TEXT, "--tier", "team", "--name", "freeze", "--json")
    team.commit()
    team.hooks()
    return json.loads(done.out)["data"]


def commits(repo: Sandbox) -> int:
    return repo.run("git", "commit", "-qm", "x", check=False).code


def test_the_same_text_under_another_name(team: Sandbox, forgetting: Any) -> None:
    assert team.teammem("forget", forgetting["id"], "--yes").code == 0
    assert commits(team) == 0
    team.write(".teammem/again.md", fake.memory(f"**{TEXT.upper()}**", "again"))
    team.git("add", "-A")
    done = team.run("git", "commit", "-nqm", "x", check=False)
    assert (done.code, f"teammem revive {forgetting['id']}" in done.text) == (1, True)
    team.write(".teammem/again.md", fake.memory("Deploys freeze on Thursday noon.", "again"))
    team.git("add", "-A")
    assert commits(team) == 0


def test_other_roots_and_merges_are_not_concerned(team: Sandbox, forgetting: Any) -> None:
    team.git("checkout", "-q", "-b", "side")
    team.write(".teammem/freeze2.md", fake.memory(TEXT, "freeze2"))
    team.git("add", "-A")
    assert commits(team) == 0
    team.git("checkout", "-q", "main")
    assert team.teammem("forget", forgetting["id"], "--tier", "team", "--yes").code == 0
    assert commits(team) == 0
    assert team.run("git", "merge", "-q", "--no-edit", "side", check=False).code == 0
    team.write("lib/.teammem/x.md", fake.memory(TEXT, "x"))
    team.git("add", "-A")
    assert commits(team) == 0


def test_a_deletion_without_its_tombstone(team: Sandbox, forgetting: Any) -> None:
    team.teammem("forget", forgetting["id"], "--yes")
    team.git("reset", "-q", "--", ".teammem/tombstones")
    done = team.run("git", "commit", "-qm", "x", check=False)
    assert (done.code, "other half is not staged" in done.text) == (1, True)
    team.git("add", "-A")
    assert commits(team) == 0


def test_a_deletion_without_its_moved_copy(team: Sandbox, forgetting: Any) -> None:
    team.teammem("pin", forgetting["id"])
    team.git("reset", "-q", "--", ".teammem/pinned")
    assert commits(team) == 1
    team.git("add", "-A")
    assert commits(team) == 0


def test_records_and_files_that_cannot_be_read(team: Sandbox) -> None:
    stone = ".teammem/tombstones/x-000000.yaml"
    team.commit({stone: "<<<<<<<\n"})
    team.write(".teammem/new.md", fake.memory("Something new.", "new"))
    team.write(".teammem/bad.md", "---\nname: [\n---\nx\n")
    team.git("rm", "-q", ".teammem/first.md")
    team.git("add", "-A")
    os.mkfifo(team.path / ".teammem/pipe.md")
    team.hooks()
    assert commits(team) == 0


def test_a_plain_deletion_passes(team: Sandbox, forgetting: Any) -> None:
    assert forgetting["written"]
    team.git("rm", "-q", ".teammem/freeze.md")
    team.write(".teammem/untracked.md", fake.memory("Something else.", "other"))
    (team.path / ".teammem/link.md").symlink_to("untracked.md")
    assert commits(team) == 0
    shutil.rmtree(team.path / ".teammem")
    team.git("add", "-A")
    assert commits(team) == 0


def test_several_deletions_and_an_empty_file(team: Sandbox, forgetting: Any) -> None:
    team.write(".teammem/other.md", fake.memory("Something else.", "other"))
    team.git("add", "-A")
    assert commits(team) == 0
    assert team.teammem("forget", forgetting["id"], "--yes").code == 0
    team.git("rm", "-q", ".teammem/other.md")
    team.git("rm", "-q", ".teammem/first.md")
    team.write(".teammem/empty.md", "")
    team.git("add", "-A")
    team.git("reset", "-q", "--", ".teammem/tombstones")
    assert commits(team) == 1
    team.git("add", "-A")
    assert commits(team) == 0
