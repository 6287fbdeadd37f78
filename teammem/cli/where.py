"""`teammem where`."""

from __future__ import annotations

from pathlib import Path

import click

from teammem.cli import here
from teammem.cli.output import Outcome, verb
from teammem.errors import NothingFound
from teammem.roots import destination
from teammem.roots.destination import Destination, Unknown


@click.command()
@click.option("--adopt", default="", metavar="DIR", help="Take over another clone's memories.")
@here.scope_option
@verb
def where(adopt: str, scope: str | None) -> Outcome:
    """Print every root of this directory and the destination of sync, and why."""
    from teammem.roots import project

    work = here.open_here(scope)
    roots = work.view.roots
    if adopt:
        if roots.located is None or roots.identity is None:
            raise roots.no_project or NothingFound("there is no project here")
        chosen = Path(adopt)
        if chosen not in roots.located.candidates:
            raise NothingFound("no such folder to adopt", "`teammem where` lists them")
        project.adopt(roots.located, roots.identity, chosen)
        work = here.open_here(scope)
        roots = work.view.roots
    rows = [
        {"tier": root.tier, "path": str(root.path), "why": root.why, "exists": root.path.is_dir()}
        for root in roots.all()
    ]
    lines = [
        f"{row['tier']:<8}{row['path']}"
        + ("" if row["exists"] else " (not there yet)")
        + f"\n        {row['why']}\n"
        for row in rows
    ]
    lines += [f"skipped {path}: {why}\n" for path, why in roots.skipped]
    if roots.no_project is not None:
        lines.append(f"project: none, {roots.no_project.message}\n")
    found = work.view.destination
    lines.append(_destination(found))
    lines.append(f"served to agents: {'yes' if work.is_trusted() else 'private tiers only'}\n")
    notices = (roots.located.notice,) if roots.located and roots.located.notice else ()
    candidates = [str(path) for path in roots.located.candidates] if roots.located else []
    lines += [f"could be adopted: {path}\n" for path in candidates]
    data = {
        "roots": rows,
        "destination": found._asdict(),
        "trusted": work.is_trusted(),
        "candidates": candidates,
    }
    return Outcome("".join(lines), data, reason="shown", warnings=notices)


def _destination(found: Destination | Unknown) -> str:
    if isinstance(found, destination.Unknown):
        return f"destination: none ({found.reason})\n        {found.why}; {found.hint}\n"
    seen = f"last seen at {found.last_seen[:10]}" if found.last_seen else "not fetched yet"
    return f"destination: {found.short}, {seen}\n        {found.why}\n"
