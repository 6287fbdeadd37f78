"""Who changed a file and when: read-only, through dulwich, the only module that imports it.

Reading history is where dulwich serves: it walks the object store in this process. What a gate has
to judge is read by git itself (docs/adr/git-not-dulwich.md).
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Touched(NamedTuple):
    """One commit that changed a file.

    Attributes:
        commit: its object name in hex.
        author: name of the author, as one printable line.
        at: when it was authored, ISO 8601, UTC.
        change: `add`, `modify`, `delete` or `rename`.
        path: the file's path after (or, deleted, before) the change.
        subject: first line of the message, printable.
    """

    commit: str
    author: str
    at: str
    change: str
    path: bytes
    subject: str


def of_path(top: str, path: bytes, limit: int = 20, start: str = "") -> Iterator[Touched]:
    """Yield the commits of a history that changed `path`, newest first, renames followed.

    Args:
        top: top directory of the work tree.
        path: from there, as git stores it.
        limit: the most commits.
        start: the commit whose history it is, by default HEAD's.
    """
    from dulwich.errors import NotGitRepository
    from dulwich.repo import Repo

    from teammem.errors import NotARepository

    try:
        repo = Repo(top)
    except NotGitRepository:
        raise NotARepository("not a git repository", "run it inside one") from None
    with repo:
        try:
            head = repo[start.encode("ascii")].id if start else repo.head()
        except KeyError:
            return
        walker = repo.get_walker(include=[head], paths=[path], follow=True, max_entries=limit)
        for entry in walker:
            commit = entry.commit
            for change in entry.changes():
                # A merge has a list of changes, one for each parent.
                one = change[0] if isinstance(change, list) else change
                sides = [] if one is None else [one.new, one.old]
                found = [side.path for side in sides if side is not None and side.path]
                if one is None or not found:
                    continue
                name = commit.author.split(b" <")[0].decode("utf-8", "replace")
                when = datetime.fromtimestamp(commit.author_time, UTC)
                subject = commit.message.split(b"\n", 1)[0].decode("utf-8", "replace")
                yield Touched(
                    commit.id.decode("ascii"),
                    _printable(name),
                    when.isoformat(),
                    str(one.type),
                    found[0],
                    _printable(subject),
                )
                break


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)
