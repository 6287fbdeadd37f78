"""Two paths with one id: nothing uncommitted is dropped, and never all of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from teammem.roots.overlay import DESTINATION, HEAD, Brought, Overlay
from teammem.roots.twins import Carried, dropped

ID = "01JZZZZZZZZZZZZZZZZZZZZZZ1"
KINDS = ("theirs", "left-out", "committed", "uncommitted", "both")


def overlay(kinds: dict[str, str]) -> Overlay:
    origins = {"theirs": DESTINATION, "left-out": HEAD}
    return Overlay(
        brought={p: Brought("0", origins[kind]) for p, kind in kinds.items() if kind in origins},
        committed=frozenset(p for p, kind in kinds.items() if kind == "committed"),
        uncommitted=lambda path: kinds[path] == "uncommitted",
    )


def gone(kinds: dict[str, str], ids: dict[str, str] | None = None) -> set[str]:
    carried = [Carried((ids or {}).get(path, ID), "root", path) for path in kinds]
    return {one.path for one in dropped(carried, {"root": overlay(kinds)})}


def test_the_destination_s_counts_unless_the_other_is_uncommitted() -> None:
    assert gone({"a.md": "theirs", "b.md": "committed"}) == {"b.md"}
    assert gone({"a.md": "theirs", "b.md": "uncommitted"}) == {"a.md"}
    assert gone({"a.md": "theirs", "b.md": "both"}) == set()
    assert gone({"a.md": "theirs", "b.md": "theirs"}) == set()
    assert gone({"a.md": "committed", "b.md": "uncommitted"}) == set()
    assert gone({"a.md": "left-out", "b.md": "committed"}) == set()


def test_without_an_id_nothing_is_the_same() -> None:
    kinds = {"a.md": "theirs", "b.md": "committed"}
    assert gone(kinds, {"a.md": "", "b.md": ""}) == set()
    assert gone(kinds, {"a.md": ID, "b.md": ""}) == set()


def test_across_roots() -> None:
    overlays = {"one": overlay({"a.md": "theirs"}), "two": overlay({"a.md": "committed"})}
    carried = [Carried(ID, "one", "a.md"), Carried(ID, "two", "a.md")]
    assert dropped(carried, overlays) == {carried[1]}


@given(st.dictionaries(st.sampled_from(["a", "b", "c", "d"]), st.sampled_from(KINDS), min_size=1))
def test_something_always_counts_and_what_is_uncommitted_always_does(
    kinds: dict[str, str],
) -> None:
    left = set(kinds) - gone(kinds)
    assert left
    assert {path for path, kind in kinds.items() if kind == "uncommitted"} <= left
