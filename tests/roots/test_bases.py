"""The record of what edit brought here: it counts, it survives, it is dropped whole."""

from __future__ import annotations

import multiprocessing
import os

import pytest

from teammem.errors import GitError
from teammem.git.repo import Repository
from teammem.roots import bases
from teammem.roots.bases import Base
from tests.support.sandbox import Sandbox

PATH = b".teammem/first.md"


def stored(repo: Sandbox, text: str) -> str:
    return repo.git("hash-object", "-w", "--stdin", stdin=text)


def refs(repo: Sandbox) -> list[str]:
    return repo.git("for-each-ref", "--format=%(objectname)", "refs/teammem/bases").split()


def test_a_record_is_kept_and_dropped_with_its_blob(team: Sandbox) -> None:
    repo = Repository.at(team.path)
    head = team.git("rev-parse", "HEAD:.teammem/first.md")
    blob = stored(team, "their text\n")
    assert bases.read(repo) == {}
    bases.record(repo, PATH, blob, head)
    assert bases.read(repo) == bases.live(repo) == {PATH: Base(PATH, blob, head)}
    team.git("gc", "-q", "--prune=now")
    assert team.git("cat-file", "blob", blob) == "their text"
    bases.drop(repo, [PATH, b"another"])
    assert bases.read(repo) == {}
    assert refs(team) == []
    assert not (team.path / ".git" / "teammem" / "bases").exists()


def test_it_counts_while_head_has_what_it_had(team: Sandbox) -> None:
    repo = Repository.at(team.path)
    first = team.git("rev-parse", "HEAD")
    blob = stored(team, "their text\n")
    bases.record(repo, PATH, blob, team.git("rev-parse", "HEAD:.teammem/first.md"))
    bases.record(repo, b".teammem/new.md", blob, "")
    team.commit({"src/a.py": "b = 1\n"})
    assert set(bases.live(repo)) == {PATH, b".teammem/new.md"}
    team.commit({".teammem/new.md": "now committed\n"})
    assert set(bases.live(repo)) == {PATH}
    team.commit({".teammem/first.md": "now committed\n"})
    assert bases.live(repo) == {}
    assert set(bases.live(repo, first)) == {PATH, b".teammem/new.md"}
    assert set(bases.live(repo, "")) == {b".teammem/new.md"}
    team.git("checkout", "-q", first)
    assert set(bases.live(repo)) == {PATH, b".teammem/new.md"}


def test_two_paths_may_share_a_base(team: Sandbox) -> None:
    repo = Repository.at(team.path)
    blob, other = stored(team, "shared\n"), stored(team, "own\n")
    for path, oid in ((b"a.md", blob), (b"b.md", blob), (b"c.md", other)):
        bases.record(repo, path, oid, "")
    bases.drop(repo, [b"a.md"])
    assert sorted(refs(team)) == sorted([blob, other])
    bases.drop(repo, [b"b.md", b"c.md"])
    assert refs(team) == []


def test_each_work_tree_has_its_own(team: Sandbox) -> None:
    team.git("worktree", "add", "-q", "../side")
    one, two = Repository.at(team.path), Repository.at(team.path.parent / "side")
    blob = stored(team, "shared\n")
    bases.record(one, PATH, blob, "")
    assert bases.read(two) == {}
    bases.record(two, PATH, blob, "")
    assert bases.key(one) != bases.key(two)
    bases.drop(one, [PATH])
    assert PATH in bases.read(two)
    assert refs(team) == [blob]


def test_a_repository_that_moves_takes_its_records_along(team: Sandbox) -> None:
    bases.record(Repository.at(team.path), PATH, stored(team, "x\n"), "")
    moved = team.path.rename(team.path.parent / "moved")
    repo = Repository.at(moved)
    assert set(bases.read(repo)) == {PATH}
    bases.drop(repo, [PATH])
    assert refs(Sandbox(moved, team.env)) == []


def test_a_blob_that_is_not_there_is_not_recorded(team: Sandbox) -> None:
    repo = Repository.at(team.path)
    with pytest.raises(GitError):
        bases.record(repo, PATH, "1" * 40, "")
    assert bases.read(repo) == {}


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", "{}", '{"version": 2, "records": []}', '{"records": 1}', "\xff"]
)
def test_a_damaged_file_has_no_records_and_is_written_anew(team: Sandbox, damage: str) -> None:
    repo = Repository.at(team.path)
    place = team.path / ".git" / "teammem" / "bases"
    place.parent.mkdir()
    place.write_text(damage, encoding="latin-1")
    assert bases.read(repo) == {}
    bases.record(repo, PATH, stored(team, "x\n"), "")
    assert set(bases.read(repo)) == {PATH}


def _add(top: str, number: int, blob: str) -> None:
    bases.record(Repository.at(top), b"%d.md" % number, blob, "")


def test_writers_at_once_lose_nothing(team: Sandbox) -> None:
    blob = stored(team, "x\n")
    context = multiprocessing.get_context("fork")
    running = [
        context.Process(target=_add, args=(os.fspath(team.path), number, blob))
        for number in range(6)
    ]
    for one in running:
        one.start()
    for one in running:
        one.join()
        assert one.exitcode == 0
    assert len(bases.read(Repository.at(team.path))) == 6


@pytest.mark.parametrize(
    "path", [b".teammem/a b.md", b".teammem/\xff\n\t.md", ".teammem/日本.md".encode(), b'"\\'],
    ids=["blank", "bytes", "script", "quotes"],
)  # fmt: skip
def test_any_path_comes_back(team: Sandbox, path: bytes) -> None:
    repo = Repository.at(team.path)
    bases.record(repo, path, stored(team, "x\n"), "")
    assert set(bases.live(repo)) == {path}
