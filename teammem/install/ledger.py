"""What teammem installed in a clone, kept in its common git directory for exact removal."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from teammem.install.edits import Edit, Remove, Write

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMA = 1
_FILE = ("teammem", "hooks.json")


class Ledger(NamedTuple):
    """The hooks of one clone.

    Attributes:
        folder: where they were written; None where nothing is recorded.
        made_folder: whether the folder was not there before.
        files: name of each written file and the sha256 (hex) of its bytes.
    """

    folder: Path | None = None
    made_folder: bool = False
    files: Mapping[str, str] = MappingProxyType({})

    def wrote(self, name: str, content: bytes) -> bool:
        """Tell whether a file's bytes may be taken for ours: recorded so, or not recorded."""
        return self.files.get(name, digest(content)) == digest(content)


def digest(content: bytes) -> str:
    """Return the sha256 of a file's bytes in hex."""
    return hashlib.sha256(content).hexdigest()


def read(common: Path) -> Ledger:
    """Return the record; an empty one where there is none or it cannot be read.

    Without a record removal goes by the markers in the hooks themselves.
    """
    try:
        record = json.loads(common.joinpath(*_FILE).read_bytes())
        if record["schema"] != SCHEMA:
            return Ledger()
        return Ledger(Path(record["folder"]), bool(record["made_folder"]), dict(record["files"]))
    except (OSError, ValueError, KeyError, TypeError):
        return Ledger()


def write(common: Path, ledger: Ledger) -> list[Edit]:
    """Return the edits that make the record say this; none where it does already."""
    if read(common) == ledger:
        return []
    record = {
        "schema": SCHEMA,
        "folder": str(ledger.folder),
        "made_folder": ledger.made_folder,
        "files": dict(sorted(ledger.files.items())),
    }
    return [Write(common.joinpath(*_FILE), json.dumps(record, indent=1).encode() + b"\n")]


def remove(common: Path) -> list[Edit]:
    """Return the edits that take the record away."""
    path = common.joinpath(*_FILE)
    return [Remove(path), Remove(path.parent)] if path.exists() else []
