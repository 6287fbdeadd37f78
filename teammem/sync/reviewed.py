"""Publishing to this clone's review branch, and taking it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from teammem.errors import NothingFound
from teammem.git import remote, writing
from teammem.roots.destination import HEADS, REVIEW
from teammem.sync import reasons, review, safe
from teammem.sync.plan import Planner

if TYPE_CHECKING:
    from teammem.roots.destination import Destination
    from teammem.sync.model import Report
    from teammem.sync.passage import Passage
    from teammem.sync.snapshot import Snapshot


def publish(passage: Passage, destination: Destination, seen: str, taken: Snapshot) -> Report:
    """Push one commit on the destination's tip: what waits there already, and the snapshot.

    The push replaces exactly what was pushed last. Where somebody else pushed to the branch, that
    is what waits there, and our texts are merged with it file by file.

    Args:
        passage: the sync under way.
        destination: what the review is made for.
        seen: the destination's commit of an earlier sync, "" for none.
        taken: what is uncommitted.

    Raises:
        GitError: the network, or git, failed.
    """
    report, repo = passage.report, passage.repo
    branch = _branch(passage, destination)
    tip = passage.fetch(destination, seen)
    mark = len(report.notes)
    lease = repo.commit(REVIEW)
    while True:
        _, rest = review.outstanding(repo, tip)
        tree = review.laid_over(repo, tip, rest)
        planner = Planner(repo, taken.ours, passage.bases(taken, tip), taken.prefixes)
        plan, commit = passage.build(planner, tip, tree, rest, "")
        if not commit:
            break
        report.branch = branch.ref.removeprefix(HEADS)
        if passage.asked.dry_run:
            report.reason = "would"
            return report
        passage.note_down(commit, (branch.remote, branch.ref), plan, taken, review=True)
        pushed = passage.line.push(branch.remote, commit, branch.ref, lease)
        report.said = list(pushed.said)
        landed = pushed.outcome == remote.LANDED
        there = "" if landed else passage.line.fetch_review(branch.remote, branch.ref)
        if landed or there == commit:
            writing.update_refs(repo, [(REVIEW, commit, "")])
            review.remember(repo, branch)
            report.commit, report.reason = commit, "review"
            break
        if pushed.outcome != remote.MOVED or not passage.pause():
            reason = "contended" if pushed.outcome == remote.MOVED else pushed.reason
            passage.unpublished(reason)
            return report
        # Somebody pushed to the branch, or it is gone: what stands there is the review now.
        del report.notes[mark:]
        if there:
            report.note(b"", "review-moved", branch.ref.removeprefix(HEADS))
            writing.update_refs(repo, [(REVIEW, there, "")])
        lease = there
    if plan.landed and not passage.asked.dry_run:
        passage.put_back(taken, plan)
    return report


def _branch(passage: Passage, destination: Destination) -> review.Branch:
    if passage.asked.to is not None:
        return review.branch_for(passage.repo, *passage.asked.to)
    known = review.recalled(passage.repo)
    return known or review.branch_for(passage.repo, destination.remote)


def withdraw(passage: Passage) -> Report:
    """Delete the review branch, if it is still what was pushed; a safety ref keeps its commit.

    Raises:
        NothingFound: there is no review.
        GitError: the network, or git, failed.
    """
    report, repo = passage.report, passage.repo
    commit, branch = repo.commit(REVIEW), review.recalled(repo)
    if not commit or branch is None:
        told = reasons.of("no-review")
        raise NothingFound(told.meaning, told.remedy, told.code)
    report.branch = branch.ref.removeprefix(HEADS)
    if passage.asked.dry_run:
        report.reason = "would"
        return report
    pushed = passage.line.push(branch.remote, "", branch.ref, commit)
    if pushed.outcome != remote.LANDED:
        there = passage.line.fetch_review(branch.remote, branch.ref)
        if there:
            report.reason = pushed.reason if there == commit else "review-changed"
            return report
    report.detail = f"its text: git show {dropped(passage, commit)}:PATH"
    report.reason = "withdrawn"
    return report


def dropped(passage: Passage, commit: str) -> str:
    """End the review and return the safety ref that keeps its commit."""
    kept = safe.keep_object(passage.repo, commit, passage.place.now())
    writing.update_refs(passage.repo, [(REVIEW, "0" * len(commit), commit)])
    review.forget(passage.repo)
    return kept
