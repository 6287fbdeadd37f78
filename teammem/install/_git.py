"""The one place of this room that asks git."""

from __future__ import annotations

import subprocess
from pathlib import Path

from teammem import environ
from teammem.errors import GitError


def git(repo: Path, *args: str) -> bytes:
    """Return what `git -C repo ARGS` prints.

    Raises:
        GitError: git failed.
    """
    done = subprocess.run(
        ["git", "-C", str(repo), *args],
        env=environ.for_repository(),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise GitError(f"git {args[0]} failed")
    return done.stdout


def ask(repo: Path, *args: str) -> bytes | None:
    """Return what git prints, None where it answers "no" (exit 1)."""
    done = subprocess.run(
        ["git", "-C", str(repo), *args],
        env=environ.for_repository(),
        capture_output=True,
        check=False,
    )
    if done.returncode == 1:
        return None
    if done.returncode:
        raise GitError(f"git {args[0]} failed")
    return done.stdout


def runs(python: str) -> bool:
    """Tell whether an interpreter can import the gate, isolated as the hooks start it."""
    probe = [python, "-I", "-c", "import teammem.gate"]
    return not subprocess.run(probe, capture_output=True, check=False).returncode
