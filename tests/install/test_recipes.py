"""The CI recipes, executed: their steps taken out of the YAML and run as the provider would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.install.conftest import hook, run_git, status_of

CI = Path(__file__).resolve().parents[2] / "ci"
ACTION: dict[str, Any] = yaml.safe_load((CI / "github" / "action.yml").read_text())
WORKFLOW: dict[Any, Any] = yaml.safe_load((CI / "github" / "teammem.yml").read_text())
GITLAB: list[dict[str, Any]] = list(yaml.safe_load_all((CI / "gitlab" / "teammem.yml").read_text()))
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
    where: Path, program: Path, *, strict: bool = False, **env: str
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
            f"guard|range|--allow-from|refs/remotes/origin/{HOSTILE}|",
        ),
    ],
)
def test_gitlab_arguments(
    repo: Path, runner: Path, strict: bool, env: dict[str, str], arguments: str
) -> None:
    done = gitlab_job(repo, runner / "teammem" / "bin" / "teammem", strict=strict, **env)
    assert (done.returncode, done.stdout) == (0, arguments)
    assert not (repo / "owned").exists()


def test_a_refusal_fails_the_job(repo: Path, runner: Path) -> None:
    program = hook(runner / "teammem" / "bin" / "teammem", "exit 1")
    assert github_step(1, repo, RUNNER_TEMP=str(runner), STRICT="false", TARGET="").returncode == 1
    assert gitlab_job(repo, program).returncode == 1


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
