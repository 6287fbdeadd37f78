from __future__ import annotations

from pathlib import Path

import pytest

from teammem.errors import GitError, UsageError
from teammem.install import shims
from teammem.install.init import Report, init
from teammem.install.uninit import uninit
from tests.install.conftest import Recorder, commit_behind, hook, run_git, status_of, tree, write
from tests.support import fake


def full(repo: Path, **changed: object) -> Report:
    arguments: dict[str, object] = {
        "pre_commit": True,
        "owners": "@org/team",
        "ci": "github",
        "agents_md": True,
        **changed,
    }
    return init(repo, **arguments)  # type: ignore[arg-type]


def test_a_dry_run_changes_nothing_and_tells_the_same(repo: Path) -> None:
    before = tree(repo)
    planned = full(repo, dry_run=True)
    assert tree(repo) == before
    done = full(repo)
    assert done.edits == planned.edits
    assert (done.advice, done.warnings, done.to_commit) == (
        planned.advice,
        planned.warnings,
        planned.to_commit,
    )
    assert done.edits


def test_twice_changes_nothing_and_still_names_what_to_commit(repo: Path) -> None:
    first = full(repo)
    before = tree(repo)
    second = full(repo)
    assert tree(repo) == before
    assert second.edits == ()
    assert second.to_commit == first.to_commit
    assert ".teammem/README.md" in second.to_commit


def test_nothing_is_committed_or_staged_and_committing_it_ends_the_list(repo: Path) -> None:
    report = full(repo)
    assert run_git(repo, "diff", "--cached", "--name-only") == ""
    run_git(repo, "add", *report.to_commit)
    run_git(repo, "-c", "core.hooksPath=/dev/null", "commit", "-qm", "set up")
    assert run_git(repo, "status", "--porcelain") == ""
    assert full(repo).to_commit == ()


def test_uninit_restores_clone_and_work_tree(repo: Path) -> None:
    hook(repo / ".git" / "hooks" / "pre-commit", "exit 0")
    before = tree(repo)
    full(repo)
    planned = uninit(repo, dry_run=True)
    assert tree(repo) != before
    assert uninit(repo) == planned
    assert tree(repo) == before
    assert uninit(repo).edits == ()


def test_uninit_keeps_memories_and_can_leave_the_work_tree(repo: Path) -> None:
    full(repo)
    for path in ("a.md", "tombstones/x.yaml", "allow/y.yaml"):
        write(repo / ".teammem" / path, "kept\n")
    uninit(repo, hooks_only=True)
    assert (repo / "AGENTS.md").exists()
    assert not (repo / ".git" / "hooks" / "pre-commit").exists()
    uninit(repo)
    assert not (repo / "AGENTS.md").exists()
    assert len(tree(repo / ".teammem")) == 5


def test_committed_lines_come_out_on_a_machine_that_never_ran_init(repo: Path) -> None:
    full(repo)
    run_git(repo, "add", "-A")
    run_git(repo, "-c", "core.hooksPath=/dev/null", "commit", "-qm", "set up")
    run_git(repo.parent, "clone", "-q", str(repo), "other")
    other = repo.parent / "other"
    report = uninit(other)
    assert sorted(tree(other).keys() - tree(other / ".git").keys())
    assert not (other / ".github").exists() or not tree(other / ".github")
    assert "AGENTS.md" in report.to_commit
    assert {line[3:] for line in run_git(other, "status", "--porcelain").splitlines()} == set(
        report.to_commit
    )


def test_a_linked_worktree_sets_up_the_hooks_of_all(repo: Path, recorder: Recorder) -> None:
    run_git(repo, "worktree", "add", "-q", "../linked")
    linked = repo.parent / "linked"
    init(linked, interpreter=str(recorder.path))
    assert (linked / ".teammem" / "README.md").exists()
    recorder.answer(1)
    for where in (repo, linked):
        assert status_of(where, "commit", "--allow-empty", "-qm", "x") == 1
    uninit(linked)
    for where in (repo, linked):
        assert status_of(where, "commit", "--allow-empty", "-qm", "x") == 0


