"""What this work tree has uncommitted in team roots: read once, guarded, written as blobs.

Absence is not deletion: what git leaves out of a work tree on purpose (sparse checkouts, flags of
the index) it does not report as changed, and a root that is missing as a whole stops.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from teammem import paths
from teammem.errors import GitError
from teammem.git import changes, objects, status, trees, writing
from teammem.memory import pinned, reading, slug
from teammem.sync.model import Note, Ours, Report
from teammem.vocabulary import (
    ALLOW,
    ATTRIBUTES,
    CONFIG_FILE,
    MAX_MEMORY_BYTES,
    MEMORY_SUFFIX,
    NOT_MEMORIES,
    README,
    RECORD_SUFFIX,
    ROOT_NAME,
    TOMBSTONES,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from teammem.actor import Actor
    from teammem.git.repo import Repository
    from teammem.git.status import Entry, Status

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

# A root's own files beside the memories; only the top root has settings.
_OF_TOP = (README, ATTRIBUTES, CONFIG_FILE)

# More deletions than either stop: a checkout that went wrong looks like that (product promise).
MANY = 20
SEVERAL = 3
SHARE = 0.3


@dataclass(slots=True)
class Snapshot:
    """What differs from HEAD in team roots.

    Attributes:
        status: git's answer.
        ours: what is published, by path.
        dirty: every path of a root that git reports, published or not.
        prefixes: the roots that were looked at.
    """

    status: Status
    ours: dict[bytes, Ours] = field(default_factory=dict)
    dirty: frozenset[bytes] = frozenset()
    prefixes: tuple[bytes, ...] = ()


class Rules(NamedTuple):
    """What decides about a path.

    Attributes:
        actor: who syncs.
        base: commit of the destination as it was last seen, "" for none: its allow entries count
            beside those that are published.
        trusted: refs from which an accepted object must be reachable.
        allow_delete: publish deletions however many they are.
    """

    actor: Actor
    base: str
    trusted: tuple[str, ...]
    allow_delete: bool


@dataclass(slots=True)
class _Found:
    """What git says of one path: HEAD's side, the index' side, whether a file may be there."""

    head: str = ""
    head_mode: str = ""
    index: str = ""
    mode: str = changes.REGULAR


class Unmerged(GitError):
    """A file of a root has unresolved conflicts."""

    reason = "unmerged"


def take(repo: Repository, prefixes: Iterable[bytes], rules: Rules, report: Report) -> Snapshot:
    """Return what is uncommitted; what cannot be published is noted in the report.

    Args:
        repo: unattended, at the top of the work tree.
        prefixes: the roots, from the top.
        rules: what decides.
        report: takes notes of what is left out.

    Raises:
        Unmerged: see there.
        GitError: git failed.
    """
    roots = tuple(prefixes)
    if not roots:
        return Snapshot(status.read(repo, ()))
    told = status.read(repo, roots)
    if any(entry.kind == status.UNMERGED for entry in told.entries):
        raise Unmerged("a file of a team root has unresolved conflicts")
    found = _found(told.entries, report)
    taken = Snapshot(told, {}, frozenset(found), roots)
    texts: dict[bytes, bytes | None] = {}
    for path, one in found.items():
        if not publishable(path, roots):
            continue
        try:
            data = read(os.fsencode(repo.top), path)
        except OSError:
            report.note(path, "unreadable")
            continue
        if data is None and not one.head:
            continue  # was staged, is gone again
        change = pinned.DELETE if data is None else pinned.CHANGE if one.head else pinned.ADD
        inner = os.fsdecode(b"/".join(paths.inner(path)))
        if rules.actor.is_agent and pinned.forbidden(inner, change):
            report.note(path, "waits-for-person")
            continue
        odd = data is not None and next(filter(None, map(slug.portable, _parts(path))), "")
        if odd:
            report.note(path, "bad-name", f"it {odd}")
            continue
        texts[path] = data
    gone = [path for path, data in texts.items() if data is None]
    for path in _doubtful(repo, gone, found, texts, roots, rules, report):
        del texts[path]
    present = {path: data for path, data in texts.items() if data is not None}
    for path in _refused(repo, present, rules, report):
        del present[path]
    blobs = writing.blobs(repo, present)
    for path, data in texts.items():
        if data is not None and path not in blobs:
            continue
        one = found[path]
        oid = blobs[path] if data is not None else ""
        if oid != one.head:
            taken.ours[path] = Ours(path, oid, one.mode, data, one.head, one.head_mode, one.index)
    return taken


def _found(entries: Iterable[Entry], report: Report) -> dict[bytes, _Found]:
    found: dict[bytes, _Found] = {}
    for entry in entries:
        if entry.path.endswith(b"/"):
            report.note(entry.path, "nested-repository")
        elif entry.kind == status.UNTRACKED:
            found.setdefault(entry.path, _Found())
        elif entry.kind == status.CHANGED and not entry.submodule.startswith("S"):
            one = found.setdefault(entry.path, _Found())
            one.head = entry.head_oid if entry.head_oid.strip("0") else ""
            one.head_mode = entry.head_mode if one.head else ""
            one.index = entry.index_oid if entry.index_oid.strip("0") else ""
            if one.index and entry.index_mode.startswith(changes.ANY_FILE):
                one.mode = entry.index_mode
    return found


def publishable(path: bytes, roots: Iterable[bytes]) -> bool:
    """Tell whether sync carries a path: memories, records, and the top root's own files."""
    root = paths.root_of(path)
    if root is None or root not in roots:
        return False
    parts = path[len(root) + 1 :].split(b"/")
    name = os.fsdecode(parts[-1])
    if len(parts) == 1 and root == ROOT_NAME.encode() and name in _OF_TOP:
        return True
    if any(part.startswith(b".") for part in parts):
        return False
    first = paths.fold(parts[0])
    if first in (ALLOW, TOMBSTONES):
        return (
            len(parts) == 2
            and parts[0].decode("ascii", "replace") == first
            and name.endswith(RECORD_SUFFIX)
        )
    return name.endswith(MEMORY_SUFFIX) and name.lower() not in NOT_MEMORIES


