"""`teammem revive`."""

from __future__ import annotations

import click

from teammem.cli import here
from teammem.cli.output import Outcome, verb


@click.command()
@click.argument("memory", metavar="ID")
@here.tier_option
@here.scope_option
@verb
def revive(memory: str, tier: str | None, scope: str | None) -> Outcome:
    """Take a tombstone back, and bring the text back from the trash or from git. People only."""
    from teammem.lifecycle import revive as service

    done = service.revive(here.open_here(scope), memory, tier=tier or "")
    data = {"id": done.id, "source": done.source, "changed": list(done.changed), "next": done.next}
    if done.path:
        told = f"revived from {done.source}: {here.shown(done.root, done.path)}"
    else:
        told = "the tombstone is gone; its text was found neither in the trash nor in git"
    return Outcome(here.sentence(told, done.next), data, reason="revived")
