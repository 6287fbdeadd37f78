"""Speed of the verbs about memories, in one run beside the least that any of them could cost.

    ci/bench memories [--notes 1000] [--runs 5] [--large]

Times are medians of whole processes in a clone whose team root holds made-up memories of about
1 kB. The floor is a bare interpreter and one `git status` of the root, in the same run, so that
the ratios say something on a machine that is shared. "behind" is the same clone on a branch that
lacks the last hundred memories of the destination. `--large` compares scan and check of ten times
as many, which have to be linear.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

SCRIPT = Path(sys.executable).parent / "teammem"
CHANGED = 100

STEMS = (
    "deploy", "index", "cache", "queue", "shard", "build", "merge", "login", "route", "schema",
    "ledger", "tenant", "replica", "webhook", "quota", "retry", "canary", "digest", "parser",
)  # fmt: skip
ENDINGS = ("", "er", "ing", "s", "able", "ment", "ion", "less", "ful", "ize")


def memory(number: int, chance: random.Random) -> str:
    """Return a memory of about 1 kB."""
    words = [stem + ending for stem in STEMS for ending in ENDINGS]
    name = f"{chance.choice(words)}-{number}"
    said = " ".join(chance.choices(words, k=10))
    body = "\n".join(" ".join(chance.choices(words, k=12)) for _ in range(9))
    front = f"name: {name}\ndescription: {said}\ntype: project\nid: 01J{number:023d}\n"
    return f"---\n{front}---\n{body}\n"


class Clone:
    """A clone with memories, its own home, and a foreign store to import from."""

    def __init__(self, folder: Path, notes: int) -> None:
        self.chance = random.Random(7)
        self.first = folder / "first"
        self.path = folder / "clone"
        self.store = folder / "store"
        config = folder / "gitconfig"
        folder.mkdir(parents=True)
        config.write_text("[user]\n\tname = Ana\n\temail = ana@example.org\n")
        self.env = {
            **os.environ,
            "GIT_CONFIG_GLOBAL": str(config),
            "GIT_CONFIG_NOSYSTEM": "1",
            "TEAMMEM_HOME": str(folder / "home"),
            "TEAMMEM_ACTOR": "person",
        }
        self._write(self.first / ".teammem", 0, notes)
        self._write(self.store, notes + 1_000, 20)
        self.git(self.first, "init", "-q", "-b", "main")
        self._commit("first")
        self.git(folder, "clone", "-q", str(self.first), str(self.path))

    def _write(self, root: Path, start: int, count: int) -> None:
        root.mkdir(parents=True, exist_ok=True)
        for number in range(start, start + count):
            (root / f"n{number}.md").write_text(memory(number, self.chance))

    def _commit(self, subject: str) -> None:
        self.git(self.first, "add", "-A")
        self.git(self.first, "commit", "-q", "-m", subject)

    def git(self, where: Path, *args: str) -> None:
        """Run git."""
        subprocess.run(["git", *args], cwd=where, env=self.env, check=True, capture_output=True)

    def fall_behind(self, notes: int) -> None:
        """Let the destination have a hundred memories more, and ten that changed."""
        self._write(self.first / ".teammem", notes, CHANGED)
        self._write(self.first / ".teammem", 0, 10)
        self._commit("more")
        self.git(self.path, "switch", "-q", "-c", "feature")
        self.git(self.path, "fetch", "-q")

    def run(self, *argv: str | Path) -> None:
        """Run a command in the clone; what it finds is its own business."""
        subprocess.run(argv, cwd=self.path, env=self.env, check=False, capture_output=True)


def median(act: Callable[[int], None], runs: int) -> float:
    """Return the median of some runs in milliseconds."""
    times = []
    for number in range(runs):
        begun = time.perf_counter()
        act(number)
        times.append(1_000 * (time.perf_counter() - begun))
    return statistics.median(times)


def verbs(clone: Clone, runs: int, mark: str) -> Mapping[str, float]:
    """Return the time of each verb."""

    def teammem(*args: str) -> Callable[[int], None]:
        return lambda _number: clone.run(SCRIPT, *args)

    def remember(number: int) -> None:
        told = " ".join(clone.chance.choices([f"{mark}{n}x" for n in range(999)], k=12))
        clone.run(SCRIPT, "remember", "--tier", "team", "--name", f"{mark}-{number}", told)

    question = "how does the shard parser route a webhook"
    clone.run(SCRIPT, "recall", question)
    return {
        "remember": median(remember, runs),
        "list": median(teammem("list"), runs),
        "show": median(teammem("show", "n7"), runs),
        "recall, warm": median(teammem("recall", question), runs),
        "check": median(teammem("check"), runs),
        "import, preview": median(teammem("import", str(clone.store)), runs),
        "where": median(teammem("where"), runs),
    }


def floor(clone: Clone, runs: int) -> float:
    """Return the time of a bare interpreter and one git command."""

    def act(_number: int) -> None:
        clone.run(sys.executable, "-c", "pass")
        clone.run("git", "status", "--porcelain", "--", ".teammem")

    return median(act, runs)


def linear(folder: Path, notes: int, runs: int) -> None:
    """Print how scan and check grow with ten times as many memories."""
    code = (
        "import sys, time; from pathlib import Path; import teammem; "
        "from teammem.lifecycle.check import check; "
        "work = teammem.open_at(Path.cwd()); begun = time.perf_counter(); "
        "work.scans(); scanned = time.perf_counter(); check(work); "
        "print(scanned - begun, time.perf_counter() - scanned)"
    )
    figures = []
    for count in (notes, 10 * notes):
        clone = Clone(folder / str(count), count)
        told = []
        for _ in range(runs):
            done = subprocess.run(
                [sys.executable, "-c", code],
                cwd=clone.path, env=clone.env, check=True, capture_output=True, text=True,
            )  # fmt: skip
            told.append([float(word) for word in done.stdout.split()])
        figures.append([statistics.median(column) for column in zip(*told, strict=True)])
    for name, small, large in zip(("scan", "check"), *figures, strict=True):
        print(f"{name:<18}{small:8.2f} s {large:8.2f} s   ratio {large / small:.1f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--large", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="teammem-bench-") as folder:
        clone = Clone(Path(folder) / "verbs", given.notes)
        least = floor(clone, given.runs)
        here = verbs(clone, given.runs, "up")
        clone.fall_behind(given.notes)
        behind = verbs(clone, given.runs, "behind")
        print(f"{given.notes} memories; floor (interpreter and git status): {least:.0f} ms")
        print(f"{'':<18}{'at the destination':>24}{'behind it':>24}")
        for name, time_here in here.items():
            there = behind[name]
            print(
                f"{name:<18}{time_here:14.0f} ms {time_here / least:5.1f}x"
                f"{there:14.0f} ms {there / least:5.1f}x"
            )
        if given.large:
            linear(Path(folder) / "large", given.notes, max(1, given.runs // 2))


if __name__ == "__main__":
    main()
