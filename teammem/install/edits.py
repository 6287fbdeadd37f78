"""Changes to files as values: planned first, shown by a dry run, applied in order."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from teammem.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Write(NamedTuple):
    """The file gets this content, all of it or none; folders on the way are made.

    Attributes:
        path: absolute; a symbolic link's target is written, the link stays.
        content: the whole file.
        executable: whether it gets the x bits; a file that exists keeps its other mode bits.
    """

    path: Path
    content: bytes
    executable: bool = False

    def apply(self) -> None:
        """Write beside the file and rename over it."""
        path = self.path.resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        if self.executable:
            mode |= (mode & 0o444) >> 2
        handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with open(handle, "wb") as file:  # noqa: PTH123 - an open descriptor
                file.write(self.content)
                os.fchmod(file.fileno(), mode)
            Path(scratch).replace(path)
        except BaseException:
            Path(scratch).unlink(missing_ok=True)
            raise

    def __str__(self) -> str:
        return f"write {self.path}"


class Move(NamedTuple):
    """The file gets another name in its folder; bytes, mode and links stay as they are."""

    path: Path
    to: Path

    def apply(self) -> None:
        """Rename."""
        self.path.rename(self.to)

    def __str__(self) -> str:
        return f"move {self.path} to {self.to.name}"


class Remove(NamedTuple):
    """The file goes, or the folder if it is empty by then."""

    path: Path

    def apply(self) -> None:
        """Unlink the file; leave a folder that still holds something."""
        if not self.path.is_dir() or self.path.is_symlink():
            self.path.unlink(missing_ok=True)
        elif not any(self.path.iterdir()):
            self.path.rmdir()

    def __str__(self) -> str:
        return f"remove {self.path}"


Edit = Write | Move | Remove


def apply(edits: Iterable[Edit]) -> None:
    """Carry out the edits in order.

    Raises:
        ConfigError: the file system said no; what came before is done.
    """
    for edit in edits:
        try:
            edit.apply()
        except OSError as error:
            raise ConfigError(
                f"cannot {edit}: {error.strerror}",
                "check who may write there, then run the command again",
                "not-writable",
            ) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
