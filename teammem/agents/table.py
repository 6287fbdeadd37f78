"""The coding agents, one row each: what their hooks are called, and what an answer may say.

Sources: each vendor's page about hooks; for Qwen Code, Gemini CLI and Codex also the programs
themselves (docs/agents has the versions). A hook starts with this module, so it imports nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

# The moments of a session, whatever an agent calls them.
START = "start"
PROMPT = "prompt"
BEFORE = "before"
AFTER = "after"
COMPACT = "compact"
OTHER = "other"

# Forms of an answer (`render`).
OBJECT = "object"
GEMINI = "gemini"
CURSOR = "cursor"
COPILOT = "copilot"


class Row:
    """One agent.

    Attributes:
        name: the word that people and hooks use for it.
        title: its name.
        events: its name of an event to our moment; what is not there is OTHER.
        form: how an answer is written.
        asks: events on which it can put the question to its user.
        takes_context: events whose answer may bring text into the conversation.
        judged_after: events after which a reason reaches the model.
    """

    __slots__ = ("asks", "events", "form", "judged_after", "name", "takes_context", "title")

    def __init__(
        self,
        name: str,
        title: str,
        events: Mapping[str, str],
        form: str,
        *,
        asks: Collection[str] = (),
        takes_context: Collection[str] = (),
        judged_after: Collection[str] = (),
    ) -> None:
        self.name = name
        self.title = title
        self.events = events
        self.form = form
        self.asks = asks
        self.takes_context = takes_context
        self.judged_after = judged_after


_CLAUDE_EVENTS = {
    "SessionStart": START,
    "UserPromptSubmit": PROMPT,
    "SubagentStart": PROMPT,
    "PreToolUse": BEFORE,
    "PostToolUse": AFTER,
    "PostToolUseFailure": AFTER,
    "PreCompact": COMPACT,
}
_CLAUDE_CONTEXT = ("SessionStart", "UserPromptSubmit", "SubagentStart", "PostToolUse")

CLAUDE = Row(
    "claude",
    "Claude Code",
    _CLAUDE_EVENTS,
    OBJECT,
    asks=("PreToolUse",),
    takes_context=_CLAUDE_CONTEXT,
    judged_after=("PostToolUse",),
)
QWEN = Row(
    "qwen",
    "Qwen Code",
    _CLAUDE_EVENTS,
    OBJECT,
    asks=("PreToolUse",),
    takes_context=_CLAUDE_CONTEXT,
    judged_after=("PostToolUse",),
)
# Compresses silently: its PreCompress comes before every request, so it marks nothing.
GEMINI_CLI = Row(
    "gemini",
    "Gemini CLI",
    {
        "SessionStart": START,
        "BeforeAgent": PROMPT,
        "BeforeTool": BEFORE,
        "AfterTool": AFTER,
    },
    GEMINI,
    takes_context=("SessionStart", "BeforeAgent", "AfterTool"),
    judged_after=("AfterTool",),
)
# Takes an answer with `ask` for invalid, and an invalid answer for consent.
CODEX = Row(
    "codex",
    "Codex",
    _CLAUDE_EVENTS,
    OBJECT,
    takes_context=_CLAUDE_CONTEXT,
    judged_after=("PostToolUse",),
)
CURSOR_EDITOR = Row(
    "cursor",
    "Cursor",
    {
        "sessionStart": START,
        "beforeSubmitPrompt": PROMPT,
        "preToolUse": BEFORE,
        "beforeShellExecution": BEFORE,
        "postToolUse": AFTER,
        "preCompact": COMPACT,
    },
    CURSOR,
    asks=("beforeShellExecution",),
    takes_context=("sessionStart", "postToolUse"),
    judged_after=("postToolUse",),
)
COPILOT_CLI = Row(
    "copilot",
    "Copilot CLI",
    {
        "sessionStart": START,
        "userPromptSubmitted": PROMPT,
        "preToolUse": BEFORE,
        "postToolUse": AFTER,
    },
    COPILOT,
)
# Copilot's agent in VS Code: Claude Code's events and answers, and its settings files too.
VSCODE = Row(
    "copilot",
    "Copilot in VS Code",
    _CLAUDE_EVENTS,
    OBJECT,
    asks=("PreToolUse",),
    takes_context=("SessionStart", "PostToolUse", "SubagentStart"),
    judged_after=("PostToolUse",),
)

AGENTS = {row.name: row for row in (CLAUDE, QWEN, GEMINI_CLI, CODEX, CURSOR_EDITOR, COPILOT_CLI)}


def first(row: Row, moment: str, among: Collection[str] | None = None) -> str:
    """Return an agent's first event of a moment, one of `among` where given; "" if none."""
    for event, its in row.events.items():
        if its == moment and (among is None or event in among):
            return event
    return ""
