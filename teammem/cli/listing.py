"""`teammem list`."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from teammem import exits
from teammem.cli import here
from teammem.cli.output import Outcome, verb
from teammem.errors import UsageError
from teammem.vocabulary import STATUSES


@click.command("list")
@here.tier_option
@here.type_option
@click.option("--status", type=click.Choice(STATUSES), default=None, help="Only this status.")
@click.option("--author", default="", help="Only by this author (part of the name).")
@click.option("--since", default="", metavar="YYYY-MM-DD", help="Only dated then or later.")
@click.option("--stale", "only_stale", is_flag=True, help="Only old ones.")
@click.option("--candidates", is_flag=True, help="Only what waits for a person.")
@click.option("--invalid", is_flag=True, help="Files that cannot be read as memories.")
@here.scope_option
@verb
def listing(
    tier: str | None,
    kind: str | None,
    status: str | None,
    author: str,
    since: str,
    only_stale: bool,
    candidates: bool,
    invalid: bool,
    scope: str | None,
) -> Outcome:
    """List memories: tier, id, status, name, description. One line each, team first."""
    from teammem.lifecycle import age, pick

    work = here.open_here(scope)
    if invalid:
        broken = [
            {
                "path": str(scanned.root.path / one.path),
                "line": one.problem.line,
                "rule": one.problem.rule,
                "message": str(one.problem),
            }
            for scanned in work.scans(tier or "")
            for one in scanned.broken
        ]
        text = "".join(f"{b['path']}:{b['line']}: {b['message']} [{b['rule']}]\n" for b in broken)
        return Outcome(text, broken, exits.OK if broken else exits.NOTHING, "listed")
    day = _day(since)
    rows = []
    for found in pick.all_in(work, tier or ""):
        entry = found.loaded.entry
        one = here.row(found, work)
        dated = age.dated(work, found)
        kept = (
            (not kind or entry.type == kind)
            and (not status or entry.status == status)
            and (not candidates or entry.status == "candidate")
            and author.casefold() in (one["author"] or "").casefold()
            and (not only_stale or one["stale"])
            and (day is None or (dated is not None and dated >= day))
        )
        if kept:
            rows.append(one)
    lines = [_line(one) for one in rows]
    code = exits.OK if rows else exits.NOTHING
    return Outcome("".join(lines), rows, code, "listed" if rows else "nothing-found")


def _day(text: str) -> datetime | None:
    if not text:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise UsageError(f"--since: not a date: {text!r}", "write it as YYYY-MM-DD") from None


def _line(one: dict[str, object]) -> str:
    from teammem.recall.render import line

    marks = [str(one["type"])]
    if one["status"] != "plain":
        marks.append(str(one["status"]))
    if one["pinned"]:
        marks.append("pinned")
    if one["origin"]:
        marks.append(str(one["origin"]))
    if one["stale"]:
        marks.append("stale")
    said = f": {line(str(one['description']))}" if one["description"] else ""
    return f"{one['tier']:<8}{line(str(one['name']))} ({', '.join(marks)}){said}\n"
