"""The time that a memory's age counts from: what it says itself, else what git says of its path."""

from __future__ import annotations

import os
from datetime import datetime

from teammem.config import places
from teammem.lifecycle.pick import Found
from teammem.lifecycle.workspace import Workspace
from teammem.roots import ages
from teammem.roots.overlay import HEAD


def dated(work: Workspace, found: Found) -> datetime | None:
    """Return when a memory was verified, updated or created, else when its path last changed.

    None where nobody knows: a private memory without a date, a file that was never committed.

    Raises:
        GitError: git cannot be asked.
    """
    known = found.loaded.entry.dated
    repo = work.roots.repository
    if known is not None or repo is None or found.root.private:
        return known
    theirs = found.brought is not None and found.brought.origin != HEAD
    seen = getattr(work.view.destination, "last_seen", None) if theirs else work.roots.head
    name = os.fsdecode(found.root.prefix) + "/" + found.path
    commit = seen or ""
    if commit not in work.ages:
        work.ages[commit] = ages.of(repo, commit, places.cache())
    return work.ages[commit].get(name)
