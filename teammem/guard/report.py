"""A report as text, JSON, GitHub annotations or SARIF. Values never reach this module's output."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from teammem import __version__
from teammem.guard.finding import ERROR, NOTICE, WARNING, Finding, Report

if TYPE_CHECKING:
    from collections.abc import Callable

# Of the text form only; the other forms have all.
_MOST = 50

_LEVELS = {ERROR: "error", WARNING: "warning", NOTICE: "notice"}


def text(report: Report) -> str:
    """Return the report for people: a line a finding, a line what to do, a closing line."""
    lines = []
    for found in report.findings[:_MOST]:
        word = "" if found.is_error else f"{found.severity}: "
        lines += [f"{word}{_place(found)}: {found.title} [{found.rule}, {found.id}]"]
        if found.advice:
            lines.append(f"    {found.advice}")
    if len(report.findings) > _MOST:
        lines.append(f"... and {len(report.findings) - _MOST} more")
    lines += report.notices
    lines += [
        f"excepted by an allow entry: {_place(found)}: {found.title} [{found.rule}]"
        for found in report.allowed
    ]
    errors = len(report.errors)
    if errors:
        things = "1 finding" if errors == 1 else f"{errors} findings"
        lines.append(f"teammem: refused: {things} in {report.scope}; no switch turns this off")
        if any(found.detected is not None and found.detected.allowable for found in report.errors):
            lines.append(
                "    no secret after all? a person can say so: teammem allow ID --reason TEXT"
            )
    return "".join(line + "\n" for line in lines)


def _place(found: Finding) -> str:
    line = f":{found.line}" if found.line else ""
    commit = f" (commit {found.commit[:10]})" if found.commit else ""
    return f"{found.path}{line}{commit}"


def rows(report: Report) -> dict[str, Any]:
    """Return the report as plain data (the `data` of the JSON envelope)."""
    return {
        "scope": report.scope,
        "files": report.files,
        "roots": list(report.roots),
        "findings": [_row(found) for found in report.findings],
        "allowed": [_row(found) for found in report.allowed],
        "notices": list(report.notices),
    }


def _row(found: Finding) -> dict[str, Any]:
    return {
        "id": found.id,
        "rule": found.rule,
        "title": found.title,
        "path": found.path,
        "line": found.line,
        "commit": found.commit,
        "blob": found.blob,
        "severity": found.severity,
        "view": found.detected.view if found.detected else "",
        "allowable": bool(found.detected and found.detected.allowable),
        "hint": found.advice,
    }


def escaped(value: str, *, is_property: bool = False) -> str:
    """Escape for a GitHub workflow command (actions/toolkit, command.ts)."""
    value = value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return value.replace(":", "%3A").replace(",", "%2C") if is_property else value


def github(report: Report) -> str:
    """Return the report as GitHub workflow commands, which show as annotations of the change."""
    lines = []
    for found in report.findings:
        where = f"file={escaped(found.path, is_property=True)}"
        if found.line:
            where += f",line={found.line}"
        commit = f" (commit {found.commit[:10]})" if found.commit else ""
        message = f"{found.title} [{found.rule}, {found.id}]{commit}. {found.advice}"
        lines.append(f"::{_LEVELS[found.severity]} {where},title=teammem::{escaped(message)}")
    lines += [f"::notice title=teammem::{escaped(line)}" for line in report.notices]
    lines += [
        f"::notice title=teammem::{escaped(f'excepted by an allow entry: {_place(found)}')}"
        for found in report.allowed
    ]
    return "".join(line + "\n" for line in lines)


def sarif(report: Report) -> str:
    """Return the report in SARIF 2.1.0 (OASIS), for code-scanning uploads."""
    from urllib.parse import quote

    titles = {found.rule: found.title for found in report.findings}
    results = [
        {
            "ruleId": found.rule,
            "level": {NOTICE: "note"}.get(found.severity, found.severity),
            "message": {"text": f"{found.title}. {found.advice}"},
            "partialFingerprints": {"teammem/v1": found.id},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": quote(found.path)},
                        "region": {"startLine": max(found.line, 1)},
                    }
                }
            ],
        }
        for found in report.findings
    ]
    driver = {
        "name": "teammem",
        "version": __version__,
        "rules": [
            {"id": rule, "shortDescription": {"text": title}} for rule, title in titles.items()
        ],
    }
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return json.dumps(document, indent=2) + "\n"


FORMS: dict[str, Callable[[Report], str]] = {"text": text, "github": github, "sarif": sarif}
