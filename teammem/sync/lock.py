"""One sync at a time: a second one in the same work tree is told so, one in another waits.

The locks are the kernel's (flock): whatever dies gives them back.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from teammem.errors import Busy, GitError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from teammem.git.repo import Repository

FOLDER = "teammem"


@contextlib.contextmanager
def held(repo: Repository, patience: float) -> Iterator[None]:
    """Hold this work tree's lock and the clone's for the time of the block.

    Args:
        repo: the repository.
        patience: seconds to wait for a sync of another work tree of the clone.

    Raises:
        Busy: another sync runs.
        GitError: the git directory cannot be written.
    """
    from filelock import FileLock, Timeout

    own = Path(repo.git_dir, FOLDER, "worktree.lock")
    common = Path(repo.common_dir, FOLDER, "lock")
    try:
        own.parent.mkdir(parents=True, exist_ok=True)
        common.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(own, timeout=0), FileLock(common, timeout=patience):
            yield
    except Timeout:
        raise Busy("another sync runs in this clone", "wait for it", "busy") from None
    except PermissionError as error:
        raise GitError(f"cannot write {error.filename}", "", "not-writable") from None
    except OSError as error:
        if error.errno == 30:  # EROFS
            raise GitError(f"cannot write {error.filename}", "", "read-only") from None
        if error.errno == 28:  # ENOSPC
            raise GitError(f"cannot write {error.filename}", "", "disk-full") from None
        raise


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Put SIGINT and SIGTERM off until the block is done: each command in it is bounded."""
    import signal

    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
