"""What a conversation is given: the text at its start, and what fits a prompt."""

from __future__ import annotations

from pathlib import Path

from teammem.agents import session as sessions
from teammem.agents import table
from teammem.agents.verdict import ALLOW, NOTHING, Verdict
from teammem.config import places
from teammem.lifecycle import workspace
from teammem.recall import here, render
from teammem.recall.ask import clock
from teammem.recall.select import Terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.agents.payload import Payload
    from teammem.lifecycle.workspace import Workspace
    from teammem.recall.model import Recalled

# Characters that one answer brings in, frame included: the least of what agents take whole
# (Codex 10,000, Claude Code 10,000; docs/agents).
BUDGET = 8_000
# And what all answers of a session do until it is cleared or compacted: some 12,000 tokens.
SESSION_BUDGET = 48_000
# Less room than one memory with its label needs is none.
_LEAST = 1_600

_EMPTIED = ("clear", "compact")
_NOT_TRUSTED = "team memory present, not trusted: teammem trust"


def start(payload: Payload) -> Verdict:
    """Return the text for the start of a session; nothing for a subagent."""
    with sessions.opened(payload.session, payload.subagent) as session:
        if not session.claim("start", payload.source, payload.turn, once=False):
            return NOTHING
        if payload.source in _EMPTIED:
            session.forget_context()
    if payload.subagent:
        return NOTHING
    work = workspace.open_at(Path(payload.cwd or "."), entry=payload.row.name)
    trusted = work.is_trusted()
    _receive(work, trusted=trusted)
    sessions.prune()
    _remember_dirty(payload, work)
    if payload.event not in payload.row.takes_context:
        return NOTHING
    notices = (_NOT_TRUSTED,) if work.roots.team and not trusted else ()
    where = here.everywhere(work.roots, places.cache(), team=trusted, view=work.view)
    return Verdict(ALLOW, context=here.session_start(where, clock(), notices=notices))


def compacted(payload: Payload) -> Verdict:
    """Empty what the session has seen: the conversation that showed it is about to go."""
    with sessions.opened(payload.session, payload.subagent) as session:
        session.forget_context()
    return NOTHING


def prompt(payload: Payload) -> Verdict:
    """Return what fits a prompt that is not empty, once; where the event takes no text, keep it for one that does."""
    row = payload.row
    direct = payload.event in row.takes_context
    if not direct and not table.first(row, table.AFTER, row.takes_context):
        return NOTHING
    with sessions.opened(payload.session, payload.subagent) as session:
        if not session.claim("prompt", payload.turn, payload.prompt, once=bool(payload.turn)):
            return NOTHING
        # What waited for an answer to the prompt before is not about this one.
        session.pending, session.pending_handles = "", []
        room = min(BUDGET, SESSION_BUDGET - session.spent)
        terms = Terms(
            surfaced=frozenset(session.surfaced),
            tools=tuple(session.tools),
            paths=tuple(session.paths),
        )
    if room < _LEAST:
        return NOTHING
    text, handles = _recalled(payload, terms, room)
    if not text:
        return NOTHING
    with sessions.opened(payload.session, payload.subagent) as session:
        if direct:
            session.show(handles, len(text))
            return Verdict(ALLOW, context=text)
        session.pending, session.pending_handles = text, handles
    return NOTHING


def waiting(session: sessions.Session) -> str:
    """Return the text that waited for this event, "" if none, and keep it as shown."""
    text = session.pending
    if text:
        session.show(session.pending_handles, len(text))
        session.pending, session.pending_handles = "", []
    return text


def _recalled(payload: Payload, terms: Terms, room: int) -> tuple[str, list[str]]:
    work = workspace.open_at(Path(payload.cwd or "."), entry=payload.row.name)
    if work.config["agents.recall"] == "off":
        return "", []
    now = clock()
    where = here.everywhere(work.roots, places.cache(), team=work.is_trusted(), view=work.view)
    found = here.recall(payload.prompt, where, now, terms)
    text = render.for_agent(found, now.today, room, int(work.config["recall.stale_after"]))
    handles = _shown(found, text)
    return (text, handles) if handles else ("", [])


def _shown(found: Recalled, text: str) -> list[str]:
    """Return the handles of the memories that a text has: some may not have fitted in."""
    return [hit.note.handle for hit in found.hits if f"\n== {render.line(hit.note.path)} (" in text]


def _receive(work: Workspace, *, trusted: bool) -> None:
    """Start receiving the team's memories where the user asks for it; nobody waits for it."""
    if trusted and work.roots.team and work.config["agents.receive"]:
        from teammem.git import run

        run.detached(str(work.roots.cwd), "sync", "--receive-only", "--budget", "15")


def _remember_dirty(payload: Payload, work: Workspace) -> None:
    from teammem.agents import aftermath

    if not payload.session:
        return
    dirty = aftermath.dirty(work)
    with sessions.opened(payload.session, payload.subagent) as session:
        if session.dirty is None:
            session.dirty = dirty
