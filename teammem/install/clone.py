"""What installing has to know of a clone: its folders, and where git looks for its hooks."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from teammem import paths
from teammem.errors import UsageError
from teammem.install._git import ask, git

DEFAULT = "default"
OWN = "own"
TRACKED = "tracked"
SHARED = "shared"
OFF = "off"


@dataclass(frozen=True, slots=True)
class Clone:
    """A repository with a work tree.

    Attributes:
        top: top directory of the work tree.
        common: git directory that all linked worktrees share.
        hooks: folder where git looks for hooks.
        hooks_path: value of `core.hooksPath`, empty where unset.
        placed: `default` (git's own folder), `own` (set for this repository, outside its work
            tree), `tracked` (inside the work tree, so its files are the team's), `shared` (set
            for the user or the machine, so its files serve other repositories too) or `off`
            (not a folder, as /dev/null).
    """

    top: Path
    common: Path
    hooks: Path
    hooks_path: str
    placed: str

    @property
    def ours(self) -> bool:
        """Whether hooks may be written there unasked."""
        return self.placed in (DEFAULT, OWN)


def find(start: Path) -> Clone:
    """Return the clone around a directory.

    Raises:
        NotARepository, GitError: git cannot tell.
        UsageError: a bare repository.
    """
    if _path(git(start, "rev-parse", "--is-bare-repository")) == Path("true"):
        raise UsageError(
            "a bare repository has no team roots to set up",
            "install the server hook: docs/guide/server.md",
        )
    top = _path(git(start, "rev-parse", "--path-format=absolute", "--show-toplevel"))
    common = _path(git(top, "rev-parse", "--path-format=absolute", "--git-common-dir"))
    hooks = _path(git(top, "rev-parse", "--path-format=absolute", "--git-path", "hooks"))
    scope, value = _hooks_path(top)
    return Clone(top, common, hooks, value, _placed(top, common, hooks, scope))


def _hooks_path(top: Path) -> tuple[str, str]:
    shown = ask(top, "config", "--show-scope", "--null", "--get", "core.hooksPath")
    if shown is None:
        return "", ""
    scope, _, value = os.fsdecode(shown).rstrip("\0").partition("\0")
    return scope, value


def _placed(top: Path, common: Path, hooks: Path, scope: str) -> str:
    if not scope:
        return DEFAULT
    if hooks.exists() and not hooks.is_dir():
        return OFF
    if paths.contained(str(common), str(hooks)):
        return OWN
    if paths.contained(str(top), str(hooks)):
        return TRACKED
    return OWN if scope in ("local", "worktree") else SHARED


def _path(output: bytes) -> Path:
    return Path(os.fsdecode(output.removesuffix(b"\n")))
