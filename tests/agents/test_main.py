from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from teammem.agents import before, log, main
from tests.agents.hooks import BEFORE, event, fire, spawn, tool, verdict
from tests.agents.test_payload import ANYTHING
from tests.support import fake
from tests.support.sandbox import Sandbox

PINNED = {"file_path": ".teammem/pinned/a.md", "content": "x"}


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", 0),
        (b"\xff\xfe\x00", 0),
        (b"null", 0),
        (b'{"hook_event_name": "UserPromptSubmit", ', 0),
        (b'{"hook_event_name": "PreToolUse", ', 2),
        (b'{"hook_event_name": "PreToolUse", "tool_input": ' + nested(50_000) + b"}", 2),
        (b"[" + nested(50_000), 0),
    ],
)
def test_what_is_no_event(team: Sandbox, data: bytes, code: int) -> None:
    done = spawn(team, "claude", data)
    assert (done.code, done.out) == (code, b"")
    assert bool(done.err) == bool(code)


def test_copilot_refuses_by_json_alone(team: Sandbox) -> None:
    done = fire(team, "copilot", b'{"toolName": "create", ')
    assert done.code == 0
    assert json.loads(done.out)["permissionDecision"] == "deny"


def test_fifty_megabytes(team: Sandbox) -> None:
    text = "words and words\n" * (50 << 16)
    for path, kind in (("src/a.txt", "allow"), (".teammem/a.md", "deny")):
        done = tool(team, "Write", {"file_path": path, "content": text})
        assert verdict(done)[0] == kind


@pytest.mark.parametrize(
    "given",
    [
        None,
        7,
        "x",
        [],
        [[PINNED["file_path"]]],
        {"file_path": 7},
        {"file_path": None, "content": []},
        {"file_path": [], "edits": "x"},
        {"edits": [7, None, {"new_string": 7}]},
        {"command": {"a": ["b"]}},
        {"file_path": "src/\ud800", "content": "\ud800"},
        {"content": "x" * 10},
    ],
)
@pytest.mark.parametrize("name", ["Write", "Edit", "Bash", "apply_patch", "other", ""])
def test_wrong_types(team: Sandbox, name: str, given: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(team.path)
    fields = event(team, "claude", "PreToolUse", tool_name=name, tool_input=given)
    answer = main.respond(json.dumps(fields).encode(), "claude")
    refused = answer is not None
    assert refused == (isinstance(given, list) and bool(given))
    fields["tool_input"] = {"wrapped": given, "path": PINNED["file_path"]}
    if name not in ("Bash", "apply_patch"):
        assert main.respond(json.dumps(fields).encode(), "claude") is not None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.sampled_from(["Write", "Edit", "Bash", "apply_patch", "x"]), ANYTHING)
def test_any_arguments_have_an_answer_and_nothing_crashes(name: str, given: Any) -> None:
    fields = {"hook_event_name": "PreToolUse", "tool_name": name, "tool_input": given, "cwd": "/"}
    answer = main.respond(json.dumps(fields).encode(), "claude")
    assert answer is None or (answer.out, answer.err, answer.code) == ("", "", 0)


def test_a_place_that_is_only_named_like_ours_is_no_matter() -> None:
    fields = {
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "tool_input": {"file_path": "/TEAMMEM", "content": "x"},
        "cwd": "/",
    }
    answer = main.respond(json.dumps(fields).encode(), "claude")
    assert answer is None or (answer.out, answer.err, answer.code) == ("", "", 0)


@pytest.mark.parametrize("agent", BEFORE)
def test_an_own_crash_refuses_before_a_tool(
    team: Sandbox, agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = fake.github()

    def crash(_event: object) -> None:
        raise ValueError(secret)

    monkeypatch.setenv("TEAMMEM_HOME", team.env["TEAMMEM_HOME"])
    monkeypatch.setattr(before, "judge", crash)
    fields = event(team, agent, BEFORE[agent], tool_name="Write", toolName="Write", tool_input={})
    if agent != "copilot":
        del fields["toolName"]
    answer = main.respond(json.dumps(fields).encode(), agent)
    assert answer is not None
    assert secret not in answer.out + answer.err
    if agent == "copilot":
        assert json.loads(answer.out)["permissionDecision"] == "deny"
    else:
        assert (answer.code, bool(answer.err.strip())) == (2, True)
    text = Path(team.env["TEAMMEM_HOME"], "state/agents.log").read_text()
    assert "refused: ValueError at" in text
    assert secret not in text


def test_an_own_crash_elsewhere_is_silent(team: Sandbox) -> None:
    home = Path(team.env["TEAMMEM_HOME"])
    home.mkdir(parents=True)
    (home / "state").write_text("in the way")
    for name in ("SessionStart", "UserPromptSubmit", "PostToolUse", "PreCompact"):
        done = fire(team, "claude", event(team, "claude", name, prompt="uploads", tool_name="Bash"))
        assert (done.code, done.text) == (0, "")
    assert verdict(tool(team, "Write", PINNED))[0] == "deny"


def test_an_answer_that_cannot_be_written_refuses_by_its_code(team: Sandbox) -> None:
    payload = json.dumps(event(team, "claude", "PreToolUse", tool_name="Write", tool_input=PINNED))
    team.write("event.json", payload)
    gate = f"{__import__('sys').executable} -I -m teammem.gate agent claude"
    done = team.run("sh", "-c", f"{gate} <event.json >&-", check=False)
    assert done.code == 2
    assert done.err


def test_the_same_function_for_people(team: Sandbox) -> None:
    data = json.dumps(event(team, "claude", "PreToolUse", tool_name="Write", tool_input=PINNED))
    lean, people = spawn(team, "claude", data.encode()), team.teammem("hook", "claude", stdin=data)
    assert (lean.code, lean.out) == (people.code, people.out)


def test_the_log_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEAMMEM_HOME", str(tmp_path))
    monkeypatch.setattr(log, "LARGEST", 1_000)
    for number in range(100):
        log.note("claude", f"Event{number}\n\x1b[31m", "refused")
    kept = sorted((tmp_path / "state").iterdir())
    assert [file.name for file in kept] == ["agents.log", "agents.log.1"]
    assert all(file.stat().st_size < 1_200 for file in kept)
    assert "\x1b" not in kept[0].read_text() + kept[1].read_text()
