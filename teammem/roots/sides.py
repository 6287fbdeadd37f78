"""The rule of the view, without git: of one path, which side's blob counts.

A blob is its object name, None where the path has none. What is uncommitted here counts; else
what the destination has, unless a commit here changed the path; else what is here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping


def counts(work: str | None, head: str | None, base: str | None, there: str | None) -> str | None:
    """Return the blob that counts at a path.

    Args:
        work: in the work tree.
        head: in HEAD.
        base: in the merge base of HEAD and the destination; None too where there is no such base,
            so that of unrelated or cut-off histories only what the destination adds counts.
        there: in the destination. An absence counts like any other blob: it is a deletion.
    """
    return there if work == head == base else work


def laid_over(
    there: Mapping[bytes, str | None],
    review: Mapping[bytes, str | None],
    arrived: Mapping[bytes, Collection[str | None]],
) -> dict[bytes, str | None]:
    """Return the destination's blobs with the review's laid over, where they are not there yet.

    Args:
        there: the destination's blob at each path of the review; absent = None.
        review: the review's blob at each path that it changes; None = it deletes it.
        arrived: every blob that stood at a path of the destination since the review's parent
            (None: it was deleted). A review that was merged, squashed or not, stood there, and what
            came later is newer than it.
    """
    over = {path: blob for path, blob in review.items() if blob not in arrived.get(path, ())}
    return {**there, **over}
