from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from teammem.recall.ask import ask, clock, refresh
from teammem.recall.model import Hit
from teammem.recall.select import Terms
from tests.recall.evaluation import NOW, asked, roots

OLD, NEW = "0" + "1" * 25, "0" + "2" * 25


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for tier in ("user", "project", "team"):
        (tmp_path / tier).mkdir()
    for n, word in enumerate(("lamps", "chairs", "rivers", "bridges")):
        _write(tmp_path / "project" / f"f{n}.md", word)
    return tmp_path


def _write(path: Path, name: str, **more: str) -> None:
    front = "".join(f"{key}: {value}\n" for key, value in more.items())
    path.write_text(f"---\nname: {name}\n{front}---\nText of {name}.\n")


def test_the_union_of_all_tiers_is_asked(folder: Path) -> None:
    _write(folder / "user" / "u.md", "signing key")
    _write(folder / "team" / "t.md", "signing key")
    found = asked(folder, "where is the signing key")
    assert [(hit.note.tier, hit.note.key) for hit in found.hits] == [
        ("team", "t.md"), ("user", "u.md"),
    ]  # fmt: skip


def test_a_successor_in_another_tier_hides_and_a_candidate_does_not(folder: Path) -> None:
    _write(folder / "team" / "old.md", "signing key", id=OLD)
    _write(folder / "project" / "new.md", "signing key", id=NEW, supersedes=f"[{OLD}]")
    question = "where is the signing key"
    assert [hit.note.key for hit in asked(folder, question).hits] == ["new.md"]
    _write(
        folder / "project" / "new.md", "signing key",
        id=NEW, supersedes=f"[{OLD}]", status="candidate",
    )  # fmt: skip
    assert [hit.note.key for hit in asked(folder, question).hits] == ["old.md", "new.md"]


@pytest.mark.parametrize(
    ("more", "served"),
    [
        ({}, True),
        ({"status": "verified"}, True),
        ({"status": "disputed"}, True),
        ({"status": "retired"}, False),
        ({"expires": "2030-01-15"}, True),
        ({"expires": "2030-01-14"}, False),
    ],
)
def test_standing_decides(folder: Path, more: dict[str, str], served: bool) -> None:
    _write(folder / "team" / "t.md", "signing key", **more)
    assert bool(asked(folder, "where is the signing key").hits) is served


def test_a_forgotten_id_is_not_served_and_another_is(folder: Path) -> None:
    _write(folder / "team" / "t.md", "signing key", id=OLD)
    for forgotten, served in (({OLD}, False), ({NEW}, True)):
        answer = ask("signing key", roots(folder), NOW, forgotten=forgotten)
        assert bool(answer.hits) is served


def test_the_callers_own_exclusions_are_kept(folder: Path) -> None:
    _write(folder / "team" / "t.md", "signing key")
    terms = Terms(excluded=lambda note: "elsewhere" if note.tier == "team" else "")
    assert [left.reason for left in asked(folder, "signing key", terms=terms).left] == ["elsewhere"]


def test_a_reranker_changes_the_order_and_a_broken_one_nothing(folder: Path) -> None:
    for name in ("a", "b"):
        _write(folder / "team" / f"{name}.md", "signing key")

    def backwards(_question: str, hits: Sequence[Hit]) -> list[str]:
        return [hit.note.handle for hit in hits][::-1]

    def broken(_question: str, _hits: Sequence[Hit]) -> list[str]:
        raise OSError

    plain = ask("signing key", roots(folder), NOW)
    turned = ask("signing key", roots(folder), NOW, reranker=backwards)
    assert turned.hits == plain.hits[::-1]
    failed = ask("signing key", roots(folder), NOW, reranker=broken)
    assert failed.hits == plain.hits
    assert len(failed.warnings) == 1


def test_files_made_ahead_are_what_a_question_uses(folder: Path, tmp_path: Path) -> None:
    _write(folder / "team" / "t.md", "signing key")
    databases = str(tmp_path / "cache")
    refresh(roots(folder, databases), NOW)
    assert (tmp_path / "cache" / "team.db").exists()
    assert asked(folder, "signing key", databases) == asked(folder, "signing key")


def test_the_clock_is_now() -> None:
    assert abs(clock().now_ns - clock().now_ns) < 10**10
