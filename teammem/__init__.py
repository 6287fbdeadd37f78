"""teammem: shared memory for software teams and their coding agents.

The Python API has the verbs of the command line in the same words; it takes and returns typed
values and prints nothing. Names are imported when they are first used.

docs/guide/python.md shows each of them, and the tests run its examples.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.guard.anywhere import text as guard_text
    from teammem.lifecycle.check import Issue, check
    from teammem.lifecycle.edit import Changes, edit
    from teammem.lifecycle.forget import forget
    from teammem.lifecycle.forget import plan as plan_forget
    from teammem.lifecycle.pick import Found, all_in, pick
    from teammem.lifecycle.pin import pin, unpin
    from teammem.lifecycle.promote import promote
    from teammem.lifecycle.remember import Remembered, Request, remember
    from teammem.lifecycle.revive import revive
    from teammem.lifecycle.verify import verify
    from teammem.lifecycle.workspace import Workspace, open_at

__version__ = "0.1.0"

# Public name to the module and the name that it has there.
_PUBLIC = {
    "Changes": ("teammem.lifecycle.edit", "Changes"),
    "Found": ("teammem.lifecycle.pick", "Found"),
    "Issue": ("teammem.lifecycle.check", "Issue"),
    "Remembered": ("teammem.lifecycle.remember", "Remembered"),
    "Request": ("teammem.lifecycle.remember", "Request"),
    "Workspace": ("teammem.lifecycle.workspace", "Workspace"),
    "all_in": ("teammem.lifecycle.pick", "all_in"),
    "check": ("teammem.lifecycle.check", "check"),
    "edit": ("teammem.lifecycle.edit", "edit"),
    "forget": ("teammem.lifecycle.forget", "forget"),
    "guard_text": ("teammem.guard.anywhere", "text"),
    "open_at": ("teammem.lifecycle.workspace", "open_at"),
    "pick": ("teammem.lifecycle.pick", "pick"),
    "pin": ("teammem.lifecycle.pin", "pin"),
    "plan_forget": ("teammem.lifecycle.forget", "plan"),
    "promote": ("teammem.lifecycle.promote", "promote"),
    "remember": ("teammem.lifecycle.remember", "remember"),
    "revive": ("teammem.lifecycle.revive", "revive"),
    "unpin": ("teammem.lifecycle.pin", "unpin"),
    "verify": ("teammem.lifecycle.verify", "verify"),
}

__all__ = [
    "Changes",
    "Found",
    "Issue",
    "Remembered",
    "Request",
    "Workspace",
    "__version__",
    "all_in",
    "check",
    "edit",
    "forget",
    "guard_text",
    "open_at",
    "pick",
    "pin",
    "plan_forget",
    "promote",
    "remember",
    "revive",
    "unpin",
    "verify",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name not in _PUBLIC:
        raise AttributeError(f"module 'teammem' has no attribute {name!r}")
    import importlib

    module, inner = _PUBLIC[name]
    found: object = getattr(importlib.import_module(module), inner)
    globals()[name] = found
    return found
