"""Where the files lie that teammem copies out: the hooks' sources and the CI recipes."""

from __future__ import annotations

from pathlib import Path

from teammem.errors import InternalError

_PACKAGE = Path(__file__).resolve().parent.parent


def shims() -> Path:
    """Return the folder of the shims' sources."""
    return _find(_PACKAGE / "_shims", _PACKAGE.parent / "hooks")


def recipe(provider: str) -> Path:
    """Return the folder of the recipes for `github` or `gitlab`."""
    return _find(_PACKAGE / "_recipes" / provider, _PACKAGE.parent / "ci" / provider)


def _find(*places: Path) -> Path:
    # A wheel holds them inside the package. Files that hatchling forces into a wheel are not
    # importable from an editable install, where the checkout's own folder stands beside it.
    for place in places:
        if place.is_dir():
            return place
    raise InternalError(
        f"{places[0].name} is missing from this installation", "install git-teammem again"
    )
