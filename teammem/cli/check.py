"""`teammem check`."""

from __future__ import annotations

import click

from teammem import exits
from teammem.cli import here
from teammem.cli.output import Outcome, verb
from teammem.guard.report import escaped


@click.command()
@here.tier_option
@click.option("--since", default="", metavar="REF", help="Also memories that the change doubts.")
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option(
    "--format", "form", type=click.Choice(["text", "github"]), default="text", help="How it prints."
)
@here.scope_option
@verb
def check(tier: str | None, since: str, strict: bool, form: str, scope: str | None) -> Outcome:
    """Check memories: form, ids, links, duplicates, tombstones, secrets, sizes, conflicts.

    With --since, also what the commits since then make doubtful: memories whose cited lines or
    `applies_to` files they change, rename or delete, as notices. Rules: docs/reference/rules.md.
    """
    from teammem.lifecycle import check as service

    work = here.open_here(scope)
    issues = service.check(work, tier=tier or "", since=since)
    rows = [
        {
            "path": one.path if one.root is None else str(one.root.path / one.path),
            "line": one.line,
            "rule": one.rule,
            "severity": one.severity,
            "message": one.message,
            "advice": one.advice,
        }
        for one in issues
    ]
    lines = []
    for one in issues:
        path = one.path if one.root is None else here.shown(one.root, one.path)
        if form == "github":
            where = f"file={escaped(path, is_property=True)}" + (
                f",line={one.line}" * bool(one.line)
            )
            told = escaped(f"{one.message} [{one.rule}]. {one.advice}")
            lines.append(f"::{one.severity} {where},title=teammem::{told}\n")
        else:
            place = f"{path}:{one.line}" if one.line else path
            lines.append(f"{place}: {one.severity}: {one.message} [{one.rule}]\n")
            lines.append(f"    {one.advice}\n" if one.advice else "")
    failed = service.fails(issues, strict=strict or bool(work.config["check.strict"]))
    if form == "text" and not issues:
        lines.append("nothing to report\n")
    code = exits.REFUSED if failed else exits.OK
    return Outcome("".join(lines), rows, code, "issues" if issues else "clean")
