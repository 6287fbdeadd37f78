"""Several at once: people, work trees, the user's own git commands."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.sandbox import BIN, Sandbox
from tests.sync.team import MEMORY, Clones, identity, memory


def start(clone: Sandbox, *options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [BIN / "teammem", "sync", *options],
        cwd=clone.path,
        env=clone.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def writers(tmp_path: Path, count: int, rounds: int) -> None:
    clones = Clones(tmp_path)
    team = [clones.remote.clone(tmp_path / f"w{number}") for number in range(count)]
    for number, clone in enumerate(team):
        clone.env = (clones.ana if number % 2 else clones.bo).env
        if number % 2:
            clone.git("switch", "-q", "-c", "feature")
    wanted = set()
    for turn in range(rounds):
        for number, clone in enumerate(team):
            for note in range(2):
                name = f".teammem/w{number}-{turn}-{note}.md"
                clone.write(name, memory(f"w{number}-{turn}-{note}", "text"))
                wanted.add(name)
        running = [start(clone) for clone in team]
        for process in running:
            out, _ = process.communicate(timeout=300)
            assert process.returncode == 0, out.decode()
    assert wanted <= set(clones.paths())
    assert clones.remote.git("log", "--merges", "--oneline", "main") == ""
    for clone in team:
        clones.sync(clone)
        assert clone.git("status", "--porcelain") == ""
        listed = clone.teammem("list", "--tier", "team", "--json")
        assert all(name.encode() in listed.out for name in wanted)


def test_four_writers_at_once_all_arrive(tmp_path: Path) -> None:
    writers(tmp_path, 4, 1)


@pytest.mark.slow
def test_eight_writers_in_three_rounds_all_arrive(tmp_path: Path) -> None:
    writers(tmp_path, 8, 3)


def test_two_work_trees_of_one_clone_at_once(tmp_path: Path) -> None:
    clones = Clones(tmp_path)
    ana = clones.ana
    ana.git("worktree", "add", "-q", "-b", "second", str(tmp_path / "second"))
    second = Sandbox(tmp_path / "second", ana.env)
    ana.write(".teammem/a.md", memory("a", "one"))
    second.write(".teammem/b.md", memory("b", "two"))
    running = [start(ana), start(second)]
    for process in running:
        out, _ = process.communicate(timeout=120)
        assert process.returncode == 0, out.decode()
    assert {".teammem/a.md", ".teammem/b.md"} <= set(clones.paths())
    assert second.git("status", "--porcelain") == ""


def test_a_submodule_syncs_with_its_own_remote(tmp_path: Path) -> None:
    clones = Clones(tmp_path)
    outer = Sandbox.create(tmp_path / "outer", clones.ana.env)
    outer.commit({"x": "1"})
    outer.git(
        "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(clones.remote.path), "sub"
    )
    outer.commit(message="sub")
    inner = Sandbox(outer.path / "sub", outer.env)
    inner.write(".teammem/a.md", MEMORY)
    before = identity(outer)
    clones.sync(inner)
    assert clones.has("a.md", MEMORY)
    assert identity(outer)[:2] == before[:2]


def test_commits_and_pushes_of_the_user_beside_it(tmp_path: Path) -> None:
    clones = Clones(tmp_path)
    ana = clones.ana
    ana.git("switch", "-q", "-c", "feature")
    for turn in range(5):
        ana.write(f".teammem/n{turn}.md", memory(f"n{turn}", "text"))
        running = start(ana)
        ana.write(f"src/{turn}.py", "code\n")
        ana.git("add", "src")
        ana.git("commit", "-q", "--no-verify", "-m", f"own {turn}")
        out, _ = running.communicate(timeout=120)
        assert running.returncode in (0, 6), out.decode()
        clones.sync(ana)
    assert {f".teammem/n{turn}.md" for turn in range(5)} <= set(clones.paths())
    own = ana.git("log", "--name-only", "--format=", "main..feature").splitlines()
    assert sorted(set(own) - {""}) == [f"src/{turn}.py" for turn in range(5)]


def test_a_lease_of_the_user_protects_as_before(tmp_path: Path) -> None:
    clones = Clones(tmp_path)
    ana, bo = clones.ana, clones.bo
    ana.git("switch", "-q", "-c", "topic")
    ana.commit({"src/a.py": "1\n"}, "a")
    ana.git("push", "-q", "-u", "origin", "topic")
    bo.git("fetch", "-q")
    bo.git("switch", "-q", "topic")
    bo.commit({"src/b.py": "1\n"}, "b")
    bo.git("push", "-q", "origin", "topic")
    ana.write(".teammem/a.md", MEMORY)
    clones.sync(ana)
    clones.sync(ana, "--to", "origin", "topic")
    ana.git("commit", "-q", "--amend", "--no-verify", "-m", "amended")
    done = ana.run("git", "push", "--force-with-lease", "origin", "topic", check=False)
    assert done.code != 0
    assert "stale info" in done.text


def beside(tmp_path: Path, clone: Sandbox, at: str, command: str) -> dict[str, str]:
    """Return an environment in which a command of the user's runs beside one of the sync's."""
    folder = tmp_path / "beside"
    folder.mkdir()
    git = shutil.which("git")
    shim = folder / "git"
    shim.write_text(
        "#!/bin/sh\n"
        f'case "$*" in *"{at}"*) if [ ! -e {folder}/done ]; then touch {folder}/done; '
        f"(cd {clone.path}; export PATH={Path(str(git)).parent}:$PATH; {command}); fi;; esac\n"
        f'exec {git} "$@"\n'
    )
    shim.chmod(0o755)
    return {"PATH": f"{folder}:{clone.env['PATH']}"}


@pytest.mark.parametrize("at", ["update-index", "add --refresh", "push --porcelain"])
@pytest.mark.parametrize("branch", ["main", "feature"])
def test_a_commit_of_the_same_memory_in_the_very_moment(
    tmp_path: Path, at: str, branch: str
) -> None:
    clones = Clones(tmp_path)
    ana = clones.ana
    if branch == "feature":
        ana.git("switch", "-q", "-c", "feature")
    ana.write(".teammem/a.md", MEMORY)
    ana.git("add", ".teammem/a.md")
    env = beside(tmp_path, ana, at, "git commit -q --no-verify -m mine")
    done = ana.teammem("sync", env=env)
    assert done.code == 0, done.text
    assert clones.has("a.md", MEMORY)
    assert ana.git("status", "--porcelain") == "", done.text
    if ana.git("log", "-1", "--format=%s") == "mine":
        assert ana.git("show", "HEAD:.teammem/a.md") == MEMORY.rstrip("\n")
        assert (ana.path / ".teammem/a.md").read_text() == MEMORY


def test_an_edit_in_the_very_moment_stays(tmp_path: Path) -> None:
    clones = Clones(tmp_path)
    ana = clones.ana
    ana.git("switch", "-q", "-c", "feature")
    ana.write(".teammem/a.md", MEMORY)
    env = beside(tmp_path, ana, "push --porcelain", "echo newer >> .teammem/a.md")
    done = ana.teammem("sync", env=env)
    assert "the newer text stays" in done.text
    assert (ana.path / ".teammem/a.md").read_text() == MEMORY + "newer\n"
    clones.sync(ana)
    assert clones.has("a.md", MEMORY + "newer\n")
    assert not [path for path in clones.paths() if "conflict" in path]


def test_an_index_that_is_held_for_a_moment(tmp_path: Path) -> None:
    clones = Clones(tmp_path)
    ana = clones.ana
    ana.git("switch", "-q", "-c", "feature")
    ana.write(".teammem/a.md", MEMORY)
    ana.git("add", ".teammem/a.md")
    lock = ana.path / ".git/index.lock"
    env = beside(
        tmp_path, ana, "update-index", f"touch {lock}; (sleep 0.3; rm {lock}) >/dev/null 2>&1 &"
    )
    done = ana.teammem("sync", env=env)
    assert done.code == 0, done.text
    assert ana.git("status", "--porcelain") == ""
