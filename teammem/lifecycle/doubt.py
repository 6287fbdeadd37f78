"""Which memories a change makes doubtful: those whose cited lines or files it touches.

Lines that merely move are no alarm: a citation with a hash holds while its text stands anywhere
in the file, one without while no hunk of the change reaches into its lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from teammem.errors import GitError
from teammem.git import objects
from teammem.git import operation as operations
from teammem.git.repo import Repository
from teammem.lifecycle import pick
from teammem.lifecycle.check import Issue
from teammem.lifecycle.pick import Found
from teammem.lifecycle.workspace import Workspace
from teammem.memory import hashes
from teammem.memory.entry import Cite
from teammem.memory.rules import RULES
from teammem.memory.standing import of as standing_of
from teammem.vocabulary import COMMAND, TIER_TEAM

CHANGED = "changed"
DELETED = "deleted"
RENAMED = "renamed"
_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


class Change(NamedTuple):
    """One file of the range; `kind` as above, `to` the new name of a renamed one."""

    kind: str
    old: str
    new: str
    to: str = ""


def doubtful(work: Workspace, since: str) -> Iterator[Issue]:
    """Yield a notice for each memory that the change from the merge base with `since` touches.

    Raises:
        GitError: `since` names no commit here, or has nothing in common with HEAD.
    """
    repo = work.roots.repository
    if repo is None:
        raise GitError("not a git repository", "run it inside one", "not-a-repository")
    commit = repo.commit(since)
    if not commit:
        raise GitError(f"no such commit: {since}", "fetch it first", "no-commit")
    base = repo.maybe("merge-base", commit, "HEAD") or commit
    changes = _changes(repo, base)
    if not changes:
        return
    files = _Files(repo, base)
    for found in pick.all_in(work, TIER_TEAM):
        if not standing_of(found.loaded.entry, work.today).recalled:
            continue
        yield from _of_memory(found, changes, files)


def _of_memory(found: Found, changes: dict[str, Change], files: _Files) -> Iterator[Issue]:
    entry = found.loaded.entry
    reported: set[str] = set()
    for cite in entry.cites:
        change = changes.get(cite.path)
        if change is None:
            continue
        line = files.line(cite, change)
        if line is not None:
            reported.add(cite.path)
            yield _notice(found, change, line)
    patterns = [_glob(pattern) for pattern in entry.applies_to]
    for path, change in changes.items():
        if path not in reported and any(pattern.fullmatch(path) for pattern in patterns):
            yield _notice(found, change, 1)


def _notice(found: Found, change: Change, line: int) -> Issue:
    entry = found.loaded.entry
    first = entry.description or entry.name
    what = {
        CHANGED: "is about lines that this changes",
        DELETED: f"is about {change.old}, which this deletes",
        RENAMED: f"is about {change.old}, which this renames to {change.to}",
    }[change.kind]
    memory = entry.id or found.path
    rule = RULES["TM080"]
    return Issue(
        None,
        change.to or change.old,
        line if change.kind == CHANGED else 1,
        "TM080",
        rule.severity,
        f"the memory {first!r} {what}",
        f"{COMMAND} verify {memory}, or {COMMAND} edit {memory}",
    )


def _changes(repo: Repository, base: str) -> dict[str, Change]:
    out = repo.read(
        "diff-tree", "-r", "-z", "--raw", "-M", "--no-abbrev", "--no-relative", base, "HEAD", "--",
        operation=operations.WALK,
    )  # fmt: skip
    tokens = iter(out.split(b"\0"))
    found = {}
    for token in tokens:
        if not token:
            continue
        fields = token.decode("ascii").lstrip(":").split(" ")
        path = next(tokens).decode("utf-8", "surrogateescape")
        kind = fields[4][0]
        if kind == "R":
            to = next(tokens).decode("utf-8", "surrogateescape")
            found[path] = Change(RENAMED, path, fields[3], to)
        elif kind == "D":
            found[path] = Change(DELETED, path, "")
        elif kind in "MT":
            found[path] = Change(CHANGED, path, fields[3])
    return found


class _Files:
    """The changed files, read once each."""

    def __init__(self, repo: Repository, base: str) -> None:
        self._repo = repo
        self._base = base
        self._contents: dict[str, bytes] = {}
        self._hunks: dict[str, list[tuple[int, int, int]]] = {}

    def line(self, cite: Cite, change: Change) -> int | None:
        """Return the line of the new file that makes a citation doubtful, None where it holds."""
        if change.kind != CHANGED:
            return 1
        if cite.lines is None:
            if cite.hash and hashes.of_file(self._content(change.new)) == cite.hash:
                return None
            hunks = self._of(change.old)
            return hunks[0][2] if hunks else None
        first, last = cite.lines
        if cite.hash:
            if hashes.stands(self._content(change.new), last - first + 1, cite.hash):
                return None
            touched = [
                hunk for hunk in self._of(change.old) if hunk[0] <= last and hunk[1] >= first
            ]
            return touched[0][2] if touched else self._first(change)
        for start, end, new in self._of(change.old):
            if start <= last and end >= first:
                return new
        return None

    def _first(self, change: Change) -> int:
        hunks = self._of(change.old)
        return hunks[0][2] if hunks else 1

    def _content(self, oid: str) -> bytes:
        if oid not in self._contents:
            self._contents[oid] = objects.content(self._repo, oid)
        return self._contents[oid]

    def _of(self, path: str) -> list[tuple[int, int, int]]:
        """Return (first old line, last old line, first new line) of each hunk of a file."""
        if path not in self._hunks:
            out = self._repo.read(
                "diff-tree", "-p", "-U0", "--no-color", "--no-ext-diff", "--no-textconv",
                "--no-renames", self._base, "HEAD", "--", f":(top,literal){path}",
            )  # fmt: skip
            hunks = []
            for found in _HUNK.finditer(out):
                start, length = int(found[1]), int(found[2] or 1)
                # Lines put in between touch only what they separate.
                old = (start, start + length - 1) if length else (start + 1, start)
                hunks.append((*old, max(1, int(found[3]))))
            self._hunks[path] = hunks
        return self._hunks[path]


def _glob(pattern: str) -> re.Pattern[str]:
    """Return a path pattern as git's ignore files read it: `*` within a name, `**` across."""
    parts = []
    for piece in re.split(r"(\*\*/?|\*|\?)", pattern.strip("/")):
        if piece.startswith("**"):
            parts.append("(?:.*/)?" if piece.endswith("/") else ".*")
        else:
            parts.append({"*": "[^/]*", "?": "[^/]"}.get(piece, re.escape(piece)))
    return re.compile("".join(parts) + "(?:/.*)?", re.DOTALL)
