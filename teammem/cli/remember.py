"""`teammem remember`."""

from __future__ import annotations

import sys

import click

from teammem import exits
from teammem.cli import here
from teammem.cli.output import Outcome, verb
from teammem.errors import UsageError
from teammem.vocabulary import TIERS


@click.command()
@click.argument("text")
@click.option("--tier", type=click.Choice(TIERS), default=None, help="Where; by type.")
@here.type_option
@click.option("--name", default="", help="Slug; by default from the description.")
@click.option("--description", default="", help="One line; by default the first sentence.")
@click.option("--keyword", "keywords", multiple=True, help="A word to be found by (repeatable).")
@click.option("--applies-to", multiple=True, metavar="GLOB", help="Files it is about (repeatable).")
@click.option("--cite", "cites", multiple=True, metavar="PATH[:A-B]", help="Lines it rests on.")
@click.option("--supersedes", default="", metavar="ID", help="The memory that this one corrects.")
@click.option("--pinned", is_flag=True, help="Under pinned/, where only people write.")
@click.option("--expires", default="", metavar="YYYY-MM-DD", help="Last day on which it is valid.")
@click.option("--session", default="", help="Session that it comes from.")
@click.option("--message", default="", help="Message that it comes from.")
@click.option("--root", default="", metavar="PATH", help="A team root.")
@click.option(
    "--on-duplicate",
    type=click.Choice(["keep", "update", "supersede"]),
    default=None,
    help="What to do where nearly the same is remembered already.",
)
@click.option("--dry-run", is_flag=True, help="Show the file; write nothing.")
@here.scope_option
@verb
def remember(
    text: str,
    tier: str | None,
    kind: str | None,
    name: str,
    description: str,
    keywords: tuple[str, ...],
    applies_to: tuple[str, ...],
    cites: tuple[str, ...],
    supersedes: str,
    pinned: bool,
    expires: str,
    session: str,
    message: str,
    root: str,
    on_duplicate: str | None,
    dry_run: bool,
    scope: str | None,
) -> Outcome:
    """Save TEXT as a memory; - reads it from standard input.

    Without --tier, types user and feedback go to your own tier, project and reference to the
    project's private one. --tier team writes into the repository; commit the file to share it.
    """
    from teammem.lifecycle import remember as service

    body = _standard_input() if text == "-" else text
    work = here.open_here(scope)
    done = service.remember(
        work,
        service.Request(
            body,
            tier=tier or "",
            type=kind or "",
            name=name,
            description=description,
            keywords=keywords,
            applies_to=applies_to,
            cites=cites,
            supersedes=supersedes,
            pinned=pinned,
            expires=expires,
            session=session,
            message=message,
            root=root,
            on_duplicate=on_duplicate or "",
            dry_run=dry_run,
        ),
    )
    path = here.shown(done.root, done.path)
    data = {
        "id": done.id,
        "tier": done.root.tier,
        "path": str(done.root.path / done.path),
        "status": done.status or "plain",
        "written": done.written,
        "duplicates": [here.row(one, work) for one in done.duplicates],
        "next": done.next,
    }
    if dry_run:
        file = done.data.decode("utf-8")
        shown = f"would write {path}\n\n{file}"
        return Outcome(shown, {**data, "file": file}, reason="planned", warnings=done.notices)
    if not done.written:
        lines = ["nearly the same is remembered already:"]
        lines += [f"    {one.label()}" for one in done.duplicates]
        lines += ["say what to do: --on-duplicate update, supersede or keep", ""]
        return Outcome("\n".join(lines), data, exits.REFUSED, "duplicate", done.notices)
    told = f"remembered ({done.root.tier}): {path}"
    return Outcome(here.sentence(told, done.next), data, reason="written", warnings=done.notices)


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"standard input is not UTF-8 (byte {error.start + 1})", "a memory is UTF-8 text"
        ) from None
