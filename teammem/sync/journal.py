"""What a sync was about to push, so that the next one knows it if this one dies.

One file a work tree, written whole and flushed before the push, removed when everything is settled.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from teammem.sync.lock import FOLDER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from teammem.git.repo import Repository

NAME = "journal"
_VERSION = 1


class Entry(NamedTuple):
    """One push.

    Attributes:
        commit: what was to be pushed.
        remote, branch: where to; `branch` is a full ref.
        review: whether it was the review branch.
        paths: path (git's bytes as text with surrogate escapes) to the blob that it publishes for
            what stood in the work tree; "" = a deletion.
        heads: path to HEAD's blob at that time, "" = none.
        pid, at: who wrote it and when, seconds since 1970.
    """

    commit: str
    remote: str
    branch: str
    review: bool
    paths: Mapping[str, str]
    heads: Mapping[str, str]
    pid: int
    at: float


def place(repo: Repository) -> Path:
    """Return the file's path."""
    return Path(repo.git_dir, FOLDER, NAME)


def write(repo: Repository, entry: Entry) -> None:
    """Write the journal: whole, flushed, before anything leaves this machine."""
    path = place(repo)
    scratch = path.with_name(f"{NAME}.{os.getpid()}")
    with scratch.open("w", encoding="ascii") as file:
        json.dump({"version": _VERSION, **entry._asdict()}, file)
        file.flush()
        os.fsync(file.fileno())
    scratch.replace(path)


def read(repo: Repository) -> Entry | None:
    """Return what an earlier sync left; None where there is nothing that can be read."""
    try:
        told = json.loads(place(repo).read_text(encoding="ascii"))
        if told.pop("version") != _VERSION:
            return None
        return Entry(**told)
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return None


def drop(repo: Repository) -> None:
    """Remove the journal: all that it names is settled."""
    place(repo).unlink(missing_ok=True)
