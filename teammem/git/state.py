"""Which operation of git is under way in a work tree."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.git.repo import Repository

# REBASE_HEAD outlives a rebase that has ended: only the directories count.
_SIGNS = (
    ("rebase-apply/applying", "am"),
    ("rebase-merge", "rebase"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("BISECT_LOG", "bisect"),
    ("sequencer/todo", "sequencer"),
)


def under_way(repo: Repository) -> str:
    """Return the operation that has not ended, "" for none."""
    folder = repo.git_dir
    for name, what in _SIGNS:
        if os.path.lexists(os.path.join(folder, name)):  # noqa: PTH118
            return what
    return ""
