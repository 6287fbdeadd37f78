"""Writes docs/reference/operations.md from the table in teammem/git/operation.py."""

from __future__ import annotations

from pathlib import Path

from teammem.git.operation import OPERATIONS, READING, UNATTENDED

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "operations.md"


def render() -> str:
    """Return the page."""
    lines = [
        "<!-- made by ci/docs_operations.py -->\n# How git is run\n",
        "Every git command belongs to one class. It runs in a process group of its own, with output",
        "into nameless files; signals go to the whole group. A command that had to be stopped has the",
        "outcome *unknown*, and what it was changing is read again.\n",
        "| class | commands | limit | first signal | then | why |",
        "|---|---|---|---|---|---|",
    ]
    for one in OPERATIONS:
        limit = f"{one.limit:g} s" if one.limit else "none"
        first = one.first or "none of ours"
        if one.first == "KILL":
            then = ""
        elif not one.first:
            then = "signals are passed on"
        else:
            then = f"KILL after {one.grace:g} s" if one.grace else "reported, never KILL"
        lines.append(f"| {one.name} | {one.examples} | {limit} | {first} | {then} | {one.reason} |")
    for title, settings in (("Reading", READING), ("Unattended commands", UNATTENDED)):
        lines += [f"\n## {title}: settings that are fixed\n", "```text", *settings, "```"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
