"""After a publish: nothing that is on the destination stays behind as an uncommitted change.

Either the branch is moved on to the destination (files, index entries, the ref last), or the
published files go back to what HEAD has. Both touch team roots alone, path by path, and only where
a file still has the bytes that were published.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from teammem import paths
from teammem.errors import GitError, TeammemError
from teammem.git import changes, index, objects, ranges, status, writing
from teammem.git.transaction import Transaction
from teammem.guard.finding import Item
from teammem.guard.judge import Judge
from teammem.roots import write
from teammem.roots.find import Root
from teammem.sync import snapshot as snapshots
from teammem.sync.lock import undisturbed
from teammem.vocabulary import TIER_TEAM

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from teammem.git.repo import Repository
    from teammem.sync.model import Ours, Report
    from teammem.sync.snapshot import Snapshot

_REFLOG = "teammem sync: fast-forward"
_FILES = (changes.REGULAR, changes.EXECUTABLE)


class Branch(NamedTuple):
    """The checked-out branch.

    Attributes:
        ref: full name.
        head: its commit.
        tracking: the user's tracking ref of the destination and its commit, None where it is not
            behind the destination.
    """

    ref: str
    head: str
    tracking: tuple[str, str] | None


class _Target(NamedTuple):
    """What one path shall have: mode and blob, "" for nothing; and what it has now."""

    path: bytes
    mode: str
    oid: str
    before: tuple[str, str]  # mode and blob of the index entry, "" for none


def put_back(
    repo: Repository,
    ours: Mapping[bytes, Ours],
    landed: Iterable[bytes],
    head: str,
    report: Report,
) -> list[bytes]:
    """Give published paths HEAD's state again, in the index and in the work tree.

    The index comes first: if everything ends in between, the files are uncommitted changes that the
    destination has, which the next sync settles.

    Args:
        repo: unattended, at the top.
        ours: what was published, by path.
        landed: the paths.
        head: HEAD's commit at that time, "" before the first.
        report: takes notes of what is left alone.

    Returns:
        The paths that are as in HEAD now.
    """
    top = os.fsencode(repo.top)
    todo = []
    for path in landed:
        one = ours[path]
        if one.partly_staged:
            report.note(path, "partly-staged")
        elif not _is(top, path, one.raw):
            report.note(path, "changed")
        else:
            todo.append(one)
    if not todo:
        return []
    if repo.commit("HEAD") != head:
        for one in todo:
            report.note(one.path, "not-settled", "HEAD moved meanwhile")
        return []
    texts = writing.checked_out(repo, {one.path: one.head for one in todo if one.head})
    done = []
    with undisturbed():
        entries = [(one.path, one.head_mode, one.head) for one in todo if one.staged != one.head]
        try:
            writing.update_index(repo, entries)
        except GitError as error:
            for one in todo:
                report.note(one.path, "not-settled", error.message)
            return []
        for one in todo:
            try:
                _set(top, one.path, one.raw, texts.get(one.path))
                _executable(top, one)
            except TeammemError as error:
                reason = "changed" if error.reason == "changed" else "not-settled"
                report.note(one.path, reason, error.message)
            else:
                done.append(one.path)
        writing.refresh(repo, [one.path for one in todo if one.head])
        _follow(repo, {path: texts.get(path) for path in done}, ours, head)
    return done


def _follow(
    repo: Repository, done: Mapping[bytes, bytes | None], ours: Mapping[bytes, Ours], head: str
) -> None:
    """Where the user committed in the very moment, have the paths as the new HEAD has them."""
    now = repo.commit("HEAD")
    if now == head or not done:
        return
    folders = {paths.root_of(path) or b"" for path in done}
    there = {entry.path: entry for entry in objects.below(repo, now, folders)}
    moved = {
        path: there[path] for path in done if path in there and there[path].oid != ours[path].head
    }
    texts = writing.checked_out(repo, {path: entry.oid for path, entry in moved.items()})
    writing.update_index(repo, [(path, entry.mode, entry.oid) for path, entry in moved.items()])
    for path, text in texts.items():
        with contextlib.suppress(TeammemError):
            _set(os.fsencode(repo.top), path, done[path], text)
    writing.refresh(repo, moved)


def fast_forward(
    repo: Repository,
    taken: Snapshot,
    landed: Mapping[bytes, str],
    branch: Branch,
    tip: str,
    report: Report,
) -> str:
    """Move the checked-out branch on to the destination, if that touches team roots alone.

    Args:
        repo: unattended, at the top.
        taken: what was uncommitted.
        landed: the paths of it that the destination has.
        branch: the branch, an ancestor of the destination.
        tip: the destination's commit.
        report: takes notes of what the guard finds in what others published.

    Returns:
        "" when it is done; else why not, for people. Then nothing was changed.

    Raises:
        GitError: git failed before anything was changed.
    """
    between = {
        change.path: change
        for change in changes.parse(repo.read("diff-tree", *changes.RAW, branch.head, tip))
    }
    why = _obstacle(repo, between.values(), taken, landed, branch.head, tip)
    if why:
        return why
    if _refused(repo, [one for one in between.values() if one.path not in landed], report):
        return "the guard refuses something of it"
    targets = _targets(between, taken, landed)
    texts = writing.checked_out(repo, {one.path: one.oid for one in targets if one.oid})
    roots = {paths.root_of(one.path) or b"" for one in targets} | set(taken.prefixes)
    top = os.fsencode(repo.top)
    updates = [(branch.ref, tip, branch.head)]
    if branch.tracking is not None:
        updates.append((branch.tracking[0], tip, branch.tracking[1]))
    undo: list[tuple[bytes, bytes | None, bytes | None]] = []
    with undisturbed():
        try:
            with Transaction(repo, updates, _REFLOG) as transaction:
                dirty = {entry.path for entry in status.read(repo, sorted(roots)).entries}
                for one in targets:
                    if one.path in landed:
                        expected = taken.ours[one.path].raw
                    elif one.path in dirty:
                        return f"{paths.show(one.path)} has uncommitted changes"
                    else:
                        expected = snapshots.read(top, one.path)
                    _set(top, one.path, expected, texts.get(one.path))
                    undo.append((one.path, texts.get(one.path), expected))
                writing.update_index(repo, [(one.path, one.mode, one.oid) for one in targets])
                try:
                    transaction.commit()
                except GitError:
                    before = [(one.path, *one.before) for one in targets]
                    writing.update_index(repo, before)
                    raise
        except (TeammemError, OSError) as error:
            for path, now, before_it in reversed(undo):
                with contextlib.suppress(TeammemError, OSError):
                    _set(top, path, now, before_it)
            return str(error)
        writing.refresh(repo, [one.path for one in targets if one.oid])
    return ""


def _obstacle(
    repo: Repository,
    between: Iterable[changes.Change],
    taken: Snapshot,
    landed: Mapping[bytes, str],
    head: str,
    tip: str,
) -> str:
    """Return why the branch cannot be moved without touching more than team roots."""
    listed = list(between)
    commits = ranges.commits(repo, (tip,), (head,))
    touched = {change.path for change in ranges.walk(repo, commits)}
    touched |= {change.path for change in ranges.brought(repo, commits)}
    touched |= {change.path for change in listed}
    if any(not paths.in_root(path) for path in touched):
        return "the destination has changes outside the team roots: git pull brings them"
    for change in listed:
        shown = paths.show(change.path)
        if not change.deleted and change.mode not in _FILES:
            return f"{shown} is no regular file there"
        if change.path in landed:
            if taken.ours[change.path].partly_staged:
                return f"{shown} is partly staged"
        elif change.path in taken.dirty:
            return f"{shown} has uncommitted changes"
    if repo.config("core.sparseCheckout").lower() == "true":
        return "this is a sparse checkout: git pull moves it"
    names = [change.path for change in listed]
    if index.filtered_in(repo, tip, names):
        return "a path has a filter attribute there: git pull runs it"
    if index.flagged(repo, {paths.root_of(name) or b"" for name in names}) & set(names):
        return "a path is marked skip-worktree or assume-unchanged"
    return ""


def _refused(repo: Repository, brought: Iterable[changes.Change], report: Report) -> bool:
    items = [Item(one.path, one.mode, one.oid) for one in brought if not one.deleted]
    verdict = Judge(repo).report("received", items)
    for finding in verdict.errors:
        report.note(finding.raw_path, "refused-there", finding.rule)
    return bool(verdict.errors)


def _targets(
    between: Mapping[bytes, changes.Change], taken: Snapshot, landed: Mapping[bytes, str]
) -> list[_Target]:
    targets = []
    for path, change in between.items():
        one = taken.ours.get(path) if path in landed else None
        if one is not None:
            before = (one.mode, one.staged) if one.staged else ("", "")
        else:
            before = (changes.REGULAR, change.old) if change.old.strip("0") else ("", "")
        now = ("", "") if change.deleted else (change.mode, change.oid)
        targets.append(_Target(path, *now, before))
    for path in landed:
        if path not in between:
            # The destination has what HEAD has: our change of it was taken back or not needed.
            one = taken.ours[path]
            before = (one.mode, one.staged) if one.staged else ("", "")
            targets.append(_Target(path, one.head_mode, one.head, before))
    return targets


def _is(top: bytes, path: bytes, expected: bytes | None) -> bool:
    try:
        return snapshots.read(top, path) == expected
    except OSError:
        return False


def _set(top: bytes, path: bytes, now: bytes | None, wanted: bytes | None) -> None:
    """Give a file other bytes, or none, if it still has the ones that are expected.

    Raises:
        TeammemError: it has not, or it cannot be written.
    """
    root = paths.root_of(path) or b""
    inside = os.fsdecode(path[len(root) + 1 :])
    parts = tuple(os.fsdecode(root).split("/"))
    place = Root(TIER_TEAM, Path(os.fsdecode(top)), parts, "sync")
    if now == wanted:
        return
    if wanted is None:
        if now is not None:
            write.remove(place, inside, now)
            _prune(top, path)
    elif now is None:
        write.create(place, inside, wanted)
    else:
        write.replace(place, inside, wanted, now)


def _prune(top: bytes, path: bytes) -> None:
    """Remove the directories that a removed file left empty, as git does."""
    folder = path.rpartition(b"/")[0]
    while folder:
        try:
            os.rmdir(os.path.join(top, folder))  # noqa: PTH106, PTH118
        except OSError:
            return
        folder = folder.rpartition(b"/")[0]


def _executable(top: bytes, one: Ours) -> None:
    """Give a file that was put back the mode that HEAD has."""
    if one.head and one.head_mode != one.mode and one.head_mode in _FILES:
        whole = os.path.join(top, one.path)  # noqa: PTH118
        mode = os.stat(whole, follow_symlinks=False).st_mode  # noqa: PTH116
        execute = (mode & 0o444) >> 2
        wanted = mode | execute if one.head_mode == changes.EXECUTABLE else mode & ~0o111
        os.chmod(whole, wanted & 0o7777)  # noqa: PTH101
