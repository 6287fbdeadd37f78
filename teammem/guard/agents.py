"""What an agent may not change in a team root: what people pinned, excused, forgot or configured.

A best-effort rule beside the secret guard; it stops mistakes, not malice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from teammem import paths
from teammem.guard.finding import ERROR, Finding, finding_id, shown
from teammem.vocabulary import ALLOW, CONFIG_FILE, PINNED, TOMBSTONES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from teammem.actor import Actor
    from teammem.git.changes import Change

RULES = {
    "agent-pinned": "an agent changed something under pinned/",
    "agent-allow": "an agent changed an allow entry",
    "agent-tombstone": "an agent removed a tombstone",
    "agent-config": "an agent changed config.yaml",
}


def rule_for(path: bytes, *, deleted: bool) -> str:
    """Return the rule that an agent's change of `path` breaks, "" if none."""
    if paths.under(path, PINNED):
        return "agent-pinned"
    if paths.under(path, ALLOW):
        return "agent-allow"
    if deleted and paths.under(path, TOMBSTONES):
        return "agent-tombstone"
    for root in paths.roots(path):
        if paths.fold(path[len(root) :].strip(b"/")) == CONFIG_FILE:
            return "agent-config"
    return ""


def refusals(touched: Iterable[Change], who: Actor) -> list[Finding]:
    """Return a finding for each change that `who` may not make; none for a person."""
    if not who.is_agent:
        return []
    found = []
    for change in touched:
        rule = rule_for(change.path, deleted=change.deleted)
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
