"""Races that are lost, prompts that hang, children that outlive their parent."""

from __future__ import annotations

import http.server
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.sandbox import BIN
from tests.sync.team import MEMORY, Clones, identity


@pytest.fixture
def clones(tmp_path: Path) -> Clones:
    made = Clones(tmp_path)
    made.ana.git("switch", "-q", "-c", "feature")
    made.ana.write(".teammem/a.md", MEMORY)
    return made


def outpaced(clones: Clones, folder: Path, times: int) -> dict[str, str]:
    """Return an environment in which Bo is faster with so many of Ana's pushes."""
    git = shutil.which("git")
    shim = folder / "bin/git"
    shim.parent.mkdir()
    shim.write_text(
        f"""#!/bin/sh
case "$*" in *"push --porcelain"*)
  n=$(( $(cat {folder}/count 2>/dev/null || echo 0) + 1 )); echo $n > {folder}/count
  if [ $n -le {times} ]; then (
    cd {clones.bo.path} && {git} commit -q --no-verify --allow-empty -m "bo $n" &&
    {git} push -q --no-verify origin main ) >&2
  fi;; esac
exec {git} "$@"
"""
    )
    shim.chmod(0o755)
    clones.bo.git("pull", "-q", "--ff-only")
    return {"PATH": f"{shim.parent}:{clones.ana.env['PATH']}"}


def test_a_race_that_is_lost_twice_is_won_in_the_end(clones: Clones, tmp_path: Path) -> None:
    before = identity(clones.ana)
    done = clones.ana.teammem("sync", env=outpaced(clones, tmp_path, 2))
    assert (done.code, clones.has("a.md", MEMORY)) == (0, True), done.text
    assert identity(clones.ana)[0:3] == before[0:3]
    subjects = clones.remote.git("log", "--format=%s", "main").splitlines()
    assert subjects[1:3] == ["bo 2", "bo 1"]


def test_a_race_that_is_always_lost_leaves_the_memory_here(clones: Clones, tmp_path: Path) -> None:
    before = identity(clones.ana)
    env = outpaced(clones, tmp_path, 1_000)
    done = clones.ana.teammem("sync", "--budget", "4", env=env)
    assert (done.code, "others were faster" in done.text) == (4, True), done.text
    assert identity(clones.ana)[0:3] == before[0:3]
    assert (clones.ana.path / ".teammem/a.md").read_text() == MEMORY
    assert not clones.has("a.md", MEMORY)
    clones.sync(clones.ana)
    assert clones.has("a.md", MEMORY)


class _Locked(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="team"')
        self.end_headers()

    def log_message(self, *_args: Any) -> None:
        return


@pytest.fixture
def locked(clones: Clones) -> Iterator[Clones]:
    """Let Ana's remote be a server that asks for a password."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Locked)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    clones.ana.git("remote", "set-url", "origin", f"http://127.0.0.1:{server.server_port}/x.git")
    yield clones
    server.shutdown()
    server.server_close()


def hanging(folder: Path) -> Path:
    program = folder / "ask"
    program.write_text(f"#!/bin/sh\ntouch {folder}/asked\nexec sleep 600\n")
    program.chmod(0o755)
    return program


@pytest.mark.parametrize("variable", ["SSH_ASKPASS", "GIT_ASKPASS"])
def test_no_program_that_asks_for_a_password_is_called(
    locked: Clones, tmp_path: Path, variable: str
) -> None:
    program = str(hanging(tmp_path))
    env = {variable: program, "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": ":0"}
    done = locked.ana.teammem("sync", "--json", env=env)
    assert (done.code, b'"auth"' in done.out) == (4, True), done.text
    assert not (tmp_path / "asked").exists()


def test_a_credential_helper_that_hangs_ends_with_the_budget(
    locked: Clones, tmp_path: Path
) -> None:
    locked.ana.git("config", "--global", "credential.helper", f"!{hanging(tmp_path)}")
    done = locked.ana.teammem("sync", "--json", "--budget", "2")
    assert (tmp_path / "asked").exists()
    assert (done.code, b'"timeout"' in done.out) == (4, True), done.text
    assert (locked.ana.path / ".teammem/a.md").read_text() == MEMORY


def transport(clones: Clones, folder: Path, script: str) -> dict[str, str]:
    program = folder / "ssh"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    clones.ana.git("remote", "set-url", "origin", "ssh://example.invalid/repo.git")
    return {"GIT_SSH_COMMAND": str(program)}


def alive(file: Path) -> bool:
    """Tell whether the process whose id a file holds still runs."""
    state = Path("/proc", file.read_text().strip(), "stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


def until(true: Callable[[], bool]) -> bool:
    end = time.monotonic() + 20
    while not true() and time.monotonic() < end:
        time.sleep(0.02)
    return true()


def test_a_child_that_the_transport_leaves_behind_is_not_waited_for(
    clones: Clones, tmp_path: Path
) -> None:
    refused = "echo 'ssh: connect to host x port 22: Connection refused' >&2; exit 255"
    script = f"sleep 600 > /dev/null & echo $! > {tmp_path}/left\n{refused}"
    done = clones.ana.teammem("sync", "--json", env=transport(clones, tmp_path, script))
    assert (done.code, b'"offline"' in done.out) == (4, True), done.text  # and not "timeout"
    os.kill(int((tmp_path / "left").read_text()), signal.SIGKILL)


@pytest.mark.parametrize("ignored", [(), (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)])
def test_what_hangs_goes_with_the_budget_even_if_it_is_deaf(
    clones: Clones, tmp_path: Path, ignored: tuple[signal.Signals, ...]
) -> None:
    """As under nohup: whoever starts us may have told us to ignore signals, and children inherit it."""

    def ignore() -> None:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)

    script = f"trap '' TERM INT HUP; echo $$ > {tmp_path}/deaf; while :; do sleep 1; done"
    env = {**clones.ana.env, **transport(clones, tmp_path, script)}
    done = subprocess.run(
        [BIN / "teammem", "sync", "--json", "--budget", "1"],
        cwd=clones.ana.path,
        env=env,
        capture_output=True,
        check=False,
        timeout=120,
        preexec_fn=ignore,
    )
    assert (done.returncode, b'"timeout"' in done.stdout) == (4, True), done.stdout + done.stderr
    assert until(lambda: not alive(tmp_path / "deaf"))
    assert not list((clones.ana.path / ".git").glob("*.lock"))
