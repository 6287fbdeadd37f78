"""`git status --porcelain=v2 -z` as values (git-status, "Porcelain Format Version 2")."""

from __future__ import annotations

from typing import NamedTuple

from teammem.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from teammem.git.repo import Repository

UNTRACKED = "?"
IGNORED = "!"
CHANGED = "1"
MOVED = "2"
UNMERGED = "u"


class Entry(NamedTuple):
    """One path that is not as in HEAD.

    Attributes:
        kind: CHANGED, MOVED, UNMERGED, UNTRACKED or IGNORED.
        path: bytes, from the top; a directory ends with a slash.
        staged: letter for HEAD against index: ".", M, T, A, D, R, C or U.
        worktree: letter for index against work tree.
        head_mode, index_mode, worktree_mode: six octal digits; zeros where there is nothing.
        head_oid, index_oid: object names; zeros where there is nothing.
        submodule: git's four characters; "N..." for no submodule.
        origin: of a move, the path in HEAD.
    """

    kind: str
    path: bytes
    staged: str = "."
    worktree: str = "."
    head_mode: str = ""
    index_mode: str = ""
    worktree_mode: str = ""
    head_oid: str = ""
    index_oid: str = ""
    submodule: str = ""
    origin: bytes = b""


class Status(NamedTuple):
    """The branch and the paths that differ.

    Attributes:
        oid: HEAD's commit, "" before the first.
        branch: short name of the checked-out branch, "" when HEAD is detached.
        upstream: its upstream as git shows it, "" without one.
        ahead, behind: commits against the upstream; None where git does not know.
        entries: the paths.
    """

    oid: str = ""
    branch: str = ""
    upstream: str = ""
    ahead: int | None = None
    behind: int | None = None
    entries: tuple[Entry, ...] = ()


def read(repo: Repository, paths: Iterable[bytes], *, ignored: bool = False) -> Status:
    """Ask git what differs below some directories; one call.

    Args:
        repo: asked from the top of the work tree, with literal pathspecs.
        paths: directories from the top; none = only the branch is asked for.
        ignored: list ignored files too.
    """
    asked = repo.with_env(GIT_LITERAL_PATHSPECS="1")
    names = [path.decode("utf-8", "surrogateescape") for path in paths]
    where = names or [".git/none"]  # a path that cannot be tracked
    options = [
        "--porcelain=v2",
        "--branch",
        "-z",
        "--no-renames",
        "--untracked-files=all",
        "--ignore-submodules=none",
        *(["--ignored=matching"] if ignored else []),
    ]
    return parse(asked.read("status", *options, "--", *where))


def parse(out: bytes) -> Status:
    """Read the output of `git status --porcelain=v2 -z`, with or without `--branch`.

    Raises:
        GitError: it has another form.
    """
    told: dict[str, str] = {}
    entries: list[Entry] = []
    tokens = iter(out.split(b"\0"))
    for token in tokens:
        if not token:
            continue
        kind, _, rest = token.partition(b" ")
        if kind == b"#":
            name, _, value = rest.decode("utf-8", "surrogateescape").partition(" ")
            told[name] = value
        elif kind in (b"?", b"!"):
            entries.append(Entry(kind.decode(), rest))
        elif kind == b"1":
            entries.append(_changed(rest.split(b" ", 7), 8))
        elif kind == b"2":
            entries.append(_changed(rest.split(b" ", 8), 9, next(tokens, b"")))
        elif kind == b"u":
            fields = rest.split(b" ", 9)
            if len(fields) != 10:
                raise _unreadable()
            entries.append(Entry(UNMERGED, fields[9], "U", "U", submodule=fields[1].decode()))
        else:
            raise _unreadable()
    counts = told.get("branch.ab", "").split(" ")
    known = len(counts) == 2 and all(count[1:].isdecimal() for count in counts)
    oid, head = told.get("branch.oid", ""), told.get("branch.head", "")
    return Status(
        "" if oid == "(initial)" else oid,
        "" if head == "(detached)" else head,
        told.get("branch.upstream", ""),
        int(counts[0]) if known else None,
        -int(counts[1]) if known else None,
        tuple(entries),
    )


def _changed(fields: list[bytes], wanted: int, origin: bytes = b"") -> Entry:
    if len(fields) != wanted or len(fields[0]) != 2:
        raise _unreadable()
    text = [field.decode("ascii", "replace") for field in fields[:7]]
    return Entry(
        MOVED if origin else CHANGED,
        fields[-1],
        text[0][0],
        text[0][1],
        text[2],
        text[3],
        text[4],
        text[5],
        text[6],
        text[1],
        origin,
    )


def _unreadable() -> GitError:
    return GitError("git status printed a line of unknown form", "", "git-output")
