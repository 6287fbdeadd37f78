"""Every environment variable that teammem reads, and the three policies for git's own.

No other module touches `os.environ`. The guard reads no variable that could turn a refusal into
a pass; there is none. A git hook imports this module on every commit, so it imports only `os`.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

HOME = "TEAMMEM_HOME"
ACTOR = "TEAMMEM_ACTOR"
PROJECT_SCOPE = "TEAMMEM_PROJECT_SCOPE"
NESTED = "TEAMMEM_NESTED"
DEBUG = "TEAMMEM_DEBUG"
NO_COLOR = "NO_COLOR"

VARIABLES = {
    HOME: "directory that holds all private roots, state and caches",
    ACTOR: "`person` or `agent/<name>`: who is acting; overrides the detection",
    PROJECT_SCOPE: "`repository`, `worktree` or `directory`: what shares one project root",
    NESTED: "set by teammem for its own children, so that a hook does not recurse",
    DEBUG: "print tracebacks of internal errors (never text of a memory)",
    NO_COLOR: "no colour on terminals (no-color.org)",
}

# `git rev-parse --local-env-vars` of git 2.39 and the quarantine's own: they name one repository.
LOCAL = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_QUARANTINE_PATH",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)

# These change what a read of the hook's own repository prints: how paths match, how a diff is
# made, which objects stand for which, and which settings `git config` finds (`git commit` itself
# ignores GIT_CONFIG). A guard that honoured them could be shown something else than git stores.
MISLEADING = (
    "GIT_ATTR_SOURCE",
    "GIT_CONFIG",
    "GIT_DIFF_OPTS",
    "GIT_EXTERNAL_DIFF",
    "GIT_GLOB_PATHSPECS",
    "GIT_GRAFT_FILE",
    "GIT_ICASE_PATHSPECS",
    "GIT_LITERAL_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_REPLACE_REF_BASE",
)

_READING = {
    "GIT_GRAFT_FILE": "/dev/null/none",  # ENOTDIR: no grafts, and no advice about them
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat",
    "GIT_TERMINAL_PROMPT": "0",
    "LANGUAGE": "",
    "LC_ALL": "C",
}

# Nothing may prompt, page, edit or reach a transport that git does not ship (git-sync: measured,
# GIT_TERMINAL_PROMPT alone leaves an inherited SSH_ASKPASS that stalls).
_UNATTENDED = {
    "GCM_INTERACTIVE": "never",
    "GIT_ALLOW_PROTOCOL": "file:http:https:ssh:git",
    "GIT_ASKPASS": "/bin/false",
    "GIT_EDITOR": "false",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_PROXY_COMMAND": "",
    "GIT_SEQUENCE_EDITOR": "false",
    "SSH_ASKPASS": "/bin/false",
    "SSH_ASKPASS_REQUIRE": "never",
}


def get(name: str, default: str = "") -> str:
    """Return the value of one variable, `default` where it is unset."""
    return os.environ.get(name, default)


def snapshot() -> dict[str, str]:
    """Return a copy of the whole environment."""
    return dict(os.environ)


def _without(dropped: tuple[str, ...]) -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name not in dropped and not name.startswith("GIT_TRACE")
    }


def for_hook() -> dict[str, str]:
    """Environment for reads of the repository whose hook is running.

    Index file, git directory, work tree, object directories and quarantine stay as git set them:
    in `commit -a` the index is another file, in pre-receive new objects lie in the quarantine.
    """
    env = _without(MISLEADING)
    if "GIT_QUARANTINE_PATH" not in env:
        # Only a server sets it for a hook, for the borders of a shallow push.
        env.pop("GIT_SHALLOW_FILE", None)
    env.update(_READING)
    return env


def for_repository() -> dict[str, str]:
    """Environment for reads of a repository that is addressed by its path."""
    env = _without(MISLEADING + LOCAL)
    env.update(_READING)
    return env


def for_sync(ssh: str = "", settings: Iterable[tuple[str, str]] = ()) -> dict[str, str]:
    """Environment for commands that write objects and refs or use the network, unattended.

    The user's own `GIT_SSH_COMMAND` or `GIT_SSH` stays, with batch mode and no shared connection
    added.

    Args:
        ssh: command to use where neither is set (`core.sshCommand`); empty for plain ssh.
        settings: git settings as key and value, in order; unlike `-c` a key may hold any byte.
    """
    env = for_repository()
    env.update(_UNATTENDED)
    program = env.get("GIT_SSH", "")
    own = env.get("GIT_SSH_COMMAND") or (f"'{program}'" if program else ssh or "ssh")
    env["GIT_SSH_COMMAND"] = f"{own} -oBatchMode=yes -oConnectTimeout=5 -oControlMaster=no"
    told = env.get("GIT_CONFIG_COUNT", "")
    first = int(told) if told.isdigit() else 0
    for count, (key, value) in enumerate(settings, first):
        env[f"GIT_CONFIG_KEY_{count}"] = key
        env[f"GIT_CONFIG_VALUE_{count}"] = value
        env["GIT_CONFIG_COUNT"] = str(count + 1)
    return env


def for_user() -> dict[str, str]:
    """Environment for a command that the user asked for as such: unchanged, marked as nested."""
    return {**os.environ, NESTED: "1"}
