"""Refs here and at a remote, and what they finally point at."""

from __future__ import annotations

from teammem.git import operation as operations
from teammem.git.run import DONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from teammem.git.repo import Repository


def is_zero(oid: str) -> bool:
    """Tell whether an object name is all zeros: git's word for "does not exist"."""
    return not oid.strip("0")


def remote_refs(repo: Repository, url: str, limit: float | None = None) -> dict[str, str] | None:
    """Ask a remote for its refs (`ls-remote`): name to object name; None if it cannot be asked.

    Args:
        repo: whose credentials and transport settings are used.
        url: a URL or remote name as git gave it.
        limit: seconds, instead of the class's own.
    """
    result = repo.git("ls-remote", "--quiet", "--", url, operation=operations.NETWORK, limit=limit)
    if result.outcome != DONE:
        return None
    found = {}
    for line in result.out.decode("utf-8", "surrogateescape").splitlines():
        oid, _, name = line.partition("\t")
        found[name] = oid
    return found


def local(repo: Repository, *prefixes: str) -> Iterator[tuple[str, str, str]]:
    """Yield name, object name and object type of each local ref under the prefixes."""
    out = repo.read(
        "for-each-ref", "--format=%(refname)%00%(objectname)%00%(objecttype)", *prefixes
    )
    for line in out.decode("utf-8", "surrogateescape").splitlines():
        name, oid, kind = line.split("\0")
        yield name, oid, kind


def remote_default(repo: Repository, remote: str) -> str:
    """Return the tracking ref of a remote's default branch, "" where it is not known here.

    `refs/remotes/<remote>/HEAD` as clone wrote it, else `init.defaultBranch`, `main` or `master`
    where exactly that tracking ref exists.
    """
    head = repo.maybe("symbolic-ref", "--quiet", f"refs/remotes/{remote}/HEAD")
    if head and repo.commit(head):
        return head
    for branch in (repo.config("init.defaultBranch"), "main", "master"):
        ref = f"refs/remotes/{remote}/{branch}"
        if branch and repo.commit(ref):
            return ref
    return ""


def remotes(repo: Repository) -> list[str]:
    """Return the names of the configured remotes."""
    return repo.maybe("remote").splitlines()
