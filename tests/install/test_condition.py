from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from teammem.git.repo import Repository
from teammem.install.check import OK, WARNING, Check
from teammem.install.doctor import doctor
from teammem.sync import journal
from tests.install.conftest import run_git, write
from tests.support.sandbox import BIN

LAYERS = {"locks", "sync", "remotes", "identity"}


def found(where: Path, *, clear_lock: bool = False) -> list[Check]:
    """Return what doctor says of the repository's own condition."""
    return [one for one in doctor(where, clear_lock=clear_lock) if one.layer in LAYERS]


def stale(repo: Path, age: int = 1_000) -> Path:
    path = write(repo / ".git" / "index.lock", "")
    then = path.stat().st_mtime - age
    os.utime(path, (then, then))
    return path


def test_nothing_to_say_of_a_sound_one(repo: Path) -> None:
    assert found(repo) == []


def test_a_stale_lock_is_named_and_left(repo: Path) -> None:
    path = stale(repo)
    (check,) = found(repo)
    assert check.name == "index.lock"
    assert check.state == WARNING
    assert check.remedy == "teammem doctor --clear-lock"
    assert path.exists()


def test_and_cleared_when_told_to(repo: Path) -> None:
    path = stale(repo)
    assert [(one.state, one.detail) for one in found(repo, clear_lock=True)] == [(OK, "removed")]
    assert not path.exists()
    run_git(repo, "commit", "--allow-empty", "-qm", "git writes again")


def test_a_young_one_is_not(repo: Path) -> None:
    path = stale(repo, 30)
    assert [one.state for one in found(repo, clear_lock=True)] == [WARNING]
    assert path.exists()


def test_a_stopped_sync(repo: Path) -> None:
    there = Repository.at(repo).at_top()
    place = journal.place(there)
    write(place, "{")
    (check,) = found(repo)
    assert (check.layer, check.remedy) == ("sync", "teammem sync")
    journal.drop(there)
    assert found(repo) == []


def test_a_mirror(repo: Path) -> None:
    run_git(repo, "config", "remote.origin.push", "+refs/*:refs/*")
    assert [one.name for one in found(repo)] == ["remote.origin.push"]
    run_git(repo, "config", "remote.origin.push", "refs/heads/*:refs/heads/*")
    assert found(repo) == []


def test_no_identity(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.delenv(f"GIT_{who}_NAME")
        monkeypatch.delenv(f"GIT_{who}_EMAIL")
    assert [one.name for one in found(repo)] == ["user"]
    run_git(repo, "config", "user.name", "Ana")
    assert [one.name for one in found(repo)] == ["user"]
    run_git(repo, "config", "user.email", "ana@example.org")
    assert found(repo) == []


def test_signing_without_its_program(repo: Path, tmp_path: Path) -> None:
    run_git(repo, "config", "commit.gpgSign", "true")
    run_git(repo, "config", "gpg.program", str(tmp_path / "signer"))
    (check,) = found(repo)
    assert check.name == "signing"
    assert check.state == WARNING
    write(tmp_path / "signer", "#!/bin/sh\n", 0o755)
    assert found(repo) == []


def test_the_option(repo: Path) -> None:
    path = stale(repo)
    done = subprocess.run(
        [BIN / "teammem", "doctor", "--clear-lock", "--json"],
        cwd=repo,
        capture_output=True,
        check=False,
    )
    rows = json.loads(done.stdout)["data"]
    assert [row["detail"] for row in rows if row["layer"] == "locks"] == ["removed"]
    assert not path.exists()
