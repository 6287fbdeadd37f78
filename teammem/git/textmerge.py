"""Three-way merge of one text, by `git merge-file`."""

from __future__ import annotations

import os

from teammem.git import operation as operations
from teammem.git.repo import failure
from teammem.git.run import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.git.repo import Repository

# git-merge-file: the exit status is the number of conflicts, 127 for more; 255 for an error.
_MOST = 127


def merge(repo: Repository, base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """Return the merged text, None where both sides changed the same lines.

    Args:
        repo: whose git is used.
        base: what both started from; b"" for nothing.
        ours: one side.
        theirs: the other.

    Raises:
        GitError: git failed; it merges no binary files.
    """
    import tempfile

    with tempfile.TemporaryDirectory(prefix="teammem-") as folder:
        names = []
        for name, data in (("ours", ours), ("base", base), ("theirs", theirs)):
            path = os.path.join(folder, name)  # noqa: PTH118
            with open(path, "wb") as file:  # noqa: PTH123
                file.write(data)
            names.append(path)
        result = repo.git("merge-file", "-p", "-q", *names, operation=operations.READ)
    if result.outcome == UNKNOWN or not 0 <= result.code <= _MOST:
        raise failure("merge-file", result)
    return None if result.code else result.out
