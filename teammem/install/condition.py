"""What in a repository stands in the way of git or of sync: locks, leftovers, settings, identity."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from teammem import environ
from teammem.git import locks, mirrors
from teammem.install.check import OK, WARNING, Check
from teammem.sync import journal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from teammem.git.locks import Lock
    from teammem.git.repo import Repository

_OWN_REFS = "refs/teammem/"
# What signs by default for each value of gpg.format (git-config, "gpg.program").
_SIGNERS = {"openpgp": "gpg", "x509": "gpgsm", "ssh": "ssh-keygen"}
_ON = ("true", "yes", "on", "1")


def checks(repo: Repository, *, clear: bool = False) -> Iterator[Check]:
    """Look at a repository; change nothing unless told to.

    Args:
        repo: asked from the top of its work tree.
        clear: remove the locks that a dead process left (`locks.why_not` has the conditions).
    """
    yield from _locks(repo, clear=clear)
    yield from _journal(repo)
    yield from _mirrors(repo)
    yield from _identity(repo)
    yield from _signing(repo)


def _locks(repo: Repository, *, clear: bool) -> Iterator[Check]:
    for lock in locks.find(repo, everywhere=True):
        name = os.path.relpath(lock.path, repo.common_dir)
        if not clear:
            yield _lock(repo, name, lock)
            continue
        reason = locks.clear(repo, lock)
        if reason:
            yield Check("locks", name, WARNING, f"left alone: {reason}", "wait, then try again")
        else:
            yield Check("locks", name, OK, "removed")


def _lock(repo: Repository, name: str, lock: Lock) -> Check:
    minutes = int(lock.age // 60)
    what = f"{minutes} minutes old, {lock.size} bytes"
    reason = locks.why_not(repo, lock)
    if reason:
        return Check("locks", name, WARNING, f"{what}; {reason}", "let that git command end")
    detail = f"{what}; no git runs here, so a dead process left it, and git refuses to write"
    return Check("locks", name, WARNING, detail, "teammem doctor --clear-lock")


def _journal(repo: Repository) -> Iterator[Check]:
    if not journal.place(repo).exists():
        return
    entry = journal.read(repo)
    what = f"{len(entry.paths)} files for {entry.remote}" if entry else "its journal is unreadable"
    yield Check("sync", "journal", WARNING, f"a sync was stopped halfway: {what}", "teammem sync")


def _mirrors(repo: Repository) -> Iterator[Check]:
    for key, value in mirrors.publishing(repo.settings(), _OWN_REFS):
        yield Check(
            "remotes",
            key,
            WARNING,
            f"{value}: a push publishes {_OWN_REFS}, what only this clone should keep",
            f"git config --unset {key}",
        )


def _identity(repo: Repository) -> Iterator[Check]:
    asked = ("-c", "user.useConfigOnly=true", "var")
    if repo.git(*asked, "GIT_AUTHOR_IDENT").code or repo.git(*asked, "GIT_COMMITTER_IDENT").code:
        yield Check(
            "identity",
            "user",
            WARNING,
            "no user.name or user.email: neither git nor sync can commit",
            "git config --global user.name NAME, git config --global user.email ADDRESS",
        )


def _signing(repo: Repository) -> Iterator[Check]:
    told = repo.settings()
    if told.get("commit.gpgsign", ["false"])[-1].lower() not in _ON:
        return
    form = told.get("gpg.format", ["openpgp"])[-1]
    keys = (f"gpg.{form}.program", *(("gpg.program",) if form == "openpgp" else ()))
    program = next((told[key][-1] for key in keys if key in told), _SIGNERS.get(form, form))
    if shutil.which(Path(program).expanduser(), path=environ.get("PATH")) is None:
        yield Check(
            "identity",
            "signing",
            WARNING,
            f"commit.gpgSign is set, and {program} is not there: your own commits fail; "
            "sync commits unsigned",
            f"install {program}, or git config commit.gpgSign false",
        )
