"""`teammem hook`."""

from __future__ import annotations

import click


@click.command()
@click.argument("agent")
@click.pass_context
def hook(ctx: click.Context, agent: str) -> None:
    """Answer one event of a coding agent's hook, read from standard input.

    The same as `teammem-hook agent AGENT`, which starts faster and is what `teammem install`
    writes into settings. Prints what that agent reads, and nothing to say nothing.
    """
    from teammem.agents import main

    ctx.exit(main.main([agent]))
