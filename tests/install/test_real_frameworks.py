"""Native hooks beside the real pre-commit and the real prek."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from teammem.install import shims
from teammem.install.check import MISSING
from teammem.install.doctor import doctor
from teammem.install.init import Report, init
from teammem.install.uninit import uninit
from tests.install.conftest import Recorder, hook, run_git, status_of, tree, write
from tests.support.sandbox import BIN

TYPES = (
    "pre-commit",
    "pre-merge-commit",
    "prepare-commit-msg",
    "commit-msg",
    "pre-push",
    "post-rewrite",
)
CONFIG = """\
repos:
  - repo: local
    hooks:
      - id: theirs
        name: theirs
        entry: sh -c 'echo theirs >>"$(git rev-parse --git-common-dir)/theirs"'
        language: system
        always_run: true
        pass_filenames: false
"""


@pytest.fixture(params=["pre-commit", "prek"])
def tool(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def team(repo: Path) -> Path:
    write(repo / ".pre-commit-config.yaml", CONFIG)
    run_git(repo, "add", ".")
    run_git(repo, "commit", "-qm", "config")
    return repo


def call(tool: str, where: Path, *args: str) -> None:
    done = subprocess.run(
        [BIN / tool, *args], cwd=where, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def install(tool: str, where: Path, *extra: str) -> None:
    call(tool, where, "install", *(f"--hook-type={name}" for name in TYPES), *extra)


def uninstall(tool: str, where: Path) -> None:
    call(tool, where, "uninstall", *(f"--hook-type={name}" for name in TYPES))


def set_up(where: Path, recorder: Recorder) -> Report:
    return init(where, interpreter=str(recorder.path))


def roles(recorder: Recorder) -> list[str]:
    return [line.split("|")[3] for line in recorder.calls()]


def theirs(where: Path) -> int:
    """How often the team's own hook ran since the last time."""
    log = where / ".git" / "theirs"
    count = len(log.read_text().splitlines()) if log.exists() else 0
    log.unlink(missing_ok=True)
    return count


@pytest.mark.parametrize("first", ["tool", "init"])
def test_both_run_whichever_was_first(
    team: Path, recorder: Recorder, tool: str, first: str
) -> None:
    if first == "tool":
        install(tool, team)
        set_up(team, recorder)
    else:
        set_up(team, recorder)
        install(tool, team)
    set_up(team, recorder)
    assert set_up(team, recorder).edits == ()
    for name in TYPES:
        assert shims.kind(team / ".git" / "hooks" / name) == shims.FRAMEWORK
        assert shims.kind(team / ".git" / "hooks" / f"{name}.legacy") == shims.OURS
    run_git(team, "commit", "-q", "--allow-empty", "-m", "x")
    assert roles(recorder) == ["staged", "final", "message"]
    assert theirs(team) == 3
    recorder.answer(1)
    assert status_of(team, "commit", "--allow-empty", "-m", "x") == 1
    assert roles(recorder) == ["staged"]


def test_no_switch_of_the_framework_reaches_the_slot(
    team: Path, recorder: Recorder, tool: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tool, team)
    set_up(team, recorder)
    recorder.answer(1)
    monkeypatch.setenv("SKIP", "theirs")
    assert status_of(team, "commit", "--allow-empty", "-m", "x") == 1
    assert status_of(team, "commit", "--no-verify", "--allow-empty", "-m", "x") == 1
    assert roles(recorder) == ["staged", "final"]
    monkeypatch.delenv("SKIP")
    monkeypatch.setenv("PRE_COMMIT_ALLOW_NO_CONFIG", "1")
    run_git(team, "-c", "core.hooksPath=/dev/null", "rm", "-q", ".pre-commit-config.yaml")
    assert status_of(team, "commit", "-m", "x") == 1
    recorder.answer(0)
    if tool == "pre-commit":  # prek asks for a configuration whatever the variable says
        assert status_of(team, "commit", "-m", "x") == 0


