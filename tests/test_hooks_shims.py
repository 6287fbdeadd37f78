"""The shims as files, installed by hand, with an interpreter that only takes notes."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from teammem import paths
from teammem.install import shims
from tests.install.conftest import Recorder, hook, run_git, status_of, write
from tests.install.conftest import isolated as isolated  # noqa: PLC0414 - fixtures
from tests.install.conftest import recorder as recorder  # noqa: PLC0414
from tests.install.conftest import repo as repo  # noqa: PLC0414
from tests.support.sandbox import BIN

SOURCES = Path(__file__).resolve().parent.parent / "hooks"
NAMES = (*shims.ROLES, "pre-receive")
GATE = "-I|-m|teammem.gate|"


def install(folder: Path, python: Path | str, *, slot: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        shutil.copy(SOURCES / name, folder / (name + slot))
    (folder / shims.SHARED_FILE).write_bytes(shims.source(shims.SHARED_FILE, str(python)))


@pytest.fixture
def hooks(repo: Path, recorder: Recorder) -> Path:
    folder = repo / ".git" / "hooks"
    install(folder, recorder.path)
    return folder


@pytest.fixture
def gone(repo: Path) -> Path:
    """A clone whose shims find no teammem."""
    install(repo / ".git" / "hooks", "/nonexistent/python")
    return repo


@pytest.mark.parametrize("name", [*NAMES, shims.SHARED_FILE])
def test_sources_are_marked_executable_and_plain_sh(name: str) -> None:
    source = SOURCES / name
    assert shims.MARKER in source.read_bytes()
    assert os.access(source, os.X_OK) == (name != shims.SHARED_FILE)
    for shell in filter(shutil.which, ("dash", "bash", "busybox")):
        command = [shell, "sh"] if shell == "busybox" else [shell]
        subprocess.run([*command, "-n", str(source)], check=True)


def test_sources_satisfy_shellcheck() -> None:
    command = [str(BIN / "shellcheck"), "-x", *NAMES, shims.SHARED_FILE]
    subprocess.run(command, cwd=SOURCES, check=True)


def test_each_shim_names_the_hook_that_it_is() -> None:
    for name in NAMES:
        assert f"\nhook={name} role=".encode() in (SOURCES / name).read_bytes()
    for name, role in shims.ROLES.items():
        assert f"role={role}\n" in (SOURCES / name).read_text().replace("'", "")


def test_a_commit_asks_three_gates_in_git_order(
    repo: Path, hooks: Path, recorder: Recorder
) -> None:
    run_git(repo, "commit", "-q", "--allow-empty", "-m", "x")
    assert recorder.calls() == [
        f"{GATE}staged|",
        f"{GATE}final|.git/COMMIT_EDITMSG|message|",
        f"{GATE}message|.git/COMMIT_EDITMSG|",
    ]


def test_no_verify_leaves_prepare_commit_msg(repo: Path, hooks: Path, recorder: Recorder) -> None:
    recorder.answer(1)
    assert status_of(repo, "commit", "-q", "--no-verify", "--allow-empty", "-m", "x") == 1
    assert recorder.calls() == [f"{GATE}final|.git/COMMIT_EDITMSG|message|"]
    recorder.answer(0)
    assert status_of(repo, "commit", "-q", "--no-verify", "--allow-empty", "-m", "x") == 0


def test_a_merge_asks_as_a_merge(repo: Path, hooks: Path, recorder: Recorder) -> None:
    run_git(repo, "checkout", "-qb", "side")
    run_git(repo, "commit", "-q", "--allow-empty", "-m", "side")
    run_git(repo, "checkout", "-q", "main")
    run_git(repo, "commit", "-q", "--allow-empty", "-m", "main")
    recorder.calls()
    run_git(repo, "merge", "-q", "--no-edit", "side")
    assert recorder.calls() == [
        f"{GATE}staged|--merge|",
        f"{GATE}final|.git/MERGE_MSG|merge|",
        f"{GATE}message|.git/MERGE_MSG|",
        f"{GATE}changed|post-merge|0|",
    ]


def test_a_push_hands_on_every_ref_line(repo: Path, hooks: Path, recorder: Recorder) -> None:
    remote = repo.parent / "remote.git"
    run_git(repo, "init", "-q", "--bare", str(remote))
    run_git(repo, "branch", "b2")
    run_git(repo, "push", "-q", str(remote), "main", "b2")
    sha = run_git(repo, "rev-parse", "HEAD").strip()
    lines = "".join(f"refs/heads/{b} {sha} refs/heads/{b} {'0' * 40};" for b in ("main", "b2"))
    assert recorder.calls() == [f"{GATE}push|{remote}|{remote}|{lines}"]


def test_an_amend_hands_on_the_rewritten_pairs(repo: Path, hooks: Path, recorder: Recorder) -> None:
    old = run_git(repo, "rev-parse", "HEAD").strip()
    run_git(repo, "commit", "-q", "--amend", "-m", "other")
    new = run_git(repo, "rev-parse", "HEAD").strip()
    assert recorder.calls()[-1] == f"{GATE}changed|post-rewrite|amend|{old} {new};"


@pytest.mark.parametrize("status", [1, 2, 3, 4, 130])
def test_any_failure_of_the_gate_refuses(
    repo: Path, hooks: Path, recorder: Recorder, status: int
) -> None:
    recorder.answer(status)
    assert status_of(repo, "commit", "-q", "--allow-empty", "-m", "x") == 1
    recorder.answer(0)
    assert status_of(repo, "commit", "-q", "--allow-empty", "-m", "x") == 0


def test_arrival_never_fails(repo: Path, hooks: Path, recorder: Recorder) -> None:
    recorder.answer(3)
    for name in ("post-merge", "post-rewrite"):
        done = subprocess.run([hooks / name, "x"], cwd=repo, input=b"", check=False)
        assert done.returncode == 0


@pytest.mark.parametrize("slot", ["", ".legacy"])
@pytest.mark.parametrize("name", NAMES)
def test_the_hook_that_stood_there_gets_arguments_and_input_and_keeps_its_status(
    repo: Path, recorder: Recorder, name: str, slot: str
) -> None:
    folder = repo / ".git" / "hooks"
    install(folder, recorder.path, slot=slot)
    log = repo / "chained.log"
    hook(folder / f"{name}{shims.CHAINED}", f'{{ printf "%s|" "$@"; cat; }} >"{log}"; exit 7')
    lines = b"one two three\nfour five six\n"
    done = subprocess.run([folder / (name + slot), "a b", "c"], cwd=repo, input=lines, check=False)
    assert done.returncode == 7
    reads = name in ("pre-push", "pre-receive", "post-rewrite")
    assert log.read_bytes() == b"a b|c|" + (lines if reads else b"")
    role = {**shims.ROLES, "pre-receive": "receive"}[name].replace(" ", "|")
    seen = "one two three;four five six;" if reads else ""
    assert recorder.calls() == [f"{GATE}{role}|a b|c|{seen}"]


def test_a_refusal_keeps_the_other_hook_from_running(
    repo: Path, hooks: Path, recorder: Recorder
) -> None:
    hook(hooks / f"pre-commit{shims.CHAINED}", "touch ran")
    recorder.answer(1)
    assert status_of(repo, "commit", "-q", "--allow-empty", "-m", "x") == 1
    assert not (repo / "ran").exists()
    recorder.answer(0)
    run_git(repo, "commit", "-q", "--allow-empty", "-m", "x")
    assert (repo / "ran").exists()


def test_a_hook_that_reads_no_input_does_not_break_a_large_push(repo: Path, hooks: Path) -> None:
    hook(hooks / f"pre-push{shims.CHAINED}", "exit 0")
    lines = b"refs/heads/x %b refs/heads/x %b\n" % (b"1" * 40, b"0" * 40) * 5000
    done = subprocess.run([hooks / "pre-push", "r", "u"], cwd=repo, input=lines, check=False)
    assert done.returncode == 0


def test_hooks_path_in_a_checkout_uses_the_command_on_path(
    repo: Path, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = repo.parent / "bin" / "teammem-hook"
    hook(command, f'exec "{recorder.path}" HOOK "$@"')
    monkeypatch.setenv("PATH", f"{command.parent}:{os.environ['PATH']}")
    run_git(repo, "config", "core.hooksPath", str(SOURCES))
    run_git(repo, "commit", "-q", "--allow-empty", "-m", "x")
    assert recorder.calls()[0] == "HOOK|staged|"
    recorder.answer(1)
    assert status_of(repo, "commit", "-q", "--allow-empty", "-m", "x") == 1


def test_an_interpreter_that_lost_teammem_gives_way_to_the_command_on_path(
    repo: Path, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = hook(repo.parent / "lost", "echo No module named teammem >&2; exit 1")
    install(repo / ".git" / "hooks", python)
    assert status_of(repo, "commit", "-q", "--allow-empty", "-m", "no root touched") == 0
    command = hook(repo.parent / "bin" / "teammem-hook", f'exec "{recorder.path}" HOOK "$@"')
    monkeypatch.setenv("PATH", f"{command.parent}:{os.environ['PATH']}")
    recorder.answer(1)
    assert status_of(repo, "commit", "-q", "--allow-empty", "-m", "x") == 1
    assert recorder.calls() == ["HOOK|staged|"]


# Spellings that some file system takes for a root, and their neighbours that none does.
ROOTS = (
    ".teammem/a.md",
    "deep/er/.teammem/a.md",
    ".TeamMem/a.md",
    ".teammem",
    ".team\u200bmem/a.md",
    ".teammem./a.md",
    ".teammem /a.md",
    "TEAMME~1/a.md",
    "te12ab~3/a.md",
    ".teammem:x/a.md",
    ".qwen/team-memory/a.md",
    ".Qwen/TEAM-Memory/a.md",
    "pkg/.qwen/team-memory",
    'x"y/.teammem/a.md',
    "sp ace/.teammem/\u00e9.md",
)
NEIGHBOURS = (
    "a.md",
    "teammem/a.md",
    ".teammem-ci.yml",
    ".teammemory/a.md",
    "x.teammem/a.md",
    ".qwen/team-memoryx/a.md",
    ".qwen/other/team-memory/a.md",
    "team-memory/a.md",
    "d\u00e9j\u00e0/vu.md",
    "team~1/a.md",
)


def commit_without_teammem(where: Path, path: str) -> int:
    write(where / path, "text\n")
    run_git(where, "add", "-A", "-f")
    status = status_of(where, "commit", "-qm", "x")
    run_git(where, "reset", "-q", "--hard")
    return status


@pytest.mark.parametrize("path", ROOTS)
def test_without_teammem_a_commit_that_touches_a_root_is_refused(gone: Path, path: str) -> None:
    assert paths.in_root(path.encode())
    assert commit_without_teammem(gone, path) == 1


@pytest.mark.parametrize("path", NEIGHBOURS)
def test_without_teammem_any_other_commit_passes(gone: Path, path: str) -> None:
    assert not paths.in_root(path.encode())
    assert commit_without_teammem(gone, path) == 0


@pytest.mark.parametrize(
    "variable",
    ["GIT_LITERAL_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_EXTERNAL_DIFF"],
)
def test_without_teammem_no_variable_or_setting_hides_a_root(
    gone: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "1" if variable.endswith("PATHSPECS") else "true")
    for name, value in (
        ("core.quotePath", "false"),
        ("diff.relative", "true"),
        ("diff.external", "true"),
        ("diff.ignoreSubmodules", "all"),
        ("diff.renames", "copies"),
    ):
        run_git(gone, "config", name, value)
    assert commit_without_teammem(gone, ".teammem/a.md") == 1
    assert commit_without_teammem(gone, "other/a.md") == 0


def test_without_teammem_a_removal_and_the_first_commit_count(repo: Path, tmp_path: Path) -> None:
    write(repo / ".teammem" / "a.md", "x\n")
    run_git(repo, "add", ".")
    run_git(repo, "commit", "-qm", "x")
    install(repo / ".git" / "hooks", "/nonexistent")
    run_git(repo, "mv", ".teammem/a.md", "a.md")
    assert status_of(repo, "commit", "-qm", "out of the root") == 1
    fresh = tmp_path / "fresh"
    run_git(tmp_path, "init", "-q", str(fresh))
    install(fresh / ".git" / "hooks", "/nonexistent")
    assert commit_first(fresh, ".teammem/a.md") == 1
    assert commit_first(fresh, "b.md") == 0


def commit_first(where: Path, path: str) -> int:
    write(where / path, "x\n")
    run_git(where, "add", path)
    status = status_of(where, "commit", "-qm", "x")
    run_git(where, "rm", "-qrf", "--cached", ".")
    return status


def test_without_teammem_an_alternate_index_counts(gone: Path) -> None:
    write(gone / ".teammem" / "a.md", "x\n")
    run_git(gone, "add", "-N", ".teammem/a.md")
    assert status_of(gone, "commit", "-qam", "x") == 1
    assert status_of(gone, "commit", "-qm", "x", "a.txt", "--allow-empty") == 0


def test_without_teammem_a_push_is_judged_by_its_new_commits(gone: Path) -> None:
    remote = gone.parent / "remote.git"
    run_git(gone, "init", "-q", "--bare", str(remote))
    assert status_of(gone, "push", "-q", str(remote), "main") == 0
    assert status_of(gone, "push", "-q", str(remote), "main") == 0
    plumb(gone, ".teammem/a.md")
    plumb(gone, "a.txt", drop=".teammem")
    assert status_of(gone, "push", "-q", str(remote), "main") == 1
    assert status_of(gone, "push", "-q", str(remote), "HEAD~2:refs/heads/old") == 0
    assert status_of(gone, "push", "-q", str(remote), "main:refs/heads/new") == 1
    assert status_of(gone, "push", "-q", str(remote), "HEAD:refs/heads/ok", ":main") == 1
    assert status_of(gone, "push", "-q", str(remote), ":old") == 0
    blob = run_git(gone, "hash-object", "-w", "a.txt").strip()
    assert status_of(gone, "push", "-q", str(remote), f"{blob}:refs/tags/blob") == 1


def plumb(where: Path, path: str, drop: str = "") -> None:
    """Commit behind the hooks' back."""
    write(where / path, f"{path}{drop}\n")
    if drop:
        shutil.rmtree(where / drop)
    run_git(where, "-c", "core.hooksPath=/dev/null", "add", "-A")
    run_git(where, "-c", "core.hooksPath=/dev/null", "commit", "-qm", path)


