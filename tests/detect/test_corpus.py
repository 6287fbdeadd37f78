"""The gate: recall, evasions and false alarms on the corpus beside the clone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from teammem.detect.engine import scan
from teammem.detect.finding import Finding
from tests.support.shared import shared

Row = dict[str, Any]


def _join(parts: list[Any]) -> str:
    return "".join(
        part if isinstance(part, str) else part["rep"][0] * part["rep"][1] for part in parts
    )


def _bytes(row: Row) -> bytes:
    text, encoding = _join(row["parts"]), row.get("enc", "utf-8")
    if encoding == "utf-16-le-bom":
        return b"\xff\xfe" + text.encode("utf-16-le")
    if encoding == "utf-16-be-bom":
        return b"\xfe\xff" + text.encode("utf-16-be")
    return text.encode(encoding)


def _rows(name: str) -> Iterator[tuple[Row, tuple[Finding, ...]]]:
    with shared("eval", "secrets", f"{name}.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            path = _join(row["path"]) if "path" in row else row["id"] + ".md"
            yield row, scan(_bytes(row), path.encode())


def _rates(name: str, key: str) -> dict[str, float]:
    hits: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for row, findings in _rows(name):
        for group in (row[key], "all"):
            total[group] += 1
            hits[group] += bool(findings)
        probe = "".join(row.get("probe") or ())
        assert not probe or probe not in f"{findings!r} {findings}"
    return {group: 100 * hits[group] / total[group] for group in total}


def test_recall_by_class() -> None:
    rates = _rates("positives", "class")
    floor = {"all": 98, "P": 99, "K": 93, "U": 98, "G": 88, "M": 99}
    assert {group: rate for group, rate in rates.items() if rate < floor[group]} == {}


def test_recall_by_carrier() -> None:
    assert min(_rates("positives", "carrier").values()) >= 96


def test_evasions() -> None:
    assert _rates("evasions", "carrier")["all"] >= 98


def test_no_harmless_note_is_flagged() -> None:
    flagged = {
        row["kind"]: [one.rule for one in found] for row, found in _rows("negatives") if found
    }
    assert flagged == {}


@pytest.mark.parametrize(
    "name", ["click", "uv", "tldr-dev", "gen-dev", "fa-de", "fa-es", "fa-ja", "fa-zh"]
)
def test_ordinary_notes_are_hardly_ever_flagged(name: str) -> None:
    total = flagged = 0
    with shared("eval", "recall", f"{name}.notes.jsonl").open("rb") as lines:
        for line in lines:
            total += 1
            flagged += bool(scan(line))
    assert flagged * 500 <= total
