from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agents.hooks import configure, context, event, fire, verdict
from tests.support import fake
from tests.support.sandbox import Sandbox
from tests.support.shared import shared

START = {"gemini": "SessionStart", "cursor": "sessionStart"}
PROMPT = {"gemini": "BeforeAgent"}
QUESTION = "How do uploads work here?"
DIRECT = ("claude", "qwen", "gemini", "codex")


@pytest.fixture
def told(team: Sandbox) -> Sandbox:
    """A trusted clone with one memory that answers QUESTION."""
    note = fake.memory("Uploads go through the queue worker.", "uploads")
    team.commit({".teammem/uploads.md": note.replace("A note for tests.", "How uploads work.")})
    assert team.teammem("trust").code == 0
    return team


def start(repo: Sandbox, agent: str = "claude", source: str = "startup", **more: Any) -> str:
    name = START.get(agent, "SessionStart")
    return context(fire(repo, agent, event(repo, agent, name, source=source, **more)))


def prompt(repo: Sandbox, text: str = QUESTION, agent: str = "claude", **more: Any) -> str:
    name = PROMPT.get(agent, "UserPromptSubmit")
    return context(fire(repo, agent, event(repo, agent, name, prompt=text, **more)))


@pytest.mark.parametrize("agent", DIRECT)
def test_a_session_is_primed_and_a_prompt_answered(told: Sandbox, agent: str) -> None:
    text = start(told, agent)
    assert text.startswith("[teammem v1]")
    assert "How uploads work." in text
    answer = prompt(told, agent=agent)
    assert answer.startswith("[teammem v1]")
    assert "queue worker" in answer
    assert max(len(text), len(answer)) <= 8_000


@pytest.mark.parametrize("text", ["", "   ", "what is the weather like in Lisbon today"])
def test_nothing_where_nothing_fits(told: Sandbox, text: str) -> None:
    assert not prompt(told, text)


def test_a_memory_is_shown_once_until_the_context_goes(told: Sandbox) -> None:
    assert prompt(told, prompt_id="1")
    assert not prompt(told, prompt_id="2")
    assert start(told, source="resume")
    assert not prompt(told, prompt_id="3")
    assert start(told, source="compact")
    assert prompt(told, prompt_id="4")
    assert start(told, source="clear")
    assert prompt(told, prompt_id="5")


def test_a_hook_that_fires_twice_speaks_once(told: Sandbox) -> None:
    assert start(told)
    assert not start(told)
    assert prompt(told, prompt_id="1")
    start(told, source="clear")
    assert not prompt(told, prompt_id="1")


def test_a_subagent_is_answered_and_not_primed(told: Sandbox) -> None:
    assert not start(told, agent_id="a1")
    assert prompt(told, prompt_id="1")
    assert prompt(told, prompt_id="1", agent_id="a1")


def test_cursor_is_given_it_after_a_tool(told: Sandbox) -> None:
    asked = event(told, "cursor", "beforeSubmitPrompt", prompt=QUESTION)
    assert not context(fire(told, "cursor", asked))
    ran = event(told, "cursor", "postToolUse", tool_name="Read", tool_input={}, tool_use_id="1")
    assert "queue worker" in context(fire(told, "cursor", ran))
    assert not context(fire(told, "cursor", {**ran, "tool_use_id": "2"}))


def test_a_newer_prompt_takes_the_place_of_what_waits(told: Sandbox) -> None:
    asked = event(told, "cursor", "beforeSubmitPrompt", prompt=QUESTION)
    fire(told, "cursor", asked)
    fire(told, "cursor", {**asked, "generation_id": "g2", "prompt": "something else entirely"})
    ran = event(told, "cursor", "postToolUse", tool_name="Read", tool_input={}, tool_use_id="1")
    assert not context(fire(told, "cursor", ran))


def test_copilot_takes_no_context(told: Sandbox) -> None:
    for more in ({"source": "new", "initialPrompt": QUESTION}, {"prompt": QUESTION}):
        done = fire(told, "copilot", event(told, "copilot", "", **more))
        assert (done.code, done.out) == (0, b"")


def test_without_trust_one_line_speaks_of_the_team_memory(told: Sandbox) -> None:
    configure(told, "")
    for record in Path(told.env["TEAMMEM_HOME"]).glob("projects/*/project.yaml"):
        record.unlink()
    text = start(told)
    assert "uploads" not in text.lower()
    assert text.count("not trusted") == 1
    assert not prompt(told)


