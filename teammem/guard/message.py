"""The part of a commit message file that git will store.

`commit -v` puts the whole diff below a scissors line, comments list file names: neither is stored,
so neither may refuse a commit that removes a secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from teammem import environ
from teammem.guard.finding import Report, Text
from teammem.guard.judge import Judge

if TYPE_CHECKING:
    from teammem.git.repo import Repository

# wt-status.c, cut_line: the text after the comment character that ends the stored message.
_SCISSORS = b"------------------------ >8 ------------------------"
# Clean-up modes of `git commit` that keep comment lines.
_KEEP = ("verbatim", "whitespace")
_COMMENT_STRING = (2, 45)


def stored(repo: Repository, data: bytes) -> bytes:
    """Return the bytes of `data` that become the message.

    Comments stay where git keeps them: with `commit.cleanup` set so, and where no editor runs (git
    sets GIT_EDITOR to ":" for the hooks of such a commit; its default is then `whitespace`).
    """
    mark = _comment_mark(repo, data)
    mode = repo.config("commit.cleanup") or "default"
    edited = environ.get("GIT_EDITOR") != ":"
    if edited or mode == "scissors":
        data = _above_scissors(data, mark + b" " + _SCISSORS)
    if mode in _KEEP or (mode == "default" and not edited):
        return data
    lines = data.split(b"\n")
    return b"\n".join(line for line in lines if not line.startswith(mark))


def _above_scissors(data: bytes, line: bytes) -> bytes:
    """Cut where git does: only a message that was edited has the line from git itself."""
    if data.startswith(line):
        return b""
    at = data.find(b"\n" + line)
    return data if at < 0 else data[: at + 1]


def _comment_mark(repo: Repository, data: bytes) -> bytes:
    # core.commentString is the newer name; a git that does not know it keeps those lines.
    names = "char|string" if repo.check_version() >= _COMMENT_STRING else "char"
    found = repo.maybe("config", "--get-regexp", rf"^core\.comment({names})$").splitlines()
    mark = found[-1].partition(" ")[2] if found else "#"
    if mark != "auto":
        return mark.encode("utf-8", "surrogateescape")
    # git picks a character that starts no line of the message; the scissors line shows which.
    for line in data.split(b"\n"):
        if line.endswith(b" " + _SCISSORS):
            return line[: -len(_SCISSORS) - 1]
    return b"#"


def judge(repo: Repository, data: bytes) -> Report:
    """Judge a commit message file's bytes; for commits that touch a team root."""
    text = Text("commit message", stored(repo, data))
    return Judge(repo).report("commit message", (), (text,))
