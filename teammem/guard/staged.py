"""Judging what is about to be committed, as the index of the running hook has it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from teammem import actor, environ, paths
from teammem.errors import GitError
from teammem.git import changes, index, refs
from teammem.guard import agents
from teammem.guard.allowances import INDEX, Allowances
from teammem.guard.finding import NOTICE, Finding, Item, Report, Text, merged
from teammem.guard.judge import Judge

if TYPE_CHECKING:
    from teammem.git.changes import Change
    from teammem.git.repo import Repository

_BROUGHT = "the merge brings it from a commit that already exists; revoke it, then rewrite history"
_UNDER_WAY = ("rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD", "REVERT_HEAD")


class Staged(NamedTuple):
    """What the index has different from HEAD, and from the other parents of a merge.

    Attributes:
        changes: differences from HEAD.
        own: paths that differ from every parent.
        decided: false in pre-merge-commit without the other parents' names: what is found is
            reported there, and prepare-commit-msg decides.
    """

    changes: tuple[Change, ...]
    own: frozenset[bytes]
    decided: bool


def base_of(repo: Repository) -> str:
    """Return HEAD's commit, or the empty tree before the first commit."""
    return repo.commit("HEAD") or nothing(repo)


def nothing(repo: Repository) -> str:
    """Return the empty tree."""
    return repo.line("hash-object", "-t", "tree", os.devnull)


def merge_parents(repo: Repository, *, before_merge_head: bool = False) -> tuple[list[str], bool]:
    """Return the other parents of the merge under way, and whether they are known for certain.

    Args:
        repo: the hook's repository.
        before_merge_head: in pre-merge-commit, which runs before git writes MERGE_HEAD, the names
            come from git's GITHEAD_<oid> variables.
    """
    if before_merge_head:
        names = [
            name.removeprefix("GITHEAD_")
            for name in environ.snapshot()
            if name.startswith("GITHEAD_")
        ]
        found = [name for name in names if len(name) in (40, 64) and repo.commit(name)]
        return found, bool(found)
    try:
        with open(repo.path("MERGE_HEAD"), encoding="ascii") as file:  # noqa: PTH123
            return file.read().split(), True
    except FileNotFoundError:
        return [], True
    except (OSError, UnicodeDecodeError) as error:
        raise GitError(f"MERGE_HEAD cannot be read: {error}", "", "unreadable-merge-head") from None


def under_way(repo: Repository) -> bool:
    """Tell whether a rebase, cherry-pick or revert runs: its commits carry other people's work."""
    return any(os.path.exists(repo.path(name)) for name in _UNDER_WAY)  # noqa: PTH110


def read(repo: Repository, *, raw: bytes | None = None, merging: bool = False) -> Staged:
    """Return what is staged.

    Args:
        repo: the hook's repository.
        raw: `diff-index --cached` against HEAD where the caller has it already.
        merging: pre-merge-commit is running.
    """
    listing = changes.staged(repo, base_of(repo)) if raw is None else raw
    touched = tuple(changes.parse(listing))
    parents, certain = merge_parents(repo, before_merge_head=merging)
    own = frozenset(change.path for change in touched)
    for parent in parents:
        own &= {change.path for change in changes.parse(changes.staged(repo, parent))}
    return Staged(touched, own, certain)


def judge(
    repo: Repository,
    *,
    raw: bytes | None = None,
    merging: bool = False,
    amending: bool = False,
) -> Report:
    """Judge the index against HEAD and the other parents; with nothing staged, all its roots.

    Args:
        repo: the hook's repository.
        raw: see `read`.
        merging: pre-merge-commit is running.
        amending: the commit replaces HEAD (or may: `-c`, `-C`), so what HEAD itself brought is
            judged with it.
    """
    repo.check_version()
    staged = read(repo, raw=raw, merging=merging)
    if not staged.changes and not amending:
        return _all_roots(repo)
    touched = [change for change in staged.changes if paths.in_root(change.path)]
    items = [_item(change, staged) for change in touched if _judged(change)]
    if amending:
        touched, more = _amended(repo, touched)
        items += more
    names = [item.path for item in items if item.severity != NOTICE]
    notices = (
        []
        if staged.decided
        else ["the merge's other parents are not known yet: prepare-commit-msg decides"]
    )
    report = _judge(repo).report(
        "staged changes",
        items,
        _identities(repo) if touched else (),
        index.filtered(repo, names),
        notices,
    )
    own = [change for change in touched if change.path in staged.own] if staged.decided else []
    return merged(
        report.scope,
        report,
        _agents(repo, touched, staged),
        Report("", tuple(_forgotten(repo, own))),
    )


def _item(change: Change, staged: Staged) -> Item:
    if staged.decided and change.path in staged.own:
        return Item(change.path, change.mode, change.oid)
    return Item(change.path, change.mode, change.oid, "", NOTICE, _BROUGHT)


def _judged(change: Change) -> bool:
    return not change.deleted and not refs.is_zero(change.oid)


def _amended(repo: Repository, touched: list[Change]) -> tuple[list[Change], list[Item]]:
    """Return the changes and items of a commit that takes HEAD's place."""
    parents = repo.maybe("rev-list", "--parents", "-n", "1", "HEAD").split()[1:]
    if not parents:
        parents = [nothing(repo)]
    by_parent = [
        {change.path: change for change in changes.parse(changes.staged(repo, parent))}
        for parent in parents
    ]
    own = [
        change
        for path, change in by_parent[0].items()
        if paths.in_root(path) and all(path in others for others in by_parent[1:])
    ]
    items = [Item(change.path, change.mode, change.oid) for change in own if _judged(change)]
    return [*touched, *own], items


def _all_roots(repo: Repository) -> Report:
    """Judge everything that lies in team roots of the index."""
    items = [
        Item(entry.path, entry.mode, entry.oid)
        for entry in index.entries(repo)
        if paths.in_root(entry.path)
    ]
    report = _judge(repo).report(
        "all team roots of the index",
        items,
        (),
        index.filtered(repo, [item.path for item in items]),
    )
    verdict = f"{report.files} files in {len(report.roots)} roots"
    if not items:
        verdict = "no team root here: nothing is guarded (`teammem init` makes one)"
    return merged(report.scope, report, Report("", notices=(verdict,)))


def _judge(repo: Repository) -> Judge:
    trusted = [refs.remote_default(repo, remote) for remote in refs.remotes(repo)]
    return Judge(repo, Allowances(repo, (INDEX,), trusted))


def _identities(repo: Repository) -> tuple[Text, ...]:
    """Return the identities that the commit will carry, where git can tell them already."""
    return tuple(
        Text(label, repo.maybe("var", name).encode("utf-8", "surrogateescape"))
        for label, name in (("author", "GIT_AUTHOR_IDENT"), ("committer", "GIT_COMMITTER_IDENT"))
    )


def _forgotten(repo: Repository, own: list[Change]) -> list[Finding]:
    if not own or under_way(repo):
        return []
    from teammem.guard import forgotten

    return forgotten.refusals(repo, own)


def _agents(repo: Repository, touched: list[Change], staged: Staged) -> Report:
    who = actor.current()
    if not who.is_agent or not touched:
        return Report("")
    if under_way(repo):
        return Report("")
    own = [change for change in touched if change.path in staged.own]
    return Report("", tuple(agents.refusals(own, who)))
