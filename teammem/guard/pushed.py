"""Judging what is pushed: at the client before it leaves, at the server before it is taken.

Every commit that the other side does not have is taken apart, since an end-state diff misses what
one commit adds and a later one removes. What the other side has is only what it said itself: the
object names on the ref lines, and `ls-remote` of the pushed URL. Tracking refs may be stale and
belong to another URL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from teammem import environ
from teammem.errors import UsageError
from teammem.git import index, ranges, refs
from teammem.guard import history
from teammem.guard.allowances import Allowances
from teammem.guard.finding import WARNING, Finding, Item, Report, Text, merged
from teammem.guard.judge import Judge

if TYPE_CHECKING:
    from collections.abc import Iterable

    from teammem.git.repo import Repository

_NOTES = "refs/notes/"
_SHALLOW = (
    "this clone is shallow: its oldest commits were judged as if history began there "
    "(`git fetch --unshallow` brings the rest)"
)
_ELSEWHERE = (
    "found on a local ref that this push may not carry; only the native pre-push hook sees which "
    "refs are pushed (`teammem init` installs it)"
)


class Update(NamedTuple):
    """One ref that is pushed.

    Attributes:
        ref: the name it is pushed from (client) or to (server), for people.
        new: object name that it will have; zeros for a deletion.
        old: object name that the other side has; zeros where the ref is new.
        target: the name it gets at the other side.
    """

    ref: str
    new: str
    old: str
    target: str


def parse_push(data: bytes) -> list[Update]:
    """Read git's pre-push lines: `<local ref> <local oid> <remote ref> <remote oid>`.

    Raises:
        UsageError: a line has another form; nothing is guessed.
    """
    found = []
    for number, line in enumerate(_lines(data), 1):
        fields = line.rsplit(" ", 3)
        if len(fields) != 4 or not (_is_oid(fields[1]) and _is_oid(fields[3])):
            raise UsageError(
                f"standard input, line {number}: not a pre-push ref line",
                "git calls this hook itself: <local ref> <local oid> <remote ref> <remote oid>",
            )
        found.append(Update(fields[0], fields[1], fields[3], fields[2]))
    return found


def parse_receive(data: bytes) -> list[Update]:
    """Read git's pre-receive lines: `<old oid> <new oid> <ref>`.

    Raises:
        UsageError: a line has another form; nothing is guessed.
    """
    found = []
    for number, line in enumerate(_lines(data), 1):
        fields = line.split(" ", 2)
        if len(fields) != 3 or not (_is_oid(fields[0]) and _is_oid(fields[1])):
            raise UsageError(
                f"standard input, line {number}: not a pre-receive ref line",
                "git calls this hook itself: <old oid> <new oid> <ref>",
            )
        found.append(Update(fields[2], fields[1], fields[0], fields[2]))
    return found


def _lines(data: bytes) -> list[str]:
    return data.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n") if data else []


def _is_oid(text: str) -> bool:
    return len(text) in (40, 64) and not text.strip("0123456789abcdef")


def push(
    repo: Repository, data: bytes, remote: str = "", url: str = "", *, framework: bool = False
) -> Report:
    """Judge a push before it leaves.

    Args:
        repo: the hook's repository.
        data: what git wrote to the hook's standard input.
        remote: name of the remote, as git gave it.
        url: URL that is pushed to, as git gave it.
        framework: pre-commit or prek runs the hook: they keep the ref lines for themselves and
            tell of one ref in variables.
    """
    repo.check_version()
    updates = parse_push(data)
    if not updates and framework:
        return _under_framework(repo, remote, url)
    return _judge(repo, updates, _boundary(repo, updates, url or remote), _trusted(repo, remote))


def _boundary(repo: Repository, updates: Iterable[Update], url: str) -> list[str]:
    known = [update.old for update in updates if not refs.is_zero(update.old)]
    if url and any(refs.is_zero(u.old) and not refs.is_zero(u.new) for u in updates):
        known += (refs.remote_refs(repo, url) or {}).values()
    return known


def _trusted(repo: Repository, remote: str) -> tuple[str, ...]:
    return (refs.remote_default(repo, remote),) if remote in refs.remotes(repo) else ()


def receive(repo: Repository, data: bytes, allow_from: str = "") -> Report:
    """Judge a push at the server, in the pre-receive hook of the bare repository.

    Args:
        repo: the hook's repository; git's quarantine variables are honoured.
        data: what git wrote to the hook's standard input.
        allow_from: ref whose allow entries count instead of those that the push brings.
    """
    repo.check_version()
    updates = parse_receive(data)
    head = repo.maybe("symbolic-ref", "--quiet", "HEAD")
    everything = [oid for _, oid, _ in refs.local(repo)]
    return _judge(repo, updates, everything, (allow_from or head,), allow_from=allow_from)


def _judge(
    repo: Repository,
    updates: Iterable[Update],
    known: list[str],
    trusted: Iterable[str],
    *,
    allow_from: str = "",
) -> Report:
    """Judge everything that the updates bring beyond the objects `known` to the other side."""
    tips: list[str] = []
    names: dict[str, None] = {}
    items: list[Item] = []
    texts: list[Text] = []
    for update in updates:
        if refs.is_zero(update.new):
            continue
        named = history.of_object(repo, update.new, update.ref)
        texts += named.texts
        items += named.items
        if not named.commit:
            continue
        new = ranges.commits(repo, (named.commit,), known)
        names.update(dict.fromkeys(new))
        if _NOTES in (update.ref[: len(_NOTES)], update.target[: len(_NOTES)]):
            texts += history.of_notes(repo, new, update.ref)
        elif named.commit not in tips:
            tips.append(named.commit)
            items += history.of_tree(repo, named.commit, named.commit)
    material = history.of_commits(repo, names)
    filters = {}
    for tip in tips:
        filters.update(index.filtered_in(repo, tip, [i.path for i in items if i.commit == tip]))
    excuses = (allow_from,) if allow_from else tips
    report = Judge(repo, Allowances(repo, excuses, trusted)).report(
        "1 pushed commit" if len(names) == 1 else f"{len(names)} pushed commits",
        _once((*material.items, *items)),
        (*material.texts, *texts),
        filters,
        (_SHALLOW,) if names and repo.is_shallow else (),
    )
    return merged(report.scope, report, Report("", material.findings))


def _once(items: Iterable[Item]) -> list[Item]:
    """Drop a tip's entry where a commit of the range already brings that blob to that path."""
    first: dict[tuple[bytes, str, str], Item] = {}
    for item in items:
        first.setdefault((item.path, item.mode, item.oid), item)
    return list(first.values())


