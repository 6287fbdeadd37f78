from __future__ import annotations

import os
from pathlib import Path

from teammem.memory import tombstone
from teammem.roots.find import Root
from teammem.roots.scan import read, scan, tombstones

STONE = tombstone.bury("0" * 26, "user", "a b c", reason="", by="", at="", salt=b"x" * 16)


def make(tmp_path: Path) -> Root:
    root = tmp_path / ".teammem"
    root.mkdir(exist_ok=True)
    return Root("team", tmp_path, (".teammem",), "")


def test_every_file_is_in_exactly_one_list(tmp_path: Path) -> None:
    root = make(tmp_path)
    at = root.path
    for folder in ("sub/deep", "pinned", "allow", "tombstones", ".hidden", "nested/.git"):
        (at / folder).mkdir(parents=True)
    good = ("a.md", "sub/b.md", "sub/deep/c.md", "pinned/d.md", "日本 語.md")
    for name in good:
        (at / name).write_text("text\n")
    (at / "bad.md").write_bytes(b"\xff")
    (at / "broken.md").write_text("---\na: [\n---\n")
    (at / "empty.md").write_text("")
    (at / "README.md").write_text("x")
    (at / "sub/Memory.md").write_text("x")
    (at / "notes.txt").write_text("x")
    (at / ".dot.md").write_text("x")
    (at / ".hidden/x.md").write_text("x")
    (at / "allow/x.md").write_text("x")
    (at / "nested/x.md").write_text("x")
    (at / "link.md").symlink_to("a.md")
    (at / "dangling.md").symlink_to("nowhere")
    (at / "folder").symlink_to("sub")
    (at / "dir.md").mkdir()
    os.mkfifo(at / "pipe.md")
    data = tombstone.serialise(STONE)
    (at / "tombstones" / tombstone.file_name(STONE, data)).write_bytes(data)
    (at / "tombstones" / "other-name.yaml").write_bytes(data)
    (at / "tombstones" / "bad.yaml").write_text("<<<<<<<\n")
    found = scan(root)
    assert {one.path for one in found.loaded} == set(good)
    assert {(one.path, one.problem.rule) for one in found.broken} == {
        ("bad.md", "TM001"),
        ("broken.md", "TM004"),
    }
    assert {(one.path, one.reason) for one in found.skipped} == {
        ("empty.md", "empty"),
        ("README.md", "not-a-memory"),
        ("sub/Memory.md", "not-a-memory"),
        ("link.md", "symbolic-link"),
        ("dangling.md", "symbolic-link"),
        ("folder", "symbolic-link"),
        ("pipe.md", "not-a-regular-file"),
        ("nested", "nested-repository"),
    }
    assert {(path, problem.rule) for path, problem in found.records} == {
        ("tombstones/bad.yaml", "TM060"),
        ("tombstones/other-name.yaml", "TM064"),
    }
    assert [one.stone for one in found.stones] == [STONE, STONE]
    assert tombstones(root) == found.stones
    assert found.complete


def test_tombstones_alone_are_those_of_a_whole_scan(tmp_path: Path) -> None:
    root = Root("team", tmp_path, (".teammem",), "")
    data = tombstone.serialise(STONE)
    for folder in ("Tombstones", "tombstones/deeper", "sub/tombstones", "elsewhere"):
        (tmp_path / ".teammem" / folder).mkdir(parents=True)
        (tmp_path / ".teammem" / folder / tombstone.file_name(STONE, data)).write_bytes(data)
    assert [one.path.split("/")[0] for one in tombstones(root)] == ["Tombstones"]
    assert tombstones(root) == scan(root).stones
    (tmp_path / ".teammem/Tombstones").rename(tmp_path / "aside")
    (tmp_path / ".teammem/tombstones").rename(tmp_path / "aside2")
    (tmp_path / ".teammem/tombstones").symlink_to(tmp_path / "aside")
    assert tombstones(root) == scan(root).stones == ()


def test_an_absent_root_is_empty(tmp_path: Path) -> None:
    found = scan(Root("user", tmp_path, ("user",), ""))
    assert (found.loaded, found.complete) == ((), True)
    assert tombstones(Root("user", tmp_path, ("user",), "")) == ()


def test_a_root_that_is_a_link_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.md").write_text("text")
    (tmp_path / ".teammem").symlink_to("real")
    found = scan(Root("team", tmp_path, (".teammem",), ""))
    assert found.loaded == ()
    assert not found.complete


def test_large_files_are_not_read_whole(tmp_path: Path) -> None:
    root = make(tmp_path)
    (root.path / "big.md").write_bytes(b"x" * (3 << 20))
    assert scan(root).broken[0].problem.rule == "TM003"
    assert len(read(root, "big.md") or b"") == (1 << 20) + 1
    assert read(root, "absent.md") is None
