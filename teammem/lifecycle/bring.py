"""Changing a memory whose text the view takes from somewhere else than its file here.

The new text is written into the work tree with the blob it was made from on record
(`roots.bases`), so that sync merges it from there and not from HEAD's version. Nothing is written
before the text has changed.
"""

from __future__ import annotations

import os

from teammem.errors import Refusal
from teammem.lifecycle.pick import Found
from teammem.lifecycle.workspace import Workspace
from teammem.roots import bases, scan, write
from teammem.roots.overlay import HEAD
from teammem.vocabulary import COMMAND

SYNC = f"{COMMAND} sync"


def put(work: Workspace, found: Found, data: bytes) -> None:
    """Write a memory's new text, which differs from `found.data`.

    Raises:
        Refusal: the file changed meanwhile; a sparse checkout leaves it out.
        GitError: the base cannot be recorded.
    """
    if found.brought is None:
        write.replace(found.root, found.path, data, found.data)
        return
    check_there(found)
    repo = work.roots.repository
    assert repo is not None  # noqa: S101 - only a repository has an overlay
    path = found.root.prefix + b"/" + os.fsencode(found.path)
    head = repo.maybe("rev-parse", "--verify", "--quiet", f"HEAD:{os.fsdecode(path)}")
    old = scan.read(found.root, found.path)
    if data == old:
        # Written down it would be no change, and the destination's text would count again.
        raise Refusal(
            "that is the text that this branch has, before the destination's change",
            "`git pull`, or merge that branch, then edit it",
            "only-there",
        )
    bases.record(repo, path, found.brought.oid, head)
    try:
        if old is None:
            write.create(found.root, found.path, data)
        else:
            write.replace(found.root, found.path, data, old)
    except Refusal:
        bases.drop(repo, [path])
        raise
    if path not in bases.read(repo):
        # Another command saw the record before the file, and took it for a discarded one.
        bases.record(repo, path, found.brought.oid, head)


def next_command(found: Found, otherwise: str) -> str:
    """Return what comes after a change: what was brought goes back by sync."""
    return SYNC if found.brought is not None else otherwise


def check_there(found: Found) -> None:
    """Refuse to write where a sparse checkout leaves the path out: git would not see the change.

    Raises:
        Refusal: it is left out.
    """
    if found.brought is not None and found.brought.origin == HEAD:
        raise Refusal(
            "your sparse checkout leaves that file out",
            f"git sparse-checkout add {os.fsdecode(found.root.prefix)}",
            "sparse",
        )


def check_here(work: Workspace, found: Found, what: str) -> None:
    """Refuse an act that needs the file itself, as it stands in the view.

    Raises:
        Refusal: the text that counts is not in this work tree.
    """
    if found.brought is None:
        return
    check_there(found)
    told = getattr(work.view.destination, "short", "the destination")
    raise Refusal(
        f"that text is only on {told} yet: it cannot be {what} from here",
        "`git pull`, or merge that branch, brings the file",
        "only-there",
    )
