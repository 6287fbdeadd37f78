"""A repository for commands that nobody watches: no program of its config runs in them.

A repository's config is text that others can write (a shared directory, an archive, a script). The
settings that name a program are blanked, the user's own login and ssh command stay. Filters and
credential helpers have names of their own, so they are looked up first.
"""

from __future__ import annotations

from teammem import environ
from teammem.git import operation as operations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from teammem.git.repo import Repository

# Scopes that only the user or the machine's owner writes (git-config, "SCOPES").
_OWN = ("system", "global", "command")


def of(repo: Repository, *, repository_ssh: bool = False) -> Repository:
    """Return a repository for unattended commands.

    Args:
        repo: the repository; what it knows of itself is not asked again.
        repository_ssh: honour `core.sshCommand` of the repository's own config too.

    Raises:
        GitError: the config cannot be read.
    """
    told = list(_told(repo))
    ssh = ""
    drivers: dict[str, None] = {}
    login = [("credential.helper", "")]
    for scope, key, value in told:
        section, _, rest = key.partition(".")
        name, _, variable = rest.rpartition(".")
        if key == "core.sshcommand" and (scope in _OWN or repository_ssh):
            ssh = value
        elif section == "filter" and name:
            drivers[name] = None
        elif section == "credential" and variable == "helper" and scope in _OWN:
            login.append((key, value))
    settings = [*login]
    for name in drivers:
        settings += [(f"filter.{name}.{what}", "") for what in ("clean", "smudge", "process")]
        settings.append((f"filter.{name}.required", "false"))
    return repo.under(environ.for_sync(ssh, settings), operations.UNATTENDED)


def _told(repo: Repository) -> Iterator[tuple[str, str, str]]:
    """Yield scope, key and value of each setting, in the order in which git reads them."""
    out = repo.read("config", "--list", "--show-scope", "--includes", "-z")
    fields = iter(out.decode("utf-8", "surrogateescape").split("\0"))
    for scope in fields:
        key, _, value = next(fields, "").partition("\n")
        if key:
            yield scope, key, value
