"""Which remote branch sync publishes to and receives from, and why. Asks no network.

A push remote is never it: a fork is read by nobody. The branch comes from what is committed and
from what the remote itself said, never from text that anybody just wrote into the work tree.
"""

from __future__ import annotations

import contextlib
import json
import os
from typing import NamedTuple

from teammem.config import load
from teammem.errors import ConfigError, GitError
from teammem.git.objects import content
from teammem.vocabulary import CONFIG_FILE, ROOT_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.git.repo import Repository

HEADS = "refs/heads/"
SEEN = "refs/teammem/remote/"
REVIEW = "refs/teammem/review"
_OWN = "refs/teammem/"

NO_REPOSITORY = "no-repository"
NO_REMOTE = "no-remote"
NO_SUCH_REMOTE = "no-such-remote"
SEVERAL_REMOTES = "several-remotes"
NO_DEFAULT_BRANCH = "no-default-branch"
UNBORN = "unborn"
BAD_CONFIG = "bad-config"
NOT_HERE = "not-here"

_MEMORY = "heads.json"
_SETTING = "sync.branch"
_CONFIG = f"{ROOT_NAME}/{CONFIG_FILE}"


class Destination(NamedTuple):
    """A branch of a remote.

    Attributes:
        remote: name of a configured remote.
        branch: full name of the branch there, `refs/heads/...`.
        why: how it was told, one sentence.
        ours: the ref here that keeps what sync last saw of it.
        tracking: the user's own tracking ref by the configured refspecs, None without one.
        last_seen: the commit last seen there: of `ours` and `tracking` the one that contains the
            other, else `ours`; None before anything was fetched.
        review: the commit of REVIEW, what this clone published for review; None without one.
    """

    remote: str
    branch: str
    why: str
    ours: str
    tracking: str | None
    last_seen: str | None
    review: str | None = None

    @property
    def short(self) -> str:
        """Return it as people write it: `origin/main`."""
        return f"{self.remote}/{self.branch.removeprefix(HEADS)}"


class Unknown(NamedTuple):
    """There is no destination, or it cannot be told without asking.

    Attributes:
        reason: one of this module's constants, in kebab case.
        why: one sentence.
        hint: what to do.
        remote: the remote that would have to be asked for its default branch, "" for none.
    """

    reason: str
    why: str
    hint: str
    remote: str = ""


class _Remote:
    """What the configuration says of one remote."""

    def __init__(self) -> None:
        self.url = ""
        self.fetch: list[str] = []

    def tracking(self, branch: str) -> str | None:
        """Return the ref that `git fetch` keeps a branch in."""
        for spec in self.fetch:
            if spec.startswith("^") and _mapped(spec[1:], "", branch) is not None:
                return None
        for spec in self.fetch:
            source, colon, target = spec.removeprefix("+").partition(":")
            found = _mapped(source, target, branch) if colon else None
            if found:
                return found
        return None


def _mapped(source: str, target: str, ref: str) -> str | None:
    """Return what a refspec makes of a ref, None where it does not match."""
    if "*" not in source:
        return target if source == ref else None
    before, _, after = source.partition("*")
    if len(ref) < len(before) + len(after):
        return None
    if not (ref.startswith(before) and ref.endswith(after)):
        return None
    return target.replace("*", ref[len(before) : len(ref) - len(after)], 1)


