"""From a plan to a commit on the destination's tip, checked once more as a stranger's would be."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from teammem import paths
from teammem.errors import InternalError, Refusal
from teammem.git import changes, index, trees, writing
from teammem.guard import history
from teammem.guard.allowances import Allowances
from teammem.guard.finding import Text
from teammem.guard.judge import Judge
from teammem.vocabulary import ACTOR_TRAILER, MEMORY_SUFFIX

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from teammem.actor import Actor
    from teammem.git.repo import Repository
    from teammem.guard.finding import Finding

SESSION_TRAILER = "Teammem-Session"
_NAMED = 3


class Words(NamedTuple):
    """What the commit says.

    Attributes:
        subject: first line; "" = made from the paths.
        actor: who acts.
        session: id of an agent's session, "" for none.
    """

    subject: str
    actor: Actor
    session: str

    def message(self, made: Mapping[bytes, tuple[str, str] | None]) -> str:
        """Return the whole message for some changes."""
        lines = [self.subject or _subject(made)]
        trailers = []
        if self.actor.is_agent:
            trailers.append(f"{ACTOR_TRAILER}: {self.actor}")
            if self.session:
                trailers.append(f"{SESSION_TRAILER}: {self.session}")
        return "\n".join([*lines, *(["", *trailers] if trailers else [])]) + "\n"


def _subject(made: Mapping[bytes, tuple[str, str] | None]) -> str:
    memories = [path for path in made if path.endswith(MEMORY_SUFFIX.encode())] or list(made)
    kept = [path for path in memories if made[path] is not None]
    shown = kept or memories
    stems = [os.path.splitext(os.path.basename(paths.show(path)))[0] for path in shown]  # noqa: PTH119, PTH122
    more = f" and {len(stems) - _NAMED} more" if len(stems) > _NAMED else ""
    verb = "Share" if kept else "Remove"
    return f"{verb} team memory: {', '.join(stems[:_NAMED])}{more}"


class Built(NamedTuple):
    """A commit that may be pushed, or why not.

    Attributes:
        commit: its name; "" where the guard refuses something.
        refused: path to finding, of what has to be left out.
    """

    commit: str
    refused: Mapping[bytes, Finding]


def build(
    repo: Repository,
    tip: str,
    made: Mapping[bytes, tuple[str, str] | None],
    words: Words,
    trusted: Iterable[str],
) -> Built:
    """Write the commit that lays changes over the destination's tip, and check it.

    Args:
        repo: unattended.
        tip: the destination's commit.
        made: path to mode and blob; None = no file.
        words: what the commit says.
        trusted: refs from which an accepted object must be reachable.

    Raises:
        Refusal: the guard refuses the message or the identity.
        InternalError: the commit holds more than it should.
        GitError: git failed, or knows no identity.
    """
    message = words.message(made)
    whole = repo.line("rev-parse", "--verify", f"{tip}^{{tree}}")
    tree = trees.graft(repo, whole, made)
    judge = Judge(repo)
    said = judge.report(
        "message", (), (Text("commit message", message.encode("utf-8", "replace")),)
    )
    if said.errors:
        raise Refusal(
            f"the guard refuses the message: {said.errors[0].rule}",
            "say it in other words",
            "secret-found",
        )
    commit = writing.commit(repo, tree, (tip,), message)
    _only_roots(repo, tip, commit, made)
    return Built(commit, _refused(repo, commit, made, trusted))


def _only_roots(
    repo: Repository,
    tip: str,
    commit: str,
    made: Mapping[bytes, tuple[str, str] | None],
) -> None:
    raw = repo.read("diff-tree", *changes.RAW, tip, commit)
    for change in changes.parse(raw):
        expected = change.path in made and paths.in_root(change.path)
        regular = change.deleted or change.mode in (changes.REGULAR, changes.EXECUTABLE)
        if not expected or not regular:
            raise InternalError(
                f"the commit would change {paths.show(change.path)}; nothing was pushed",
                "please report it",
                "internal-check",
            )


def _refused(
    repo: Repository,
    commit: str,
    made: Mapping[bytes, tuple[str, str] | None],
    trusted: Iterable[str],
) -> dict[bytes, Finding]:
    """Judge every new blob from the object store, as a push would be judged."""
    brought = history.of_commits(repo, (commit,))
    filters = index.filtered_in(repo, commit, [path for path, one in made.items() if one])
    judge = Judge(repo, Allowances(repo, (commit,), trusted))
    report = judge.report("sync", brought.items, brought.texts, filters)
    found: dict[bytes, Finding] = {}
    for finding in (*report.errors, *brought.findings):
        if not finding.raw_path:
            raise Refusal(
                f"the guard refuses the commit's {finding.path}: {finding.rule}",
                "see `git config user.name` and `git config user.email`",
                "secret-found",
            )
        found.setdefault(finding.raw_path, finding)
    return found
