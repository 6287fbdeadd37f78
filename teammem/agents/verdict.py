"""What the hook thinks of an event, before it is put into an agent's own form."""

from __future__ import annotations

ALLOW = "allow"
ASK = "ask"
DENY = "deny"


class Verdict:
    """An answer.

    Attributes:
        kind: ALLOW (the agent's own rules go on to decide), ASK or DENY.
        reason: for ASK and DENY: what is wrong and what to do, for the model and its user.
        context: text for the conversation; empty for none.
    """

    __slots__ = ("context", "kind", "reason")

    def __init__(self, kind: str = ALLOW, reason: str = "", context: str = "") -> None:
        self.kind = kind
        self.reason = reason
        self.context = context


NOTHING = Verdict()

_ORDER = (ALLOW, ASK, DENY)


def strictest(*verdicts: Verdict) -> Verdict:
    """Return the strictest of several verdicts, the first of equal ones; NOTHING of none."""
    return max(verdicts, key=lambda one: _ORDER.index(one.kind), default=NOTHING)
