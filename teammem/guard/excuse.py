"""Writing allow entries: finding a finding again by its id, and what may be excepted at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from teammem import actor, paths
from teammem.detect import allow
from teammem.errors import NothingFound, Refusal, UsageError
from teammem.git import index, ranges, refs
from teammem.guard import history
from teammem.guard.finding import Finding, Item, shown
from teammem.guard.judge import Judge
from teammem.vocabulary import ALLOW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from teammem.git.repo import Repository


class Written(NamedTuple):
    """An allow entry that was written: its path from the top directory, and what it excepts."""

    path: str
    what: str


def finding(repo: Repository, prefix: str, reason: str, at: str) -> tuple[Written, ...]:
    """Write the entry that excepts a finding.

    Args:
        repo: a repository with a work tree.
        prefix: the finding's id as the guard printed it, or the beginning of it.
        reason: why it is no secret; stands in the entry.
        at: time, ISO 8601 in UTC.

    Returns:
        One entry for each value that the id stands for.

    Raises:
        Refusal: an agent asks, or the finding may not be excepted.
        NothingFound: no finding has that id.
        UsageError: several have it, or there is no reason.
    """
    _people_only()
    _reasoned(reason)
    found = _search(repo, prefix)
    if not found:
        raise NothingFound(
            f"no finding has the id {prefix}", "run the guard again: ids change with the file"
        )
    if len({one.id for one in found}) > 1:
        ids = ", ".join(sorted({one.id for one in found}))
        raise UsageError(f"several findings begin with {prefix}: {ids}", "give more of the id")
    entries = []
    for one in found:
        root = paths.root_of(one.raw_path)
        if one.detected is None or not one.detected.allowable or root is None:
            raise Refusal(
                f"{one.path}: {one.title} cannot be excepted",
                "change the text; for an object that the remote already has: "
                f"teammem allow --revoked {one.blob or 'BLOB'} --reason TEXT",
                "not-allowable",
            )
        inner = one.raw_path[len(root) + 1 :].decode("utf-8", "surrogateescape")
        name, data = allow.make(one.detected, inner, reason, _who(repo), at)
        entries.append(Written(_write(repo, root, name, data), f"{one.path}:{one.line}"))
    return tuple(entries)


def revoked(repo: Repository, blob: str, reason: str, at: str) -> tuple[Written, ...]:
    """Write the entry that accepts one existing object, a blob or commit, for any refusal.

    Args:
        repo: a repository with a work tree.
        blob: the object's name, or the beginning of it.
        reason: why it is accepted ("revoked on ...").
        at: time, ISO 8601 in UTC.

    Raises:
        Refusal: an agent asks, or the remote's default branch does not have the object.
        NothingFound: no team root has or had it.
        UsageError: there is no reason.
    """
    _people_only()
    _reasoned(reason)
    oid = repo.maybe("rev-parse", "--verify", "--quiet", "--end-of-options", blob)
    places = _places(repo, oid) if oid else []
    if not places:
        raise NothingFound(
            f"no team root has or had an object {blob}",
            "the guard's --json report names the blob (for messages and fields: the commit)",
        )
    defaults = [refs.remote_default(repo, remote) for remote in refs.remotes(repo)]
    if not ranges.reachable(repo, [ref for ref in defaults if ref], oid):
        raise Refusal(
            f"the remote's default branch does not have {oid[:12]}: it is not history yet",
            "take it out of the commit; this kind of entry only accepts what is there already",
            "not-history",
        )
    found = []
    for root in dict.fromkeys(root for root in map(paths.root_of, places) if root is not None):
        name, data = allow.make_revoked(oid, reason, _who(repo), at)
        found.append(Written(_write(repo, root, name, data), f"object {oid[:12]}"))
    return tuple(found)


def _people_only() -> None:
    who = actor.current()
    if who.is_agent:
        raise Refusal(
            f"only people except findings (acting now: {who}, told by {who.source})",
            "ask a person to run the command",
            "people-only",
        )


def _reasoned(reason: str) -> None:
    if not reason.strip():
        raise UsageError("an allow entry needs a reason", '--reason "why this is no secret"')


def _who(repo: Repository) -> str:
    return repo.config("user.name") or "unknown"


def _search(repo: Repository, prefix: str) -> list[Finding]:
    """Return the findings with that id: of the index, of what no remote has, of all history."""
    if len(prefix) < 4 or prefix.strip("0123456789abcdef"):
        raise UsageError(f"{prefix!r} is no finding id", "it stands in brackets behind a finding")
    judge = Judge(repo)
    for items in _material(repo):
        report = judge.report("", items)
        matching = [one for one in report.findings if one.id.startswith(prefix)]
        if matching:
            first = matching[0].raw_path
            return [one for one in matching if one.raw_path == first]
    return []


def _material(repo: Repository) -> Iterator[list[Item]]:
    entries = index.entries(repo)
    yield [Item(one.path, one.mode, one.oid) for one in entries if paths.in_root(one.path)]
    head = repo.commit("HEAD")
    if head:
        yield list(history.of_tree(repo, head, head))
        known = [oid for _, oid, _ in refs.local(repo, "refs/remotes")]
        yield list(history.of_commits(repo, ranges.commits(repo, (head,), known)).items)
        yield list(history.of_commits(repo, ranges.commits(repo, (head,))).items)


def _places(repo: Repository, oid: str) -> list[bytes]:
    """Return the paths of a blob in team roots; of a commit, those that it touches there."""
    if repo.commit(oid) == oid:
        return [one.path for one in ranges.walk(repo, (oid,)) if paths.in_root(one.path)]
    for items in _material(repo):
        found = [item.path for item in items if item.oid == oid]
        if found:
            return found
    return []


def _write(repo: Repository, root: bytes, name: str, data: bytes) -> str:
    """Write a new file into `<root>/allow/`; an equal one is kept as it is."""
    place = os.path.join(os.fsdecode(root), ALLOW)  # noqa: PTH118
    folder = os.path.join(repo.top, place)  # noqa: PTH118
    # The index may still know a root as a folder where a link stands on disk by now.
    if paths.real(folder) != os.path.join(paths.real(repo.top), place):  # noqa: PTH118
        raise Refusal(f"{shown(root)}/{ALLOW} leads out of the team root", "replace the link")
    os.makedirs(folder, exist_ok=True)  # noqa: PTH103
    path = os.path.join(folder, name)  # noqa: PTH118
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    return os.path.relpath(path, repo.top)
