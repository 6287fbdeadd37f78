"""The network: fetching one branch, pushing one commit, asking a remote; and what its words mean.

Nothing is fetched or pushed that was not named: no tags, no submodules, no configured refspec. The
programs at the other end are git's own, whatever a config says.
"""

from __future__ import annotations

from typing import NamedTuple

from teammem.errors import GitError
from teammem.git import operation as operations
from teammem.git.run import DONE, UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from teammem.git.repo import Repository
    from teammem.git.run import Result

LANDED = "landed"
MOVED = "moved"
REFUSED = "refused"
UNSURE = "unsure"

# What git and the servers print, in lower case (git with LC_ALL=C; OpenSSH; the public pages of
# GitHub, GitLab, Bitbucket, Azure DevOps and Gerrit about refused pushes), and our reason for it.
# The first that fits counts.
_WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "host-key",
        (
            "host key verification failed",
            "remote host identification has changed",
            "ssl certificate problem",
            "server certificate verification failed",
        ),
    ),
    (
        "auth",
        (
            "authentication failed",
            "could not read username",
            "could not read password",
            "terminal prompts disabled",
            "permission denied (",
            "invalid username or password",
            "http basic: access denied",
            "returned error: 401",
        ),
    ),
    (
        "signed-commits",
        ("verified signature", "must be signed", "commit signing", "unsigned commit"),
    ),
    (
        "protected",
        (
            "protected branch",
            "gh006",
            "gh013",
            "protected ref",
            "tf402455",
            "prohibited by gerrit",
            "through a pull request",
            "changes must be made through",
        ),
    ),
    (
        "no-permission",
        (
            "returned error: 403",
            "write access to repository not granted",
            "not allowed to push",
            "denied to",
            "tf401027",
            "access denied",
            "permission to ",
            "read-only",
        ),
    ),
    ("branch-gone", ("couldn't find remote ref",)),
    (
        "remote-gone",
        (
            "does not appear to be a git repository",
            "repository not found",
            "not found",
            "no such remote",
            "could not be found",
        ),
    ),
    ("shallow", ("shallow update not allowed",)),
    ("checked-out", ("branch is currently checked out", "refusing to update checked out")),
    (
        "offline",
        (
            "could not resolve host",
            "connection refused",
            "network is unreachable",
            "no route to host",
            "timed out",
            "operation too slow",
            "connection reset",
            "failed to connect",
            "couldn't connect",
            "unable to connect",
            "unable to look up",
            "connection closed",
            "unable to access",
        ),
    ),
    (
        "transport",
        ("transport", "remote helper", "protocol"),
    ),
    ("hook-declined", ("hook declined", "hook rejected")),
)


class Pushed(NamedTuple):
    """What became of a push.

    Attributes:
        outcome: LANDED, MOVED (somebody else was first), REFUSED or UNSURE (stopped by us).
        reason: why it was refused.
        said: lines of the server, printable.
    """

    outcome: str
    reason: str = ""
    said: tuple[str, ...] = ()


def reason_of(result: Result) -> str:
    """Return our reason for a network command that failed."""
    if result.outcome == UNKNOWN:
        return "timeout"
    text = (result.err + b"\n" + result.out).decode("utf-8", "replace").lower()
    if "no space left on device" in text or "file too large" in text:
        return "disk-full"
    if "read-only file system" in text:
        return "read-only"
    if "insufficient permission for adding an object to repository database .git" in text:
        return "not-writable"
    for reason, words in _WORDS:
        if any(word in text for word in words):
            return reason
    return "git-failed"


def said(result: Result) -> tuple[str, ...]:
    """Return what the server said (`remote: …`), printable, without empty lines."""
    lines = result.err.decode("utf-8", "replace").splitlines()
    texts = [line[len("remote:") :].strip() for line in lines if line.startswith("remote:")]
    clean = ("".join(c if c.isprintable() else " " for c in text).strip() for text in texts)
    return tuple(text for text in clean if text)


