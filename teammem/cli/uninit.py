"""`teammem uninit`."""

from __future__ import annotations

from pathlib import Path

import click

from teammem.cli.output import Outcome, verb


@click.command()
@click.option("--dry-run", is_flag=True, help="Say what would change; change nothing.")
@click.option("--hooks-only", is_flag=True, help="Leave the work tree alone; only this clone.")
@verb
def uninit(dry_run: bool, hooks_only: bool) -> Outcome:
    """Take out again what init put in.

    Hooks go by this clone's ledger, lines in files by their markers. No memory, tombstone or allow
    entry is ever deleted.
    """
    from teammem.cli import setup
    from teammem.install import uninit as service

    report = service.uninit(Path.cwd(), dry_run=dry_run, hooks_only=hooks_only)
    return setup.outcome(report, dry_run=dry_run)
