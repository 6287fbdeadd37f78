"""Judging without git objects: one text for a path, and any files on disk."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from teammem import paths
from teammem.detect import engine
from teammem.git import changes
from teammem.guard import policy
from teammem.guard.finding import ERROR, Finding, Report, finding_id, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_REMEDY = "take it out of the text; name where it is kept instead"
# What is larger is read in no reasonable time by anybody: it counts as not checked, so refused.
_LARGEST = 256 << 20


def text(data: bytes, path: bytes) -> Report:
    """Judge bytes as if they were to be written to `path`.

    The rules for what may lie in a team root apply where the path lies in one.
    """
    found = _credentials(data, path)
    if paths.in_root(path):
        rule = policy.of_entry(path, changes.REGULAR) or policy.of_content(len(data), data)
        line = 0
        if not rule:
            rule, line = policy.of_record(path, data)
        if rule:
            found.insert(0, _of_policy(rule, path, line))
    root = paths.root_of(path)
    return Report("text", tuple(found), 1, (shown(root),) if root else ())


def files(
    names: Iterable[str], progress: Callable[[int, str], None] = lambda _count, _name: None
) -> Iterator[tuple[str, Report]]:
    """Judge files on disk, folders with all they hold; yields each file's name and report.

    Only credentials are looked for: any folder may be searched, so binary files are no offence.
    Symbolic links below a folder are not followed; `.git` folders are left out.

    Args:
        names: files and folders as the caller wrote them.
        progress: called before each file with the number of files done and the name.
    """
    for count, name in enumerate(_walk(names)):
        progress(count, name)
        yield name, _file(name)


def _walk(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        if not os.path.isdir(name):  # noqa: PTH112
            yield name
            continue
        unread: list[str] = []
        for folder, folders, members in os.walk(name, onerror=partial(_note, unread)):
            yield from unread  # opening it again gives the reason
            unread.clear()
            folders[:] = sorted(one for one in folders if one != ".git")
            for member in sorted(members):
                path = os.path.join(folder, member)  # noqa: PTH118
                if not os.path.islink(path) and os.path.isfile(path):  # noqa: PTH113, PTH114
                    yield path
        yield from unread


def _note(unread: list[str], error: OSError) -> None:
    unread.append(os.fsdecode(error.filename))


def _file(name: str) -> Report:
    path = os.fsencode(name)
    try:
        with open(name, "rb") as file:  # noqa: PTH123
            if os.fstat(file.fileno()).st_size > _LARGEST:
                return Report("file", (_unread(path, "larger than 256 MiB"),), 1)
            data = file.read()
    except OSError as error:
        return Report("file", (_unread(path, error.strerror or "unreadable"),), 1)
    return Report("file", tuple(_credentials(data, path)), 1)


def _credentials(data: bytes, path: bytes) -> list[Finding]:
    display = shown(path)
    return [
        Finding(
            one.rule,
            one.title,
            display,
            one.line,
            "",
            finding_id(display, one.line, one.rule),
            ERROR,
            _REMEDY,
            "",
            path,
            one,
        )
        for one in engine.scan(data, path)
    ]


def _of_policy(rule: str, path: bytes, line: int) -> Finding:
    return Finding(
        rule,
        policy.RULES[rule],
        shown(path),
        line,
        "",
        finding_id(shown(path), line, rule),
        ERROR,
        policy.HINTS[rule],
        "",
        path,
    )


def _unread(path: bytes, why: str) -> Finding:
    title = f"could not be checked: {why}"
    display = shown(path)
    return Finding(
        "not-checked",
        title,
        display,
        0,
        "",
        finding_id(display, 0, "not-checked"),
        ERROR,
        "",
        "",
        path,
    )