def test_the_slot_sees_every_ref_of_a_push(team: Path, recorder: Recorder, tool: str) -> None:
    install(tool, team)
    set_up(team, recorder)
    remote = team.parent / "remote.git"
    run_git(team, "init", "-q", "--bare", str(remote))
    for branch in ("b1", "b2"):
        run_git(team, "branch", branch)
    run_git(team, "push", "-q", str(remote), "b1", "b2")
    (line,) = recorder.calls()
    assert line.startswith("-I|-m|teammem.gate|push|")
    assert line.count("refs/heads/b1 ") == line.count("refs/heads/b2 ") == 2
    assert theirs(team) == 1
    recorder.answer(1)
    assert status_of(team, "push", "-q", str(remote), "main:refs/heads/b3") == 1


def test_pairs_of_a_rewrite_reach_the_slot_under_prek_alone(
    team: Path, recorder: Recorder, tool: str
) -> None:
    """Why arrival is only told, never decided, by the word of post-rewrite."""
    install(tool, team)
    set_up(team, recorder)
    run_git(team, "commit", "-q", "--amend", "--no-edit")
    line = recorder.calls()[-1]
    assert line.startswith("-I|-m|teammem.gate|changed|post-rewrite|amend|")
    assert line.endswith(";") == (tool == "prek")


def test_uninstalling_the_framework_leaves_ours_and_uninit_leaves_the_frameworks(
    team: Path, recorder: Recorder, tool: str
) -> None:
    bare = tree(team / ".git" / "hooks")
    install(tool, team)
    with_tool = tree(team / ".git" / "hooks")
    set_up(team, recorder)
    uninit(team, hooks_only=True)
    assert tree(team / ".git" / "hooks") == with_tool
    set_up(team, recorder)
    uninstall(tool, team)
    recorder.calls()
    run_git(team, "commit", "-q", "--allow-empty", "-m", "x")
    assert roles(recorder) == ["staged", "final", "message"]
    uninit(team, hooks_only=True)
    assert tree(team / ".git" / "hooks") == bare


def test_doctor_notices_that_install_f_removed_us(
    team: Path, recorder: Recorder, tool: str
) -> None:
    set_up(team, recorder)
    install(tool, team)
    assert not {c.name for c in doctor(team) if c.state == MISSING} & {*TYPES}
    install(tool, team, "-f")
    assert {c.name for c in doctor(team) if c.state == MISSING} >= {*TYPES} - {"post-rewrite"}
    set_up(team, recorder)
    assert not {c.name for c in doctor(team) if c.state == MISSING} & {*TYPES}
    recorder.answer(1)
    assert status_of(team, "commit", "--allow-empty", "-m", "x") == 1


def test_a_third_hook_runs_through_all_of_it(team: Path, recorder: Recorder, tool: str) -> None:
    hooks = team / ".git" / "hooks"
    hook(hooks / "pre-commit", f"echo third >>'{hooks}/third'")
    set_up(team, recorder)
    install(tool, team)
    run_git(team, "commit", "-q", "--allow-empty", "-m", "x")
    uninstall(tool, team)
    run_git(team, "commit", "-q", "--allow-empty", "-m", "y")
    assert (hooks / "third").read_text() == "third\nthird\n"
    uninit(team)
    run_git(team, "commit", "-q", "--allow-empty", "-m", "z")
    assert len((hooks / "third").read_text().splitlines()) == 3
    assert os.listdir(hooks).count("pre-commit") == 1  # noqa: PTH208


def test_linked_worktrees(team: Path, recorder: Recorder, tool: str) -> None:
    run_git(team, "worktree", "add", "-q", "../linked")
    linked = team.parent / "linked"
    install(tool, linked)
    set_up(linked, recorder)
    recorder.answer(1)
    for where in (team, linked):
        assert status_of(where, "commit", "--allow-empty", "-m", "x") == 1
        assert roles(recorder) == ["staged"]
