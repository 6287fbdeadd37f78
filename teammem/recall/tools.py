"""Notes that only restate how a tool is called, while that tool is in use.

Its schema is before the agent's eyes already. A note that says more than usage (a gotcha, who
owns it, a workaround) stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from teammem.recall.model import Note

# Shorter aliases are words of prose.
SHORTEST = 3

_USAGE = (
    r"\b(usage|syntax|schema|signature|parameters?|params?|arguments?|args?|options?|flags?"
    r"|accepts|inputs?|invocation|invoke|call with|how to (?:use|call|run))\b"
)
_DURABLE = (
    r"\b(gotchas?|pitfalls?|caveats?|warnings?|careful|beware|credentials?|secrets?|owners?|owned"
    r"|workarounds?|work around|known (?:issues?|bugs?)|escalat\w+|incidents?|outage|broken|fails?"
    r"|never|always|must not|do not|don't|because|instead|deprecated|policy|approv\w+)\b"
)


def aliases(tool: str) -> frozenset[str]:
    """Return the names a tool goes by: its own, behind `::`, the tail of `mcp__server__tool`."""
    names = {tool, tool.rpartition("::")[2]}
    if tool.startswith("mcp__"):
        names.add(tool.rpartition("__")[2])
    return frozenset(name for name in names if len(name) >= SHORTEST)


def restates(note: Note, tools: Iterable[str]) -> bool:
    """Tell whether a note (with its body) is about calling one of the tools, and nothing more."""
    names = frozenset().union(*map(aliases, tools))
    if not names:
        return False
    text = "\n".join((note.name, note.title, note.description, *note.keywords, note.body))
    listed = "|".join(map(re.escape, sorted(names)))
    return (
        re.search(rf"(?<!\w)(?:{listed})(?!\w)", text, re.IGNORECASE) is not None
        and re.search(_USAGE, text, re.IGNORECASE) is not None
        and re.search(_DURABLE, text, re.IGNORECASE) is None
    )
