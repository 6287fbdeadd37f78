"""Publishing to the destination itself: fetch, merge, commit, push, until it landed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from teammem.git import remote, writing
from teammem.sync.plan import Plan, Planner

if TYPE_CHECKING:
    from teammem.roots.destination import Destination
    from teammem.sync.passage import Passage
    from teammem.sync.snapshot import Snapshot


def publish(
    passage: Passage, destination: Destination, seen: str, taken: Snapshot
) -> tuple[Plan, str, bool]:
    """Publish a snapshot.

    Args:
        passage: the sync under way; its report says why nothing landed.
        destination: where to.
        seen: the destination's commit of an earlier sync, "" for none.
        taken: what is uncommitted.

    Returns:
        What was planned, the destination's commit, and whether something new is on it (in a dry
        run: would be).

    Raises:
        GitError: the network, or git, failed before anything was pushed.
    """
    report = passage.report
    where = (destination.remote, destination.branch)
    mark = len(report.notes)
    while True:
        tip = passage.fetch(destination, seen)
        del report.notes[mark:]
        before = seen if seen and passage.contains(tip, seen) else ""
        if seen and not before:
            report.note(b"", "upstream-rewritten")
        planner = Planner(passage.repo, taken.ours, passage.bases(taken, tip), taken.prefixes)
        plan, commit = passage.build(planner, tip, tip, {}, before)
        if not commit or passage.asked.dry_run:
            return plan, tip, bool(commit)
        passage.note_down(commit, where, plan, taken)
        pushed = passage.line.push(destination.remote, commit, destination.branch)
        report.said = list(pushed.said)
        if pushed.outcome == remote.LANDED:
            writing.update_refs(passage.repo, [(destination.ours, commit, "")])
            report.commit = commit
            return plan, commit, True
        if pushed.outcome == remote.UNSURE:
            tip = passage.line.fetch(destination)
            if passage.contains(tip, commit):
                report.commit = commit
                return plan, tip, True
        if pushed.outcome != remote.MOVED or not passage.pause():
            reason = "contended" if pushed.outcome == remote.MOVED else pushed.reason
            passage.unpublished(reason)
            return plan, tip, False
