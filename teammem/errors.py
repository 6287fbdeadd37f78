"""The error tree: each leaf owns an exit code, says what is wrong and what to do.

    TeammemError
    ├── Refusal          1  the guard, a pin, a tombstone or a rule says no
    ├── UsageError       2  the call itself is wrong
    ├── InternalError    3  a bug of ours
    ├── GitError         4  git failed, is missing, too old, or was stopped
    │   ├── NotARepository
    │   └── MissingObject
    ├── ConfigError      5  a setting is wrong
    ├── Busy             6  somebody else holds the lock
    └── NothingFound     7  no memory, finding or file answers to that

Only `cli.main` and `gate.main` catch the base. A message never contains text of a memory.
"""

from teammem import exits


class TeammemError(Exception):
    """Base of all expected errors.

    Args:
        message: one line that says what is wrong, naming file and line where there are any.
        hint: one line that says what to do; empty where there is nothing to add.
        reason: a stable machine-readable code in kebab case.
        line: 1-based line of the file that is wrong, 0 where there is none.
    """

    exit_code = exits.INTERNAL
    reason = "error"

    def __init__(self, message: str, hint: str = "", reason: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.line = line
        if reason:
            self.reason = reason


class Refusal(TeammemError):
    exit_code = exits.REFUSED
    reason = "refused"


class UsageError(TeammemError):
    exit_code = exits.USAGE
    reason = "usage"


class InternalError(TeammemError):
    exit_code = exits.INTERNAL
    reason = "internal"


class GitError(TeammemError):
    exit_code = exits.GIT
    reason = "git-failed"


class NotARepository(GitError):
    reason = "not-a-repository"


class MissingObject(GitError):
    reason = "missing-object"


class ConfigError(TeammemError):
    exit_code = exits.CONFIG
    reason = "config"


class Busy(TeammemError):
    exit_code = exits.BUSY
    reason = "busy"


class NothingFound(TeammemError):
    exit_code = exits.NOTHING
    reason = "nothing-found"
