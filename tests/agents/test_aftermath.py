from __future__ import annotations

import json

import pytest

from tests.agents.hooks import context, event, fire
from tests.support import fake
from tests.support.sandbox import Done, Sandbox

AFTER = {"gemini": "AfterTool", "cursor": "postToolUse"}
SHELL = {"gemini": "run_shell_command", "cursor": "Shell"}


def ran(repo: Sandbox, agent: str = "claude", call: str = "1", tool: str = "") -> Done:
    fields = event(
        repo,
        agent,
        AFTER.get(agent, "PostToolUse"),
        tool_name=tool or SHELL.get(agent, "Bash"),
        tool_input={"command": "make notes"},
        tool_use_id=call,
    )
    return fire(repo, agent, fields)


@pytest.mark.parametrize("agent", ["claude", "qwen", "gemini", "codex", "cursor"])
def test_a_credential_that_a_command_wrote(team: Sandbox, agent: str) -> None:
    secret = fake.github()
    team.write(".teammem/sub/new.md", fake.memory(f"token {secret}"))
    done = ran(team, agent)
    said = json.loads(done.out)
    text = said.get("reason") or context(done)
    assert ".teammem/sub/new.md" in text
    assert secret not in done.text
    assert said.get("decision", "block") in ("block", "deny")
    assert not ran(team, agent, "2").out


def test_nothing_where_it_is_clean_or_elsewhere(team: Sandbox) -> None:
    team.write(".teammem/new.md", fake.memory("plain"))
    team.write("src/new.md", f"token {fake.github()}")
    assert not ran(team).out
    team.write(".teammem/new.md", fake.memory(f"token {fake.github()}"))
    assert not ran(team, tool="Read", call="2").out
    assert ran(team, call="3").out


def test_what_people_pinned_before_the_session_is_theirs(team: Sandbox) -> None:
    team.write(".teammem/pinned/mine.md", "mine")
    fire(team, "claude", event(team, "claude", "SessionStart", source="startup"))
    assert not ran(team).out
    team.write(".teammem/pinned/other.md", "x")
    done = ran(team, call="2")
    assert "other.md" in done.text
    assert "mine.md" not in done.text


def test_a_removed_tombstone_and_a_link(team: Sandbox) -> None:
    team.commit({".teammem/pinned/a.md": "x"})
    fire(team, "claude", event(team, "claude", "SessionStart", source="startup"))
    (team.path / ".teammem/pinned/a.md").unlink()
    assert "agent-pinned" in ran(team).text


def test_no_repository(team: Sandbox) -> None:
    fields = event(team, "claude", "PostToolUse", tool_name="Bash", cwd="/")
    assert (fire(team, "claude", fields).code, fire(team, "claude", fields).out) == (0, b"")
