"""What git's hooks call: `teammem-hook ROLE ARGS...`.

Fails closed: whatever goes wrong here refuses. A commit that touches no team root is decided by one
git call before anything heavy is imported; that path, and only that, is written for start-up time.
"""

from __future__ import annotations

import os
import sys
import time

from teammem import environ, exits
from teammem.errors import TeammemError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType

    from teammem.git.repo import Repository

_THIS_MOMENT = 2.0  # seconds
# Roles whose hooks also run where only a message changes; pre-commit's verdict is repeated by final.
_MAY_AMEND = ("final", "message")

USAGE = """usage: teammem-hook ROLE [ARGS...]

roles, each for the git hook of its job:
  staged [--merge]              pre-commit; pre-merge-commit with --merge
  final [FILE [SOURCE [OID]]]   prepare-commit-msg
  message FILE                  commit-msg
  push [REMOTE URL]             pre-push, ref lines on standard input
  receive [--allow-from REF]    pre-receive, ref lines on standard input
  tree                          all team roots of HEAD
  lint [FILE...]                format of memories
  changed HOOK [ARGS...]        post-merge, post-rewrite

and for coding agents, the event on standard input:
  agent NAME                    any event of the agent; `teammem install` has the names
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one role and return its exit code."""
    args = list(sys.argv[1:] if argv is None else argv)
    try:
        _stop_children_on_sigterm()
        if not args or args[0] in ("-h", "--help"):
            say(USAGE, end="")
            return exits.OK if args else exits.USAGE
        if args[0] not in _ROLES:
            say(f"teammem-hook: unknown role {args[0]!r}\n{USAGE}", end="")
            return exits.USAGE
        return _ROLES[args[0]](args)
    except TeammemError as error:
        return _refuse(error.message, error.hint, error.exit_code)
    except KeyboardInterrupt:
        return _refuse("stopped", "", exits.INTERRUPTED)
    except _Terminated:
        return _refuse("stopped by SIGTERM", "", exits.TERMINATED)
    except OSError as error:
        return _refuse(
            f"the system refused: {error.strerror or type(error).__name__}",
            "free space or rights, then try again",
            exits.GIT,
        )
    except BaseException as error:  # noqa: BLE001 - a gate refuses whatever it does not expect
        return _unexpected(error)


class _Terminated(BaseException):
    """SIGTERM arrived."""


def _stop_children_on_sigterm() -> None:
    """Make SIGTERM an exception, so that `git.run` stops its child, which has its own session."""
    import _signal as signals  # type: ignore[import-not-found]  # `signal` costs an enum import

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _Terminated

    try:
        signals.signal(signals.SIGTERM, stop)
    except ValueError:
        return  # not the main thread: the caller handles its own signals


def _unexpected(error: BaseException) -> int:
    # The traceback holds names of files and functions only: an exception's text may quote a line.
    import traceback

    if environ.get(environ.DEBUG):
        for frame in traceback.extract_tb(error.__traceback__):
            say(f"    {frame.filename}:{frame.lineno} in {frame.name}")
    return _refuse(
        f"internal error ({type(error).__name__}); refused, since nothing was judged",
        "TEAMMEM_DEBUG=1 shows where; please report it",
        exits.INTERNAL,
    )


def _refuse(message: str, hint: str, code: int) -> int:
    say(f"teammem: {clean(message)}")
    if hint:
        say(f"    {clean(hint)}")
    return code


def clean(text: str) -> str:
    """Return the text of an error, or a stand-in where the detector finds a secret in it.

    git repeats names of files and refs in its messages, and those can hold one.
    """
    try:
        from teammem.detect.engine import scan

        if scan(text.encode("utf-8", "surrogateescape")):
            return "an error whose text is not shown, since it repeats a secret"
    except Exception:  # noqa: BLE001 - the detector itself may be what failed
        return "an error, and the detector that checks its text failed too"
    return text


