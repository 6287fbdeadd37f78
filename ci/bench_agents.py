"""What agents' hooks cost, each figure beside bare Python in the same run: ci/bench agents."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from ci.bench_hooks import clock  # noqa: E402 - after the path to the clone's modules
from tests.support import fake  # noqa: E402
from tests.support.sandbox import BIN, Sandbox, clean_environment  # noqa: E402

HOOK = (BIN / "teammem-hook", "agent", "claude")
NOTES = 1_000
QUESTION = "why does the upload worker number 7 retry?"


def filled(folder: Path, env: dict[str, str]) -> Sandbox:
    """Make a trusted clone with so many memories."""
    repo = Sandbox.create(folder, env)
    words = "plain words about how this team works with its services and queues "
    repo.commit(
        {
            f".teammem/n{number}.md": fake.memory(
                f"The upload worker number {number} retries {number} times. {words * 10}",
                f"worker-{number}",
            )
            for number in range(NOTES)
        }
    )
    repo.run(BIN / "teammem", "trust")
    return repo


def fire(repo: Sandbox, name: str, **fields: object) -> Callable[[], object]:
    """Return the run of a hook; each run is a session of its own."""
    number = itertools.count()

    def run() -> object:
        event = {"hook_event_name": name, "cwd": str(repo.path), "session_id": f"{next(number)}"}
        data = json.dumps(event | fields).encode()
        return subprocess.run(HOOK, input=data, env=repo.env, capture_output=True, check=True)

    return run


def measured(folder: Path, env: dict[str, str]) -> dict[str, float]:
    """Measure the moments of a session."""
    repo = filled(folder / "repo", env)
    write = {"tool_name": "Write", "tool_use_id": "1"}
    outside = {"file_path": "src/a.py", "content": "a = 1\n" * 100}
    inside = {"file_path": ".teammem/new.md", "content": fake.memory("words", "new")}
    shell = {"tool_name": "Bash", "tool_input": {"command": "make test 2>&1 | tail"}}
    fire(repo, "UserPromptSubmit", prompt=QUESTION)()  # fills the cache
    actions = {
        "bare python": lambda: subprocess.run([sys.executable, "-I", "-c", "pass"], check=True),
        "before a tool, outside team roots": fire(repo, "PreToolUse", tool_input=outside, **write),
        "before a shell command": fire(repo, "PreToolUse", **shell),
        "before a tool, in a team root": fire(repo, "PreToolUse", tool_input=inside, **write),
        "after a tool": fire(repo, "PostToolUse", tool_input=outside, **write),
        "after a shell command": fire(repo, "PostToolUse", **shell),
        f"prompt, {NOTES} memories": fire(repo, "UserPromptSubmit", prompt=QUESTION),
        "prompt, empty": fire(repo, "UserPromptSubmit", prompt=""),
        f"session start, {NOTES} memories": fire(repo, "SessionStart", source="startup"),
    }
    spent = {name: clock(action, 20) for name, action in actions.items()}
    bare = spent["bare python"]
    found = {f"{name} ms": value for name, value in spent.items()}
    return found | {f"{name} / bare": value / bare for name, value in spent.items()}


def main() -> int:
    """Measure and print, one figure a line; --json prints one object."""
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "home").mkdir()
        env = clean_environment(Path(scratch) / "home")
        env |= {f"GIT_{who}_NAME": "Ana" for who in ("AUTHOR", "COMMITTER")}
        env |= {f"GIT_{who}_EMAIL": "ana@example.org" for who in ("AUTHOR", "COMMITTER")}
        found = measured(Path(scratch), env)
    if "--json" in sys.argv:
        print(json.dumps(found))
        return 0
    for name, value in found.items():
        print(f"{name:<48} {value:10.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
