"""`teammem promote`."""

from __future__ import annotations

import click

from teammem.cli import here
from teammem.cli.output import Outcome, verb


@click.command()
@click.argument("memory", metavar="ID|NAME|PATH")
@click.option("--to", type=click.Choice(["team"]), default="team", help="The tier.")
@click.option("--root", default="", metavar="PATH", help="A team root.")
@click.option("--name", default="", help="File name there, without suffix.")
@here.scope_option
@verb
def promote(memory: str, to: str, root: str, name: str, scope: str | None) -> Outcome:
    """Copy a private memory into the team tier.

    Its id and origin stay; session, message ids and e-mail addresses do not come along.
    """
    from teammem.lifecycle import pick
    from teammem.lifecycle import promote as service
    from teammem.vocabulary import TIER_TEAM

    work = here.open_here(scope)
    memories = [one for one in pick.all_in(work) if one.root.tier != TIER_TEAM]
    private = pick.candidates(memories, memory, work)
    found = private[0] if len(private) == 1 else pick.pick(work, memory)
    done = service.promote(work, found, root=root, name=name)
    path = here.shown(done.root, done.path)
    told = f"promoted to {to}: {path}" if done.written else f"the team has it already: {path}"
    data = {
        "id": done.id,
        "path": str(done.root.path / done.path),
        "status": done.status,
        "written": done.written,
        "next": done.next,
    }
    reason = "written" if done.written else "unchanged"
    return Outcome(here.sentence(told, done.next), data, 0, reason, done.notices)
