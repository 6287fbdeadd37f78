"""Containment on a real file system: every way out of a root, and its twin that stays inside."""

from __future__ import annotations

import os
import stat
from functools import partial
from pathlib import Path

import pytest

from teammem.errors import NothingFound, Refusal
from teammem.roots import write
from teammem.roots.find import Root


@pytest.fixture
def root(tmp_path: Path) -> Root:
    (tmp_path / "outside").mkdir()
    (tmp_path / "top" / ".teammem").mkdir(parents=True)
    return Root("team", tmp_path / "top", (".teammem",), "")


@pytest.fixture
def private(tmp_path: Path) -> Root:
    return Root("project", tmp_path / "data", ("projects", "x-0", "memories"), "")


def tree(path: Path) -> set[str]:
    return {str(found.relative_to(path)) for found in path.rglob("*")}


def test_a_file_appears_whole_and_alone(root: Root) -> None:
    write.create(root, "a.md", b"one")
    write.create(root, "sub/deep/b.md", b"two")
    assert tree(root.path) == {"a.md", "sub", "sub/deep", "sub/deep/b.md"}
    write.replace(root, "a.md", b"three", b"one")
    assert (root.path / "a.md").read_bytes() == b"three"
    write.remove(root, "a.md", b"three")
    assert not (root.path / "a.md").exists()


