"""`teammem guard`: the same judgement as the hooks, for people and for CI."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from teammem import exits
from teammem.cli.output import Outcome, verb
from teammem.git.repo import Repository
from teammem.guard import report as reports
from teammem.guard.finding import Report, merged

if TYPE_CHECKING:
    from collections.abc import Callable

_form = click.option(
    "--format",
    "form",
    type=click.Choice(sorted(reports.FORMS)),
    default="text",
    help="How the report is written.",
)
_allow_from = click.option(
    "--allow-from", metavar="REF", default="", help="Read allow entries from this ref only (CI)."
)


@click.group()
def guard() -> None:
    """Look for secrets in what git holds, or in any files.

    Each of these refuses (exit code 1) what the hooks refuse. No option turns that off.
    """


def _outcome(report: Report, form: str = "text") -> Outcome:
    text = reports.FORMS[form](report)
    if form == "text" and not report.errors:
        files = "1 file" if report.files == 1 else f"{report.files} files"
        text += f"teammem: nothing to refuse in {report.scope} ({files})\n"
    reason = "findings" if report.errors else "clean"
    return Outcome(text, reports.rows(report), report.exit_code, reason)


@guard.command()
@_form
@verb
def staged(form: str) -> Outcome:
    """Judge the index against HEAD, and against the other side of a merge."""
    from teammem.guard import staged as gate

    return _outcome(gate.judge(Repository.of_hook()), form)


@guard.command()
@click.argument("remote", default="")
@click.argument("url", default="")
@_form
@verb
def push(remote: str, url: str, form: str) -> Outcome:
    """Judge a push: git's pre-push lines on standard input."""
    from teammem.guard import pushed

    data = b"" if sys.stdin.isatty() else sys.stdin.buffer.read()
    return _outcome(pushed.push(Repository.of_hook(), data, remote, url), form)


@guard.command()
@_allow_from
@_form
@verb
def receive(allow_from: str, form: str) -> Outcome:
    """Judge what a server takes: git's pre-receive lines on standard input."""
    from teammem.guard import pushed

    data = b"" if sys.stdin.isatty() else sys.stdin.buffer.read()
    return _outcome(pushed.receive(Repository.of_hook(), data, allow_from), form)


@guard.command("range")
@click.argument("revisions", required=False, metavar="[BASE..HEAD]")
@_allow_from
@_form
@verb
def range_(revisions: str | None, allow_from: str, form: str) -> Outcome:
    """Judge every commit of a range.

    Without BASE..HEAD the range comes from the variables of GitHub or GitLab; elsewhere it is what
    HEAD has and the remote's default branch lacks. What is unknown widens it, never narrows it.
    """
    from teammem.guard import ranged

    repo = Repository.of_hook()
    asked = ranged.explicit(repo, revisions) if revisions else ranged.from_environment(repo)
    return _outcome(ranged.judge(repo, asked, allow_from), form)


@guard.command()
@click.argument("treeish", default="HEAD")
@_allow_from
@_form
@verb
def tree(treeish: str, allow_from: str, form: str) -> Outcome:
    """Judge all team roots of one commit (HEAD)."""
    from teammem.guard import whole

    return _outcome(whole.judge(Repository.of_hook(), treeish, allow_from), form)


@guard.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_form
@verb
def message(file: Path, form: str) -> Outcome:
    """Judge what git will store of a commit message file."""
    from teammem.guard import message as messages

    return _outcome(messages.judge(Repository.of_hook(), file.read_bytes()), form)


@guard.command()
@click.option("--path", required=True, help="Where the text would be written, from the top.")
@_form
@verb
def text(path: str, form: str) -> Outcome:
    """Judge text on standard input as if it were written to a path."""
    from teammem.guard import anywhere

    return _outcome(anywhere.text(sys.stdin.buffer.read(), os.fsencode(path)), form)


@guard.command()
@click.argument("names", nargs=-1, required=True, metavar="PATH...", type=click.Path(exists=True))
@click.option("--list", "only_list", is_flag=True, help="Print only the offending paths.")
@_form
@verb
def files(names: tuple[str, ...], only_list: bool, form: str) -> Outcome:
    """Search any files or folders on disk for credentials.

    Nothing is skipped by name, size or kind but `.git` folders. With --list the paths are printed
    as they are on disk, even where a path itself holds what was found.
    """
    from teammem.guard import anywhere

    found: list[Report] = []
    offending: list[str] = []
    total = 0
    for name, report in anywhere.files(names, _progress()):
        total += 1
        if report.errors:
            offending.append(name)
            found.append(report)
            if only_list:
                click.echo(os.fsencode(name))
    _progress_done()
    whole = merged(f"{total} files", *found)
    whole = Report(whole.scope, whole.findings, total, whole.roots)
    if only_list:
        code = exits.REFUSED if offending else exits.OK
        return Outcome("", reports.rows(whole), code, "findings" if offending else "clean")
    return _outcome(whole, form)


@guard.command()
@verb
def rules() -> Outcome:
    """List what the guard recognises: rule, provider, kind, source."""
    from teammem.detect import rules as table

    rows = [
        {
            "id": rule.id,
            "provider": rule.provider,
            "kind": rule.kind,
            "title": rule.title,
            "source": rule.source,
            "allowable": rule.allowable,
        }
        for rule in table.catalogue()
    ]
    lines = [f"{row['id']}\t{row['provider']}\t{row['kind']}\t{row['source']}\n" for row in rows]
    return Outcome("".join(lines), rows, exits.OK, "listed")


def _progress() -> Callable[[int, str], None]:
    if not sys.stderr.isatty():
        return lambda _count, _name: None

    def show(count: int, name: str) -> None:
        if count % 25 == 0:
            click.echo(f"\r\033[K{count} files: {name[-60:]!a}", err=True, nl=False)

    return show


def _progress_done() -> None:
    if sys.stderr.isatty():
        click.echo("\r\033[K", err=True, nl=False)
