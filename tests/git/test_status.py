"""Reading `git status --porcelain=v2 -z`: what git prints, and what nobody prints."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.errors import GitError
from teammem.git import status
from teammem.git.repo import Repository
from tests.support.sandbox import Sandbox, clean_environment

_PATHS = st.binary(min_size=1).filter(lambda data: b"\0" not in data)
_OID = st.sampled_from(["a" * 40, "0" * 40])


@given(st.lists(st.tuples(_PATHS, st.sampled_from("MADT."), st.sampled_from("MD."), _OID)))
def test_any_path_is_read_back(rows: list[tuple[bytes, str, str, str]]) -> None:
    out = b"".join(
        f"1 {x}{y} N... 100644 100644 100644 {oid} {oid} ".encode() + path + b"\0"
        for path, x, y, oid in rows
    )
    read = status.parse(b"# branch.oid (initial)\0# branch.head main\0" + out)
    assert [(one.path, one.staged, one.worktree, one.head_oid) for one in read.entries] == rows
    assert (read.oid, read.branch, read.ahead) == ("", "main", None)


@given(st.binary())
def test_nothing_makes_it_fail_in_another_way(data: bytes) -> None:
    with contextlib.suppress(GitError):
        status.parse(data)


def test_a_move_has_both_paths() -> None:
    line = b"2 R. N... 100644 100644 100644 " + b"a" * 40 + b" " + b"a" * 40 + b" R100 new\0old\0"
    (one,) = status.parse(line).entries
    assert (one.kind, one.path, one.origin) == (status.MOVED, b"new", b"old")


@pytest.mark.parametrize("line", [b"1 M. N...\0", b"u UU\0", b"x\0", b"2 R. a\0"])
def test_another_form_is_named(line: bytes) -> None:
    with pytest.raises(GitError):
        status.parse(line)


def test_what_git_says_of_a_repository(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    repo = Sandbox.create(tmp_path / "repo", clean_environment(tmp_path / "home"))
    repo.git("config", "user.name", "A")
    repo.git("config", "user.email", "a@example.com")
    repo.commit({"in/a": "1\n", "in/b": "1\n", "out/c": "1\n"})
    repo.write("in/a", "2\n")
    repo.write("in/new\nline", "x")
    repo.write("out/c", "2\n")
    (repo.path / "in/b").unlink()
    read = status.read(Repository.at(repo.path), [b"in"])
    found = {one.path: (one.kind, one.staged, one.worktree) for one in read.entries}
    assert found == {
        b"in/a": (status.CHANGED, ".", "M"),
        b"in/b": (status.CHANGED, ".", "D"),
        b"in/new\nline": (status.UNTRACKED, ".", "."),
    }
    assert (read.branch, read.oid) == ("main", repo.git("rev-parse", "HEAD"))
    assert status.read(Repository.at(repo.path), []).entries == ()
