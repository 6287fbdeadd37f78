"""What `teammem install` wrote for an agent, and the settings as they were before: for exact removal.

It lies in the user's state directory, one folder an agent and scope, readable by the user alone,
since settings may hold keys.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from teammem import environ
from teammem.config import places as directories
from teammem.errors import ConfigError

SCHEMA = 1
_NAME = "ledger.json"


class Record(NamedTuple):
    """One file.

    Attributes:
        after: sha256 (hex) of the bytes that were written.
        original: the bytes before teammem; None where the file was not there.
        made: paths of objects and lists that were made for our entries.
        folders: folders that were made for the file, outermost first.
    """

    after: str
    original: bytes | None
    made: tuple[tuple[str | int, ...], ...] = ()
    folders: tuple[str, ...] = ()


Ledger = dict[Path, Record]


def digest(content: bytes) -> str:
    """Return the sha256 of a file's bytes in hex."""
    return hashlib.sha256(content).hexdigest()


def folder(agent: str, scope: str, base: Path) -> Path:
    """Return where the ledger and the backups of an agent lie, for files below `base`."""
    place = hashlib.sha256(str(base).encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return directories.state() / "agents" / f"{agent}-{scope}-{place}"


def read(where: Path) -> Ledger:
    """Return what is recorded; nothing where there is no record or it cannot be read.

    Without a record removal goes by the commands of the entries.
    """
    try:
        record = json.loads((where / _NAME).read_bytes())
        if record["schema"] != SCHEMA:
            return {}
        return {
            Path(path): Record(
                str(one["after"]),
                (where / one["backup"]).read_bytes() if one["backup"] else None,
                tuple(tuple(made) for made in one["made"]),
                tuple(one["folders"]),
            )
            for path, one in record["files"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def write(where: Path, ledger: Ledger) -> None:
    """Record this, with a backup of each file that was there before.

    Raises:
        ConfigError: the state directory cannot be written.
    """
    from teammem.install import edits

    try:
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"cannot make {where}: {error.strerror}",
            f"check who may write there, or set {environ.HOME}",
            "not-writable",
        ) from error
    files = {}
    writes = []
    for number, (path, record) in enumerate(sorted(ledger.items())):
        backup = ""
        if record.original is not None:
            backup = f"{number}-{path.name}"
            writes.append(edits.Write(where / backup, record.original))
        files[str(path)] = {
            "after": record.after,
            "backup": backup,
            "made": record.made,
            "folders": record.folders,
        }
    content = json.dumps({"schema": SCHEMA, "files": files}, indent=1).encode() + b"\n"
    edits.apply([*writes, edits.Write(where / _NAME, content)])


def remove(where: Path) -> None:
    """Take the record and the backups away."""
    from teammem.install import edits

    if where.is_dir():
        edits.apply([*(edits.Remove(path) for path in where.iterdir()), edits.Remove(where)])
