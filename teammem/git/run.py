"""The only place that starts processes.

Each command runs in its own session with standard input from a file and output into files without
a name, so that a background child that holds a stream open cannot block us. `os.posix_spawn` and no
`subprocess`: a hook that finds nothing to do must cost little more than bare Python (importing
`subprocess` alone doubles its start-up).
"""

from __future__ import annotations

import _signal as signals  # type: ignore[import-not-found]  # `signal` costs an enum import
import os
import time

from teammem.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from teammem.git.operation import Operation

DONE = "done"
FAILED = "failed"
UNKNOWN = "unknown"

# More than any listing of a repository this is meant for; what exceeds it is not read into memory.
OUTPUT_LIMIT = 1 << 30


class Result:
    """What became of one command.

    Attributes:
        code: exit status, negative signal number when it died of one.
        out: standard output, bytes.
        err: standard error, bytes.
        outcome: `done` (exit 0), `failed` (any other end of its own) or `unknown` (stopped by us:
            whatever it was changing has to be read again).
    """

    __slots__ = ("code", "err", "out", "outcome")

    def __init__(self, code: int, out: bytes, err: bytes, outcome: str) -> None:
        self.code = code
        self.out = out
        self.err = err
        self.outcome = outcome

    def message(self) -> str:
        """Return the first line that git wrote to standard error, without its prefix."""
        for line in self.err.decode("utf-8", "replace").splitlines():
            text = line.strip()
            if text and not text.startswith(("hint:", "warning:")):
                return text.removeprefix("fatal: ").removeprefix("error: ")
        return f"exit status {self.code}"


def nameless_file(content: bytes = b"") -> int:
    """Return a descriptor of a file without a name that holds `content`, at its start.

    In memory where the system can (Linux); else an unlinked file that only this user could open.
    """
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("teammem", os.MFD_CLOEXEC)
    else:
        import tempfile

        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    if content:
        view = memoryview(content)
        while view:
            view = view[os.write(descriptor, view) :]
        os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _drain(descriptor: int) -> bytes:
    size = os.fstat(descriptor).st_size
    if size > OUTPUT_LIMIT:
        raise GitError(
            f"git printed {size} bytes, more than the limit of {OUTPUT_LIMIT}",
            "judge a smaller range, for example with `teammem guard range BASE..HEAD`",
            "output-too-large",
        )
    os.lseek(descriptor, 0, os.SEEK_SET)
    chunks = []
    while chunk := os.read(descriptor, 1 << 20):
        chunks.append(chunk)
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def spawn(
    argv: Sequence[str],
    env: Mapping[str, str],
    stdin: int,
    stdout: int,
    stderr: int,
) -> int:
    """Start a program in its own session and return its process id.

    SIGINT and SIGTERM are set to their defaults in it: a parent that ignores them (nohup, some
    supervisors) would otherwise make git remove its lock and carry on without it.

    Raises:
        GitError: the program is not installed, or the system cannot start it.
    """
    try:
        return os.posix_spawnp(
            argv[0],
            list(argv),
            dict(env),
            file_actions=[
                (os.POSIX_SPAWN_DUP2, stdin, 0),
                (os.POSIX_SPAWN_DUP2, stdout, 1),
                (os.POSIX_SPAWN_DUP2, stderr, 2),
            ],
            setsid=True,
            setsigmask=[],
            setsigdef=[signals.SIGINT, signals.SIGTERM, signals.SIGPIPE],
        )
    except FileNotFoundError:
        raise GitError(
            f"{argv[0]} is not installed or not on PATH",
            f"install {argv[0]} (for git: 2.38 or newer)",
            f"{argv[0]}-missing",
        ) from None
    except OSError as error:
        raise GitError(
            f"{argv[0]} cannot be started: {error.strerror}", "", "cannot-start"
        ) from None


