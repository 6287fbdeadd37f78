"""What an agent's hook says on standard input, whatever it is: read, recognised, made plain.

Nothing that comes in is trusted to have a form: any field may be missing or of another type.
"""

from __future__ import annotations

from teammem import environ
from teammem.agents import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.agents.table import Row

# A tool call holds one file; what is larger is judged by nobody in the seconds a hook has.
LARGEST = 64 << 20

# Where the text cannot be read, these in it say that a tool call waits for the answer.
_WAITING = (
    b"PreToolUse",
    b"preToolUse",
    b"BeforeTool",
    b"beforeShellExecution",
    b"tool_name",
    b"toolName",
)
_GEMINI_EVENTS = ("BeforeAgent", "AfterAgent", "BeforeTool", "AfterTool", "PreCompress")
_QWEN_VARIABLES = ("QWEN_CODE_SESSION_ID", "QWEN_PROJECT_DIR")


class Unreadable(Exception):
    """The text is no JSON object, or too large to be one call.

    Args:
        reason: for people.
        waiting: whether a tool call seems to wait for the answer.
    """

    def __init__(self, reason: str, *, waiting: bool) -> None:
        super().__init__(reason)
        self.waiting = waiting


class Payload:
    """One event.

    Attributes:
        row: the agent that speaks, told by the payload; by the hook's argument where that says
            nothing, since agents run each other's hooks.
        event: its name in the agent's words.
        moment: one of `table`'s moments.
        session: its id; empty where there is none.
        cwd: the directory that relative paths start from; empty where it is not said.
        tool: name of the tool; empty where there is none.
        given: what the tool is given, of any type.
        prompt: what the user wrote.
        source: why a session starts: `startup`, `resume`, `clear`, `compact`, ...
        turn: what tells this prompt from the same one sent again.
        call: what tells this tool call from the same one made again.
        subagent: which subagent of the session acts; empty for the session's own agent.
    """

    __slots__ = (
        "call", "cwd", "event", "given", "moment", "prompt", "row", "session", "source",
        "subagent", "tool", "turn",
    )  # fmt: skip

    def __init__(self, fields: dict[str, object], argument: str) -> None:
        self.row = _speaker(fields, argument)
        self.event = _text(fields, "hook_event_name", "hookEventName") or _copilot_event(fields)
        self.session = _text(fields, "session_id", "sessionId", "conversation_id")
        self.cwd = _text(fields, "cwd") or _first(fields.get("workspace_roots"))
        self.tool = _text(fields, "tool_name", "toolName")
        self.given = _given(fields)
        if self.event == "beforeShellExecution":
            self.tool = "Shell"
            self.given = {"command": fields.get("command")}
        self.prompt = _without_context(_text(fields, "submitted_prompt") or _text(fields, "prompt"))
        self.source = _text(fields, "source")
        self.turn = _text(fields, "prompt_id", "turn_id", "generation_id", "timestamp")
        self.call = _text(fields, "tool_use_id", "tool_call_id", "timestamp")
        self.subagent = _text(fields, "agent_id")
        if not self.event and self.tool:
            # A call without a name for what happens is taken for one that waits.
            self.event = table.first(self.row, table.BEFORE)
        self.moment = self.row.events.get(self.event, table.OTHER)


def read(data: bytes, argument: str) -> Payload:
    """Return what a hook was told.

    Args:
        data: standard input, UTF-8.
        argument: the agent's name in the hook's command.

    Raises:
        Unreadable: see there.
    """
    if len(data) > LARGEST:
        raise _unreadable(data, "larger than 64 MiB")
    try:
        fields = parsed(data.decode("utf-8", "replace"))
    except ValueError:
        raise _unreadable(data, "not JSON") from None
    if not isinstance(fields, dict):
        raise _unreadable(data, "no JSON object")
    return Payload(fields, argument)


def _unreadable(data: bytes, why: str) -> Unreadable:
    plain = data.replace(b"\0", b"")  # UTF-16 too
    return Unreadable(f"the call is {why}", waiting=any(word in plain for word in _WAITING))


class _Scanning:
    """What the scanner of `json` wants to know; `json` itself imports `re` (8 ms of a 13 ms run)."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float


def parsed(text: str) -> object:
    """Return the value of a JSON text.

    Raises:
        ValueError: it is none, or nested too deeply.
    """
    try:
        from _json import make_scanner
    except ImportError:  # another Python than CPython
        import json

        try:
            decoded: object = json.loads(text, strict=False)
        except RecursionError:
            raise ValueError("nested too deeply") from None
        return decoded
    start = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    try:
        value, end = make_scanner(_Scanning)(text, start)  # type: ignore[arg-type]
    except (ValueError, StopIteration, RecursionError, SystemError):
        # SystemError: CPython 3.11 fails to raise its own error where `json` is not imported.
        raise ValueError("not JSON") from None
    if text[end:].strip(" \t\r\n"):
        raise ValueError("text behind the value")
    return value


def _speaker(fields: dict[str, object], argument: str) -> Row:
    if "cursor_version" in fields:
        return table.CURSOR_EDITOR
    event = _text(fields, "hook_event_name")
    if event in _GEMINI_EVENTS:
        return table.GEMINI_CLI
    if "hookEventName" in fields:
        return table.VSCODE
    if "toolName" in fields or "sessionId" in fields:
        return table.COPILOT_CLI
    if "turn_id" in fields:
        return table.CODEX
    if argument == table.COPILOT_CLI.name and event[:1].isupper():
        return table.VSCODE
    own = table.AGENTS.get(argument, table.CLAUDE)
    if own is table.CLAUDE and any(environ.get(name) for name in _QWEN_VARIABLES):
        return table.QWEN
    if event and event not in own.events and event in table.CLAUDE.events:
        return table.CLAUDE
    return own


def _copilot_event(fields: dict[str, object]) -> str:
    """Return the event of a payload that does not name it, by what only that event has."""
    if "toolName" in fields:
        after = "toolResult" in fields or "tool_result" in fields
        return "postToolUse" if after else "preToolUse"
    if "stopReason" in fields or "reason" in fields:
        return "agentStop"
    if "source" in fields or "initialPrompt" in fields:
        return "sessionStart"
    return "userPromptSubmitted" if "prompt" in fields else ""


def _given(fields: dict[str, object]) -> object:
    given = fields.get("tool_input", fields.get("toolInput", fields.get("toolArgs")))
    if isinstance(given, str) and given.lstrip()[:1] == "{":
        try:
            return parsed(given)
        except ValueError:
            return given
    return given


def _text(fields: dict[str, object], *names: str) -> str:
    for name in names:
        value = fields.get(name)
        if isinstance(value, str) and value:
            return value
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
    return ""


def _first(value: object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], str):
        return value[0]
    return ""


_OPEN = "<hook_context>"
_CLOSE = "</hook_context>"


def _without_context(prompt: str) -> str:
    """Drop what hooks put before the prompt: Gemini CLI glues it on when it runs headless."""
    rest = prompt.lstrip()
    while rest.startswith(_OPEN) and _CLOSE in rest:
        rest = rest.partition(_CLOSE)[2].lstrip()
    return rest.strip()
