"""The review branch of this clone: one commit on the destination's tip with what waits there."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from teammem.git import trees
from teammem.git.changes import REGULAR
from teammem.memory import slug
from teammem.roots import view
from teammem.roots.destination import HEADS, REVIEW
from teammem.sync.lock import FOLDER

if TYPE_CHECKING:
    from teammem.git.repo import Repository

_FILE = "review.json"


class Branch(NamedTuple):
    """Where the review is pushed to: a remote's name and the full name of the branch there."""

    remote: str
    ref: str


def branch_for(repo: Repository, remote: str, name: str = "") -> Branch:
    """Return the review branch of this clone.

    Args:
        repo: the repository.
        remote: where it is pushed to.
        name: another name than the clone's own.
    """
    if name:
        return Branch(remote, name if name.startswith(HEADS) else HEADS + name)
    author = slug.slug(repo.config("user.name")) or "someone"
    place = os.fsencode(os.path.realpath(repo.common_dir))
    number = hashlib.sha256(place).hexdigest()[:4]
    return Branch(remote, f"{HEADS}teammem/{author}-{number}")


def outstanding(repo: Repository, tip: str) -> tuple[str, dict[bytes, tuple[str, str] | None]]:
    """Return the review's commit, and what of it the destination has not taken yet.

    Args:
        repo: the repository.
        tip: the destination's commit.

    Returns:
        The commit, "" where there is no review; path to mode and blob, None = deleted.
    """
    commit = repo.commit(REVIEW)
    if not commit:
        return "", {}
    laid = view.outstanding(repo, tip, commit)
    return commit, {
        path: (REGULAR, oid) if oid else None for path, (oid, waits) in laid.items() if waits
    }


def laid_over(repo: Repository, tip: str, rest: dict[bytes, tuple[str, str] | None]) -> str:
    """Return the destination's tree with the review's rest on it."""
    return trees.graft(repo, repo.line("rev-parse", "--verify", f"{tip}^{{tree}}"), rest)


def remember(repo: Repository, branch: Branch) -> None:
    """Keep where the review was pushed to, for the next push and for `--withdraw`."""
    path = _place(repo)
    scratch = path.with_name(f"{_FILE}.{os.getpid()}")
    scratch.write_text(json.dumps({"remote": branch.remote, "ref": branch.ref}), encoding="utf-8")
    scratch.replace(path)


def recalled(repo: Repository) -> Branch | None:
    """Return where the review was pushed to, None where that is not known."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        return Branch(**json.loads(_place(repo).read_text(encoding="utf-8")))
    return None


def forget(repo: Repository) -> None:
    """Drop the memory of where the review was pushed to."""
    _place(repo).unlink(missing_ok=True)


def _place(repo: Repository) -> Path:
    return Path(repo.common_dir, FOLDER, _FILE)
