"""Killed at any moment: nothing is lost, nothing else moves, the next sync ends it."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.sandbox import BIN, Sandbox
from tests.sync.team import MEMORY, Clones, copied, identity, memory

# Stands for git and kills the teammem that called it, before or after the command with that number.
_SHIM = """#!/bin/sh
if [ -n "$TEAMMEM_NESTED" ] || [ -z "$STOP_COUNT" ]; then exec {git} "$@"; fi
n=$(( $(cat "$STOP_COUNT" 2>/dev/null || echo 0) + 1 ))
echo $n > "$STOP_COUNT"
if [ "$n" = "$STOP_BEFORE" ]; then kill -9 $PPID; exit 1; fi
{git} "$@"
code=$?
if [ "$n" = "$STOP_AFTER" ]; then kill -9 $PPID; fi
exit $code
"""
EDITED = memory("old", "changed here\n\nend")
OLD = memory("old", "as it was\n\nend")


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shim")
    path = folder / "git"
    path.write_text(_SHIM.format(git=shutil.which("git")))
    path.chmod(0o755)
    return folder


def prepare(folder: Path, state: str) -> Clones:
    clones = Clones(folder)
    clones.bo.commit({".teammem/old.md": OLD, ".teammem/gone.md": OLD, "src/a.py": "1\n"}, "start")
    clones.bo.git("push", "-q", "origin", "main")
    ana = clones.ana
    ana.git("pull", "-q", "--ff-only")
    if state == "feature":
        ana.git("switch", "-q", "-c", "feature")
    clones.bo.write(".teammem/theirs.md", memory("theirs", "from bo"))
    clones.sync(clones.bo)
    ana.write("src/a.py", "staged\n")
    ana.git("add", "src/a.py")
    ana.write("src/a.py", "worktree\n")
    ana.write(".teammem/new.md", MEMORY)
    ana.git("add", ".teammem/new.md")
    ana.write(".teammem/old.md", EDITED)
    (ana.path / ".teammem/gone.md").unlink()
    return clones


def locks(clone: Sandbox) -> list[Path]:
    return [path for path in (clone.path / ".git").rglob("*.lock") if "teammem" not in str(path)]


def everywhere(clones: Clones, text: str) -> bool:
    """Tell whether a text stands in the work tree, on the remote, or behind a safety ref."""
    ana = clones.ana
    blob = ana.git("hash-object", "--stdin", stdin=text)
    if any(path.read_text() == text for path in (ana.path / ".teammem").rglob("*.md")):
        return True
    for repo in (clones.remote, ana):
        reachable = repo.git("rev-list", "--objects", "--no-object-names", "--all")
        trees = repo.git("for-each-ref", "--format=%(objectname)", "refs/teammem/safe/")
        for tree in trees.split():
            reachable += "\n" + repo.git("ls-tree", "-r", "--format=%(objectname)", tree)
        if blob in reachable.split():
            return True
    return False


def check_after_stop(clones: Clones, before: tuple[str, ...], *, moves: bool) -> None:
    ana = clones.ana
    now = identity(ana)
    if moves:
        assert (now[0], now[1], now[2]) == (before[0], before[1], before[2])
    else:
        assert now == before
    assert locks(ana) == []
    for text in (MEMORY, EDITED):
        assert everywhere(clones, text)
    assert clones.ana.run("git", "fsck", "--connectivity-only", check=False).code == 0


def check_end(clones: Clones) -> None:
    assert clones.has("new.md", MEMORY)
    assert clones.has("old.md", EDITED)
    assert clones.has("gone.md", None)
    assert not [path for path in clones.paths() if "conflict" in path]
    assert clones.remote.git("log", "--merges", "--oneline", "main") == ""
    status = clones.ana.git("status", "--porcelain", "--", ".teammem")
    assert status == "", status


@pytest.mark.parametrize(
    ("state", "when", "first", "step"),
    [
        # Every third command of each kind here, all of them in ci/soak.
        pytest.param("main", "BEFORE", 1, 3, id="main-before"),
        pytest.param("feature", "BEFORE", 2, 3, id="feature-before"),
        pytest.param("main", "AFTER", 3, 3, id="main-after"),
        pytest.param("feature", "AFTER", 1, 3, id="feature-after"),
        *(
            pytest.param(
                state, when, 1, 1, marks=pytest.mark.slow, id=f"each-{state}-{when.lower()}"
            )
            for state in ("main", "feature")
            for when in ("BEFORE", "AFTER")
        ),
    ],
)
def test_killed_at_its_git_commands(
    tmp_path: Path, shim: Path, state: str, when: str, first: int, step: int
) -> None:
    (tmp_path / "made").mkdir()
    clones = prepare(tmp_path / "made", state)
    for number in itertools.count(first, step):
        here = copied(clones, tmp_path / f"at-{number}")
        ana = here.ana
        before = identity(ana)
        env = {
            "PATH": f"{shim}{os.pathsep}{ana.env['PATH']}",
            "STOP_COUNT": str(tmp_path / f"count-{number}"),
            f"STOP_{when}": str(number),
        }
        done = ana.teammem("sync", env=env)
        if done.code == 0:
            break
        assert done.code == -signal.SIGKILL, done.text
        check_after_stop(here, before, moves=state == "main")
        again = ana.teammem("sync")
        assert again.code == 0, (number, again.text)
        check_end(here)
        shutil.rmtree(here.folder)
    assert number > 15
    check_end(here)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stopped_while_the_network_hangs(tmp_path: Path, number: int) -> None:
    clones = Clones(tmp_path)
    ana = clones.ana
    marker = tmp_path / "asked"
    transport = tmp_path / "ssh"
    transport.write_text(f"#!/bin/sh\ntouch {marker}\nsleep 600\n")
    transport.chmod(0o755)
    ana.git("remote", "set-url", "origin", "ssh://example.invalid/repo.git")
    ana.write(".teammem/a.md", MEMORY)
    process = subprocess.Popen(
        [BIN / "teammem", "sync"],
        cwd=ana.path,
        env={**ana.env, "GIT_SSH_COMMAND": str(transport)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    while not marker.exists():
        assert process.poll() is None, process.stdout
        time.sleep(0.01)
    process.send_signal(number)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + number, out
    assert (ana.path / ".teammem/a.md").read_text() == MEMORY
    assert locks(ana) == []
    left = subprocess.run(["pgrep", "-f", str(transport)], capture_output=True, check=False)
    assert left.stdout == b""


def test_a_remote_that_does_not_answer_ends_within_the_budget(tmp_path: Path) -> None:
    clones = Clones(tmp_path)
    ana = clones.ana
    transport = tmp_path / "ssh"
    transport.write_text("#!/bin/sh\nsleep 600\n")
    transport.chmod(0o755)
    ana.git("remote", "set-url", "origin", "ssh://example.invalid/repo.git")
    ana.write(".teammem/a.md", MEMORY)
    done = ana.teammem("sync", "--budget", "1", "--json", env={"GIT_SSH_COMMAND": str(transport)})
    assert done.code == 4
    assert b'"timeout"' in done.out
    assert (ana.path / ".teammem/a.md").read_text() == MEMORY