def say(line: str, end: str = "\n") -> None:
    """Write to standard error; a closed or full stream never changes a verdict."""
    try:
        data = (line + end).encode("utf-8", "backslashreplace")
        while data:
            data = data[os.write(2, data) :]
    except OSError:
        return


def _index_role(args: list[str]) -> int:
    """Run a role that judges the index; decide by one git call where no root is touched."""
    from teammem import paths
    from teammem.git import changes
    from teammem.git import repo as repos

    repo = repos.Repository.of_hook()
    result = repo.git("diff-index", "--cached", *changes.RAW, "HEAD", "--")
    untouched = result.code == 0 and result.out and not paths.may_touch(result.out)
    if untouched and not (args[0] in _MAY_AMEND and amending(repo, args[1:])):
        return exits.OK
    # Without HEAD, and with errors of any kind, the role asks again and says what is wrong.
    return _heavy(args)


def _changed_role(args: list[str]) -> int:
    """Say what came in; decided by one git call where no root is touched, and never a failure.

    A commit that was amended brought nothing, and in teammem's own commands nobody waits for a
    word. Without ORIG_HEAD nothing was merged or rebased.
    """
    if environ.get(environ.NESTED) or args[1:3] == ["post-rewrite", "amend"]:
        return exits.OK
    try:
        from teammem import paths
        from teammem.git import changes
        from teammem.git import repo as repos

        repo = repos.Repository.of_hook()
        result = repo.git("diff-tree", *changes.RAW, "ORIG_HEAD", "HEAD", "--")
        if result.code == 0 and paths.may_touch(result.out):
            return _heavy(args)
    except Exception:  # noqa: BLE001 - the merge is done: a word that cannot be said is left out
        return exits.OK
    return exits.OK


def amending(repo: Repository, args: Sequence[str]) -> bool:
    """Tell whether a commit may replace HEAD, whose own changes count then.

    git says so only where the message comes from a commit (`--amend` without `-m`, `-c`, `-C`).
    With `-m` the author date gives it away: git exports the one that the new commit will have, and
    an amended commit keeps HEAD's. A commit of this very moment is a new one.
    """
    source = args[1] if len(args) > 1 else environ.get("PRE_COMMIT_COMMIT_MSG_SOURCE")
    if source == "commit":
        return True
    stamp = environ.get("GIT_AUTHOR_DATE").lstrip("@").split(" ")[0]
    if not stamp.isdigit() or abs(time.time() - int(stamp)) < _THIS_MOMENT:
        return False
    return repo.maybe("log", "-1", "--format=%at", "HEAD") == stamp


def _agent(args: list[str]) -> int:
    """Answer an agent's hook, which takes every exit code but one for consent."""
    try:
        from teammem.agents import main as agents

        return agents.main(args[1:])
    except BaseException as error:  # noqa: BLE001 - what cannot even start refuses too
        _unexpected(error)
        if args[1:2] != ["copilot"]:
            return _BLOCKED
        # To Copilot CLI that code means consent (docs/agents/copilot.md): only an answer refuses.
        os.write(1, _COPILOT_REFUSAL)
        return exits.OK


def _heavy(args: list[str]) -> int:
    from teammem.gate import roles

    return roles.ROLES[args[0]](args[1:])


# "Blocking error" of coding agents' hooks.
_BLOCKED = 2
_COPILOT_REFUSAL = (
    b'{"permissionDecision": "deny", "permissionDecisionReason": '
    b'"teammem could not start, so this call is refused. `teammem doctor` may say why."}\n'
)

_ROLES: dict[str, Callable[[list[str]], int]] = {
    "staged": _index_role,
    "final": _index_role,
    "message": _index_role,
    "push": _heavy,
    "receive": _heavy,
    "tree": _heavy,
    "lint": _heavy,
    "changed": _changed_role,
    "agent": _agent,
}


def run() -> None:
    """Entry point of the script."""
    sys.exit(main())
