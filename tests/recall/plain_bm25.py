"""The plain baseline, frozen: BM25 over words and CJK pairs of the whole note, never silent.

Nothing here is shared with the package, so that a change there cannot move what it is held
against.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)


def tokens(text: str) -> list[str]:
    found = []
    for run in _TOKEN.findall(text.lower()):
        if "\u3040" <= run[0] <= "\ud7af" and not run.isascii():
            found += [run[at : at + 2] for at in range(max(1, len(run) - 1))]
        else:
            found.append(run)
    return found


class PlainBM25:
    def __init__(self, texts: Sequence[str]) -> None:
        self.notes = [Counter(tokens(text)) for text in texts]
        self.lengths = [note.total() for note in self.notes]
        self.mean = sum(self.lengths) / len(self.lengths)
        self.holding = Counter(term for note in self.notes for term in note)

    def search(self, question: str, limit: int = 5) -> list[int]:
        scores: dict[int, float] = defaultdict(float)
        for term in sorted(set(tokens(question))):
            holding = self.holding[term]
            idf = math.log(1 + (len(self.notes) - holding + 0.5) / (holding + 0.5))
            for number, note in enumerate(self.notes):
                times = note[term]
                if times:
                    norm = 0.25 + 0.75 * self.lengths[number] / self.mean
                    scores[number] += idf * times * 2.5 / (times + 1.5 * norm)
        ordered = sorted(scores, key=lambda number: (-scores[number], number))
        return ordered[:limit]
