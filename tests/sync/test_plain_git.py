"""Plain git beside a sync ends as in a clone that never had the memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sandbox import Done, Sandbox
from tests.sync.team import MEMORY, Clones, copied

COMMANDS = (
    ("pull", "--ff-only"),
    ("pull", "--ff-only", "origin", "main"),
    ("pull",),
    ("pull", "origin", "main"),
    ("pull", "--rebase"),
    ("pull", "--rebase", "origin", "main"),
    ("pull", "--rebase", "--autostash"),
    ("pull", "--rebase", "--autostash", "origin", "main"),
    ("switch", "main"),
    ("merge", "origin/main"),
    ("stash",),
    ("stash", "pop"),
)
STATES = ("behind", "diverged", "feature", "dirty", "overlapping", "dirty-feature")


def prepare(clone: Sandbox, state: str) -> None:
    if state in ("feature", "dirty-feature"):
        clone.git("switch", "-q", "-c", "feature")
    if state in ("diverged", "dirty-feature"):
        clone.commit({"src/own.py": "own\n"}, "own")
    if state in ("dirty", "dirty-feature"):
        clone.write("src/a.py", "dirty\n")
    if state == "overlapping":
        clone.write("src/b.py", "dirty\n")


def run(clone: Sandbox, command: tuple[str, ...]) -> Done:
    if command == ("stash", "pop"):
        clone.git("stash", check=False)
    return clone.run("git", *command, check=False)


def blamed(done: Done) -> list[str]:
    """Return the paths that a refusal names: indented lines, and those of a conflict."""
    lines = done.text.splitlines()
    found = [line.strip() for line in lines if line.startswith("\t")]
    found += [line.rpartition(" ")[2] for line in lines if line.startswith("CONFLICT")]
    return sorted(found)


def made(folder: Path, state: str, *, syncs: bool, others: bool) -> Clones:
    """Make a team in which the memory comes from Ana's sync, or from a teammate's."""
    clones = Clones(folder)
    ana, bo = clones.ana, clones.bo
    bo.commit({"src/a.py": "1\n", "src/b.py": "1\n"}, "source")
    bo.git("push", "-q", "origin", "main")
    ana.git("pull", "-q", "--ff-only")
    prepare(ana, state)
    if others:
        bo.commit({"src/b.py": "2\n"}, "more source")
        bo.git("push", "-q", "origin", "main")
    writer = ana if syncs else bo
    writer.write(".teammem/deploy.md", MEMORY)
    clones.sync(writer)
    return clones


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("others", [False, True], ids=["alone", "beside-source"])
def test_ends_as_in_a_clone_that_never_had_it(tmp_path: Path, state: str, *, others: bool) -> None:
    synced = made(tmp_path / "one", state, syncs=True, others=others)
    control = made(tmp_path / "two", state, syncs=False, others=others)
    for number, command in enumerate(COMMANDS):
        ends = []
        for clones, name in ((synced, "one"), (control, "two")):
            ana = copied(clones, tmp_path / f"{name}-{number}").ana
            done = run(ana, command)
            ends.append((done.code, blamed(done), ana.git("status", "--porcelain")))
            assert not any(".teammem" in path for path in blamed(done)), done.text
        assert ends[0] == ends[1], (command, ends)
