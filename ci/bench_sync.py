"""What sync does under load and what it costs, beside plain git's order in the same run.

    ci/bench sync [--writers 8] [--rounds 3] [--files 52000] [--kills 300]

Plain git's order is pull --ff-only, add, commit, push in each writer's own work tree, once a round.
A part is left out with 0.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from ci.bench_hooks import call, clock, filled  # noqa: E402 - after the path to the clone's tests
from tests.support.sandbox import BIN, Sandbox, clean_environment  # noqa: E402
from tests.sync.team import copied, identity, memory  # noqa: E402
from tests.sync.test_stops import check_end, everywhere, locks, prepare  # noqa: E402

TEAMMEM = str(BIN / "teammem")
PLAIN = "git pull -q --ff-only && git add -A && git commit -qm note && git push -q origin HEAD:main"
NOTES = 3


def home(folder: Path) -> dict[str, str]:
    """Return an environment with an identity."""
    place = folder / "home"
    place.mkdir(parents=True, exist_ok=True)
    (place / "gitconfig").write_text("[user]\n\tname = A\n\temail = a@example.com\n")
    return clean_environment(place)


def writers(folder: Path, count: int, rounds: int, *, plain: bool) -> dict[str, object]:
    """Let several write at once, and count what arrived."""
    env = home(folder)
    first = Sandbox.create(folder / "first", env)
    first.commit({"README.md": "x\n", ".teammem/MEMORY.md": "# Memories\n"})
    first.git("clone", "-q", "--bare", ".", str(folder / "remote.git"))
    remote = Sandbox(folder / "remote.git", env)
    team = [remote.clone(folder / f"w{number}") for number in range(count)]
    wanted = 0
    begun = time.perf_counter()
    for turn in range(rounds):
        for number, clone in enumerate(team):
            for note in range(NOTES):
                name = f"w{number}-{turn}-{note}"
                clone.write(f".teammem/{name}.md", memory(name, "text"))
                wanted += 1
        command = ["sh", "-c", PLAIN] if plain else [TEAMMEM, "sync"]
        running = [
            subprocess.Popen(
                command,
                cwd=clone.path,
                env=clone.env,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for clone in team
        ]
        for process in running:
            process.wait()
    spent = time.perf_counter() - begun
    listed = remote.git("ls-tree", "-r", "--name-only", "main").splitlines()
    arrived = sum(name.startswith(".teammem/w") for name in listed)
    merges = len(remote.git("log", "--merges", "--format=%h", "main").split())
    return {"arrived": f"{arrived} of {wanted}", "merges": merges, "seconds": round(spent, 1)}


def cost(folder: Path, files: int) -> dict[str, float]:
    """A sync with nothing to do, and one with one memory, in a large repository."""
    env = home(folder)
    large = filled(folder / "large", env, files)
    large.git("commit", "-q", "-m", "staged")
    large.git("clone", "-q", "--bare", ".", str(folder / "remote.git"))
    large.git("remote", "add", "origin", str(folder / "remote.git"))
    large.git("fetch", "-q", "origin")
    large.git("branch", "-q", "--set-upstream-to=origin/main")
    idle = "git pull -q --ff-only && git add -A && git push -q origin HEAD:main"
    plain = clock(call(large, "sh", "-c", idle), 9)
    ours = clock(call(large, TEAMMEM, "sync"), 9)
    number = iter(range(1000))

    def one(command: list[str]) -> None:
        name = f"n{next(number)}"
        large.write(f".teammem/{name}.md", memory(name, "text"))
        subprocess.run(command, cwd=large.path, env=large.env, check=True, capture_output=True)

    plain_one = clock(lambda: one(["sh", "-c", PLAIN]), 9)
    ours_one = clock(lambda: one([TEAMMEM, "sync"]), 9)
    return {
        "nothing to do, git's order ms": plain,
        "nothing to do, sync ms": ours,
        "ratio": ours / plain,
        "one memory, git's order ms": plain_one,
        "one memory, sync ms": ours_one,
        "ratio with one memory": ours_one / plain_one,
    }


def tree_of(pid: int) -> list[int]:
    """Return a process and all below it, by /proc."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                parents[int(entry.name)] = int(fields[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def kills(folder: Path, count: int, *, whole: bool) -> dict[str, object]:
    """Kill syncs at random moments, Python alone or with all its git children."""
    made = prepare(folder / "made", "feature")
    texts = [(made.ana.path / ".teammem" / name).read_text() for name in ("new.md", "old.md")]
    trial = copied(made, folder / "trial")
    begun = time.perf_counter()
    trial.ana.teammem("sync")
    length = time.perf_counter() - begun
    random.seed(1)
    hit = lost = changed = left = kept = 0
    for number in range(count):
        here = copied(made, folder / f"k{number}")
        before = identity(here.ana)
        process = subprocess.Popen(
            [TEAMMEM, "sync"],
            cwd=here.ana.path,
            env=here.ana.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(random.uniform(0, length))
        doomed = tree_of(process.pid) if whole else [process.pid]
        if process.poll() is None:
            hit += 1
        for pid in doomed:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait()
        time.sleep(0.05)  # git children that were not killed end by themselves
        lost += sum(not everywhere(here, text) for text in texts)
        changed += identity(here.ana) != before
        held = locks(here.ana)
        left += bool(held)
        for lock in held:
            lock.unlink()  # what `teammem doctor --clear-lock` does when its holder is gone
        again = here.ana.teammem("sync")
        try:
            assert again.code == 0
            check_end(here)
        except AssertionError:
            kept += 1
        shutil.rmtree(here.folder)
    return {
        "kills": count,
        "hit a live sync": hit,
        "notes lost": lost,
        "index or files changed": changed,
        "locks left": left,
        "not ended by the next sync": kept,
    }


def main() -> None:
    """Run the parts and print them as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--files", type=int, default=52_000)
    parser.add_argument("--kills", type=int, default=300)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="teammem-bench-") as scratch:
        folder = Path(scratch)
        found: dict[str, object] = {}
        if told.writers:
            both = {}
            for name, plain in (("sync", False), ("git's order", True)):
                place = folder / name.replace("'", "").replace(" ", "-")
                both[name] = writers(place, told.writers, told.rounds, plain=plain)
            found[f"{told.writers} writers, {told.rounds} rounds"] = both
        if told.files:
            found[f"cost at {told.files} files"] = {
                name: round(value, 2) for name, value in cost(folder / "cost", told.files).items()
            }
        if told.kills:
            half = told.kills // 2
            found["killed with all its git children"] = kills(folder / "whole", half, whole=True)
            found["killed alone"] = kills(folder / "alone", told.kills - half, whole=False)
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
