"""The age of a path by git: when its content last changed, walked once."""

from __future__ import annotations

from pathlib import Path

import pytest

from teammem.git.repo import Repository
from teammem.roots import ages
from tests.support.sandbox import Sandbox

A, B = ".teammem/a.md", "services/api/.teammem/ä b.md"


def seconds(repo: Sandbox, commit: str = "HEAD") -> int:
    return int(repo.git("log", "-1", "--format=%at", commit))


def told(repo: Sandbox, caches: Path | None, *, walk: bool = True) -> dict[str, int]:
    head = repo.git("rev-parse", "HEAD")
    found = ages.of(Repository.at(repo.path), head, caches, walk=walk)
    return {path: int(at.timestamp()) for path, at in found.items()}


@pytest.mark.parametrize("kept", [True, False])
def test_the_last_change_of_the_content_counts(repo: Sandbox, tmp_path: Path, kept: bool) -> None:
    caches = tmp_path / "caches" if kept else None
    repo.commit({A: "1\n", B: "1\n", "src/x.py": "1\n"})
    first = seconds(repo)
    assert told(repo, caches) == {A: first, B: first}
    repo.commit({A: "2\n"})
    second = seconds(repo)
    repo.commit({"src/x.py": "2\n"})
    assert told(repo, caches) == {A: second, B: first}
    repo.git("mv", B, ".teammem/moved.md")
    repo.commit()
    assert told(repo, caches)[".teammem/moved.md"] == seconds(repo)


def test_a_side_branch_and_a_rewritten_history(repo: Sandbox, tmp_path: Path) -> None:
    caches = tmp_path / "caches"
    repo.commit({A: "1\n"})
    repo.git("switch", "-qc", "side")
    repo.commit({B: "1\n"})
    side = seconds(repo)
    repo.git("switch", "-q", "main")
    repo.commit({A: "2\n"})
    mine = seconds(repo)
    assert told(repo, caches) == {A: mine}
    repo.git("merge", "-q", "--no-edit", "side")
    assert told(repo, caches) == {A: mine, B: side}
    repo.git("reset", "-q", "--hard", "HEAD~2")
    assert set(told(repo, caches)) == {A}
    assert told(repo, caches)[A] < mine


def test_who_must_not_wait_gets_what_is_kept(
    repo: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caches = tmp_path / "caches"
    repo.commit({A: "1\n"})
    assert told(repo, caches, walk=False) == {}
    assert told(repo, None, walk=False) == {}
    walked = told(repo, caches)
    assert told(repo, caches, walk=False) == walked
    asked: list[str] = []
    plain = Repository.git

    def counted(self: Repository, *args: str, **more: object) -> object:
        asked.append(args[0])
        return plain(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Repository, "git", counted)
    assert told(repo, caches) == walked
    assert "log" not in asked
    repo.commit({A: "2\n"})
    assert told(repo, caches, walk=False) == {}


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"a": 1}', '{"a": {"b": "c"}}'])
def test_a_damaged_file_is_walked_anew(repo: Sandbox, tmp_path: Path, damage: str) -> None:
    repo.commit({A: "1\n"})
    walked = told(repo, tmp_path)
    (place,) = (tmp_path / "ages").iterdir()
    place.write_text(damage)
    assert told(repo, tmp_path) == walked


def test_the_border_of_a_shallow_clone_dates_nothing(repo: Sandbox, tmp_path: Path) -> None:
    repo.commit({A: "1\n", B: "1\n"})
    first = seconds(repo)
    repo.commit({"src/x.py": "1\n"})
    repo.commit({A: "2\n"})
    second = seconds(repo)
    url = f"file://{repo.path}"
    repo.git("clone", "-q", "--depth=2", url, str(tmp_path / "cut"))
    cut = Sandbox(tmp_path / "cut", repo.env)
    assert told(cut, tmp_path / "caches") == {A: second}
    cut.git("fetch", "-q", "--unshallow")
    assert told(cut, tmp_path / "caches") == {A: second, B: first}


def test_no_commit_and_no_place_to_keep(repo: Sandbox, tmp_path: Path) -> None:
    assert ages.of(Repository.at(repo.path), "", tmp_path) == {}
    repo.commit({A: "1\n"})
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert set(told(repo, blocked)) == {A}
