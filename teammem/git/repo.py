"""A repository as the rest of teammem sees it: where it is and how to ask it something."""

from __future__ import annotations

import os

from teammem import environ
from teammem.errors import GitError, MissingObject, NotARepository
from teammem.git import operation as operations
from teammem.git.run import FAILED, UNKNOWN, Result, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from teammem.git.operation import Operation

MINIMUM = (2, 38)

# What `rev-parse` is asked of a repository, in this order.
_FACTS = (
    ("object_format", "--show-object-format"),
    ("is_bare", "--is-bare-repository"),
    ("is_shallow", "--is-shallow-repository"),
    ("git_dir", "--absolute-git-dir"),
    ("common_dir", "--git-common-dir"),
    ("top", "--show-toplevel"),
)

_ABSOLUTE = "--path-format=absolute"

# What git says (LC_ALL=C), what it means, and the way out.
_MEANINGS: tuple[tuple[str, type[GitError], str, str], ...] = (
    (
        "detected dubious ownership",
        GitError,
        "dubious-ownership",
        "the directory belongs to somebody else; see `git help config`, safe.directory",
    ),
    (
        "not a git repository",
        NotARepository,
        "not-a-repository",
        "run it inside a git repository, or `git init` one",
    ),
    ("must be run in a work tree", NotARepository, "no-work-tree", "run it inside a work tree"),
    (
        "index file",
        GitError,
        "unreadable-index",
        "the index is damaged: `rm .git/index && git reset` rebuilds it from HEAD",
    ),
    (
        "bad signature",
        GitError,
        "unreadable-index",
        "the index is damaged: `rm .git/index && git reset` rebuilds it from HEAD",
    ),
    (
        "index.lock': File exists",
        GitError,
        "index-locked",
        "another git command runs here; if none does, `teammem doctor` says what holds the lock",
    ),
    ("cannot lock ref", GitError, "ref-locked", "another git command runs here; try again"),
    (
        "tell me who you are",
        GitError,
        "no-identity",
        "`git config --global user.name NAME` and `git config --global user.email ADDRESS`",
    ),
    ("No space left on device", GitError, "disk-full", "make room on the disk, then try again"),
    ("File too large", GitError, "disk-full", "raise the limit on file sizes, then try again"),
    (
        "Read-only file system",
        GitError,
        "read-only",
        "the repository lies on a file system that is mounted read-only",
    ),
    (
        "insufficient permission",
        GitError,
        "not-writable",
        "the repository's files belong to somebody else; see who may write in .git",
    ),
    ("Permission denied", GitError, "not-writable", "see who may write in .git"),
)
_MISSING = (
    "missing",
    "bad object",
    "unable to read",
    "could not read",
    "could not get object info",
    "Could not read",
    "bad tree object",
    "unable to find",
    "could not fetch",
)


