"""Before a tool runs: does it touch anything of teammem's, and may it?

What touches nothing is decided here, without importing more than paths.
"""

from __future__ import annotations

import os

from teammem.agents import places, shapes
from teammem.agents.verdict import NOTHING, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.agents.payload import Payload
    from teammem.agents.places import Place
    from teammem.agents.shapes import Change


class Touched:
    """What a call does where it is teammem's business.

    Attributes:
        changes: files that a tool writes, with their places.
        commands: commands that write such files.
        named: those files: places, and whether they may be removed.
        cwd: the directory that the call starts from.
    """

    __slots__ = ("changes", "commands", "cwd", "named")

    def __init__(self, cwd: str) -> None:
        self.cwd = cwd
        self.changes: list[tuple[Change, Place]] = []
        self.commands: list[str] = []
        self.named: list[tuple[Place, bool]] = []


def judge(payload: Payload) -> Verdict:
    """Return what is thought of a tool call.

    Raises:
        Exception: it could not be judged; the caller refuses then.
    """
    touched = touching(payload)
    if not touched.changes and not touched.named:
        return NOTHING
    from teammem.agents import writing

    return writing.judge(touched, payload.row)


def touching(payload: Payload) -> Touched:
    """Return what a call does to teammem's files."""
    cwd = payload.cwd or os.getcwd()  # noqa: PTH109 - no pathlib where hooks start
    touched = Touched(cwd)
    call = shapes.read(payload.tool, payload.given)
    for change in call.changes:
        place = places.of(change.path, cwd)
        if place:
            touched.changes.append((change, place))
    for command in call.commands:
        from teammem.agents import shell

        found = [
            (place, one.deleted)
            for one in shell.written(command, cwd)
            if (place := places.of(one.path, cwd))
        ]
        if found:
            touched.commands.append(command)
            touched.named += found
    return touched
