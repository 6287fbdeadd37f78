"""What the two ways of publishing share: the snapshot, the bases, the commit, what came in."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from teammem import paths
from teammem.config import load
from teammem.errors import ConfigError, Refusal
from teammem.git import changes, objects, status
from teammem.guard.finding import shown
from teammem.roots import bases as records
from teammem.roots.destination import HEADS, REVIEW
from teammem.sync import journal, safe, snapshot
from teammem.sync.model import FAST_FORWARD, PUT_BACK, Asked, Note, Report
from teammem.sync.network import Line
from teammem.vocabulary import CONFIG_FILE, ROOT_NAME

if TYPE_CHECKING:
    from teammem.actor import Actor
    from teammem.config.model import Config
    from teammem.git.repo import Repository
    from teammem.roots.destination import Destination, Unknown
    from teammem.roots.find import Roots
    from teammem.sync.plan import Plan, Planner
    from teammem.sync.snapshot import Snapshot

_CONFIG = f"{ROOT_NAME}/{CONFIG_FILE}".encode()

# Full-jitter back-off after a lost race (seconds); eight writers at once converge with it.
_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 1.6


class Place(NamedTuple):
    """Where a sync runs.

    Attributes:
        roots: the roots of the working directory.
        config: the user's settings.
        actor: who acts.
        now: the time, UTC.
        destination: what the view found, None = look for it.
    """

    roots: Roots
    config: Config
    actor: Actor
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    destination: Destination | Unknown | None = None


class Passage:
    """One sync under way.

    Args:
        place: where.
        asked: the options.
        repo: unattended, at the top.

    Attributes:
        line: the network, with the time that is left.
        report: what is told at the end.
    """

    def __init__(self, place: Place, asked: Asked, repo: Repository) -> None:
        self.place = place
        self.asked = asked
        self.repo = repo
        self.line = Line(repo, asked.budget)
        self.report = Report(dry=asked.dry_run)
        self._pause = _FIRST_PAUSE

    def setting(self, key: str, seen: str) -> bool:
        """Return a setting of the team's file as the destination has it; of no other text."""
        entry = next(objects.below(self.repo, seen, (_CONFIG,)), None) if seen else None
        if entry is None:
            return False
        try:
            return bool(load.one(objects.content(self.repo, entry.oid), key, _CONFIG.decode()))
        except ConfigError:
            return False

    def snapshot(self, seen: str) -> Snapshot:
        """Read what is uncommitted, and have a safety ref keep it."""
        qwen = any(root.is_qwen for root in self.place.roots.team)
        qwen = qwen and self.setting("sync.qwen", seen)
        prefixes = [root.prefix for root in self.place.roots.team if qwen or not root.is_qwen]
        trusted = (seen,) if seen else ()
        rules = snapshot.Rules(self.place.actor, seen, trusted, self.asked.allow_delete)
        taken = snapshot.take(self.repo, prefixes, rules, self.report)
        if taken.ours and not self.asked.dry_run:
            safe.keep(self.repo, taken.ours.values(), self.place.now())
        return taken

    def fetch(self, destination: Destination, seen: str) -> str:
        """Fetch the destination, note what came in, and return its commit."""
        tip = self.line.fetch(destination, dry=self.asked.dry_run)
        report = self.report
        report.added, report.changed, report.removed = [], [], []
        known = seen if seen and self.contains(tip, seen) else self.repo.commit("HEAD")
        for change in _team_changes(self.repo, known, tip):
            if change.deleted:
                report.removed.append(shown(change.path))
            elif change.old.strip("0"):
                report.changed.append(shown(change.path))
            else:
                report.added.append(shown(change.path))
        roots = sorted({root.prefix for root in self.place.roots.team} | {ROOT_NAME.encode()})
        self.line.complete(destination, tip, roots)
        return tip

    def contains(self, tip: str, commit: str) -> bool:
        """Tell whether a commit is an ancestor of another, or the same."""
        return commit == tip or self.repo.git("merge-base", "--is-ancestor", commit, tip).code == 0

    def bases(self, taken: Snapshot, tip: str) -> dict[bytes, str]:
        """Return the blobs that our texts were made from, where that is not HEAD's.

        What an earlier sync pushed counts too where it died before it could say so.
        """
        found = {path: one.blob for path, one in records.live(self.repo).items()}
        entry = journal.read(self.repo)
        if entry is not None and self._landed(entry, tip):
            for name, oid in entry.paths.items():
                path = name.encode("utf-8", "surrogateescape")
                if path in taken.ours and taken.ours[path].head == entry.heads.get(name):
                    found[path] = oid
        return found

    def _landed(self, entry: journal.Entry, tip: str) -> bool:
        if entry.review:
            return self.repo.commit(REVIEW) == entry.commit
        return self.contains(tip, entry.commit)

    def build(
        self,
        planner: Planner,
        tip: str,
        tree: str,
        rest: Mapping[bytes, tuple[str, str] | None],
        seen: str,
    ) -> tuple[Plan, str]:
        """Plan and build until nothing is refused any more.

        Args:
            planner: our texts.
            tip: the commit to build on.
            tree: what our texts are laid over.
            rest: what besides is to be in the commit.
            seen: the destination's commit of an earlier sync, "" for none.

        Returns:
            The plan and the commit, "" where there is nothing new.

        Raises:
            Refusal: the guard refuses the message, the identity or the rest.
        """
        from teammem.sync import publish

        notes = self.report.notes
        words = publish.Words(self.asked.message, self.place.actor, self.asked.session)
        while True:
            mark = len(notes)
            plan = planner.on(tree, self.report, seen)
            if not plan.changes:
                return plan, ""
            built = publish.build(self.repo, tip, {**rest, **plan.changes}, words, (tip,))
            if not built.refused:
                self.report.published = sorted(shown(path) for path in plan.changes)
                return plan, built.commit
            del notes[mark:]
            if not planner.without(plan, built.refused):
                raise Refusal(
                    "the guard refuses what the review branch holds",
                    "`teammem sync --withdraw` takes it back",
                    "secret-found",
                )
            for finding in built.refused.values():
                line = f" (line {finding.line})" if finding.line else ""
                notes.append(Note(finding.path, "refused", f"{finding.rule}{line}"))

    def note_down(
        self,
        commit: str,
        where: tuple[str, str],
        plan: Plan,
        taken: Snapshot,
        *,
        review: bool = False,
    ) -> None:
        """Write the journal: what is about to be pushed, and to which remote and ref."""
        names = {path: path.decode("utf-8", "surrogateescape") for path in plan.landed}
        journal.write(
            self.repo,
            journal.Entry(
                commit,
                *where,
                review,
                {names[path]: oid for path, oid in plan.landed.items()},
                {names[path]: taken.ours[path].head for path in plan.landed},
                os.getpid(),
                time.time(),
            ),
        )

    def unpublished(self, reason: str) -> None:
        """Say that nothing landed, and why."""
        journal.drop(self.repo)
        self.report.reason = reason
        self.report.published = []

    def pause(self) -> bool:
        """Wait a little after a lost race; false when the time is used up."""
        if self.line.over:
            return False
        time.sleep(random.uniform(0, self._pause))  # noqa: S311 - jitter
        self._pause = min(self._pause * 2, _LONGEST_PAUSE)
        return True

    def settle(
        self, destination: Destination, taken: Snapshot | None, plan: Plan | None, tip: str
    ) -> None:
        """Leave nothing behind that the destination has; move the branch on where that is all."""
        if taken is None or not taken.prefixes:
            # Nothing was to be published, so what is uncommitted was not looked at yet.
            roots = tuple(root.prefix for root in self.place.roots.team)
            told = status.read(self.repo, roots)
            dirty = frozenset(entry.path for entry in told.entries)
            taken = snapshot.Snapshot(told, {}, dirty, roots)
        head, branch = taken.status.oid, taken.status.branch
        follows = bool(branch) and self._follows(destination, branch)
        behind = bool(head) and head != tip and self.contains(tip, head)
        if follows and behind and self.asked.receive:
            why = self._forward(destination, taken, plan, tip)
            if not why:
                return
            self.report.detail = why
        if plan is not None and plan.landed:
            self.put_back(taken, plan)
        wants = self.asked.pull or bool(self.place.config["sync.pull"])
        self.report.pull = wants and follows and behind

    def end_review(self, tip: str) -> None:
        """Drop the review when the destination has taken all of it."""
        if not self.repo.commit(REVIEW) or self.asked.dry_run:
            return
        from teammem.sync import review, reviewed

        commit, rest = review.outstanding(self.repo, tip)
        if not rest:
            reviewed.dropped(self, commit)

    def _follows(self, destination: Destination, branch: str) -> bool:
        told = self.repo.settings()
        upstream = (
            told.get(f"branch.{branch}.remote", [""])[-1],
            told.get(f"branch.{branch}.merge", [""])[-1],
        )
        return upstream == (destination.remote, destination.branch)

    def _forward(
        self, destination: Destination, taken: Snapshot, plan: Plan | None, tip: str
    ) -> str:
        from teammem.sync import settle

        landed = plan.landed if plan is not None else {}
        tracking = None
        if destination.tracking:
            there = self.repo.commit(destination.tracking)
            if there and there != tip and self.contains(tip, there):
                tracking = (destination.tracking, there)
        branch = settle.Branch(HEADS + taken.status.branch, taken.status.oid, tracking)
        why = settle.fast_forward(self.repo, taken, landed, branch, tip, self.report)
        if not why:
            self.report.settled = FAST_FORWARD
            records.drop(self.repo, landed)
            journal.drop(self.repo)
        return why

    def put_back(self, taken: Snapshot, plan: Plan) -> None:
        """Put published files back, and keep the base of those that stay."""
        from teammem.sync import settle

        done = settle.put_back(self.repo, taken.ours, plan.landed, taken.status.oid, self.report)
        for path in plan.landed.keys() - set(done):
            oid = plan.landed[path]
            if oid:
                records.record(self.repo, path, oid, taken.ours[path].head)
        records.drop(self.repo, done)
        journal.drop(self.repo)
        if done:
            self.report.settled = PUT_BACK


def _team_changes(repo: Repository, old: str, new: str) -> list[changes.Change]:
    """Return what differs in team roots between two commits; of none, all that the other has."""
    if old == new:
        return []
    if not old:
        return [
            changes.Change(entry.path, entry.mode, entry.oid, "A")
            for entry in objects.tree(repo, new)
            if paths.in_root(entry.path)
        ]
    raw = repo.read("diff-tree", *changes.RAW, old, new)
    return [change for change in changes.parse(raw) if paths.in_root(change.path)]
