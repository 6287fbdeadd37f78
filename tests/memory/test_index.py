import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.memory import index
from teammem.memory.index import Item, render
from teammem.memory.text import INVISIBLE


def items(count: int, description: str = "When this matters.") -> list[Item]:
    return [Item(f"note-{i:04}.md", f"Note {i}", description) for i in range(count)]


def test_a_short_list() -> None:
    text = render(
        [Item("a b.md", "A", "one"), Item("pinned/日本.md", "B", "two", "verified", True)]
    )
    assert text == (
        "- [B](pinned/日本.md) (verified): two\n- [A](a%20b.md): one\n"
        "2 of 2 shown; `teammem list` shows all\n"
    )


@pytest.mark.parametrize(("count", "shown"), [(0, 0), (199, 199), (200, 199), (1000, 199)])
def test_never_more_than_two_hundred_lines(count: int, shown: int) -> None:
    text = render(items(count))
    assert text.count("\n") == shown + 1
    assert text.endswith(f"{shown} of {count} shown; `teammem list` shows all\n")


def test_never_more_than_twenty_five_kilobytes() -> None:
    text = render(items(300, "語" * 200))
    assert len(text.encode()) <= index.MAX_BYTES
    assert re.search(r"\n\d+ of 300 shown", text)


def test_pinned_ones_are_never_cut_off_by_others() -> None:
    many = [*items(500), Item("pinned/z.md", "Z", "last", pinned=True)]
    assert render(many).startswith("- [Z](pinned/z.md)")


@given(
    st.text(max_size=300),
    st.text(max_size=300),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40),
)
def test_nothing_in_a_title_makes_markup(title: str, description: str, path: str) -> None:
    first, last = render([Item(path, title, description)]).removesuffix("\n").split("\n")
    assert last == "1 of 1 shown; `teammem list` shows all"
    assert first.count("](") == 1
    assert re.fullmatch(r"- \[[^\[\]`<>]+\]\(\S+\)(: [^\[\]`<>]+)?", first)
    assert INVISIBLE.search(first) is None


def test_a_line_is_cut_but_its_link_is_not() -> None:
    for path in ("a.md", "d" * 80 + ".md", "e" * 200 + ".md"):
        line = render([Item(path, "t" * 100, "d" * 300)]).split("\n")[0]
        assert f"]({path})" in line
        assert len(line) <= max(index.MAX_LINE, len(path) + 40)


def test_bidi_and_link_syntax_are_defused() -> None:
    text = render([Item("a.md", "x\u202e](https://evil.example) `run`\nnew", "<!-- hide -->")])
    assert text.startswith("- [x)(https://evil.example) 'run' new](a.md): (!-- hide --)\n")


def test_only_our_own_file_is_ours() -> None:
    assert index.is_ours(render(items(1), marker=True).encode())
    assert index.is_ours(b"\xef\xbb\xbf" + render([], marker=True).replace("\n", "\r\n").encode())
    assert not index.is_ours(render(items(1)).encode())
    assert not index.is_ours(b"# Index\n" + index.MARKER.encode())


def test_what_another_list_lacks() -> None:
    data = b"- [A](a%20b.md)\n- [B](b.md) x\n"
    assert index.missing(data, ["a b.md", "b.md", "c.md"]) == ("c.md",)
