"""The CI recipes, executed: their steps taken out of the YAML and run as the provider would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.install.conftest import commit_behind, hook, run_git, status_of, write
from tests.support import fake
from tests.support.sandbox import BIN

CI = Path(__file__).resolve().parents[2] / "ci"
ACTION: dict[str, Any] = yaml.safe_load((CI / "github" / "action.yml").read_text())
WORKFLOW: dict[Any, Any] = yaml.safe_load((CI / "github" / "teammem.yml").read_text())
GITLAB: list[dict[str, Any]] = list(yaml.safe_load_all((CI / "gitlab" / "teammem.yml").read_text()))
NOTE = ".teammem/note.md"
CLEAN = fake.memory("plain text")
SECRET = fake.memory(f"use {fake.github()} here")
HOSTILE = "$(touch owned)`touch owned`\"; touch owned; 'x"


def github_step(number: int, where: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run one step of the action under the shell that GitHub starts for `shell: sh`."""
    step = ACTION["runs"]["steps"][number]
    assert step["shell"] == "sh"
    script = where.parent / "step.sh"
    script.write_text(step["run"])
    return subprocess.run(
        ["sh", "-e", str(script)],
        cwd=where,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )


def gitlab_lines(strict: bool) -> list[str]:
    """Return the job's script lines with its inputs filled in, as GitLab does before all else."""
    inputs = GITLAB[0]["spec"]["inputs"]
    assert inputs["strict"]["default"] is False
    return [
        line.replace("$[[ inputs.strict ]]", str(strict).lower())
        for line in GITLAB[1]["teammem"]["script"]
    ]


