"""The tools: each opens the workspace afresh, calls one service as an agent, and answers."""

from __future__ import annotations

import functools
import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import Field

from teammem.errors import Refusal, TeammemError, UsageError
from teammem.gate.main import clean
from teammem.lifecycle import door, forget, remember
from teammem.mcp import answers
from teammem.mcp.answers import Forgetting, Left, Memories, One, Shared, Status, Written
from teammem.mcp.served import NOT_TRUSTED, Served
from teammem.recall import here, render
from teammem.recall.ask import clock
from teammem.recall.select import Terms

READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
REMOVES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)

PUBLISHES = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=True
)

_LISTED = 50
_VALID = 600.0  # seconds that a preview may be acted on
_PREVIEWS = 50
_Call = TypeVar("_Call", bound=Callable[..., Any])
_Words = list[str] | None


def _answering(function: _Call) -> _Call:
    """Turn errors into what the model may read: no traceback, no secret, no frame imitated."""

    @functools.wraps(function)
    def call(*args: Any, **values: Any) -> Any:
        try:
            return function(*args, **values)
        except TeammemError as error:
            said = [render.line(clean(text)) for text in (error.message, error.hint) if text]
            raise ToolError("\n".join(said)) from None
        except OSError as error:
            raise ToolError(f"the system refused: {error.strerror}") from None
        except Exception as error:  # noqa: BLE001 - a bug of ours ends in one line, not in a log
            raise ToolError(f"internal error ({type(error).__name__})") from None

    return call  # type: ignore[return-value]


