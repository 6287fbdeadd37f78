from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from teammem.git import locks, mirrors
from teammem.git.repo import Repository
from tests.support.sandbox import Sandbox

OLD = 1_000


def placed(repo: Sandbox, name: str = "index.lock", age: int = OLD) -> Path:
    """Leave a lock in the git directory, this many seconds old."""
    path = repo.write(f".git/{name}", "")
    then = path.stat().st_mtime - age
    os.utime(path, (then, then))
    return path


def there(repo: Sandbox) -> Repository:
    return Repository.at(repo.path).at_top()


@pytest.fixture
def running(repo: Sandbox) -> Iterator[subprocess.Popen[bytes]]:
    """A git process that works in the repository until its standard input ends."""
    process = subprocess.Popen(
        ["git", "cat-file", "--batch"], cwd=repo.path, env=repo.env, stdin=subprocess.PIPE
    )
    yield process
    process.communicate()


def test_a_lock_that_nobody_holds_goes(repo: Sandbox) -> None:
    path = placed(repo)
    (lock,) = locks.find(there(repo))
    assert lock.is_stale
    assert locks.clear(there(repo), lock) == ""
    assert not path.exists()
    assert not [one for one in path.parent.iterdir() if "teammem-" in one.name]


def test_a_young_one_stays(repo: Sandbox) -> None:
    path = placed(repo, age=30)
    (lock,) = locks.find(there(repo))
    assert "seconds old" in locks.clear(there(repo), lock)
    assert path.exists()


def test_one_beside_a_running_git_stays(repo: Sandbox, running: subprocess.Popen[bytes]) -> None:
    path = placed(repo)
    (lock,) = locks.find(there(repo))
    assert str(running.pid) in locks.clear(there(repo), lock)
    assert path.exists()
    running.communicate()
    assert locks.clear(there(repo), lock) == ""


def test_what_is_no_file_stays(repo: Sandbox) -> None:
    path = placed(repo)
    path.unlink()
    path.mkdir()
    (lock,) = locks.find(there(repo))
    assert locks.clear(there(repo), lock) == "it is no regular file"
    assert path.is_dir()


def test_one_that_was_taken_meanwhile_goes_back(repo: Sandbox) -> None:
    path = placed(repo)
    (lock,) = locks.find(there(repo))
    kept = path.with_name("kept")
    path.rename(kept)  # its inode stays in use, so that the next file has another one
    path.write_text("another git's")
    assert locks.clear(there(repo), lock) == "another process took it just now"
    assert path.read_text() == "another git's"
    assert not [one for one in path.parent.iterdir() if "teammem-" in one.name]


def test_those_of_refs_are_found_where_all_are_wanted(repo: Sandbox) -> None:
    placed(repo, "refs/heads/main.lock")
    assert locks.find(there(repo)) == ()
    (lock,) = locks.find(there(repo), everywhere=True)
    assert lock.path.endswith("refs/heads/main.lock")


@pytest.mark.parametrize(
    ("key", "value", "found"),
    [
        ("remote.origin.mirror", "true", True),
        ("remote.origin.mirror", "false", False),
        ("remote.origin.push", "+refs/*:refs/*", True),
        ("remote.origin.push", "refs/teammem/*:refs/teammem/*", True),
        ("remote.origin.push", "refs/heads/*:refs/heads/*", False),
        ("remote.origin.push", "^refs/*", False),
        ("remote.origin.push", "HEAD", False),
        ("remote.origin.fetch", "+refs/*:refs/*", False),
        ("push.default", "matching", False),
    ],
)
def test_settings_that_push_every_ref(key: str, value: str, found: bool) -> None:
    told = {key: [value]}
    assert bool([*mirrors.publishing(told, "refs/teammem/")]) is found
