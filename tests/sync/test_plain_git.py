"""Plain git beside a sync ends as in a clone that never had the memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sandbox import Done, Sandbox
from tests.sync.team import MEMORY, Clones

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
STATES = ("behind", "diverged", "feature", "dirty", "dirty-feature")


def prepare(clone: Sandbox, state: str) -> None:
    if state in ("feature", "dirty-feature"):
        clone.git("switch", "-q", "-c", "feature")
    if state in ("diverged", "dirty-feature"):
        clone.commit({"src/own.py": "own\n"}, "own")
    if state in ("dirty", "dirty-feature"):
        clone.write("src/a.py", "dirty\n")


def run(clone: Sandbox, command: tuple[str, ...]) -> Done:
    if command == ("stash", "pop"):
        clone.git("stash", check=False)
    return clone.run("git", *command, check=False)


def named(done: Done) -> set[str]:
    return {word.strip("\t '\"") for word in done.text.split() if "/" in word and "." in word} - {
        ""
    }


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("others", [False, True], ids=["alone", "beside-source"])
def test_ends_as_in_a_clone_that_never_had_it(
    tmp_path: Path, command: tuple[str, ...], state: str, *, others: bool
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    ends = []
    for folder, syncs in ((tmp_path / "one", True), (tmp_path / "two", False)):
        clones = Clones(folder)
        ana, bo = clones.ana, clones.bo
        bo.commit({"src/a.py": "1\n", "src/b.py": "1\n"}, "source")
        bo.git("push", "-q", "origin", "main")
        ana.git("pull", "-q", "--ff-only")
        prepare(ana, state)
        if others:
            bo.commit({"src/b.py": "2\n"}, "more source")
            bo.git("push", "-q", "origin", "main")
        (ana if syncs else bo).write(".teammem/deploy.md", MEMORY)
        clones.sync(ana if syncs else bo)
        done = run(ana, command)
        ends.append((done.code, named(done), ana.git("status", "--porcelain")))
        assert ".teammem" not in done.text or done.code == 0
    assert ends[0][0] == ends[1][0]
    assert ends[0][2] == ends[1][2]
