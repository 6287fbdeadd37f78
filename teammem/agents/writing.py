"""Judging what an agent would write: people's files, credentials, the forgotten, the team's tier.

The strictest of all verdicts stands. What people alone may do, and what the guard finds, is
refused whatever the settings say.
"""

from __future__ import annotations

import os
from pathlib import Path

from teammem import paths
from teammem.agents import shapes
from teammem.agents.places import as_bytes
from teammem.agents.verdict import ALLOW, ASK, DENY, NOTHING, Verdict, strictest
from teammem.errors import TeammemError
from teammem.guard.finding import shown
from teammem.vocabulary import MEMORY_SUFFIX, NOT_MEMORIES, STATUS_CANDIDATE, TIER_TEAM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.agents.before import Touched
    from teammem.agents.places import Place
    from teammem.agents.shapes import Change
    from teammem.agents.table import Row
    from teammem.guard.finding import Finding
    from teammem.lifecycle.workspace import Workspace

_MOST = 5  # findings in one reason
_SETTING = "agents.write"


def judge(touched: Touched, row: Row) -> Verdict:
    """Return what is thought of a call that touches teammem's files."""
    judges = _Judges(row)
    verdicts = [judges.change(change, place, touched.cwd) for change, place in touched.changes]
    verdicts += [judges.named(place, deleted=deleted) for place, deleted in touched.named]
    verdicts += [_said(command) for command in touched.commands]
    return strictest(*verdicts)


def _refusal(what: str, hint: str) -> Verdict:
    return Verdict(DENY, f"teammem refuses this: {what}. {hint}")


def _said(command: str) -> Verdict:
    """Return the verdict on the text of a command that writes into a team root."""
    from teammem.guard import anywhere

    found = anywhere.text(command.encode("utf-8", "replace"), b"command").errors
    return _of_findings(found) if found else NOTHING


def _of_findings(found: tuple[Finding, ...] | list[Finding]) -> Verdict:
    rows = [
        f"{one.path}{f':{one.line}' if one.line else ''}: {one.title} [{one.rule}]"
        for one in found[:_MOST]
    ]
    more = f", and {len(found) - _MOST} more" if len(found) > _MOST else ""
    return _refusal("; ".join(rows) + more, found[0].advice[:1].upper() + found[0].advice[1:] + ".")


class _Judges:
    """The judges of one call; opens the workspace of each directory once."""

    def __init__(self, row: Row) -> None:
        self._row = row
        self._opened: dict[str, Workspace] = {}

    def change(self, change: Change, place: Place, cwd: str) -> Verdict:
        """Return the verdict on a file that a tool writes, removes or merely names."""
        if "\0" in place.whole:
            return _refusal("a path with a NUL in it", "No file has such a name.")
        people = _peoples(place, deleted=change.deleted)
        if people is not None:
            return people
        work = self._workspace(place.whole)
        data = b"" if change.deleted else change.content(cwd)
        verdicts = [_buried(work, place, data)]
        if place.team:
            verdicts.append(self._team(work, change, place, data))
        elif change.writes or change.deleted:
            verdicts.append(_private(work))
        return strictest(*verdicts)

    def named(self, place: Place, *, deleted: bool) -> Verdict:
        """Return the verdict on a file that a command may write or remove."""
        people = _peoples(place, deleted=deleted)
        if people is not None:
            return people
        work = self._workspace(place.whole)
        if not place.team:
            return _private(work)
        return _asked(
            work,
            f"a shell command that may change {_display(place)}",
            "Use a file tool, whose text can be judged, or `teammem remember`, `edit`, `forget`.",
        )

    def _team(self, work: Workspace, change: Change, place: Place, data: bytes) -> Verdict:
        if change.deleted:
            return _asked(
                work,
                f"removing {_display(place)} for the whole team",
                "`teammem forget` removes a memory so that it does not come back.",
            )
        found = _findings(work, place, data)
        if found:
            return _of_findings(found)
        if not change.writes:
            return NOTHING
        if _is_candidate(place, data):
            setting = work.config[_SETTING]
            if setting == TIER_TEAM:
                return NOTHING
        hint = "Use `teammem remember --tier project` for what is yours."
        if work.config[_SETTING] == TIER_TEAM:
            hint = (
                "An agent's memory there has `status: candidate`: `teammem remember --tier team`."
            )
        return _asked(work, f"writing {_display(place)}, which the whole team gets", hint)

    def _workspace(self, whole: str) -> Workspace:
        from teammem.lifecycle import workspace

        folder = whole
        while not os.path.isdir(folder):  # noqa: PTH112
            folder = os.path.dirname(folder)  # noqa: PTH120
        if folder not in self._opened:
            self._opened[folder] = workspace.open_at(Path(folder), entry=self._row.name)
        return self._opened[folder]


def _asked(work: Workspace, what: str, hint: str) -> Verdict:
    setting = work.config[_SETTING]
    if setting == "off":
        return _refusal(f"{what} ({_SETTING}: off)", "Ask a person to do it.")
    return Verdict(ASK, f"teammem asks a person first: {what} ({_SETTING}: {setting}). {hint}")


