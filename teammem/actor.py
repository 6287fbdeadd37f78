"""Who is acting, a person or an agent, and how that was told.

Best effort beside the unconditional guard: it stops mistakes, not malice.
"""

from __future__ import annotations

from teammem import environ
from teammem.vocabulary import ACTOR_AGENT, ACTOR_PERSON, ACTOR_TRAILER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Variables that an agent sets in the commands it runs. Cursor's own terminal sets
# CURSOR_TRACE_ID for people too, so only CURSOR_AGENT counts.
AGENT_VARIABLES = (
    ("CLAUDECODE", "claude", "Claude Code: set to 1 in its shell"),
    ("QWEN_CODE", "qwen", "Qwen Code: set to 1 in its shell"),
    ("GEMINI_CLI", "gemini", "Gemini CLI: set to 1 in its shell"),
    ("CODEX_SANDBOX", "codex", "Codex: names the sandbox that its commands run in"),
    ("CODEX_THREAD_ID", "codex", "Codex: set in its shell"),
    ("CURSOR_AGENT", "cursor", "Cursor: set to 1 in its agent's shell"),
    ("OPENCODE", "opencode", "opencode: set to 1 in its shell"),
    ("GOOSE_TERMINAL", "goose", "Goose: set to 1 in its shell"),
)


class Actor:
    """A person, or an agent with its name, and how that was told.

    Attributes:
        kind: `person` or `agent`.
        name: the agent's name, empty for a person.
        source: the variable, entry point or default that decided.
    """

    __slots__ = ("kind", "name", "source")

    def __init__(self, kind: str, name: str = "", source: str = "default") -> None:
        self.kind = kind
        self.name = name
        self.source = source

    @property
    def is_agent(self) -> bool:
        """Whether the rules for agents apply."""
        return self.kind == ACTOR_AGENT

    def __str__(self) -> str:
        return f"{self.kind}/{self.name}" if self.name else self.kind


def parse(text: str, source: str) -> Actor:
    """Read `person`, `agent` or `agent/<name>`; anything else is an agent of that name."""
    cleaned = "".join(c for c in text.strip() if c.isprintable())[:80]
    if cleaned == ACTOR_PERSON:
        return Actor(ACTOR_PERSON, "", source)
    kind, _, name = cleaned.partition("/")
    return Actor(ACTOR_AGENT, name if kind == ACTOR_AGENT else cleaned, source)


def current(entry: str = "") -> Actor:
    """Return who is acting in this process.

    Args:
        entry: the agent's name when an agent's hook or the MCP server is the entry point.
    """
    told = environ.get(environ.ACTOR)
    if told.strip():
        return parse(told, environ.ACTOR)
    if entry:
        return Actor(ACTOR_AGENT, entry, "entry point")
    for variable, name, _ in AGENT_VARIABLES:
        if environ.get(variable):
            return Actor(ACTOR_AGENT, name, variable)
    return Actor(ACTOR_PERSON)


def of_message(lines: Iterable[str]) -> Actor:
    """Return the actor that a commit message's trailer names; a person where there is none.

    An agent counts wherever a line names one: a squashed message may hold several trailers, and a
    person's above it takes nothing back.
    """
    prefix = ACTOR_TRAILER.lower() + ":"
    found = Actor(ACTOR_PERSON, "", "no trailer")
    for line in lines:
        if line.lower().startswith(prefix):
            found = parse(line[len(prefix) :], "trailer")
            if found.is_agent:
                break
    return found
