"""What git says of the work tree's side of team roots: what differs from HEAD, what is left out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha1, sha256

from teammem.vocabulary import MAX_MEMORY_BYTES, TOMBSTONES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.git.repo import Repository
    from teammem.roots.find import Roots

# `ls-files -v`: skip-worktree, lower case where assume-unchanged is set too.
_LEFT_OUT = (b"S ", b"s ")


class WorkTree:
    """Which paths of team roots differ from HEAD on disk, asked of git once, when it matters.

    Args:
        repo: the repository.
        roots: its roots, with the index's listing.
    """

    def __init__(self, repo: Repository, roots: Roots) -> None:
        self._repo = repo
        self._top = os.fsencode(roots.top or "")
        self._listing = roots.listing
        self._prefixes = [root.prefix for root in roots.team]
        self._states: dict[bytes, tuple[str, str]] | None = None
        self._tracked: frozenset[bytes] | None = None

    def differs(self, path: bytes, head: str | None) -> bool:
        """Tell whether the work tree has something else at a path than HEAD.

        What a sparse checkout or skip-worktree leaves out counts as unchanged, as in `git status`.

        Args:
            path: from the top.
            head: HEAD's blob there.
        """
        if head is None:
            return self._there(path)
        state, recorded = self._changed.get(path, ("..", head))
        if state == "..":
            return False
        if "." in state and not (state[0] == "D" and self._there(path)):
            return True
        # The index has a third version: only the bytes tell.
        return self._blob(path) != recorded

    def uncommitted(self, path: bytes) -> bool:
        """Tell whether a file that is there is untracked, or has text that HEAD has not."""
        if self._tracked is None:
            self._tracked = frozenset(name for _, _, name in listed(self._listing))
        return path not in self._tracked or path in self._changed

    @property
    def _changed(self) -> dict[bytes, tuple[str, str]]:
        """Paths that `git status` names, with its two letters and HEAD's blob."""
        if self._states is None:
            self._states = dict(self._status()) if self._prefixes else {}
        return self._states

    def _status(self) -> Iterator[tuple[bytes, tuple[str, str]]]:
        names = [f":(top,literal){os.fsdecode(prefix)}" for prefix in self._prefixes]
        out = self._repo.read(
            "status", "--porcelain=v2", "-z", "--no-renames", "--untracked-files=no",
            "--ignore-submodules=all", "--", *names,
        )  # fmt: skip
        for record in out.split(b"\0"):
            fields = record.split(b" ", 10)
            if fields[0] == b"1":
                fields = record.split(b" ", 8)
                yield fields[8], (fields[1].decode("ascii"), fields[6].decode("ascii"))
            elif fields[0] == b"u":
                yield fields[10], ("UU", "")

    def _there(self, path: bytes) -> bool:
        return os.path.lexists(os.path.join(self._top, path))  # noqa: PTH118

    def _blob(self, path: bytes) -> str:
        digest = sha256 if self._repo.object_format == "sha256" else sha1
        try:
            with open(os.path.join(self._top, path), "rb") as file:  # noqa: PTH118, PTH123
                data = file.read(MAX_MEMORY_BYTES + 1)
        except OSError:
            return ""
        return digest(b"blob %d\0" % len(data) + data).hexdigest()


def listed(listing: bytes) -> Iterator[tuple[bytes, str, bytes]]:
    """Yield tag, blob and path of each entry of `ls-files -v --stage -z`, conflicts too."""
    for record in listing.split(b"\0"):
        head, _, path = record.partition(b"\t")
        fields = head.split(b" ")
        if path and len(fields) == 4:
            yield fields[0], fields[2].decode("ascii"), path


def only_in_the_index(roots: Roots) -> dict[bytes, str]:
    """Return what counts though its file is gone: what is left out, and tombstones.

    A tombstone counts until its removal is staged, which is what `revive` does: `rm` alone does
    not bring back what was forgotten.
    """
    listing = roots.listing
    stones = b"/" + TOMBSTONES.encode() + b"/"
    left_out = listing.startswith(_LEFT_OUT) or any(b"\0" + tag in listing for tag in _LEFT_OUT)
    if not left_out and stones not in listing:
        return {}
    top = os.fsencode(roots.top or "")
    return {
        path: oid
        for tag, oid, path in listed(listing)
        if (tag in (b"S", b"s") or stones in path) and not os.path.lexists(os.path.join(top, path))  # noqa: PTH118
    }
