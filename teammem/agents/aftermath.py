"""After a tool ran: its name is kept, and what changed in team roots is looked at.

The second look is for what nobody could tell beforehand: a shell command, an unknown tool. A
finding is told once a session; the file stays as it is, and git's hooks refuse to commit it.
"""

from __future__ import annotations

import os

from teammem import paths
from teammem.agents import context, places, shapes
from teammem.agents import session as sessions
from teammem.agents.verdict import DENY, NOTHING, Verdict
from teammem.memory import pinned
from teammem.vocabulary import MAX_MEMORY_BYTES, QWEN_FOLDER, QWEN_ROOT_NAME, ROOT_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from teammem.agents.payload import Payload
    from teammem.git.repo import Repository
    from teammem.lifecycle.workspace import Workspace

# Over-inclusive as far as git's patterns reach; the spellings are judged by `paths`.
_WHERE = (
    f":(top,icase,glob)**/{ROOT_NAME}/**",
    f":(top,icase,glob)**/{QWEN_FOLDER}/{QWEN_ROOT_NAME}/**",
)
_REMOVED = b"R"
# Letters of `git ls-files -t`; what is no other one is a change.
_ACTS = {_REMOVED: pinned.DELETE, b"?": pinned.ADD}
_MOST = 5  # findings in one reason
_FILES = 500  # changed files looked at; more is an import, which git's hooks judge


def after(payload: Payload) -> Verdict:
    """Keep the tool's name, bring in what waited, and say what is wrong with what changed."""
    with sessions.opened(payload.session, payload.subagent) as session:
        if payload.call and not session.claim("after", payload.tool, payload.call, once=True):
            return NOTHING
        if payload.tool:
            session.used(payload.tool, shapes.paths_of(payload.given))
        told = context.waiting(session) if payload.event in payload.row.takes_context else ""
        known, dirty = set(session.reported), session.dirty
    found = _wrong(payload, dirty) if _may_have_changed(payload) else {}
    fresh = [line for key, line in found.items() if key not in known]
    if not fresh:
        return Verdict(context=told) if told else NOTHING
    with sessions.opened(payload.session, payload.subagent) as session:
        session.reported += [key for key in found if key not in known]
    more = f"\nand {len(fresh) - _MOST} more" if len(fresh) > _MOST else ""
    reason = (
        "teammem: what now lies in a team root would be refused at commit:\n"
        + "\n".join(fresh[:_MOST])
        + f"{more}\nUndo or correct it now, and tell the user."
    )
    return Verdict(DENY, reason, told)


def _may_have_changed(payload: Payload) -> bool:
    """Tell whether a call may have changed a team root in a way that was not judged before."""
    if shapes.is_shell(payload.tool):
        return True
    cwd = payload.cwd or os.getcwd()  # noqa: PTH109
    return any(
        place is not None and place.team
        for change in shapes.read(payload.tool, payload.given).changes
        for place in [places.of(change.path, cwd)]
    )


def dirty(work: Workspace) -> list[str]:
    """Return the paths of team roots that differ from the index, or that git does not track."""
    repo = work.roots.repository
    if repo is None or work.roots.top is None:
        return []
    return [os.fsdecode(path) for _, path in _changed(repo)]


def _changed(repo: Repository) -> Iterator[tuple[bytes, bytes]]:
    """Yield git's letter and the path of each changed or untracked file of the team roots."""
    out = repo.git(
        "ls-files", "-z", "-t", "--modified", "--deleted", "--others", "--exclude-standard",
        "--deduplicate", "--full-name", "--", *_WHERE,
    )  # fmt: skip
    for row in out.out.split(b"\0")[:_FILES] if out.code == 0 else ():
        letter, _, path = row.partition(b" ")
        if path and paths.in_root(path):
            yield letter, path


def _wrong(payload: Payload, before: list[str] | None) -> dict[str, str]:
    """Return what is wrong with the changed files: from a key to a line for the agent."""
    from teammem.git.repo import Repository
    from teammem.guard import agents, anywhere
    from teammem.guard.finding import shown

    repo = Repository.at(payload.cwd or ".")
    top = repo.maybe("rev-parse", "--show-toplevel")
    if not top:
        return {}
    repo = Repository.at(top)
    wrong: dict[str, str] = {}
    for letter, path in _changed(repo):
        rule = agents.rule_for(path, _ACTS.get(letter, pinned.CHANGE))
        if rule and before is not None and os.fsdecode(path) not in before:
            wrong[f"{rule} {os.fsdecode(path)}"] = f"- {shown(path)}: {agents.RULES[rule]} [{rule}]"
        if letter == _REMOVED:
            continue
        whole = os.path.join(top, os.fsdecode(path))  # noqa: PTH118
        for one in anywhere.text(_bytes(whole), path).errors:
            line = f":{one.line}" if one.line else ""
            wrong.setdefault(one.id, f"- {one.path}{line}: {one.title} [{one.rule}]")
    return wrong


def _bytes(whole: str) -> bytes:
    """Return a regular file's first bytes, past the limit where it is too large; else nothing."""
    if not os.path.isfile(whole) or os.path.islink(whole):  # noqa: PTH113, PTH114
        return b""
    try:
        with open(whole, "rb") as file:  # noqa: PTH123
            return file.read(MAX_MEMORY_BYTES + 1)
    except OSError:
        return b""