class Repository:
    """One repository, addressed by the running hook's environment or by a directory.

    Args:
        directory: where git is run (`-C`); "" = the current directory, unchanged, since in a hook
            GIT_INDEX_FILE is relative to it.
        env: environment for its commands.
        fixed: `-c` settings of its commands.
    """

    __slots__ = ("_commits", "_facts", "_listing", "_settings", "directory", "env", "fixed")

    def __init__(
        self,
        directory: str,
        env: Mapping[str, str],
        fixed: Sequence[str] = operations.READING,
    ) -> None:
        self.directory = directory
        self.env = env
        self.fixed = fixed
        self._commits: set[str] = set()
        self._facts: dict[str, str] = {}
        self._listing = ("", b"")
        self._settings: dict[str, list[str]] | None = None

    @classmethod
    def of_hook(cls) -> Repository:
        """Return the repository whose hook is running (or that of the current directory)."""
        return cls("", environ.for_hook())

    @classmethod
    def at(cls, directory: str | os.PathLike[str]) -> Repository:
        """Return the repository of a directory, whatever repository a hook runs for."""
        return cls(os.fspath(directory), environ.for_repository())

    def with_env(self, **changes: str) -> Repository:
        """Return the same repository asked under a changed environment."""
        return Repository(self.directory, {**self.env, **changes}, self.fixed)

    def git(
        self,
        *args: str,
        operation: Operation = operations.READ,
        stdin: bytes | int | None = None,
        limit: float | None = None,
    ) -> Result:
        """Run `git ARGS` here and return its result, whatever it is."""
        argv = ["git"]
        if self.directory:
            argv += ["-C", self.directory]
        for setting in self.fixed:
            argv += ["-c", setting]
        argv += args
        return run(operation, argv, self.env, stdin, limit)

    def read(
        self,
        *args: str,
        operation: Operation = operations.READ,
        stdin: bytes | int | None = None,
        ok: tuple[int, ...] = (0,),
    ) -> bytes:
        """Run a reading command and return its standard output.

        Raises:
            NotARepository, MissingObject, GitError: the command failed or had to be stopped.
        """
        result = self.git(*args, operation=operation, stdin=stdin)
        if result.outcome == UNKNOWN or result.code not in ok:
            raise failure(args[0], result)
        return result.out

    def line(self, *args: str) -> str:
        """Run a reading command and return its output as text without the line end."""
        return self.read(*args).decode("utf-8", "surrogateescape").rstrip("\n")

    def maybe(self, *args: str) -> str:
        """Return the output of a command as text, "" where it fails by itself."""
        result = self.git(*args)
        if result.outcome == UNKNOWN:
            raise failure(args[0], result)
        return "" if result.code else result.out.decode("utf-8", "surrogateescape").rstrip("\n")

    def config(self, key: str) -> str:
        """Return the value of one of git's own settings, "" where it is unset."""
        return self.maybe("config", "--get", key)

    def has_commit(self, commit: str) -> bool:
        """Tell whether a commit's object is here; what was found once is not asked for again.

        Args:
            commit: its object name in full.
        """
        if (
            commit not in self._commits
            and not self.git("cat-file", "-e", commit + "^{commit}").code
        ):
            self._commits.add(commit)
        return commit in self._commits

    def settings(self) -> dict[str, list[str]]:
        """Return git's own settings by their names as git prints them, the last value last.

        Read once for this object: for readers that want several.
        """
        if self._settings is None:
            self._settings = {}
            for one in self.maybe("config", "--list", "-z").split("\0"):
                key, newline, value = one.partition("\n")
                if key:
                    self._settings.setdefault(key, []).append(value if newline else "true")
        return self._settings

    def _fact(self, name: str) -> str:
        """Return what `rev-parse` says of the repository; all of it is asked at once."""
        if not self._facts:
            # The last one fails in a bare repository, after the others were printed.
            asked = self.git("rev-parse", _ABSOLUTE, *(option for _, option in _FACTS))
            told = asked.out.decode("utf-8", "surrogateescape").split("\n")[:-1]
            if len(told) == len(_FACTS) - bool(asked.code):
                self._facts.update(zip((key for key, _ in _FACTS), told, strict=False))
        if name not in self._facts:
            # A name with a line end in it, no work tree, or an error that has to be told.
            self._facts[name] = self.line("rev-parse", _ABSOLUTE, dict(_FACTS)[name])
        return self._facts[name]

    @property
    def top(self) -> str:
        """Top directory of the work tree."""
        return self._fact("top")

    @property
    def git_dir(self) -> str:
        """This work tree's git directory, absolute."""
        return self._fact("git_dir")

    @property
    def common_dir(self) -> str:
        """The git directory that all work trees share, absolute."""
        return self._fact("common_dir")

    @property
    def object_format(self) -> str:
        """`sha1` or `sha256`."""
        return self._fact("object_format")

    @property
    def is_bare(self) -> bool:
        """Whether there is no work tree."""
        return self._fact("is_bare") == "true"

    @property
    def is_shallow(self) -> bool:
        """Whether history ends at a border that was not fetched."""
        return self._fact("is_shallow") == "true"

    def at_top(self) -> Repository:
        """Return the same repository asked from the top of its work tree, what is known kept."""
        made = Repository(self.top, self.env)
        made._facts = dict(self._facts)
        made._settings = self._settings
        return made

    def under(self, env: Mapping[str, str], fixed: Sequence[str]) -> Repository:
        """Return the same repository asked under another environment and other fixed settings."""
        made = Repository(self.directory, env, fixed)
        made._facts = dict(self._facts)
        made._settings = self._settings
        return made

    def tree_listing(self, treeish: str) -> bytes:
        """Return `ls-tree -r -z --full-tree` of a tree; the last one is kept, since several ask."""
        if self._listing[0] != treeish:
            out = self.read(
                "ls-tree", "-r", "-z", "--full-tree", treeish, operation=operations.WALK
            )
            if len(treeish) not in (40, 64):
                return out  # a name may mean another tree next time
            self._listing = (treeish, out)
        return self._listing[1]

    def from_top(self) -> Repository:
        """Return the same repository asked from the top of its work tree.

        `ls-files` and `check-attr` see only what lies below the directory they run in. git reads a
        relative GIT_INDEX_FILE from the top, so it means the same there.
        """
        if not self.maybe("rev-parse", "--show-prefix"):
            return self
        return Repository(self.top, self.env, self.fixed)

    def path(self, name: str) -> str:
        """Return the file system path of a file of the git directory (`rev-parse --git-path`)."""
        found = self.line("rev-parse", "--path-format=absolute", "--git-path", name)
        return os.path.join(self.directory, found)  # noqa: PTH118 - no pathlib in hooks

    def commit(self, revision: str) -> str:
        """Return the object name of the commit that `revision` names, "" where there is none."""
        return self.maybe(
            "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"
        )

    def check_version(self) -> tuple[int, ...]:
        """Return git's version.

        Raises:
            GitError: it is older than what teammem reads correctly.
        """
        text = self.line("version")
        digits = text.removeprefix("git version ").split(" ")[0].split(".")
        version = tuple(int(part) for part in digits[:3] if part.isdigit())
        if version < MINIMUM:
            raise GitError(
                f"git {'.'.join(map(str, version))} is too old",
                "install git 2.38 or newer",
                "git-too-old",
            )
        return version


def failure(command: str, result: Result) -> GitError:
    """Return the error that stands for a failed command."""
    if result.outcome == UNKNOWN:
        return GitError(f"git {command} was stopped: it took too long", "try again", "timeout")
    said = result.err.decode("utf-8", "replace")
    message = f"git {command}: {result.message()}"
    for text, kind, reason, hint in _MEANINGS:
        if text in said:
            return kind(message, hint, reason)
    if result.outcome == FAILED and any(text in said for text in _MISSING):
        return MissingObject(
            message,
            "objects are missing here (shallow or partial clone, damaged repository): "
            "`git fetch --unshallow` or `git fetch --refetch` brings them",
        )
    return GitError(message, "", "git-failed")
