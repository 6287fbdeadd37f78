from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.agents import payload, table


def read(argument: str = "claude", **fields: Any) -> payload.Payload:
    return payload.read(json.dumps(fields).encode(), argument)


@pytest.mark.parametrize(
    ("fields", "argument", "row"),
    [
        ({"hook_event_name": "PreToolUse", "turn_id": "t"}, "claude", table.CODEX),
        ({"hook_event_name": "preToolUse", "cursor_version": "2"}, "claude", table.CURSOR_EDITOR),
        ({"hook_event_name": "BeforeTool"}, "claude", table.GEMINI_CLI),
        ({"sessionId": "s", "toolName": "bash"}, "claude", table.COPILOT_CLI),
        ({"sessionId": "s", "hookEventName": "PreToolUse"}, "claude", table.VSCODE),
        ({"hook_event_name": "PreToolUse"}, "copilot", table.VSCODE),
        ({"hook_event_name": "PreToolUse"}, "gemini", table.CLAUDE),
        ({"hook_event_name": "PreToolUse"}, "qwen", table.QWEN),
        ({"hook_event_name": "PreToolUse"}, "nobody", table.CLAUDE),
    ],
)
def test_who_speaks(
    fields: dict[str, Any], argument: str, row: table.Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("QWEN_CODE_SESSION_ID", "QWEN_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    assert read(argument, **fields).row is row


def test_qwen_code_runs_hooks_of_claude_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QWEN_CODE_SESSION_ID", "s")
    assert read("claude", hook_event_name="PreToolUse").row is table.QWEN


def test_arguments_in_a_string_are_read() -> None:
    event = read("copilot", sessionId="s", toolName="bash", toolArgs='{"command": "ls"}')
    assert event.given == {"command": "ls"}
    assert read("copilot", sessionId="s", toolName="bash", toolArgs="{ls").given == "{ls"


@pytest.mark.parametrize(
    ("prompt", "clean"),
    [
        ("<hook_context>old</hook_context>\n\nHow?", "How?"),
        ("<hook_context>a</hook_context><hook_context>b</hook_context> How?", "How?"),
        ("How does <hook_context> work?", "How does <hook_context> work?"),
        ("<hook_context>never ends", "<hook_context>never ends"),
        ("  \n", ""),
    ],
)
def test_what_hooks_put_before_a_prompt_goes(prompt: str, clean: str) -> None:
    assert read(hook_event_name="UserPromptSubmit", prompt=prompt).prompt == clean


@pytest.mark.parametrize(
    ("data", "waiting"),
    [
        (b"", False),
        (b"not json", False),
        (b'{"hook_event_name": "PreToolUse"', True),
        (b'[{"tool_name": "Write"}]', True),
        ('{"hook_event_name": "BeforeTool"}'.encode("utf-16"), True),
        (b'{"tool_name": ' + b"[" * 100_000, True),
        (b"[" * 100_000, False),
        (b'{"toolName": "x"} trailing', True),
    ],
)
def test_what_cannot_be_read_says_whether_a_call_waits(data: bytes, waiting: bool) -> None:
    with pytest.raises(payload.Unreadable) as raised:
        payload.read(data, "claude")
    assert raised.value.waiting is waiting


def test_a_call_larger_than_any_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payload, "LARGEST", 100)
    whole = {"hook_event_name": "PreToolUse", "tool_input": "x" * 10}
    assert read(**whole).moment == table.BEFORE
    with pytest.raises(payload.Unreadable):
        read(**whole, more="x" * 100)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
NAMES = st.sampled_from(
    ["hook_event_name", "hookEventName", "session_id", "sessionId", "cwd", "tool_name", "toolName",
     "tool_input", "toolArgs", "prompt", "submitted_prompt", "source", "turn_id", "timestamp",
     "agent_id", "cursor_version", "workspace_roots", "stopReason"]
)  # fmt: skip


@given(st.dictionaries(NAMES, ANYTHING))
def test_no_field_is_trusted_to_have_a_form(fields: dict[str, Any]) -> None:
    event = payload.read(json.dumps(fields).encode(), "claude")
    for name in ("event", "session", "cwd", "tool", "prompt", "source", "turn", "call", "subagent"):
        assert isinstance(getattr(event, name), str)


@given(ANYTHING)
def test_json_is_read_as_json_reads_it(value: Any) -> None:
    text = json.dumps(value)
    assert repr(payload.parsed(text)) == repr(json.loads(text))
