"""How `install` and `uninstall` show what they did to an agent's settings."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from teammem.agents.settings_places import SCOPES
from teammem.cli.output import Outcome

if TYPE_CHECKING:
    from teammem.agents.settings import Change, Report

scope_option = click.option(
    "--scope",
    type=click.Choice(SCOPES),
    default=SCOPES[0],
    show_default=True,
    help="Your own settings, or those that the repository carries.",
)
dry_run_option = click.option(
    "--dry-run", is_flag=True, help="Show the changes as a diff; change nothing."
)
_CONTEXT = 2


def top() -> Path | None:
    """Return the top of the work tree around the current directory, None outside of any."""
    from teammem.git.repo import Repository

    found = Repository.at(Path.cwd()).maybe("rev-parse", "--show-toplevel")
    return Path(found) if found else None


def outcome(report: Report, done: str, *, dry_run: bool, todo: tuple[str, ...] = ()) -> Outcome:
    """Return what to show of an installation.

    Args:
        report: what was done, or would be.
        done: the word for it.
        dry_run: nothing was written.
        todo: what the person must still do.
    """
    if not report.changes:
        text = f"nothing to change for {report.place.title} ({report.scope} scope)\n"
    elif dry_run:
        text = "".join(diff(change) for change in report.changes)
    else:
        text = f"{done} {report.place.title} ({report.scope} scope):\n"
        text += "".join(f"    {_word(one)} {one.path}\n" for one in report.changes)
        if report.backups:
            text += f"the settings as they were: {report.backups}\n"
        if todo:
            text += "still to do:\n" + "".join(f"    - {line}\n" for line in todo)
    data = {
        "agent": report.place.name,
        "scope": report.scope,
        "files": [{"path": str(one.path), "change": _word(one)} for one in report.changes],
        "todo": list(todo),
    }
    if dry_run:
        data["diff"] = "".join(diff(change) for change in report.changes)
    reason = "unchanged" if not report.changes else "planned" if dry_run else "done"
    return Outcome(text, data, reason=reason, warnings=report.warnings)


def _word(change: Change) -> str:
    if change.after is None:
        return "removed"
    return "wrote" if change.before is None else "changed"


def diff(change: Change) -> str:
    """Return a change as a unified diff; a line in which the guard finds a secret is not shown."""
    from teammem.detect import engine

    old, new = (
        "/dev/null" if side is None else str(change.path) for side in (change.before, change.after)
    )
    before, after = _lines(change.before), _lines(change.after)
    lines = [*difflib.unified_diff(before, after, old, new, n=_CONTEXT, lineterm="")]
    shown = "\n".join(line[1:] for line in lines)
    hidden = {finding.line for finding in engine.scan(shown.encode("utf-8", "surrogatepass"))}
    return "".join(
        f"{line[:1]}(a line with a credential, not shown)\n" if number in hidden else f"{line}\n"
        for number, line in enumerate(lines, 1)
    )


def _lines(content: bytes | None) -> list[str]:
    text = (content or b"").decode("utf-8", "replace")
    return text.removesuffix("\n").split("\n") if text else []
