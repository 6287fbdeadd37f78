from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.sandbox import Sandbox, clean_environment

# No test is about how fast this machine is.
settings.register_profile("teammem", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("teammem")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment with a home of its own and one git identity."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "gitconfig").write_text(
        "[user]\n\tname = Ana\n\temail = ana@example.org\n[commit]\n\tgpgSign = false\n"
        '[protocol "file"]\n\tallow = always\n[advice]\n\tdetachedHead = false\n'
    )
    return clean_environment(home)


@pytest.fixture
def repo(tmp_path: Path, environment: dict[str, str]) -> Sandbox:
    """An empty repository on `main`."""
    return Sandbox.create(tmp_path / "repo", environment)


@pytest.fixture
def team(repo: Sandbox) -> Sandbox:
    """A repository with a team root that holds one clean memory, without hooks."""
    repo.commit({".teammem/first.md": "# First\n\nplain text\n", "src/a.py": "a = 1\n"}, "first")
    return repo
