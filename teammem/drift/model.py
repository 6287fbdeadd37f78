"""What `status` can say: every item with its severity, its meaning and what to do about it.

docs/reference/status.md is made from this table; codes are part of the compatibility promise.
"""

from __future__ import annotations

from typing import Any, NamedTuple

ERROR = "error"
WARNING = "warning"
INFO = "info"
SEVERITIES = (ERROR, WARNING, INFO)


class Kind(NamedTuple):
    """One thing that may be said.

    Attributes:
        code: kebab case.
        severity: ERROR (something is lost, refused or stuck until somebody acts), WARNING (others
            see something else than you think), INFO.
        meaning: one line.
        remedy: what to do; empty where nothing needs doing.
    """

    code: str
    severity: str
    meaning: str
    remedy: str = ""


KINDS = {
    one.code: one
    for one in (
        Kind("unmerged", ERROR, "has unresolved conflicts", "resolve it, then `git add` it"),
        Kind("refused", ERROR, "is refused by the guard", "take it out of the text"),
        Kind(
            "stale-lock",
            ERROR,
            "an old lock file: git refuses to write",
            "`teammem doctor --clear-lock`",
        ),
        Kind("root-ignored", ERROR, "the whole root is ignored by git", "change the ignore rule"),
        Kind("symlink", ERROR, "is a symbolic link: nothing behind it is read", "replace it"),
        Kind("nested", ERROR, "is another repository: nothing in it is read", "move it away"),
        Kind("not-a-root", ERROR, "is named like a root and cannot be read as one", "rename it"),
        Kind("invalid", WARNING, "cannot be read as a memory", "`teammem check`"),
        Kind(
            "ignored", WARNING, "is ignored by git, so nobody else gets it", "`git check-ignore -v`"
        ),
        Kind("conflict-copy", WARNING, "is the other side of a conflict", "`teammem resolve`"),
        Kind("partly-staged", WARNING, "the index has another text than the file", "`git diff`"),
        Kind(
            "under-way",
            WARNING,
            "an operation of git has not ended: sync publishes nothing",
            "finish or abort it",
        ),
        Kind("detached", WARNING, "HEAD is on no branch", "`git switch BRANCH`"),
        Kind("unborn", WARNING, "the branch has no commit yet", "commit something"),
        Kind("diverged", WARNING, "your branch and its upstream have both moved", "`git pull`"),
        Kind("no-destination", WARNING, "sync does not know where to publish", "`teammem where`"),
        Kind("never-fetched", WARNING, "the destination was never seen here", "`teammem sync`"),
        Kind("long-ago", WARNING, "the destination was last seen long ago", "`teammem sync`"),
        Kind("sparse", WARNING, "is left out by the sparse checkout", "`git sparse-checkout add`"),
        Kind(
            "skip-worktree",
            WARNING,
            "is marked skip-worktree: git sees no change of it",
            "`git update-index --no-skip-worktree`",
        ),
        Kind(
            "assume-unchanged",
            WARNING,
            "is marked assume-unchanged: git sees no change of it",
            "`git update-index --no-assume-unchanged`",
        ),
        Kind("unpushed", WARNING, "is committed but not on the destination", "`git push`"),
        Kind("unreachable", WARNING, "the remote cannot be asked", "try again"),
        Kind("moved-on", WARNING, "the remote has more than was last seen", "`teammem sync`"),
        Kind("unfinished", WARNING, "a sync did not end", "`teammem sync`"),
        Kind("from-destination", INFO, "was brought here by edit", "`teammem sync` publishes it"),
        Kind("untracked", INFO, "is new", "`teammem sync`, or `git add` and commit"),
        Kind("staged", INFO, "is staged", "`git commit`"),
        Kind("modified", INFO, "is changed", "`teammem sync`, or `git add` and commit"),
        Kind("deleted", INFO, "is deleted", "`teammem sync`, or `git rm` and commit"),
        Kind("review", INFO, "waits in the review branch", "merge the pull request"),
        Kind(
            "candidates", INFO, "memories wait for a person's word", "`teammem list --candidates`"
        ),
        Kind("ahead", INFO, "your branch is ahead of its upstream", "`git push`"),
        Kind("behind", INFO, "your branch is behind its upstream", "`git pull`"),
        Kind("no-upstream", INFO, "the branch has no upstream", ""),
        Kind("submodule", INFO, "this repository is a submodule: it syncs with its own remote", ""),
        Kind("shallow", INFO, "the clone is shallow", "`git fetch --unshallow`"),
    )
}


class Item(NamedTuple):
    """One thing said.

    Attributes:
        code: of KINDS.
        path: the file, from the top, for display; empty for the repository.
        detail: what else: branches, counts, a rule.
    """

    code: str
    path: str = ""
    detail: str = ""

    @property
    def kind(self) -> Kind:
        """Return what it means."""
        return KINDS[self.code]


class Drift:
    """How the team roots here differ from what teammates see.

    Attributes:
        branch, upstream: of the work tree, "" for none.
        head: HEAD's commit.
        ahead, behind: against the upstream, None where unknown.
        destination, why: where sync publishes, and how that was told.
        seen: when the destination was last seen, ISO 8601; "" = never.
        counts: tier to how many memories; `types` and `statuses` to counts of the team tier.
        items: what there is to say, worst first.
        runs: verb to when it last ran here and how it ended.
    """

    def __init__(self) -> None:
        self.branch = ""
        self.upstream = ""
        self.head = ""
        self.ahead: int | None = None
        self.behind: int | None = None
        self.destination = ""
        self.why = ""
        self.seen = ""
        self.counts: dict[str, dict[str, int]] = {}
        self.items: list[Item] = []
        self.runs: dict[str, tuple[str, str]] = {}

    def say(self, code: str, path: str = "", detail: str = "") -> None:
        """Add an item."""
        self.items.append(Item(code, path, detail))

    def sort(self) -> None:
        """Put the worst first, paths in order."""
        self.items.sort(key=lambda one: (SEVERITIES.index(one.kind.severity), one.code, one.path))

    def worst(self) -> str:
        """Return the highest severity, "" where there is nothing to say."""
        return min((one.kind.severity for one in self.items), key=SEVERITIES.index, default="")

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "branch": self.branch or None,
            "upstream": self.upstream or None,
            "head": self.head or None,
            "ahead": self.ahead,
            "behind": self.behind,
            "destination": self.destination or None,
            "why": self.why,
            "last_seen": self.seen or None,
            "counts": self.counts,
            "items": [
                {
                    "code": one.code,
                    "severity": one.kind.severity,
                    "path": one.path or None,
                    "meaning": one.kind.meaning,
                    "detail": one.detail,
                    "remedy": one.kind.remedy,
                }
                for one in self.items
            ],
            "last_runs": {
                verb: {"at": at, "reason": reason} for verb, (at, reason) in self.runs.items()
            },
        }
