"""Firing hooks: in this process, since hundreds are fired; `spawn` starts the real entry point."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import chdir
from subprocess import CompletedProcess
from typing import Any
from unittest.mock import patch

from teammem.agents import main
from teammem.agents.render import Answer
from tests.support.sandbox import Done, Sandbox

# Agent to the event that waits before a tool runs.
BEFORE = {
    "claude": "PreToolUse",
    "qwen": "PreToolUse",
    "gemini": "BeforeTool",
    "codex": "PreToolUse",
    "cursor": "preToolUse",
    "copilot": "preToolUse",
}
ASKS = ("claude", "qwen")


def event(repo: Sandbox, agent: str, name: str, **fields: Any) -> dict[str, Any]:
    """Return an event as the agent sends it."""
    made: dict[str, Any] = {"hook_event_name": name, "session_id": "s1", "cwd": str(repo.path)}
    if agent == "codex":
        made["turn_id"] = "t1"
    elif agent == "cursor":
        made |= {"conversation_id": "s1", "generation_id": "g1", "cursor_version": "2.9.0"}
    elif agent == "copilot":
        made = {"sessionId": "s1", "timestamp": 1, "cwd": str(repo.path)}
    return {**made, **fields}


def fire(repo: Sandbox, agent: str, payload: Any, env: Mapping[str, str] | None = None) -> Done:
    """Answer an event in the repository's environment: bytes as they are, else as JSON."""
    data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    with patch.dict(os.environ, {**repo.env, **(env or {})}, clear=True), chdir(repo.path):
        said = main.respond(data, agent) or Answer()
    return Done(CompletedProcess([], said.code, said.out.encode(), said.err.encode()))


def spawn(repo: Sandbox, agent: str, payload: Any) -> Done:
    """Run the hook as an agent does."""
    data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return repo.gate("agent", agent, stdin=data)


def tool(repo: Sandbox, name: str, given: Any, agent: str = "claude", **fields: Any) -> Done:
    """Run an agent's hook before a tool."""
    said = {"tool_name": name, "tool_input": given, "tool_use_id": "u1"}
    if agent == "copilot":
        said = {"toolName": name, "toolArgs": given}
    return fire(repo, agent, event(repo, agent, BEFORE[agent], **said, **fields))


def verdict(done: Done) -> tuple[str, str]:
    """Return an answer's decision (`allow`, `ask`, `deny`) and its reason, in any agent's form."""
    if done.code == 2:
        return "deny", done.err.decode()
    assert done.code == 0, done.text
    if not done.out:
        return "allow", ""
    said = json.loads(done.out)
    inner = said.get("hookSpecificOutput", said)
    for kind, reason in (
        ("permissionDecision", "permissionDecisionReason"),
        ("permission", "agent_message"),
    ):
        if kind in inner:
            return inner[kind], inner[reason]
    return said.get("decision", "allow"), said.get("reason", "")


def context(done: Done) -> str:
    """Return the text that an answer brings in, "" for none."""
    assert done.code == 0, done.text
    if not done.out:
        return ""
    said = json.loads(done.out)
    text = said.get("hookSpecificOutput", {}).get("additionalContext", "")
    found = text or said.get("additional_context", "")
    assert isinstance(found, str)
    return found


def configure(repo: Sandbox, text: str) -> None:
    """Write the user's settings."""
    from pathlib import Path

    home = Path(repo.env["TEAMMEM_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.yaml").write_text(text)
