"""Who supersedes whom: computed from the links of all memories that are read together.

A candidate's link hides nothing until a person verifies it. Links inside a cycle hide nothing
either, since there no memory is the newer one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from teammem.memory.entry import Entry
from teammem.vocabulary import STATUS_CANDIDATE


class Links(NamedTuple):
    """The links of a set of memories.

    Attributes:
        superseded: ids that another memory replaces, with the ids that do.
        proposed: the same for candidates, which hide nothing yet.
        cycles: groups of ids that supersede each other.
        dangling: (id, target) of links to something that is not here.
        forks: ids with more than one successor.
    """

    superseded: Mapping[str, tuple[str, ...]]
    proposed: Mapping[str, tuple[str, ...]]
    cycles: tuple[tuple[str, ...], ...]
    dangling: tuple[tuple[str, str], ...]
    forks: tuple[str, ...]


def link(entries: Iterable[Entry], forgotten: Iterable[str] = ()) -> Links:
    """Return the links of memories that are read together.

    Args:
        entries: all memories; those without id neither have successors nor count as such.
        forgotten: ids with a tombstone; a link to one of them does not dangle.
    """
    known = {entry.id: entry for entry in entries if entry.id and not entry.conflict_copy}
    gone = set(forgotten)
    targets = {
        key: tuple(target for target in entry.supersedes if target in known)
        for key, entry in known.items()
        if entry.supersedes
    }
    component = _components(targets)
    dangling = tuple(
        (key, target)
        for key, entry in known.items()
        for target in entry.supersedes
        if target not in known and target not in gone
    )
    superseded: dict[str, list[str]] = {}
    proposed: dict[str, list[str]] = {}
    for key, found in targets.items():
        chosen = proposed if known[key].status == STATUS_CANDIDATE else superseded
        for target in found:
            if component.get(key, key) != component.get(target, target):
                chosen.setdefault(target, []).append(key)
    groups: dict[str, list[str]] = {}
    for key, name in component.items():
        groups.setdefault(name, []).append(key)
    cycles = tuple(
        tuple(sorted(group))
        for group in groups.values()
        if len(group) > 1 or group[0] in targets.get(group[0], ())
    )
    return Links(
        {key: tuple(sorted(by)) for key, by in superseded.items()},
        {key: tuple(sorted(by)) for key, by in proposed.items()},
        tuple(sorted(cycles)),
        dangling,
        tuple(sorted(key for key, by in superseded.items() if len(by) > 1)),
    )


def _components(targets: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return each linked id's strongly connected component (Tarjan's algorithm, no recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    component: dict[str, str] = {}
    stack: list[str] = []
    for root in targets:
        if root in index:
            continue
        work = [(root, iter(targets.get(root, ())))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, following = work[-1]
            for target in following:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    work.append((target, iter(targets.get(target, ()))))
                    break
                if target not in component:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    while True:
                        member = stack.pop()
                        component[member] = node
                        if member == node:
                            break
    return component
