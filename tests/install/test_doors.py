"""The installed doors with the real gate behind them: what is refused, and what passes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from teammem.install import framework
from teammem.install.init import init
from teammem.install.uninit import uninit
from tests.install.conftest import commit_behind, hook, run_git, status_of, write
from tests.support import fake
from tests.support.sandbox import BIN

TOP = Path(__file__).resolve().parents[2]
NOTE = ".teammem/note.md"
CLEAN = fake.memory("plain text")
SECRET = fake.memory(f"use {fake.github()} here")
SYSTEM = (
    (TOP / framework.CONFIG)
    .read_text()
    .partition("      - id: teammem-guard\n")[2]
    .replace(".venv/bin/", f"{BIN}/")
)
ENTRY = f"repos:\n  - repo: local\n    hooks:\n      - id: teammem-guard\n{SYSTEM}"


@pytest.fixture
def clone(repo: Path) -> Path:
    init(repo)
    commit_behind(repo, {}, "set up")
    return repo


@pytest.fixture
def remote(repo: Path) -> str:
    where = repo.parent / "remote.git"
    run_git(repo, "init", "-q", "--bare", "-b", "main", str(where))
    run_git(repo, "remote", "add", "origin", str(where))
    return str(where)


def stage(where: Path, text: str) -> None:
    write(where / NOTE, text)
    run_git(where, "add", "-A")


@pytest.mark.parametrize("options", [[], ["--no-verify"], ["-a"]])
def test_a_commit(clone: Path, options: list[str]) -> None:
    stage(clone, SECRET)
    said = run_git(clone, "commit", *options, "-m", "x", check=False)
    assert "refused" in said
    assert fake.github() not in said
    stage(clone, CLEAN)
    run_git(clone, "commit", *options, "-qm", "x")


def test_a_message_of_a_commit_that_touches_a_root(clone: Path) -> None:
    stage(clone, CLEAN)
    assert status_of(clone, "commit", "-qm", f"use {fake.github()}") == 1
    run_git(clone, "commit", "-qm", "use it")


def test_a_cherry_pick(clone: Path) -> None:
    run_git(clone, "switch", "-qc", "side")
    commit_behind(clone, {NOTE: CLEAN})
    commit_behind(clone, {NOTE: SECRET})
    run_git(clone, "switch", "-q", "main")
    run_git(clone, "cherry-pick", "side~1")
    assert status_of(clone, "cherry-pick", "side") != 0
    run_git(clone, "cherry-pick", "--abort")


def test_every_ref_of_a_push(clone: Path, remote: str) -> None:
    run_git(clone, "push", "-q", "origin", "main")
    run_git(clone, "switch", "-qc", "b2")
    commit_behind(clone, {NOTE: SECRET})
    commit_behind(clone, {NOTE: CLEAN})
    run_git(clone, "branch", "a1", "main")
    assert status_of(clone, "push", "-q", "origin", "a1", "b2") == 1
    assert run_git(clone, "ls-remote", "--heads", "origin").count("\n") == 1
    run_git(clone, "push", "-q", "origin", "a1")


def test_a_checkout_as_hooks_path(repo: Path, on_path: None) -> None:
    run_git(repo, "config", "core.hooksPath", str(TOP / "hooks"))
    stage(repo, SECRET)
    assert status_of(repo, "commit", "-qm", "x") == 1
    stage(repo, CLEAN)
    run_git(repo, "commit", "-qm", "x")


def test_a_pull_says_what_came_in(clone: Path, remote: str) -> None:
    run_git(clone, "push", "-q", "-u", "origin", "main")
    other = clone.parent / "other"
    run_git(clone.parent, "clone", "-q", remote, str(other))
    commit_behind(other, {NOTE: CLEAN})
    run_git(other, "push", "-q")
    assert "team files came in" in run_git(clone, "pull", "--ff-only")
    commit_behind(other, {"a.txt": "two\n"})
    run_git(other, "push", "-q")
    assert "teammem" not in run_git(clone, "pull", "--ff-only")


def test_after_uninit_nothing_is_refused(clone: Path) -> None:
    uninit(clone, hooks_only=True)
    stage(clone, SECRET)
    run_git(clone, "commit", "-qm", "x")


@pytest.fixture(params=["pre-commit", "prek"])
def tool(request: pytest.FixtureRequest, repo: Path) -> str:
    name = str(request.param)
    write(repo / framework.CONFIG, ENTRY)
    run_git(repo, "add", "-A")
    run_git(repo, "commit", "-qm", "config")
    types = [f"--hook-type={hook_type}" for hook_type in framework.HOOK_TYPES]
    subprocess.run([BIN / name, "install", *types], cwd=repo, check=True, capture_output=True)
    return name


def test_the_entry_alone(repo: Path, tool: str, remote: str) -> None:
    for options in ([], ["--no-verify"]):
        stage(repo, SECRET)
        assert status_of(repo, "commit", "-m", "x", *options) == 1
    stage(repo, CLEAN)
    run_git(repo, "commit", "-m", "x")
    run_git(repo, "push", "origin", "main")
    commit_behind(repo, {NOTE: SECRET})
    commit_behind(repo, {NOTE: CLEAN})
    assert status_of(repo, "push", "origin", "main") == 1


def test_the_entry_alone_can_be_skipped_and_the_slot_cannot(
    repo: Path, tool: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`SKIP` is the framework's own; this is why `init` installs beside it."""
    monkeypatch.setenv("SKIP", ",".join(framework.GUARDS))
    stage(repo, SECRET)
    init(repo)
    assert status_of(repo, "commit", "-m", "x") == 1
    uninit(repo, hooks_only=True)
    run_git(repo, "commit", "-m", "x")