class _Known:
    """What this repository knows of its remotes, read with two git commands."""

    def __init__(self, repo: Repository) -> None:
        self.repo = repo
        self.remotes: dict[str, _Remote] = {}
        self.upstream: dict[str, str] = {}
        self._configured()
        self._told = _memory(repo) if self.remotes else {}
        self._refs: dict[str, tuple[str, str]] = {}
        if self.remotes:
            self._listed()

    def _configured(self) -> None:
        for key, values in self.repo.settings().items():
            section, _, rest = key.partition(".")
            name, _, variable = rest.rpartition(".")
            if section == "remote" and name and variable in ("url", "fetch"):
                remote = self.remotes.setdefault(name, _Remote())
                if variable == "fetch":
                    remote.fetch = values
                else:
                    remote.url = values[0]
            elif section == "branch" and name and variable == "remote":
                self.upstream[name] = values[-1]
        self.remotes = {name: one for name, one in self.remotes.items() if one.url}

    def _listed(self) -> None:
        wanted = [SEEN, REVIEW, *(f"refs/remotes/{name}/HEAD" for name in self.remotes)]
        for name, remote in self.remotes.items():
            told = self._told_of(name)
            tracking = remote.tracking(told) if told else None
            if tracking:
                wanted.append(tracking)
        form = "--format=%(refname)%00%(symref)%00%(objectname)"
        for line in self.repo.line("for-each-ref", form, *wanted).splitlines():
            name, target, oid = line.split("\0")
            self._refs[name] = (target, oid)
            if target:
                self._refs.setdefault(target, ("", oid))

    def _told_of(self, remote: str) -> str | None:
        """Return the default branch that the remote itself named; "" = it has none yet."""
        kept = self._told.get(remote)
        if kept is None or kept[0] != _key(self.remotes[remote].url):
            return None
        return kept[1]

    def default(self, remote: str) -> str | None:
        """Return a remote's default branch; "" = it said that it has none, None = not known."""
        told = self._told_of(remote)
        if told is not None:
            return told
        prefix = f"refs/remotes/{remote}/"
        target = self._refs.get(f"{prefix}HEAD", ("", ""))[0]
        if not target:
            # Not listed where the branch that it names was never fetched, or pruned.
            target = self.repo.maybe("symbolic-ref", "--quiet", f"{prefix}HEAD")
        return HEADS + target.removeprefix(prefix) if target.startswith(prefix) else None

    def oid(self, ref: str | None) -> str | None:
        """Return what a ref points at, None where it does not exist."""
        if not ref:
            return None
        if ref not in self._refs and not ref.startswith(_OWN):
            self._refs[ref] = ("", self.repo.commit(ref))
        return self._refs.get(ref, ("", ""))[1] or None

    def last_seen(self, remote: str, branch: str) -> str | None:
        """Return the commit last seen of a branch of a remote."""
        ours = self.oid(_ours(remote, branch))
        theirs = self.oid(self.remotes[remote].tracking(branch))
        if ours is None or theirs is None or ours == theirs:
            return ours or theirs
        contained = self.repo.git("merge-base", "--is-ancestor", ours, theirs)
        return theirs if contained.code == 0 else ours

    def setting(self, remote: str) -> str:
        """Return `sync.branch` as the remote's default branch last had it, else as HEAD has it.

        Raises:
            ConfigError: the file there cannot be read.
        """
        branch = self.default(remote) if remote else None
        seen = self.last_seen(remote, branch) if branch else None
        # Fails where HEAD is unborn: nothing is committed, so nothing is set.
        entry = self.repo.maybe("ls-tree", "-z", "--full-tree", seen or "HEAD", "--", _CONFIG)
        fields = entry.partition("\t")[0].split(" ")
        if len(fields) != 3 or fields[1] != "blob":
            return ""
        try:
            data = content(self.repo, fields[2])
        except GitError:
            raise ConfigError(f"{_CONFIG} of the default branch is not here") from None
        return str(load.one(data, _SETTING, _CONFIG))


def find(repo: Repository | None, to: tuple[str, str] | None = None) -> Destination | Unknown:
    """Return the destination of a repository.

    Args:
        repo: the repository, None outside one.
        to: remote and branch as a person named them (`--to`).

    Raises:
        GitError: git cannot be asked.
    """
    if repo is None:
        return Unknown(NO_REPOSITORY, "this is no git repository", "run it inside one")
    known = _Known(repo)
    if to is not None:
        return _named(known, *to)
    if not known.remotes:
        return Unknown(NO_REMOTE, "this repository has no remote", "git remote add origin URL")
    try:
        return _told(known)
    except ConfigError as error:
        return Unknown(BAD_CONFIG, error.message, error.hint or "or name it: --to REMOTE BRANCH")


def _named(known: _Known, remote: str, branch: str) -> Destination | Unknown:
    if remote not in known.remotes:
        names = ", ".join(sorted(known.remotes)) or "none is configured"
        return Unknown(NO_SUCH_REMOTE, f"there is no remote {remote}", f"remotes: {names}")
    full = branch if branch.startswith(HEADS) else HEADS + branch
    return _made(known, remote, full, "named on the command line")