def _parts(path: bytes) -> list[str]:
    return [os.fsdecode(part) for part in path.split(b"/")]


def read(top: bytes, path: bytes) -> bytes | None:
    """Return a file's bytes, following no link on the way; None where there is none.

    Raises:
        OSError: it is no regular file, lies behind a link or in another repository, or is larger
            than a memory may be.
    """
    *above, name = path.split(b"/")
    opened = [os.open(top, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)]
    try:
        for part in above:
            opened.append(os.open(part, _FOLDER, dir_fd=opened[-1]))
        descriptor = os.open(name, _FILE, dir_fd=opened[-1])
        opened.append(descriptor)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("not a regular file")
        chunks, left = [], MAX_MEMORY_BYTES + 1
        while left and (chunk := os.read(descriptor, left)):
            chunks.append(chunk)
            left -= len(chunk)
    except FileNotFoundError:
        return None
    finally:
        for one in reversed(opened):
            os.close(one)
    return b"".join(chunks)


def _doubtful(
    repo: Repository,
    gone: list[bytes],
    found: Mapping[bytes, _Found],
    texts: Mapping[bytes, bytes | None],
    roots: tuple[bytes, ...],
    rules: Rules,
    report: Report,
) -> list[bytes]:
    """Return the deletions that may be a mistake, and say so once a root."""
    if rules.allow_delete or not gone:
        return []
    top = os.fsencode(repo.top)
    by_root: dict[bytes, list[bytes]] = {}
    # What the destination has not either is no deletion of ours.
    there = {entry.path for entry in objects.below(repo, rules.base, roots)} if rules.base else None
    for path in gone:
        if there is not None and path not in there:
            continue
        by_root.setdefault(paths.root_of(path) or b"", []).append(path)
    doubtful: list[bytes] = []
    for root, inside in by_root.items():
        if not os.path.isdir(os.path.join(top, root)):  # noqa: PTH112, PTH118
            report.note(root, "root-missing", f"{len(inside)} files")
            doubtful += inside
            continue
        if len(inside) <= SEVERAL:
            continue
        moved = _moved(repo, inside, found, texts)
        lost = [path for path in inside if path not in moved]
        whole = sum(1 for _ in objects.below(repo, "HEAD", (root,)))
        if len(lost) > MANY or (len(lost) > SEVERAL and len(lost) > SHARE * whole):
            report.note(root, "many-deletions", f"{len(lost)} of {whole} files")
            doubtful += inside
    return doubtful


def _moved(
    repo: Repository,
    gone: list[bytes],
    found: Mapping[bytes, _Found],
    texts: Mapping[bytes, bytes | None],
) -> set[bytes]:
    """Return the deleted paths whose text or id stands at a new path: moves, no deletions."""
    new = [data for path, data in texts.items() if data is not None and not found[path].head]
    ids = {_id(path, data) for path, data in texts.items() if data is not None} - {""}
    names = [found[path].head for path in gone]
    old = {oid: data for oid, _, _, data in objects.contents(repo, names, MAX_MEMORY_BYTES)}
    return {
        path
        for path in gone
        if old[found[path].head] in new or _id(path, old[found[path].head]) in ids
    }


def _id(path: bytes, data: bytes) -> str:
    loaded = reading.read(os.fsdecode(path), data)
    return loaded.entry.id if isinstance(loaded, reading.Loaded) else ""


def _refused(
    repo: Repository, texts: Mapping[bytes, bytes], rules: Rules, report: Report
) -> list[bytes]:
    """Return the paths that the guard refuses; nothing of them has been written anywhere."""
    if not texts:
        return []
    from teammem.guard import anywhere
    from teammem.guard.allowances import Allowances

    findings = {
        path: errors for path, data in texts.items() if (errors := anywhere.text(data, path).errors)
    }
    if not findings:
        return []
    # An entry that is published together with what it excuses counts already.
    entries = {
        path: data
        for path, data in texts.items()
        if path not in findings and paths.under(path, ALLOW)
    }
    blobs = writing.blobs(repo, entries)
    base = rules.base and repo.line("rev-parse", "--verify", f"{rules.base}^{{tree}}")
    tree = trees.graft(repo, base, {path: (changes.REGULAR, oid) for path, oid in blobs.items()})
    allowances = Allowances(repo, (tree,), rules.trusted)
    refused = []
    for path, errors in findings.items():
        left = [error for error in errors if not allowances.cover(error)]
        if left:
            refused.append(path)
            line = f" (line {left[0].line})" if left[0].line else ""
            report.notes.append(Note(left[0].path, "refused", f"{left[0].rule}{line}"))
    return refused
