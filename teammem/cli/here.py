"""What the verbs about memories share: the workspace of the current directory, options, rows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from teammem.vocabulary import SCOPES, TIERS, TYPES

if TYPE_CHECKING:
    from teammem.lifecycle.pick import Found
    from teammem.lifecycle.workspace import Workspace
    from teammem.roots.find import Root

tier_option = click.option("--tier", type=click.Choice(TIERS), default=None, help="Only this tier.")
type_option = click.option("--type", "kind", type=click.Choice(TYPES), default=None, help="Type.")
scope_option = click.option(
    "--project-scope",
    "scope",
    type=click.Choice(SCOPES),
    default=None,
    help="What shares one project root, for this call.",
)


def open_here(scope: str | None = None) -> Workspace:
    """Return the workspace of the current directory."""
    from teammem.lifecycle import workspace

    return workspace.open_at(Path.cwd(), scope=scope or "")


def shown(root: Root, path: str) -> str:
    """Return a file's path for people: from the current directory where it lies below it."""
    whole = root.path / path
    here = Path.cwd()
    return str(whole.relative_to(here) if whole.is_relative_to(here) else whole)


def row(found: Found, work: Workspace) -> dict[str, Any]:
    """Return a memory as plain data, without its body."""
    from teammem.lifecycle import age

    entry = found.loaded.entry
    at = age.dated(work, found)
    return {
        "id": entry.id or None,
        "tier": found.root.tier,
        "path": str(found.root.path / found.path),
        "name": entry.name,
        "description": entry.description,
        "type": entry.type,
        "status": entry.status,
        "pinned": entry.pinned,
        "author": entry.created.by or entry.source.agent or None,
        "origin": origin(found, work) or None,
        "dated": at.isoformat() if at else None,
        "stale": stale(found, work),
    }


def origin(found: Found, work: Workspace) -> str:
    """Return where a memory's text is if no file here has it ("on origin/main"), else ""."""
    return work.view.origin(found.root, found.path)


def stale(found: Found, work: Workspace) -> bool:
    """Tell whether a memory is older than `recall.stale_after` days."""
    from teammem.lifecycle import age

    dated = age.dated(work, found)
    return dated is not None and (work.now() - dated).days > work.config["recall.stale_after"]


def sentence(what: str, next_command: str) -> str:
    """Return what was done and, on lines of their own, the next command and the way at once."""
    if not next_command:
        return f"{what}\n"
    at_once = "  or: teammem sync\n" if next_command.startswith("git ") else ""
    return f"{what}\nnext: {next_command}\n{at_once}"