def _told(known: _Known) -> Destination | Unknown:
    usual = (
        "origin"
        if "origin" in known.remotes
        else next(iter(known.remotes))
        if len(known.remotes) == 1
        else ""
    )
    setting = known.setting(usual)
    remote, why = _remote(known, usual, setting)
    if not remote:
        names = ", ".join(sorted(known.remotes))
        return Unknown(
            SEVERAL_REMOTES,
            f"there are several remotes ({names}), and no upstream says which one is meant",
            "git branch --set-upstream-to REMOTE/BRANCH BRANCH, or --to REMOTE BRANCH",
        )
    if remote != usual:
        setting = known.setting(remote)
    if setting:
        return _made(known, remote, HEADS + setting, f"{why}; {_SETTING} names the branch")
    default = known.default(remote)
    if default is None:
        return Unknown(
            NO_DEFAULT_BRANCH,
            f"the default branch of {remote} is not known here yet",
            f"`teammem sync` asks for it; so does git remote set-head {remote} --auto",
            remote,
        )
    if not default:
        return Unknown(
            UNBORN,
            f"{remote} has no default branch yet",
            "push the first commit, then run it again",
            remote,
        )
    return _made(known, remote, default, f"{why}; the branch is its default one")


def _remote(known: _Known, usual: str, setting: str) -> tuple[str, str]:
    """Return the remote and how it was told; "" where several are equally possible."""
    branches = [HEADS + setting] if setting else []
    asked = [usual] if usual else sorted(known.remotes)
    branches += [branch for name in asked if (branch := known.default(name))]
    found: dict[str, str] = {}
    for branch in branches:
        name = branch.removeprefix(HEADS)
        remote = known.upstream.get(name, "")
        if remote in known.remotes:
            found.setdefault(remote, f"{remote} is the upstream of {name}")
            if usual or branch == HEADS + setting:
                break
    if len(found) == 1:
        return next(iter(found.items()))
    if found or not usual:
        return "", ""
    only = "the only remote" if len(known.remotes) == 1 else "origin"
    return usual, f"{only} is it, since no upstream says otherwise"


def _made(known: _Known, remote: str, branch: str, why: str) -> Destination:
    return Destination(
        remote,
        branch,
        why,
        _ours(remote, branch),
        known.remotes[remote].tracking(branch),
        known.last_seen(remote, branch),
        known.oid(REVIEW),
    )


def _ours(remote: str, branch: str) -> str:
    return f"{SEEN}{remote}/{branch.removeprefix(HEADS)}"


def remember(repo: Repository, remote: str, answer: bytes) -> str:
    """Keep what a remote said of its default branch, and return that branch, "" for none.

    It counts before `refs/remotes/<remote>/HEAD`, which `git clone` wrote once, and only while
    the remote's URL is the same.

    Args:
        repo: the repository; all its work trees share the memory.
        remote: the remote's name.
        answer: standard output of `git ls-remote --symref URL HEAD`.
    """
    branch = ""
    for line in answer.decode("utf-8", "surrogateescape").splitlines():
        target, tab, name = line.partition("\t")
        if tab and name == "HEAD" and target.startswith(f"ref: {HEADS}"):
            branch = target.removeprefix("ref: ")
    urls = repo.maybe("config", "--get-all", f"remote.{remote}.url").splitlines()
    told = {**_memory(repo), remote: (_key(urls[0] if urls else ""), branch)}
    folder = _folder(repo)
    os.makedirs(folder, exist_ok=True)  # noqa: PTH103 - a repository's paths are text here
    scratch = os.path.join(folder, f"{_MEMORY}.{os.getpid()}")  # noqa: PTH118
    with open(scratch, "w", encoding="ascii") as file:  # noqa: PTH123
        json.dump(told, file)
    os.replace(scratch, os.path.join(folder, _MEMORY))  # noqa: PTH105, PTH118
    return branch


def _folder(repo: Repository) -> str:
    return os.path.join(repo.common_dir, "teammem")  # noqa: PTH118


def _memory(repo: Repository) -> dict[str, tuple[str, str]]:
    """Return remote to (key of its URL, default branch); a damaged file says nothing."""
    told: dict[str, tuple[str, str]] = {}
    with contextlib.suppress(OSError, ValueError):
        with open(os.path.join(_folder(repo), _MEMORY), encoding="ascii") as file:  # noqa: PTH118, PTH123
            found = json.load(file)
        for remote, kept in found.items() if isinstance(found, dict) else ():
            if isinstance(kept, list) and len(kept) == 2 and all(isinstance(x, str) for x in kept):
                told[remote] = (kept[0], kept[1])
    return told


def _key(url: str) -> str:
    """Return what stands for a URL, which may carry a password."""
    import hashlib

    return hashlib.sha256(url.encode("utf-8", "surrogateescape")).hexdigest()[:16]
