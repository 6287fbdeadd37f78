"""Killed at any moment: no half file, no lost memory, and the next command works."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from teammem.lifecycle import pick, workspace
from teammem.lifecycle.check import check
from teammem.lifecycle.edit import Changes, edit
from teammem.lifecycle.forget import forget, plan
from teammem.lifecycle.pin import pin
from teammem.lifecycle.promote import promote
from teammem.lifecycle.remember import Request, remember
from teammem.lifecycle.workspace import Workspace
from teammem.roots.find import Root
from teammem.roots.scan import scan
from tests.support.sandbox import Sandbox

# The child says when its imports are done, does its act over and over, and never ends by itself.
_CHILD = """
import sys
from pathlib import Path
from tests.lifecycle import test_kill
test_kill.busy(Path(sys.argv[1]), sys.argv[2])
"""
KINDS = ("remember", "edit", "forget", "promote")
BODY = "\\n".join(
    f"line {number} of a body that is long enough to be torn" for number in range(400)
)


def busy(top: Path, kind: str) -> None:
    """Do one kind of act until somebody kills us."""
    work = workspace.open_at(top)
    print("ready", flush=True)  # noqa: T201
    number = 0
    while True:
        number += 1
        if kind == "remember":
            remember(work, request(f"n{os.getpid()}-{number}"))
        elif kind == "edit":
            edit(work, pick.pick(work, "first.md"), Changes(body=f"{number}\n{BODY}\n{number}\n"))
        elif kind == "forget":
            made = remember(work, request(f"f{os.getpid()}-{number}"))
            forget(work, plan(work, [made.id]))
        else:
            made = remember(work, request(f"p{os.getpid()}-{number}", "project"))
            promote(work, pick.pick(work, made.id, "project"))


def request(name: str, tier: str = "team") -> Request:
    body = f"{name}\n{BODY}\n{name}"
    return Request(body, tier=tier, name=name, description=name, on_duplicate="keep")


def kill_once(team: Sandbox, kind: str, delay: float) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(team.path), kind],
        cwd=Path(__file__).parents[2],
        env={**team.env, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()


def whole(root: Root) -> None:
    """Every file that can be seen is complete: first and last line name the same act."""
    found = scan(root)
    assert found.broken == ()
    assert found.records == ()
    assert [one for one in found.skipped if one.reason == "empty"] == []
    for one in found.loaded:
        lines = one.entry.body.strip().split("\n")
        assert lines[0] in (lines[-1], "# First"), one.path


def next_works(work: Workspace, number: int) -> None:
    """The half of an act that is left is finished by the same command; others work too."""
    buried = {stone.stone.id for found in work.scans() for stone in found.stones}
    for found in pick.all_in(work):
        if found.loaded.entry.id in buried:
            forget(work, plan(work, [str(found.root.path / found.path)]))
    assert "TM061" not in {one.rule for one in check(work)}
    for found in pick.all_in(work, "project"):
        promote(work, found)
    team = {found.loaded.entry.id for found in pick.all_in(work, "team")}
    assert {found.loaded.entry.id for found in pick.all_in(work, "project")} <= team
    made = remember(work, request(f"next-{number}"))
    pin(work, pick.pick(work, made.id))
    forget(work, plan(work, [made.id]))


def soak(team: Sandbox, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    for number in range(rounds):
        before = {one.loaded.entry.id for one in pick.all_in(workspace.open_at(team.path), "team")}
        kind = KINDS[number % len(KINDS)]
        kill_once(team, kind, chance.uniform(0.0, 0.15))
        work = workspace.open_at(team.path)
        for root in work.roots.all():
            whole(root)
        after = {one.loaded.entry.id for one in pick.all_in(work, "team")}
        assert {one for one in before if one} <= after, kind
        next_works(work, number)


def test_killed_twenty_times(team: Sandbox) -> None:
    soak(team, 20, 1)


@pytest.mark.slow
def test_killed_two_hundred_times(team: Sandbox) -> None:
    soak(team, 200, 2)
