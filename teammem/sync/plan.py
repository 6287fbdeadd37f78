"""What our texts make of the destination's tree: taken over, merged, or kept beside it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from teammem import paths
from teammem.detect import engine
from teammem.git import objects, textmerge, writing
from teammem.guard import anywhere
from teammem.memory import document, reading, tombstone
from teammem.memory.slug import fold
from teammem.roots import burial
from teammem.sync import merge
from teammem.vocabulary import ALLOW, CONFIG_FILE, MAX_MEMORY_BYTES, MEMORY_SUFFIX, TOMBSTONES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from teammem.git.index import Entry
    from teammem.git.repo import Repository
    from teammem.sync.model import Ours, Report

    Sides = Callable[[], tuple[dict[bytes, str], dict[bytes, str]]]

_NO_COPIES = (b"README.md", CONFIG_FILE.encode())


@dataclass(slots=True)
class Plan:
    """What is to be pushed.

    Attributes:
        changes: path to mode and blob on top of the destination's tree; None = no file.
        landed: our path to the blob that stands for our text there: its own, the merged one or, for
            a conflict, the copy's. "" = none is needed. These paths are settled afterwards.
        copies: our path to another one that its text goes to: a conflict copy, or where they moved
            the memory.
    """

    changes: dict[bytes, tuple[str, str] | None] = field(default_factory=dict)
    landed: dict[bytes, str] = field(default_factory=dict)
    copies: dict[bytes, bytes] = field(default_factory=dict)


class Planner:
    """Lays our texts over a tree.

    Args:
        repo: unattended.
        ours: what is uncommitted here.
        bases: path to the blob that a text was made from.
        prefixes: the roots.
    """

    def __init__(
        self,
        repo: Repository,
        ours: Mapping[bytes, Ours],
        bases: Mapping[bytes, str],
        prefixes: Iterable[bytes],
    ) -> None:
        self._repo = repo
        self._ours = ours
        self._bases = bases
        self._prefixes = tuple(prefixes)

    def on(self, tree: str, report: Report, seen: str = "") -> Plan:
        """Return what our texts make of a tree.

        Args:
            tree: the destination's commit or tree.
            report: takes notes of conflicts and of what cannot be published.
            seen: the destination's commit as an earlier sync saw it, an ancestor of this one.

        Raises:
            GitError: git failed.
        """
        theirs = {entry.path: entry for entry in objects.below(self._repo, tree, self._prefixes)}
        before: dict[bytes, str] | None = None
        if seen:
            listed = objects.below(self._repo, seen, self._prefixes)
            before = {entry.path: entry.oid for entry in listed}
        made = Plan()
        names = {_folded(path): path for path in theirs}
        forgotten = self._forgotten(theirs)
        kept = {path for path, one in self._ours.items() if one.oid}
        gone = forgotten.gone(theirs, partial(self._sides, tree), kept)
        for path, one in self._ours.items():
            there = theirs[path].oid if path in theirs else ""
            known = None if before is None else before.get(path, "")
            base = merge.base_of(self._bases.get(path), known, one.oid, one.head)
            verdict = merge.decide(base, one.oid, there)
            if verdict in (merge.OURS, merge.BOTH) and one.oid:
                twin = names.get(_folded(path), path)
                if twin != path:
                    report.note(path, "name-collision", paths.show(twin))
                    continue
                if self._is_memory(path) and forgotten.refuses(path, one):
                    report.note(path, "forgotten")
                    continue
            if verdict in (merge.SAME, merge.THEIRS):
                made.landed[path] = there
            elif verdict == merge.STAYS and path in gone:
                made.landed[path] = ""  # deleted and forgotten: no change of it comes back
            elif verdict == merge.STAYS:
                report.note(path, "modified-there")
                made.landed[path] = there
            elif verdict == merge.OURS:
                to = self._moved(one, theirs) if one.oid and base and not there else path
                if to != path:
                    made.copies[path] = to
                    self._both(made, one, base, theirs[to], report)
                    continue
                made.changes[path] = (one.mode, one.oid) if one.oid else None
                made.landed[path] = one.oid
                names.setdefault(_folded(path), path)
            else:
                self._both(made, one, base, theirs[path], report)
        for path in gone:
            made.changes[path] = None
        return made

    def _sides(self, tree: str) -> tuple[dict[bytes, str], dict[bytes, str]]:
        """Return what HEAD has in the roots, and what its merge base with the destination has."""
        head = self._repo.commit("HEAD")
        tip = self._repo.commit(tree)
        base = self._repo.maybe("merge-base", head, tip) if head and tip else head
        mine, old = (
            {
                entry.path: entry.oid
                for entry in (objects.below(self._repo, one, self._prefixes) if one else ())
            }
            for one in (head, base)
        )
        return mine, old

    def without(self, plan: Plan, refused: Iterable[bytes]) -> bool:
        """Leave out what the guard refused of a plan; tells whether anything was ours."""
        sources = {copy: path for path, copy in plan.copies.items()}
        dropped = {sources.get(path, path) for path in refused} & self._ours.keys()
        self._ours = {path: one for path, one in self._ours.items() if path not in dropped}
        return bool(dropped)

    def _moved(self, one: Ours, theirs: Mapping[bytes, Entry]) -> bytes:
        """Return where they moved a memory that we changed (pinned it, say), else its own path."""
        root = paths.root_of(one.path) or b""
        mine = self._loaded(one.path, one.oid)
        if mine is None or not mine.entry.id:
            return one.path
        others = {
            path: entry.oid
            for path, entry in theirs.items()
            if path not in self._ours and paths.root_of(path) == root and self._is_memory(path)
        }
        texts = objects.contents(self._repo, others.values(), MAX_MEMORY_BYTES)
        near = {oid for oid, _, _, data in texts if mine.entry.id.encode() in data}
        for path, oid in others.items():
            if oid in near:
                other = self._loaded(path, oid)
                if other is not None and other.entry.id == mine.entry.id:
                    return path
        return one.path

    def _loaded(self, path: bytes, oid: str) -> reading.Loaded | None:
        found = reading.read(os.fsdecode(path), objects.content(self._repo, oid))
        return found if isinstance(found, reading.Loaded) else None

    def _both(self, made: Plan, one: Ours, base: str, there: Entry, report: Report) -> None:
        """Merge our text with theirs, which may stand at another path by now."""
        path = one.path
        merged = self._merged(path, base, one.oid, there.oid)
        if merged is not None:
            oid = writing.blobs(self._repo, {path: merged})[path]
            if oid != there.oid:
                made.changes[there.path] = (there.mode, oid)
            made.landed[path] = oid
        elif self._is_memory(path):
            copy = merge.copy_path(path, one.oid)
            made.changes[copy] = (one.mode, one.oid)
            made.landed[path] = one.oid
            made.copies[path] = copy
            report.note(path, "conflict-copy", paths.show(copy))
        else:
            report.note(path, "conflict")

    def _merged(self, path: bytes, base: str, ours: str, theirs: str) -> bytes | None:
        """Return the merged text; None where the same lines changed, or it would be no memory."""
        if paths.under(path, ALLOW) or paths.under(path, TOMBSTONES):
            return None  # records are whole or nothing
        names = [oid for oid in (base, ours, theirs) if oid]
        found = {oid: data for oid, _, _, data in objects.contents(self._repo, names)}
        old, mine, other = found.get(base, b""), found[ours], found[theirs]
        # A merge writes its sides to files for a moment; a secret of somebody else's is not
        # written anywhere.
        if any(len(text) > MAX_MEMORY_BYTES or engine.scan(text) for text in (old, other)):
            return None
        try:
            for text in (old, mine, other):
                document.decode(text)
        except document.Invalid:
            return None
        merged = textmerge.merge(self._repo, old, mine, other)
        if merged is None or anywhere.text(merged, path).errors:
            return None
        if self._is_memory(path):
            name = os.fsdecode(path)
            sides = (reading.read(name, text) for text in (mine, other))
            whole = all(isinstance(side, reading.Loaded) for side in sides)
            if whole and not isinstance(reading.read(name, merged), reading.Loaded):
                return None
        return merged

    @staticmethod
    def _is_memory(path: bytes) -> bool:
        root = paths.root_of(path) or b""
        inner = path[len(root) + 1 :]
        return path.endswith(MEMORY_SUFFIX.encode()) and inner not in _NO_COPIES

    def _forgotten(self, theirs: Mapping[bytes, Entry]) -> Forgotten:
        """Read the tombstones of the tree as it will be, and which of them are new."""
        ours = {path: one.oid for path, one in self._ours.items() if paths.under(path, TOMBSTONES)}
        old = {path: entry.oid for path, entry in theirs.items() if paths.under(path, TOMBSTONES)}
        names = {path: oid for path, oid in {**old, **ours}.items() if oid}
        return Forgotten(self._repo, names, {path for path in ours if path not in old})


def _folded(path: bytes) -> bytes:
    return os.fsencode("/".join(fold(os.fsdecode(part)) for part in path.split(b"/")))


class Forgotten:
    """The tombstones that count for a push.

    Args:
        repo: where they are.
        names: path to blob of each.
        new: the paths of those that this push brings.
    """

    def __init__(self, repo: Repository, names: Mapping[bytes, str], new: set[bytes]) -> None:
        self._repo = repo
        self._stones: dict[bytes, tombstone.Tombstone] = {}
        texts = {
            oid: data
            for oid, _, _, data in objects.contents(repo, names.values(), MAX_MEMORY_BYTES)
        }
        for path, oid in names.items():
            try:
                self._stones[path] = tombstone.parse(texts[oid])
            except document.Invalid:
                continue  # refuses nothing; the guard and `check` name it
        self._new = {path: stone for path, stone in self._stones.items() if path in new}

    def refuses(self, path: bytes, one: Ours) -> bool:
        """Tell whether a memory is what was forgotten, by its id or its exact text."""
        if not self._stones:
            return False
        data = objects.content(self._repo, one.oid)
        found = reading.read(os.fsdecode(path), data)
        if not isinstance(found, reading.Loaded):
            return False
        subject = tombstone.subject(found.entry.body, found.entry.description)
        return tombstone.refusing(self._stones.values(), found.entry.id, subject) is not None

    def gone(self, theirs: Mapping[bytes, Entry], sides: Sides, kept: set[bytes]) -> set[bytes]:
        """Return the destination's memories that a new tombstone deletes.

        Forgetting a memory that only the destination has leaves no deleted file, only the record.

        Args:
            theirs: the destination's entries.
            sides: what HEAD and the merge base have.
            kept: paths that have a text here.
        """
        stones = [(paths.root_of(path) or b"", stone) for path, stone in self._new.items()]
        if not stones:
            return set()
        there = {path: entry.oid for path, entry in theirs.items()}
        head, base = sides()
        blobs = burial.Blobs(there, head, base)
        texts = {
            oid: data
            for oid, _, _, data in objects.contents(self._repo, there.values(), MAX_MEMORY_BYTES)
        }
        return set(burial.condemned(stones, blobs, texts.get, kept))
