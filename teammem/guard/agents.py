"""What an agent may not change in a team root: what people pinned, excused, forgot or configured.

A best-effort rule beside the secret guard; it stops mistakes, not malice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from teammem import paths
from teammem.guard.finding import ERROR, Finding, finding_id, shown
from teammem.memory import pinned
from teammem.vocabulary import ALLOW, CONFIG_FILE, PINNED, TOMBSTONES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from teammem.actor import Actor
    from teammem.git.changes import Change

RULES = {
    "agent-pinned": "an agent changed something under pinned/",
    "agent-allow": "an agent changed an allow entry",
    "agent-tombstone": "an agent removed or changed a tombstone",
    "agent-config": "an agent changed config.yaml",
}

_OF = {
    PINNED: "agent-pinned",
    ALLOW: "agent-allow",
    TOMBSTONES: "agent-tombstone",
    CONFIG_FILE: "agent-config",
}


def rule_for(path: bytes, change: str) -> str:
    """Return the rule that an agent's act breaks in any root that a path lies in, "" if none.

    Args:
        path: as git stores it.
        change: `add`, `change` or `delete`.
    """
    for root in paths.roots(path):
        inner = path[len(root) :].decode("utf-8", "surrogateescape")
        broken = pinned.protected(inner, change)
        if broken:
            return _OF[broken]
    return ""


def _act(change: Change) -> str:
    """Return what a change does; in a merge a path is new only if no parent has it."""
    if change.deleted:
        return pinned.DELETE
    return pinned.ADD if set(change.status) == {"A"} else pinned.CHANGE


def refusals(touched: Iterable[Change], who: Actor) -> list[Finding]:
    """Return a finding for each change that `who` may not make; none for a person."""
    if not who.is_agent:
        return []
    found = []
    for change in touched:
        rule = rule_for(change.path, _act(change))
        if rule:
            found.append(
                Finding(
                    rule,
                    RULES[rule],
                    shown(change.path),
                    0,
                    change.commit,
                    finding_id(change.path.hex(), 0, rule),
                    ERROR,
                    f"a person has to do this (acting now: {who}, told by {who.source})",
                    change.oid,
                    change.path,
                )
            )
    return found
