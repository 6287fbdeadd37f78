"""Which private project root belongs to a clone: one function, for reading and for writing.

The folder's name carries the first eight digits of a hash of the real common git directory
(`repository`), the work tree's own git directory (`worktree`) or the directory itself
(`directory`). `project.yaml` beside the memories says whose it is, so that a moved clone finds its
memories again and a stranger at the same path does not get them.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import NamedTuple

from teammem import paths
from teammem.errors import ConfigError
from teammem.git import operation as operations
from teammem.git.repo import Repository
from teammem.memory import record as records
from teammem.memory.document import Invalid
from teammem.memory.slug import slug
from teammem.memory.values import Value
from teammem.vocabulary import SCOPE_DIRECTORY, SCOPE_REPOSITORY, SCOPE_WORKTREE, SCOPES

RECORD = "project.yaml"
_FOLDER = re.compile(r".+-([0-9a-f]{8})")


class Identity(NamedTuple):
    """What tells one project from another.

    Attributes:
        scope: `repository`, `worktree` or `directory`.
        place: real path that the key is made of.
        top: top directory of the work tree; the directory itself without git, "" in a bare one.
        remote: URL of the remote without credentials, "" where there is none.
        first: the first commit of HEAD's history, "" where it is not known.
    """

    scope: str
    place: str
    top: str
    remote: str = ""
    first: str = ""

    @property
    def key(self) -> str:
        """Return the eight hex digits in the folder's name."""
        text = self.place if self.scope == SCOPE_REPOSITORY else f"{self.scope}\0{self.place}"
        return hashlib.sha256(os.fsencode(text)).hexdigest()[:8]

    @property
    def folder_name(self) -> str:
        """Return the folder's name, readable in front."""
        shared = self.scope == SCOPE_REPOSITORY or not self.top
        whole = self.place.removesuffix("/.git") if shared else self.top
        shown = Path(whole).name.removesuffix(".git")
        return f"{slug(shown)}-{self.key}"


class Record(NamedTuple):
    """What `project.yaml` says.

    Attributes:
        scope, place, top, remote, first: as in `Identity`, when it was last written.
        trusted_at: when a person trusted the clone's team memory, "" = not.
        trusted_first: first commit at that time.
        trusted_remote: remote at that time.
    """

    scope: str
    place: str
    top: str
    remote: str
    first: str
    trusted_at: str = ""
    trusted_first: str = ""
    trusted_remote: str = ""

    def serialise(self) -> bytes:
        """Return the file's bytes."""
        trust: dict[str, Value] = {
            "at": self.trusted_at,
            "first_commit": self.trusted_first,
            "remote": self.trusted_remote,
        }
        values: dict[str, Value] = {
            "scope": self.scope,
            "place": _as_text(self.place),
            "top": _as_text(self.top),
            "remote": self.remote,
            "first_commit": self.first,
        }
        if self.trusted_at:
            values["trust"] = trust
        return records.serialise(values)


class Located(NamedTuple):
    """The folder of a project.

    Attributes:
        folder: below `projects/`; it need not exist yet.
        record: its project.yaml, None where it has none.
        notice: what a person should be told once; empty for nothing.
        candidates: folders that may be this project's too (`where --adopt`).
    """

    folder: Path
    record: Record | None = None
    notice: str = ""
    candidates: tuple[Path, ...] = ()


def identify(repo: Repository | None, cwd: Path, scope: str) -> Identity:
    """Return the identity of the project that a directory belongs to.

    Args:
        repo: the repository around it, None without one.
        cwd: the directory.
        scope: what shares one root.

    Raises:
        ConfigError: an unknown scope, or one that needs a repository where there is none.
    """
    if scope not in SCOPES:
        raise ConfigError(
            f"unknown project scope {scope!r}", f"use one of {', '.join(SCOPES)}", "wrong-value"
        )
    if scope == SCOPE_DIRECTORY:
        real = paths.real(str(cwd))
        return Identity(scope, real, real, _remote(repo) if repo else "")
    if repo is None:
        raise ConfigError(
            "not inside a git repository, so there is no project",
            "use --project-scope directory, or --tier user",
            "no-project",
        )
    place = repo.common_dir if scope == SCOPE_REPOSITORY else repo.git_dir
    return Identity(scope, paths.real(place), "" if repo.is_bare else repo.top, _remote(repo))


def first_commit(repo: Repository | None) -> str:
    """Return the first commit of HEAD's history, "" where it is unborn or cut off."""
    if repo is None or repo.is_shallow or not repo.commit("HEAD"):
        return ""
    out = repo.read(
        "rev-list", "--max-parents=0", "--reverse", "HEAD", "--", operation=operations.WALK
    )
    return out.decode("ascii").split("\n", 1)[0]


def _remote(repo: Repository) -> str:
    urls = {
        key.removeprefix("remote.").removesuffix(".url"): values[-1]
        for key, values in repo.settings().items()
        if key.startswith("remote.") and key.endswith(".url")
    }
    url = urls.get("origin", "") or (next(iter(urls.values())) if len(urls) == 1 else "")
    scheme, separator, rest = url.partition("://")
    if separator:
        host, slash, path = rest.partition("/")
        url = f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"
    return url.rstrip("/").removesuffix(".git")


