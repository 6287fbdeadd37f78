"""`teammem forget`."""

from __future__ import annotations

import sys

import click

from teammem import exits
from teammem.cli import here
from teammem.cli.output import Outcome, verb


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="ID|QUERY...")
@here.tier_option
@click.option("--yes", is_flag=True, help="Do it; without, this only shows what would go.")
@click.option("--limit", type=click.IntRange(1), default=None, help="Allow more than ten.")
@click.option("--reason", default="", help="Why; stands in the tombstone.")
@click.option("--exact-only", is_flag=True, help="Keep no hash that finds rewordings.")
@here.scope_option
@verb
def forget(
    words: tuple[str, ...],
    tier: str | None,
    yes: bool,
    limit: int | None,
    reason: str,
    exact_only: bool,
    scope: str | None,
) -> Outcome:
    """Forget memories, and have them stay forgotten.

    Always shows the exact files first. A tombstone refuses the same text from then on, whoever
    brings it back. That is no erasure: git's history has the text. `teammem revive ID` undoes it.
    """
    from teammem.lifecycle import forget as service

    work = here.open_here(scope)
    planned = service.plan(work, words, tier=tier or "", limit=limit or service.UNASKED)
    rows = [
        {"id": one.id, "path": str(one.found.root.path / one.found.path), "text": one.first_line}
        for one in planned.items
    ]
    lines = []
    for one in planned.items:
        path = here.shown(one.found.root, one.found.path)
        where = ", ".join(filter(None, (one.found.root.tier, here.origin(one.found, work))))
        lines.append(f"    {path} ({where}): {one.first_line}")
    listed = "\n".join(lines) + "\n"
    warnings = tuple(f"{path} cannot be read, so it was not searched" for path in planned.unread)
    if not yes and not _confirmed(listed):
        text = f"this would forget:\n{listed}do it with --yes\n"
        return Outcome(text, {"would_forget": rows}, exits.REFUSED, "preview", warnings)
    done = service.forget(work, planned, reason=reason, exact_only=exact_only)
    told = f"forgotten:\n{listed}`teammem revive ID` takes it back"
    if any(not one.found.root.private for one in planned.items):
        told += "\nno erasure: git's history still has the text of what was committed"
    data = {"forgotten": rows, "next": done.next}
    return Outcome(here.sentence(told, done.next), data, exits.OK, "forgotten", warnings)


def _confirmed(listed: str) -> bool:
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    click.echo(f"this forgets:\n{listed}", err=True, nl=False)
    return click.confirm("forget?", err=True)
