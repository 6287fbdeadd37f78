"""When each verb last ran in a directory, and how it ended: a small file of this machine's state."""

from __future__ import annotations

import contextlib
import json
import os
from datetime import UTC, datetime
from pathlib import Path

from teammem.config import places

_FILE = "runs.json"
# Directories that are remembered; the oldest make way.
_MOST = 200


def record(verb: str, directory: Path, reason: str) -> None:
    """Note that a verb ended; whatever stands in the way of that is no matter.

    Args:
        verb: its name.
        directory: the working directory.
        reason: code of its outcome.
    """
    # Not worth an error: nothing but `status` reads it.
    with contextlib.suppress(OSError, ValueError):
        folder = places.state()
        known = _read(folder / _FILE)
        mine = known.pop(str(directory), {})
        mine[verb] = [datetime.now(UTC).isoformat(timespec="seconds"), reason]
        known[str(directory)] = mine
        while len(known) > _MOST:
            known.pop(next(iter(known)))
        folder.mkdir(parents=True, exist_ok=True)
        scratch = folder / f"{_FILE}.{os.getpid()}"
        scratch.write_text(json.dumps(known), encoding="utf-8")
        scratch.replace(folder / _FILE)


def last(top: Path) -> dict[str, tuple[str, str]]:
    """Return when each verb last ran in or below a directory, and the code that it ended with."""
    found: dict[str, tuple[str, str]] = {}
    with contextlib.suppress(OSError, ValueError):
        for directory, verbs in _read(places.state() / _FILE).items():
            if not Path(directory).is_relative_to(top):
                continue
            for verb, row in verbs.items():
                at, reason = str(row[0]), str(row[1])
                if at > found.get(verb, ("", ""))[0]:
                    found[verb] = (at, reason)
    return dict(sorted(found.items()))


def _read(path: Path) -> dict[str, dict[str, list[str]]]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(told, dict):
        return {}
    return {
        name: {verb: row for verb, row in verbs.items() if isinstance(row, list) and len(row) == 2}
        for name, verbs in told.items()
        if isinstance(verbs, dict)
    }
