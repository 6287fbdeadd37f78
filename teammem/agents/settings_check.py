"""Whether what `teammem install` put into agents' settings is there, complete, and can run."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from teammem import __version__, environ
from teammem.agents import settings, settings_hooks, settings_ledger, settings_skill
from teammem.agents import settings_places as places
from teammem.agents import settings_reading as reading
from teammem.agents.settings_files import Own
from teammem.agents.settings_jsonc import Malformed, read
from teammem.agents.settings_places import PROJECT, USER, Place
from teammem.errors import GitError, TeammemError
from teammem.install.check import MISSING, OK, WARNING, Check

if TYPE_CHECKING:
    from collections.abc import Iterator

_LAYER = "agents"

# Codex ends with its input, so that is held open for the answer, which takes half a second.
_ASK_CODEX = '{ cat; sleep 3; } | "$0" app-server'
_TRUSTED = ("trusted", "managed")


def checks(top: Path) -> Iterator[Check]:
    """Look at every agent's settings, the user's and the repository's."""
    for place in places.PLACES.values():
        for scope in places.SCOPES:
            state = WARNING
            try:
                base = place.base(scope, top)
                if settings_ledger.folder(place.name, scope, base).is_dir():
                    state = MISSING
                yield from _scope(place, scope, base, top)
            except TeammemError as error:
                yield Check(_LAYER, f"{place.name} ({scope})", state, error.message, error.hint)


def _scope(place: Place, scope: str, base: Path, top: Path) -> Iterator[Check]:
    name = f"{place.name} ({scope})"
    again = f"teammem install {place.name}" + (" --scope project" if scope == PROJECT else "")
    path = place.files(scope, base).hooks
    commands = list(_commands(place, scope, base))
    if not commands:
        if settings_ledger.folder(place.name, scope, base).is_dir():
            yield Check(_LAYER, name, MISSING, f"{path} has lost the hooks", again)
        elif scope == USER and (found := place.found()):
            yield Check(_LAYER, name, WARNING, f"found ({found}), without teammem", again)
        return
    wrong = [*_wrong(place, scope, base, commands)]
    for detail in wrong:
        yield Check(_LAYER, name, MISSING, detail, again)
    if not wrong:
        yield Check(_LAYER, name, OK, str(path))
    if place is places.CODEX:
        yield _trust(name, path, top)


def _commands(place: Place, scope: str, base: Path) -> Iterator[str]:
    """Yield the command line of each of our hooks."""
    path = place.files(scope, base).hooks
    document = _json(path, reading.read(path, base if scope == PROJECT else None))
    for handler in settings_hooks.ours(document, flat=place.flat) if document else ():
        yield document.get(handler)["command"]


def _json(path: Path, content: bytes | None) -> Any:
    text = reading.text_of(path, content)
    try:
        return read(text) if text.strip() else None
    except Malformed as error:
        raise reading.refused(path, error) from None


def _wrong(place: Place, scope: str, base: Path, commands: list[str]) -> Iterator[str]:
    """Yield what keeps an installation from working."""
    inside = base if scope == PROJECT else None
    programs = {_program(command) for command in commands}
    for program in sorted(programs):
        if not shutil.which(program, path=environ.get("PATH")):
            yield f"the hooks do nothing, since {program} is not there"
    server = reading.server_of(place, scope, base) or {}
    told = str(server.get("command") or "")
    if told and not shutil.which(told, path=environ.get("PATH")):
        yield f"the MCP server does not start, since {told} is not there"
    wanted = settings.Programs(min(programs), told)
    for path, kind in settings.files(place, scope, base, wanted).items():
        text = reading.text_of(path, reading.read(path, inside))
        if isinstance(kind, Own):
            if settings_skill.MARK not in text:
                yield f"{path} is not there"
        elif kind.add(text).text != text:
            yield f"{path}: entries are missing, or not as this version writes them"
    if not told:
        yield "no MCP server is registered"
    path = place.files(scope, base).hooks
    if (_json(path, reading.read(path, inside)).get(("disableAllHooks",))) is True:
        yield f"{path}: disableAllHooks switches every hook off"


def _program(command: str) -> str:
    """Return the program that a hook's command line starts: its last `exec`, else its first word."""
    try:
        words = shlex.split(command)
        inner = shlex.split(words[2]) if words[:2] == ["sh", "-c"] else words
    except (ValueError, IndexError):
        return command
    return inner[inner.index("exec") + 1] if "exec" in inner[:-1] else inner[0]


def _trust(name: str, path: Path, top: Path) -> Check:
    """Ask Codex whether it trusts our hooks: it runs no others, and says nothing."""
    remedy = "in Codex: /hooks"
    codex = shutil.which("codex", path=environ.get("PATH"))
    if not codex:
        return Check(_LAYER, name, WARNING, "codex is not on PATH, so its trust is unknown", remedy)
    listed = _hooks_of_codex(codex, top)
    if listed is None:
        return Check(_LAYER, name, WARNING, "codex does not tell whether it trusts them", remedy)
    ours = [one for one in listed if one.get("sourcePath") == str(path)]
    ours = [one for one in ours if settings_hooks.is_ours(one)]
    lacking = [one for one in ours if one.get("trustStatus") not in _TRUSTED]
    if lacking or not ours:
        detail = (
            f"Codex does not trust {len(lacking) or 'any'} of the hooks, and runs none of these"
        )
        return Check(_LAYER, name, MISSING, detail, remedy)
    return Check(_LAYER, name, OK, f"Codex trusts all {len(ours)} hooks")


def _hooks_of_codex(codex: str, top: Path) -> list[dict[str, Any]] | None:
    """Return what `hooks/list` of Codex's app server says for a directory."""
    from teammem.git.operation import READ
    from teammem.git.run import run

    client = {"name": "teammem", "version": __version__}
    calls = [
        {"id": 1, "method": "initialize", "params": {"clientInfo": client}},
        {"method": "initialized"},
        {"id": 2, "method": "hooks/list", "params": {"cwds": [str(top)]}},
    ]
    lines = "".join(json.dumps(call) + "\n" for call in calls)
    try:
        done = run(READ, ["sh", "-c", _ASK_CODEX, codex], environ.for_user(), lines.encode())
    except GitError:
        return None
    for line in done.out.splitlines():
        try:
            answer = json.loads(line)
            if answer.get("id") == 2:
                return [hook for one in answer["result"]["data"] for hook in one["hooks"]]
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
    return None