class Tools:
    """The tools of one server.

    Args:
        directory: the working directory of every call.
        now: seconds of a clock that only goes forward.
    """

    def __init__(self, directory: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._directory = directory
        self._now = now
        self._previews: dict[str, tuple[float, forget.Plan]] = {}

    @_answering
    def recall(
        self,
        query: Annotated[str, Field(description="a question or task, in any language")],
        ctx: Context[Any, Any],
        limit: Annotated[int, Field(ge=1, le=20)] = 5,
        paths: Annotated[_Words, Field(description="files that it is about")] = None,
    ) -> Annotated[CallToolResult, Memories]:
        """Find memories about a question; nothing where nothing fits."""
        served = self._open(ctx)
        now = clock()
        terms = Terms(limit=limit, paths=tuple(paths or ()))
        found = here.recall(query, served.where, now, terms)
        return answers.memories(found, now.today, served.stale_after, served.notice)

    @_answering
    def get(
        self,
        memory: Annotated[str, Field(description="id, unique beginning of it, name or path")],
        ctx: Context[Any, Any],
    ) -> Annotated[CallToolResult, One]:
        """Return one memory whole, with who wrote it, what it rests on and its last commit."""
        served = self._open(ctx)
        found = served.pick(memory)
        note = served.note(found)
        reason = served.guard.refuses(note)
        if reason:
            raise Refusal(f"not served: {reason}", "`teammem check` tells a person more", reason)
        entry = found.loaded.entry
        line = render.line
        value = One(
            memory=answers.memory(note, clock().today, served.stale_after, render.BUDGET),
            origin=served.origin(found),
            written_by=line(entry.created.by or entry.source.agent),
            written_at=entry.created.at.isoformat() if entry.created.at else "",
            verified_by=line(entry.verified.by),
            verified_at=entry.verified.at.isoformat() if entry.verified.at else "",
            supersedes=[line(one) for one in entry.supersedes],
            cites=[line(one.path) for one in entry.cites],
            last_commit=served.last_commit(found),
        )
        return answers.one(value, note)

    @_answering
    def list(
        self,
        ctx: Context[Any, Any],
        tier: Annotated[str, Field(description="user, project or team; all by default")] = "",
        type: Annotated[str, Field(description="user, feedback, project or reference")] = "",  # noqa: A002
        status: Annotated[str, Field(description="plain, candidate, verified, disputed, …")] = "",
        offset: Annotated[int, Field(ge=0)] = 0,
    ) -> Annotated[CallToolResult, Memories]:
        """List memories, 50 at a time, without their texts."""
        served = self._open(ctx)
        found = [
            one
            for one in served.all()
            if tier in ("", one.root.tier)
            and type in ("", one.loaded.entry.type)
            and status in ("", one.loaded.entry.status)
        ]
        today = clock().today
        listed = [served.note(one) for one in found[offset : offset + _LISTED]]
        rows = [
            answers.memory(note, today, served.stale_after)
            for note in listed
            if not served.guard.refuses(note)
        ]
        return answers.listing(rows, max(0, len(found) - offset - _LISTED), served.notice)

    @_answering
    def remember(
        self,
        text: Annotated[str, Field(description="one fact or rule, with why and how to apply it")],
        ctx: Context[Any, Any],
        description: Annotated[
            str, Field(description="one line that says when it matters; by default the first")
        ] = "",
        type: Annotated[  # noqa: A002
            str, Field(description="user, feedback, project (default) or reference")
        ] = "",
        tier: Annotated[
            str, Field(description="user, project or team; by default by type, never team")
        ] = "",
        name: Annotated[str, Field(description="a slug; by default from the description")] = "",
        keywords: Annotated[_Words, Field(description="words to be found by")] = None,
        applies_to: Annotated[_Words, Field(description="globs of files")] = None,
        cites: Annotated[_Words, Field(description="PATH or PATH:FIRST-LAST")] = None,
        supersedes: Annotated[str, Field(description="the memory that this one corrects")] = "",
        on_duplicate: Annotated[
            str, Field(description="update, supersede or keep, where one says nearly the same")
        ] = "",
        dry_run: bool = False,
    ) -> Annotated[CallToolResult, Written]:
        """Save one memory. Secrets and what was forgotten are refused; so is pinned/."""
        served = self._open(ctx)
        request = remember.Request(
            text,
            tier=tier,
            type=type,
            name=name,
            description=description,
            keywords=tuple(keywords or ()),
            applies_to=tuple(applies_to or ()),
            cites=tuple(cites or ()),
            supersedes=supersedes,
            on_duplicate=on_duplicate,
            dry_run=dry_run,
        )
        done = remember.remember(served.work, request)
        path = str(done.root.path / done.path)
        value = Written(
            written=done.written,
            id=done.id,
            tier=done.root.tier,
            path=path,
            status=done.status or "plain",
            duplicates=[render.line(one.label()) for one in done.duplicates],
            notices=[render.line(one) for one in done.notices],
            next=done.next,
        )
        told = f"remembered ({value.tier}, {value.status}): {value.id} {path}"
        if not done.written:
            told = f"not written: it would go to {path} ({value.tier})"
        lines = [told, *value.notices, f"next, for a person: {done.next}" if done.next else ""]
        return answers.result(value, "\n".join(filter(None, lines)))

    @_answering
    def forget(
        self,
        ctx: Context[Any, Any],
        memories: Annotated[
            _Words, Field(description="ids, names, paths or a text: gives a preview")
        ] = None,
        token: Annotated[str, Field(description="of a preview: does exactly that")] = "",
        reason: Annotated[str, Field(description="why; stands in the tombstone")] = "",
    ) -> Annotated[CallToolResult, Forgetting]:
        """Forget memories in two calls: first a preview with a token, then the token alone.

        Only when the user wants it. What is forgotten stays out; `teammem revive` takes it back.
        """
        served = self._open(ctx)
        if bool(memories) == bool(token):
            raise UsageError("give memories for a preview, or the token of one", "not both")
        return (
            self._forget(served, token, reason) if token else self._preview(served, memories or [])
        )

    def _preview(self, served: Served, words: Sequence[str]) -> CallToolResult:
        plan = served.plan(words)
        for item in plan.items:
            door.check_actor(served.work, item.found.root, item.found.path, "delete")
        token = secrets.token_urlsafe(16)
        now = self._now()
        fresh = {key: one for key, one in self._previews.items() if now - one[0] < _VALID}
        self._previews = {**dict([*fresh.items()][1 - _PREVIEWS :]), token: (now, plan)}
        value = Forgetting(
            done=False, memories=_items(plan), token=token, notices=[*map(_unread, plan.unread)]
        )
        rows = [f"{render.GUTTER}{one.path}: {one.reason}" for one in value.memories]
        told = f"this would forget; show it to the user, then call forget with token {token}"
        return answers.result(
            value, "\n".join([f"{render.SENTINEL} {told}", *rows, *value.notices])
        )

    def _forget(self, served: Served, token: str, reason: str) -> CallToolResult:
        made, plan = self._previews.pop(token, (0.0, None))
        if plan is None or self._now() - made >= _VALID:
            raise UsageError("no preview has this token, or no more", "ask for a new preview")
        done = forget.forget(served.work, plan, reason=reason)
        value = Forgetting(
            done=True,
            memories=_items(plan),
            notices=["a tombstone stands for each; git's history still has what was committed"],
            next=done.next,
        )
        rows = [f"{render.GUTTER}{one.path}" for one in value.memories]
        lines = [f"{render.SENTINEL} forgotten:", *rows, *value.notices]
        return answers.result(value, "\n".join([*lines, *filter(None, [value.next])]))

    @_answering
    def status(self, ctx: Context[Any, Any]) -> Annotated[CallToolResult, Status]:
        """Say how the team memory here differs from what teammates see, and what waits."""
        from teammem.config import runs
        from teammem.drift.collect import Place, collect

        served = self._open(ctx)
        if served.notice:
            raise Refusal(served.notice, "", "not-trusted")
        work = served.work
        last = runs.last(work.roots.top or work.roots.cwd)
        return answers.status(collect(Place(work.roots, work.view, work.scans, last, work.now())))

    @_answering
    def share(
        self,
        ctx: Context[Any, Any],
        message: Annotated[str, Field(description="subject of the commit")] = "",
        review: Annotated[bool, Field(description="to a branch for a pull request")] = False,
        dry_run: bool = False,
    ) -> Annotated[CallToolResult, Shared]:
        """Publish uncommitted team memories to the team's branch, and receive the others'."""
        from teammem.sync import reasons, run
        from teammem.sync.model import Asked

        served = self._open(ctx)
        if not served.trusted:
            raise Refusal(NOT_TRUSTED, "", "not-trusted")
        work = served.work
        subject = " ".join(message.split())
        asked = Asked(review=review, dry_run=dry_run, message=subject)
        report = run.sync(run.Place(work.roots, work.config, work.actor, work.now), asked)
        line = render.line
        value = Shared(
            reason=report.reason,
            meaning=reasons.of(report.reason).meaning,
            remedy=reasons.of(report.reason).remedy,
            destination=line(report.branch or report.destination),
            published=[*map(line, report.published)],
            added=[*map(line, report.added)],
            changed=[*map(line, report.changed)],
            removed=[*map(line, report.removed)],
            notes=[
                Left(path=line(one.path), reason=reasons.of(one.reason).meaning)
                for one in report.notes
            ],
        )
        return answers.shared(value)

    def _open(self, ctx: Context[Any, Any]) -> Served:
        told = ctx.session.client_params
        return Served(self._directory, told.client_info.name if told else "")


def _items(plan: forget.Plan) -> list[Left]:
    return [
        Left(
            path=render.line(str(item.found.root.path / item.found.path)),
            reason=render.line(item.first_line),
        )
        for item in plan.items
    ]


def _unread(path: str) -> str:
    return render.line(f"{path} cannot be read, so it was not searched")
