"""Looking at a clone: one `git status` limited to the roots answers most of it. Changes nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from teammem import paths
from teammem.drift.model import Drift
from teammem.git import locks, state, status
from teammem.guard.finding import shown
from teammem.memory.reading import Loaded
from teammem.roots import bases
from teammem.roots.destination import REVIEW, Destination
from teammem.roots.worktree import listed
from teammem.vocabulary import MEMORY_SUFFIX, STATUS_CANDIDATE, TIER_TEAM

if TYPE_CHECKING:
    from teammem.git.repo import Repository
    from teammem.git.status import Entry
    from teammem.roots.find import Roots
    from teammem.roots.scan import Scan
    from teammem.roots.view import View

# What was last seen so many days ago may be far from what teammates see now.
LONG_AGO = 7
_MOST_COMMITS = 1000
_CONFLICT = b".conflict-"


class Place(NamedTuple):
    """What is looked at.

    Attributes:
        roots, view: of the working directory.
        scans: reads what the roots hold; called once.
        runs: verb to when it last ran here and how it ended.
        now: the time, UTC.
        remote: ask the remote too.
        verbose: say which rule ignores a file.
    """

    roots: Roots
    view: View
    scans: Callable[[], Iterable[Scan]]
    runs: dict[str, tuple[str, str]]
    now: datetime
    remote: bool = False
    verbose: bool = False


def collect(place: Place) -> Drift:
    """Return the drift of a clone; outside a repository only counts and runs.

    Raises:
        GitError: git cannot be asked.
    """
    found = Drift()
    found.runs = place.runs
    told = place.view.destination
    if isinstance(told, Destination):
        found.destination, found.why = told.short, told.why
    else:
        found.why = told.why
    _counts(place, found)
    repo = place.roots.repository
    if repo is not None and place.roots.top is not None:
        prefixes = [root.prefix for root in place.roots.team]
        answer = status.read(repo, prefixes, ignored=True)
        _branch(answer, found)
        _repository(repo, found)
        _files(place, repo, answer.entries, found)
        _flags(place, repo, found)
        _unpushed(place, repo, found)
        _destination(place, repo, found)
    found.sort()
    return found


def _counts(place: Place, found: Drift) -> None:
    """Count memories; conflict copies, candidates and what is unreadable are named on the way."""
    types: dict[str, int] = {}
    statuses: dict[str, int] = {}
    tiers: dict[str, int] = {}
    candidates = 0
    for scan in place.scans():
        tiers[scan.root.tier] = tiers.get(scan.root.tier, 0) + len(scan.loaded)
        if scan.root.tier != TIER_TEAM:
            continue
        for one in scan.loaded:
            entry = one.entry
            types[entry.type] = types.get(entry.type, 0) + 1
            statuses[entry.status] = statuses.get(entry.status, 0) + 1
            candidates += entry.status == STATUS_CANDIDATE
            if _CONFLICT.decode() in one.path:
                found.say("conflict-copy", _shown(scan, one))
        for broken in scan.broken:
            where = shown(scan.root.prefix + b"/" + os.fsencode(broken.path))
            found.say("invalid", where, f"line {broken.problem.line}: {broken.problem.rule}")
        for skipped in scan.skipped:
            code = {"symbolic-link": "symlink", "nested-repository": "nested"}.get(skipped.reason)
            if code:
                found.say(code, shown(scan.root.prefix + b"/" + os.fsencode(skipped.path)))
    if candidates:
        found.say("candidates", "", str(candidates))
    found.counts = {"tiers": tiers, "types": types, "statuses": statuses}
    for path, why in place.roots.skipped:
        found.say("not-a-root", path, why)


def _shown(scan: Scan, one: Loaded) -> str:
    return shown(scan.root.prefix + b"/" + os.fsencode(one.path))


def _branch(answer: status.Status, found: Drift) -> None:
    found.branch, found.upstream, found.head = answer.branch, answer.upstream, answer.oid
    found.ahead, found.behind = answer.ahead, answer.behind
    if not answer.oid:
        found.say("unborn")
    elif not answer.branch:
        found.say("detached")
    elif not answer.upstream:
        found.say("no-upstream", "", answer.branch)
    if answer.ahead and answer.behind:
        detail = f"{answer.ahead} here, {answer.behind} on {answer.upstream}"
        found.say("diverged", "", detail)
    elif answer.ahead:
        found.say("ahead", "", f"{answer.ahead} commits")
    elif answer.behind:
        found.say("behind", "", f"{answer.behind} commits")


def _repository(repo: Repository, found: Drift) -> None:
    under_way = state.under_way(repo)
    if under_way:
        found.say("under-way", "", under_way)
    if repo.is_shallow:
        found.say("shallow")
    if "/modules/" in repo.git_dir and repo.maybe("rev-parse", "--show-superproject-working-tree"):
        found.say("submodule")
    for lock in locks.find(repo):
        if lock.is_stale:
            where = shown(os.fsencode(os.path.relpath(lock.path, repo.common_dir)))
            found.say("stale-lock", where, f"{lock.age / 60:.0f} minutes old")
    if Path(repo.git_dir, "teammem", "journal").exists():
        found.say("unfinished")


def _files(place: Place, repo: Repository, entries: Iterable[Entry], found: Drift) -> None:
    """Say of each file what git says, and whether the guard refuses what is uncommitted."""
    brought = bases.live(repo)
    roots = {root.prefix for root in place.roots.team}
    ignored = []
    for entry in entries:
        path = entry.path
        name = shown(path.rstrip(b"/"))
        if entry.kind == status.IGNORED:
            ignored.append(path)
            continue
        if path.endswith(b"/"):
            continue  # another repository: named by the scan
        if path in brought:
            found.say("from-destination", name)
        if entry.kind == status.UNMERGED:
            found.say("unmerged", name)
        elif entry.kind == status.UNTRACKED:
            found.say("untracked", name)
        else:
            _changed(entry, name, found)
        if entry.worktree != "D" and entry.kind != status.UNMERGED:
            _judge(place, path, found)
    rules = _rules(repo, ignored) if place.verbose and ignored else {}
    for path in ignored:
        bare = path.rstrip(b"/")
        whole = any(root == bare or root.startswith(bare + b"/") for root in roots)
        if whole or bare.endswith(MEMORY_SUFFIX.encode()) or path.endswith(b"/"):
            found.say("root-ignored" if whole else "ignored", shown(bare), rules.get(path, ""))


def _changed(entry: Entry, name: str, found: Drift) -> None:
    if entry.staged != "." and entry.worktree == "M":
        found.say("partly-staged", name)
    elif "D" in (entry.staged, entry.worktree):
        found.say("deleted", name)
    elif entry.staged != ".":
        found.say("staged", name)
    else:
        found.say("modified", name)


def _judge(place: Place, path: bytes, found: Drift) -> None:
    from teammem.guard import anywhere

    try:
        data = Path(os.fsdecode(os.path.join(os.fsencode(str(place.roots.top)), path)))  # noqa: PTH118
        text = data.read_bytes() if data.is_file() and not data.is_symlink() else b""
    except OSError:
        return
    for finding in anywhere.text(text, path).errors:
        line = f" (line {finding.line})" if finding.line else ""
        found.say("refused", finding.path, f"{finding.rule}{line}")


def _rules(repo: Repository, ignored: list[bytes]) -> dict[bytes, str]:
    """Return which line of which file ignores a path."""
    listing = b"".join(path + b"\0" for path in ignored)
    out = repo.read("check-ignore", "-v", "-z", "--stdin", stdin=listing, ok=(0, 1))
    fields = out.split(b"\0")
    return {
        path: f"{paths.show(source)}:{paths.show(line)}: {paths.show(pattern)}"
        for source, line, pattern, path in zip(
            fields[0::4], fields[1::4], fields[2::4], fields[3::4], strict=False
        )
    }


def _flags(place: Place, repo: Repository, found: Drift) -> None:
    """Name what git was told to leave alone; the index was listed with its flags already."""
    sparse = repo.settings().get("core.sparsecheckout", [""])[-1].lower() == "true"
    for tag, _, path in listed(place.roots.listing):
        if tag == b"S":
            there = os.path.lexists(os.path.join(os.fsencode(str(place.roots.top)), path))  # noqa: PTH118
            found.say("sparse" if sparse and not there else "skip-worktree", shown(path))
        elif tag.islower():
            found.say("assume-unchanged", shown(path))


def _unpushed(place: Place, repo: Repository, found: Drift) -> None:
    """Name what local branches have committed in team roots and the destination has not."""
    told = place.view.destination
    if not isinstance(told, Destination) or not told.last_seen:
        return
    out = repo.read(
        "log",
        "--branches",
        "--source",
        "--format=%x00branch %S%x00",
        "--raw",
        "--no-renames",
        "--no-abbrev",
        "-z",
        f"--max-count={_MOST_COMMITS}",
        "--not",
        told.last_seen,
        "--",
        *(os.fsdecode(root.prefix) for root in place.roots.team),
    )
    branches: dict[bytes, set[str]] = {}
    branch = ""
    tokens = iter(out.split(b"\0"))
    for token in tokens:
        text = token.lstrip(b"\n")
        if text.startswith(b"branch "):
            branch = paths.show(text.removeprefix(b"branch "))
        elif text.startswith(b":"):
            branches.setdefault(next(tokens, b""), set()).add(branch)
    for path, names in sorted(branches.items()):
        found.say("unpushed", shown(path), "on " + ", ".join(sorted(names)))


def _destination(place: Place, repo: Repository, found: Drift) -> None:
    told = place.view.destination
    if not isinstance(told, Destination):
        found.say("no-destination", "", told.why)
        return
    when = _seen(repo, told)
    if when is None:
        found.say("never-fetched", "", told.short)
    else:
        found.seen = when.isoformat(timespec="seconds")
        days = (place.now - when).days
        if days >= LONG_AGO:
            found.say("long-ago", "", f"{told.short}, {days} days ago")
    if repo.commit(REVIEW):
        found.say("review")
    if place.remote:
        _ask(repo, told, found)


def _seen(repo: Repository, told: Destination) -> datetime | None:
    """Return when the destination was last fetched: the age of the ref, or of FETCH_HEAD."""
    if not told.last_seen:
        return None
    times = []
    for ref in (told.ours, told.tracking or "", "FETCH_HEAD"):
        for folder in (repo.common_dir, repo.git_dir):
            try:
                times.append(Path(folder, ref).stat().st_mtime if ref else 0.0)
            except OSError:
                continue
    latest = max(times, default=0.0)
    if not latest:
        try:  # packed: as old as the file that all packed refs share
            latest = Path(repo.common_dir, "packed-refs").stat().st_mtime
        except OSError:
            return None
    return datetime.fromtimestamp(latest, UTC) if latest else None


def _ask(repo: Repository, told: Destination, found: Drift) -> None:
    from teammem.errors import GitError
    from teammem.git import remote, unattended

    try:
        _, tips = remote.tips(unattended.of(repo), told.remote, told.branch)
    except GitError as error:
        found.say("unreachable", "", error.reason)
        return
    if tips.get(told.branch) != told.last_seen:
        found.say("moved-on", "", told.short)
