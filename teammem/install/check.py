"""One thing that `doctor` looked at."""

from __future__ import annotations

from typing import NamedTuple

OK = "ok"
MISSING = "missing"
WARNING = "warning"


class Check(NamedTuple):
    """One thing that doctor looked at.

    Attributes:
        layer: `git`, `package`, `roots`, `hooks`, `framework`, `locks`,
            `sync`, `remotes`, `identity`, `ci`, `agents` or `server`.
        name: what was looked at.
        state: `ok`, `missing` (this clone is less protected than it should be) or `warning`.
        detail: what was found, one line.
        remedy: what to do, a command where there is one; empty when all is well.
    """

    layer: str
    name: str
    state: str
    detail: str
    remedy: str = ""
