"""What recall works on and returns: notes, where they were found, and why."""

from __future__ import annotations

from typing import NamedTuple

from teammem.vocabulary import STATUS_PLAIN, TIER_PROJECT

# The fields that are searched, in the order of their numbers.
FIELDS = ("name", "keywords", "description", "usage_scenarios", "body")
NAME, KEYWORDS, DESCRIPTION, SCENARIOS, BODY = range(5)


class Note(NamedTuple):
    """One memory as recall sees it.

    Attributes:
        key: its path below its root, `/` between parts; unique in the root.
        tier: `user`, `project` or `team`.
        path: its path as it is shown and opened.
        id: its ULID, empty where it has none.
        name, title, description, keywords, usage_scenarios, type: from the front matter.
        body: the text after the front matter; empty in a note that an index returns.
        applies_to: globs of paths in the work tree.
        status: one of `vocabulary.STATUSES`.
        edited: whether a verified body has changed since.
        author: who wrote it, as it is shown; empty where unknown.
        since: ISO date (UTC) that its age counts from; empty where unknown.
        pinned: whether it stands under `pinned/`.
        conflict_copy: whether it is the other side of a conflict that sync kept.
        supersedes: ids that it replaces.
        expires: ISO date of the last day on which it is valid; empty for ever.
        origin: where its text is if no file at `path` has it ("on origin/main"); told when it is
            about to be shown.
    """

    key: str
    tier: str = TIER_PROJECT
    path: str = ""
    id: str = ""
    name: str = ""
    title: str = ""
    description: str = ""
    keywords: tuple[str, ...] = ()
    usage_scenarios: tuple[str, ...] = ()
    type: str = ""
    body: str = ""
    applies_to: tuple[str, ...] = ()
    status: str = STATUS_PLAIN
    edited: bool = False
    author: str = ""
    since: str = ""
    pinned: bool = False
    conflict_copy: bool = False
    supersedes: tuple[str, ...] = ()
    expires: str = ""
    origin: str = ""

    @property
    def handle(self) -> str:
        """What names the note among those of all roots: its path, else tier and key."""
        return self.path or f"{self.tier}/{self.key}"


class Reason(NamedTuple):
    """One term that spoke for a note.

    Attributes:
        term: the word of the question, folded.
        found: the indexed term it met; another than the question's own after a misspelling.
        fields: the fields it stands in.
        points: its share of the score.
    """

    term: str
    found: str
    fields: tuple[str, ...]
    points: float


class Hit(NamedTuple):
    """One note that was found.

    Attributes:
        note: the note.
        score: BM25F, comparable within one answer only.
        strength: the score as a share of what the rarest word could give; what the silence rule
            judges.
        reasons: what gave it, strongest first.
        applies_to: the glob and the named path that meet, empty where none does.
    """

    note: Note
    score: float
    strength: float
    reasons: tuple[Reason, ...] = ()
    applies_to: tuple[str, str] | tuple[()] = ()


class Left(NamedTuple):
    """One note that was left out, and why: `superseded`, `surfaced`, `tool-noise`, ..."""

    note: Note
    reason: str


class Recalled(NamedTuple):
    """The answer to one question.

    Attributes:
        hits: the notes, best first.
        left: what would have been among them.
        more: how many further notes stood above the cut.
        silent: why nothing is answered: `no-words`, `no-match`, `weak`, `left-out`; empty where
            there are hits.
        warnings: what was not read or not served, one line each.
    """

    hits: tuple[Hit, ...] = ()
    left: tuple[Left, ...] = ()
    more: int = 0
    silent: str = ""
    warnings: tuple[str, ...] = ()
