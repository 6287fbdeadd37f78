"""`teammem pin`."""

from __future__ import annotations

import click

from teammem.cli import here
from teammem.cli.output import Outcome, verb


@click.command()
@click.argument("memory", metavar="ID|NAME|PATH")
@here.tier_option
@click.option("--undo", is_flag=True, help="Move it out of pinned/ again.")
@here.scope_option
@verb
def pin(memory: str, tier: str | None, undo: bool, scope: str | None) -> Outcome:
    """Move a memory under pinned/, where no automation changes it. People only."""
    from teammem.lifecycle import pick
    from teammem.lifecycle import pin as service

    work = here.open_here(scope)
    found = pick.pick(work, memory, tier or "")
    done = service.unpin(work, found) if undo else service.pin(work, found)
    moved = done.path != done.old
    path = here.shown(done.root, done.path)
    told = f"moved to {path}" if moved else f"it is there already: {path}"
    data = {"id": done.id, "path": str(done.root.path / done.path), "next": done.next}
    return Outcome(here.sentence(told, done.next), data, reason="moved" if moved else "unchanged")
