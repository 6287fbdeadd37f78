"""`teammem sync`."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

import click

from teammem import exits
from teammem.cli import here
from teammem.cli.output import Outcome, verb
from teammem.gate.main import clean

if TYPE_CHECKING:
    from teammem.sync.model import Report

_SHOWN = 20
_HEARD = 3


@click.command()
@click.argument("branch", required=False, default="")
@click.option(
    "--to", "remote", default="", metavar="REMOTE", help="Another destination: REMOTE BRANCH."
)
@click.option("--receive-only", is_flag=True, help="Publish nothing.")
@click.option("--publish-only", is_flag=True, help="Leave the branch where it is.")
@click.option("--pull", is_flag=True, help="Then run git pull --ff-only.")
@click.option("--review", is_flag=True, help="Publish to a branch of its own, for a pull request.")
@click.option("--withdraw", is_flag=True, help="Take that branch back.")
@click.option("--dry-run", is_flag=True, help="Say what would happen; change nothing.")
@click.option("--message", "-m", default="", help="Subject of the commit.")
@click.option("--session", default="", help="An agent's session, for the commit's trailer.")
@click.option("--allow-delete", is_flag=True, help="Publish many deletions too.")
@click.option(
    "--budget",
    type=click.FloatRange(1, 3600),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Time for the network, retries included.",
)
@here.scope_option
@verb
def sync(
    *,
    branch: str,
    remote: str,
    receive_only: bool,
    publish_only: bool,
    pull: bool,
    review: bool,
    withdraw: bool,
    dry_run: bool,
    message: str,
    session: str,
    allow_delete: bool,
    budget: float,
    scope: str | None,
) -> Outcome:
    """Publish uncommitted team memories to the team's branch, and receive the others'.

    Touches nothing outside the team roots and makes no commit on your branch. Files whose text is
    on the team's branch then go back to what your branch has, so that nothing stands in the way of
    the next pull; `teammem recall` finds them all the same.
    """
    _check(branch, remote, receive_only=receive_only, publish_only=publish_only, review=review)
    from teammem.sync.model import Asked
    from teammem.sync.run import Place
    from teammem.sync.run import sync as service

    work = here.open_here(scope)
    asked = Asked(
        receive=not publish_only,
        publish=not receive_only,
        pull=pull,
        review=review,
        withdraw=withdraw,
        dry_run=dry_run,
        to=(remote, branch) if remote else None,
        message=" ".join(message.split()),
        budget=budget,
        allow_delete=allow_delete,
        session=" ".join(session.split()),
    )
    before = signal.signal(signal.SIGTERM, _terminated)
    try:
        report = service(
            Place(work.roots, work.config, work.actor, work.now, work.view.destination), asked
        )
    finally:
        signal.signal(signal.SIGTERM, before)
    # A server's hook may repeat what it refused.
    report.said = [clean(line) for line in report.said]
    report.detail = clean(report.detail)
    if report.pulled is not None:
        report.pulled = "\n".join(clean(line) for line in report.pulled.splitlines())
    return Outcome(
        told(report),
        report.data(),
        report.exit_code,
        report.reason,
        tuple(_warnings(report)),
        _wrong(report),
    )


def _wrong(report: Report) -> tuple[str, str]:
    """Return what is wrong and what to do: of the run, else of the first path with the code."""
    from teammem.sync import reasons

    codes = [report.reason, *(note.reason for note in report.notes)]
    found = next((one for one in map(reasons.of, codes) if one.exit_code == report.exit_code), None)
    return (found.meaning, found.remedy) if found and found.exit_code else ("", "")


def _terminated(_number: int, _frame: Any) -> None:
    raise SystemExit(exits.TERMINATED)


def _check(
    branch: str, remote: str, *, receive_only: bool, publish_only: bool, review: bool
) -> None:
    if branch and not remote:
        raise click.UsageError(
            f"Got unexpected argument {branch!r}: --to REMOTE BRANCH names both."
        )
    if remote and not branch and not review:
        raise click.UsageError("--to takes two words: --to REMOTE BRANCH.")
    if receive_only and (publish_only or review):
        raise click.UsageError("--receive-only publishes nothing: use one of them.")


def told(report: Report) -> str:
    """Return a report for people."""
    from teammem.sync import reasons

    would = "would " if report.dry else ""
    lines = []
    if report.published:
        where = f"the review branch {report.branch}" if report.branch else report.destination
        verb_ = f"{would}publish to" if report.dry else "published to"
        lines.append(f"{verb_} {where}: {_listed(report.published)}")
    for verb_, names in (
        ("new", report.added),
        ("changed", report.changed),
        ("gone", report.removed),
    ):
        if names:
            lines.append(f"{verb_} on {report.destination}: {_listed(names)}")
    # A server may say a page; what a person needs stands at its beginning, or is a link.
    heard = report.said if report.branch or not report.commit else []
    lines += [f"server: {line}" for line in heard if "://" in line or heard.index(line) < _HEARD]
    if report.settled == "fast-forward":
        lines.append("your branch was moved on to it")
    elif report.settled == "put-back":
        lines.append("the published files are as in HEAD again; `teammem recall` still finds them")
    if report.pulled is not None:
        lines.append(report.pulled.rstrip())
    reason = reasons.of(report.reason)
    if not lines or reason.exit_code or report.reason in ("review", "withdrawn"):
        where = f" ({report.destination})" if report.destination else ""
        lines.append(f"{reason.meaning}{where}")
        if report.detail:
            lines.append(f"    {report.detail}")
        if reason.remedy:
            lines.append(f"    {reason.remedy}")
    return "\n".join(lines) + "\n"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _warnings(report: Report) -> list[str]:
    from teammem.sync import reasons

    found = []
    for note in report.notes:
        reason = reasons.of(note.reason)
        what = f"{note.path}: " if note.path else ""
        detail = f" ({note.detail})" if note.detail else ""
        remedy = f"; {reason.remedy}" if reason.remedy else ""
        found.append(f"{what}{reason.meaning}{detail}{remedy}")
    return found
