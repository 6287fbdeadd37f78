"""`teammem-hook agent NAME`: one event of a coding agent in, one answer out.

Every agent goes on when a hook fails. So before a tool runs, whatever goes wrong here is turned
into a refusal in the agent's own form; everywhere else it is silence, and a line in the log.
"""

from __future__ import annotations

import os

from teammem import environ
from teammem.agents import payload as payloads
from teammem.agents import table
from teammem.agents.verdict import NOTHING, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from teammem.agents.payload import Payload
    from teammem.agents.render import Answer

_FAILED = "teammem could not judge this call, so it is refused ({}). `teammem doctor` may say why."


def main(args: Sequence[str]) -> int:
    """Answer the event on standard input; return the exit code.

    Args:
        args: the agent's name; who speaks is told by the payload where it can be.
    """
    argument = args[0] if args else ""
    if os.isatty(0):
        _write(2, "reads the event of an agent's hook from standard input; see docs/agents\n")
        return 2
    answer = respond(_input(), argument)
    if answer is None:
        return 0
    if answer.err:
        _write(2, answer.err)
    if answer.out and not _write(1, answer.out):
        # A refusal that could not be said where the agent reads it is said by the exit code.
        _write(2, "teammem: the answer could not be written\n")
        return 2
    return answer.code


def respond(data: bytes, argument: str) -> Answer | None:
    """Return the answer to an event, None to say nothing.

    Args:
        data: what the agent wrote.
        argument: the agent's name in the hook's command.
    """
    try:
        event = payloads.read(data, argument)
    except payloads.Unreadable as error:
        from teammem.agents import log, render

        log.note(argument, "", f"unreadable: {error}")
        if not error.waiting:
            return None
        return render.failure(table.AGENTS.get(argument, table.CLAUDE), _FAILED.format(error))
    if event.moment == table.BEFORE:
        return _guarded(event)
    if event.moment == table.OTHER or environ.get(environ.NESTED):
        return None
    try:
        return _answer(event, _served(event))
    except Exception as error:  # noqa: BLE001 - context is a help, never a reason to stop an agent
        from teammem.agents import log

        log.note(event.row.name, event.event, "nothing served:", error)
        return None


def _guarded(event: Payload) -> Answer | None:
    from teammem.agents import before

    try:
        return _answer(event, before.judge(event))
    except BaseException as error:  # noqa: BLE001 - a signal too, or the call would go through
        from teammem.agents import log, render

        log.note(event.row.name, event.event, "refused:", error)
        return render.failure(event.row, _FAILED.format(_why(error)))


def _why(error: BaseException) -> str:
    from teammem.errors import TeammemError
    from teammem.gate.main import clean

    if isinstance(error, TeammemError):
        return clean(": ".join(part for part in (error.message, error.hint) if part))
    return type(error).__name__


def _served(event: Payload) -> Verdict:
    if event.moment == table.AFTER:
        from teammem.agents import aftermath

        return aftermath.after(event)
    if event.moment == table.PROMPT and not event.prompt:
        return NOTHING
    from teammem.agents import context

    if event.moment == table.START:
        return context.start(event)
    if event.moment == table.PROMPT:
        return context.prompt(event)
    return context.compacted(event)


def _answer(event: Payload, verdict: Verdict) -> Answer | None:
    if verdict is NOTHING:
        return None
    from teammem.agents import render

    return render.answer(event.row, event.event, verdict)


def _input() -> bytes:
    """Return standard input, one byte past the limit at most; nothing where there is none."""
    chunks = []
    left = payloads.LARGEST + 1
    try:
        while left > 0 and (chunk := os.read(0, min(left, 1 << 20))):
            chunks.append(chunk)
            left -= len(chunk)
    except OSError:
        pass
    return b"".join(chunks)


def _write(descriptor: int, text: str) -> bool:
    try:
        data = text.encode("utf-8", "backslashreplace")
        while data:
            data = data[os.write(descriptor, data) :]
    except OSError:
        return False
    return True
