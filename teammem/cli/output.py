"""How a verb answers: text for people, one JSON value for programs; nothing else on stdout."""

from __future__ import annotations

import json
import sys
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from teammem import exits
from teammem.errors import TeammemError
from teammem.gate.main import clean

if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMA_VERSION = 1

_OUTCOMES = {exits.OK: "done", exits.REFUSED: "refused", exits.NOTHING: "nothing-found"}


class Outcome(NamedTuple):
    """What a verb did.

    Attributes:
        text: for people, with its line ends.
        data: for programs: plain values only.
        exit_code: see `exits`.
        reason: stable code in kebab case.
        warnings: lines that go to standard error, or into the envelope.
        wrong: where the exit code is that of a failure: what is wrong and what to do, one line each;
            "" = the first line of the text.
    """

    text: str = ""
    data: Any = None
    exit_code: int = exits.OK
    reason: str = "done"
    warnings: tuple[str, ...] = ()
    wrong: tuple[str, str] = ("", "")


def verb(function: Callable[..., Outcome]) -> Callable[..., None]:
    """Give a command `--json` and show the outcome that it returns."""

    @click.option("--json", "as_json", is_flag=True, help="One JSON value on standard output.")
    @click.pass_context
    @wraps(function)
    def command(ctx: click.Context, /, *args: Any, as_json: bool, **values: Any) -> None:
        name = ctx.command_path.split(" ", 1)[-1]
        try:
            outcome = function(*args, **values)
        except TeammemError as error:
            _note(name, error.reason)
            raise
        _note(name, outcome.reason)
        show(name, outcome, as_json=as_json)
        ctx.exit(outcome.exit_code)

    return command


def _note(verb_: str, reason: str) -> None:
    from pathlib import Path

    from teammem.config import runs

    runs.record(verb_, Path.cwd(), reason)


def show(command: str, outcome: Outcome, *, as_json: bool) -> None:
    """Print an outcome."""
    if as_json:
        word = _OUTCOMES.get(outcome.exit_code, "failed")
        error = None
        if outcome.exit_code not in (exits.OK, exits.NOTHING):
            message, hint = outcome.wrong
            first = outcome.text.strip().partition("\n")[0]
            error = {"code": outcome.reason, "message": message or first, "hint": hint}
        _envelope(command, word, outcome.reason, outcome.data, outcome.warnings, error)
        return
    for line in outcome.warnings:
        click.echo(f"warning: {line}", err=True)
    if outcome.text:
        click.echo(outcome.text, nl=False)


def show_error(command: str, error: TeammemError, *, as_json: bool) -> None:
    """Print an error: one line what is wrong, one line what to do; no secret that it repeats."""
    message, hint = clean(error.message), clean(error.hint)
    if as_json:
        word = _OUTCOMES.get(error.exit_code, "failed")
        shown = {"code": error.reason, "message": message, "hint": hint}
        _envelope(command, word, error.reason, None, (), shown)
        return
    click.echo(f"teammem: {message}", err=True)
    if hint:
        click.echo(f"    {hint}", err=True)


def _envelope(
    command: str,
    outcome: str,
    reason: str,
    data: Any,
    warnings: tuple[str, ...],
    error: dict[str, str] | None,
) -> None:
    value = {
        "schema_version": SCHEMA_VERSION,
        "command": command,
        "outcome": outcome,
        "reason": reason,
        "data": data,
        "warnings": list(warnings),
        "error": error,
    }
    json.dump(value, sys.stdout, ensure_ascii=True)
    sys.stdout.write("\n")
