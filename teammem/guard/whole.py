"""Judging everything that lies in the team roots of one commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from teammem.errors import UsageError
from teammem.git import index, refs
from teammem.guard import history
from teammem.guard.allowances import Allowances
from teammem.guard.judge import Judge

if TYPE_CHECKING:
    from teammem.git.repo import Repository
    from teammem.guard.finding import Report


def judge(repo: Repository, treeish: str = "HEAD", allow_from: str = "") -> Report:
    """Judge all team roots of a commit or tree.

    Args:
        repo: the repository.
        treeish: names the tree.
        allow_from: ref whose allow entries count instead of the tree's own.

    Raises:
        UsageError: there is no such tree.
    """
    repo.check_version()
    oid = repo.maybe("rev-parse", "--verify", "--quiet", "--end-of-options", treeish + "^{tree}")
    if not oid:
        raise UsageError(f"no tree is called {treeish!r} here", "name a commit, for example HEAD")
    items = history.of_tree(repo, oid)
    trusted = [allow_from, *(refs.remote_default(repo, name) for name in refs.remotes(repo))]
    if repo.is_bare:
        trusted.append(repo.maybe("symbolic-ref", "--quiet", "HEAD"))
    return Judge(repo, Allowances(repo, (allow_from or oid,), trusted)).report(
        f"the team roots of {treeish}",
        items,
        (),
        index.filtered_in(repo, oid, [item.path for item in items]),
    )
