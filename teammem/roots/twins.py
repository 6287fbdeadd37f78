"""Two paths of the team tier that carry one id: which of them counts.

A memory that was moved there and changed here, or the other way round, stands in the view at both
paths. The destination's counts, unless the other one is uncommitted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from teammem.roots.overlay import Overlay


class Carried(NamedTuple):
    """An id, and where it stands.

    Attributes:
        id: the id, "" for none.
        root: what tells the root from others.
        path: below that root.
    """

    id: str
    root: str
    path: str


def dropped(carried: Iterable[Carried], overlays: dict[str, Overlay]) -> frozenset[Carried]:
    """Return what does not count.

    Two paths that the destination has both, or that are both of this work tree, stay: that is for
    `check` to report.

    Args:
        carried: the memories of all team roots.
        overlays: of each root.
    """
    by_id: dict[str, list[Carried]] = {}
    for one in carried:
        if one.id:
            by_id.setdefault(one.id, []).append(one)
    gone: set[Carried] = set()
    for same in by_id.values():
        theirs = [one for one in same if overlays[one.root].is_theirs(one.path)]
        if not theirs or len(theirs) == len(same):
            continue
        for one in same:
            if one in theirs:
                continue
            if overlays[one.root].uncommitted(one.path):
                gone.update(theirs)
            elif one.path in overlays[one.root].committed:
                gone.add(one)
    return frozenset(gone)
