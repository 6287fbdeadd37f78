"""Where teammem keeps what belongs to this machine: data, state, caches, configuration."""

from __future__ import annotations

from pathlib import Path

from teammem import environ
from teammem.errors import ConfigError

_NAME = "teammem"


def _home() -> Path | None:
    told = environ.get(environ.HOME)
    if not told:
        return None
    home = Path(told)
    if not home.is_absolute():
        raise ConfigError(
            f"{environ.HOME} is not an absolute path: {told!r}",
            f"set {environ.HOME} to an absolute directory, or unset it",
        )
    return home


def _folder(kind: str, below: str = "") -> Path:
    home = _home()
    if home is not None:
        return home / below
    import platformdirs

    return Path(getattr(platformdirs, f"user_{kind}_dir")(_NAME, appauthor=False))


def data() -> Path:
    """Return the directory of the private roots (`user/`, `projects/`)."""
    return _folder("data")


def state() -> Path:
    """Return the directory of ledgers, the run log and per-session state."""
    return _folder("state", "state")


def cache() -> Path:
    """Return the directory of recall caches; all of it may be deleted at any time."""
    return _folder("cache", "cache")


def config_file() -> Path:
    """Return the path of the user's own config.yaml."""
    return _folder("config") / "config.yaml"
