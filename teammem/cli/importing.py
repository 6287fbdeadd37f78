"""`teammem import`."""

from __future__ import annotations

from pathlib import Path

import click

from teammem import exits
from teammem.cli import here
from teammem.cli.output import Outcome, verb


@click.command("import")
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--tier", type=click.Choice(["user", "project"]), default=None, help="Where.")
@click.option("--yes", is_flag=True, help="Do it; without, this only shows what would come.")
@click.option("--near", is_flag=True, help="Also what nearly equals a memory that is there.")
@here.scope_option
@verb
def importing(
    sources: tuple[Path, ...], tier: str | None, yes: bool, near: bool, scope: str | None
) -> Outcome:
    """Copy memories of Claude Code or Qwen Code into your private tiers.

    The sources stay as they are. A second run adds nothing. Facts that stand among the lines of a
    MEMORY.md become memories of their own.
    """
    from teammem.lifecycle import importing as service

    work = here.open_here(scope)
    planned = service.plan(work, sources, tier=tier or "")
    rows = [{"origin": one.origin, "state": one.state, "like": one.like} for one in planned.items]
    lines = [
        f"    {one.state:<16} {one.origin}" + (f" (like {one.like})" if one.like else "")
        for one in planned.items
    ]
    lines += [f"    {'left':<16} {path}: {why}" for path, why in planned.left]
    if not yes:
        text = "this would import what is new:\n" + "\n".join(lines) + "\ndo it with --yes\n"
        return Outcome(text, {"items": rows, "left": list(planned.left)}, exits.OK, "preview")
    done = service.apply(work, planned, near=near)
    refused = [f"    refused: {origin}: {error.message}" for origin, error in done.refused]
    text = f"imported {len(done.added)} memories\n" + "".join(line + "\n" for line in refused)
    data = {
        "added": [str(one.root.path / one.path) for one in done.added],
        "refused": [{"origin": origin, "reason": error.reason} for origin, error in done.refused],
    }
    code = exits.REFUSED if done.refused else exits.OK
    return Outcome(text, data, code, "imported")