def test_private_files_are_for_this_user_alone(private: Root) -> None:
    write.create(private, "sub/a.md", b"one")
    write.replace(private, "sub/a.md", b"two", b"one")
    at = private.path
    assert stat.S_IMODE((at / "sub/a.md").stat().st_mode) == 0o600
    for folder in (at / "sub", at, at.parent, at.parent.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_team_file_keeps_its_mode(root: Root) -> None:
    write.create(root, "a.md", b"one")
    (root.path / "a.md").chmod(0o640)
    write.replace(root, "a.md", b"two", b"one")
    assert stat.S_IMODE((root.path / "a.md").stat().st_mode) == 0o640


@pytest.mark.parametrize(
    "path",
    [
        "/etc/cron.d/backdoor", "../../etc/x", "..", "a//b.md", "a/./b.md", "a/../b.md", "", ".",
        "C:\\x", "..\\x", "nul", "nul.md", "COM1.md", "a.md.", "a.md ", "a\0b.md", "~/x.md",
        "con/a.md", "a:b.md", "cafe\u0301.md", "x" * 256 + ".md", "sub /a.md", "a\x07.md",
    ],
)  # fmt: skip
def test_paths_that_lead_out_or_exist_nowhere_are_refused_before_any_folder_is_made(
    root: Root, path: str
) -> None:
    before = tree(root.anchor.parent)
    with pytest.raises(Refusal) as caught:
        write.create(root, path, b"x")
    assert path == "" or path not in caught.value.message or len(path) < 3
    assert tree(root.anchor.parent) == before


@pytest.mark.parametrize("path", ["..topic.md", "...md", "a b.md", "日本.md", "deep/er/x.md"])
def test_names_that_only_look_odd_are_allowed(root: Root, path: str) -> None:
    write.create(root, path, b"x")
    assert (root.path / path).read_bytes() == b"x"


def test_a_link_in_any_component_is_refused(root: Root, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (root.path / "to-folder").symlink_to(outside)
    (root.path / "dangling").symlink_to(tmp_path / "nowhere")
    (root.path / "inside").mkdir()
    (root.path / "alias").symlink_to("inside")
    for path in ("to-folder/x.md", "dangling/x.md", "alias/x.md", "to-folder/deep/x.md"):
        with pytest.raises(Refusal):
            write.create(root, path, b"x")
    assert tree(outside) == set()
    assert not (tmp_path / "nowhere").exists()
    write.create(root, "inside/x.md", b"x")


def test_a_link_in_the_last_component_is_refused(root: Root, tmp_path: Path) -> None:
    secret = tmp_path / "outside" / "file"
    secret.write_bytes(b"theirs")
    (root.path / "leaf.md").symlink_to(secret)
    (root.path / "hollow.md").symlink_to(tmp_path / "outside" / "new")
    (root.path / "loop.md").symlink_to("loop.md")
    for name in ("leaf.md", "hollow.md", "loop.md"):
        with pytest.raises(Refusal):
            write.create(root, name, b"x")
        with pytest.raises((Refusal, NothingFound)):
            write.replace(root, name, b"x", b"theirs")
        with pytest.raises((Refusal, NothingFound)):
            write.remove(root, name, b"theirs")
        with pytest.raises((Refusal, NothingFound)):
            write.move(root, name, "other.md", b"theirs")
    assert secret.read_bytes() == b"theirs"
    assert not (tmp_path / "outside" / "new").exists()


def test_a_root_behind_a_link_is_refused_and_one_below_a_linked_anchor_is_not(
    tmp_path: Path,
) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "top").mkdir()
    (tmp_path / "top" / ".teammem").symlink_to(tmp_path / "real")
    with pytest.raises(Refusal):
        write.create(Root("team", tmp_path / "top", (".teammem",), ""), "a.md", b"x")
    assert tree(tmp_path / "real") == set()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write.create(Root("user", tmp_path / "link", ("user",), ""), "a.md", b"x")
    assert (tmp_path / "real/user/a.md").exists()


def test_a_hard_link_s_other_name_keeps_its_text(root: Root, tmp_path: Path) -> None:
    other = tmp_path / "outside" / "file"
    other.write_bytes(b"one")
    os.link(other, root.path / "a.md")
    write.replace(root, "a.md", b"two", b"one")
    assert other.read_bytes() == b"one"
    assert (root.path / "a.md").read_bytes() == b"two"


@pytest.mark.parametrize("twin", ["A.md", "a.MD", "a.md", "\uff41.md", "a\u200b.md"])
def test_a_name_is_taken_in_every_spelling(root: Root, twin: str) -> None:
    (root.path / "a.md").write_bytes(b"first")
    if twin == "\uff41.md":
        write.create(root, twin, b"x")
        return
    with pytest.raises(Refusal):
        write.create(root, twin, b"x")
    assert (root.path / "a.md").read_bytes() == b"first"


def test_an_nfd_name_on_disk_blocks_its_nfc_twin(root: Root) -> None:
    (root.path / "cafe\u0301.md").write_bytes(b"first")
    with pytest.raises(Refusal):
        write.create(root, "caf\u00e9.md", b"x")


def test_what_changed_meanwhile_is_left_alone(root: Root) -> None:
    write.create(root, "a.md", b"one")
    (root.path / "a.md").write_bytes(b"somebody else")
    for act in (
        partial(write.replace, root, "a.md", b"two", b"one"),
        partial(write.remove, root, "a.md", b"one"),
        partial(write.move, root, "a.md", "b.md", b"one"),
    ):
        with pytest.raises(Refusal) as caught:
            act()
        assert caught.value.reason == "changed"
    assert (root.path / "a.md").read_bytes() == b"somebody else"
    with pytest.raises(NothingFound):
        write.remove(root, "gone.md", b"")


def test_a_move_never_replaces_and_finishes_what_was_interrupted(root: Root) -> None:
    write.create(root, "a.md", b"one")
    write.create(root, "pinned/b.md", b"other")
    with pytest.raises(Refusal):
        write.move(root, "a.md", "pinned/b.md", b"one")
    write.move(root, "a.md", "pinned/a.md", b"one")
    assert tree(root.path) == {"pinned", "pinned/a.md", "pinned/b.md"}
    (root.path / "a.md").write_bytes(b"one")
    write.move(root, "a.md", "pinned/a.md", b"one")
    assert tree(root.path) == {"pinned", "pinned/a.md", "pinned/b.md"}


def test_the_scratch_file_of_a_dead_process_is_swept(root: Root) -> None:
    stale = root.path / ".teammem-999999999-00000000.tmp"
    stale.write_bytes(b"half")
    live = root.path / f".teammem-{os.getppid()}-00000000.tmp"
    live.write_bytes(b"half")
    write.create(root, "a.md", b"one")
    assert not stale.exists()
    assert live.exists()


def test_special_files_are_refused(root: Root) -> None:
    os.mkfifo(root.path / "pipe.md")
    with pytest.raises(Refusal):
        write.replace(root, "pipe.md", b"x", b"")
    (root.path / "file").write_bytes(b"")
    with pytest.raises(Refusal):
        write.create(root, "file/a.md", b"x")


def test_taken_names_are_folded(root: Root) -> None:
    (root.path / "CAFE\u0301.md").write_bytes(b"")
    assert write.taken(root, "") == {"caf\u00e9"}
    assert write.taken(root, "absent") == frozenset()


def test_without_hard_links_a_file_is_still_never_replaced(
    root: Root, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise PermissionError(1, "no hard links here")

    monkeypatch.setattr(os, "link", refuse)
    write.create(root, "a.md", b"one")
    write.move(root, "a.md", "b.md", b"one")
    assert tree(root.path) == {"b.md"}
    assert (root.path / "b.md").read_bytes() == b"one"
    with pytest.raises(Refusal):
        write.create(root, "b.md", b"two")
