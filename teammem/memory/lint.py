"""What `check` says about memory files: one at a time, as names, and together.

Pure: files come in as bytes, answers go out as problems with rule, line and detail.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from teammem import vocabulary as words
from teammem.memory import links, slug, text, tombstone, topic
from teammem.memory.document import lf
from teammem.memory.entry import Entry
from teammem.memory.reading import Broken, Loaded, Reading
from teammem.memory.rules import Problem
from teammem.memory.tombstone import Tombstone


class At(NamedTuple):
    """A problem and the file it is in (path below its root, with slashes)."""

    path: str
    problem: Problem


def of_file(reading: Reading, tier: str, today: date) -> tuple[Problem, ...]:
    """Return what is wrong with one file, in the order of its lines.

    Args:
        reading: the file as `reading.read` returned it.
        tier: `user`, `project` or `team`.
        today: the date in UTC.
    """
    if isinstance(reading, Broken):
        return (reading.problem,)
    if not isinstance(reading, Loaded):
        return ()
    entry, document = reading.entry, reading.document
    lines = document.lines
    found = list(entry.problems)
    if document.block is None:
        found.append(Problem("TM010", 1))
    else:
        if not any(isinstance(document.fields.get(key), str) for key in ("name", "title")):
            found.append(Problem("TM012", lines.get("name", 1)))
        if not entry.description:
            found.append(Problem("TM013", lines.get("description", 1)))
    if len(entry.description) > text.MAX_DESCRIPTION:
        found.append(Problem("TM027", lines.get("description", 1)))
    if not entry.body.strip():
        found.append(Problem("TM026", document.body_line))
    if tier == words.TIER_TEAM and entry.type == words.TYPE_USER:
        found.append(Problem("TM031", lines.get("type", 1)))
    if entry.expires is not None and entry.expires < today:
        found.append(Problem("TM023", lines.get("expires", 1), entry.expires.isoformat()))
    if entry.status == words.STATUS_VERIFIED and not entry.verified.hash:
        found.append(Problem("TM032", lines.get("status", 1)))
    elif entry.status == words.STATUS_VERIFIED and not entry.verification_holds():
        found.append(Problem("TM024", lines.get("verified", 1)))
    hidden = text.SUSPICIOUS.search(document.source)
    if hidden:
        line = 1 + lf(document.source[: hidden.start()]).count("\n")
        found.append(Problem("TM028", line, f"U+{ord(hidden[0]):04X}"))
    entries = topic.facts(entry.body)
    if len(entries) > 1:
        found.append(Problem("TM029", document.body_line, f"{len(entries)} entries"))
    if entry.conflict_copy:
        found.append(Problem("TM030"))
    return tuple(sorted(found, key=lambda problem: (problem.line, problem.rule)))


def of_names(paths: Iterable[str]) -> tuple[At, ...]:
    """Return names that some system cannot have, and pairs that some system takes for one."""
    found = []
    first: dict[tuple[str, ...], str] = {}
    for path in sorted(paths):
        parts = path.split("/")
        reasons = dict.fromkeys(filter(None, map(slug.portable, parts)))
        found += [At(path, Problem("TM040", 0, reason)) for reason in reasons]
        folded = tuple(map(slug.fold, parts))
        if folded in first:
            found.append(At(path, Problem("TM041", 0, first[folded])))
        first.setdefault(folded, path)
    return tuple(found)


def of_set(loaded: Sequence[Loaded], stones: Sequence[Tombstone]) -> tuple[At, ...]:
    """Return what is wrong between the memories of one root, and with what was forgotten there.

    Args:
        loaded: all memories of the root.
        stones: all its tombstones that could be read.
    """
    found: list[At] = []
    ids: dict[str, str] = {}
    names: dict[str, str] = {}
    texts: dict[str, str] = {}
    for one in sorted(loaded, key=lambda item: item.path):
        entry = one.entry
        if entry.conflict_copy:
            continue
        if entry.id and ids.setdefault(entry.id, entry.path) != entry.path:
            line = one.document.lines.get("id", 0)
            found.append(At(entry.path, Problem("TM050", line, ids[entry.id])))
        if names.setdefault(slug.fold(entry.name), entry.path) != entry.path:
            line = one.document.lines.get("name", 0)
            found.append(At(entry.path, Problem("TM055", line, names[slug.fold(entry.name)])))
        subject = tombstone.subject(entry.body, entry.description)
        if subject and texts.setdefault(subject, entry.path) != entry.path:
            found.append(At(entry.path, Problem("TM051", one.document.body_line, texts[subject])))
        stone = tombstone.refusing(stones, entry.id, subject)
        if stone is not None:
            found.append(At(entry.path, Problem("TM061", 0, stone.id)))
    return (*found, *_of_links([one.entry for one in loaded], stones, loaded))


def _of_links(
    entries: Sequence[Entry], stones: Sequence[Tombstone], loaded: Sequence[Loaded]
) -> list[At]:
    graph = links.link(entries, (stone.id for stone in stones))
    where = {one.entry.id: one for one in loaded if one.entry.id}

    def at(memory_id: str, rule: str, detail: str) -> At:
        one = where[memory_id]
        return At(one.path, Problem(rule, one.document.lines.get("supersedes", 0), detail))

    found = [at(key, "TM052", target) for key, target in graph.dangling]
    for group in graph.cycles:
        found += [at(key, "TM053", ", ".join(group)) for key in group]
    found += [at(key, "TM054", ", ".join(graph.superseded[key])) for key in graph.forks]
    return found
