"""What a merge, a pull or a rebase brought into the team roots, in one line.

The commits exist already, so nothing is refused here: what the guard finds, and what is in
conflict, is counted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from teammem import exits, paths
from teammem.gate import main
from teammem.git import changes, objects, refs
from teammem.git.repo import Repository
from teammem.guard.allowances import Allowances
from teammem.guard.finding import Item
from teammem.guard.judge import Judge
from teammem.vocabulary import MAX_MEMORY_BYTES

if TYPE_CHECKING:
    from collections.abc import Sequence

_CONFLICT_COPY = re.compile(rb"\.conflict-[0-9a-f]{8}\.md\Z")
_MARKERS = re.compile(rb"^<{7} .*^={7}$.*^>{7} ", re.MULTILINE | re.DOTALL)


def changed(_args: Sequence[str]) -> int:
    """Say what came in between ORIG_HEAD and HEAD; silent where no team root was touched."""
    repo = Repository.of_hook()
    raw = repo.read("diff-tree", *changes.RAW, "ORIG_HEAD", "HEAD", "--")
    came = [change for change in changes.parse(raw) if paths.in_root(change.path)]
    if not came:
        return exits.OK
    after = repo.commit("HEAD")
    items = [Item(one.path, one.mode, one.oid, after) for one in came if not one.deleted]
    defaults = (refs.remote_default(repo, remote) for remote in refs.remotes(repo))
    judge = Judge(repo, Allowances(repo, (after,), defaults))
    refused = {one.raw_path for one in judge.report("what came in", items).errors}
    conflicts = _conflicts(repo, items)
    removed = len(came) - len(items)
    new = sum(refs.is_zero(one.old) for one in came)
    counts = [f"{new} new", f"{len(items) - new} changed", f"{removed} removed"]
    counts += [f"{len(refused)} refused by the guard (teammem guard tree)"] if refused else []
    counts += [f"{conflicts} in conflict"] if conflicts else []
    main.say(f"teammem: team files came in: {', '.join(counts)}; see teammem status")
    return exits.OK


def _conflicts(repo: Repository, items: Sequence[Item]) -> int:
    """Count conflict copies, and files that were committed with a merge's markers in them."""
    copies = {one.oid for one in items if _CONFLICT_COPY.search(one.path)}
    files = {one.oid for one in items if one.mode.startswith(changes.ANY_FILE)}
    marked = {
        oid
        for oid, _, _, data in objects.contents(repo, sorted(files - copies), MAX_MEMORY_BYTES)
        if _MARKERS.search(data)
    }
    return len(copies | marked)
