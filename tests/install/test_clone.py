from __future__ import annotations

from pathlib import Path

import pytest

from teammem.errors import NotARepository, UsageError
from teammem.install import clone
from tests.install.conftest import run_git


def test_a_plain_clone(repo: Path) -> None:
    (repo / "sub").mkdir()
    here = clone.find(repo / "sub")
    assert (here.top, here.common) == (repo, repo / ".git")
    assert (here.hooks, here.hooks_path) == (repo / ".git" / "hooks", "")
    assert here.placed == clone.DEFAULT
    assert here.ours


def test_linked_worktrees_share_their_hooks(repo: Path) -> None:
    run_git(repo, "worktree", "add", "-q", "../linked")
    here = clone.find(repo.parent / "linked")
    assert (here.top, here.common) == (repo.parent / "linked", repo / ".git")
    assert here.hooks == repo / ".git" / "hooks"


@pytest.mark.parametrize(
    ("scope", "value", "placed", "ours"),
    [
        ("--local", ".git/hooks", clone.OWN, True),
        ("--local", "{parent}/elsewhere", clone.OWN, True),
        ("--local", ".husky/_", clone.TRACKED, False),
        ("--local", "hooks", clone.TRACKED, False),
        ("--global", "{parent}/elsewhere", clone.SHARED, False),
        ("--global", "hooks", clone.TRACKED, False),
        ("--global", ".git/hooks", clone.OWN, True),
        ("--local", "/dev/null", clone.OFF, False),
    ],
)
def test_core_hooks_path(repo: Path, scope: str, value: str, placed: str, ours: bool) -> None:
    value = value.format(parent=repo.parent)
    run_git(repo, "config", scope, "core.hooksPath", value)
    here = clone.find(repo)
    assert (here.hooks_path, here.placed, here.ours) == (value, placed, ours)
    assert here.hooks == repo / value


def test_a_submodule_has_hooks_of_its_own(repo: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    run_git(tmp_path, "init", "-q", str(outer))
    run_git(
        outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(repo), "in"
    )
    assert clone.find(outer / "in").hooks == outer / ".git" / "modules" / "in" / "hooks"


def test_bare_and_no_repository(tmp_path: Path) -> None:
    run_git(tmp_path, "init", "-q", "--bare", "bare.git")
    with pytest.raises(UsageError):
        clone.find(tmp_path / "bare.git")
    with pytest.raises(NotARepository):
        clone.find(tmp_path)
