"""Who is acting, and how that was told."""

from __future__ import annotations

import pytest

from teammem import actor, environ


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(environ.ACTOR, raising=False)
    for variable, _, _ in actor.AGENT_VARIABLES:
        monkeypatch.delenv(variable, raising=False)


def test_without_a_sign_a_person_acts() -> None:
    who = actor.current()
    assert (str(who), who.is_agent, who.source) == ("person", False, "default")


@pytest.mark.parametrize(("variable", "name", "_why"), actor.AGENT_VARIABLES)
def test_an_agents_own_variable(
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    name: str,
    _why: str,
) -> None:
    monkeypatch.setenv(variable, "1")
    who = actor.current()
    assert (str(who), who.source) == (f"agent/{name}", variable)


def test_cursors_trace_id_is_no_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CURSOR_TRACE_ID", "x")
    assert not actor.current().is_agent


def test_what_is_told_counts_before_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    monkeypatch.setenv(environ.ACTOR, "person")
    assert not actor.current("claude").is_agent
    monkeypatch.setenv(environ.ACTOR, " ")
    assert str(actor.current("hooked")) == "agent/hooked"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("person", "person"),
        ("agent", "agent"),
        ("agent/qwen", "agent/qwen"),
        ("somebot", "agent/somebot"),
        ("agent/a\nb\x1b", "agent/ab"),
    ],
)
def test_parsing(text: str, shown: str) -> None:
    assert str(actor.parse(text, "test")) == shown


def test_the_trailer_of_a_message() -> None:
    lines = ["subject", "", "teammem-actor: agent/codex"]
    assert str(actor.of_message(lines)) == "agent/codex"
    assert not actor.of_message(lines[:1]).is_agent
    person = "Teammem-Actor: person"
    assert str(actor.of_message([person, *lines])) == "agent/codex"
    assert str(actor.of_message([*lines, person])) == "agent/codex"
    assert actor.of_message([person]).source == "trailer"
