"""What went wrong in a hook, for people: one line each in `state/agents.log`, bounded.

A hook is silent where it fails open, so this is where it says so. No text of a call or a memory.
"""

from __future__ import annotations

import os

LARGEST = 64 * 1024  # bytes; what is older stands in one file beside it
_NAME = "agents.log"


def note(agent: str, event: str, what: str, error: BaseException | None = None) -> None:
    """Write one line; never raises.

    Args:
        agent: its name.
        event: in the agent's words.
        what: what became of it ("refused", "nothing served", ...).
        error: what was raised; its type and place are written, never its text.
    """
    try:
        from teammem.config import places

        folder = str(places.state())
        os.makedirs(folder, mode=0o700, exist_ok=True)  # noqa: PTH103 - no pathlib needed here
        _append(os.path.join(folder, _NAME), _line(agent, event, what, error))  # noqa: PTH118
    except Exception:  # noqa: BLE001, S110 - there is nowhere left to say it
        pass


def _line(agent: str, event: str, what: str, error: BaseException | None) -> str:
    import time

    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    where = ""
    if error is not None:
        step = error.__traceback__
        while step is not None and step.tb_next is not None:
            step = step.tb_next
        name = step.tb_frame.f_globals.get("__name__", "?") if step else "?"
        where = f" {type(error).__name__} at {name}:{step.tb_lineno if step else 0}"
    words = " ".join(_plain(word) for word in (agent, event or "-"))
    return f"{stamp} {words} {what}{where}\n"


def _plain(word: str) -> str:
    return "".join(char for char in word if char.isalnum() and char.isascii())[:40] or "-"


def _append(path: str, line: str) -> None:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    descriptor = os.open(path, flags, 0o600)
    try:
        full = os.fstat(descriptor).st_size > LARGEST
        os.write(descriptor, line.encode())
    finally:
        os.close(descriptor)
    if full:
        os.replace(path, path + ".1")  # noqa: PTH105
