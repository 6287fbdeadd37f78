"""Which paths lie in a team root (over-inclusively), and which stay inside a directory."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem import paths


@pytest.mark.parametrize(
    "path",
    [
        b".teammem",
        b".teammem/a.md",
        b"a/b/.teammem/c/d.md",
        b".TeamMem/a.md",
        b".teammem./a.md",
        b".teammem /a.md",
        b".teammem. . /a.md",
        b".teammem::$INDEX_ALLOCATION/a.md",
        b".teammem:stream",
        b"TEAMME~1/a.md",
        b"teamme~12/a.md",
        b"TE1F2A~1/a.md",
        b"a\\.teammem\\b.md",
        ".team\u200bmem/a.md".encode(),
        ".te\u00adammem/a.md".encode(),
        ".\ufefftea\u2060mmem/a.md".encode(),
        ".teammem\U000e0001/a.md".encode(),
        b".qwen/team-memory/a.md",
        b".QWEN/Team-Memory/a.md",
        b"x/.qwen/team-memory",
        b"QWEN~1/TEAM-M~1/a.md",
        b".qwen//team-memory/a.md",
        b".qwen/./team-memory/a.md",
        b"\xff/.teammem/a.md",
    ],
)
def test_every_spelling_of_a_root_counts(path: bytes) -> None:
    assert paths.may_touch(path)
    assert paths.in_root(path)


@pytest.mark.parametrize(
    "path",
    [
        b"teammem/a.md",
        b".teammemo/a.md",
        b".teammem-notes/a.md",
        b"src/.team/mem.md",
        b".qwen/memory/a.md",
        b"team-memory/a.md",
        b".qwen/x/team-memory/a.md",
        b"TEAMME~X/a.md",
        b"tezzzz~1/a.md",
        b"a~1/b.md",
        "\u00e9/a.md".encode(),
        b"\xff/a.md",
        b"",
    ],
)
def test_other_names_do_not(path: bytes) -> None:
    assert not paths.in_root(path)


_SPELLING = st.text(st.sampled_from("\u200b\u00ad\ufe0f"), max_size=3)


@given(st.data())
def test_case_and_invisible_characters_never_hide_a_root(data: st.DataObject) -> None:
    name = ""
    for letter in ".teammem":
        name += data.draw(st.sampled_from([letter, letter.upper()])) + data.draw(_SPELLING)
    name += data.draw(st.text(st.sampled_from(". "), max_size=3))
    assert paths.in_root(f"a/{name}/b.md".encode())


@given(st.binary(max_size=60))
def test_the_cheap_check_never_says_no_to_a_root(path: bytes) -> None:
    if not paths.may_touch(path):
        # The full walk, entered around its own cheap check.
        parts = path.replace(b"\\", b"/").split(b"/")
        assert all(paths.fold(part) not in {".teammem", "team-memory"} for part in parts)


@given(st.text(max_size=20))
def test_folding_is_stable_and_ignores_form_and_case(text: str) -> None:
    text = text.replace("/", "")
    once = paths.fold(text.encode("utf-8", "surrogatepass"))
    assert paths.fold(once.encode("utf-8", "surrogatepass")) in {once, once.rstrip(". ")}
    composed = unicodedata.normalize("NFC", text).encode("utf-8", "surrogatepass")
    split = unicodedata.normalize("NFD", text).encode("utf-8", "surrogatepass")
    assert paths.fold(composed) == paths.fold(split)


def test_the_innermost_root_owns_a_path() -> None:
    path = b".teammem/x/.teammem/allow/y.yaml"
    assert paths.roots(path) == (b".teammem", b".teammem/x/.teammem")
    assert paths.root_of(path) == b".teammem/x/.teammem"
    assert paths.inner(path) == (b"allow", b"y.yaml")
    assert paths.inner(b".teammem") == ()
    with pytest.raises(ValueError, match="no team root"):
        paths.inner(b"src/a.py")


def test_folders_of_a_root_are_folded_too() -> None:
    assert paths.under(b".teammem/PINNED/a.md", "pinned")
    assert paths.under(b".teammem/pinned", "pinned")
    assert paths.under(b".teammem/pinned/x/.teammem/a.md", "pinned")
    assert not paths.under(b".teammem/pinned-notes/a.md", "pinned")
    assert not paths.under(b".teammem/project/pinned/a.md", "pinned")
    assert not paths.under(b"pinned/a.md", "pinned")


def test_is_root_means_the_name_itself() -> None:
    assert paths.is_root(b"a/.teammem")
    assert paths.is_root(b"a/.teammem/")
    assert not paths.is_root(b"a/.teammem/b")


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (b"a b/c.md", "a b/c.md"),
        ("\u00e9.md".encode(), "\u00e9.md"),
        (b"a\nb\x1b[31m", "a\\nb\\x1b[31m"),
        (b"\xff.md", "\\xff.md"),
        ("a\u202eb".encode(), "a\\u202eb"),
    ],
)
def test_a_path_is_shown_on_one_line(path: bytes, shown: str) -> None:
    assert paths.show(path) == shown


class TestContainment:
    """Written paths: literal and resolved, through links of every kind."""

    @pytest.fixture
    def base(self, tmp_path: Path) -> Path:
        base = tmp_path / "project" / "memory"
        (base / "inside").mkdir(parents=True)
        (tmp_path / "outside").mkdir()
        return base

    def _in(self, base: Path, path: Path) -> bool:
        return paths.contained(str(base), str(path))

    def test_plain_files_and_new_nested_directories(self, base: Path) -> None:
        assert self._in(base, base)
        assert self._in(base, base / "a.md")
        assert self._in(base, base / "new" / "deeper" / "a.md")
        assert self._in(base, base / "..topic")
        assert not self._in(base, base.with_name("memory-other") / "a.md")
        assert not self._in(base, base / ".." / "a.md")

    def test_a_link_out_is_not_contained_whether_its_target_exists(self, base: Path) -> None:
        (base / "link").symlink_to(base.parents[1] / "outside")
        (base / "gone").symlink_to(base.parents[1] / "nowhere")
        assert not self._in(base, base / "link" / "a.md")
        assert not self._in(base, base / "gone")
        assert not self._in(base, base / "gone" / "a.md")

    def test_a_link_inside_is_contained(self, base: Path) -> None:
        (base / "alias").symlink_to(base / "inside")
        assert self._in(base, base / "alias" / "a.md")
        (base / "dangling").symlink_to("inside/later.md")
        assert self._in(base, base / "dangling")

    def test_a_file_link_out_is_not_contained(self, base: Path) -> None:
        (base.parents[1] / "outside" / "a.md").write_text("x")
        (base / "a.md").symlink_to(base.parents[1] / "outside" / "a.md")
        assert not self._in(base, base / "a.md")

    @pytest.mark.usefixtures("base")
    def test_the_way_to_the_base_may_lead_through_links(self, tmp_path: Path) -> None:
        (tmp_path / "shortcut").symlink_to(tmp_path / "project")
        through = tmp_path / "shortcut" / "memory"
        assert self._in(through, through / "a.md")
        assert not self._in(through, tmp_path / "shortcut" / "other")

    def test_a_loop_is_not_contained(self, base: Path) -> None:
        (base / "one").symlink_to(base / "two")
        (base / "two").symlink_to(base / "one")
        assert not self._in(base, base / "one" / "a.md")

    def test_nul_is_not_contained(self, base: Path) -> None:
        assert not paths.contained(str(base), f"{base}/a\0b")

    def test_a_new_base_below_a_real_directory(self, tmp_path: Path) -> None:
        assert self._in(tmp_path / "new", tmp_path / "new" / "a.md")


def test_disk_roots_see_the_name_and_where_links_lead(tmp_path: Path) -> None:
    (tmp_path / ".teammem").mkdir()
    (tmp_path / "notes").symlink_to(tmp_path / ".teammem")
    assert paths.disk_roots(str(tmp_path / ".teammem" / "a.md"))
    assert paths.disk_roots(str(tmp_path / "notes" / "a.md"))
    assert paths.disk_roots(str(tmp_path / "x" / ".TEAMMEM" / "a.md"))
    assert not paths.disk_roots(str(tmp_path / "src" / "a.md"))
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert not paths.disk_roots(str(tmp_path / "loop" / "a.md"))


def test_the_root_of_the_file_system_is_real() -> None:
    assert paths.real("/") == "/"
    assert paths.real(f"/no-such-{os.getpid()}/x") == f"/no-such-{os.getpid()}/x"