def _private(work: Workspace) -> Verdict:
    if work.config[_SETTING] == "off":
        return _refusal(f"agents write no memories here ({_SETTING}: off)", "Ask a person to.")
    return NOTHING


def _in_roots(place: Place) -> list[bytes]:
    """Return the forms of a path that lie in a team root, as bytes."""
    forms = [as_bytes(form) for form in place.forms]
    return [form for form in forms if paths.in_root(form)]


def _from_root(form: bytes) -> bytes:
    """Return a path from its outermost team root on."""
    outermost = paths.roots(form)[0]
    return form[len(outermost.rpartition(b"/")[0]) :].lstrip(b"/")


def _display(place: Place) -> str:
    forms = _in_roots(place)
    return shown(_from_root(forms[-1])) if forms else shown(as_bytes(place.whole))


def _peoples(place: Place, *, deleted: bool) -> Verdict | None:
    """Return the refusal of what only people change, None where it is no such thing.

    For a private place that is nothing of teammem's, the verdict is consent.
    """
    from teammem.guard import agents
    from teammem.memory import pinned

    present = pinned.CHANGE if os.path.lexists(place.whole) else pinned.ADD
    for form in _in_roots(place):
        rule = agents.rule_for(form, pinned.DELETE if deleted else present)
        if rule:
            return _refusal(
                f"{_display(place)}: {agents.RULES[rule]} [{rule}]", "A person has to do this."
            )
    if place.team:
        return None
    return _of_machine(place, deleted=deleted)


def _of_machine(place: Place, *, deleted: bool) -> Verdict | None:
    """Return the verdict on a path outside team roots, None for a memory of a private one."""
    from teammem.config import places
    from teammem.memory import pinned

    data = paths.real(str(places.data()))
    own = [data, *(paths.real(str(one)) for one in (places.state(), places.config_file()))]
    real = place.forms[-1]
    if not any(real == one or real.startswith(one + os.sep) for one in own):
        return Verdict(ALLOW)
    parts = Path(os.path.relpath(real, data)).parts
    inner = parts[1:] if parts[0] == "user" else parts[3:] if parts[2:3] == ("memories",) else ()
    if not inner:
        return _refusal(
            f"{_display(place)} is teammem's own", "Its commands change it, or a person does."
        )
    why = pinned.forbidden("/".join(inner), pinned.DELETE if deleted else pinned.CHANGE)
    return _refusal(f"{_display(place)}: {why}", "A person has to do this.") if why else None


def _findings(work: Workspace, place: Place, data: bytes) -> list[Finding]:
    """Return what the guard finds and no allow entry of HEAD excepts."""
    from teammem.guard import anywhere
    from teammem.guard.allowances import Allowances

    form = _in_roots(place)[-1]
    top = os.fsencode(work.roots.top) + b"/" if work.roots.top else b"\0"
    path = form[len(top) :] if form.startswith(top) else _from_root(form)
    found = list(anywhere.text(data, path).errors)
    repo = work.roots.repository
    if not found or repo is None or not repo.commit("HEAD"):
        return found
    excuses = Allowances(repo, ("HEAD",), ())
    return [one for one in found if not excuses.cover(one)]


def _buried(work: Workspace, place: Place, data: bytes) -> Verdict:
    """Return the refusal of a text that was forgotten."""
    from teammem.memory import reading, tombstone

    name = place.whole.rpartition("/")[2].lower()
    if not data or not name.endswith(MEMORY_SUFFIX) or name in NOT_MEMORIES:
        return NOTHING
    stones = [one.stone for one in work.stones()]
    read = reading.read(name, data) if stones else None
    if not isinstance(read, reading.Loaded):
        return NOTHING
    subject = tombstone.subject(read.entry.body, read.entry.description)
    stone = tombstone.refusing(stones, read.entry.id, subject)
    if stone is None:
        return NOTHING
    return _refusal(
        f"{_display(place)}: this was forgotten on {stone.at[:10]} ({stone.id})",
        f"A person takes that back with `teammem revive {stone.id}`.",
    )


def _is_candidate(place: Place, data: bytes) -> bool:
    """Tell whether a text is a candidate, and not in place of a memory that is more."""
    if _status(data) != STATUS_CANDIDATE:
        return False
    if not os.path.lexists(place.whole):
        return True
    before = shapes.text_at(place.whole)
    return before is not None and _status(before.encode("utf-8", "replace")) == STATUS_CANDIDATE


def _status(data: bytes) -> str:
    from teammem.memory import reading

    read = reading.read("new.md", data)
    return read.entry.status if isinstance(read, reading.Loaded) else ""


def settings_failed(error: TeammemError) -> Verdict:
    """Return the refusal where the settings, the repository or a record cannot be read."""
    from teammem.gate.main import clean

    return _refusal(f"it could not be judged: {clean(error.message)}", clean(error.hint))
