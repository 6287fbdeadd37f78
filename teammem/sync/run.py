"""One sync: what is asked of it, under which locks, and how its failures are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from teammem import environ
from teammem.errors import GitError, NotARepository, Refusal, TeammemError
from teammem.git import operation as operations
from teammem.git import state, unattended
from teammem.git.repo import Repository
from teammem.git.run import DONE
from teammem.roots import destination as destinations
from teammem.sync import lock, reasons
from teammem.sync.passage import Passage, Place

if TYPE_CHECKING:
    from teammem.roots.destination import Destination
    from teammem.sync.model import Asked, Report

__all__ = ["Place", "Stopped", "sync"]

# So long a sync of another work tree of the same clone is waited for (seconds).
_PATIENCE = 30.0


class Stopped(TeammemError):
    """A sync that ended before it had anything to report.

    Args:
        reason: a code of `reasons`; gives the exit code and, without a hint, the remedy.
        message: what happened.
        hint: what to do.
    """

    def __init__(self, reason: str, message: str = "", hint: str = "") -> None:
        told = reasons.of(reason)
        super().__init__(message or told.meaning, hint or told.remedy, reason)
        self.exit_code = told.exit_code


def sync(place: Place, asked: Asked) -> Report:
    """Publish what is uncommitted in the team roots, receive what others published.

    Raises:
        Stopped: nothing was done; names the reason.
        Busy, Refusal: another sync runs; an agent may not publish here.
        NotARepository: there is none.
    """
    if place.roots.repository is None:
        raise NotARepository("not a git repository", "run it inside one")
    if place.roots.top is None:
        raise Stopped("bare")
    if place.actor.is_agent and asked.publish and not place.config["agents.publish"]:
        raise Refusal(
            "agents do not publish here", reasons.of("agents-publish").remedy, "agents-publish"
        )
    try:
        ssh = bool(place.config["sync.repository_ssh"])
        repo = unattended.of(place.roots.repository, repository_ssh=ssh)
        with lock.held(repo, min(asked.budget, _PATIENCE)):
            report = _locked(Passage(place, asked, repo))
    except GitError as error:
        known = error.reason if error.reason in reasons.REASONS else "git-failed"
        raise Stopped(known, error.message, error.hint) from error
    if report.pull:
        _pull(place, report)
    return report


def _locked(passage: Passage) -> Report:
    asked, report = passage.asked, passage.report
    destination = _destination(passage)
    report.destination, report.why = destination.short, destination.why
    if asked.withdraw:
        from teammem.sync import reviewed

        return reviewed.withdraw(passage)
    seen = destination.last_seen or ""
    under_way = state.under_way(passage.repo)
    taken = passage.snapshot(seen) if asked.publish and not under_way else None
    plan, landed = None, False
    if taken is not None and taken.ours:
        if asked.review or passage.setting("sync.review", seen):
            from teammem.sync import reviewed

            return reviewed.publish(passage, destination, seen, taken)
        from teammem.sync import direct

        plan, tip, landed = direct.publish(passage, destination, seen, taken)
    else:
        tip = passage.fetch(destination, seen)
    passage.end_review(tip)
    if report.reason == "nothing-to-do" and (landed or report.has_received):
        report.reason = "published" if landed else "received"
    if under_way and asked.publish:
        report.reason = f"{under_way}-in-progress"
    elif asked.dry_run:
        report.reason = "would" if landed else report.reason
    elif not under_way and not reasons.of(report.reason).exit_code:
        passage.settle(destination, taken, plan, tip)
    return report


def _destination(passage: Passage) -> Destination:
    # `--review --to` names where the review goes; what it is made for is the team's branch.
    named = None if passage.asked.review else passage.asked.to
    known = passage.place.destination if named is None else None
    found = known or destinations.find(passage.repo, named)
    if isinstance(found, destinations.Unknown) and found.remote:
        passage.line.ask_default(found)
        found = destinations.find(passage.repo, named)
    if isinstance(found, destinations.Unknown):
        raise Stopped(found.reason, found.why, found.hint)
    return found


def _pull(place: Place, report: Report) -> None:
    """Run the user's own `git pull --ff-only`: with his hooks, without a limit, our lock free."""
    own = Repository(str(place.roots.top), environ.for_user(), ())
    done = own.git("pull", "--ff-only", operation=operations.USERS_OWN)
    report.pulled = (done.out + done.err).decode("utf-8", "replace")
    if done.outcome != DONE:
        report.reason = "pull-failed"
        report.detail = done.message()
