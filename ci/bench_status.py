"""What `teammem status` costs beside bare Python and one git call: ci/bench status.

    ci/bench status [--files 52000] [--notes 200] [--runs 20] [--json]

The floor is the interpreter and `git status` limited to the team root, each in a process of its
own. Everything runs in the same clone in the same run, alternating.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from ci.bench_hooks import call, filled  # noqa: E402 - after the path to the clone's tests
from tests.support import fake  # noqa: E402
from tests.support.sandbox import BIN, Sandbox, clean_environment  # noqa: E402

GIT_STATUS = (
    *("git", "status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all"),
    *("--ignored=matching", "--", ".teammem"),
)


def prepared(folder: Path, files: int, notes: int) -> Sandbox:
    """Make a clone with so many files, memories and an upstream that it agrees with."""
    (folder / "home").mkdir()
    env = clean_environment(folder / "home")
    env |= {f"GIT_{who}_NAME": "Ana" for who in ("AUTHOR", "COMMITTER")}
    env |= {f"GIT_{who}_EMAIL": "ana@example.org" for who in ("AUTHOR", "COMMITTER")}
    repo = filled(folder / "work", env, files)
    for n in range(notes):
        repo.write(f".teammem/n{n}.md", fake.memory(f"Note {n} about how we work.", f"n{n}"))
    repo.commit({}, "notes")
    server = Sandbox.create(folder / "server", env, bare=True)
    repo.git("remote", "add", "origin", str(server.path))
    repo.git("push", "-q", "-u", "origin", "main")
    repo.git("remote", "set-head", "origin", "main")
    return repo


def main() -> int:
    """Measure and print, one figure a line; --json prints one object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=52_000)
    parser.add_argument("--notes", type=int, default=200)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        repo = prepared(Path(scratch), asked.files, asked.notes)
        actions = {
            "bare python ms": call(repo, sys.executable, "-I", "-c", "pass"),
            "one git status ms": call(repo, *GIT_STATUS),
            "teammem status ms": call(repo, str(BIN / "teammem"), "status", "--json"),
        }
        spent: dict[str, list[float]] = {name: [] for name in actions}
        for action in actions.values():
            action()
        for _ in range(asked.runs):
            for name, action in actions.items():
                begun = time.perf_counter()
                action()
                spent[name].append((time.perf_counter() - begun) * 1000)
    # The lower quartile: what other load adds is not ours.
    found = {name: sorted(values)[len(values) // 4] for name, values in spent.items()}
    python, git, ours = found.values()
    found["status / (python + git)"] = ours / (python + git)
    if asked.json:
        print(json.dumps(found))
        return 0
    for name, value in found.items():
        print(f"{name:<28} {value:10.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
