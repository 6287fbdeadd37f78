"""One question to several roots: opened, asked, closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, date, datetime
from typing import NamedTuple, TypeVar

from teammem.recall.cache import Opened, Root, discard, opened
from teammem.recall.database import Unusable
from teammem.recall.index import FIELD_BITS, INDEXED_BODY
from teammem.recall.model import Note, Recalled
from teammem.recall.rerank import Reranker, reordered
from teammem.recall.select import Terms, select
from teammem.recall.standing import never, superseded
from teammem.recall.text import counted

Twins = Callable[[Iterable[Note]], Callable[[Note], str]]
_Answer = TypeVar("_Answer")

# Of the terms of a text, what a note that shares half of its words holds at the very least: terms
# are stems and parts of words, so that words and terms do not count alike.
SHARED_TERMS = 0.35


class Clock(NamedTuple):
    """The time of a question.

    Attributes:
        now_ns: nanoseconds since the epoch, which the freshness of files is judged by.
        today: the day (UTC) that decides what has expired.
    """

    now_ns: int
    today: date


def clock() -> Clock:
    """Return the time now."""
    import time

    return Clock(time.time_ns(), datetime.now(UTC).date())


def ask(
    question: str,
    roots: Sequence[Root],
    now: Clock,
    terms: Terms | None = None,
    forgotten: Collection[str] = (),
    reranker: Reranker | None = None,
    twins: Twins | None = None,
) -> Recalled:
    """Answer a question from the union of several roots, or say nothing.

    Deterministic: the same files, question, terms and day give the same answer, whether counts
    came from a cache or not.

    Args:
        question: the prompt.
        roots: what is asked; no two of one tier hold one key.
        now: the time.
        terms: limit, exclusions and what the session knows.
        forgotten: ids with a tombstone.
        reranker: a second opinion on the order of what is answered.
        twins: from all heads to the rule for those that carry one id; None = all count.
    """
    answer = _believing(
        roots, lambda asked: _asked(question, asked, now, terms or Terms(), forgotten, twins)
    )
    if reranker and len(answer.hits) > 1:
        hits, warning = reordered(question, answer.hits, reranker)
        warnings = (*answer.warnings, warning) if warning else answer.warnings
        answer = answer._replace(hits=hits, warnings=warnings)
    return answer


def _asked(
    question: str,
    roots: Sequence[Root],
    now: Clock,
    terms: Terms,
    forgotten: Collection[str],
    twins: Twins | None,
) -> Recalled:
    with _ready(roots, now) as ready:
        linked = [note for one in ready for note in one.linked()]
        rule = never(now.today, superseded(linked), forgotten)
        told = terms.excluded
        twin = _twins(twins, ready)

        def excluded(note: Note) -> str:
            return rule(note) or twin(note) or told(note)

        stores = [store for one in ready for store in one.stores]
        return select(question, stores, terms._replace(excluded=excluded))


def _believing(roots: Sequence[Root], answer: Callable[[Sequence[Root]], _Answer]) -> _Answer:
    try:
        return answer(roots)
    except Unusable:
        # Damage that showed only while the file was read: from the text alone, and afresh next time.
        for root in roots:
            discard(root)
        return answer([root._replace(database="") for root in roots])


@contextmanager
def _ready(roots: Sequence[Root], now: Clock) -> Iterator[list[Opened]]:
    with ExitStack() as stack:
        ready: list[Opened] = []
        for root in roots:
            ready.append(opened(root, now.now_ns))
            stack.callback(ready[-1].close)
        yield ready


def _twins(twins: Twins | None, ready: Sequence[Opened]) -> Callable[[Note], str]:
    if twins is None:
        return lambda _note: ""
    return twins(note for one in ready for store in one.stores for _, note in store.heads())


def everything(
    roots: Sequence[Root],
    now: Clock,
    forgotten: Collection[str] = (),
    twins: Twins | None = None,
) -> tuple[Note, ...]:
    """Return the notes of several roots that may be recalled, pinned ones with their bodies.

    Args:
        roots: whose notes.
        now: the time.
        forgotten: ids with a tombstone.
        twins: as in `ask`.
    """
    return _believing(roots, lambda asked: _everything(asked, now, forgotten, twins))


def _everything(
    roots: Sequence[Root], now: Clock, forgotten: Collection[str], twins: Twins | None
) -> tuple[Note, ...]:
    found: list[Note] = []
    with _ready(roots, now) as ready:
        linked = [note for one in ready for note in one.linked()]
        rule = never(now.today, superseded(linked), forgotten)
        twin = _twins(twins, ready)
        for one in ready:
            for store in one.stores:
                for document, note in store.heads():
                    if rule(note) or twin(note):
                        continue
                    with suppress(OSError):
                        found.append(store.full(document) if note.pinned else note)
    return tuple(found)


def sharing(
    text: str, roots: Sequence[Root], now: Clock, twins: Twins | None = None
) -> list[tuple[int, str]] | None:
    """Return the notes that hold a good part of a text's terms (SHARED_TERMS), whatever their status.

    Args:
        text: what they are compared with; as much of it counts as of a body.
        roots: whose notes.
        now: the time.
        twins: as in `ask`.

    Returns:
        (position of its root in `roots`, key) of each, in this order; None where the text has no
        term at all, so that nothing can be told.
    """
    terms = frozenset(counted(text[:INDEXED_BODY]))
    if not terms:
        return None
    return _believing(roots, lambda asked: _sharing(terms, asked, now, twins))


def _sharing(
    terms: frozenset[str], roots: Sequence[Root], now: Clock, twins: Twins | None
) -> list[tuple[int, str]]:
    found = []
    with _ready(roots, now) as ready:
        twin = _twins(twins, ready)
        for number, one in enumerate(ready):
            for store in one.stores:
                holding: Counter[int] = Counter()
                for term in terms:
                    postings = store.counts.postings(term)
                    if postings is not None:
                        holding.update({key >> FIELD_BITS for key in postings.keys})
                found += [
                    (number, store.key(document))
                    for document, held in holding.items()
                    if held >= SHARED_TERMS * len(terms)
                    and document not in store.counts.dead
                    and not twin(store.head(document))
                ]
    return sorted(found)


def refresh(roots: Sequence[Root], now: Clock) -> None:
    """Bring the files of roots up to date, where nobody waits for an answer."""
    for root in roots:
        opened(root, now.now_ns).close()
