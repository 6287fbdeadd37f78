from __future__ import annotations

import os
from pathlib import Path

import pytest

from teammem.lifecycle import workspace
from teammem.lifecycle.workspace import Workspace
from tests.support.sandbox import Sandbox


@pytest.fixture(autouse=True)
def _here(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the library see the sandbox's environment, as its commands do."""
    for name in list(os.environ):
        monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def work(team: Sandbox) -> Workspace:
    """The workspace of a person in a repository with a team root."""
    return workspace.open_at(team.path)


@pytest.fixture
def agent(team: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """The same, for an agent that may write in the team tier."""
    home = Path(os.environ["TEAMMEM_HOME"])
    home.mkdir(exist_ok=True)
    (home / "config.yaml").write_text("agents:\n  write: team\n")
    return workspace.open_at(team.path, entry="claude")
