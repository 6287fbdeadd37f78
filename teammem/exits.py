"""Exit codes of every command: part of the compatibility promise.

Plain integers, since the hooks start too often to pay for an enum's import.
When several meet in one run, the first of INTERNAL, GIT, CONFIG, REFUSED wins (`worst`).
"""

OK = 0
REFUSED = 1
USAGE = 2
INTERNAL = 3
GIT = 4
CONFIG = 5
BUSY = 6
NOTHING = 7
INTERRUPTED = 130
TERMINATED = 143

MEANING = {
    OK: "done, or nothing to do",
    REFUSED: "refused, findings of severity error, or waits for a person",
    USAGE: "wrong usage",
    INTERNAL: "internal error",
    GIT: "git or the network failed or is missing",
    CONFIG: "configuration",
    BUSY: "another run is busy with the same thing",
    NOTHING: "nothing found",
    INTERRUPTED: "stopped by SIGINT",
    TERMINATED: "stopped by SIGTERM",
}

_PRECEDENCE = (INTERNAL, GIT, CONFIG, REFUSED)


def worst(*codes: int) -> int:
    """Return the code that a run ends with when several outcomes meet."""
    for code in _PRECEDENCE:
        if code in codes:
            return code
    return max(codes, default=OK)