def test_recall_can_be_switched_off(told: Sandbox) -> None:
    configure(told, "agents:\n  recall: 'off'\n")
    assert start(told)
    assert not prompt(told)


def test_a_broken_setting_is_silence_and_a_line_in_the_log(told: Sandbox) -> None:
    configure(told, "agents: [\n")
    assert not prompt(told)
    log = Path(told.env["TEAMMEM_HOME"], "state/agents.log").read_text()
    assert "claude UserPromptSubmit nothing served: ConfigError at teammem" in log


def test_a_team_memory_with_a_credential_is_not_shown(told: Sandbox) -> None:
    secret = fake.github()
    told.commit({".teammem/uploads.md": fake.memory(f"Uploads work with {secret}.", "uploads")})
    for text in (start(told), prompt(told)):
        assert secret not in text
    assert not prompt(told, prompt_id="9")


def test_a_session_has_a_budget(told: Sandbox) -> None:
    from teammem.agents.context import SESSION_BUDGET

    start(told)
    (file,) = Path(told.env["TEAMMEM_HOME"]).glob("state/sessions/*.json")
    kept = json.loads(file.read_text())
    file.write_text(json.dumps({**kept, "spent": SESSION_BUDGET - 1_000}))
    assert not prompt(told, prompt_id="1")
    start(told, source="compact")
    assert prompt(told, prompt_id="2")


def test_tools_in_use_silence_what_restates_them(told: Sandbox) -> None:
    note = fake.memory("The usage of uploadctl: uploadctl accepts a path and flags.", "uploadctl")
    told.commit({".teammem/uploadctl.md": note})
    question = "what is the usage of uploadctl flags?"
    assert "uploadctl" in prompt(told, question, session_id="other", prompt_id="1")
    ran = event(told, "claude", "PostToolUse", tool_name="uploadctl", tool_use_id="1")
    fire(told, "claude", ran)
    assert "uploadctl" not in prompt(told, question, prompt_id="2")


def test_receiving_is_started_where_the_user_asks_for_it(
    told: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    from teammem.agents import main
    from teammem.git import run

    for name, value in told.env.items():
        monkeypatch.setenv(name, value)
    started: list[tuple[str, ...]] = []
    monkeypatch.setattr(run, "detached", lambda *args: started.append(args))
    for settings, count in (("", 0), ("agents:\n  receive: true\n", 1)):
        configure(told, settings)
        fields = event(told, "claude", "SessionStart", source=f"startup {count}")
        assert main.respond(json.dumps(fields).encode(), "claude") is not None
        assert len(started) == count
    assert started == [(str(told.path), "sync", "--receive-only", "--budget", "15")]


def test_teammems_own_children_are_served_nothing_and_still_guarded(told: Sandbox) -> None:
    env = {"TEAMMEM_NESTED": "1"}
    fields = event(told, "claude", "UserPromptSubmit", prompt=QUESTION)
    assert not context(fire(told, "claude", fields, env))
    given = {"file_path": ".teammem/pinned/a.md", "content": "x"}
    fields = event(told, "claude", "PreToolUse", tool_name="Write", tool_input=given)
    assert verdict(fire(told, "claude", fields, env))[0] == "deny"


@pytest.mark.parametrize(
    ("name", "speaks"),
    [
        ("claude/SessionStart", True),
        ("claude/UserPromptSubmit", True),
        ("codex/SessionStart", True),
        ("codex/SessionStart-after-compact", True),
        ("codex/UserPromptSubmit", True),
        ("cursor/beforeSubmitPrompt", False),
        ("cursor/sessionStart", True),
        ("gemini/BeforeAgent", True),
        ("gemini/BeforeAgent-headless-with-start-context", True),
        ("gemini/PreCompress", False),
        ("gemini/SessionStart", True),
        ("qwen/SessionStart", True),
        ("qwen/UserPromptSubmit", True),
        ("qwen/UserPromptSubmit-tool-continuation", False),
        ("qwen/Stop", False),
    ],
)
def test_samples_that_take_context(told: Sandbox, name: str, speaks: bool) -> None:
    text = shared("samples", "hooks", f"{name}.json").read_text()
    done = fire(
        told, name.partition("/")[0], text.replace("/home/dev/acorn", str(told.path)).encode()
    )
    assert ("uploads" in context(done)) == speaks
