"""Checking all roots, or what a change touches."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from teammem.lifecycle.workspace import Workspace
from teammem.memory import index, lint
from teammem.memory.reading import Reading
from teammem.memory.rules import ERROR, NOTICE, RULES, WARNING
from teammem.roots import scan
from teammem.roots.find import Root
from teammem.roots.scan import SKIP_KIND, SKIP_LINK, SKIP_NESTED, SKIP_UNREADABLE, Scan
from teammem.vocabulary import INDEX_FILE

_LOOK = {
    SKIP_LINK: (ERROR, "a symbolic link: replace it by the file's text"),
    SKIP_KIND: (ERROR, "not a regular file"),
    SKIP_NESTED: (WARNING, "a nested repository: its memories are not read"),
    SKIP_UNREADABLE: (ERROR, "cannot be read"),
}


class Issue(NamedTuple):
    """One thing that `check` reports.

    Attributes:
        root: where.
        path: below the root; from the top directory where `root` is None.
        line: 1-based, 0 for the whole file.
        rule: `TM` code, or the guard's rule id.
        severity: `error`, `warning` or `notice`.
        message: what is wrong; never text of a memory.
        advice: what to do.
    """

    root: Root | None
    path: str
    line: int
    rule: str
    severity: str
    message: str
    advice: str


def check(work: Workspace, *, tier: str = "", since: str = "") -> tuple[Issue, ...]:
    """Return everything that is wrong, errors first.

    Args:
        work: where.
        tier: only this tier's roots.
        since: a commit; adds the memories that the change from there to HEAD makes doubtful.

    Raises:
        GitError: git cannot be asked; `since` names no commit.
    """
    found: list[Issue] = []
    for scanned in work.scans(tier):
        found += _of_root(work, scanned)
    if since:
        from teammem.lifecycle import doubt

        found += doubt.doubtful(work, since)
    order = {ERROR: 0, WARNING: 1, NOTICE: 2}
    return tuple(sorted(found, key=lambda one: (order[one.severity], one.path, one.line)))


def fails(issues: tuple[Issue, ...], *, strict: bool) -> bool:
    """Tell whether a check fails: on errors, with `strict` on warnings too."""
    return any(one.severity == ERROR or (strict and one.severity == WARNING) for one in issues)


def _of_root(work: Workspace, scanned: Scan) -> Iterator[Issue]:
    root = scanned.root
    readings: list[Reading] = [*scanned.loaded, *scanned.broken]
    for reading in readings:
        for problem in lint.of_file(reading, root.tier, work.today):
            yield _issue(root, lint.At(reading.path, problem))
    names = [reading.path for reading in readings]
    stones = [one.stone for one in scanned.stones]
    for at in (*lint.of_names(names), *lint.of_set(scanned.loaded, stones)):
        yield _issue(root, at)
    for path, problem in scanned.records:
        yield _issue(root, lint.At(path, problem))
    for skipped in scanned.skipped:
        if skipped.reason in _LOOK:
            severity, message = _LOOK[skipped.reason]
            yield Issue(root, skipped.path, 0, skipped.reason, severity, message, "look at it")
    if not root.private:
        yield from _secrets(root, scanned)
        yield from _unlisted(root, scanned)


def _secrets(root: Root, scanned: Scan) -> Iterator[Issue]:
    from teammem.guard import anywhere

    paths = [one.path for one in scanned.loaded]
    paths += [one.path for one in scanned.broken]
    paths += [one.path for one in scanned.stones]
    for path in paths:
        data = scanned.read(path)
        if data is None:
            continue
        report = anywhere.text(data, root.prefix + b"/" + os.fsencode(path))
        for one in report.errors:
            yield Issue(root, path, one.line, one.rule, ERROR, one.title, one.advice)


def _unlisted(root: Root, scanned: Scan) -> Iterator[Issue]:
    """Report what a MEMORY.md that somebody else keeps does not list."""
    data = scan.read(root, INDEX_FILE)
    if data is None or index.is_ours(data):
        return
    for path in index.missing(data, (one.path for one in scanned.loaded)):
        rule = RULES["TM070"]
        yield Issue(root, path, 0, "TM070", rule.severity, rule.title, rule.advice)


def _issue(root: Root, at: lint.At) -> Issue:
    rule = RULES[at.problem.rule]
    message = f"{rule.title}: {at.problem.detail}" if at.problem.detail else rule.title
    line, code = at.problem.line, at.problem.rule
    return Issue(root, at.path, line, code, rule.severity, message, rule.advice)
