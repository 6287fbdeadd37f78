"""Starting and stopping processes: limits, signals, groups, streams."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from teammem import environ
from teammem.errors import GitError
from teammem.git import operation, run
from teammem.git.operation import OPERATIONS, Operation

ENV = environ.snapshot()
QUICK = Operation("quick", "", 0.3, "KILL", 0.0, "")
POLITE = Operation("polite", "", 0.3, "TERM", 0.3, "")
PATIENT = Operation("patient", "", 0.3, "TERM", None, "")


def sh(script: str) -> list[str]:
    return ["sh", "-c", script]


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie that nobody has waited for does not."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return text.rpartition(")")[2].split()[0] != "Z"


def gone(pid: int) -> bool:
    deadline = time.monotonic() + 10
    while alive(pid) and time.monotonic() < deadline:
        os.sched_yield()
    return not alive(pid)


def test_a_command_that_ends_by_itself() -> None:
    done = run.run(operation.READ, sh("cat; echo said >&2"), ENV, b"input")
    assert (done.code, done.out, done.err, done.outcome) == (0, b"input", b"said\n", run.DONE)
    failed = run.run(operation.READ, sh("exit 3"), ENV)
    assert (failed.code, failed.outcome, failed.message()) == (3, run.FAILED, "exit status 3")


def test_a_descriptor_as_input_is_read_from_its_start() -> None:
    file = run.nameless_file(b"twice")
    try:
        for _ in range(2):
            assert run.run(operation.READ, ["cat"], ENV, file).out == b"twice"
    finally:
        os.close(file)


@pytest.mark.parametrize("kind", [QUICK, POLITE])
def test_a_command_over_its_limit_is_stopped_and_unknown(kind: Operation) -> None:
    done = run.run(kind, sh("echo $$; sleep 600"), ENV)
    assert done.outcome == run.UNKNOWN
    assert gone(int(done.out))


def test_the_limit_of_a_call_counts_before_the_classs() -> None:
    slow = Operation("slow", "", 600.0, "KILL", 0.0, "")
    assert run.run(slow, sh("sleep 600"), ENV, limit=0.2).outcome == run.UNKNOWN


def test_the_whole_group_is_stopped_even_what_is_deaf_to_term() -> None:
    script = "trap '' TERM; sh -c 'trap \"\" TERM; sleep 600' & echo $!; exec sleep 600"
    done = run.run(POLITE, sh(script), ENV)
    assert done.outcome == run.UNKNOWN
    assert gone(int(done.out))


def test_a_stopped_process_gets_a_chance_to_react() -> None:
    done = run.run(POLITE, sh("trap 'echo bye; exit 0' TERM; kill -STOP $$; sleep 600"), ENV)
    assert (done.out, done.outcome) == (b"bye\n", run.UNKNOWN)


def test_what_must_not_be_killed_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    deaf = tmp_path / "deaf"
    os.mkfifo(deaf)

    waits: list[float | None] = []

    def late(_pid: int, limit: float | None) -> None:
        waits.append(limit)
        if deaf.exists():
            deaf.read_text()  # waits until the trap is set
            deaf.unlink()

    monkeypatch.setattr(run, "_ended", late)
    with pytest.raises(GitError, match="did not stop") as caught:
        run.run(PATIENT, sh(f"trap '' TERM; echo >'{deaf}'; exec sleep 600"), ENV)
    assert caught.value.reason == "git-stuck"
    assert waits == [0.3, 10.0]
    pid = int(caught.value.hint.split("ps -fp ")[1].split("`")[0])
    assert alive(pid)
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def test_a_background_child_that_holds_the_streams_delays_nothing() -> None:
    began = time.monotonic()
    done = run.run(operation.READ, sh("sleep 30 & echo $!"), ENV)
    assert time.monotonic() - began < 20
    assert done.outcome == run.DONE
    os.kill(int(done.out), signal.SIGKILL)


def test_a_parent_that_ignores_signals_does_not_pass_that_on() -> None:
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN);"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "from teammem.git import operation, run; from teammem import environ;"
        "print(run.run(operation.READ, ['sh', '-c', 'grep SigIgn /proc/self/status'],"
        " environ.snapshot()).out.decode())"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ignored = int(told.stdout.split()[1], 16)
    assert not ignored & (1 << (signal.SIGTERM - 1) | 1 << (signal.SIGINT - 1))


def test_the_child_has_a_session_of_its_own() -> None:
    done = run.run(operation.READ, sh("ps -o sid= -p $$; echo $$"), ENV)
    session, pid = done.out.split()
    assert session == pid
    assert os.getsid(0) != int(pid)


def test_a_program_that_is_missing_or_no_program(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="not installed") as caught:
        run.run(operation.READ, ["no-such-program"], ENV)
    assert caught.value.reason == "no-such-program-missing"
    file = tmp_path / "program"
    file.write_text("x")
    with pytest.raises(GitError, match="cannot be started"):
        run.run(operation.READ, [str(file)], ENV)


def test_output_beyond_the_limit_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "OUTPUT_LIMIT", 10)
    with pytest.raises(GitError, match="more than the limit"):
        run.run(operation.READ, sh("echo 12345678901"), ENV)
    assert run.run(operation.READ, sh("echo 123456789"), ENV).out == b"123456789\n"


def test_large_output_and_input() -> None:
    data = b"x" * (3 << 20)
    assert run.run(operation.READ, ["cat"], ENV, data).out == data


def test_systems_without_pidfd_and_memfd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    monkeypatch.delattr(os, "memfd_create", raising=False)
    done = run.run(operation.READ, sh("cat; sleep 0.05"), ENV, b"input")
    assert (done.out, done.outcome) == (b"input", run.DONE)
    assert run.run(QUICK, sh("sleep 600"), ENV).outcome == run.UNKNOWN


def test_the_first_line_of_an_error_is_gits_message() -> None:
    done = run.Result(128, b"", b"warning: x\nhint: y\n\nfatal: what is wrong\nmore\n", run.FAILED)
    assert done.message() == "what is wrong"


def test_every_class_says_why() -> None:
    for one in OPERATIONS:
        assert one.reason
        assert one.first in {"KILL", "TERM", ""}
        assert (one.limit is None) == (one.first == "")


def test_the_users_own_command_is_left_to_finish(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def interrupted(pid: int, _limit: float | None) -> int | None:
        started.append(pid)
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "_ended", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.run(operation.USERS_OWN, sh("exec sleep 600"), ENV)
    assert alive(started[0])
    os.kill(started[0], signal.SIGKILL)
    os.waitpid(started[0], 0)
