from __future__ import annotations

from pathlib import Path

import pytest

from teammem.errors import NothingFound
from teammem.lifecycle import pick
from teammem.lifecycle.forget import forget
from teammem.lifecycle.forget import plan as forget_plan
from teammem.lifecycle.importing import apply, plan
from teammem.lifecycle.remember import Request, remember
from teammem.lifecycle.workspace import Workspace
from teammem.memory import index

CLAUDE = """---
name: real-database
description: Integration tests use a real database
metadata:
  node_type: memory
  type: feedback
  originSessionId: s-1
---
Integration tests must use a real database.

**Why:** a mock hid a broken migration.
"""
QWEN = """---
name: project
type: project
---
# Project

- The search index is rebuilt every Sunday
  - Why: it grows
- Weights from the warehouse are in grams
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "my store" / "memory"
    (folder / "feedback").mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [x](feedback/real-database.md)\n")
    (folder / "feedback" / "real-database.md").write_bytes(CLAUDE.replace("\n", "\r\n").encode())
    (folder / "project.md").write_text(QWEN)
    (folder / "user.md").write_text("# User\n\n_No entries yet._\n")
    (folder / "broken.md").write_text("---\na: [\n---\n")
    (folder / "notes.txt").write_text("x")
    (folder / "link.md").symlink_to(folder / "project.md")
    return folder


def test_a_preview_then_the_memories_and_nothing_the_second_time(
    work: Workspace, source: Path
) -> None:
    seen = plan(work, [source])
    assert [item.state for item in seen.items] == ["new"] * 3
    assert {Path(name).name: why.split(":")[0] for name, why in seen.left} == {
        "MEMORY.md": "not-a-memory",
        "user.md": "no-entries",
        "broken.md": "line 3",
    }
    assert pick.all_in(work, "project") == []
    done = apply(work, seen)
    assert sorted(one.root.tier for one in done.added) == ["project", "project", "user"]
    assert done.refused == ()
    found = pick.pick(work, "real-database").loaded.entry
    assert found.type == "feedback"
    assert found.source.session == "s-1"
    assert str(source) in found.source.imported_from
    assert "**Why:** a mock" in found.body
    weights = pick.pick(work, "weights-from-the-warehouse-are-in-grams").loaded.entry
    assert weights.body == "Weights from the warehouse are in grams\n"
    again = plan(work, [source])
    assert {item.state for item in again.items} == {"imported-before"}
    assert apply(work, again).added == ()


def test_duplicates_and_forgotten_texts_are_not_imported(work: Workspace, source: Path) -> None:
    remember(work, Request("Weights from the warehouse are in grams!"))
    gone = remember(work, Request("The search index is rebuilt every Sunday\n\n**Why:** it grows"))
    forget(work, forget_plan(work, [gone.id]))
    seen = plan(work, [source / "project.md"])
    assert sorted(item.state for item in seen.items) == ["new", "same-text"]
    done = apply(work, seen)
    assert done.added == ()
    assert done.refused[0][1].reason == "forgotten"


def test_a_missing_source_is_an_error(work: Workspace, source: Path) -> None:
    with pytest.raises(NothingFound):
        plan(work, [source / "none"])


def test_facts_in_an_index_are_memories_of_their_own(work: Workspace, tmp_path: Path) -> None:
    folder = tmp_path / "store"
    folder.mkdir()
    (folder / "MEMORY.md").write_text(
        "# Memory\n\n- [x](x.md): listed\n\n## Traps\n\n"
        "- The staging database is reset at night\n- Weights are in grams\n\n"
        "## Build\n\nRun the generator first. It takes a minute.\n"
    )
    (folder / "README.md").write_text("# About\n\nNot a memory.\n")
    seen = plan(work, [folder])
    assert [Path(name).name for name, _ in seen.left] == ["README.md"]
    assert [item.request.description for item in seen.items] == [
        "Traps: The staging database is reset at night",
        "Traps: Weights are in grams",
        "Build: Run the generator first.",
    ]
    assert len(apply(work, seen).added) == 3
    assert {item.state for item in plan(work, [folder]).items} == {"imported-before"}


def test_our_own_index_and_one_without_facts_give_nothing(work: Workspace, tmp_path: Path) -> None:
    for name, content in (
        ("ours", f"{index.MARKER}\n- [x](x.md)\n\nSome text.\n"),
        ("theirs", "- [x](x.md)\n"),
    ):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "MEMORY.md").write_text(content)
        seen = plan(work, [folder])
        assert seen.items == ()
        assert [why for _, why in seen.left] == ["not-a-memory"]
