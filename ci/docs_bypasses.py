"""Writes docs/bypasses.md from the table that the tests run (tests/integration/bypasses.py)."""

from __future__ import annotations

import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from tests.integration.bypasses import ROWS  # noqa: E402 - the clone's tests are not installed

_HEAD = """<!-- made by ci/docs_bypasses.py from the table that the tests run -->
# Ways around a door, and who catches them

No hook on a machine that its user owns is truly unskippable. So every door judges by itself and
has no switch, and the doors add up. The hard line is the server's pre-receive hook; where you have
no server of your own, a required CI check on a protected branch.

| layer | door |
|---|---|
| C | pre-commit and pre-merge-commit: `teammem-guard` |
| P | prepare-commit-msg, which `--no-verify` does not skip: `teammem-guard-final` |
| M | commit-msg (native hooks only) |
| U | pre-push: `teammem-guard-push` |
| I | CI: `teammem guard range` |
| S | pre-receive on the server |

`x` = refused there. Rows in *italics* have no test on one machine; all others are run over raw git,
with one door installed at a time and with a harmless twin through all of them.

| # | way | C | P | M | U | I | S | note |
|---|---|---|---|---|---|---|---|---|
"""

_TAIL = """
## As hooks of pre-commit and prek

Rows 1 to 4, 7 and 14 are also run over the slot that both keep for older hooks (`<hook>.legacy`,
where `teammem init` puts the native hooks) and as hooks of either. The slot catches what a native
hook catches. As their own hooks they miss more:

| # | missed by their hooks |
|---|---|
"""


def render() -> str:
    """Return the page."""
    lines = [_HEAD]
    for row in ROWS:
        cells = " | ".join("x" if layer in row.caught else "" for layer in "CPMUIS")
        way = row.way if row.how else f"*{row.way}*"
        lines.append(f"| {row.number} | {way} | {cells} | {row.note} |\n")
    lines.append(_TAIL)
    lines += [
        f"| {row.number} | {', '.join(row.missed_by_frameworks)} |\n"
        for row in ROWS
        if row.missed_by_frameworks
    ]
    return "".join(lines)


if __name__ == "__main__":
    (TOP / "docs" / "bypasses.md").write_text(render(), encoding="utf-8")
