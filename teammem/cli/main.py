"""`teammem VERB`: finds the verb's module, and turns errors into one line, a hint and a code."""

from __future__ import annotations

import importlib
import io
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from teammem import __version__, environ, exits
from teammem.cli import output
from teammem.errors import InternalError, TeammemError, UsageError
from teammem.gate.main import clean
from teammem.vocabulary import COMMAND

if TYPE_CHECKING:
    from collections.abc import Sequence

# Verb to one line of help, in the order of the help page. The module of each verb is imported only
# when it is called (`module_of`).
EVERYDAY = {
    "init": "Set up a repository and the hooks of this clone.",
    "remember": "Save something worth knowing.",
    "recall": "Find the memories that are about a question.",
    "list": "List memories.",
    "show": "Show one memory.",
    "edit": "Change one memory.",
    "forget": "Forget memories, and have them stay forgotten.",
    "promote": "Copy a private memory into the team tier.",
    "sync": "Publish and receive team memories at once.",
    "status": "Say how the team memory here differs from what teammates see.",
    "check": "Check memories, and what a change makes doubtful.",
}
FURTHER = {
    "guard": "Look for secrets in what git holds, or in any files.",
    "allow": "Except one finding of the guard, with a reason.",
    "prime": "Print the text that an agent's session starts with.",
    "revive": "Take back a forgetting.",
    "pin": "Move a memory where no automation changes it.",
    "verify": "Say that a memory is true today.",
    "resolve": "End a conflict between two texts of a memory.",
    "import": "Copy memories of Claude Code or Qwen Code.",
    "index": "Print the list of a root's memories.",
    "where": "Print every root of this directory, and why it is one.",
    "log": "Say who changed a team memory, what and when.",
    "trust": "Let agents be served this clone's team memory.",
    "config": "Show the settings and where they come from.",
    "doctor": "Say layer by layer what protects this clone.",
    "hook": "Answer an event of a coding agent's hook.",
    "uninit": "Take out again what init put in.",
    "install": "Put teammem into a coding agent.",
    "uninstall": "Take teammem out of a coding agent.",
    "mcp": "Serve the memories to agents over MCP.",
}


# Where the verb's own word is taken in Python.
_MODULES = {"import": "importing", "list": "listing", "log": "history"}


def module_of(name: str) -> str:
    """Return the name of a verb's module in `cli`, which its command has too."""
    return _MODULES.get(name, name)


class Verbs(click.Group):
    """The verbs, imported when called."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return all verbs in the order of the help page."""
        return [*EVERYDAY, *FURTHER]

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        """Import one verb's module and return its command."""
        if name not in EVERYDAY and name not in FURTHER:
            return None
        module = importlib.import_module(f"teammem.cli.{module_of(name)}")
        found: click.Command = getattr(module, module_of(name))
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest verb where the one that was typed does not exist."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            import difflib

            near = difflib.get_close_matches(args[0], self.list_commands(ctx), 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx) from None

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verbs in their two groups."""
        for title, verbs in (("Everyday", EVERYDAY), ("Further", FURTHER)):
            with formatter.section(title):
                formatter.write_dl(list(verbs.items()))


@click.command(
    COMMAND,
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 refused, 2 usage, 3 internal, 4 git or network, 5 configuration, "
    "6 busy, 7 nothing found.",
)
@click.version_option(__version__, prog_name=COMMAND)
def cli() -> None:
    """Shared memory for a team and its coding agents, in git, guarded against secrets."""


def main(argv: Sequence[str] | None = None) -> Any:
    """Run the command line and return the exit code."""
    args = _arguments() if argv is None else list(argv)
    _write_what_the_terminal_can()
    options = args[: args.index("--")] if "--" in args else args
    as_json = "--json" in options
    command = _command(options)
    try:
        return cli.main(args, prog_name=COMMAND, standalone_mode=False) or exits.OK
    except click.exceptions.Abort:
        click.echo("teammem: stopped", err=True)
        return exits.INTERRUPTED
    except click.ClickException as error:
        message = error.format_message()
        if as_json or clean(message) != message:
            usage = UsageError(message, "teammem --help", "usage")
            output.show_error(command, usage, as_json=as_json)
        else:
            error.show()
        return exits.USAGE
    except TeammemError as error:
        output.show_error(command, error, as_json=as_json)
        return error.exit_code
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us is gone; nothing is left to be told
        return exits.OK
    except OSError as error:
        what = f": {error.filename}" if error.filename else ""
        failed = TeammemError(f"{error.strerror or type(error).__name__}{what}", "", "system")
        output.show_error(command, failed, as_json=as_json)
        return exits.GIT
    except Exception as error:  # noqa: BLE001 - the last catch: a bug ends in one line and code 3
        if environ.get(environ.DEBUG):
            import traceback

            for frame in traceback.extract_tb(error.__traceback__):
                click.echo(f"    {frame.filename}:{frame.lineno} in {frame.name}", err=True)
        output.show_error(
            command,
            InternalError(
                f"internal error ({type(error).__name__})",
                "TEAMMEM_DEBUG=1 shows where; please report it",
            ),
            as_json=as_json,
        )
        return exits.INTERNAL


def _arguments() -> list[str]:
    """Return the arguments as UTF-8, whatever encoding the locale is of: memories are UTF-8."""
    return [os.fsencode(one).decode("utf-8", "surrogateescape") for one in sys.argv[1:]]


def _write_what_the_terminal_can() -> None:
    """Let a character that the terminal's encoding lacks become a mark, not an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _command(options: Sequence[str]) -> str:
    """Return the verb that was called, with its part where it is a group."""
    words = [word for word in options if not word.startswith("-")]
    found = cli.get_command(click.Context(cli), words[0]) if words else None
    if isinstance(found, click.Group) and words[1:2] and words[1] in found.commands:
        return " ".join(words[:2])
    return words[0] if found else ""


def run() -> None:
    """Entry point of the scripts."""
    sys.exit(main())
