"""Reading agents' settings: the bytes of a file, its text, and what of ours stands in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from teammem import paths
from teammem.agents import settings_hooks, settings_jsonc
from teammem.agents import settings_places as places
from teammem.agents.settings_jsonc import Malformed
from teammem.agents.settings_places import PROJECT, Place
from teammem.errors import ConfigError
from teammem.vocabulary import COMMAND, HOOK_COMMAND


def read(path: Path, inside: Path | None) -> bytes | None:
    """Return the bytes of a settings file, through symbolic links; None where there is none.

    Args:
        path: the file.
        inside: a directory that a link may not lead out of: a repository is not trusted to name
            other files of its reader.

    Raises:
        ConfigError: it is no file, cannot be read, or a link that leads nowhere or out.
    """
    if inside is not None and not paths.contained(paths.real(str(inside)), paths.real(str(path))):
        raise ConfigError(
            f"{path} leads out of the repository",
            "make it a file of the repository, or use --scope user",
            "link-leads-out",
        )
    if not path.exists():
        if path.is_symlink():
            raise ConfigError(
                f"{path} is a link to {path.readlink()}, which is not there",
                "make that file, or remove the link",
                "dangling-link",
            )
        return None
    if not path.is_file():
        raise ConfigError(f"{path} is not a file", "move it away", "not-a-file")
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigError(
            f"{path}: {error.strerror}", "make it readable for you", "not-readable"
        ) from error


def text_of(path: Path, content: bytes | None) -> str:
    """Return the text of a settings file, "" where there is none.

    Raises:
        ConfigError: it is not UTF-8.
    """
    try:
        return (content or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        line = (content or b"").count(b"\n", 0, error.start) + 1
        raise refused(path, Malformed("not UTF-8", line)) from None


def refused(path: Path, error: Malformed) -> ConfigError:
    """Return the error that names file, line and way out."""
    return ConfigError(
        f"{path}:{error.line}: {error.problem}; nothing was changed",
        "mend that line, or move the file away, then run this again",
        "settings-malformed",
        error.line,
    )


def installed(name: str, scope: str, top: Path | None) -> bool:
    """Tell whether hook entries of ours stand in an agent's settings.

    Raises:
        ConfigError: the settings cannot be read or parsed.
    """
    place = places.find(name)
    base = place.base(scope, top)
    path = place.files(scope, base).hooks
    text = text_of(path, read(path, base if scope == PROJECT else None))
    if HOOK_COMMAND not in text:
        return False
    try:
        return bool(settings_hooks.ours(settings_jsonc.read(text), flat=place.flat))
    except Malformed as error:
        raise refused(path, error) from None


def server_of(place: Place, scope: str, base: Path) -> dict[str, Any] | None:
    """Return the entry of our MCP server in an agent's settings, None where there is none.

    Raises:
        ConfigError: as `installed`.
    """
    path = place.files(scope, base).mcp
    text = text_of(path, read(path, base if scope == PROJECT else None))
    try:
        if path.suffix == ".toml":
            from teammem.agents import settings_toml

            found = settings_toml.get(text, place.servers, COMMAND)
        elif text.strip():
            found = settings_jsonc.read(text).get((place.servers, COMMAND))
        else:
            return None
    except Malformed as error:
        raise refused(path, error) from None
    return found if settings_hooks.is_our_server(found) else None
