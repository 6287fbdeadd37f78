"""`teammem doctor`."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import click

from teammem.cli.output import Outcome, verb


@click.command()
@click.option(
    "--clear-lock", is_flag=True, help="Remove locks of git that a dead process left behind."
)
@verb
def doctor(*, clear_lock: bool) -> Outcome:
    """Say layer by layer what protects this clone; exit 1 when something is missing."""
    from teammem.install import doctor as service

    checks = service.doctor(Path.cwd(), clear_lock=clear_lock)
    lines: list[str] = []
    for layer, rows in groupby(checks, key=lambda check: check.layer):
        lines.append(layer)
        for check in rows:
            lines.append(f"  {check.state:<8} {check.name}: {check.detail}")
            if check.remedy:
                lines.append(f"           {check.remedy}")
    code = service.exit_code(checks)
    data = [
        {
            "layer": check.layer,
            "name": check.name,
            "state": check.state,
            "detail": check.detail,
            "remedy": check.remedy,
        }
        for check in checks
    ]
    text = "\n".join(lines) + "\n"
    return Outcome(text, data, code, "missing" if code else "protected")