def test_without_teammem_a_server_is_judged_by_its_new_commits(repo: Path) -> None:
    remote = repo.parent / "remote.git"
    run_git(repo, "init", "-q", "--bare", str(remote))
    install(remote / "hooks", "/nonexistent")
    assert status_of(repo, "push", "-q", str(remote), "main") == 0
    plumb(repo, ".teammem/a.md")
    assert status_of(repo, "push", "-q", str(remote), "main") == 1
    plumb(repo, "a.txt", drop=".teammem")
    assert status_of(repo, "push", "-q", str(remote), "main") == 1
    assert status_of(repo, "push", "-q", str(remote), "HEAD~2:refs/heads/other") == 0


def test_without_teammem_git_that_cannot_tell_refuses(gone: Path) -> None:
    index = gone / ".git" / "index"
    done = subprocess.run([gone / ".git/hooks/pre-commit"], cwd=gone, check=False)
    assert done.returncode == 0
    index.write_bytes(b"broken")
    done = subprocess.run([gone / ".git/hooks/pre-commit"], cwd=gone, check=False)
    assert done.returncode == 1


def test_the_printed_line_takes_the_hooks_out_and_puts_the_old_ones_back(
    tmp_path: Path,
) -> None:
    where = tmp_path / "it's here"
    run_git(tmp_path, "init", "-q", str(where))
    folder = where / ".git" / "hooks"
    shutil.rmtree(folder)
    old = hook(folder / "pre-commit", "exit 0").read_bytes()
    (folder / "pre-commit").rename(folder / f"pre-commit{shims.CHAINED}")
    install(folder, "/nonexistent/python")
    write(where / ".teammem" / "a.md", "x\n")
    run_git(where, "add", ".")
    said = run_git(where, "commit", "-qm", "x", check=False)
    line = next(text for text in said.splitlines() if "take the hooks out" in text)
    subprocess.run(["sh", "-c", line.partition("out: ")[2]], check=True)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"pre-commit": old}
    run_git(where, "commit", "-qm", "x")


