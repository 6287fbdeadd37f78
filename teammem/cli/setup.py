"""How `init` and `uninit` show what they did."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

from teammem import exits
from teammem.cli.output import Outcome
from teammem.guard import report as reports

if TYPE_CHECKING:
    from teammem.install.init import Report


def outcome(report: Report, *, dry_run: bool) -> Outcome:
    """Return what to show of an installation.

    Args:
        report: what was done, or would be.
        dry_run: nothing was written.
    """
    here = os.getcwd()  # noqa: PTH109
    lines = [
        f"{'would ' if dry_run else ''}{edit}".replace(here + os.sep, "") for edit in report.edits
    ]
    if not lines:
        lines.append("nothing to change")
    for advice in report.advice:
        lines += ["", f"add to {advice.path} by hand ({advice.why}):"]
        lines += [f"    {line}" for line in advice.lines]
    code = exits.OK
    judged = report.scan
    if judged is not None and judged.findings:
        lines += ["", "the guard refuses what is in the team roots already:"]
        lines += reports.text(judged).rstrip("\n").split("\n")
        code = judged.exit_code
    if report.to_commit:
        lines += ["", "commit these files:", f"    git add {shlex.join(report.to_commit)}"]
    if report.teammates:
        lines += ["teammates set up their clone with:", f"    {report.teammates}"]
    data = {
        "edits": [str(edit) for edit in report.edits],
        "advice": [
            {"path": one.path, "why": one.why, "lines": list(one.lines)} for one in report.advice
        ],
        "to_commit": list(report.to_commit),
        "teammates": report.teammates,
        "guard": reports.rows(judged) if judged is not None else None,
    }
    reason = (
        "findings" if code else "planned" if dry_run else "done" if report.edits else "unchanged"
    )
    return Outcome("\n".join(lines) + "\n", data, code, reason, report.warnings)
