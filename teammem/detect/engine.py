"""The door of the detector: bytes in, findings out; pure and deterministic."""

from __future__ import annotations

from collections.abc import Iterator

from teammem.detect import assignments, commands, prefixed, structures, urls
from teammem.detect.decode import View, normalise, to_text, views
from teammem.detect.finding import Finding, Secret
from teammem.detect.reading import Hit, Reading
from teammem.detect.rules import table

_DETECTORS = (prefixed.find, structures.find, urls.find, commands.find, assignments.find)


def scan(data: bytes, path: bytes = b"") -> tuple[Finding, ...]:
    """Find the credentials in a text and in its path.

    Args:
        data: the text, in any encoding; bytes that are no text are read as far as they go.
        path: git's bytes of the path; only credentials in it count, never its meaning.

    Returns:
        The findings, by line and rule; each value once, under the rule that knows it best.
    """
    findings: dict[str, Finding] = {}
    for view in views(data):
        for hit in _hits(Reading(view.text)):
            if not _covered(findings, hit.value):
                findings[hit.value] = _finding(hit, view.line(hit.start), view.name)
    for found in _in_path(path):
        if not _covered(findings, found.value.reveal()):
            findings[found.value.reveal()] = found
    return tuple(sorted(findings.values(), key=lambda found: (found.line, found.rule)))


def _covered(findings: dict[str, Finding], value: str) -> bool:
    return any(value in known or known in value for known in findings)


def _hits(reading: Reading) -> Iterator[Hit]:
    """Yield what the detectors find, leaving out what overlaps an earlier detector's find."""
    taken: list[tuple[int, int]] = []
    for detector in _DETECTORS:
        for hit in detector(reading):
            if not any(hit.start < end and begin < hit.end for begin, end in taken):
                taken.append((hit.start, hit.end))
                yield hit


def _finding(hit: Hit, line: int, view: str) -> Finding:
    rule = table()[hit.rule]
    return Finding(
        rule.id, rule.title, line, view, rule.allowable and not hit.verified, Secret(hit.value)
    )


def _in_path(path: bytes) -> Iterator[Finding]:
    if path:
        text = normalise(to_text(path))
        for view in (View(text, "path", (0,), (0,)),):
            for hit in _hits(Reading(view.text)):
                yield _finding(hit, 0, "path")
