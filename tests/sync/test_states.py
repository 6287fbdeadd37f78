"""The three states that people are really in: each memory arrives, and nothing else moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sync.team import MEMORY, Clones, identity


@pytest.fixture
def clones(tmp_path: Path) -> Clones:
    return Clones(tmp_path)


def test_a_fresh_feature_branch_without_upstream(clones: Clones) -> None:
    ana = clones.ana
    ana.git("switch", "-q", "-c", "feature")
    before = identity(ana)
    ana.write(".teammem/deploy.md", MEMORY)
    clones.sync(ana)
    assert identity(ana) == before
    assert ana.git("status", "--porcelain") == ""
    assert clones.has("deploy.md", MEMORY)
    assert "deploy" in clones.recall(clones.bo, receive=True)


def test_own_unpushed_commits_and_a_dirty_tree(clones: Clones) -> None:
    ana = clones.ana
    ana.git("switch", "-q", "-c", "feature")
    ana.commit({"src/a.py": "1\n"}, "own")
    ana.write("src/a.py", "2\n")
    ana.git("add", "src/a.py")
    ana.write("src/a.py", "3\n")
    ana.write("src/new.py", "new\n")
    ana.write(".teammem/deploy.md", MEMORY)
    before = identity(ana)
    clones.sync(ana)
    assert identity(ana) == before
    assert clones.has("deploy.md", MEMORY)
    assert clones.paths() == ["README.md", ".teammem/deploy.md"] or sorted(clones.paths()) == [
        ".teammem/deploy.md",
        "README.md",
    ]


def test_a_protected_branch_takes_a_review(clones: Clones) -> None:
    ana, bo = clones.ana, clones.bo
    clones.protect()
    ana.write(".teammem/deploy.md", MEMORY)
    before = identity(ana)
    refused = ana.teammem("sync")
    assert refused.code == 1
    assert "--review" in refused.text
    assert (ana.path / ".teammem/deploy.md").read_text() == MEMORY
    done = ana.teammem("sync", "--review")
    assert done.code == 0, done.text
    assert identity(ana) == before
    branch = clones.remote.git("for-each-ref", "--format=%(refname:short)", "refs/heads/teammem/")
    assert branch.startswith("teammem/ana-")
    assert "deploy" in clones.recall(ana)
    clones.maintainer_merges(branch)
    assert bo.teammem("sync", "--receive-only").code == 0
    assert "deploy" in clones.recall(bo)


def test_on_main_the_branch_is_moved_on(clones: Clones) -> None:
    ana = clones.ana
    ana.write(".teammem/deploy.md", MEMORY)
    clones.sync(ana)
    assert (ana.path / ".teammem/deploy.md").read_text() == MEMORY
    assert ana.git("status", "--porcelain", "--branch") == "## main...origin/main"
    assert ana.git("rev-parse", "HEAD") == clones.remote.git("rev-parse", "main")
