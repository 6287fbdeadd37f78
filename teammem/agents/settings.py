"""Putting teammem into an agent's settings, and taking it out again as if it had never been there."""

from __future__ import annotations

import shlex
import sys
from importlib import util
from pathlib import Path
from typing import Any, NamedTuple

from teammem import environ
from teammem.agents import settings_ledger
from teammem.agents import settings_places as places
from teammem.agents.settings_files import Json, Kind, Own, Toml
from teammem.agents.settings_hooks import Hook
from teammem.agents.settings_jsonc import Malformed
from teammem.agents.settings_ledger import Record, digest
from teammem.agents.settings_places import PROJECT, USER, Place
from teammem.agents.settings_reading import read, refused, text_of
from teammem.errors import Busy
from teammem.install import edits
from teammem.vocabulary import COMMAND, DISTRIBUTION, HOOK_COMMAND

# Where uv and pipx keep what they run once; they clear it away.
_PASSING = ("/archive-v0/", "/uv/cache/", "/.cache/uv/", "/pipx/.cache/", "/.cache/pipx/")


class Change(NamedTuple):
    """One file: its bytes before and after, None where it is not there."""

    path: Path
    before: bytes | None
    after: bytes | None

    def edit(self) -> edits.Edit:
        """Return it as an edit."""
        if self.after is None:
            return edits.Remove(self.path)
        return edits.Write(self.path, self.after)


class Report(NamedTuple):
    """What was done, or on a dry run would be.

    Attributes:
        place, scope: which agent's settings.
        changes: the files that change.
        warnings: lines about what was left as it is.
        backups: where the settings lie as they were before; None where there were none.
    """

    place: Place
    scope: str
    changes: tuple[Change, ...]
    warnings: tuple[str, ...] = ()
    backups: Path | None = None


class Programs(NamedTuple):
    """What the entries start.

    Attributes:
        hook: `teammem-hook`, an absolute path or a name on PATH.
        server: `teammem`, likewise; "" where the MCP server cannot run.
    """

    hook: str
    server: str


def here(scope: str) -> Programs:
    """Return this installation's programs for the user scope, names on PATH for a project.

    A project's server is called by its second name, which no other package has.
    """
    if scope == PROJECT:
        return Programs(HOOK_COMMAND, f"git-{COMMAND}")
    folder = Path(sys.executable).parent
    hook, server = (
        str(folder / name) if (folder / name).exists() else name for name in (HOOK_COMMAND, COMMAND)
    )
    return Programs(hook, server if util.find_spec("mcp") else "")


def hook_command(program: str, agent: str) -> str:
    """Return the command line of a hook; without teammem on the machine it does nothing.

    One text for all events, which come on standard input, and constant between versions, since
    Codex trusts a text. In `sh`, whatever the user's own shell is.
    """
    name = shlex.quote(program)
    script = f"command -v {name} >/dev/null 2>&1 || exit 0; exec {name} agent {agent}"
    return f"sh -c {shlex.quote(script)}"


def files(place: Place, scope: str, base: Path, programs: Programs) -> dict[Path, Kind]:
    """Return the files of a scope and what belongs into each."""
    command = hook_command(programs.hook, place.name)
    hooks = []
    for event in place.events:
        handler: dict[str, Any] = {} if place.flat else {"type": "command"}
        handler |= {"name": COMMAND} if place.named else {}
        handler |= {"command": command, "timeout": event.seconds * place.unit}
        # Committed, it would stop a teammate whose teammem does not start.
        handler |= place.closed if event.guard and scope == USER else {}
        hooks.append(Hook(event.name, event.matcher, handler))
    server: dict[str, Any] | None = None
    if programs.server:
        server = {"command": programs.server, "args": ["mcp"]}
        told = environ.get(environ.HOME)
        # Clients hand a server only few variables of their own environment.
        server |= {"env": {environ.HOME: told}} if told and scope == USER else {}
    found = place.files(scope, base)
    settings = Json(tuple(hooks), place.flat, version=place.version)
    if found.mcp == found.hooks:
        kinds: dict[Path, Kind] = {
            found.hooks: settings._replace(servers=place.servers, server=server)
        }
    elif found.mcp.suffix == ".toml":
        kinds = {found.hooks: settings, found.mcp: Toml(place.servers, server)}
    else:
        kinds = {found.hooks: settings, found.mcp: Json(servers=place.servers, server=server)}
    return {**kinds, found.skill: Own()}


