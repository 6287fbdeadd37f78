"""`teammem recall`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from teammem import exits
from teammem.cli import here
from teammem.cli.output import Outcome, verb
from teammem.errors import UsageError
from teammem.vocabulary import TIERS

if TYPE_CHECKING:
    from teammem.recall.here import Where


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 50), default=5, help="The most results.")
@click.option("--path", "paths", multiple=True, help="A file that the question is about.")
@click.option("--root", "roots", multiple=True, metavar="TIER=DIR", help="Instead of those here.")
@click.option("--surfaced", multiple=True, metavar="ID|PATH", help="Leave this out.")
@click.option("--tool", "tools", multiple=True, help="A tool that was used just now.")
@click.option("--explain", is_flag=True, help="Scores, fields, terms, and what was left out.")
@click.option("--for-agent", is_flag=True, help="The text that an agent is given.")
@here.scope_option
@verb
def recall(
    query: tuple[str, ...],
    limit: int,
    paths: tuple[str, ...],
    roots: tuple[str, ...],
    surfaced: tuple[str, ...],
    tools: tuple[str, ...],
    explain: bool,
    for_agent: bool,
    scope: str | None,
) -> Outcome:
    """Find the memories that are about QUERY, in any language; nothing where nothing fits."""
    from teammem.recall import here as service
    from teammem.recall import render
    from teammem.recall.ask import clock
    from teammem.recall.select import Terms

    now = clock()
    stale_after, where = place(roots, scope, for_agent=for_agent)
    terms = Terms(limit=limit, surfaced=frozenset(surfaced), tools=tools, paths=paths)
    found = service.recall(" ".join(query), where, now, terms)
    code = exits.OK if found.hits else exits.NOTHING
    if for_agent:
        text = render.for_agent(found, now.today, stale_after=stale_after)
        text += "\n" if text else ""
    else:
        text = render.for_people(found, now.today, explain, stale_after).rstrip("\n") + "\n"
    data = render.as_data(found, now.today, explain, stale_after)
    reason = "recalled" if found.hits else found.silent
    return Outcome(text, data, code, reason, found.warnings)


def place(roots: tuple[str, ...], scope: str | None, *, for_agent: bool) -> tuple[int, Where]:
    """Return after how many days a memory is stale, and the roots that are asked."""
    from teammem.config import places
    from teammem.recall import here as service

    if roots:
        folders = []
        for text in roots:
            tier, equals, folder = text.partition("=")
            if not equals or tier not in TIERS or not folder:
                raise UsageError(f"--root: not TIER=DIR: {text!r}", f"TIER is {', '.join(TIERS)}")
            folders.append((tier, Path(folder)))
        from teammem.vocabulary import STALE_AFTER_DAYS

        return STALE_AFTER_DAYS, service.given(folders, Path.cwd(), places.cache())
    work = here.open_here(scope)
    team = not (for_agent or work.actor.is_agent) or work.is_trusted()
    view = work.view if team else None
    where = service.everywhere(work.roots, places.cache(), team=team, view=view)
    where = where._replace(walks=not for_agent)
    return int(work.config["recall.stale_after"]), where
