"""A verdict in the form that each agent reads; an answer that says nothing prints nothing.

Every agent goes on when a hook fails, and most take an answer that they cannot read for consent.
So only fields are printed that the agent's own documentation names.
"""

from __future__ import annotations

from teammem.agents import table
from teammem.agents.verdict import ALLOW, ASK, DENY, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from teammem.agents.table import Row

# "Blocking error" in all of them but Copilot CLI, where only the JSON answer refuses.
BLOCKED = 2


class Answer:
    """What the process does: standard output, standard error, exit code."""

    __slots__ = ("code", "err", "out")

    def __init__(self, out: str = "", err: str = "", code: int = 0) -> None:
        self.out = out
        self.err = err
        self.code = code


def answer(row: Row, event: str, verdict: Verdict) -> Answer:
    """Return the answer to an event.

    Args:
        row: the agent.
        event: in the agent's words.
        verdict: what is thought of it. Where the agent cannot ask, ASK becomes DENY; context that
            the event does not take is left out.
    """
    before = row.events.get(event) == table.BEFORE
    kind = verdict.kind
    if before and kind == ASK and event not in row.asks:
        kind = DENY
    if kind != ALLOW and not before and event not in row.judged_after:
        kind = ALLOW
    context = verdict.context if event in row.takes_context else ""
    if kind == ALLOW and not context:
        return Answer()
    return Answer(_json(_FORMS[row.form](event, before, kind, verdict.reason, context)) + "\n")


def failure(row: Row, reason: str) -> Answer:
    """Return the answer with which the guard refuses because it could not judge."""
    if row.form == table.COPILOT:
        return Answer(_json(_copilot("", True, DENY, reason, "")) + "\n")
    return Answer("", reason + "\n", BLOCKED)


def _object(event: str, before: bool, kind: str, reason: str, context: str) -> Mapping[str, object]:
    told: dict[str, object] = {}
    inner: dict[str, object] = {"hookEventName": event}
    if kind != ALLOW and before:
        inner["permissionDecision"] = kind
        inner["permissionDecisionReason"] = reason
    elif kind != ALLOW:
        told = {"decision": "block", "reason": reason}
    if context:
        inner["additionalContext"] = context
    if len(inner) > 1:
        told["hookSpecificOutput"] = inner
    return told


def _gemini(
    event: str, _before: bool, kind: str, reason: str, context: str
) -> Mapping[str, object]:
    told: dict[str, object] = {}
    if kind != ALLOW:
        told = {"decision": DENY, "reason": reason}
    if context:
        told["hookSpecificOutput"] = {"hookEventName": event, "additionalContext": context}
    return told


def _cursor(
    _event: str, before: bool, kind: str, reason: str, context: str
) -> Mapping[str, object]:
    if kind != ALLOW and before:
        return {"permission": kind, "user_message": reason, "agent_message": reason}
    parts = [reason] if kind != ALLOW else []
    return {"additional_context": "\n\n".join([*parts, context] if context else parts)}


def _copilot(
    _event: str, _before: bool, kind: str, reason: str, _context: str
) -> Mapping[str, object]:
    return {"permissionDecision": kind, "permissionDecisionReason": reason}


_FORMS = {
    table.OBJECT: _object,
    table.GEMINI: _gemini,
    table.CURSOR: _cursor,
    table.COPILOT: _copilot,
}


def _json(value: Mapping[str, object]) -> str:
    import json  # 8 ms, paid only where something is said

    return json.dumps(value)
