from __future__ import annotations

from teammem.memory import hashes
from teammem.recall.notes import parser

BODY = "The rule.\n"


def _note(front: str, body: str = BODY) -> object:
    parse = parser("team", lambda key: f".teammem/{key}")
    return parse("deep/rule.md", f"---\n{front}---\n{body}".encode())


def test_a_memory_becomes_a_note() -> None:
    note = parser("team", lambda key: f".teammem/{key}")(
        "pinned/rule.md",
        b"---\nname: rule\ndescription: d\ntype: reference\nkeywords: [a, b]\n"
        b"usage_scenarios: [when x]\napplies_to: ['src/**']\nexpires: 2031-02-03\n"
        b"created: {at: 2030-01-01T10:00:00Z, by: Someone}\n---\nThe rule.\n",
    )
    assert note is not None
    assert note.key == "pinned/rule.md"
    assert note.handle == note.path == ".teammem/pinned/rule.md"
    assert (note.name, note.description, note.type) == ("rule", "d", "reference")
    assert (note.keywords, note.usage_scenarios) == (("a", "b"), ("when x",))
    assert (note.applies_to, note.expires) == (("src/**",), "2031-02-03")
    assert (note.author, note.since, note.pinned) == ("Someone", "2030-01-01", True)
    assert note.body.strip() == "The rule."


def test_a_verified_note_knows_whether_its_text_still_stands() -> None:
    verified = f"name: r\nstatus: verified\nverified: {{hash: '{hashes.of_body(BODY)}'}}\n"
    assert getattr(_note(verified), "edited", None) is False
    assert getattr(_note(verified, "Another rule.\n"), "edited", None) is True


def test_what_is_no_memory_is_none() -> None:
    parse = parser("user", lambda key: key)
    assert parse("a.md", b"") is None
    plain = parse("a.md", b"Just text about keys.\n")
    assert parse("a.md", b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n") is None
    assert plain is not None
    assert plain.type == "user"