def locate(identity: Identity, repo: Repository | None, projects: Path) -> Located:
    """Return the project's folder; a clone that moved gets its own again.

    Args:
        identity: from `identify`.
        repo: the repository, None without one.
        projects: the directory of all project roots.

    Raises:
        ConfigError: the folder at this key was made for a repository with another history.
    """
    named = [folder for folder in _folders(projects) if _key(folder) == identity.key]
    if named:
        folder = named[0]
        record = read(folder)
        if record and not _same_history(record, identity, repo):
            raise ConfigError(
                f"the memories in {folder} belong to another repository that was here",
                "`teammem where --adopt` takes them over, or move that folder away",
                "other-project",
            )
        return Located(folder, record)
    fresh = projects / identity.folder_name
    matches = _matches(identity, repo, projects)
    gone = [folder for folder, record in matches if not os.path.lexists(record.place)]
    if len(matches) == 1 and gone:
        record = matches[0][1]
        try:
            gone[0].rename(fresh)
        except OSError:
            return Located(fresh, candidates=tuple(gone))
        # The record still names the old place; it is rewritten with the next change.
        return Located(fresh, record, f"the clone moved: took over the memories of {record.place}")
    found = tuple(folder for folder, _ in matches)
    notice = ""
    if found:
        notice = "other clones of this repository have memories too: `teammem where --adopt`"
    return Located(fresh, None, notice, found)


def adopt(located: Located, identity: Identity, chosen: Path) -> Located:
    """Take over the folder of another clone, as a person asked.

    Raises:
        ConfigError: this project has memories of its own already.
    """
    target = located.folder.parent / identity.folder_name
    if chosen != target:
        if target.exists():
            raise ConfigError(
                "this project has private memories already",
                f"move {target} away, or copy the files by hand",
                "project-exists",
            )
        chosen.rename(target)
    return Located(target, read(target))


def current(located: Located, identity: Identity, repo: Repository | None) -> Record:
    """Return the record as it should stand now; trust survives only with the same history."""
    old = located.record
    first = identity.first or (old.first if old and old.first else first_commit(repo))
    made = Record(identity.scope, identity.place, identity.top, identity.remote, first)
    if old is None:
        return made
    return made._replace(
        trusted_at=old.trusted_at,
        trusted_first=old.trusted_first,
        trusted_remote=old.trusted_remote,
    )


def trusted(record: Record | None, identity: Identity, repo: Repository | None) -> bool:
    """Tell whether a person trusted the team memory of this very clone."""
    if record is None or not record.trusted_at or record.trusted_remote != identity.remote:
        return False
    return not record.trusted_first or _has(repo, record.trusted_first)


def read(folder: Path) -> Record | None:
    """Return what a folder's project.yaml says, None where it cannot be read."""
    try:
        fields = records.parse((folder / RECORD).read_bytes()).fields
    except (OSError, Invalid):
        return None
    trust = fields.get("trust")
    given: dict[str, Value] = trust if isinstance(trust, dict) else {}

    def text(value: Value) -> str:
        return value if isinstance(value, str) else ""

    return Record(
        text(fields.get("scope")),
        text(fields.get("place")),
        text(fields.get("top")),
        text(fields.get("remote")),
        text(fields.get("first_commit")),
        text(given.get("at")),
        text(given.get("first_commit")),
        text(given.get("remote")),
    )


def _folders(projects: Path) -> list[Path]:
    try:
        found = sorted(Path(entry.path) for entry in os.scandir(projects) if entry.is_dir())
    except FileNotFoundError:
        return []
    return [folder for folder in found if _key(folder)]


def _key(folder: Path) -> str:
    found = _FOLDER.fullmatch(folder.name)
    return found[1] if found else ""


def _matches(
    identity: Identity, repo: Repository | None, projects: Path
) -> list[tuple[Path, Record]]:
    """Return folders of other places with this remote and first commit."""
    if identity.scope == SCOPE_DIRECTORY or not identity.remote:
        return []
    same = []
    for folder in _folders(projects):
        record = read(folder)
        if record and record.first and record.remote == identity.remote:
            same.append((folder, record))
    scope = (SCOPE_REPOSITORY, SCOPE_WORKTREE)
    alike = [(f, r) for f, r in same if r.scope == identity.scope and r.scope in scope]
    if not alike:
        return []
    first = first_commit(repo)
    return [(folder, record) for folder, record in alike if record.first == first]


def _same_history(record: Record, identity: Identity, repo: Repository | None) -> bool:
    if identity.scope == SCOPE_DIRECTORY or not record.first:
        return True
    return _has(repo, record.first)


def _has(repo: Repository | None, commit: str) -> bool:
    # A shallow clone lacks its first commit without being another repository.
    return repo is not None and (repo.has_commit(commit) or repo.is_shallow)


def _as_text(path: str) -> str:
    return path.encode("utf-8", "backslashreplace").decode()
