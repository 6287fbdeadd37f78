"""The view: what of the team tier counts here, of work tree, HEAD, destination and review.

One function computes it, and everything that reads memories reads it. Most of a repository is the
same on both sides, so only what differs between HEAD and the destination is ever looked at: where
they are the same commit, or HEAD contains the destination, it costs no git command beyond finding
the destination.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from hashlib import sha1, sha256
from types import MappingProxyType
from typing import NamedTuple

from teammem import paths
from teammem.errors import MissingObject
from teammem.git import changes, ranges, refs
from teammem.git import operation as operations
from teammem.git.repo import Repository
from teammem.roots import destination as destinations
from teammem.roots.destination import NOT_HERE, Destination, Unknown
from teammem.roots.find import Root, Roots, exact_root, relisted, sorted_roots
from teammem.roots.overlay import DESTINATION, HEAD, NOTHING, REVIEW, Blobs, Brought, Overlay
from teammem.roots.sides import counts, laid_over
from teammem.roots.worktree import WorkTree, only_in_the_index
from teammem.vocabulary import TOMBSTONES

_OTHER = "another blob"


class View(NamedTuple):
    """What counts.

    Attributes:
        roots: the roots, with those that only the destination has.
        destination: the destination, or why there is none.
        base: the merge base of HEAD and what was last seen there, "" where there is none.
        overlays: for a root's prefix, what differs from its files; no entry = nothing.
    """

    roots: Roots
    destination: Destination | Unknown
    base: str = ""
    overlays: Mapping[bytes, Overlay] = MappingProxyType({})

    @property
    def brings(self) -> bool:
        """Whether anything counts that is no file here."""
        return any(one.brought for one in self.overlays.values())

    def again(self) -> View:
        """Return the view after something was written here, or HEAD moved."""
        return of(relisted(self.roots))

    def origin(self, root: Root, path: str) -> str:
        """Return where the text of a path is if no file here has it, for people; "" for a file."""
        found = self.overlay(root).brought.get(path)
        if found is None:
            return ""
        if found.origin == HEAD:
            return "in HEAD"
        if found.origin == REVIEW:
            return "in review"
        return f"on {getattr(self.destination, 'short', 'the destination')}"

    def overlay(self, root: Root) -> Overlay:
        """Return what of a root differs from its files; nothing for a private one."""
        return NOTHING if root.private else self.overlays.get(root.prefix, NOTHING)


class _Path:
    """One path that differs between HEAD and the destination, or is brought from the index."""

    __slots__ = ("base", "head", "origin", "there")

    def __init__(
        self, head: str | None, there: str | None, base: str | None, origin: str = DESTINATION
    ) -> None:
        self.head = head
        self.there = there
        self.base = base
        self.origin = origin


def of(roots: Roots, destination: Destination | Unknown | None = None) -> View:
    """Return the view.

    - Detached HEAD: as on a branch.
    - Unborn HEAD: everything that the destination has counts, unless a file here has its place.
    - No merge base (other histories, or cut off in a shallow clone): only what the destination
      adds to HEAD counts of it; it changes and deletes nothing.
    - Trees of the destination that are not in this repository (a treeless clone): as without a
      destination; the view says why.
    - A bare repository has no work tree, so no team roots.

    Args:
        roots: from `find.find`.
        destination: another one than the repository's own.

    Raises:
        GitError: git cannot be asked.
    """
    repo = roots.repository
    told = destination or destinations.find(repo)
    if repo is None or roots.top is None:
        return View(roots, told)
    found: dict[bytes, _Path] = {}
    base = ""
    if isinstance(told, Destination) and told.last_seen:
        try:
            base, found = _differing(repo, roots.head, told.last_seen, told.review)
        except MissingObject as error:
            told = Unknown(NOT_HERE, f"{told.short}: {error.message}", error.hint, told.remote)
    kept = only_in_the_index(roots)
    if not found and not kept:
        return View(roots, told, base)
    return _judged(roots, repo, told, base, found, kept)


def _differing(
    repo: Repository, head: str, there: str, review: str | None
) -> tuple[str, dict[bytes, _Path]]:
    """Return the merge base, and every team path that HEAD and the destination have differently."""
    base = head
    if head != there:
        base = repo.maybe("merge-base", head, there) if head else ""
    if base == there and not review:
        return base, {}
    before = _compared(repo, head, base) if base not in ("", head) else {}

    def sides(path: bytes, mine: str | None, theirs: str | None) -> _Path:
        old = before[path][1] if path in before else mine
        return _Path(mine, theirs, old if base else None)

    differing = _compared(repo, head, there) if head != there else {}
    found = {path: sides(path, *both) for path, both in differing.items()}
    if review:
        after = outstanding(repo, there, review)
        mine = _blobs(repo, head, after)
        for path, (theirs, brought) in after.items():
            one = sides(path, mine.get(path), theirs)
            one.origin = REVIEW if brought else DESTINATION
            found[path] = one
            if one.head == one.there:
                del found[path]
    return base, found


def outstanding(repo: Repository, there: str, review: str) -> dict[bytes, tuple[str | None, bool]]:
    """Return what counts at the paths of the review, and whether it is the review's blob."""
    before = repo.commit(f"{review}^")
    changed = {path: after for path, (_, after) in _compared(repo, before, review).items()}
    now = _blobs(repo, there, changed)
    arrived: dict[bytes, set[str | None]] = {}
    if there != before and changed:
        # Side branches too: a squashed or merged review may have come by any of them.
        limits = ["--full-history", "--", *(f":(top,literal){os.fsdecode(one)}" for one in changed)]
        since = ranges.commits(repo, (there,), (before,) if before else (), *limits)
        for change in ranges.walk(repo, since):
            if change.path in changed:
                arrived.setdefault(change.path, set()).add(_regular(change))
    laid = laid_over({path: now.get(path) for path in changed}, changed, arrived)
    return {path: (oid, oid != now.get(path)) for path, oid in laid.items()}


