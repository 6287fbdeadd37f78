"""Blanks, quotes and letters of other scripts in the paths of home, clone and remote."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.support import fake
from tests.support.sandbox import Sandbox, clean_environment


@pytest.fixture(params=["Tarsis Almeida", "it's $HOME `x`", 'say "no" & go; #1', "заметки 記憶 é"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    folder = tmp_path / str(request.param)
    (folder / "home dir").mkdir(parents=True)
    return folder


@pytest.fixture
def env(place: Path) -> dict[str, str]:
    made = clean_environment(place / "home dir")
    for name, value in (("NAME", "Ana"), ("EMAIL", "ana@example.org")):
        made |= {f"GIT_AUTHOR_{name}": value, f"GIT_COMMITTER_{name}": value}
    return made


def test_everything_works_in_such_a_place(place: Path, env: dict[str, str]) -> None:
    server = Sandbox.create(place / "team server.git", env, bare=True)
    clone = Sandbox.create(place / "my clone", env)
    assert clone.teammem("init").code == 0
    clone.commit()
    clone.git("remote", "add", "origin", str(server.path))
    clone.git("push", "-q", "-u", "origin", "main")

    clone.write(".teammem/bad.md", fake.memory(f"The token is {fake.github()}", "bad"))
    clone.git("add", "-A")
    refused = clone.run("git", "commit", "-qm", "bad", check=False)
    assert (refused.code, "github" in refused.text) == (1, True)
    clone.git("rm", "-qf", ".teammem/bad.md")

    assert clone.teammem("remember", "Deploys wait for Monday.", "--tier", "team").code == 0
    synced = clone.teammem("sync")
    assert (synced.code, "published" in synced.text) == (0, True), synced.text
    mate = server.clone(place / "her clone")
    assert "Monday" in mate.teammem("recall", "when do deploys happen").text


def test_an_agent_s_hook_is_called_there(place: Path, env: dict[str, str]) -> None:
    clone = Sandbox.create(place / "my clone", env)
    clone.commit({".teammem/a.md": fake.memory("Deploys wait for Monday.", "deploys")})
    clone.teammem("trust")
    assert clone.teammem("install", "claude").code == 0
    settings = json.loads((place / "home dir/.claude/settings.json").read_text())
    (entry,) = settings["hooks"]["UserPromptSubmit"]
    event = {"hook_event_name": "UserPromptSubmit", "cwd": str(clone.path), "session_id": "1"}
    done = subprocess.run(
        ["sh", "-c", entry["hooks"][0]["command"]],
        input=json.dumps({**event, "prompt": "when do deploys happen"}).encode(),
        env=env,
        capture_output=True,
        check=True,
        cwd=clone.path,
    )
    assert b"Monday" in done.stdout
