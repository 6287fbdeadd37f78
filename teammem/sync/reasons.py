"""Every outcome of a sync: its code, what it means, what to do.

docs/reference/reasons.md is made from this table; codes are part of the compatibility promise.
"""

from __future__ import annotations

from typing import NamedTuple

from teammem import exits


class Reason(NamedTuple):
    """One outcome.

    Attributes:
        code: kebab case.
        exit_code: what the command ends with.
        meaning: one line for people.
        remedy: one line: what to do; empty where there is nothing to do.
    """

    code: str
    exit_code: int
    meaning: str
    remedy: str = ""


REASONS = {
    one.code: one
    for one in (
        # Whole runs that went well.
        Reason("nothing-to-do", exits.OK, "nothing to publish, nothing new"),
        Reason("published", exits.OK, "the memories are on the destination"),
        Reason("received", exits.OK, "the destination had something new"),
        Reason("review", exits.OK, "pushed to a review branch", "open the pull request"),
        Reason("withdrawn", exits.OK, "the review branch is gone, its text kept for 30 days"),
        Reason("would", exits.OK, "a dry run: nothing was changed"),
        # Where to.
        Reason(
            "no-remote", exits.CONFIG, "the repository has no remote", "`git remote add origin URL`"
        ),
        Reason(
            "several-remotes",
            exits.CONFIG,
            "several remotes, and nothing says which one the team reads",
            "`teammem sync --to REMOTE BRANCH`, or set the upstream of the default branch",
        ),
        Reason(
            "no-such-remote",
            exits.CONFIG,
            "there is no remote of that name",
            "`git remote -v` lists them",
        ),
        Reason(
            "unborn",
            exits.CONFIG,
            "the remote has no branch yet",
            "push the first commit, then `teammem sync`",
        ),
        Reason(
            "bad-config",
            exits.CONFIG,
            "the team's settings on the default branch cannot be read",
            "repair .teammem/config.yaml there, or name it: --to REMOTE BRANCH",
        ),
        Reason(
            "not-here",
            exits.GIT,
            "trees of the destination are not in this clone",
            "`git fetch --refetch`",
        ),
        Reason(
            "no-default-branch",
            exits.CONFIG,
            "the remote does not say which branch is its default",
            "set sync.branch in .teammem/config.yaml, or use --to REMOTE BRANCH",
        ),
        Reason(
            "branch-gone",
            exits.GIT,
            "the destination branch does not exist on the remote",
            "push it once, or set sync.branch to one that exists",
        ),
        Reason(
            "remote-gone",
            exits.GIT,
            "the remote repository is not there",
            "see `git remote -v`: moved, deleted, or no right to read it",
        ),
        # States of this clone.
        Reason(
            "bare", exits.GIT, "a bare repository has no memories to publish", "run it in a clone"
        ),
        *(
            Reason(
                f"{what}-in-progress",
                exits.REFUSED,
                f"a {what} is under way, so what differs from HEAD is not yours alone",
                f"finish or abort the {what}, then `teammem sync`",
            )
            for what in ("rebase", "merge", "cherry-pick", "revert", "bisect", "am", "sequencer")
        ),
        Reason(
            "unmerged",
            exits.REFUSED,
            "a file of a team root has unresolved conflicts",
            "resolve it and `git add` it, then `teammem sync`",
        ),
        Reason("busy", exits.BUSY, "another sync runs in this clone", "wait for it"),
        Reason(
            "index-locked",
            exits.BUSY,
            "another git command holds the index",
            "run it again; `teammem doctor` says what holds a lock that stays",
        ),
        Reason("ref-locked", exits.BUSY, "another git command holds a ref", "run it again"),
        Reason("ref-moved", exits.BUSY, "the branch moved meanwhile", "run it again"),
        Reason(
            "no-identity",
            exits.CONFIG,
            "git knows no name and address for you",
            "`git config --global user.name NAME`, `git config --global user.email ADDRESS`",
        ),
        Reason(
            "dubious-ownership",
            exits.GIT,
            "the repository belongs to somebody else",
            "see `git help config`, safe.directory",
        ),
        Reason(
            "read-only",
            exits.GIT,
            "the file system is read-only",
            "remount it, or use another clone",
        ),
        Reason(
            "not-writable",
            exits.GIT,
            "files of the repository cannot be written",
            "see who may write in .git and in the team roots",
        ),
        Reason("disk-full", exits.GIT, "the disk is full", "make room, then `teammem sync`"),
        Reason(
            "missing-object",
            exits.GIT,
            "objects that are needed are not here (shallow or partial clone)",
            "`git fetch --unshallow`, or `git fetch --refetch`",
        ),
        Reason(
            "internal-check",
            exits.INTERNAL,
            "the commit held more than it should; nothing was pushed",
            "please report it",
        ),
        # The network and the server.
        Reason(
            "offline",
            exits.GIT,
            "the remote cannot be reached; nothing is lost",
            "`teammem sync` again when the network is back",
        ),
        Reason(
            "timeout",
            exits.GIT,
            "the remote did not answer in time; nothing is lost",
            "try again, or give it longer: --budget SECONDS",
        ),
        Reason(
            "auth",
            exits.GIT,
            "the remote did not accept your login",
            "`git fetch` once by hand: it can ask for the password or key",
        ),
        Reason(
            "host-key",
            exits.GIT,
            "the remote's key or certificate is not known or not the known one",
            "connect once by hand (`git fetch`) and compare the fingerprint",
        ),
        Reason(
            "no-permission",
            exits.REFUSED,
            "you have no right to push there",
            "`teammem sync --review --to FORK BRANCH`",
        ),
        Reason("protected", exits.REFUSED, "the branch is protected", "`teammem sync --review`"),
        Reason(
            "hook-declined",
            exits.REFUSED,
            "a hook of the server declined the push",
            "read what it says; `teammem sync --review` goes by a branch",
        ),
        Reason(
            "signed-commits",
            exits.REFUSED,
            "the server takes signed commits only",
            "commit the files by hand with `git commit -S`",
        ),
        Reason(
            "checked-out",
            exits.REFUSED,
            "the branch is checked out in the remote, which is not bare",
            "push to a bare repository, or `teammem sync --review`",
        ),
        Reason(
            "shallow",
            exits.GIT,
            "the remote takes nothing from a shallow clone",
            "`git fetch --unshallow`",
        ),
        Reason(
            "transport",
            exits.CONFIG,
            "the remote needs a transport that sync does not use",
            "give it an https, ssh or file URL",
        ),
        Reason(
            "contended",
            exits.GIT,
            "others were faster each time; nothing is lost",
            "`teammem sync` again, or --budget SECONDS",
        ),
        Reason("git-failed", exits.GIT, "git failed", ""),
        Reason(
            "pull-failed",
            exits.GIT,
            "git pull --ff-only did not fast-forward",
            "see what it says; what was published is published",
        ),
        Reason(
            "upstream-rewritten",
            exits.OK,
            "the destination was rewritten since it was last seen",
            "what it dropped stands under refs/teammem/safe for 30 days",
        ),
        # Single files.
        Reason(
            "refused",
            exits.REFUSED,
            "the guard refuses it",
            "take it out of the text; `teammem guard` shows it",
        ),
        Reason(
            "refused-there",
            exits.OK,
            "the destination has what the guard refuses; it is not served",
            "tell who published it: revoke it, then take it out of the history",
        ),
        Reason(
            "forgotten",
            exits.REFUSED,
            "it was forgotten",
            "`teammem revive ID`, or delete the file",
        ),
        Reason(
            "waits-for-person",
            exits.REFUSED,
            "agents do not publish this",
            "a person runs `teammem sync`",
        ),
        Reason(
            "agents-publish",
            exits.REFUSED,
            "agents do not publish here",
            "a person runs it, or sets agents.publish in their own config.yaml",
        ),
        Reason(
            "many-deletions",
            exits.REFUSED,
            "so many memories are gone that it may be a mistake",
            "`teammem sync --allow-delete` publishes that",
        ),
        Reason(
            "root-missing",
            exits.REFUSED,
            "the whole team root is missing, which counts as no deletion",
            "`git checkout -- DIR`, or `teammem sync --allow-delete`",
        ),
        Reason(
            "bad-name",
            exits.REFUSED,
            "the name is not possible on every system",
            "rename the file",
        ),
        Reason(
            "name-collision",
            exits.REFUSED,
            "the destination has that name in another spelling",
            "rename the file",
        ),
        Reason(
            "nested-repository",
            exits.OK,
            "another repository lies in the team root",
            "move it away",
        ),
        Reason(
            "unreadable",
            exits.REFUSED,
            "not a regular file that can be read",
            "replace it by a file",
        ),
        Reason(
            "conflict",
            exits.REFUSED,
            "the destination's version differs and cannot be merged",
            "merge it by hand: `git show REF:PATH`",
        ),
        Reason(
            "conflict-copy",
            exits.OK,
            "somebody changed the same lines: both texts are kept",
            "`teammem resolve`",
        ),
        Reason("modified-there", exits.OK, "deleted here, changed there: the change stays", ""),
        Reason(
            "changed",
            exits.OK,
            "edited while it was published; the newer text stays",
            "`teammem sync`",
        ),
        Reason(
            "partly-staged",
            exits.OK,
            "published, but left in the work tree: the index has another text",
            "`git status` shows it",
        ),
        Reason("not-settled", exits.OK, "published, but left in the work tree", "`teammem sync`"),
        Reason(
            "review-moved", exits.OK, "somebody pushed to the review branch: merged with it", ""
        ),
        Reason(
            "review-changed",
            exits.REFUSED,
            "somebody else pushed to the review branch: it was left alone",
            "close the pull request where the server shows it",
        ),
        Reason("no-review", exits.NOTHING, "there is no review branch of this clone", ""),
    )
}


def of(code: str) -> Reason:
    """Return a reason; one that is not in the table counts as a failure of git."""
    return REASONS.get(code) or Reason(code, exits.GIT, "git failed")
