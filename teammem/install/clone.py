"""What installing has to know of a clone: its folders, and where git looks for its hooks."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from teammem import paths
from teammem.errors import UsageError
from teammem.git.repo import Repository

DEFAULT = "default"
OWN = "own"
TRACKED = "tracked"
SHARED = "shared"
OFF = "off"


class Clone(NamedTuple):
    """A repository with a work tree.

    Attributes:
        top: top directory of the work tree.
        common: git directory that all linked worktrees share.
        hooks: folder where git looks for hooks.
        hooks_path: value of `core.hooksPath`, or where git's own folder links to; else empty.
        placed: `default` (git's own folder), `own` (set for this repository, outside its work
            tree), `tracked` (inside the work tree, so its files are the team's), `shared` (set
            for the user or the machine, or a link out of the clone, so its files serve other
            repositories too) or `off` (not a folder, as /dev/null).
        repository: for asking git.
    """

    top: Path
    common: Path
    hooks: Path
    hooks_path: str
    placed: str
    repository: Repository

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
    asked = Repository.at(start)
    if asked.is_bare:
        raise UsageError(
            "a bare repository has no team roots to set up",
            "install the server hook: docs/guide/server.md",
        )
    repository = Repository.at(asked.top)
    top, common = Path(repository.directory), Path(repository.common_dir)
    hooks = Path(repository.path("hooks"))
    shown = repository.maybe("config", "--show-scope", "--null", "--get", "core.hooksPath")
    scope, _, value = shown.rstrip("\0").partition("\0")
    if not scope and hooks != common / "hooks":  # git has followed a link
        scope, value = "link", str(hooks)
    return Clone(top, common, hooks, value, _placed(top, common, hooks, scope), repository)


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