def test_from_a_subdirectory_the_top_is_set_up(repo: Path) -> None:
    (repo / "deep" / "er").mkdir(parents=True)
    init(repo / "deep" / "er")
    assert (repo / ".teammem").is_dir()
    assert not tree(repo / "deep")


def test_a_tracked_hooks_path_gets_lines_and_only_when_asked_files(
    repo: Path, recorder: Recorder
) -> None:
    write(repo / ".husky" / "_" / "pre-commit", "#!/bin/sh\n", 0o755)
    hook(repo / ".husky" / "pre-commit", "teammem-hook staged || exit 1")
    run_git(repo, "config", "core.hooksPath", ".husky/_")
    before = tree(repo)
    report = init(repo)
    assert tree(repo).keys() - before.keys() == {".teammem/.gitattributes", ".teammem/README.md"}
    hooks = [advice for advice in report.advice if "the hooks in" in advice.why]
    assert {advice.path for advice in hooks} == {
        f".husky/{name}" for name in shims.ROLES if name != "pre-commit"
    }
    assert 'teammem-hook push "$@" || exit 1' in {line for item in hooks for line in item.lines}
    init(repo, hooks_path=True, interpreter=str(recorder.path))
    assert str(recorder.path) not in (repo / ".husky" / "_" / shims.SHARED_FILE).read_text()
    uninit(repo)
    assert tree(repo) == before


def test_a_hooks_path_of_the_user_is_not_written_to_unasked(repo: Path) -> None:
    shared = repo.parent / "shared"
    run_git(repo, "config", "--global", "core.hooksPath", str(shared))
    assert len(init(repo).advice) == len(shims.ROLES) + 1
    assert not shared.exists()
    init(repo, hooks_path=True)
    assert (shared / "pre-push").exists()
    uninit(repo)
    assert not shared.exists()


def test_hooks_switched_off_are_named(repo: Path) -> None:
    run_git(repo, "config", "core.hooksPath", "/dev/null")
    assert "switches every hook off" in init(repo).warnings[0]


def test_files_that_git_ignores_are_named(repo: Path) -> None:
    write(repo / ".gitignore", ".*\n!.gitignore\n")
    assert any("ignored by git" in warning for warning in init(repo).warnings)
    write(repo / ".gitignore", "*.o\n")
    assert init(repo).warnings == ()


def test_a_refused_argument_changes_nothing(repo: Path) -> None:
    before = tree(repo)
    for wrong in ({"owners": "nobody"}, {"ci": "jenkins"}):
        with pytest.raises(UsageError):
            full(repo, **wrong)
    assert tree(repo) == before


def test_no_repository(tmp_path: Path) -> None:
    with pytest.raises(GitError):
        init(tmp_path)


def test_a_hooks_folder_that_is_a_link_belongs_to_where_it_leads(repo: Path) -> None:
    hooks = repo / ".git" / "hooks"
    hooks.rmdir()
    (repo / "githooks").mkdir()
    for target, whose in (("../githooks", "the team"), ("../../elsewhere", "other repositories")):
        hooks.symlink_to(target)
        assert whose in init(repo).advice[-1].why
        hooks.unlink()
    assert not (repo.parent / "elsewhere").exists()


def test_an_interpreter_from_a_cache_is_named(repo: Path) -> None:
    cached = str(repo.parent / ".cache" / "uv" / "archive-v0" / "x" / "bin" / "python")
    assert "cleaned cache" in init(repo, interpreter=cached).warnings[0]
    assert init(repo, interpreter="/opt/teammem/bin/python").warnings == ()


def test_what_the_roots_hold_already_is_judged(repo: Path) -> None:
    secret = fake.memory(f"use {fake.github()} here")
    write(repo / "outside.md", secret)
    commit_behind(repo, {"pkg/.teammem/old.md": secret, ".teammem/fine.md": fake.memory("x")})
    write(repo / ".teammem" / "new.md", secret)
    scan = init(repo).scan
    assert scan is not None
    assert {found.path for found in scan.errors} == {"pkg/.teammem/old.md", ".teammem/new.md"}
    (repo / ".teammem" / "new.md").unlink()
    commit_behind(repo, {"pkg/.teammem/old.md": fake.memory("x")})
    again = init(repo).scan
    assert again is not None
    assert again.errors == ()
