"""`teammem uninstall`."""

from __future__ import annotations

import click

from teammem.cli.installation import dry_run_option, scope_option
from teammem.cli.output import Outcome, verb


@click.command()
@click.argument("agent")
@scope_option
@dry_run_option
@verb
def uninstall(agent: str, scope: str, dry_run: bool) -> Outcome:
    """Take teammem out of a coding agent's settings.

    Settings that nobody has touched since become what they were, byte for byte; in others only the
    entries of teammem go. Git's hooks are taken out with `teammem uninit`.
    """
    from teammem.agents import settings, settings_reading
    from teammem.agents import settings_places as places
    from teammem.cli import installation

    top = installation.top()
    report = settings.uninstall(agent, scope, top, dry_run=dry_run)
    others = tuple(
        f"it is installed in the {other} scope too: --scope {other}"
        for other in places.SCOPES
        if other != scope and (other == places.USER or top)
        if settings_reading.installed(agent, other, top)
    )
    report = report._replace(warnings=(*report.warnings, *others))
    todo = (f"start {report.place.title} again",)
    return installation.outcome(report, "uninstalled for", dry_run=dry_run, todo=todo)
