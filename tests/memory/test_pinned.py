import pytest

from teammem.memory.pinned import forbidden, is_pinned


@pytest.mark.parametrize(
    ("path", "pinned"),
    [
        ("pinned/a.md", True),
        ("PINNED/a.md", True),
        ("pinned/sub/a.md", True),
        ("pinned ./a.md", True),
        ("pin\u200bned/a.md", True),
        ("pinned:stream/a.md", True),
        ("pinned\\a.md", True),
        ("pinned-notes/a.md", False),
        ("project/pinned/a.md", False),
        ("pinned.md", False),
        ("pinned", False),
    ],
)
def test_pins_are_known_in_every_spelling(path: str, pinned: bool) -> None:
    assert is_pinned(path) is pinned


@pytest.mark.parametrize(
    ("inner", "change", "refused"),
    [
        ("pinned/a.md", "add", True),
        ("pinned/a.md", "change", True),
        ("pinned/a.md", "delete", True),
        ("Pinned/a.md", "add", True),
        ("pinned", "add", True),
        ("pinned-notes/a.md", "delete", False),
        ("x/pinned/a.md", "change", False),
        ("x/../pinned/a.md", "change", True),
        ("./pinned/a.md", "change", True),
        ("allow/r-abc123.yaml", "add", True),
        ("allow/r-abc123.yaml", "delete", True),
        ("allowed.md", "add", False),
        ("tombstones/x.yaml", "add", False),
        ("tombstones/x.yaml", "change", True),
        ("tombstones/x.yaml", "delete", True),
        ("tombstones", "add", True),
        ("config.yaml", "change", True),
        ("CONFIG.yaml", "delete", True),
        ("x/config.yaml", "change", False),
        ("a.md", "add", False),
        ("a.md", "delete", False),
        ("", "change", False),
    ],
)
def test_what_an_agent_may_not_do(inner: str, change: str, refused: bool) -> None:
    assert bool(forbidden(inner, change)) is refused