def test_the_entry_judges_a_merge_like_the_native_hooks(repo: Path, tool: str) -> None:
    run_git(repo, "switch", "-qc", "side")
    commit_behind(repo, {"b.txt": "b\n"})
    run_git(repo, "switch", "-q", "main")
    commit_behind(repo, {"c.txt": "c\n"})
    run_git(repo, "merge", "--no-edit", "side")


def test_all_files_judges_all_roots(repo: Path, tool: str) -> None:
    command = [str(BIN / tool), "run", "--all-files", "teammem-guard"]
    commit_behind(repo, {NOTE: CLEAN})
    assert subprocess.run(command, cwd=repo, check=False).returncode == 0
    commit_behind(repo, {NOTE: SECRET})
    assert subprocess.run(command, cwd=repo, check=False).returncode == 1


@pytest.mark.slow
@pytest.mark.parametrize("tool_name", ["pre-commit", "prek"])
def test_the_manifest_from_this_repository(
    repo: Path, tool_name: str, tmp_path: Path, isolated: Path, on_path: None
) -> None:
    """Builds the hooks' environment from a snapshot of the checkout, as a pinned `rev` does."""
    source = tmp_path / "source"
    run_git(TOP, "clone", "-q", "--no-hardlinks", str(TOP), str(source))
    changed = run_git(TOP, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, changed.split("\0")):
        if (TOP / name).is_file():
            write(source / name, "").write_bytes((TOP / name).read_bytes())
    run_git(source, "add", "-A")
    run_git(source, "commit", "-q", "--allow-empty", "-m", "snapshot")
    run_git(source, "tag", "v0")
    write(repo / framework.CONFIG, framework.new_config(str(source), "v0"))
    run_git(repo, "add", "-A")
    done = subprocess.run(
        [BIN / tool_name, "install"], cwd=repo, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    run_git(repo, "commit", "-m", "config")
    stage(repo, SECRET)
    said = run_git(repo, "commit", "-m", "x", check=False)
    assert "no secrets in team memory (commit)" in said
    assert "refused" in said
    assert fake.github() not in said
    stage(repo, CLEAN)
    run_git(repo, "commit", "-m", "x")


def test_a_third_partys_hook_that_stages_more_is_overtaken(clone: Path) -> None:
    """Reports success after the guard has looked; the last look is prepare-commit-msg."""
    chained = clone / ".git" / "hooks" / "pre-commit.teammem-chained"
    hook(chained, f"cp late '{NOTE}' && git add '{NOTE}'")
    write(clone / "late", SECRET)
    stage(clone, CLEAN)
    assert status_of(clone, "commit", "-qm", "x") == 1
    write(clone / "late", CLEAN)
    stage(clone, CLEAN)
    run_git(clone, "commit", "-qm", "x")
