"""`teammem trust`."""

from __future__ import annotations

import click

from teammem import exits
from teammem.cli import here
from teammem.cli.output import Outcome, verb
from teammem.errors import Refusal


@click.command()
@here.scope_option
@verb
def trust(scope: str | None) -> Outcome:
    """Let agents be served this clone's team memory. People only.

    Recorded on this machine with the repository's first commit and remote; `teammem init` does it
    too. Your own commands read the team memory in any case.
    """
    work = here.open_here(scope)
    if work.actor.is_agent:
        raise Refusal(f"only people trust a clone (acting now: {work.actor})", "ask a person to")
    work.trust()
    return Outcome("agents are served this clone's team memory now\n", None, exits.OK, "trusted")
