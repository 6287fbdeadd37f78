"""`teammem index`."""

from __future__ import annotations

import click

from teammem.cli import here
from teammem.cli.output import Outcome, verb
from teammem.errors import Refusal
from teammem.vocabulary import INDEX_FILE, TIER_TEAM, TIERS


@click.command()
@click.option("--tier", type=click.Choice(TIERS), default=TIER_TEAM, help="Which tier.")
@click.option("--root", default="", metavar="PATH", help="A team root.")
@click.option("--write", is_flag=True, help="Write MEMORY.md; only where it is teammem's own.")
@here.scope_option
@verb
def index(tier: str, root: str, write: bool, scope: str | None) -> Outcome:
    """Print the list of a root's memories as Markdown; nothing generated is committed by itself."""
    from teammem.memory import index as rendering
    from teammem.memory import standing
    from teammem.roots import scan
    from teammem.roots import write as writing

    work = here.open_here(scope)
    place = work.roots.of(tier, root)
    items = []
    scanned = work.scan(place)
    for loaded in scanned.loaded:
        if loaded.path in scanned.overlay.brought:
            continue  # a link to a file that is not here
        entry = loaded.entry
        stands = standing.of(entry, work.today)
        if stands.recalled:
            items.append(
                rendering.Item(
                    loaded.path, entry.name, entry.description, stands.label, entry.pinned
                )
            )
    text = rendering.render(items, marker=write)
    if not write:
        return Outcome(text.rstrip("\n") + "\n", {"text": text}, reason="rendered")
    old = scan.read(place, INDEX_FILE)
    path = here.shown(place, INDEX_FILE)
    if old is None:
        writing.create(place, INDEX_FILE, text.encode("utf-8"))
    elif not rendering.is_ours(old):
        raise Refusal(
            f"{path} was not written by teammem",
            "move it away first; a file without teammem's first line is never rewritten",
            "foreign-index",
        )
    elif old != text.encode("utf-8"):
        writing.replace(place, INDEX_FILE, text.encode("utf-8"), old)
    return Outcome(f"{path}\n", {"path": str(place.path / INDEX_FILE)}, reason="written")
