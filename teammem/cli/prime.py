"""`teammem prime`."""

from __future__ import annotations

import click

from teammem.cli import here
from teammem.cli.output import Outcome, verb


@click.command()
@click.option("--budget", type=click.IntRange(1200), default=6000, help="The most characters.")
@here.scope_option
@verb
def prime(budget: int, scope: str | None) -> Outcome:
    """Print the text that an agent's session starts with."""
    from teammem.cli.recall import place
    from teammem.recall import here as service
    from teammem.recall.ask import clock

    _, where = place((), scope, for_agent=False)
    text = service.session_start(where, clock(), budget)
    return Outcome(text.rstrip("\n") + "\n", {"text": text}, reason="primed")