def run(
    operation: Operation,
    argv: Sequence[str],
    env: Mapping[str, str],
    stdin: bytes | int | None = None,
    limit: float | None = None,
) -> Result:
    """Run one program to its end, or stop it as its class says.

    Args:
        operation: class of the command; decides limit and signals.
        argv: program and arguments; `git -C DIR` for another directory.
        env: the whole environment, from one of the policies in `environ`.
        stdin: bytes, a descriptor (rewound first), or None for no input.
        limit: seconds, instead of the class's own.

    Returns:
        The result; a command that had to be stopped has the outcome `unknown`.

    Raises:
        GitError: the program is missing, cannot be started, or does not react to SIGTERM where it
            must not be killed.
        KeyboardInterrupt: passed on after the command has been stopped.
    """
    opened = []
    try:
        if isinstance(stdin, int):
            os.lseek(stdin, 0, os.SEEK_SET)
            source = stdin
        elif stdin:
            source = nameless_file(stdin)
            opened.append(source)
        else:
            source = os.open(os.devnull, os.O_RDONLY)
            opened.append(source)
        out = nameless_file()
        opened.append(out)
        err = nameless_file()
        opened.append(err)
        # Blocked until the child's number is known: a signal in between would orphan it.
        before = signals.pthread_sigmask(signals.SIG_BLOCK, (signals.SIGINT, signals.SIGTERM))
        try:
            pid = spawn(argv, env, source, out, err)
        except GitError:
            signals.pthread_sigmask(signals.SIG_SETMASK, before)
            raise
        seconds = limit if limit is not None else operation.limit
        code, stopped = _wait(pid, operation, seconds, before)
        outcome = UNKNOWN if stopped else FAILED if code else DONE
        return Result(code, _drain(out), _drain(err), outcome)
    finally:
        for descriptor in opened:
            os.close(descriptor)


def wait(pid: int, operation: Operation) -> None:
    """Wait for a process from `spawn` that was told to end; stop it as its class says."""
    _wait(pid, operation, operation.limit, signals.pthread_sigmask(signals.SIG_BLOCK, ()))


def detached(directory: str, *args: str) -> None:
    """Start `teammem ARGS` in a directory and leave it alone: nobody waits for it or reads it.

    Raises:
        GitError: the system cannot start it.
    """
    import sys

    from teammem import environ

    code = "import os, sys; os.chdir(sys.argv.pop(1)); from teammem.cli.main import run; run()"
    nothing = os.open(os.devnull, os.O_RDWR)
    try:
        argv = (sys.executable, "-I", "-c", code, directory, *args)
        spawn(argv, environ.for_user(), nothing, nothing, nothing)
    finally:
        os.close(nothing)


def _wait(
    pid: int, operation: Operation, limit: float | None, mask: Iterable[int]
) -> tuple[int, bool]:
    try:
        signals.pthread_sigmask(signals.SIG_SETMASK, mask)
        code = _ended(pid, limit)
        if code is not None:
            return code, False
        return _stop(pid, operation), True
    except GitError:
        raise  # it did not stop, and has been waited for
    except BaseException:
        # Ctrl-C or a SIGTERM handler's exception: the child is in another session and did not get
        # the signal. A command that must not be killed is left to finish.
        if operation.first:
            _stop(pid, operation)
        raise


def _stop(pid: int, operation: Operation) -> int:
    import signal

    if operation.first == "KILL":
        _signal_group(pid, signal.SIGKILL)
        code = _ended(pid, None)
    else:
        _signal_group(pid, signal.SIGTERM)
        _signal_group(pid, signal.SIGCONT)  # a stopped process reacts to TERM only then
        code = _ended(pid, operation.grace if operation.grace is not None else 10.0)
        if code is None and operation.grace is None:
            raise GitError(
                f"git (process {pid}) did not stop within 10 seconds",
                f"look at it with `ps -fp {pid}`; it holds a lock, so it is not killed",
                "git-stuck",
            )
        _signal_group(pid, signal.SIGKILL)  # stragglers; git itself is gone or was given its time
        if code is None:
            code = _ended(pid, None)
    return -1 if code is None else code


def _signal_group(pid: int, number: int) -> None:
    try:
        os.killpg(pid, number)
    except (ProcessLookupError, PermissionError):
        return


def _ended(pid: int, limit: float | None) -> int | None:
    """Wait for `pid`; None when `limit` seconds are over first."""
    if limit is None:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if hasattr(os, "pidfd_open"):
        import select

        descriptor = os.pidfd_open(pid)
        try:
            poll = select.poll()
            poll.register(descriptor, select.POLLIN)
            if not poll.poll(limit * 1000):
                return None
        finally:
            os.close(descriptor)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    deadline = time.monotonic() + limit
    pause = 0.0005
    while True:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= deadline:
            return None
        time.sleep(pause)
        pause = min(pause * 2, 0.02)
