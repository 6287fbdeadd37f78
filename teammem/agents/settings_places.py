"""Where each coding agent keeps its settings, and what its hook entries look like.

One row an agent, keyed by the names of `table`. Sources: each vendor's page about hooks,
MCP and skills; for Qwen Code, Gemini CLI and Codex also the programs (docs/guide/agents.md).
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from teammem import environ
from teammem.agents.table import AGENTS
from teammem.errors import ConfigError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

USER = "user"
PROJECT = "project"
SCOPES = (USER, PROJECT)

# Seconds. A guard reads and scans one file, a start may wait for a cold disk, the others answer
# from a warm cache in a fraction of one.
_GUARD, _START, _OTHER = 10, 20, 5


class Event(NamedTuple):
    """One event that a hook is registered for.

    Attributes:
        name: the agent's own name of it.
        seconds: how long the hook may take.
        matcher: which tools it is for, in the agent's own form; "" for all.
        guard: whether the hook may refuse there, so that its own failure should refuse too.
    """

    name: str
    seconds: int = _OTHER
    matcher: str = ""
    guard: bool = False


class Files(NamedTuple):
    """The files of one agent in one scope: hook entries, MCP entry, skill."""

    hooks: Path
    mcp: Path
    skill: Path


class Place(NamedTuple):
    """One agent.

    Attributes:
        name: the word for it on the command line, as in `table`.
        programs: its commands, by which it is found on a machine.
        folder: its settings folder below the home directory and below a repository's top.
        moved: the variable that names another folder for the user's settings, "" where none does.
        hooks, mcp, skill: paths in the user scope, `{folder}` being the settings folder, `{base}`
            the home directory, `{beside}` the latter unless the folder is moved.
        project_hooks, project_mcp, project_skill: the same in a repository; "" = alike.
        servers: key of the MCP servers.
        events: what is registered.
        unit: its timeouts are this many to the second.
        flat: whether handlers stand in the event's list themselves, not in groups with a matcher.
        named: whether a handler has a name to show.
        closed: members of a handler that make its failure a refusal.
        version: the value of `version` that its file has to have, 0 for none.
        todo: what a person must still do, by scope.
    """

    name: str
    programs: tuple[str, ...]
    folder: str
    hooks: str
    mcp: str
    skill: str
    events: tuple[Event, ...]
    todo: dict[str, tuple[str, ...]]
    moved: str = ""
    project_mcp: str = ""
    servers: str = "mcpServers"
    unit: int = 1
    flat: bool = False
    named: bool = False
    closed: Mapping[str, Any] = MappingProxyType({})
    version: int = 0

    @property
    def title(self) -> str:
        """Its name for people."""
        return AGENTS[self.name].title

    def base(self, scope: str, top: Path | None) -> Path:
        """Return the directory that a scope's files lie below.

        Raises:
            UsageError: the project scope without a repository.
            ConfigError: the user scope without a home directory.
        """
        if scope == USER:
            return home()
        if top is None:
            raise UsageError("the project scope needs a repository", "go into one, or leave it out")
        return top

    def files(self, scope: str, base: Path) -> Files:
        """Return the files of a scope."""
        told = environ.get(self.moved) if scope == USER and self.moved else ""
        folder = Path(told).expanduser() if told else base / self.folder
        places = {"folder": folder, "base": base, "beside": folder if told else base}
        mcp = self.project_mcp if scope == PROJECT and self.project_mcp else self.mcp
        return Files(*(Path(text.format(**places)) for text in (self.hooks, mcp, self.skill)))

    def found(self) -> str:
        """Return what shows that the agent is on this machine; "" where nothing does."""
        import shutil

        for program in self.programs:
            path = shutil.which(program, path=environ.get("PATH", os.defpath))
            if path:
                return path
        try:
            folder = self.files(USER, home()).hooks.parent
        except ConfigError:
            return ""
        return str(folder) if folder.is_dir() else ""


def home() -> Path:
    """Return the user's home directory.

    Raises:
        ConfigError: there is none, or HOME is not an absolute path.
    """
    told = environ.get("HOME")
    if not told:
        import pwd

        try:
            told = pwd.getpwuid(os.getuid()).pw_dir
        except KeyError:
            told = ""
    if not Path(told).is_absolute():
        raise ConfigError(
            "there is no home directory to install into",
            "set HOME to an absolute directory, or use --scope project",
            "no-home",
        )
    return Path(told)


def find(name: str) -> Place:
    """Return an agent's row.

    Raises:
        UsageError: there is none of that name; the nearest is named.
    """
    if name in PLACES:
        return PLACES[name]
    if name in MCP_ONLY:
        raise UsageError(
            f"teammem has no hooks for {MCP_ONLY[name]}", "its MCP server works: docs/guide/mcp.md"
        )
    near = difflib.get_close_matches(name.lower(), [*PLACES, *_ALIASES], 1)
    word = _ALIASES.get(near[0], near[0]) if near else ""
    known = f"did you mean {word}?" if near else f"known: {', '.join(PLACES)}"
    raise UsageError(f"unknown agent {name!r}", known, "unknown-agent")


def _alike(*tools: str, compact: bool = True, failure: bool = True) -> tuple[Event, ...]:
    """Return the events of Claude Code and of those that took them over.

    Tools of MCP servers are judged too: one of them may write files.
    """
    events = [
        Event("SessionStart", _START),
        Event("UserPromptSubmit"),
        Event("SubagentStart"),
        Event("PreToolUse", _GUARD, f"^({'|'.join(tools)}|mcp__.*)$", guard=True),
        Event("PostToolUse", _GUARD),
    ]
    if failure:
        events.append(Event("PostToolUseFailure"))
    if compact:
        events.append(Event("PreCompact"))
    return tuple(events)


_TRUST = "in each clone whose team memory agents may read: teammem trust (`init` has done it)"

CLAUDE = Place(
    name="claude",
    programs=("claude",),
    folder=".claude",
    moved="CLAUDE_CONFIG_DIR",
    hooks="{folder}/settings.json",
    mcp="{beside}/.claude.json",
    project_mcp="{base}/.mcp.json",
    skill="{folder}/skills/teammem/SKILL.md",
    events=_alike("Write", "Edit", "MultiEdit", "NotebookEdit", "Bash"),
    closed={"onFailure": "block"},
    todo={
        USER: ("start Claude Code again; `/hooks` and `/mcp` there show what is active", _TRUST),
        PROJECT: (
            "commit the files",
            "everybody starts Claude Code again, trusts the folder and approves the MCP server",
            _TRUST,
        ),
    },
)
QWEN = Place(
    name="qwen",
    programs=("qwen",),
    folder=".qwen",
    hooks="{folder}/settings.json",
    mcp="{folder}/settings.json",
    skill="{folder}/skills/teammem/SKILL.md",
    events=_alike("write_file", "edit", "notebook_edit", "run_shell_command"),
    unit=1000,
    named=True,
    todo={
        USER: ("start Qwen Code again; `/hooks` there shows what is active", _TRUST),
        PROJECT: (
            "commit the files",
            "everybody trusts the folder in Qwen Code (`/trust`) and starts it again",
            _TRUST,
        ),
    },
)
# No PreCompress: it comes before every request of the model, whether anything is compressed or not.
GEMINI = Place(
    name="gemini",
    programs=("gemini",),
    folder=".gemini",
    hooks="{folder}/settings.json",
    mcp="{folder}/settings.json",
    skill="{folder}/skills/teammem/SKILL.md",
    events=(
        Event("SessionStart", _START),
        Event("BeforeAgent"),
        Event("BeforeTool", _GUARD, "^(write_file|replace|run_shell_command|mcp_.*)$", guard=True),
        Event("AfterTool", _GUARD),
    ),
    unit=1000,
    named=True,
    todo={
        USER: ("start Gemini CLI again; `/hooks panel` there shows what is active", _TRUST),
        PROJECT: (
            "commit the files",
            "everybody trusts the folder in Gemini CLI (`/permissions`) and starts it again",
            _TRUST,
        ),
    },
)
# Codex matches its shell as `Bash`, whatever the tool is called. It tells of no failed tool.
CODEX = Place(
    name="codex",
    programs=("codex",),
    folder=".codex",
    moved="CODEX_HOME",
    hooks="{folder}/hooks.json",
    mcp="{folder}/config.toml",
    skill="{base}/.agents/skills/teammem/SKILL.md",
    servers="mcp_servers",
    events=_alike("apply_patch", "Bash", failure=False),
    todo={
        USER: (
            "in Codex: `/hooks`, and trust the hooks of teammem; it silently runs no others",
            "`teammem doctor` shows whether they are trusted",
            _TRUST,
        ),
        PROJECT: (
            "commit the files",
            "everybody trusts the project in Codex and, with `/hooks`, the hooks of teammem",
            "Codex silently runs no others; `teammem doctor` shows whether they are trusted",
            _TRUST,
        ),
    },
)
# Shell commands come by an event of their own, the only one at which Cursor can ask its user.
CURSOR = Place(
    name="cursor",
    programs=("cursor", "cursor-agent"),
    folder=".cursor",
    hooks="{folder}/hooks.json",
    mcp="{folder}/mcp.json",
    skill="{folder}/skills/teammem/SKILL.md",
    events=(
        Event("sessionStart", _START),
        Event("beforeSubmitPrompt"),
        Event("preToolUse", _GUARD, "Write|StrReplace|Edit|Delete|MCP:*", guard=True),
        Event("beforeShellExecution", _GUARD, guard=True),
        Event("postToolUse", _GUARD),
        Event("preCompact"),
    ),
    flat=True,
    closed={"failClosed": True},
    version=1,
    todo={
        USER: ("restart Cursor, and switch the MCP server `teammem` on in its settings", _TRUST),
        PROJECT: (
            "commit the files",
            "everybody trusts the workspace in Cursor, restarts it and switches the MCP server on",
            _TRUST,
        ),
    },
)

PLACES = {row.name: row for row in (CLAUDE, QWEN, GEMINI, CODEX, CURSOR)}

# Their hooks take no context or are no commands; what they can use is the MCP server.
MCP_ONLY = {
    "opencode": "opencode",
    "copilot": "GitHub Copilot",
    "windsurf": "Windsurf",
    "goose": "Goose",
}
_ALIASES = {
    "claude-code": "claude",
    "claudecode": "claude",
    "qwen-code": "qwen",
    "gemini-cli": "gemini",
    "cursor-agent": "cursor",
}
