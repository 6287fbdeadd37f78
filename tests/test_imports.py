"""What a hook imports: nothing that it does not need."""

from __future__ import annotations

import json
import sys

import pytest

from tests.support import fake
from tests.support.sandbox import Sandbox

_HEAVY = (
    "asyncio",
    "click",
    "dataclasses",
    "detect_secrets",
    "dulwich",
    "enum",
    "frontmatter",
    "inspect",
    "logging",
    "pathlib",
    "re",
    "requests",
    "subprocess",
    "tempfile",
    "typing",
    "yaml",
)


def modules(repo: Sandbox, *args: str, stdin: str = "") -> set[str]:
    """Run a role and return the top-level modules that it imported, beyond bare Python's."""
    code = (
        "import sys; before = set(sys.modules)\n"
        "from teammem.gate.main import main\n"
        f"main({list(args)!r})\n"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    # Without coverage's start-up file, which imports much.
    env = {"COVERAGE_PROCESS_START": "", "COVERAGE_PROCESS_CONFIG": ""}
    return set(
        repo.run(sys.executable, "-I", "-c", code, stdin=stdin, env=env).out.decode().split()
    )


@pytest.mark.parametrize("role", [["staged"], ["final", "x", "message"], ["message", "x"]])
def test_a_commit_that_touches_no_root(team: Sandbox, role: list[str]) -> None:
    team.write("src/b.py", "b = 1\n")
    team.git("add", "-A")
    assert not modules(team, *role) & set(_HEAVY)


@pytest.mark.parametrize("hook", ["post-merge", "post-rewrite"])
def test_a_merge_that_touches_no_root(team: Sandbox, hook: str) -> None:
    team.git("update-ref", "ORIG_HEAD", team.git("rev-parse", "HEAD"))
    team.commit({"src/b.py": "b = 1\n"})
    assert not modules(team, "changed", hook) & set(_HEAVY)


def test_a_scan_of_ordinary_notes(team: Sandbox) -> None:
    for number in range(10):
        team.write(f".teammem/{number}.md", fake.memory(f"note number {number}", f"n{number}"))
    team.git("add", "-A")
    assert not modules(team, "staged") & {
        "asyncio",
        "click",
        "detect_secrets",
        "dulwich",
        "frontmatter",
        "requests",
        "subprocess",
        "urllib3",
        "yaml",
    }


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Write", {"file_path": "src/a.py", "content": "x = 1\n"}),
        ("Edit", {"file_path": "src/a.py", "old_string": "a", "new_string": "b"}),
        ("Bash", {"command": "make test > /tmp/out && git status"}),
        ("apply_patch", {"command": "*** Begin Patch\n*** Add File: src/b\n+x\n*** End Patch"}),
        ("mcp__other__thing", {"where": ["src/a.py"], "what": "words and words"}),
    ],
)
def test_an_agents_call_outside_team_roots(team: Sandbox, tool: str, given: object) -> None:
    event = {"hook_event_name": "PreToolUse", "cwd": str(team.path), "session_id": "s"}
    call = json.dumps({**event, "tool_name": tool, "tool_input": given})
    found = modules(team, "agent", "claude", stdin=call)
    assert not found & {*_HEAVY, "json", "sqlite3", "platformdirs", "fcntl", "hashlib"}


def test_a_prompt_that_is_answered_from_kept_counts(team: Sandbox) -> None:
    team.git("remote", "add", "origin", "git@example.org:team/x.git")
    team.teammem("trust")
    team.write(".teammem/kelora.md", fake.memory("Why kelora restarts: its buffer is full.", "k"))
    event = {"hook_event_name": "UserPromptSubmit", "cwd": str(team.path)}
    asked = {**event, "session_id": "1", "prompt": "why does kelora restart"}
    found = team.gate("agent", "claude", stdin=json.dumps(asked))
    assert "buffer is full" in found.text  # and the counts are kept now
    imported = modules(team, "agent", "claude", stdin=json.dumps({**asked, "session_id": "2"}))
    light = {"pathlib", "re", "typing", "enum"}
    heavy = {*_HEAVY, "difflib", "platformdirs", "secrets"} - light
    assert imported & heavy == set()