def fetch(
    repo: Repository, source: str, refspecs: Iterable[str], limit: float | None = None
) -> None:
    """Fetch exactly what the refspecs name.

    Args:
        repo: unattended.
        source: a remote's name or a URL.
        refspecs: `+<ref>:<our ref>`, or object names alone.
        limit: seconds, instead of the class's own.

    Raises:
        GitError: with the reason (`offline`, `auth`, `branch-gone`, …).
    """
    result = repo.git(
        "fetch",
        "--quiet",
        "--no-tags",
        "--no-prune",
        "--no-write-fetch-head",
        "--no-recurse-submodules",
        "--no-auto-maintenance",
        "--no-show-forced-updates",
        "--refmap=",
        "--upload-pack=git-upload-pack",
        "--",
        source,
        *refspecs,
        operation=operations.NETWORK,
        limit=limit,
    )
    if result.outcome != DONE:
        raise GitError(f"git fetch: {_line(result)}", "", reason_of(result))


def tips(
    repo: Repository, source: str, *patterns: str, limit: float | None = None
) -> tuple[str, dict[str, str]]:
    """Ask a remote where HEAD points and where its refs stand.

    Args:
        repo: unattended.
        source: a remote's name or a URL.
        patterns: refs asked for; HEAD is always asked for.
        limit: seconds.

    Returns:
        The ref that HEAD names ("" where the server does not say), and ref to object name.

    Raises:
        GitError: with the reason.
    """
    result = repo.git(
        "ls-remote",
        "--quiet",
        "--symref",
        "--upload-pack=git-upload-pack",
        "--",
        source,
        "HEAD",
        *patterns,
        operation=operations.NETWORK,
        limit=limit,
    )
    if result.outcome != DONE:
        raise GitError(f"git ls-remote: {_line(result)}", "", reason_of(result))
    head, found = "", {}
    for line in result.out.decode("utf-8", "surrogateescape").splitlines():
        value, _, name = line.partition("\t")
        if value.startswith("ref: "):
            head = value.removeprefix("ref: ") if name == "HEAD" else head
        else:
            found[name] = value
    return head, found


def push_url(repo: Repository, remote: str) -> str:
    """Return the URL that pushes to a remote go to."""
    return repo.line("remote", "get-url", "--push", remote)


def push(
    repo: Repository,
    url: str,
    commit: str,
    ref: str,
    *,
    lease: str | None = None,
    limit: float | None = None,
) -> Pushed:
    """Push one commit to one ref, nothing else, without hooks.

    Args:
        repo: unattended.
        url: where to; never a remote's name, so that no tracking ref moves.
        commit: full object name; "" deletes the ref.
        ref: full name of the ref there.
        lease: the object that must stand there now ("" = none); allows a push that is no
            fast-forward. None = fast-forward only.
        limit: seconds.
    """
    options = [] if lease is None else [f"--force-with-lease={ref}:{lease}"]
    result = repo.git(
        "push",
        "--porcelain",
        "--no-verify",
        "--no-follow-tags",
        "--no-signed",
        "--recurse-submodules=no",
        "--receive-pack=git-receive-pack",
        *options,
        "--",
        url,
        f"{commit}:{ref}",
        operation=operations.NETWORK,
        limit=limit,
    )
    words = said(result)
    if result.outcome == DONE:
        return Pushed(LANDED, "", words)
    if result.outcome == UNKNOWN:
        return Pushed(UNSURE, "timeout", words)
    status = next(
        (
            line
            for line in result.out.decode("utf-8", "replace").splitlines()
            if line.startswith("!\t")
        ),
        "",
    ).lower()
    if "[rejected]" in status or any(word in status for word in _RACES):
        return Pushed(MOVED, "moved", words)
    reason = reason_of(result)
    # The connection may have gone down after the server took the commit.
    outcome = UNSURE if not status and reason == "offline" else REFUSED
    return Pushed(outcome, reason, words)


# Another push was faster between the server's advertisement and its update of the ref.
_RACES = (
    "failed to update ref",
    "cannot lock ref",
    "failed to lock",
    "incorrect old value",
    "reference already exists",
    "atomic transaction failed",
)


def _line(result: Result) -> str:
    if result.outcome == UNKNOWN:
        return "stopped: it took too long"
    words = result.message()
    return "".join(c if c.isprintable() else " " for c in words)
