"""An optional second opinion on the order, which can never make an answer worse than without it.

A re-ranker is any callable; none is shipped. Whatever it does wrong (raises, takes too long,
names what was not offered, names twice), the deterministic order stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from teammem.recall.model import Hit

# From the question and the hits in their order to the handles (`Note.handle`) in a better one.
Reranker = Callable[[str, Sequence[Hit]], Sequence[str]]

# Seconds that a prompt waits for it.
PATIENCE = 2.0


def reordered(
    prompt: str, hits: Sequence[Hit], reranker: Reranker, patience: float = PATIENCE
) -> tuple[tuple[Hit, ...], str]:
    """Return the hits in the re-ranker's order, or as they are with a line that says why.

    Hits that it does not name follow in their order.

    Args:
        prompt: the question.
        hits: in the deterministic order.
        reranker: the callable.
        patience: seconds until it is not waited for any longer.
    """
    from threading import Thread

    answer: list[Sequence[str]] = []
    failure: list[str] = []

    def ask() -> None:
        try:
            answer.append(tuple(reranker(prompt, tuple(hits))))
        except Exception as error:  # noqa: BLE001 - a stranger's code; the order stands whatever it does
            failure.append(type(error).__name__)

    thread = Thread(target=ask, daemon=True, name="teammem-rerank")
    thread.start()
    thread.join(patience)
    if failure:
        return tuple(hits), f"re-ranker failed ({failure[0]}); the order is recall's own"
    if not answer:
        return tuple(hits), "re-ranker took too long; the order is recall's own"
    offered = {hit.note.handle: hit for hit in hits}
    named = answer[0]
    known = all(isinstance(handle, str) and handle in offered for handle in named)
    if not known or len(set(named)) < len(named):
        return tuple(hits), "re-ranker named what was not offered; the order is recall's own"
    rest = [handle for handle in offered if handle not in named]
    return tuple(offered[handle] for handle in (*named, *rest)), ""