def install(name: str, scope: str, top: Path | None, *, dry_run: bool = False) -> Report:
    """Put hooks, MCP server and skill into an agent's settings; a second time changes nothing.

    Args:
        name: the agent.
        scope: `user` or `project`.
        top: top of the work tree; needed for `project`.
        dry_run: plan, write nothing.

    Raises:
        UsageError: unknown agent, or no repository for the project scope.
        ConfigError: a file cannot be read, parsed, edited or written; no home directory.
        Busy: another program changed a file at the same time.
    """
    place = places.find(name)
    base = place.base(scope, top)
    programs = here(scope)
    where = settings_ledger.folder(name, scope, base)
    ledger = settings_ledger.read(where)
    warnings = _doubts(programs)
    changes = []
    for path, kind in files(place, scope, base, programs).items():
        before = read(path, base if scope == PROJECT else None)
        record = ledger.get(path)
        text = text_of(path, before)
        if isinstance(kind, Own) and before is not None and _edited(kind, before, record):
            warnings.append(f"{path}: edited by hand, and stays as it is")
            continue
        try:
            added = kind.add(text)
            after = added.text.encode()
            if after != (before or b""):
                ledger[path] = _recorded(path, kind, before, record, after, added.made)
                changes.append(Change(path, before, after))
        except Malformed as error:
            raise refused(path, error) from None
        if added.notice:
            warnings.append(f"{path}: {added.notice}")
    if changes and not dry_run:
        settings_ledger.write(where, ledger)
        _apply(changes)
    kept = any(record.original is not None for record in ledger.values())
    return Report(place, scope, tuple(changes), tuple(warnings), where if kept else None)


def uninstall(name: str, scope: str, top: Path | None, *, dry_run: bool = False) -> Report:
    """Take everything of ours out of an agent's settings.

    Files that nobody has touched since become the bytes they were; in others only our entries go.

    Raises:
        As `install`.
    """
    place = places.find(name)
    base = place.base(scope, top)
    where = settings_ledger.folder(name, scope, base)
    ledger = settings_ledger.read(where)
    kinds = files(place, scope, base, here(scope))
    warnings, changes, folders = [], [], []
    for path in sorted({*kinds, *ledger}):
        before = read(path, base if scope == PROJECT else None)
        record = ledger.get(path)
        folders += [edits.Remove(Path(one)) for one in reversed(record.folders)] if record else []
        if before is None:
            continue
        kind = kinds.get(path) or _by_suffix(path, place)
        try:
            after = _without(path, kind, before, record)
        except Malformed as error:
            raise refused(path, error) from None
        if after != before:
            changes.append(Change(path, before, after))
        elif isinstance(kind, Own) and record is not None:
            warnings.append(f"{path}: edited by hand, so it stays; remove it if it is not needed")
    if not dry_run:
        _apply(changes)
        edits.apply(folders)
        settings_ledger.remove(where)
    return Report(place, scope, tuple(changes), tuple(warnings))


def _by_suffix(path: Path, place: Place) -> Kind:
    """Return what a file is that the agent's settings do not lie in any more."""
    if path.suffix == ".md":
        return Own()
    if path.suffix == ".toml":
        return Toml(place.servers, None)
    return Json(flat=place.flat, servers=place.servers, version=place.version)


def _doubts(programs: Programs) -> list[str]:
    """Return what a person should know of the programs that the entries will start."""
    found = []
    if any(part in programs.hook for part in _PASSING):
        found.append(
            f"{programs.hook} lies in a cache that is cleared: install it for good first "
            f"(`uv tool install {DISTRIBUTION}` or `pipx install {DISTRIBUTION}`)"
        )
    if not programs.server:
        found.append(
            f"no MCP server, since its extra is missing: pip install '{DISTRIBUTION}[mcp]', then "
            "run this again"
        )
    return found


def _edited(kind: Own, before: bytes, record: Record | None) -> bool:
    return record is not None and before != kind.content.encode() and digest(before) != record.after


def _recorded(
    path: Path,
    kind: Kind,
    before: bytes | None,
    record: Record | None,
    after: bytes,
    made: tuple[tuple[str | int, ...], ...],
) -> Record:
    """Return the record of a file that is about to be written."""
    if before is None:
        missing = [str(one) for one in path.parents if not one.exists()]
        return Record(digest(after), None, made, tuple(reversed(missing)))
    if record is None:
        return Record(digest(after), _without(path, kind, before, None), made)
    known = tuple(dict.fromkeys((*record.made, *made)))
    original = _without(path, kind, before, record)
    return Record(digest(after), original, known, record.folders)


def _without(path: Path, kind: Kind, before: bytes, record: Record | None) -> bytes | None:
    """Return what a file is without us: its bytes of old where nobody has touched it since."""
    if record is not None and digest(before) == record.after:
        return record.original
    text = text_of(path, before)
    rest = kind.strip(text, record.made if record else None)
    if rest != text and kind.empty(rest):
        # It was made for us, or held nothing when we came.
        original = record.original if record else None
        return original if not (original or b"").strip() else rest.encode()
    return rest.encode()


def _apply(changes: list[Change]) -> None:
    for change in changes:
        if read(change.path, None) != change.before:
            raise Busy(
                f"{change.path} was changed by another program just now",
                "close the agent, then run this again",
                "changed",
            )
        edits.apply([change.edit()])
