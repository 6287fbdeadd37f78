"""Which memories of the destination a tombstone deletes: what sync has to do about `forget`.

A memory that is only in the destination has no file here, so forgetting it leaves nothing but the
tombstone. The contract:

- A tombstone of the snapshot that the destination has not yet deletes, in the same publication,
  every path that `condemned` names for it, whatever blob the destination has there by now. "Deleted
  against modified: modified stays" is for deletions without a tombstone.
- A path is named only where HEAD has nothing, or what the merge base has: what a commit here
  changed travels with its branch, and so does its deletion.
- A path that the snapshot itself has uncommitted is never deleted (`uncommitted`): the text was
  written again after it was forgotten, and the guard of tombstones judges that.
- A tombstone that the destination has already deletes nothing: a memory that stands beside it
  there was revived, or merged, by somebody who saw it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from teammem.memory import ids, reading, tombstone
from teammem.memory.reading import Loaded
from teammem.memory.tombstone import Tombstone
from teammem.vocabulary import ALLOW, MEMORY_SUFFIX, TOMBSTONES


class Blobs(NamedTuple):
    """Blobs of team paths, path from the top as git stores it to object name, of three commits."""

    there: Mapping[bytes, str]
    head: Mapping[bytes, str]
    base: Mapping[bytes, str]


def condemned(
    stones: Iterable[tuple[bytes, Tombstone]],
    blobs: Blobs,
    read: Callable[[str], bytes | None],
    uncommitted: Collection[bytes] = (),
) -> frozenset[bytes]:
    """Return the paths of the destination that tombstones delete.

    Args:
        stones: root (its path from the top) and tombstone, those that the destination has not.
        blobs: what the destination, HEAD and their merge base have in team roots.
        read: from a blob to its bytes.
        uncommitted: paths that the snapshot publishes a text for.
    """
    by_root: dict[bytes, list[Tombstone]] = {}
    for root, stone in stones:
        by_root.setdefault(root + b"/", []).append(stone)
    found = set()
    for path, oid in blobs.there.items():
        mine = blobs.head.get(path)
        if path in uncommitted or mine not in (None, blobs.base.get(path)):
            continue
        for root, buried in by_root.items():
            inner = path[len(root) :]
            if path.startswith(root) and _is_memory(inner) and _is(inner, oid, buried, read):
                found.add(path)
    return frozenset(found)


def _is_memory(inner: bytes) -> bool:
    first = inner.partition(b"/")[0]
    return inner.endswith(MEMORY_SUFFIX.encode()) and first not in (
        ALLOW.encode(),
        TOMBSTONES.encode(),
    )


def _is(
    inner: bytes, oid: str, buried: list[Tombstone], read: Callable[[str], bytes | None]
) -> bool:
    path = inner.decode("utf-8", "surrogateescape")
    data = read(oid)
    # Parsing costs a thousand times what a look for the id does.
    near = [one for one in buried if data and (one.path == path or one.id.encode() in data)]
    if not near or data is None:
        return False
    loaded = reading.read(path, data)
    if not isinstance(loaded, Loaded):
        return False
    entry = loaded.entry
    if entry.id:
        return any(one.id == entry.id for one in near)
    text = tombstone.subject(entry.body, entry.description)
    derived = ids.derived(inner, oid)
    return any(
        one.path == path and (one.id == derived or one.exact == tombstone.exact(text, one.salt))
        for one in near
    )
