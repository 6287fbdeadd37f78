"""What counts as pinned, and what an agent may not do. Best effort beside the guard."""

from __future__ import annotations

from teammem import paths
from teammem.vocabulary import ALLOW, CONFIG_FILE, PINNED, TOMBSTONES

ADD = "add"
CHANGE = "change"
DELETE = "delete"

_REASONS = {
    PINNED: "only people write in pinned/",
    ALLOW: "only people write in allow/",
    TOMBSTONES: "only people remove or change tombstones",
    CONFIG_FILE: "only people change the team's settings",
}


def is_pinned(path: str) -> bool:
    """Tell whether a path below a root lies in that root's `pinned/`, in any spelling.

    Args:
        path: below the root, with slashes or backslashes.
    """
    first, slash, rest = path.replace("\\", "/").lstrip("/").partition("/")
    return bool(slash and rest) and _folded(first) == PINNED


def forbidden(inner: str, change: str) -> str:
    """Return why an agent may not do this inside a root, empty if it may.

    Args:
        inner: path below the root, with slashes or backslashes.
        change: `add`, `change` or `delete`.
    """
    if ".." in inner.replace("\\", "/").split("/"):
        return "path leaves the root"
    return _REASONS.get(protected(inner, change), "")


def protected(inner: str, change: str) -> str:
    """Return the folder or file of a root whose rule an agent's act breaks, empty for none.

    A rename is a deletion and an addition: judge both. Anything that turns one of the protected
    folders itself into something else (a file, a link) counts as a change in it.

    Args:
        inner: path below the root, with slashes or backslashes.
        change: `add`, `change` or `delete`.
    """
    folded = [
        _folded(part) for part in inner.replace("\\", "/").split("/") if part not in ("", ".")
    ]
    if not folded:
        return ""
    first = folded[0]
    if first in (PINNED, ALLOW) or (first == CONFIG_FILE and len(folded) == 1):
        return first
    # Records never change: one that did would let the forgotten text back in.
    if first == TOMBSTONES and (change != ADD or len(folded) == 1):
        return first
    return ""


def _folded(component: str) -> str:
    return paths.fold(component.encode("utf-8", "surrogateescape"))
