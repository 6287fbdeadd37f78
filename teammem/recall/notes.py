"""From a memory file to the note that recall works on."""

from __future__ import annotations

from teammem.recall.model import Note
from teammem.vocabulary import STATUS_VERIFIED, TIER_USER, TYPE_PROJECT, TYPE_USER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from teammem.memory.entry import Entry


def of_entry(entry: Entry, tier: str, path: str) -> Note:
    """Return the note of a memory.

    Args:
        entry: the memory.
        tier: the tier of its root.
        path: its path as it is shown.
    """
    dated = entry.dated
    return Note(
        key=entry.path,
        tier=tier,
        path=path,
        id=entry.id,
        name=entry.name,
        description=entry.description,
        keywords=entry.keywords,
        usage_scenarios=entry.usage_scenarios,
        type=entry.type,
        body=entry.body,
        applies_to=entry.applies_to,
        status=entry.status,
        edited=entry.status == STATUS_VERIFIED and not entry.verification_holds(),
        author=entry.created.by or entry.verified.by,
        since=dated.date().isoformat() if dated else "",
        pinned=entry.pinned,
        conflict_copy=entry.conflict_copy,
        supersedes=entry.supersedes,
        expires=entry.expires.isoformat() if entry.expires else "",
    )


def parser(tier: str, shown: Callable[[str], str]) -> Callable[[str, bytes], Note | None]:
    """Return what `cache.Root.parse` takes for a root of a tier.

    Args:
        tier: the tier.
        shown: from a key to the path as it is shown.
    """
    default = TYPE_USER if tier == TIER_USER else TYPE_PROJECT

    def parse(key: str, data: bytes) -> Note | None:
        # An answer from an unchanged cache parses nothing, and is spared the import (40 ms).
        from teammem.memory import reading

        found = reading.read(key, data, default)
        if not isinstance(found, reading.Loaded):
            return None
        return of_entry(found.entry, tier, shown(key))

    return parse
