"""Which notes are never recalled today, told from their heads alone.

The rules are those of `memory.standing` and `memory.links`, over what a cache keeps of a note.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date

from teammem.recall.model import Note
from teammem.vocabulary import STATUS_CANDIDATE, STATUS_RETIRED


def _reached(start: str, targets: Mapping[str, tuple[str, ...]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for target in targets.get(waiting.pop(), ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def superseded(linked: Iterable[Note]) -> frozenset[str]:
    """Return the ids that other notes replace.

    A candidate's link hides nothing yet, and in a cycle no note is the newer one.

    Args:
        linked: all notes that supersede any, of all roots.
    """
    known = {note.id: note for note in linked if note.id and not note.conflict_copy}
    targets = {key: note.supersedes for key, note in known.items()}
    return frozenset(
        target
        for key, note in known.items()
        if note.status != STATUS_CANDIDATE
        for target in note.supersedes
        if target != key and key not in _reached(target, targets)
    )


def never(
    today: date, replaced: Collection[str] = (), forgotten: Collection[str] = ()
) -> Callable[[Note], str]:
    """Return the function from a head to why it is not recalled, "" where it may be.

    Args:
        today: the day (UTC); a memory is valid on the day on which it expires.
        replaced: ids from `superseded`.
        forgotten: ids with a tombstone.
    """

    def reason(note: Note) -> str:
        if note.conflict_copy:
            return "conflict-copy"
        if note.status == STATUS_RETIRED:
            return "retired"
        if note.id and note.id in replaced:
            return "superseded"
        if note.expires and date.fromisoformat(note.expires) < today:
            return "expired"
        if note.id and note.id in forgotten:
            return "forgotten"
        return ""

    return reason
