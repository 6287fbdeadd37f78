"""An agent's commits: what is people's stays theirs under every spelling and every way to commit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import fake
from tests.support.sandbox import Sandbox

AGENT = {"TEAMMEM_ACTOR": "agent/claude"}
CLEAN = fake.memory("log in with the vault")
ENTRY = f"revoked: {'0' * 40}\nreason: r\nby: b\nat: t\nschema: 1\n"


@pytest.fixture
def pinned(team: Sandbox) -> Sandbox:
    """A person has pinned a memory; all hooks are installed."""
    team.hooks()
    team.write(".teammem/pinned/p.md", CLEAN)
    team.git("add", "-A")
    team.git("commit", "-qm", "pin")
    return team


def code(repo: Sandbox, *args: str, env: dict[str, str] = AGENT) -> int:
    repo.git("add", "-A")
    return repo.run("git", "commit", "-q", "-m", "x", *args, env=env, check=False).code


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".teammem/pin\u200bned/x.md", CLEAN),
        (".teammem/PINNED /x.md", CLEAN),
        (".teammem/x/.teammem/pinned/x.md", CLEAN),
        (".teammem/pinned/.teammem/x.md", CLEAN),
        (".qwen/team-memory/pinned/x.md", CLEAN),
        (".teammem/allow./x.yaml", ENTRY),
        (".teammem/Config.YAML", "a: 1\n"),
    ],
)
def test_every_spelling(pinned: Sandbox, name: str, text: str) -> None:
    pinned.write(name, text)
    assert code(pinned) == 1
    assert code(pinned, env={}) == 0


def test_a_pins_mode_its_folder_and_its_kind(pinned: Sandbox) -> None:
    pin = pinned.path / ".teammem/pinned/p.md"
    pin.chmod(0o755)
    assert code(pinned) == 1
    pinned.git("reset", "-q", "--hard")
    pin.unlink()
    pin.parent.rmdir()
    pinned.write(".teammem/pinned", CLEAN)
    assert code(pinned) == 1
    assert code(pinned, env={}) == 0


@pytest.mark.parametrize("first", [False, True])
def test_rewording_a_persons_pin_leaves_it_theirs(
    pinned: Sandbox, tmp_path: Path, first: bool
) -> None:
    if first:
        pinned.git("checkout", "-q", "--orphan", "fresh")
        assert code(pinned, env={}) == 0
    pinned.write("src/b.py", "b = 1\n")
    assert code(pinned, "--amend") == 0
    assert "Teammem-Actor" not in pinned.git("log", "-1", "--format=%B")
    bare = Sandbox.create(tmp_path / "server", pinned.env, bare=True)
    pinned.git("push", "-q", str(bare.path), "HEAD:refs/heads/main")


def test_amending_an_agents_commit_keeps_its_mark(pinned: Sandbox) -> None:
    pinned.write(".teammem/a.md", CLEAN)
    assert code(pinned) == 0
    pinned.write("src/b.py", "b = 1\n")
    assert code(pinned, "--amend") == 0
    assert pinned.git("log", "-1", "--format=%B").count("Teammem-Actor: agent/claude") == 1
    pinned.write(".teammem/pinned/own.md", CLEAN)
    assert code(pinned, "--amend") == 1


def test_a_rebase_by_an_agent_carries_peoples_pins(pinned: Sandbox, tmp_path: Path) -> None:
    pinned.git("checkout", "-q", "-b", "aside", "HEAD^")
    pinned.write("src/b.py", "b = 1\n")
    assert code(pinned, env={}) == 0
    pinned.git("checkout", "-q", "main")
    pinned.git("rebase", "-q", "aside", env=AGENT)
    assert "Teammem-Actor" not in pinned.git("log", "-1", "--format=%B")
    bare = Sandbox.create(tmp_path / "server", pinned.env, bare=True)
    pinned.git("push", "-q", str(bare.path), "main", env=AGENT)