def _compared(repo: Repository, one: str, other: str) -> dict[bytes, tuple[str | None, str | None]]:
    """Return the team paths that two commits have differently, with both blobs."""
    raw = repo.read(
        "diff-tree", *changes.RAW, one or _empty_tree(repo), other, operation=operations.WALK
    )
    if not paths.may_touch(raw):
        return {}
    return {
        change.path: (None if refs.is_zero(change.old) else change.old, _regular(change))
        for change in changes.parse(raw)
        if exact_root(change.path)
    }


def _regular(change: changes.Change) -> str | None:
    """Return the new blob of a change; what is no regular file is no memory."""
    return change.oid if change.mode.startswith(changes.ANY_FILE) else None


def _blobs(repo: Repository, commit: str, names: Iterable[bytes]) -> dict[bytes, str]:
    """Return the blobs that a commit has at some paths."""
    wanted = [os.fsdecode(name) for name in names]
    if not commit or not wanted:
        return {}
    out = repo.read("ls-tree", "-z", "--full-tree", commit, "--", *wanted)
    found = {}
    for record in out.split(b"\0"):
        head, _, path = record.partition(b"\t")
        mode, _, oid = head.decode("ascii").partition(" blob ")
        if oid and mode.startswith(changes.ANY_FILE):
            found[path] = oid
    return found


def _empty_tree(repo: Repository) -> str:
    """Return the empty tree, which git knows without having it as an object."""
    digest = sha256 if repo.object_format == "sha256" else sha1
    return digest(b"tree 0\0").hexdigest()


def _judged(
    roots: Roots,
    repo: Repository,
    told: Destination | Unknown,
    base: str,
    found: Mapping[bytes, _Path],
    kept: Mapping[bytes, str],
) -> View:
    tree = WorkTree(repo, roots)
    brought: dict[bytes, Brought] = {}
    hidden: set[bytes] = set()
    committed: set[bytes] = set()
    for path, one in found.items():
        # The pure rule compares blobs; of the work tree's only whether it is HEAD's is known.
        work = _OTHER if one.head == one.base and tree.differs(path, one.head) else one.head
        if counts(work, one.head, one.base, one.there) == work:
            committed.update([path] if one.head != one.base else [])
        elif one.there is not None:
            brought[path] = Brought(one.there, one.origin)
        elif not _is_stone(path):
            hidden.add(path)
    for path, oid in kept.items():
        if path not in hidden:
            brought.setdefault(path, Brought(oid, HEAD))
    return _laid_out(roots, repo, told, base, (brought, hidden, committed), tree)


def _is_stone(path: bytes) -> bool:
    root = exact_root(path) or b""
    return path[len(root) + 1 :].startswith(TOMBSTONES.encode() + b"/")


def _laid_out(
    roots: Roots,
    repo: Repository,
    told: Destination | Unknown,
    base: str,
    sets: tuple[Mapping[bytes, Brought], set[bytes], set[bytes]],
    tree: WorkTree,
) -> View:
    """Sort paths by their roots, and add the roots that only the destination has."""
    brought, hidden, committed = sets
    known = {root.prefix: root.why for root in roots.team}
    refused = {name for name, _ in roots.skipped}
    where = told.short if isinstance(told, Destination) else "HEAD"
    for path in brought:
        prefix = exact_root(path)
        if prefix and paths.show(prefix) not in refused:
            known.setdefault(prefix, f"on {where}")
    if len(known) > len(roots.team) and roots.top is not None:
        team, skipped = sorted_roots(roots.top, known)
        roots = roots._replace(team=team, skipped=(*roots.skipped, *skipped))
    blobs = Blobs(repo, (brought[path].oid for path in sorted(brought)))
    overlays = {}
    for root in roots.team:
        start = root.prefix + b"/"

        def inner(names: Iterable[bytes], start: bytes = start) -> list[str]:
            return [
                os.fsdecode(name[len(start) :])
                for name in names
                if name.startswith(start) and exact_root(name) == start[:-1]
            ]

        def uncommitted(path: str, start: bytes = start) -> bool:
            return tree.uncommitted(start + os.fsencode(path))

        own = {name: brought[start + os.fsencode(name)] for name in inner(sorted(brought))}
        gone, made = frozenset(inner(hidden)), frozenset(inner(committed))
        if own or gone or made:
            overlays[root.prefix] = Overlay(own, gone, made, uncommitted, blobs)
    return View(roots, told, base, overlays)
