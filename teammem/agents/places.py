"""Whether a path is any of teammem's business: a team root, or where it keeps what is private.

Most calls touch neither; they are let pass by this module alone, which imports next to nothing.
"""

from __future__ import annotations

import os

from teammem import environ, paths
from teammem.agents import shapes

# What every private directory has in its path where TEAMMEM_HOME does not say otherwise.
_WORD = "teammem"


class Place:
    """A path on disk that a call touches.

    Attributes:
        whole: absolute, as written.
        forms: `whole`, and with links resolved where that is another place.
        team: whether it is, or lies in, a team root, in any spelling.
    """

    __slots__ = ("forms", "team", "whole")

    def __init__(self, whole: str, forms: tuple[str, ...], *, team: bool) -> None:
        self.whole = whole
        self.forms = forms
        self.team = team


def of(path: str, cwd: str) -> Place | None:
    """Return the place of a path that a tool was given, None where it is not teammem's.

    Args:
        path: as given.
        cwd: the directory that relative paths start from, absolute.
    """
    told = shapes.place(path, cwd)
    # Before anything is normalised: Python 3.11.4's normpath ends at a NUL.
    if "\0" in told:
        near = paths.in_root(as_bytes(told)) or _may_be_private(told)
        return Place(told, (told,), team=True) if near else None
    whole = os.path.abspath(told)  # noqa: PTH100 - no pathlib where hooks start
    forms = [whole]
    try:
        forms.append(paths.real(told))
        if ".." in told:
            # Agents take `..` away as text, the system walks: behind a link these differ.
            forms.append(os.path.realpath(told))
    except (OSError, RecursionError, UnicodeError):
        pass  # what the system cannot find is judged as written
    forms = list(dict.fromkeys(forms))
    team = any(paths.in_root(as_bytes(form)) for form in forms)
    if team or any(_may_be_private(form) for form in forms):
        return Place(whole, tuple(forms), team=team)
    return None


def _may_be_private(path: str) -> bool:
    home = environ.get(environ.HOME)
    if _WORD in path.lower():
        return True
    return bool(home) and path.startswith((home, os.path.realpath(home)))


def as_bytes(path: str) -> bytes:
    """Return a path as bytes, whatever half of a pair JSON put into it."""
    try:
        return os.fsencode(path)
    except UnicodeEncodeError:
        return path.encode("utf-8", "replace")
