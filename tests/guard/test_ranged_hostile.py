"""Whoever pushes can influence variables: no value of any lets a new secret through."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from teammem.git.repo import Repository
from teammem.guard import ranged
from tests.support import fake
from tests.support.sandbox import Sandbox

SECRET = fake.memory(f"log in with {fake.github()}")
NAMES = ("main", "nowhere", "", "../main", "-x", "HEAD", "main^{tree}", "main~0", "\N{SNOWMAN}")
EVENTS = (
    "push",
    "pull_request",
    "pull_request_target",
    "merge_group",
    "schedule",
    "workflow_dispatch",
    "release",
    "no_such_event",
    "",
)
SOURCES = ("push", "merge_request_event", "schedule", "web", "api", "trigger", "")


@pytest.fixture
def behind(team: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """A clone whose HEAD brought a secret and took it away again; its `origin/main` has neither."""
    bare = Sandbox.create(tmp_path / "server", team.env, bare=True)
    team.git("remote", "add", "origin", str(bare.path))
    team.git("push", "-q", "origin", "main")
    team.commit({".teammem/note.md": SECRET})
    team.git("rm", "-q", ".teammem/note.md")
    team.commit()
    for name in list(os.environ):
        monkeypatch.delenv(name)
    for name, value in team.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(team.path)
    return team


def refused(repo: Sandbox, env: dict[str, str], payload: str) -> bool:
    """Whether the range that these variables ask for has a finding."""
    event = repo.path.parent / "event.json"
    event.write_text(payload)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in env.items():
            patch.setenv(name, value)
        if "GITHUB_ACTIONS" in env:
            patch.setenv("GITHUB_EVENT_PATH", str(event))
        here = Repository.of_hook()
        return bool(ranged.judge(here, ranged.from_environment(here)).errors)


def before(repo: Sandbox, which: str) -> str:
    """A value for "the state before the push": an object name, or the text itself."""
    return repo.git("rev-parse", which) if which.startswith("HEAD~") else which


WHICH = st.sampled_from(["HEAD~0", "HEAD~1", "HEAD~2", "0" * 40, "f" * 40, "", "HEAD", "x\ny"])
MANY = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@MANY
@given(data=st.data())
def test_github(behind: Sandbox, data: st.DataObject) -> None:
    env = {
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": data.draw(st.sampled_from(EVENTS)),
        "GITHUB_REF": data.draw(
            st.sampled_from(["refs/heads/main", "refs/heads/topic", "refs/tags/v1", "", "main"])
        ),
        "GITHUB_BASE_REF": data.draw(st.sampled_from(NAMES)),
        "GITHUB_HEAD_REF": data.draw(st.sampled_from(NAMES)),
        "GITHUB_SHA": data.draw(st.sampled_from(["0" * 40, ""])),
    }
    payload = {
        "before": before(behind, data.draw(WHICH)),
        "forced": data.draw(st.booleans()),
        "repository": {"default_branch": data.draw(st.sampled_from(NAMES))},
        "merge_group": {"base_ref": "refs/heads/" + data.draw(st.sampled_from(NAMES))},
    }
    assert refused(behind, env, json.dumps(payload))


@pytest.mark.parametrize("payload", ["", "[", "[]", "1", '{"repository": 1}', '{"before": []}'])
def test_payloads_of_another_form(behind: Sandbox, payload: str) -> None:
    for event in ("push", "merge_group", "pull_request"):
        env = {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event}
        assert refused(behind, {**env, "GITHUB_REF": "refs/heads/main"}, payload)


@MANY
@given(data=st.data())
def test_gitlab(behind: Sandbox, data: st.DataObject) -> None:
    env = {
        "GITLAB_CI": "true",
        "CI_PIPELINE_SOURCE": data.draw(st.sampled_from(SOURCES)),
        "CI_DEFAULT_BRANCH": data.draw(st.sampled_from(NAMES)),
        "CI_COMMIT_BRANCH": data.draw(st.sampled_from(NAMES)),
        "CI_COMMIT_BEFORE_SHA": before(behind, data.draw(WHICH)),
        "CI_COMMIT_TAG": data.draw(st.sampled_from(NAMES)),
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": data.draw(st.sampled_from(NAMES)),
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": before(behind, data.draw(WHICH)),
    }
    assert refused(behind, env, "")


def test_without_the_secret_they_pass(behind: Sandbox) -> None:
    behind.git("reset", "-q", "--hard", "origin/main")
    behind.commit({".teammem/note.md": fake.memory("clean")})
    assert not refused(behind, {}, "")
    assert not refused(behind, {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "schedule"}, "{}")
    assert not refused(behind, {"GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "push"}, "")
