"""`teammem config`: the settings, their values and where these come from."""

from __future__ import annotations

from pathlib import Path

import click

from teammem.cli.output import Outcome, verb
from teammem.config import load, places
from teammem.config.model import Config
from teammem.errors import NotARepository
from teammem.git.repo import Repository
from teammem.vocabulary import CONFIG_FILE, ROOT_NAME


@click.group()
def config() -> None:
    """Show the settings. The guard reads none of them."""


def current() -> Config:
    """Return the settings that count in the current directory."""
    try:
        team = Path(Repository.at(Path.cwd()).top) / ROOT_NAME / CONFIG_FILE
    except NotARepository:
        team = None
    return load.load(places.config_file(), team)


@config.command()
@click.option("--origin", is_flag=True, help="Also where each value comes from.")
@verb
def show(origin: bool) -> Outcome:
    """Show all settings."""
    rows = current().items()
    lines = [
        f"{key} = {value.value!s}" + (f"\t({value.origin})" if origin else "") + "\n"
        for key, value in rows
    ]
    data = {key: {"value": value.value, "origin": value.origin} for key, value in rows}
    return Outcome("".join(lines), data, reason="shown")


@config.command()
@verb
def path() -> Outcome:
    """Print the path of your own config.yaml."""
    file = places.config_file()
    return Outcome(f"{file}\n", {"path": str(file)}, reason="shown")
