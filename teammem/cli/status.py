"""`teammem status`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from teammem import exits
from teammem.cli import here
from teammem.cli.output import Outcome, verb

if TYPE_CHECKING:
    from teammem.drift.model import Drift


@click.command()
@click.option("--remote", is_flag=True, help="Ask the remote too; else no network is used.")
@click.option("--exit-code", "coded", is_flag=True, help="End with 1 where something is an error.")
@click.option("--strict", is_flag=True, help="With --exit-code: warnings count too.")
@click.option("-v", "--verbose", is_flag=True, help="Say which rule of which file ignores a file.")
@here.scope_option
@verb
def status(*, remote: bool, coded: bool, strict: bool, verbose: bool, scope: str | None) -> Outcome:
    """Say how the team memory here differs from what teammates see.

    Each line is an error (something is refused, stuck or lost to others until you act), a warning
    (teammates see something else than you may think) or information.
    """
    from teammem.config import runs
    from teammem.drift.collect import Place, collect
    from teammem.drift.model import ERROR, WARNING

    work = here.open_here(scope)
    top = work.roots.top or work.roots.cwd
    place = Place(work.roots, work.view, work.scans, runs.last(top), work.now(), remote, verbose)
    drift = collect(place)
    counts = (ERROR, WARNING) if strict else (ERROR,)
    bad = drift.worst() in counts
    refused = coded and bad
    return Outcome(
        told(drift, verbose=verbose),
        drift.data(),
        exits.REFUSED if refused else exits.OK,
        f"has-{drift.worst()}" if refused else "done",
    )


def told(drift: Drift, *, verbose: bool) -> str:
    """Return it for people."""
    lines = []
    where = drift.branch or ("HEAD detached" if drift.head else "no repository")
    lines.append(f"branch: {where}" + (f", upstream {drift.upstream}" if drift.upstream else ""))
    seen = f", last seen {drift.seen}" if drift.seen else ""
    lines.append(f"destination: {drift.destination or 'none'} ({drift.why}){seen}")
    for name, counted in drift.counts.items():
        if counted:
            listed = ", ".join(f"{count} {what}" for what, count in sorted(counted.items()))
            lines.append(f"{name}: {listed}")
    for item in drift.items:
        detail = f" ({item.detail})" if item.detail else ""
        remedy = f"; {item.kind.remedy}" if item.kind.remedy else ""
        path = f"{item.path} " if item.path else ""
        lines.append(f"{item.kind.severity}: {path}{item.kind.meaning}{detail}{remedy}")
    if not drift.items:
        lines.append("nothing differs from what teammates see")
    if verbose:
        lines += [f"last {name}: {at}, {reason}" for name, (at, reason) in drift.runs.items()]
    elif "sync" in drift.runs:
        at, reason = drift.runs["sync"]
        lines.append(f"last sync: {at}, {reason}")
    return "\n".join(lines) + "\n"
