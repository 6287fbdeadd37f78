"""`uninit`: takes out of a clone, and of the work tree's files, what `init` put in."""

from __future__ import annotations

from pathlib import Path

from teammem.install import clone, edits, scaffold, shims
from teammem.install.init import Report, uncommitted


def uninit(start: Path, *, dry_run: bool = False, hooks_only: bool = False) -> Report:
    """Remove hooks by the ledger and committed lines by their markers.

    No memory, tombstone or allow entry is removed; a root that holds nothing but what `init`
    wrote is.

    Args:
        start: a directory in the work tree.
        dry_run: plan only.
        hooks_only: leave the work tree alone, as a single teammate wants it.

    Raises:
        As `init`.
    """
    here = clone.find(start)
    plan = shims.plan_removal(here)
    draft = scaffold.Draft() if hooks_only else scaffold.remove(here.top)
    planned = [*plan.edits, *draft.edits]
    if not dry_run:
        edits.apply(planned)
    left = scaffold.Draft(files=tuple(path for path in draft.files if draft.edits))
    return Report(tuple(planned), (), plan.warnings, uncommitted(here, left, planned), teammates="")
