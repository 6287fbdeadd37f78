"""`teammem mcp`."""

from __future__ import annotations

from importlib import util
from pathlib import Path

import click

from teammem.errors import ConfigError
from teammem.vocabulary import DISTRIBUTION


@click.command()
@click.option(
    "--directory",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path(),
    help="The repository to serve, where the client starts servers elsewhere.",
)
def mcp(directory: Path) -> None:
    """Serve the memories to agents over MCP, on standard input and output.

    Agents start it themselves: `teammem install AGENT` registers it.
    """
    if util.find_spec("mcp") is None:
        raise ConfigError(
            "the MCP server needs an extra that is not installed",
            f"pip install '{DISTRIBUTION}[mcp]'",
            "extra-missing",
        )
    from teammem.mcp import server

    server.serve(directory.resolve())