def test_the_printed_line_fits_a_checkout_and_a_copied_server_hook(
    repo: Path, recorder: Recorder
) -> None:
    write(repo / ".teammem" / "a.md", "x\n")
    run_git(repo, "add", ".")
    run_git(repo, "config", "core.hooksPath", str(SOURCES))
    said = run_git(repo, "commit", "-qm", "x", check=False)
    assert "git config --unset core.hooksPath" in said
    run_git(repo, "config", "--unset", "core.hooksPath")
    install(repo / ".git" / "hooks", "")
    said = run_git(repo, "commit", "-qm", "x", check=False)
    assert f"rm '{repo}/.git/hooks/pre-commit'" in said


def test_the_sources_do_not_remove_themselves(tmp_path: Path) -> None:
    copy = tmp_path / "hooks"
    shutil.copytree(SOURCES, copy)
    for args in ([], ["remove"]):
        done = subprocess.run(["sh", copy / shims.SHARED_FILE, *args], check=False)
        assert done.returncode == 2
    install(copy, "/usr/bin/python3")
    assert subprocess.run(["sh", shims.SHARED_FILE], cwd=copy, check=False).returncode == 2
    subprocess.run(["sh", shims.SHARED_FILE, "remove"], cwd=copy, check=True)
    assert [path.name for path in copy.iterdir()] == ["README.md"]
