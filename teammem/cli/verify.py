"""`teammem verify`."""

from __future__ import annotations

import click

from teammem.cli import here
from teammem.cli.output import Outcome, verb


@click.command()
@click.argument("memory", metavar="ID|NAME|PATH")
@here.tier_option
@here.scope_option
@verb
def verify(memory: str, tier: str | None, scope: str | None) -> Outcome:
    """Say that a memory is true today: dated, by you, for exactly this text. People only.

    A candidate becomes a memory like others; what it supersedes is hidden from then on.
    """
    from teammem.lifecycle import pick
    from teammem.lifecycle import verify as service

    work = here.open_here(scope)
    done = service.verify(work, pick.pick(work, memory, tier or ""))
    told = f"verified: {here.shown(done.root, done.path)}"
    if done.supersedes:
        told += f"\nhidden from now on: {', '.join(done.supersedes)}"
    data = {
        "id": done.id,
        "path": str(done.root.path / done.path),
        "supersedes": list(done.supersedes),
        "next": done.next,
    }
    return Outcome(here.sentence(told, done.next), data, reason="verified")
