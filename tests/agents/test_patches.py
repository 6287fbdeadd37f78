from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from teammem.agents.patches import sections


def of(*lines: str) -> str:
    return "\n".join(("*** Begin Patch", *lines, "*** End Patch"))


def test_several_files() -> None:
    found = sections(
        of(
            "*** Add File: a.md", "+one", "+two",
            "*** Update File: b.md", "*** Move to: c.md", "@@ def f", "-old", "+new",
            "*** Delete File: d.md",
        )
    )  # fmt: skip
    assert [(one.path, one.target, one.deleted) for one in found] == [
        ("a.md", "a.md", False),
        ("b.md", "c.md", False),
        ("d.md", "d.md", True),
    ]
    assert found[0].result(None) == "one\ntwo\n"
    assert found[1].result("x\ndef f\n  y\nold\nz\n") == "x\ndef f\n  y\nnew\nz\n"


def test_lines_are_found_in_order_and_but_for_blanks() -> None:
    (one,) = sections(of("*** Update File: a", "@@", " a", "-x", "+1", "@@", "-x  ", "+2"))
    assert one.result("a\nx\nb\nx\n") == "a\n1\nb\n2\n"


def test_what_is_not_found_leaves_the_added_lines() -> None:
    (one,) = sections(of("*** Update File: a", "@@", "-nowhere", "+new"))
    assert one.result("text\n") == "new\n"
    assert one.result(None) == "new\n"


def test_lines_for_the_end() -> None:
    (one,) = sections(of("*** Update File: a", "@@", "+last", "*** End of File"))
    assert one.result("first\n") == "first\nlast\n"


def test_a_mark_in_a_files_own_line_is_text() -> None:
    (one,) = sections(of("*** Update File: a", "@@", " *** Delete File: b", "+x"))
    assert one.path == "a"
    (one,) = sections(of("*** Add File: a", "+*** Delete File: b"))
    assert one.result(None) == "*** Delete File: b\n"


def test_a_patch_in_a_command() -> None:
    text = "apply_patch <<'E'\r\n" + of("  *** Add File: a ", "+x").replace("\n", "\r\n") + "\r\nE"
    (one,) = sections(text)
    assert (one.path, one.result(None)) == ("a", "x\n")
    assert not sections("*** Add File: a\n+x")


@given(st.lists(st.sampled_from(["a", "b", "", " c"]), max_size=8), st.data())
def test_an_applied_hunk_is_the_replacement(lines: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(lines)))
    end = data.draw(st.integers(start, len(lines)))
    kept, gone = lines[:start], lines[start:end]
    text = of(
        "*** Update File: f", "@@",
        *(f" {line}" for line in kept), *(f"-{line}" for line in gone), "+new",
        *(f" {line}" for line in lines[end:]),
    )  # fmt: skip
    (one,) = sections(text)
    before = "".join(line + "\n" for line in lines)
    assert one.result(before) == "".join(f"{line}\n" for line in [*kept, "new", *lines[end:]])
