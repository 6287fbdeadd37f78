"""What becomes of one file that both sides may have changed. Pure: names of blobs in, words out."""

from __future__ import annotations

from teammem.vocabulary import MEMORY_SUFFIX

SAME = "same"  # both sides have the same already
THEIRS = "theirs"  # nothing of our own: theirs stands
OURS = "ours"  # only we changed it
STAYS = "stays"  # we deleted what they changed: the change stays
BOTH = "both"  # both changed it: the texts have to be merged


def decide(base: str, ours: str, theirs: str) -> str:
    """Return what becomes of a path.

    Args:
        base: the blob that ours was made from; "" = there was none.
        ours: our blob; "" = we have none.
        theirs: the destination's; "" = it has none.
    """
    if ours == theirs:
        return SAME
    if ours == base:
        return THEIRS
    if theirs == base:
        return OURS
    if not ours:
        return STAYS
    # They deleted what we changed: the change stays.
    return BOTH if theirs else OURS


def base_of(recorded: str | None, seen: str | None, ours: str, head: str) -> str:
    """Return the blob that our text was made from.

    Args:
        recorded: the base that was recorded when the text was brought here or published.
        seen: what the destination had when it was last seen; None where that is not known.
        ours: our blob.
        head: HEAD's.
    """
    if recorded is not None:
        return recorded
    # What the destination once had is no change of ours, whatever HEAD has: an earlier sync that
    # was stopped left it here.
    return ours if seen is not None and seen == ours else head


def copy_path(path: bytes, oid: str) -> bytes:
    """Return the path of the conflict copy of a memory: the same for everybody who makes it."""
    stem = path[: -len(MEMORY_SUFFIX)]
    return stem + f".conflict-{oid[:8]}{MEMORY_SUFFIX}".encode()