def _under_framework(repo: Repository, remote: str, url: str) -> Report:
    """Judge the one ref that pre-commit or prek shows; warn of what the other local refs hold.

    PRE_COMMIT_TO_REF is missing when a first push has a root commit in its range; then the local
    branch it names, else HEAD, stands in.
    """
    name = remote or environ.get("PRE_COMMIT_REMOTE_NAME")
    target = url or environ.get("PRE_COMMIT_REMOTE_URL") or name
    branch = environ.get("PRE_COMMIT_LOCAL_BRANCH")
    shown = environ.get("PRE_COMMIT_TO_REF") or branch or "HEAD"
    tip = repo.commit(shown) or repo.commit("HEAD")
    told = refs.remote_refs(repo, target) if target else None
    known = list((told or {}).values())
    zeros = "0" * len(tip)
    updates = [Update(branch or shown, tip, zeros, "")] if tip else []
    trusted = _trusted(repo, name)
    exact = _judge(repo, updates, known, trusted)
    others = [
        Update(ref, oid, zeros, "")
        for ref, oid, _ in refs.local(repo, "refs/heads", "refs/tags")
        if oid != tip and oid not in known
    ]
    rest = _judge(repo, others, [*known, tip] if tip else known, trusted)
    warned = tuple(_warning(found) for found in rest.findings)
    return merged(exact.scope, exact, rest._replace(findings=warned))


def _warning(found: Finding) -> Finding:
    return found._replace(severity=WARNING, hint=_ELSEWHERE)
