from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.agents.hooks import ASKS, BEFORE, configure, event, fire, tool, verdict
from tests.support import fake
from tests.support.sandbox import Sandbox
from tests.support.shared import shared

NOTE = fake.memory("Uploads go through the queue worker.", "uploads")
CANDIDATE = NOTE.replace("type: project", "type: project\nstatus: candidate")


def write(path: str, content: str = NOTE) -> dict[str, Any]:
    return {"file_path": path, "content": content}


def patch(*lines: str) -> dict[str, str]:
    return {"command": "\n".join(("*** Begin Patch", *lines, "*** End Patch", ""))}


# One call of each shape: tool, what it is given for a path and a text.
SHAPES: dict[str, Callable[[str, str], tuple[str, Any]]] = {
    "Write": lambda path, text: ("Write", {"file_path": path, "content": text}),
    "Edit": lambda path, text: (
        "Edit",
        {"file_path": path, "old_string": "plain text", "new_string": text},
    ),
    "Edit of what is not there": lambda path, text: (
        "Edit",
        {"file_path": path, "old_string": "nowhere", "new_string": text},
    ),
    "MultiEdit": lambda path, text: (
        "MultiEdit",
        {
            "file_path": path,
            "edits": [
                {"old_string": "plain", "new_string": "other"},
                {"old_string": "other text", "new_string": text},
            ],
        },
    ),
    "NotebookEdit": lambda path, text: (
        "NotebookEdit",
        {"notebook_path": path, "cell_id": "c", "new_source": text},
    ),
    "write_file": lambda path, text: ("write_file", {"file_path": path, "content": text}),
    "replace": lambda path, text: (
        "replace",
        {"file_path": path, "instruction": "x", "old_string": "plain text", "new_string": text},
    ),
    "edit": lambda path, text: (
        "edit",
        {"filePath": path, "oldString": "plain text", "newString": text},
    ),
    "create": lambda path, text: ("create", {"path": path, "file_text": text}),
    "StrReplace": lambda path, text: (
        "StrReplace",
        {"path": path, "old_str": "plain text", "new_str": text},
    ),
    "insert": lambda path, text: (
        "str_replace_based_edit_tool",
        {"command": "insert", "path": path, "insert_line": 1, "insert_text": text + "\n"},
    ),
    "apply_patch, added": lambda path, text: (
        "apply_patch",
        patch(f"*** Add File: {path}.new.md", *("+" + row for row in text.split("\n"))),
    ),
    "apply_patch, changed": lambda path, text: (
        "apply_patch",
        patch(
            f"*** Update File: {path}",
            "@@ # First",
            "-plain text",
            *("+" + row for row in text.split("\n")),
        ),
    ),
    "apply_patch, moved": lambda path, text: (
        "apply_patch",
        patch(
            "*** Update File: src/a.py",
            f"*** Move to: {path}.moved.md",
            "@@",
            "-a = 1",
            *("+" + row for row in text.split("\n")),
        ),
    ),
    "apply_patch in a list": lambda path, text: (
        "shell",
        {"command": ["apply_patch", patch(f"*** Add File: {path}", "+" + text)["command"]]},
    ),
    "an unknown tool": lambda path, text: (
        "mcp__files__put",
        {"target": {"where": path}, "lines": [{"n": 1, "text": text}]},
    ),
    "an unknown tool, file by name": lambda path, text: (
        "mcp__files__all",
        {"files": {path: text}},
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_credential_is_refused_in_every_shape(team: Sandbox, shape: str) -> None:
    secret = fake.github()
    place = ".teammem/first.md"
    name, given = SHAPES[shape](place, f"the token is {secret}")
    done = tool(team, name, given)
    kind, reason = verdict(done)
    assert (kind, "github" in reason) == ("deny", True)
    assert secret not in done.text
    name, given = SHAPES[shape](place, "the token is in the vault")
    assert verdict(tool(team, name, given))[0] == "ask"
    name, given = SHAPES[shape]("src/first.md", f"the token is {secret}")
    assert verdict(tool(team, name, given))[0] == "allow"


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_pinned_is_refused_in_every_shape(team: Sandbox, shape: str) -> None:
    name, given = SHAPES[shape](".teammem/pinned/first.md", "words")
    kind, reason = verdict(tool(team, name, given))
    assert (kind, "agent-pinned" in reason) == ("deny", True)
    name, given = SHAPES[shape]("pinned/first.md", "words")
    assert verdict(tool(team, name, given))[0] == "allow"


@pytest.mark.parametrize("agent", BEFORE)
@pytest.mark.parametrize(
    ("path", "content", "kind"),
    [
        (".teammem/a.md", f"token {fake.github(3)}", "deny"),
        (".teammem/pinned/a.md", "words", "deny"),
        (".teammem/a.md", "words", "ask"),
        ("src/a.md", "words", "allow"),
    ],
    ids=["secret", "pinned", "team", "outside"],
)
def test_every_agent_in_its_own_form(
    team: Sandbox, agent: str, path: str, content: str, kind: str
) -> None:
    done = tool(team, "Write", write(path, content), agent)
    wanted = "deny" if kind == "ask" and agent not in ASKS else kind
    assert verdict(done)[0] == wanted
    assert done.code == 0
    if agent == "codex" and done.out:
        said = json.loads(done.out)
        assert set(said) == {"hookSpecificOutput"}
        assert set(said["hookSpecificOutput"]) == {
            "hookEventName",
            "permissionDecision",
            "permissionDecisionReason",
        }


@pytest.mark.parametrize(
    ("setting", "content", "kind"),
    [
        ("off", CANDIDATE, "deny"),
        ("private", CANDIDATE, "ask"),
        ("team", CANDIDATE, "allow"),
        ("team", NOTE, "ask"),
        ("team", CANDIDATE.replace("candidate", "verified"), "ask"),
    ],
)
def test_the_setting_decides_over_the_team_tier(
    team: Sandbox, setting: str, content: str, kind: str
) -> None:
    configure(team, f"agents:\n  write: {setting}\n")
    assert verdict(tool(team, "Write", write(".teammem/new.md", content)))[0] == kind
    assert verdict(tool(team, "Write", write("src/new.md", content)))[0] == "allow"


def test_a_candidate_takes_no_plain_memorys_place(team: Sandbox) -> None:
    configure(team, "agents:\n  write: team\n")
    assert verdict(tool(team, "Write", write(".teammem/first.md", CANDIDATE)))[0] == "ask"
    team.write(".teammem/first.md", CANDIDATE)
    assert verdict(tool(team, "Write", write(".teammem/first.md", CANDIDATE)))[0] == "allow"


@pytest.mark.parametrize("name", ["allow/x-000000.yaml", "config.yaml", "pinned"])
def test_what_people_own_is_refused_whatever_is_set(team: Sandbox, name: str) -> None:
    configure(team, "agents:\n  write: team\n")
    assert verdict(tool(team, "Write", write(f".teammem/{name}", "x: 1\n")))[0] == "deny"


def test_a_tombstone_is_not_removed(team: Sandbox) -> None:
    gone = patch("*** Delete File: .teammem/tombstones/x-000000.yaml")
    assert verdict(tool(team, "apply_patch", gone))[0] == "deny"
    gone = patch("*** Delete File: .teammem/first.md")
    assert verdict(tool(team, "apply_patch", gone))[0] == "ask"
    gone = patch("*** Delete File: src/a.py")
    assert verdict(tool(team, "apply_patch", gone))[0] == "allow"


def test_what_was_forgotten_does_not_come_back(team: Sandbox) -> None:
    team.commit({".teammem/old.md": NOTE})
    assert team.teammem("forget", ".teammem/old.md", "--yes").code == 0
    kind, reason = verdict(tool(team, "Write", write(".teammem/again.md")))
    assert (kind, "revive" in reason) == ("deny", True)
    other = fake.memory("Downloads go another way.")
    assert verdict(tool(team, "Write", write(".teammem/again.md", other)))[0] == "ask"


@pytest.mark.parametrize(
    "path",
    [
        ".teammem/../.teammem/pinned/a.md",
        "src/../.teammem/pinned/a.md",
        ".TeamMem/Pinned/a.md",
        ".teammem./pinned /a.md",
        "TEAMME~1/pinned/a.md",
        "\u200b.teammem/pin\u200bned/a.md",
        ".teammem\\pinned\\a.md",
        "\\\\server\\share\\.teammem\\pinned\\a.md",
        "C:\\repo\\.teammem\\pinned\\a.md",
        "file:///somewhere/.teammem/pinned/a.md",
        ".teammem/pinned/a\0.md",
        "src\0/../.teammem/pinned/a.md",
        "link/pinned/a.md",
        "into/a.md",
        "link/sub/../pinned/a.md",
        ".qwen/team-memory/pinned/a.md",
        "services/api/.teammem/pinned/a.md",
    ],
)
def test_hostile_spellings_of_a_path(team: Sandbox, path: str) -> None:
    team.write(".teammem/pinned/here.md", "x")
    (team.path / "link").symlink_to(".teammem")
    (team.path / "into").symlink_to(".teammem/pinned")
    assert verdict(tool(team, "Write", write(path, "words")))[0] == "deny"


@pytest.mark.parametrize("path", ["teammem/pinned/a.md", ".teammem.txt", "src/pinned/a.md", "~/x"])
def test_like_a_root_and_none(team: Sandbox, path: str) -> None:
    assert verdict(tool(team, "Write", write(path, "words")))[0] == "allow"


def test_a_root_seen_from_inside(team: Sandbox) -> None:
    inside = str(team.path / ".teammem")
    assert verdict(tool(team, "Write", write("pinned/a.md", "x"), cwd=inside))[0] == "deny"
    assert verdict(tool(team, "Write", write("../src/a.md", "x"), cwd=inside))[0] == "allow"


def test_reading_is_free(team: Sandbox) -> None:
    for name in ("Read", "read_file", "Grep", "mcp__files__read_file"):
        done = tool(team, name, {"file_path": ".teammem/pinned/a.md", "path": ".teammem"})
        assert verdict(done)[0] == "allow"


def test_our_own_server_has_the_guard_inside(team: Sandbox) -> None:
    given = {"path": ".teammem/pinned/a.md", "text": "words"}
    assert verdict(tool(team, "mcp__teammem__remember", given))[0] == "allow"
    assert verdict(tool(team, "mcp__other__remember", given))[0] == "deny"


def test_private_roots_have_pins_too(team: Sandbox) -> None:
    home = Path(team.env["TEAMMEM_HOME"])
    (home / "user").mkdir(parents=True)
    for name, kind in (
        ("user/pinned/a.md", "deny"),
        ("config.yaml", "deny"),
        ("projects/x-00000000/project.yaml", "deny"),
        ("user/a.md", "allow"),
        ("projects/x-00000000/memories/a.md", "allow"),
    ):
        assert verdict(tool(team, "Write", write(str(home / name))))[0] == kind, name
    configure(team, "agents:\n  write: 'off'\n")
    assert verdict(tool(team, "Write", write(str(home / "user/a.md"))))[0] == "deny"


@pytest.mark.parametrize(
    "command",
    [
        "printf x > .teammem/pinned/a.md",
        "printf x >> '.teammem'/pinned/a.md",
        'cat a >|".teammem/pinned/a.md"',
        "printf x | tee -a .teammem/pinned/a.md",
        "cd .teammem && printf x >pinned/a.md",
        "cp /tmp/a .teammem/pinned/",
        "mv .teammem/pinned/a.md /tmp",
        "rm -rf .teammem/pinned",
        "rm -rf .team*/pinned",
        "A=1 sudo rm .teammem/pinned/a.md",
        "sed -i s/a/b/ .teammem/pinned/a.md",
        "git checkout -- .teammem/pinned/a.md",
        "git -C . rm .teammem/pinned/a.md",
        "dd of=.teammem/pinned/a.md",
        "python3 -c \"open('.teammem/pinned/a.md','w').write('x')\"",
        "python3 - <<'E'\nopen('.teammem/pinned/a.md', 'w')\nE",
        "bash -c 'echo x > .teammem/pinned/a.md'",
        "find .teammem/pinned -delete",
        "x=$(rm .teammem/pinned/a.md)",
        ".\\run; del .teammem\\pinned\\a.md",
        "cat > .team''mem/pin\\ned/a.md <<E\nx\nE",
        "true && rm \\\n .teammem/pinned/a.md",
    ],
)
def test_a_command_that_writes_what_is_pinned(team: Sandbox, command: str) -> None:
    assert verdict(tool(team, "Bash", {"command": command}))[0] == "deny"
    other = command.replace("pinned", "notes").replace("pin\\ned", "notes")
    assert verdict(tool(team, "Bash", {"command": other}))[0] == "ask"
    outside = other
    for name in (".teammem", ".team''mem", "'.teammem'", ".team*"):
        outside = outside.replace(name, "docs")
    assert verdict(tool(team, "Bash", {"command": outside}))[0] == "allow"


@pytest.mark.parametrize(
    "command",
    [
        "cat .teammem/pinned/a.md",
        "ls -la .teammem > /dev/null",
        "grep -rn upload .teammem 2>&1 | head",
        "cp .teammem/pinned/a.md /tmp/a.md",
        "git add .teammem && git commit -m 'pin it'",
        "git diff -- .teammem/pinned",
        "teammem edit .teammem/first.md",
        "python3 tools/check.py .teammem",
        "cat .teammem/first.md > /tmp/out",
    ],
)
def test_a_command_that_only_reads(team: Sandbox, command: str) -> None:
    assert verdict(tool(team, "Bash", {"command": command}))[0] == "allow"


def test_a_credential_in_a_command(team: Sandbox) -> None:
    secret = fake.github()
    done = tool(team, "run_shell_command", {"command": f"echo {secret} > .teammem/a.md"}, "gemini")
    assert verdict(done)[0] == "deny"
    assert secret not in done.text
    done = tool(team, "run_shell_command", {"command": f"echo {secret} > a.md"}, "gemini")
    assert verdict(done)[0] == "allow"


def test_an_allow_entry_of_head_excepts(team: Sandbox) -> None:
    text = fake.memory(f"the bot is {fake.slack()}")
    team.write(".teammem/bot.md", text)
    found = team.teammem("guard", "files", ".teammem/bot.md", "--json")
    assert verdict(tool(team, "Write", write(".teammem/bot.md", text)))[0] == "deny"
    team.git("add", "-A")
    report = team.teammem("guard", "staged", "--json")
    number = json.loads(report.out)["data"]["findings"][0]["id"]
    allowed = team.teammem("allow", number, "--reason", "an example")
    assert allowed.code == 0, (allowed.text, found.text)
    team.commit(message="allowed")
    assert verdict(tool(team, "Write", write(".teammem/bot.md", text)))[0] == "ask"


def test_broken_settings_refuse_a_write_and_nothing_else(team: Sandbox) -> None:
    configure(team, "agents: [\n")
    assert verdict(tool(team, "Write", write(".teammem/a.md")))[0] == "deny"
    assert verdict(tool(team, "Write", write("src/a.md")))[0] == "allow"


def test_a_folder_that_is_no_repository(tmp_path: Path, environment: dict[str, str]) -> None:
    plain = Sandbox(tmp_path / "plain", environment)
    plain.path.mkdir()
    assert verdict(tool(plain, "Write", write(".teammem/a.md")))[0] == "ask"
    assert verdict(tool(plain, "Write", write(".teammem/pinned/a.md")))[0] == "deny"


SAMPLES = sorted(
    f"{agent}/{name}"
    for agent, names in {
        "claude": "PostToolUse PreCompact PreToolUse-Bash PreToolUse-Edit PreToolUse-NotebookEdit "
        "PreToolUse-Write PreToolUse-Write-subagent SessionEnd SessionStart Stop SubagentStop "
        "UserPromptSubmit",
        "codex": "PostToolUse PreCompact PreToolUse-Bash PreToolUse-apply_patch SessionEnd "
        "SessionStart SessionStart-after-compact Stop SubagentStop UserPromptSubmit",
        "copilot": "PreToolUse-vscode-form agentStop preToolUse-create "
        "preToolUse-older-string-args",
        "cursor": "afterFileEdit beforeShellExecution beforeSubmitPrompt "
        "preToolUse-Write-unverified sessionStart stop",
        "gemini": "AfterAgent AfterTool BeforeAgent BeforeAgent-headless-with-start-context "
        "BeforeTool-replace BeforeTool-run_shell_command BeforeTool-write_file PreCompress "
        "SessionEnd SessionStart",
        "qwen": "PostToolUse PreCompact PreToolUse-edit PreToolUse-run_shell_command "
        "PreToolUse-write_file SessionEnd SessionStart Stop SubagentStop UserPromptSubmit "
        "UserPromptSubmit-tool-continuation",
    }.items()
    for name in names.split()
)


# What each sample of a call before a tool is answered with, where `.teammem/memory/` is a folder
# of the team root like any other.
_WAITS = ("PreToolUse", "preToolUse", "BeforeTool", "beforeShellExecution")
_OUTSIDE = ("claude/PreToolUse-NotebookEdit", "copilot/PreToolUse-vscode-form")


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample(team: Sandbox, name: str) -> None:
    text = (
        shared("samples", "hooks", f"{name}.json")
        .read_text()
        .replace("/home/dev/acorn", str(team.path))
    )
    done = fire(team, name.partition("/")[0], text.encode())
    assert done.code == 0
    assert not done.err
    waits = name.partition("/")[2].startswith(_WAITS)
    kind = verdict(done)[0]
    assert (kind in ("ask", "deny")) == (waits and name not in _OUTSIDE)
    pinned = text.replace(".teammem/memory/pinned", "src").replace(".teammem/memory", "src")
    assert verdict(fire(team, name.partition("/")[0], pinned.encode()))[0] == "allow"


def test_an_event_without_its_name_is_one_that_waits(team: Sandbox) -> None:
    given = {
        "tool_name": "Write",
        "tool_input": write(".teammem/pinned/a.md"),
        "cwd": str(team.path),
    }
    assert verdict(fire(team, "claude", given))[0] == "deny"
    assert verdict(fire(team, "gemini", given))[0] == "deny"
    after = event(team, "claude", "PostToolUse", **given)
    assert verdict(fire(team, "claude", after))[0] == "allow"
