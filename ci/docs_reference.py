"""Writes docs/reference/{commands,settings,exit-codes,reasons,status}.md from the code; --check only compares."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from teammem import environ, exits
from teammem.cli.main import EVERYDAY, FURTHER, cli
from teammem.config.model import SETTINGS, TEAM
from teammem.drift.model import KINDS
from teammem.sync.reasons import REASONS

REFERENCE = Path(__file__).resolve().parent.parent / "docs" / "reference"
_MADE = "<!-- made by ci/docs_reference.py -->\n"


def commands() -> str:
    """Render the help of every verb."""
    pages = [_MADE, "# Commands\n"]
    context = click.Context(cli, info_name="teammem")
    for name in (*EVERYDAY, *FURTHER):
        command = cli.get_command(context, name)
        assert command is not None
        pages.append(_page(command, context, name, "##"))
        if isinstance(command, click.Group):
            inner = click.Context(command, info_name=name, parent=context)
            pages += [
                _page(command.commands[sub], inner, f"{name} {sub}", "###")
                for sub in command.list_commands(inner)
            ]
    return "\n".join(pages)


def _page(command: click.Command, parent: click.Context, name: str, level: str) -> str:
    context = click.Context(
        command, info_name=name.rsplit(" ", maxsplit=1)[-1], parent=parent, max_content_width=100
    )
    return f"{level} teammem {name}\n\n```text\n{command.get_help(context)}\n```\n"


def settings() -> str:
    """Render the settings and the environment variables."""
    lines = [
        _MADE,
        "# Settings\n",
        "The guard and the hooks of git read none of them. The team's file is",
        "`.teammem/config.yaml` in the top team root; yours is where `teammem config path` says.",
        "Flags win over variables, these over the team's file, that over yours, that over defaults.\n",
        "| setting | default | who may set it | meaning |",
        "|---|---|---|---|",
    ]
    for one in SETTINGS:
        who = "team, you" if one.owner == TEAM else "you"
        choices = f" ({', '.join(one.choices)})" if one.choices else ""
        lines.append(f"| `{one.key}` | `{one.default!s}` | {who} | {one.meaning}{choices} |")
    lines += ["\n## Environment variables\n", "| variable | meaning |", "|---|---|"]
    lines += [f"| `{name}` | {meaning} |" for name, meaning in environ.VARIABLES.items()]
    return "\n".join(lines) + "\n"


def exit_codes() -> str:
    """Render the exit codes."""
    lines = [
        _MADE,
        "# Exit codes\n",
        "When several outcomes meet, the first of 3, 4, 5, 1 counts. git flattens the status of a",
        "hook to its own.\n",
        "| code | meaning |",
        "|---|---|",
    ]
    lines += [f"| {code} | {meaning} |" for code, meaning in exits.MEANING.items()]
    return "\n".join(lines) + "\n"


def outcomes() -> str:
    """Render every outcome of a sync."""
    lines = [
        _MADE,
        "# Outcomes of `teammem sync`\n",
        "`reason` of the JSON envelope and of its notes on single files. A remedy is what the command",
        "prints below the outcome.\n",
        "| reason | exit code | meaning | remedy |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| `{one.code}` | {one.exit_code} | {one.meaning} | {one.remedy} |"
        for one in REASONS.values()
    ]
    return "\n".join(lines) + "\n"


def drift() -> str:
    """Render everything that status can say."""
    lines = [
        _MADE,
        "# What `teammem status` says\n",
        "An *error* is refused, stuck or lost to others until somebody acts; a *warning* means that",
        "teammates see something else than you may think. `--exit-code` ends with 1 on errors, with",
        "`--strict` on warnings too. Without `--remote` no network is used.\n",
        "| code | severity | meaning | remedy |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| `{one.code}` | {one.severity} | {one.meaning} | {one.remedy} |"
        for one in KINDS.values()
    ]
    return "\n".join(lines) + "\n"


PAGES = {
    "commands.md": commands,
    "settings.md": settings,
    "exit-codes.md": exit_codes,
    "reasons.md": outcomes,
    "status.md": drift,
}


def main() -> int:
    """Write the pages, or with --check name those that differ."""
    stale = []
    for name, render in PAGES.items():
        path = REFERENCE / name
        if "--check" not in sys.argv:
            path.write_text(render(), encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != render():
            stale.append(name)
    for name in stale:
        print(f"docs/reference/{name} is stale: .venv/bin/python ci/docs_reference.py")
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
