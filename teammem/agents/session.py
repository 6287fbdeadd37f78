"""What a hook keeps of a session: what was shown, which tools ran, what has been answered.

One small file for each session under `state/sessions/`, private, replaced whole, and changed
under a lock, since an agent runs hooks side by side and two settings files may run one twice.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import time
from contextlib import contextmanager
from pathlib import Path

from teammem.config import places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TOOLS = 20
_PATHS = 10
_CLAIMS = 50
_REPORTED = 200
_SURFACED = 2_000
# Files of sessions: the newest are kept, and none that was not used for a month.
_SESSIONS = 500
_OLDEST = 30 * 24 * 3600
# One event runs in two hooks at nearly the same time where nothing else tells it apart.
_TWICE = 5.0  # seconds
_LARGEST = 1 << 20


class Session:
    """The state of one session.

    Attributes:
        surfaced: handles of memories that were shown since the context was last emptied.
        spent: characters shown with prompts since then.
        tools: names of the tools used last, newest last.
        paths: files they were used on, newest last.
        pending: text that waits for an event which can bring it in.
        pending_handles: its memories.
        reported: findings that the agent was told of.
        dirty: people's files that differed from HEAD when the session began; None = not looked at.
    """

    __slots__ = (
        "_claims", "dirty", "paths", "pending", "pending_handles", "reported", "spent", "surfaced",
        "tools",
    )  # fmt: skip

    def __init__(self, kept: object) -> None:
        given = kept if isinstance(kept, dict) else {}
        self.surfaced = _words(given.get("surfaced"))
        spent = given.get("spent")
        self.spent = spent if isinstance(spent, int) else 0
        self.tools = _words(given.get("tools"))
        self.paths = _words(given.get("paths"))
        pending = given.get("pending")
        self.pending = pending if isinstance(pending, str) else ""
        self.pending_handles = _words(given.get("pending_handles"))
        self.reported = _words(given.get("reported"))
        dirty = given.get("dirty")
        self.dirty = _words(dirty) if isinstance(dirty, list) else None
        claims = given.get("claims")
        self._claims: dict[str, float] = {}
        if isinstance(claims, dict):
            self._claims = {key: at for key, at in claims.items() if isinstance(at, (int, float))}

    def claim(self, *event: str, once: bool) -> bool:
        """Tell whether an event is a new one, and keep it as seen.

        Args:
            event: what tells it from others.
            once: whether it can come only once; else the same counts as new after some seconds.
        """
        key = hashlib.sha256("\0".join(event).encode("utf-8", "replace")).hexdigest()[:16]
        now = time.time()
        at = self._claims.pop(key, None)
        self._claims[key] = now
        return at is None or (not once and abs(now - at) > _TWICE)

    def forget_context(self) -> None:
        """Empty what stands for the conversation's text: it was cleared or compacted."""
        self.surfaced = []
        self.spent = 0
        self.pending = ""
        self.pending_handles = []

    def used(self, tool: str, paths: list[str]) -> None:
        """Keep the name of a tool, and the files it was used on."""
        self.tools.append(tool[:200])
        self.paths = [*(one for one in self.paths if one not in paths), *paths]

    def show(self, handles: list[str], characters: int) -> None:
        """Keep what was shown."""
        self.surfaced = [*dict.fromkeys([*self.surfaced, *handles])]
        self.spent += characters

    def kept(self) -> dict[str, object]:
        """Return what is written to the file, bounded."""
        claims = list(self._claims.items())[-_CLAIMS:]
        return {
            "schema": 1,
            "surfaced": self.surfaced[-_SURFACED:],
            "spent": self.spent,
            "tools": self.tools[-TOOLS:],
            "paths": self.paths[-_PATHS:],
            "pending": self.pending,
            "pending_handles": self.pending_handles,
            "reported": self.reported[-_REPORTED:],
            "dirty": self.dirty,
            "claims": dict(claims),
        }


def _words(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _file(session: str, subagent: str) -> Path:
    """Return a session's file. The agent's name is no part of it: agents run each other's hooks."""
    name = hashlib.sha256(f"{session}\0{subagent}".encode("utf-8", "replace")).hexdigest()[:32]
    return places.state() / "sessions" / f"{name}.json"


@contextmanager
def opened(session: str, subagent: str = "") -> Iterator[Session]:
    """Yield a session's state under its lock, and write it back where it was changed.

    Args:
        session: the session's id; "" = nothing is known, and nothing kept.
        subagent: id of the subagent that acts, whose context is its own.

    Raises:
        OSError: it can be neither locked nor written.
    """
    if not session:
        yield Session(None)
        return
    file = _file(session, subagent)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    # Never removed with its session: who waits for a file that is gone holds a lock on nothing.
    lock = os.open(file.parent / f"lock-{file.name[0]}", flags, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        state = Session(_read(file))
        before = state.kept()
        yield state
        if state.kept() != before:
            _write(file, state.kept())
    finally:
        os.close(lock)


def _read(file: Path) -> object:
    """Return what a file holds; a damaged one is an empty one."""
    try:
        with file.open("rb") as stream:
            value: object = json.loads(stream.read(_LARGEST))
    except (OSError, ValueError, RecursionError):
        return None
    return value


def _write(file: Path, value: dict[str, object]) -> None:
    fresh = file.with_name(f"{file.name}.{os.getpid()}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "w") as stream:
        json.dump(value, stream)
    fresh.replace(file)


def prune() -> None:
    """Remove the files of sessions that are over."""
    folder = places.state() / "sessions"
    try:
        found = [
            (entry.stat(follow_symlinks=False).st_mtime, entry.path)
            for entry in os.scandir(folder)
            if not entry.name.startswith("lock-")
        ]
    except OSError:
        return
    limit = time.time() - _OLDEST
    found.sort(reverse=True)
    for number, (at, path) in enumerate(found):
        if number >= _SESSIONS or at < limit:
            Path(path).unlink(missing_ok=True)
