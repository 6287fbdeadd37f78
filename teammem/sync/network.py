"""One fetch, one push, with the time that is left; what they say becomes a reason."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from teammem.errors import GitError
from teammem.git import objects, remote
from teammem.git import operation as operations
from teammem.roots import destination as destinations

if TYPE_CHECKING:
    from collections.abc import Iterable

    from teammem.git.repo import Repository
    from teammem.roots.destination import Destination, Unknown

_CHUNK = 500


class Line:
    """The network as one sync uses it.

    Args:
        repo: unattended.
        budget: seconds for all of it.
    """

    def __init__(self, repo: Repository, budget: float) -> None:
        self._repo = repo
        self._end = time.monotonic() + budget
        self._partial: bool | None = None

    @property
    def left(self) -> float:
        """Seconds that are left, never less than one: a command needs that to fail by itself."""
        return max(self._end - time.monotonic(), 1.0)

    @property
    def over(self) -> bool:
        """Whether the time is used up."""
        return time.monotonic() >= self._end

    def fetch(self, where: Destination, *, dry: bool = False) -> str:
        """Fetch the destination's branch into our own ref and return its commit.

        Args:
            where: the destination.
            dry: move no ref; only objects come in.

        Raises:
            GitError: with the reason.
        """
        if dry:
            _, told = remote.tips(self._repo, where.remote, where.branch, limit=self._limit)
            tip = told.get(where.branch, "")
            if not tip:
                raise GitError(f"{where.short} does not exist", "", "branch-gone")
            remote.fetch(self._repo, where.remote, (where.branch,), self._limit)
            return tip
        refspec = f"+{where.branch}:{where.ours}"
        remote.fetch(self._repo, where.remote, (refspec,), self._limit)
        return self._repo.commit(where.ours)

    def fetch_review(self, name: str, ref: str) -> str:
        """Fetch a review branch and return its commit, "" where it does not exist any more."""
        ours = f"{destinations.SEEN}{name}/{ref.removeprefix(destinations.HEADS)}"
        try:
            remote.fetch(self._repo, name, (f"+{ref}:{ours}",), self._limit)
        except GitError as error:
            if error.reason != "branch-gone":
                raise
            return ""
        return self._repo.commit(ours)

    def push(self, name: str, commit: str, ref: str, lease: str | None = None) -> remote.Pushed:
        """Push one commit to the push URL of a remote."""
        url = remote.push_url(self._repo, name)
        return remote.push(self._repo, url, commit, ref, lease=lease, limit=self._limit)

    def ask_default(self, unknown: Unknown) -> None:
        """Ask a remote for its default branch and remember the answer."""
        head, _ = remote.tips(self._repo, unknown.remote, limit=self._limit)
        answer = f"ref: {head}\tHEAD\n" if head else ""
        destinations.remember(self._repo, unknown.remote, answer.encode())

    def complete(self, where: Destination, tip: str, folders: Iterable[bytes]) -> None:
        """In a partial clone, fetch the blobs of some folders that are not here, in one go."""
        if not self._is_partial(where.remote):
            return
        wanted = {entry.oid for entry in objects.below(self._repo, tip, folders)}
        if not wanted:
            return
        listing = self._repo.read(
            "rev-list",
            "--objects",
            "--no-object-names",
            "--missing=print",
            "--no-walk",
            tip,
            operation=operations.WALK,
        )
        missing = sorted(
            name
            for name in listing.decode("ascii").split()
            if name.startswith("?") and name[1:] in wanted
        )
        for at in range(0, len(missing), _CHUNK):
            names = [name[1:] for name in missing[at : at + _CHUNK]]
            remote.fetch(self._repo, where.remote, names, self._limit)

    def _is_partial(self, name: str) -> bool:
        if self._partial is None:
            told = self._repo.settings()
            promised = told.get(f"remote.{name}.promisor", [""])[-1].lower() == "true"
            self._partial = promised or bool(told.get("extensions.partialclone"))
        return self._partial

    @property
    def _limit(self) -> float:
        return min(self.left, float(operations.NETWORK.limit or 60.0))