def gitlab_job(
    where: Path, program: Path, env: dict[str, str], *, strict: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run all lines but the installation in one shell, as the runner does."""
    lines = [line for line in gitlab_lines(strict) if "-I -m" not in line]
    script = "\n".join(lines).replace("/tmp/teammem/bin/teammem", f"'{program}'")
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=where,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    """A runner's temporary folder in which an installed command prints its arguments."""
    hook(tmp_path / "runner" / "teammem" / "bin" / "teammem", 'printf "%s|" "$@"')
    return tmp_path / "runner"


def test_the_workflow_has_history_and_no_rights() -> None:
    checkout, guard = WORKFLOW["jobs"]["guard"]["steps"]
    assert checkout["with"] == {"fetch-depth": 0, "persist-credentials": False}
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert guard["with"] == {"strict": False}
    events = WORKFLOW[True]  # YAML 1.1 reads the key `on` as a truth value
    assert set(events) == {"push", "pull_request", "merge_group", "schedule", "workflow_dispatch"}
    assert events["push"] is None, "a filter would leave out branches or tags"


def test_no_untrusted_value_is_text_of_a_script() -> None:
    for step in [*ACTION["runs"]["steps"], *WORKFLOW["jobs"]["guard"]["steps"]]:
        assert "${{" not in step.get("run", "")
    assert {line.count("$[[") for line in GITLAB[1]["teammem"]["script"]} == {0, 1}


def test_installation_runs_isolated() -> None:
    """A `venv.py` or `pip.py` in the checkout that is judged must not run."""
    install = ACTION["runs"]["steps"][0]["run"]
    for line in [*install.splitlines(), *gitlab_lines(False)]:
        assert " -m " not in line or " -I -m " in line


@pytest.mark.parametrize(
    ("strict", "target", "arguments"),
    [
        ("false", "main", "guard|range|--format|github|"),
        ("true", "main", "guard|range|--format|github|--allow-from|refs/remotes/origin/main|"),
        (
            "true",
            "refs/heads/a/b",
            "guard|range|--format|github|--allow-from|refs/remotes/origin/a/b|",
        ),
        ("true", "", "guard|range|--format|github|--allow-from|HEAD|"),
        ("yes", "main", "guard|range|--format|github|--allow-from|refs/remotes/origin/main|"),
        ("", "main", "guard|range|--format|github|--allow-from|refs/remotes/origin/main|"),
        (
            "true",
            HOSTILE,
            f"guard|range|--format|github|--allow-from|refs/remotes/origin/{HOSTILE}|",
        ),
    ],
)
def test_github_arguments(
    repo: Path, runner: Path, strict: str, target: str, arguments: str
) -> None:
    done = github_step(1, repo, RUNNER_TEMP=str(runner), STRICT=strict, TARGET=target)
    assert (done.returncode, done.stdout) == (0, arguments)
    assert not (repo / "owned").exists()


@pytest.mark.parametrize(
    ("strict", "env", "arguments"),
    [
        (False, {}, "guard|range|"),
        (True, {"CI_DEFAULT_BRANCH": "main"}, "guard|range|--allow-from|refs/remotes/origin/main|"),
        (
            True,
            {"CI_DEFAULT_BRANCH": "main", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": HOSTILE},
            (
                f"guard|range|--allow-from|refs/remotes/origin/{HOSTILE}|"
                f"check|--tier|team|--since|refs/remotes/origin/{HOSTILE}|"
            ),
        ),
    ],
)
def test_gitlab_arguments(
    repo: Path, runner: Path, strict: bool, env: dict[str, str], arguments: str
) -> None:
    done = gitlab_job(repo, runner / "teammem" / "bin" / "teammem", env, strict=strict)
    assert (done.returncode, done.stdout) == (0, arguments)
    assert not (repo / "owned").exists()


def test_github_asks_for_doubtful_memories_on_pull_requests(repo: Path, runner: Path) -> None:
    step = ACTION["runs"]["steps"][2]
    assert step["if"] == "inputs.doubtful != 'false' && github.base_ref != ''"
    assert ACTION["inputs"]["doubtful"]["default"] == "true"
    for target in ("main", HOSTILE):
        done = github_step(2, repo, RUNNER_TEMP=str(runner), TARGET=target)
        wanted = f"check|--tier|team|--since|refs/remotes/origin/{target}|--format|github|"
        assert (done.returncode, done.stdout) == (0, wanted)
    assert not (repo / "owned").exists()


def test_doubtful_memories_fail_no_job(repo: Path, runner: Path) -> None:
    program = hook(runner / "teammem" / "bin" / "teammem", '[ "$1" = guard ] || exit 1')
    assert github_step(2, repo, RUNNER_TEMP=str(runner), TARGET="main").returncode == 0
    merge = {"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
    assert gitlab_job(repo, program, merge).returncode == 0


def test_a_refusal_fails_the_job(repo: Path, runner: Path) -> None:
    program = hook(runner / "teammem" / "bin" / "teammem", "exit 1")
    assert github_step(1, repo, RUNNER_TEMP=str(runner), STRICT="false", TARGET="").returncode == 1
    assert gitlab_job(repo, program, {}).returncode == 1


@pytest.mark.slow
def test_the_action_installs_from_its_own_revision(repo: Path, tmp_path: Path) -> None:
    for decoy in ("venv.py", "pip.py"):
        (repo / decoy).write_text("raise SystemExit('the checkout was run')\n")
    runner = tmp_path / "temp"
    runner.mkdir()
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = github_step(
        0, repo, RUNNER_TEMP=str(runner), GITHUB_ACTION_PATH=str(CI / "github"), PATH=path
    )
    assert done.returncode == 0, done.stderr
    assert (runner / "teammem" / "bin" / "teammem").exists()


def test_a_server_without_teammem_refuses_every_push(repo: Path) -> None:
    remote = repo.parent / "remote.git"
    run_git(repo, "init", "-q", "--bare", str(remote))
    text = (CI / "pre-receive" / "pre-receive").read_text()
    installed = remote / "hooks" / "pre-receive"
    hook(installed, text.replace("/opt/teammem/bin/python", "/nonexistent/python"))
    said = run_git(repo, "push", str(remote), "main", check=False)
    assert "/nonexistent/python is missing" in said
    assert status_of(remote, "rev-parse", "--verify", "main") != 0


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A runner's temporary folder that holds this installation."""
    (tmp_path / "live").mkdir()
    (tmp_path / "live" / "teammem").symlink_to(sys.prefix)
    return tmp_path / "live"


@pytest.fixture
def forge(repo: Path) -> Path:
    """A bare repository with a default branch, from which a runner clones."""
    where = repo.parent / "forge.git"
    commit_behind(repo, {NOTE: CLEAN})
    run_git(repo, "clone", "-q", "--bare", str(repo), str(where))
    run_git(repo, "remote", "add", "origin", str(where))
    return where


def checkout(forge: Path, revision: str) -> Path:
    """Do what both providers' checkouts do with full history: fetch all, detach at the commit."""
    where = forge.parent / f"work-{revision.replace('/', '-')}"
    run_git(forge.parent, "init", "-q", str(where))
    run_git(where, "remote", "add", "origin", str(forge))
    run_git(where, "fetch", "-q", "--tags", "origin", "+refs/heads/*:refs/remotes/origin/*")
    run_git(where, "checkout", "-q", "--detach", revision)
    return where


def github_event(name: str, before: str = "") -> dict[str, str]:
    """Return GitHub's variables for an event of the branch `topic`, or of `main`."""
    pull = name == "pull_request"
    return {
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": name,
        "GITHUB_REF": "refs/pull/1/merge" if pull else "refs/heads/main",
        "GITHUB_BASE_REF": "main" if pull else "",
        "payload": json.dumps({"before": before, "repository": {"default_branch": "main"}}),
    }


def judged_by_github(
    where: Path, runner: Path, event: dict[str, str], strict: str = "false"
) -> subprocess.CompletedProcess[str]:
    payload = write(runner / "event.json", event["payload"])
    env = {name: value for name, value in event.items() if name != "payload"}
    return github_step(
        1,
        where,
        RUNNER_TEMP=str(runner),
        GITHUB_EVENT_PATH=str(payload),
        STRICT=strict,
        TARGET="main",
        **env,
    )


def test_github_judges_every_commit_of_a_pull_request(
    repo: Path, forge: Path, installed: Path
) -> None:
    run_git(repo, "switch", "-qc", "topic")
    commit_behind(repo, {"b.txt": "b\n"})
    run_git(repo, "push", "-q", "origin", "topic")
    event = github_event("pull_request")
    done = judged_by_github(checkout(forge, "origin/topic"), installed, event)
    assert done.returncode == 0, done.stdout + done.stderr
    commit_behind(repo, {NOTE: SECRET})
    commit_behind(repo, {NOTE: CLEAN})
    run_git(repo, "push", "-q", "origin", "topic:added-and-removed")
    done = judged_by_github(checkout(forge, "origin/added-and-removed"), installed, event)
    assert done.returncode == 1
    assert "::error file=.teammem/note.md,line=6" in done.stdout
    assert fake.github() not in done.stdout + done.stderr


def test_github_judges_a_push_to_the_default_branch(
    repo: Path, forge: Path, installed: Path
) -> None:
    before = run_git(repo, "rev-parse", "HEAD").strip()
    commit_behind(repo, {"b.txt": "b\n"})
    run_git(repo, "push", "-q", "origin", "main")
    event = github_event("push", before)
    assert judged_by_github(checkout(forge, "origin/main"), installed, event).returncode == 0
    commit_behind(repo, {NOTE: SECRET})
    after = commit_behind(repo, {NOTE: CLEAN})
    run_git(repo, "push", "-q", "origin", "main")
    assert judged_by_github(checkout(forge, after), installed, event).returncode == 1


def test_the_checkout_cannot_pose_as_teammem(repo: Path, forge: Path, installed: Path) -> None:
    decoy = "raise SystemExit(0)\n"
    commit_behind(repo, {NOTE: SECRET, "teammem/__init__.py": decoy, "click.py": decoy})
    run_git(repo, "push", "-q", "origin", "main:decoy")
    where = checkout(forge, "origin/decoy")
    assert judged_by_github(where, installed, github_event("pull_request")).returncode == 1


def gitlab_event(source: str, before: str = "0" * 40) -> dict[str, str]:
    """Return GitLab's variables for a merge request to `main`, or a push to it."""
    merge = {"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
    return {
        "GITLAB_CI": "true",
        "CI_PIPELINE_SOURCE": source,
        "CI_DEFAULT_BRANCH": "main",
        "CI_COMMIT_BEFORE_SHA": before,
        **(merge if source == "merge_request_event" else {"CI_COMMIT_BRANCH": "main"}),
    }


@pytest.mark.parametrize("source", ["merge_request_event", "push", "schedule"])
def test_gitlab(repo: Path, forge: Path, source: str) -> None:
    program = BIN / "teammem"
    before = run_git(repo, "rev-parse", "HEAD").strip()
    clean = commit_behind(repo, {"b.txt": "b\n"})
    run_git(repo, "push", "-q", "origin", "main:topic")
    if source != "merge_request_event":
        run_git(repo, "push", "-q", "origin", "main")
    event = gitlab_event(source, before)
    done = gitlab_job(checkout(forge, clean), program, event)
    assert done.returncode == 0, done.stdout + done.stderr
    commit_behind(repo, {NOTE: SECRET})
    removed = commit_behind(repo, {NOTE: CLEAN})
    run_git(repo, "push", "-q", "origin", "main:topic")
    if source != "merge_request_event":
        run_git(repo, "push", "-q", "origin", "main")
    done = gitlab_job(checkout(forge, removed), program, event)
    assert done.returncode == 1
    assert fake.github() not in done.stdout + done.stderr


ABOUT = """---
name: retries
description: Three tries are enough.
cites: [{path: src/app.py, lines: 2-3}]
---
The gateway itself tries again.
"""


def test_a_change_of_cited_lines_names_the_memory(repo: Path, forge: Path, installed: Path) -> None:
    code = "".join(f"line{n}\n" for n in range(1, 9))
    commit_behind(repo, {".teammem/retries.md": ABOUT, "src/app.py": code})
    run_git(repo, "push", "-q", "origin", "main")
    program, runner = BIN / "teammem", str(installed)
    merge = gitlab_event("merge_request_event")
    for branch, changed, named in (
        ("topic", code.replace("line3", "line three"), True),
        ("aside", code.replace("line8", "line eight"), False),
    ):
        run_git(repo, "switch", "-qc", branch, "main")
        commit_behind(repo, {"src/app.py": changed})
        run_git(repo, "push", "-q", "origin", branch)
        where = checkout(forge, f"origin/{branch}")
        told = github_step(2, where, RUNNER_TEMP=runner, TARGET="main").stdout
        assert ("::notice file=src/app.py,line=3" in told) is named
        assert ("Three tries are enough." in told) is named
        done = gitlab_job(where, program, merge)
        assert done.returncode == 0
        assert (
            "src/app.py:3: notice: the memory 'Three tries are enough.'" in done.stdout
        ) is named


def test_strict_needs_the_target_branch(repo: Path, forge: Path, installed: Path) -> None:
    run_git(repo, "push", "-q", "origin", "main:topic")
    where = checkout(forge, "origin/topic")
    event = github_event("pull_request")
    assert judged_by_github(where, installed, event, strict="true").returncode == 0
    merge = gitlab_event("merge_request_event")
    assert gitlab_job(where, BIN / "teammem", merge, strict=True).returncode == 0
    run_git(where, "update-ref", "-d", "refs/remotes/origin/main")
    assert judged_by_github(where, installed, event, strict="true").returncode != 0
    assert gitlab_job(where, BIN / "teammem", merge, strict=True).returncode != 0


def test_the_server_hook_of_a_real_bare_repository(repo: Path, forge: Path) -> None:
    text = (CI / "pre-receive" / "pre-receive").read_text()
    write(
        forge / "hooks" / "pre-receive",
        text.replace("/opt/teammem/bin/python", sys.executable),
        0o755,
    )
    commit_behind(repo, {"b.txt": "b\n"})
    run_git(repo, "push", "-q", "origin", "main")
    commit_behind(repo, {NOTE: SECRET})
    commit_behind(repo, {NOTE: CLEAN})
    said = run_git(repo, "push", "origin", "main", "main~2:refs/heads/fine", check=False)
    assert "pre-receive hook declined" in said
    assert "remote: teammem: refused" in said
    assert fake.github() not in said
    assert run_git(forge, "for-each-ref", "--format=%(refname)").split() == ["refs/heads/main"]
    run_git(repo, "push", "-q", "origin", "main~2:refs/heads/fine")
