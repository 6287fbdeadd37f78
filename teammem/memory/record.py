"""Small files of keys and values beside the memories: tombstones, project.yaml, the trash.

One key a line, written in the order given; read strictly, since nobody edits them by hand.
"""

from __future__ import annotations

from collections.abc import Mapping

from teammem.memory.document import BOM, Invalid, decode, lf
from teammem.memory.rules import Problem
from teammem.memory.values import Block, Value, quick, render


def serialise(values: Mapping[str, Value | int]) -> bytes:
    """Return a record; values of None are left out."""
    kept = [render(key, value) for key, value in values.items() if value is not None]
    return ("\n".join(kept) + "\n").encode("utf-8")


def parse(data: bytes) -> Block:
    """Read a record.

    Raises:
        Invalid: not UTF-8, not YAML, a key twice, conflict markers (TM060).
    """
    try:
        source = lf(decode(data)).removeprefix(BOM)
    except Invalid as error:
        raise Invalid(Problem("TM060", error.problem.line, str(error))) from None
    block = quick(source)
    if block is None:
        from teammem.memory import yamlblock

        try:
            block = yamlblock.read(source)
        except yamlblock.Unreadable as error:
            raise Invalid(Problem("TM060", 1 + error.line, error.detail)) from None
    if block.odd or block.twice:
        raise Invalid(Problem("TM060", 1 + (block.odd + block.twice)[0][1], "not YAML"))
    return block
