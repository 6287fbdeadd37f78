"""`teammem edit`."""

from __future__ import annotations

import click

from teammem import exits
from teammem.cli import here
from teammem.cli.output import Outcome, verb
from teammem.errors import UsageError
from teammem.vocabulary import STATUSES


@click.command()
@click.argument("memory", metavar="ID|NAME|PATH")
@here.tier_option
@click.option("--set", "pairs", multiple=True, metavar="KEY=VALUE", help="Set a field.")
@click.option("--unset", multiple=True, metavar="KEY", help="Take a field out.")
@click.option("--body", default=None, help="The new text.")
@click.option("--status", type=click.Choice(STATUSES), default=None, help="People only.")
@click.option("--dry-run", is_flag=True, help="Show the file; write nothing.")
@here.scope_option
@verb
def edit(
    memory: str,
    tier: str | None,
    pairs: tuple[str, ...],
    unset: tuple[str, ...],
    body: str | None,
    status: str | None,
    dry_run: bool,
    scope: str | None,
) -> Outcome:
    """Change one memory; without options it opens in your editor.

    What is not changed keeps its bytes. An agent's change of a team memory becomes a candidate
    beside it, until a person verifies that.
    """
    from teammem.lifecycle import edit as service
    from teammem.lifecycle import pick

    work = here.open_here(scope)
    found = pick.pick(work, memory, tier or "")
    values = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"--set: not KEY=VALUE: {pair!r}", "for example --set type=reference")
        values[key] = value
    text = None
    if not (values or unset or body is not None or status):
        changed = click.edit(found.data.decode("utf-8"), extension=".md", require_save=True)
        if changed is None:
            return Outcome("nothing changed\n", None, reason="unchanged")
        text = changed.encode("utf-8")
    changes = service.Changes(values, unset, body, status or "", text)
    done = service.edit(work, found, changes, dry_run=dry_run)
    data = {
        "id": done.id or None,
        "path": str(done.root.path / done.path),
        "status": done.status,
        "written": done.written,
        "next": done.next,
    }
    path = here.shown(done.root, done.path)
    if dry_run:
        shown = f"would write {path}\n\n{done.data.decode('utf-8')}"
        return Outcome(shown, data, exits.OK, "planned", done.notices)
    told = f"changed: {path}" if done.written else "nothing changed"
    reason = "written" if done.written else "unchanged"
    return Outcome(here.sentence(told, done.next), data, exits.OK, reason, done.notices)
