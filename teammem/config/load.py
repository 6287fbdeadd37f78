"""Reading the configuration: environment, team file, user file, defaults, in this order."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from teammem import environ
from teammem.config.model import BY_KEY, SETTINGS, TEAM, USER, Config, Setting, Value
from teammem.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_VARIABLES = {environ.PROJECT_SCOPE: "project_scope"}
# A settings file is a page of text; what is larger is something else.
_LARGEST = 64 * 1024


def load(user_file: Path, team_file: Path | None = None) -> Config:
    """Read all settings.

    Args:
        user_file: the user's config.yaml; it need not exist.
        team_file: the top team root's config.yaml; None or absent = the team sets nothing.

    Raises:
        ConfigError: a file cannot be read or parsed, a key is unknown or not the file's to set, or
            a value has the wrong type. Names file and line.
    """
    found = {setting.key: Value(setting.default, "default") for setting in SETTINGS}
    found.update(read(user_file, USER))
    if team_file is not None:
        found.update(read(team_file, TEAM))
    for variable, key in _VARIABLES.items():
        told = environ.get(variable)
        if told:
            found[key] = Value(_checked(BY_KEY[key], told, variable), variable)
    return Config(found)


def read(path: Path, owner: str) -> Mapping[str, Value]:
    """Read one file; {} where there is none.

    Args:
        path: the file.
        owner: TEAM or USER: whose file it is.

    Raises:
        ConfigError: see `load`.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}", "make it readable, or remove it") from None
    if len(data) > _LARGEST:
        raise ConfigError(f"{path}: larger than 64 KiB", "a settings file holds only settings")
    found = {}
    for key, value, line in _pairs(path, data):
        place = f"{path}:{line}"
        setting = BY_KEY.get(key)
        if setting is None:
            import difflib

            near = difflib.get_close_matches(key, BY_KEY, 1)
            known = f"did you mean {near[0]}?" if near else f"known: {', '.join(BY_KEY)}"
            raise ConfigError(f"{place}: unknown setting {key!r}", known, "unknown-setting")
        if owner == TEAM and setting.owner == USER:
            raise ConfigError(
                f"{place}: {key} cannot be set by the team's file",
                "set it in your own config.yaml: `teammem config path`",
                "users-own-setting",
            )
        found[key] = Value(_checked(setting, value, place), place)
    return found


def one(data: bytes, key: str, place: str) -> Any:
    """Return one setting from the text of a team's file, its default where the text sets it not.

    For a file as another commit has it: what else stands there, perhaps a newer version's
    settings, is not looked at.

    Raises:
        ConfigError: the text cannot be parsed, or gives that key a value it does not take.
    """
    if len(data) > _LARGEST:
        raise ConfigError(f"{place}: larger than 64 KiB", "a settings file holds only settings")
    for name, value, line in _pairs(place, data):
        if name == key:
            return _checked(BY_KEY[key], value, f"{place}:{line}")
    return BY_KEY[key].default


def _pairs(path: Path | str, data: bytes) -> Iterator[tuple[str, Any, int]]:
    """Yield dotted key, value and line of each leaf of the document."""
    import yaml

    try:
        text = data.decode("utf-8-sig")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not UTF-8", "save it as UTF-8") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "not YAML"
        raise ConfigError(f"{path}{line}: {problem}", "write `key: value` lines") from None
    if node is not None:
        yield from _leaves(path, node, "")


def _leaves(path: Path | str, node: Any, prefix: str) -> Iterator[tuple[str, Any, int]]:
    import yaml

    if not isinstance(node, yaml.MappingNode):
        line = node.start_mark.line + 1
        raise ConfigError(f"{path}:{line}: not a mapping", "write `key: value` lines")
    seen = set()
    for name, value in node.value:
        line = name.start_mark.line + 1
        key = f"{prefix}{getattr(name, 'value', '')}"
        if key in seen:
            raise ConfigError(f"{path}:{line}: {key} stands twice", "keep one of them")
        seen.add(key)
        if isinstance(value, yaml.MappingNode) and key not in BY_KEY:
            yield from _leaves(path, value, f"{key}.")
        elif isinstance(value, yaml.ScalarNode):
            yield key, _scalar(value), line
        else:
            yield key, None, line


def _scalar(node: Any) -> Any:
    tag = node.tag.rpartition(":")[2]
    if tag == "bool":
        # YAML 1.1 reads on/off/yes/no as booleans; settings with choices want the word back.
        return node.value
    return int(node.value) if tag == "int" and node.value.isdigit() else node.value


_TRUE = ("true", "yes", "on")
_FALSE = ("false", "no", "off")


def _checked(setting: Setting, value: Any, place: str) -> Any:
    if setting.choices:
        if isinstance(value, str) and value.lower() in setting.choices:
            return value.lower()
        wanted = "one of " + ", ".join(setting.choices)
    elif isinstance(setting.default, bool):
        if isinstance(value, str) and value.lower() in (*_TRUE, *_FALSE):
            return value.lower() in _TRUE
        wanted = "true or false"
    elif isinstance(setting.default, int):
        if isinstance(value, int) and 0 < value < 100_000:
            return value
        wanted = "a whole number over 0"
    else:
        if isinstance(value, str) and _is_branch(value):
            return value
        wanted = "the name of a branch"
    raise ConfigError(
        f"{place}: {setting.key} has a wrong value", f"it takes {wanted}", "wrong-value"
    )


def _is_branch(name: str) -> bool:
    """Tell whether a name is safe as a branch name: git's rules, and no option."""
    bad = (" ", "~", "^", ":", "?", "*", "[", "\\", "..", "@{", "//")
    return (
        bool(name)
        and name.isprintable()
        and name[0] not in "-/."
        and not name.endswith(("/", ".", ".lock"))
        and not any(part in name for part in bad)
    )
