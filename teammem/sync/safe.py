"""What a sync takes into its hands stands in a tree that a ref keeps for 30 days.

The refs lie under refs/teammem/safe and are named by their day, so that old ones are found without
reading them. They are no branches: no default refspec pushes them.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from teammem.git import refs, trees, writing
from teammem.git.changes import REGULAR

if TYPE_CHECKING:
    from collections.abc import Iterable

    from teammem.git.repo import Repository
    from teammem.sync.model import Ours

PREFIX = "refs/teammem/safe/"
DAYS = 30
# Where a tree keeps texts of the index that differ from those of the work tree.
STAGED = b".staged/"


def keep(repo: Repository, ours: Iterable[Ours], now: datetime) -> str:
    """Write a tree of all texts, have a ref keep it, drop refs older than 30 days.

    Args:
        repo: unattended.
        ours: what is about to be published; texts that differ in the index are kept too.
        now: the time, UTC.

    Returns:
        The ref; "" where there is no text.
    """
    wanted: dict[bytes, tuple[str, str] | None] = {}
    for one in ours:
        if one.oid:
            wanted[one.path] = (one.mode, one.oid)
        if one.partly_staged:
            wanted[STAGED + one.path] = (REGULAR, one.staged)
    if not wanted:
        return ""
    tree = trees.graft(repo, "", wanted)
    return keep_object(repo, tree, now)


def keep_object(repo: Repository, oid: str, now: datetime) -> str:
    """Have a ref keep a tree or commit for 30 days; returns the ref."""
    ref = f"{PREFIX}{now.astimezone(UTC):%Y-%m-%d}-{oid[:16]}"
    limit = f"{now.astimezone(UTC) - timedelta(days=DAYS):%Y-%m-%d}"
    known = {name: there for name, there, _ in refs.local(repo, PREFIX)}
    zeros = "0" * len(oid)
    updates = [
        (name, zeros, there)
        for name, there in known.items()
        if name.removeprefix(PREFIX)[:10] < limit
    ]
    if known.get(ref) != oid:
        updates.append((ref, oid, ""))
    writing.update_refs(repo, updates)
    return ref
