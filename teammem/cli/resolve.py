"""`teammem resolve`."""

from __future__ import annotations

import click

from teammem import exits
from teammem.cli import here
from teammem.cli.output import Outcome, verb


@click.command()
@click.argument("memory", metavar="ID|NAME|PATH")
@click.option(
    "--keep",
    type=click.Choice(["copy", "original", "both"]),
    default=None,
    help="Which text stays; without, both are shown.",
)
@here.tier_option
@here.scope_option
@verb
def resolve(memory: str, keep: str | None, tier: str | None, scope: str | None) -> Outcome:
    """End a conflict: the copy of a memory that two people changed at once. People only."""
    from teammem.lifecycle import pick
    from teammem.lifecycle import resolve as service

    work = here.open_here(scope)
    found = pick.pick(work, memory, tier or "")
    if keep is None:
        copy, original = service.pair(work, found)
        parts = [f"copy: {here.shown(copy.root, copy.path)}\n\n{copy.loaded.entry.body}"]
        if original is not None:
            path = here.shown(original.root, original.path)
            parts.insert(0, f"original: {path}\n\n{original.loaded.entry.body}")
        text = "\n\n".join(parts) + "\n\nchoose with --keep copy, original or both\n"
        return Outcome(text, None, exits.REFUSED, "waits-for-person")
    done = service.resolve(work, found, keep)
    told = f"kept: {', '.join(here.shown(done.root, path) for path in done.kept)}"
    data = {"kept": list(done.kept), "removed": list(done.removed), "next": done.next}
    return Outcome(here.sentence(told, done.next), data, reason="resolved")
