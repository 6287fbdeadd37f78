"""`teammem show`."""

from __future__ import annotations

import click

from teammem.cli import here
from teammem.cli.output import Outcome, verb


@click.command()
@click.argument("memory", metavar="ID|NAME|PATH")
@here.tier_option
@here.scope_option
@verb
def show(memory: str, tier: str | None, scope: str | None) -> Outcome:
    """Show one memory: where it is, and the file as it stands."""
    from teammem.lifecycle import pick

    work = here.open_here(scope)
    found = pick.pick(work, memory, tier or "")
    body = found.loaded.entry.body
    text = found.data.decode("utf-8", "replace")
    ending = "" if text.endswith("\n") else "\n"
    where = ", ".join(filter(None, (found.root.tier, here.origin(found, work))))
    head = f"{here.shown(found.root, found.path)} ({where})\n\n"
    return Outcome(head + text + ending, {**here.row(found, work), "body": body}, reason="shown")
