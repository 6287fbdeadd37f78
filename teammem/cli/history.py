"""`teammem log`."""

from __future__ import annotations

import click

from teammem.cli import here
from teammem.cli.output import Outcome, verb
from teammem.errors import UsageError


@click.command("log")
@click.argument("memory", metavar="ID|NAME|PATH")
@click.option("--limit", type=click.IntRange(1), default=20, help="The most entries.")
@here.scope_option
@verb
def history(memory: str, limit: int, scope: str | None) -> Outcome:
    """Say who changed a team memory, what and when."""
    import os

    from teammem.git import history as commits
    from teammem.lifecycle import pick
    from teammem.paths import show
    from teammem.roots.destination import Destination
    from teammem.roots.overlay import REVIEW

    work = here.open_here(scope)
    found = pick.pick(work, memory)
    if found.root.private or work.roots.top is None:
        raise UsageError("a private memory has no history", "git keeps that of team memories")
    start = ""
    seen = work.view.destination
    if found.brought is not None and isinstance(seen, Destination) and seen.last_seen:
        reviewed = found.brought.origin == REVIEW and seen.review
        start = reviewed or seen.last_seen
    path = found.root.prefix + b"/" + os.fsencode(found.path)
    rows = [
        {
            "commit": one.commit,
            "author": one.author,
            "at": one.at,
            "change": one.change,
            "path": show(one.path),
            "subject": one.subject,
        }
        for one in commits.of_path(str(work.roots.top), path, limit, start)
    ]
    lines = [
        f"{row['commit'][:10]} {row['at'][:10]} {row['author']}: {row['subject']} ({row['change']})\n"
        for row in rows
    ]
    text = "".join(lines) or "not committed yet\n"
    return Outcome(text, rows, reason="shown")
