"""What the hooks cost, each figure beside a floor or a peer in the same run: ci/bench hooks."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from teammem.git import ranges  # noqa: E402 - after the path to the clone's tests
from teammem.git.repo import Repository  # noqa: E402
from tests.support import fake  # noqa: E402
from tests.support.sandbox import BIN, Sandbox, clean_environment  # noqa: E402

GATE = (sys.executable, "-I", "-m", "teammem.gate")
PICKS = 50


def clock(action: Callable[[], object], times: int = 40) -> float:
    """Return the lower quartile of some runs, in milliseconds: what other load adds is not ours."""
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        action()
        spent.append(time.perf_counter() - begun)
    return sorted(spent)[len(spent) // 4] * 1000


def call(repo: Sandbox, *args: str, stdin: bytes = b"") -> Callable[[], object]:
    """Return the run of a program in a repository, which must succeed."""

    def run() -> object:
        return subprocess.run(
            args, cwd=repo.path, env=repo.env, input=stdin, capture_output=True, check=True
        )

    return run


def filled(folder: Path, env: dict[str, str], files: int) -> Sandbox:
    """Make a repository with a team root, so many files, and one staged change outside."""
    repo = Sandbox.create(folder, env)
    stream = ["commit refs/heads/main\ncommitter A <a@example.org> 1767225600 +0000\ndata 1\nx\n"]
    stream += [
        f"M 100644 inline src/d{n % 100}/f{n}.py\ndata 2\n{n % 10}\n\n" for n in range(files)
    ]
    note = fake.memory("plain", "first")
    stream.append(f"M 100644 inline .teammem/first.md\ndata {len(note)}\n{note}\n")
    repo.git("fast-import", "--quiet", stdin="".join(stream))
    repo.git("reset", "-q", "--hard")
    repo.write("src/new.py", "new = 1\n")
    repo.git("add", "src/new.py")
    return repo


def untouched(folder: Path, env: dict[str, str]) -> dict[str, float]:
    """A commit that touches no team root, against bare Python and one git call."""
    small, large = filled(folder / "1k", env, 1_000), filled(folder / "50k", env, 50_000)
    python = clock(call(small, sys.executable, "-I", "-c", "pass"))
    git = clock(call(small, "git", "diff-index", "--cached", "-r", "-z", "HEAD"))
    few = clock(call(small, *GATE, "staged"))
    many = clock(call(large, *GATE, "staged"))
    return {
        "bare python ms": python,
        "one git call ms": git,
        "gate, 1k files ms": few,
        "gate, 50k files ms": many,
        "gate / (python + git)": few / (python + git),
        "50k / 1k files": many / few,
    }


def long_push(folder: Path, env: dict[str, str]) -> dict[str, float]:
    """A push of 5,000 commits with two notes each."""
    repo = Sandbox.create(folder / "long", env)
    text = "Plain words about how this team works, in a line of ordinary length.\n" * 9
    stream = []
    size = 0
    for n in range(5_000):
        stream.append(
            "commit refs/heads/main\ncommitter A <a@example.org> 1767225600 +0000\ndata 1\nx\n"
        )
        for side in "ab":
            note = fake.memory(f"{text}{side} {n}", f"note-{side}{n}")
            size += len(note)
            stream.append(
                f"M 100644 inline .teammem/{side}{n % 500}.md\ndata {len(note)}\n{note}\n"
            )
    repo.git("fast-import", "--quiet", stdin="".join(stream))
    repo.git("reset", "-q", "--hard")
    head = repo.git("rev-parse", "HEAD")
    line = f"refs/heads/main {head} refs/heads/main {'0' * 40}\n".encode()
    there = Repository(str(repo.path), repo.env)

    def walk() -> object:
        return [*ranges.walk(there, ranges.commits(there, [head]))]

    walked = clock(walk, 3)
    whole = clock(call(repo, *GATE, "push", "", "", stdin=line), 1)
    return {
        "5,000 commits: walk s": walked / 1000,
        "5,000 commits: whole push gate s": whole / 1000,
        "notes MB": size / 1e6,
        "MB/s of the rest": size / 1e6 / max((whole - walked) / 1000, 1e-9),
    }


def everyday(folder: Path, env: dict[str, str], tool: str) -> dict[str, float]:
    """A commit, a rebase of 50 picks and a push, without and with teammem, in ms."""
    spent: dict[str, float] = {}
    for guarded in (False, True):
        place = folder / f"{tool}-{guarded}"
        bare = Sandbox.create(place / "server", env, bare=True)
        repo = filled(place / "work", env, 200)
        repo.commit({}, "start")
        repo.git("remote", "add", "origin", str(bare.path))
        repo.git("push", "-q", "origin", "main")
        _install(repo, tool, guarded=guarded)
        base = repo.git("rev-parse", "HEAD")
        for n in range(PICKS):
            repo.commit({f"src/pick{n}.py": f"p = {n}\n"}, f"pick {n}")
        repo.git("branch", "topic")
        repo.git("reset", "-q", "--hard", base)
        repo.commit({"src/other.py": "o = 1\n"}, "main goes on")
        name = "with" if guarded else "without"

        def commit(repo: Sandbox = repo) -> None:
            repo.write("src/new.py", f"new = {time.time_ns()}\n")
            repo.git("commit", "-qam", "x")

        spent[f"commit {name}"] = clock(commit, 5)
        begun = time.perf_counter()
        repo.git("rebase", "-q", "main", "topic")
        spent[f"rebase of {PICKS} {name}"] = (time.perf_counter() - begun) * 1000
        begun = time.perf_counter()
        repo.git("push", "-q", "origin", "topic")
        spent[f"push {name}"] = (time.perf_counter() - begun) * 1000
    return {f"{tool}: {key} ms": value for key, value in spent.items()}


def _install(repo: Sandbox, tool: str, *, guarded: bool) -> None:
    if tool == "raw git":
        if guarded:
            repo.hooks()
        return
    rows = "".join(
        f"  - id: {name}\n    name: {name}\n    entry: {' '.join(GATE)} {role}\n"
        f"    language: system\n    always_run: true\n    pass_filenames: {names}\n"
        f"    stages: [{stage}]\n"
        for name, role, stage, names in (
            ("teammem-guard", "staged", "pre-commit", "false"),
            ("teammem-guard-final", "final", "prepare-commit-msg", "true"),
            ("teammem-guard-push", "push", "pre-push", "false"),
        )
    )
    # Without teammem a hook that does nothing, since prek refuses to run with none at all.
    idle = (
        "  - id: idle\n    name: idle\n    entry: 'true'\n    language: system\n"
        "    always_run: true\n    pass_filenames: false\n"
        "    stages: [pre-commit, prepare-commit-msg, pre-push]\n"
    )
    config = f"repos:\n- repo: local\n  hooks:\n{rows if guarded else idle}"
    repo.commit({".pre-commit-config.yaml": config}, "hooks")
    stages = ["-t", "pre-commit", "-t", "prepare-commit-msg", "-t", "pre-push"]
    repo.run(BIN / tool, "install", *stages)


def main() -> int:
    """Measure and print, one figure a line; --json prints one object."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "home").mkdir()
        env = clean_environment(folder / "home")
        env |= {f"GIT_{who}_NAME": "Ana" for who in ("AUTHOR", "COMMITTER")}
        env |= {f"GIT_{who}_EMAIL": "ana@example.org" for who in ("AUTHOR", "COMMITTER")}
        env |= {"PRE_COMMIT_HOME": f"{scratch}/pre-commit", "PREK_HOME": f"{scratch}/prek"}
        found = untouched(folder, env)
        found |= long_push(folder, env)
        for tool in ("raw git", "pre-commit", "prek"):
            found |= everyday(folder, env, tool)
    if "--json" in sys.argv:
        print(json.dumps(found))
        return 0
    for name, value in found.items():
        print(f"{name:<40} {value:10.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
