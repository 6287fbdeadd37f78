"""Which roots there are for a directory, and why."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from teammem import paths
from teammem.config import places
from teammem.errors import ConfigError, NotARepository, NothingFound
from teammem.git.repo import Repository
from teammem.roots import project as projects
from teammem.vocabulary import (
    QWEN_FOLDER,
    QWEN_ROOT_NAME,
    ROOT_NAME,
    TIER_PROJECT,
    TIER_TEAM,
    TIER_USER,
    TYPE_PROJECT,
    TYPE_USER,
)

_QWEN = f"{QWEN_FOLDER}/{QWEN_ROOT_NAME}"
_GLOBS = (f":(top,glob)**/{ROOT_NAME}/**", f":(top,glob)**/{_QWEN}/**")


class Root(NamedTuple):
    """A directory that holds one tier's memories.

    Attributes:
        tier: `user`, `project` or `team`.
        anchor: directory that is trusted as it is; below it no symbolic link is followed.
        parts: components from there to the root.
        why: how it was found, for people.
    """

    tier: str
    anchor: Path
    parts: tuple[str, ...]
    why: str

    @property
    def path(self) -> Path:
        """Return the directory; it need not exist."""
        return self.anchor.joinpath(*self.parts)

    @property
    def prefix(self) -> bytes:
        """Return a team root's path in the repository, as git's bytes."""
        return os.fsencode("/".join(self.parts))

    @property
    def private(self) -> bool:
        """Whether only this user may read it."""
        return self.tier != TIER_TEAM

    @property
    def is_qwen(self) -> bool:
        """Whether Qwen Code owns it: teammem adds nothing to it."""
        return self.parts[-1:] == (QWEN_ROOT_NAME,)

    @property
    def default_type(self) -> str:
        """Return the type of a memory that names none."""
        return TYPE_USER if self.tier == TIER_USER else TYPE_PROJECT


class Roots(NamedTuple):
    """All roots for one directory.

    Attributes:
        cwd: the directory, real.
        top: top of the work tree, None without one.
        repository: asked from there; None outside a repository.
        user: the user's root.
        project: the project's private root; None where there is no project.
        team: team roots of the work tree, outermost first.
        identity: what the project root was chosen by; None where there is no project.
        located: its folder and record.
        no_project: why there is no project root.
        skipped: (path, why) of what is named like a team root and is none.
        head: HEAD's commit, "" where it is unborn or there is no repository.
        listing: the index below team roots, as `ls-files -v --stage -z` prints it.
    """

    cwd: Path
    top: Path | None
    repository: Repository | None
    user: Root
    project: Root | None
    team: tuple[Root, ...]
    identity: projects.Identity | None
    located: projects.Located | None
    no_project: ConfigError | None = None
    skipped: tuple[tuple[str, str], ...] = ()
    head: str = ""
    listing: bytes = b""

    def all(self) -> tuple[Root, ...]:
        """Return every root there is, team first."""
        return (*self.team, *((self.project,) if self.project else ()), self.user)

    def of(self, tier: str, chosen: str = "") -> Root:
        """Return the root that a write to a tier goes to.

        Args:
            tier: the tier.
            chosen: `--root`: path of a team root, from the working directory.

        Raises:
            ConfigError: there is no project.
            NothingFound: there is no team root, or no such one.
        """
        if tier == TIER_USER:
            return self.user
        if tier == TIER_PROJECT:
            if self.project is None:
                assert self.no_project is not None  # noqa: S101 - one of the two is set
                raise self.no_project
            return self.project
        if chosen:
            wanted = paths.real(str(self.cwd / chosen))
            for root in self.team:
                if wanted in (paths.real(str(root.path)), paths.real(str(root.path.parent))):
                    return root
            raise NothingFound("no team root there", "`teammem where` lists them", "no-root")
        own = [root for root in self.team if not root.is_qwen]
        above = [root for root in own if self.cwd.is_relative_to(root.path.parent)]
        if above:
            return max(above, key=lambda root: len(root.parts))
        for root in own:
            if len(root.parts) == 1:
                return root
        raise NothingFound(
            "this repository has no team root here", "`teammem init` makes one", "no-root"
        )


def find(cwd: Path, scope: str, data: Path | None = None, known: Repository | None = None) -> Roots:
    """Return the roots for a directory.

    Args:
        cwd: where the user works.
        scope: what shares one project root; checked before anything is read.
        data: directory of the private roots, by default the machine's.
        known: what `repository` said of the directory, where the caller has asked it just now.

    Raises:
        ConfigError: unknown scope, a project folder of another repository.
        GitError: git cannot be asked.
    """
    home = data or places.data()
    real = Path(paths.real(str(cwd)))
    repo = known or repository(real)
    user = Root(TIER_USER, home, ("user",), "yours on this machine")
    top = Path(repo.top) if repo and not repo.is_bare else None
    identity: projects.Identity | None = None
    located: projects.Located | None = None
    own: Root | None = None
    reason = None
    try:
        identity = projects.identify(repo, real, scope)
    except ConfigError as error:
        if error.reason != "no-project":
            raise
        reason = error
    if identity is not None:
        located = projects.locate(identity, repo, home / "projects")
        parts = ("projects", located.folder.name, "memories")
        own = Root(TIER_PROJECT, home, parts, f"{scope} {paths.show(os.fsencode(identity.place))}")
    if repo is None or top is None:
        return Roots(real, top, repo, user, own, (), identity, located, reason)
    head, listing = _state(repo)
    team, skipped = _team(repo, top, real, head, listing)
    return Roots(
        real, top, repo, user, own, team, identity, located, reason, skipped, head, listing
    )


def _state(repo: Repository) -> tuple[str, bytes]:
    listing = repo.read("ls-files", "-v", "--stage", "-z", "--full-name", "--", *_GLOBS)
    return repo.commit("HEAD"), listing


def relisted(roots: Roots) -> Roots:
    """Return the same roots with HEAD and the index as they are now."""
    if roots.repository is None or roots.top is None:
        return roots
    head, listing = _state(roots.repository)
    return roots._replace(head=head, listing=listing)


def repository(cwd: Path) -> Repository | None:
    """Return the repository around a directory, asked from the top of its work tree."""
    asked = Repository.at(paths.real(str(cwd)))
    try:
        if asked.is_bare:
            return asked
        return asked.at_top()
    except NotARepository:
        return None


def _team(
    repo: Repository, top: Path, cwd: Path, head: str, listing: bytes
) -> tuple[tuple[Root, ...], tuple[tuple[str, str], ...]]:
    found: dict[bytes, str] = {}
    for folder in (top, *_up(cwd, top)):
        for name in (ROOT_NAME, _QWEN):
            if os.path.lexists(folder / name):
                where = os.fsencode((folder / name).relative_to(top))
                found.setdefault(where, "at the top" if folder == top else "above you")
    listed = [("in the index", (one.partition(b"\t")[2] for one in listing.split(b"\0")))]
    if head:
        gone = repo.read(
            "diff-index", "--cached", "--name-only", "--diff-filter=D", "-z", head, "--", *_GLOBS
        )
        listed.append(("in HEAD", (path for path in gone.split(b"\0"))))
    for why, names in listed:
        for inside in {_folder(path) for path in names}:
            prefix = exact_root(inside)
            if prefix:
                found.setdefault(prefix, why)
    return sorted_roots(top, found)


def _folder(path: bytes) -> bytes:
    return path[: path.rfind(b"/") + 1]


def sorted_roots(
    top: Path, found: Mapping[bytes, str]
) -> tuple[tuple[Root, ...], tuple[tuple[str, str], ...]]:
    """Return team roots, outermost first, and (path, why) of what is named so and is none.

    Args:
        top: top of the work tree.
        found: path of each from there, as git stores it, and how it was found.
    """
    roots: list[Root] = []
    skipped: list[tuple[str, str]] = []
    for where, why in sorted(found.items(), key=lambda item: (item[0].count(b"/"), item[0])):
        root = Root(TIER_TEAM, top, tuple(os.fsdecode(where).split("/")), why)
        reason = unreadable(root)
        if reason:
            skipped.append((paths.show(where), reason))
        else:
            roots.append(root)
    return tuple(roots), tuple(skipped)


def _up(cwd: Path, top: Path) -> list[Path]:
    return [cwd, *cwd.parents][: len(cwd.relative_to(top).parts)] if _inside(cwd, top) else []


def _inside(cwd: Path, top: Path) -> bool:
    return cwd == top or top in cwd.parents


def exact_root(path: bytes) -> bytes | None:
    """Return the innermost team root of a path by its exact name: what is read, not guarded."""
    parts = path.split(b"/")
    for index in range(len(parts) - 2, -1, -1):
        if parts[index] == ROOT_NAME.encode():
            return b"/".join(parts[: index + 1])
        if parts[index] == QWEN_ROOT_NAME.encode() and parts[index - 1] == QWEN_FOLDER.encode():
            return b"/".join(parts[: index + 1]) if index else None
    return None


def unreadable(root: Root) -> str:
    """Return why a root cannot be read from disk; empty where it can, or is not there."""
    at = root.anchor
    for part in root.parts:
        at /= part
        if at.is_symlink():
            return "a symbolic link"
        if os.path.lexists(at) and not at.is_dir():
            return "not a directory"
        if part not in (ROOT_NAME, QWEN_FOLDER, QWEN_ROOT_NAME) and (at / ".git").exists():
            return "in another repository"
    return ""
