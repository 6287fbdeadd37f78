"""The native hooks: which file goes where, and how it comes out again.

A hook's place is git's own file, or the `.legacy` slot where pre-commit or prek stand: they run
that slot first, with git's arguments and standard input, whatever SKIP says, and without their
configuration. Their shims are never wrapped: `pre-commit install` would find the wrapper, move
it to the slot, and every commit would run in a circle. Any other hook is moved aside and runs
after the guard. See docs/adr for both.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import NamedTuple

from teammem.install import framework, ledger, resources
from teammem.install.edits import Edit, Move, Remove, Write
from teammem.install.ledger import Ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.install.clone import Clone

MARKER = b"# teammem hook shim, version "
SHARED_FILE = "_teammem.sh"
CHAINED = ".teammem-chained"
LEGACY = ".legacy"

# Hook and the role that its shim gives to the gate; pre-receive belongs to servers.
ROLES = {
    "pre-commit": "staged",
    "pre-merge-commit": "staged --merge",
    "prepare-commit-msg": "final",
    "commit-msg": "message",
    "pre-push": "push",
    "post-merge": "changed post-merge",
    "post-rewrite": "changed post-rewrite",
}
REFUSING = tuple(name for name in ROLES if not name.startswith("post-"))

ABSENT = "absent"
OURS = "ours"
FRAMEWORK = "framework"
OTHER = "other"


class Plan(NamedTuple):
    """Edits to carry out, what they leave on record, and what stands in the way."""

    edits: tuple[Edit, ...]
    ledger: Ledger
    warnings: tuple[str, ...]


def kind(path: Path) -> str:
    """Tell whose hook a file is. A symbolic link is somebody's own arrangement, whatever it names."""
    if not os.path.lexists(path):
        return ABSENT
    content = None if path.is_symlink() else read(path)
    if content is not None and MARKER in content:
        return OURS
    return FRAMEWORK if content is not None and framework.of_shim(content) else OTHER


def slot(folder: Path, name: str) -> Path:
    """Return the file where the shim of this hook belongs."""
    path = folder / name
    return folder / (name + LEGACY) if kind(path) == FRAMEWORK else path


def source(name: str, interpreter: str = "") -> bytes:
    """Return the bytes of a shim, or of the shared file with the interpreter's path filled in."""
    content = (resources.shims() / name).read_bytes()
    if name != SHARED_FILE or not interpreter:
        return content
    return content.replace(b"\npython=''\n", b"\npython=" + _quoted(interpreter) + b"\n", 1)


def interpreter_of(shared: bytes) -> str:
    """Return the interpreter that an installed shared file names, empty where it names none."""
    for line in shared.splitlines():
        if line.startswith(b"python="):
            return "".join(shlex.split(os.fsdecode(line.removeprefix(b"python="))))
    return ""


def plan_install(clone: Clone, interpreter: str) -> Plan:
    """Plan what puts every shim in its place, current and executable.

    Args:
        clone: the clone; the caller has decided that its hooks' folder may be written.
        interpreter: absolute path of the Python that has teammem; empty for a folder that
            teammates share, where the shims look for `teammem-hook` on PATH.
    """
    recorded = ledger.read(clone.common)
    if recorded.folder != clone.hooks:
        recorded = Ledger(clone.hooks, not clone.hooks.exists())
    edits: list[Edit] = []
    warnings: list[str] = []
    files: dict[str, str] = {}

    def put(name: str, content: bytes, path: Path) -> None:
        files[path.name] = ledger.digest(content)
        executable = name != SHARED_FILE
        current = kind(path) == OURS or name == SHARED_FILE
        if not current or read(path) != content or (executable and not os.access(path, os.X_OK)):
            edits.append(Write(path, content, executable))

    put(SHARED_FILE, source(SHARED_FILE, interpreter), clone.hooks / SHARED_FILE)
    for name in ROLES:
        path = slot(clone.hooks, name)
        there = kind(path)
        if there == FRAMEWORK:
            warnings.append(
                f"{path}: two hook frameworks are installed over each other; left alone"
            )
            continue
        if there == OURS and not recorded.wrote(path.name, read(path) or b""):
            warnings.append(f"{path}: edited since teammem wrote it; left alone")
            files[path.name] = recorded.files[path.name]
            continue
        if there == OTHER:
            aside = clone.hooks / (name + CHAINED)
            if path.is_dir() or os.path.lexists(aside):
                warnings.append(f"{path}: cannot be moved to {aside.name}; left alone")
                continue
            edits.append(Move(path, aside))
        put(name, source(name), path)
    record = Ledger(clone.hooks, recorded.made_folder, files)
    return Plan((*edits, *ledger.write(clone.common, record)), record, tuple(warnings))


def plan_removal(clone: Clone) -> Plan:
    """Plan what takes every shim out and puts the hooks that stood there back, byte for byte.

    Sources in a checkout that `core.hooksPath` points at are no installed hooks and stay.
    """
    recorded = ledger.read(clone.common)
    edits: list[Edit] = []
    warnings: list[str] = []
    for folder in dict.fromkeys((recorded.folder or clone.hooks, clone.hooks)):
        if _is_source(folder):
            continue
        for name in (*ROLES, "pre-receive"):
            _take_out(folder, name, recorded, edits, warnings)
        shared = folder / SHARED_FILE
        if not warnings and MARKER in (read(shared) or b""):
            edits.append(Remove(shared))
        if recorded.made_folder and folder == recorded.folder and folder.is_dir():
            edits.append(Remove(folder))
    return Plan((*edits, *ledger.remove(clone.common)), Ledger(), tuple(warnings))


def _take_out(
    folder: Path, name: str, recorded: Ledger, edits: list[Edit], warnings: list[str]
) -> None:
    aside = folder / (name + CHAINED)
    freed = None
    for path in (folder / (name + LEGACY), folder / name):
        if kind(path) != OURS:
            continue
        if path.parent == recorded.folder and not recorded.wrote(path.name, read(path) or b""):
            warnings.append(f"{path}: edited since teammem wrote it; remove it by hand")
            return
        edits.append(Remove(path))
        freed = path
    if not os.path.lexists(aside):
        return
    # A framework's `install -f` deletes our shim and leaves the hook that we had moved aside.
    home = freed or folder / name
    if freed is None and os.path.lexists(home):
        warnings.append(f"{aside}: {home.name} has been replaced; move it back by hand")
    else:
        edits.append(Move(aside, home))


def _is_source(folder: Path) -> bool:
    sources = resources.shims()
    return folder.is_dir() and sources.resolve() == folder.resolve()


def read(path: Path) -> bytes | None:
    """Return a file's bytes, None where there is no regular file to read."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def _quoted(path: str) -> bytes:
    return b"'" + os.fsencode(path).replace(b"'", b"'\\''") + b"'"
