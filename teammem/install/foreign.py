"""Hooks in a folder that belongs to the team or to other repositories too.

teammem does not write there unasked: people add one line to each hook.
"""

from __future__ import annotations

import os
from pathlib import Path

from teammem.install import clone, shims
from teammem.install.scaffold import Advice
from teammem.vocabulary import HOOK_COMMAND


def hook_file(here: clone.Clone, name: str) -> Path:
    """Return the file of a hook that people edit."""
    # husky generates the folder `_` and runs the file of the same name above it.
    folder = here.hooks.parent if here.hooks.name == "_" else here.hooks
    return folder / name


def by_hand(here: clone.Clone) -> list[Advice]:
    """Return the line that each hook lacks in a folder that teammem does not write to unasked."""
    whose = "the team" if here.placed == clone.TRACKED else "other repositories too"
    why = f"the hooks in {here.hooks_path} belong to {whose}"
    files = {name: hook_file(here, name) for name in shims.ROLES}
    return [
        Advice(os.path.relpath(path, here.top), why, (line(name),))
        for name, path in files.items()
        if not calls_us(path)
    ]


def calls_us(path: Path) -> bool:
    """Tell whether a hook is ours or has a line, not a comment, that runs the gate."""
    content = shims.read(path) or b""
    code = [line for line in content.splitlines() if not line.lstrip().startswith(b"#")]
    words = (HOOK_COMMAND.encode(), b"-m teammem.gate")
    return shims.MARKER in content or any(word in line for line in code for word in words)


def line(name: str) -> str:
    """Return the line that runs the gate from somebody else's hook."""
    call = f'{HOOK_COMMAND} {shims.ROLES[name]} "$@"'
    return f"{call} || exit 1" if name in shims.REFUSING else call
