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


def data() -> Path:
    """Return the directory of the private roots (`user/`, `projects/`)."""
    import platformdirs

    return _home() or Path(platformdirs.user_data_dir(_NAME, appauthor=False))


def state() -> Path:
    """Return the directory of ledgers, the run log and per-session state."""
    import platformdirs

    home = _home()
    return home / "state" if home else Path(platformdirs.user_state_dir(_NAME, appauthor=False))


def cache() -> Path:
    """Return the directory of recall caches; all of it may be deleted at any time."""
    import platformdirs

    home = _home()
    return home / "cache" if home else Path(platformdirs.user_cache_dir(_NAME, appauthor=False))


def config_file() -> Path:
    """Return the path of the user's own config.yaml."""
    import platformdirs

    home = _home()
    folder = home or Path(platformdirs.user_config_dir(_NAME, appauthor=False))
    return folder / "config.yaml"
