"""Everything a verb needs to know: the roots, the settings, who acts, what time it is."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path

from teammem import actor as actors
from teammem.actor import Actor
from teammem.config import places
from teammem.config.load import load as load_config
from teammem.config.model import Config
from teammem.errors import GitError
from teammem.git import operation as operations
from teammem.git.repo import Repository
from teammem.git.run import DONE
from teammem.memory import ids, slug
from teammem.roots import bases, project, scan, twins, write
from teammem.roots import find as finding
from teammem.roots import view as views
from teammem.roots.find import Root, Roots
from teammem.roots.scan import Scan, Stone
from teammem.roots.twins import Carried
from teammem.roots.view import View
from teammem.roots.worktree import WorkTree
from teammem.vocabulary import CONFIG_FILE, ROOT_NAME, TIER_PROJECT


class Workspace:
    """The place where a verb acts.

    Args:
        roots: all roots for the working directory.
        config: the settings.
        actor: who acts.
        author: name written into memories.

    Attributes:
        now: returns the time, UTC.
        random: returns so many random bytes.
        ages: what `roots.ages` said, by commit.
    """

    now: Callable[[], datetime]
    random: Callable[[int], bytes]

    def __init__(self, roots: Roots, config: Config, actor: Actor, author: str) -> None:
        self.roots = roots
        self.config = config
        self.actor = actor
        self.author = author
        self.now = lambda: datetime.now(UTC)
        self.random = os.urandom
        self.ages: dict[str, Mapping[str, datetime]] = {}
        self._scans: dict[tuple[Path, tuple[str, ...]], Scan] = {}
        self._view: View | None = None

    @property
    def view(self) -> View:
        """Return the view of the team tier (`roots.view`)."""
        if self._view is None:
            self._view = views.of(self.roots)
            self.roots = self._view.roots
            _settle(self.roots)
        return self._view

    @property
    def today(self) -> date:
        """Return the date, UTC."""
        return self.now().date()

    @property
    def stamp(self) -> str:
        """Return the time as it is written into files: RFC 3339, UTC, whole seconds."""
        return self.now().strftime("%Y-%m-%dT%H:%M:%SZ")

    def new_id(self) -> str:
        """Return a new random id."""
        return ids.new(int(self.now().timestamp() * 1000), self.random(10))

    def scan(self, root: Root) -> Scan:
        """Return what a root holds by the view; read once until something is written there."""
        key = (root.anchor, root.parts)
        if key not in self._scans:
            if root.private or not self.view.brings:
                self._scans[key] = scan.scan(root, self.view.overlay(root))
            else:
                self._scan_team(root)
        return self._scans[key]

    def _scan_team(self, asked: Root) -> None:
        """Scan all team roots together: of two paths with one id, only one may count."""
        roots = list(dict.fromkeys([*self.view.roots.team, asked]))
        found = {str(root.path): scan.scan(root, self.view.overlay(root)) for root in roots}
        carried = [
            Carried(one.entry.id, name, one.path) for name, s in found.items() for one in s.loaded
        ]
        gone = twins.dropped(carried, {name: one.overlay for name, one in found.items()})
        for name, one in found.items():
            kept = tuple(
                loaded
                for loaded in one.loaded
                if Carried(loaded.entry.id, name, loaded.path) not in gone
            )
            self._scans[one.root.anchor, one.root.parts] = one._replace(loaded=kept)

    def scans(self, tier: str = "") -> list[Scan]:
        """Return the scans of all roots, or of one tier's."""
        return [self.scan(root) for root in self.view.roots.all() if tier in ("", root.tier)]

    def stones(self) -> list[Stone]:
        """Return the tombstones of all roots: what was forgotten anywhere stays forgotten."""
        return [stone for root in self.view.roots.all() for stone in self.stones_in(root)]

    def stones_in(self, root: Root) -> tuple[Stone, ...]:
        """Return the tombstones of one root."""
        known = self._scans.get((root.anchor, root.parts))
        return known.stones if known else scan.tombstones(root, self.view.overlay(root))

    def touched(self, root: Root) -> None:
        """Forget what was read of a root, since it was written to."""
        self._scans.pop((root.anchor, root.parts), None)
        if self.view.brings and not root.private:
            self._scans.clear()
            self._view = self.view.again()
            self.roots = self._view.roots

    def taken(self, root: Root, folder: str) -> frozenset[str]:
        """Return the folded stems of the names in a folder of a root, those of the view too."""
        here = write.taken(root, folder)
        names = [path.rpartition("/") for path in self.view.overlay(root).brought]
        there = {slug.fold(name.rsplit(".", 1)[0]) for at, _, name in names if at == folder}
        return here | there

    def prepare(self, root: Root) -> None:
        """Make sure that the project's folder says whose it is before something is put there."""
        located, identity = self.roots.located, self.roots.identity
        if root.tier != TIER_PROJECT or located is None or identity is None:
            return
        record = project.current(located, identity, self.roots.repository)
        if record != project.read(located.folder):
            self._record(root, record)

    def blob(self, root: Root, path: str, data: bytes) -> str:
        """Return the object id of a file's content in HEAD, else of the bytes given."""
        repo = self.roots.repository
        if repo is not None and not root.private:
            name = os.fsdecode(root.prefix) + "/" + path
            known = repo.maybe("rev-parse", "--verify", "--quiet", f"HEAD:{name}")
            if known:
                return known
        import hashlib

        wide = repo is not None and not root.private and repo.object_format == "sha256"
        digest = hashlib.sha256 if wide else hashlib.sha1
        return digest(b"blob %d\0" % len(data) + data).hexdigest()

    def stage(self, root: Root, paths: Iterable[str]) -> bool:
        """Record exactly these paths of a team root in the index, as `git add` and `git rm` do.

        Returns:
            Whether git did; another process may hold the index. The files are as they should be
            either way, so the next command then begins with `git add`.
        """
        repo = self.roots.repository
        if repo is None or root.private:
            return True
        names = b"".join(root.prefix + b"/" + os.fsencode(path) + b"\0" for path in paths)
        done = repo.git(
            "update-index",
            "--add",
            "--remove",
            "-z",
            "--stdin",
            operation=operations.SHORT_LOCKS,
            stdin=names,
        )
        return done.outcome == DONE

    def trust(self) -> None:
        """Record that a person trusts the team memory of this clone, with its history and remote.

        Raises:
            ConfigError: there is no project.
        """
        root = self.roots.of(TIER_PROJECT)
        located, identity = self.roots.located, self.roots.identity
        if located is None or identity is None:
            return
        record = project.current(located, identity, self.roots.repository)
        self._record(
            root,
            record._replace(
                trusted_at=self.stamp,
                trusted_first=record.first,
                trusted_remote=record.remote,
            ),
        )

    def is_trusted(self) -> bool:
        """Tell whether hooks and MCP may serve this clone's team memory."""
        located, identity = self.roots.located, self.roots.identity
        if located is None or identity is None:
            return False
        record = project.read(located.folder)
        return project.trusted(record, identity, self.roots.repository)

    def _record(self, root: Root, record: project.Record) -> None:
        home = Root(root.tier, root.anchor, root.parts[:-1], root.why)
        old = scan.read(home, project.RECORD)
        if old is None:
            write.create(home, project.RECORD, record.serialise())
        else:
            write.replace(home, project.RECORD, record.serialise(), old)


