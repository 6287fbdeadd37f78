"""`teammem install` and `teammem uninstall`, as people type them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.support import fake
from tests.support.sandbox import BIN, Done, Sandbox


def data(done: Done) -> Any:
    return json.loads(done.out)["data"]


def home(repo: Sandbox) -> Path:
    return Path(repo.env["HOME"])


def test_bare_it_lists_the_agents_and_names_init(repo: Sandbox) -> None:
    (home(repo) / ".gemini").mkdir()
    repo.teammem("install", "gemini", "--scope", "project")
    done = repo.teammem("install")
    assert (done.code, "git's hooks" in done.text, "teammem init" in done.text) == (0, True, True)
    rows = {row["agent"]: row for row in data(repo.teammem("install", "--json"))}
    assert list(rows) == ["claude", "qwen", "gemini", "codex", "cursor"]
    assert rows["gemini"]["installed"] == ["project"]
    assert rows["gemini"]["found"] == str(home(repo) / ".gemini")
    assert rows["qwen"]["installed"] == []


def test_outside_of_a_repository(repo: Sandbox, tmp_path: Path) -> None:
    outside = Sandbox(tmp_path / "outside", repo.env)
    outside.path.mkdir()
    assert outside.teammem("install").code == 0
    assert outside.teammem("install", "claude").code == 0
    refused = outside.teammem("install", "claude", "--scope", "project")
    assert (refused.code, "needs a repository" in refused.text) == (2, True)


def test_it_ends_with_what_a_person_must_still_do(repo: Sandbox) -> None:
    done = repo.teammem("install", "codex")
    assert (done.code, "still to do:" in done.text, "/hooks" in done.text) == (0, True, True)
    assert f"{BIN}/teammem-hook agent codex" in (home(repo) / ".codex/hooks.json").read_text()
    again = repo.teammem("install", "codex")
    assert again.text == "nothing to change for Codex (user scope)\n"
    for row in data(repo.teammem("install", "codex", "--scope", "project", "--json"))["todo"]:
        assert row
    text = (repo.path / ".codex/hooks.json").read_text()
    assert ("exec teammem-hook agent codex" in text, str(BIN) in text) == (True, False)


def test_uninstall_names_the_other_scope(repo: Sandbox) -> None:
    repo.teammem("install", "qwen", "--scope", "project")
    done = repo.teammem("uninstall", "qwen")
    assert (done.code, "--scope project" in done.text) == (0, True)
    assert "removed" in repo.teammem("uninstall", "qwen", "--scope", "project").text
    assert repo.git("status", "--porcelain", "-uall") == ""


def test_a_dry_run_is_a_diff_that_shows_no_credential(repo: Sandbox) -> None:
    token = fake.github()
    path = home(repo) / ".gemini/settings.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"env": {"TOKEN": token}}, indent=2))
    done = repo.teammem("install", "gemini", "--dry-run")
    assert (done.code, token in done.text, "not shown" in done.text) == (0, False, True)
    assert f"--- {path}\n+++ {path}\n" in done.text
    assert '+      "command": ' in done.text
    assert token not in repo.teammem("install", "gemini", "--dry-run", "--json").text
    assert token in path.read_text()


def test_errors_name_file_line_and_the_way_out(repo: Sandbox) -> None:
    path = home(repo) / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text('{\n  "model": "x"\n  "a": 1\n}\n')
    done = repo.teammem("install", "claude")
    assert (done.code, f"{path}:3: " in done.text, "run this again" in done.text) == (5, True, True)
    listed = repo.teammem("install")
    assert listed.code == 0
    path.write_text('{\n  "model": "x",\n  "a": 1\n}\n')
    assert repo.teammem("install", "claude").code == 0
    path.write_text('{\n  "teammem-hook" 1\n}\n')
    assert f"warning: {path}:2: " in repo.teammem("install").text


def test_an_unknown_agent(repo: Sandbox) -> None:
    done = repo.teammem("install", "clade", "--json")
    error = json.loads(done.out)["error"]
    assert (done.code, error["code"], "claude" in error["hint"]) == (2, "unknown-agent", True)
    assert repo.teammem("uninstall", "goose").code == 2


def test_what_was_installed_primes_and_refuses(team: Sandbox) -> None:
    team.teammem("trust")
    team.teammem("install", "claude")
    settings = json.loads((home(team) / ".claude/settings.json").read_text())

    def fire(event: str, **more: object) -> Done:
        (entry,) = settings["hooks"][event][0]["hooks"]
        payload = {"session_id": "s", "cwd": str(team.path), "hook_event_name": event, **more}
        return team.run("sh", "-c", entry["command"], stdin=json.dumps(payload))

    started = json.loads(fire("SessionStart", source="startup").out)["hookSpecificOutput"]
    assert "first" in started["additionalContext"]
    for path, text, decision in (
        (".teammem/new.md", fake.memory(f"log in with {fake.github()}"), "deny"),
        ("notes.md", "log in with the vault", ""),
    ):
        tool = {"file_path": str(team.path / path), "content": text}
        done = fire("PreToolUse", tool_name="Write", tool_input=tool, tool_use_id=path)
        output = json.loads(done.out)["hookSpecificOutput"] if done.out else {}
        assert output.get("permissionDecision", "") == decision
