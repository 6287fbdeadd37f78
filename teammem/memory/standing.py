"""How a memory stands today: whether it is recalled and primed, in what order, with what label."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from teammem import vocabulary as words
from teammem.memory.entry import Entry

EDITED = "edited since verified"


class Standing(NamedTuple):
    """The answer.

    Attributes:
        recalled: whether recall may return it at all.
        primed: whether the text at a session's start may name it.
        order: smaller comes first among equals (verified 0, plain 1, disputed 2, candidate 3).
        label: what a reader is told beside it; empty for a plain memory.
        why: where it is not recalled, the reason in kebab case.
    """

    recalled: bool
    primed: bool
    order: int
    label: str = ""
    why: str = ""


_NEVER = {
    "conflict-copy": Standing(False, False, 9, "conflict copy", "conflict-copy"),
    "retired": Standing(False, False, 9, "retired", "retired"),
    "superseded": Standing(False, False, 9, "superseded", "superseded"),
    "expired": Standing(False, False, 9, "expired", "expired"),
}
_PLAIN = Standing(True, True, 1)
_EDITED = Standing(True, True, 1, EDITED)
_VERIFIED = Standing(True, True, 0, "verified")
_DISPUTED = Standing(True, False, 2, "disputed")
_CANDIDATE = Standing(True, False, 3, "candidate")


def of(entry: Entry, today: date, *, superseded: bool = False) -> Standing:
    """Return how a memory stands.

    Args:
        entry: the memory.
        today: the date in UTC; a memory is valid on the day on which it expires.
        superseded: whether another one replaces it (`links.superseded`).
    """
    if entry.conflict_copy:
        return _NEVER["conflict-copy"]
    if entry.status == words.STATUS_RETIRED:
        return _NEVER["retired"]
    if superseded:
        return _NEVER["superseded"]
    if entry.expires is not None and entry.expires < today:
        return _NEVER["expired"]
    if entry.status == words.STATUS_CANDIDATE:
        return _CANDIDATE
    if entry.status == words.STATUS_DISPUTED:
        return _DISPUTED
    if entry.status == words.STATUS_VERIFIED:
        return _VERIFIED if entry.verification_holds() else _EDITED
    return _PLAIN