def open_at(cwd: Path, *, scope: str = "", entry: str = "", data: Path | None = None) -> Workspace:
    """Return the workspace of a directory.

    Args:
        cwd: the working directory.
        scope: `--project-scope`; overrides the settings.
        entry: the agent's name where an agent's hook or the MCP server is the entry point.
        data: directory of the private roots, by default the machine's.

    Raises:
        ConfigError: a settings file is wrong, or there is no such scope.
        GitError: git cannot be asked.
    """
    repo = finding.repository(cwd)
    team_file = None
    if repo is not None and not repo.is_bare:
        team_file = Path(repo.top, ROOT_NAME, CONFIG_FILE)
    config = load_config(places.config_file(), team_file)
    roots = finding.find(cwd, scope or config["project_scope"], data, repo)
    actor = actors.current(entry)
    made = Workspace(roots, config, actor, _author(actor, repo))
    _ = made.view  # its roots are the workspace's: a write may go to one that only it knows
    return made


def _settle(roots: Roots) -> None:
    """Drop the records of what `edit` brought here and the user threw away again."""
    if roots.repository is None or roots.top is None:
        return
    with contextlib.suppress(OSError, GitError):
        bases.drop_discarded(roots.repository, WorkTree(roots.repository, roots))


def _author(actor: Actor, repo: Repository | None) -> str:
    if actor.is_agent:
        return actor.name or "agent"
    told = _user_name(repo).strip()
    if told:
        return told
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def _user_name(repo: Repository | None) -> str:
    if repo is None:
        return Repository.at(Path.cwd()).config("user.name")
    return repo.settings().get("user.name", [""])[-1]
