"""`teammem allow`: a reviewed exception for one finding, or for one object of history."""

from __future__ import annotations

import click

from teammem.cli.output import Outcome, verb
from teammem.errors import UsageError
from teammem.git.repo import Repository


@click.command()
@click.argument("finding", required=False, metavar="[FINDING-ID]")
@click.option("--reason", default="", help="Why this is no secret; stands in the entry.")
@click.option("--revoked", metavar="BLOB", default="", help="Accept one object of history.")
@verb
def allow(finding: str | None, reason: str, revoked: str) -> Outcome:
    """Except one finding of the guard, with a reason. People only.

    The entry is a file under allow/ in the team root; it holds a salted hash, never the value, and
    counts once it is committed with the change (strict CI: once it is on the target branch).
    Passwords, connection strings, private keys and tokens whose checksum verifies cannot be
    excepted: change the text. With --revoked an object that the remote's default branch already has
    is accepted as it is; revoke what it holds first.
    """
    from datetime import UTC, datetime

    from teammem.guard import excuse

    if bool(finding) == bool(revoked):
        raise UsageError("give a finding's id, or --revoked BLOB", "teammem allow --help")
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    repo = Repository.of_hook()
    if finding:
        written = excuse.finding(repo, finding, reason, at)
    else:
        written = excuse.revoked(repo, revoked, reason, at)
    lines = [f"{one.path}: excepts {one.what}\n" for one in written]
    names = " ".join(one.path for one in written)
    text = "".join(lines) + f"next: git add {names}\n"
    data = [{"path": one.path, "what": one.what} for one in written]
    return Outcome(text, data, reason="written")
