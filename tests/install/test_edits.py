from __future__ import annotations

import os
from pathlib import Path

import pytest

from teammem.errors import ConfigError
from teammem.install.edits import Move, Remove, Write, apply


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_write_makes_folders_and_leaves_no_scratch_file(tmp_path: Path) -> None:
    apply([Write(tmp_path / "a" / "b", b"x")])
    assert (tmp_path / "a" / "b").read_bytes() == b"x"
    assert names(tmp_path / "a") == ["b"]


@pytest.mark.parametrize(
    ("mask", "plain", "executable"), [(0o022, 0o644, 0o755), (0o077, 0o600, 0o700)]
)
def test_modes_follow_the_umask(tmp_path: Path, mask: int, plain: int, executable: int) -> None:
    before = os.umask(mask)
    try:
        apply([Write(tmp_path / "p", b""), Write(tmp_path / "x", b"", executable=True)])
    finally:
        os.umask(before)
    assert (tmp_path / "p").stat().st_mode & 0o777 == plain
    assert (tmp_path / "x").stat().st_mode & 0o777 == executable


def test_an_existing_file_keeps_its_mode_and_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    apply([Write(tmp_path / "link", b"new")])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o640


def test_move_keeps_bytes_mode_and_links(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("nowhere")
    apply([Move(tmp_path / "a", tmp_path / "b")])
    assert (tmp_path / "b").readlink() == Path("nowhere")


def test_remove_takes_files_and_empty_folders_only(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    (tmp_path / "empty").mkdir()
    apply([Remove(tmp_path / "full"), Remove(tmp_path / "empty"), Remove(tmp_path / "none")])
    assert names(tmp_path) == ["full"]
    apply([Remove(tmp_path / "full" / "x"), Remove(tmp_path / "full")])
    assert names(tmp_path) == []


def test_what_the_file_system_refuses_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match=r"cannot write .*file/x") as caught:
        apply([Write(tmp_path / "file" / "x", b"")])
    assert caught.value.reason == "not-writable"
    assert caught.value.hint


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(ConfigError):
        apply([Write(tmp_path / "folder", b"x")])
    assert names(tmp_path) == ["folder"]
