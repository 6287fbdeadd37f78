"""`teammem install`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from teammem.cli.installation import dry_run_option, scope_option
from teammem.cli.output import Outcome, verb


@click.command()
@click.argument("agent", default="", metavar="[AGENT]")
@scope_option
@dry_run_option
@verb
def install(agent: str, scope: str, dry_run: bool) -> Outcome:
    """Put teammem into a coding agent: claude, qwen, gemini, codex or cursor.

    Its hooks, the MCP server and a skill go into the agent's own settings; everything else in them
    stays as it is, and `teammem uninstall` restores them. Without AGENT: which agents there are.
    Git's hooks are another thing: `teammem init`.
    """
    from teammem.agents import settings
    from teammem.cli import installation

    top = installation.top()
    if not agent:
        return _listed(top)
    report = settings.install(agent, scope, top, dry_run=dry_run)
    todo = report.place.todo[scope]
    return installation.outcome(report, "installed for", dry_run=dry_run, todo=todo)


def _listed(top: Path | None) -> Outcome:
    from teammem.agents import settings_places as places
    from teammem.agents import settings_reading
    from teammem.errors import TeammemError

    rows: list[dict[str, Any]] = []
    warnings = []
    for place in places.PLACES.values():
        scopes = []
        for scope in places.SCOPES if top else (places.USER,):
            try:
                if settings_reading.installed(place.name, scope, top):
                    scopes.append(scope)
            except TeammemError as error:
                warnings.append(error.message)
        found = place.found() or None
        row: dict[str, Any] = {
            "agent": place.name,
            "title": place.title,
            "found": found,
            "installed": scopes,
        }
        rows.append(row)
    lines = []
    for row in rows:
        where = ", ".join(row["installed"])
        state = f"installed ({where})" if where else "not installed"
        seen = f"found: {row['found']}" if row["found"] else "not found on this machine"
        lines.append(f"{row['agent']:<8}{row['title']:<13}{state:<21}{seen}\n")
    text = "".join(lines) + (
        "\ninstall one with: teammem install AGENT\n"
        "git's hooks, which guard commits and pushes, are another thing: teammem init\n"
    )
    return Outcome(text, rows, reason="listed", warnings=tuple(warnings))
