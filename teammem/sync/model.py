"""The values of a sync: what was asked, what is published, what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from teammem import exits
from teammem.guard.finding import shown
from teammem.sync import reasons

FAST_FORWARD = "fast-forward"
PUT_BACK = "put-back"


class Asked(NamedTuple):
    """The options of one sync.

    Attributes:
        receive, publish: whether each direction runs.
        pull: run `git pull --ff-only` at the end.
        review: publish to the review branch.
        withdraw: take the review branch back.
        dry_run: say what would happen.
        to: remote and branch instead of the destination that is found.
        message: subject of the commit.
        budget: seconds for all of it, retries included.
        allow_delete: publish deletions however many they are.
        session: id of an agent's session, for the commit's trailer.
    """

    receive: bool = True
    publish: bool = True
    pull: bool = False
    review: bool = False
    withdraw: bool = False
    dry_run: bool = False
    to: tuple[str, str] | None = None
    message: str = ""
    budget: float = 60.0
    allow_delete: bool = False
    session: str = ""


class Ours(NamedTuple):
    """One uncommitted path of a team root.

    Attributes:
        path: from the top, as git's bytes.
        oid: its blob after git's end-of-line rules; "" = deleted.
        mode: six octal digits.
        raw: the bytes that the work tree had; None = deleted.
        head, head_mode: what HEAD has; "" = nothing.
        staged: the blob in the index; "" = nothing.
    """

    path: bytes
    oid: str
    mode: str
    raw: bytes | None
    head: str = ""
    head_mode: str = ""
    staged: str = ""

    @property
    def partly_staged(self) -> bool:
        """Whether the index has a text of its own, as `git add -p` leaves it."""
        return self.staged not in ("", self.head, self.oid)


class Note(NamedTuple):
    """Something to tell of one path: what (a code of `reasons`) and, where it helps, how.

    Attributes:
        path: for display; masked where the guard found something in it.
        reason: code.
        detail: one line.
    """

    path: str
    reason: str
    detail: str = ""

    @property
    def exit_code(self) -> int:
        """Return what this alone would end the command with."""
        return reasons.of(self.reason).exit_code


@dataclass(slots=True)
class Report:
    """What a sync did.

    Attributes:
        reason: code of the run.
        destination: `origin/main`, "" where it is not known.
        why: how the destination was told.
        published: paths that are on the destination now.
        added, changed, removed: paths that came in from others.
        notes: what to tell of single paths.
        settled: FAST_FORWARD, PUT_BACK or "".
        commit: the commit that was pushed, "" for none.
        said: lines of the server.
        branch: the review branch, "" for none.
        detail: one more line about the reason.
        dry: nothing was changed.
        pulled: what `git pull` printed; None where it did not run.
        pull: whether the caller has to run it still, after the lock is released.
    """

    reason: str = "nothing-to-do"
    destination: str = ""
    why: str = ""
    published: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    settled: str = ""
    commit: str = ""
    said: list[str] = field(default_factory=list)
    branch: str = ""
    detail: str = ""
    dry: bool = False
    pulled: str | None = None
    pull: bool = False

    def note(self, path: bytes, reason: str, detail: str = "") -> None:
        """Add something to tell of a path."""
        self.notes.append(Note(shown(path) if path else "", reason, detail))

    @property
    def has_received(self) -> bool:
        """Whether something came in from others."""
        return bool(self.added or self.changed or self.removed)

    @property
    def exit_code(self) -> int:
        """Return the exit code of the whole run."""
        own = reasons.of(self.reason).exit_code
        return exits.worst(own, *(note.exit_code for note in self.notes))

    def data(self) -> dict[str, Any]:
        """Return it as plain data for the JSON envelope."""
        return {
            "destination": self.destination or None,
            "why": self.why,
            "published": self.published,
            "received": {"added": self.added, "changed": self.changed, "removed": self.removed},
            "notes": [
                {"path": one.path, "reason": one.reason, "detail": one.detail} for one in self.notes
            ],
            "settled": self.settled or None,
            "commit": self.commit or None,
            "review_branch": self.branch or None,
            "server": self.said,
            "dry_run": self.dry,
            "pulled": self.pulled,
        }
