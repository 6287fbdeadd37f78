"""Each rule fires where it should, and not with one thing changed."""

from datetime import date

import pytest

from teammem.memory import hashes, lint, tombstone
from teammem.memory.reading import Loaded, read

TODAY = date(2026, 12, 1)
GOOD = b"---\nname: a\ndescription: when this matters\ntype: project\n---\nThe rule.\n"
ID = "01JDZ8AAAAAAAAAAAAAAAAAAAA"
OTHER = "01JDZ8BBBBBBBBBBBBBBBBBBBB"


def found(data: bytes, path: str = "a.md", tier: str = "team") -> list[tuple[str, int]]:
    problems = lint.of_file(read(path, data), tier, TODAY)
    return [(problem.rule, problem.line) for problem in problems]


def test_a_good_memory_has_no_problem() -> None:
    assert found(GOOD) == []
    assert found(b"") == []


VERIFIED = (
    b"type: project\nstatus: verified\nverified: {hash: '%b'}"
    % hashes.of_body("The rule.").encode()
)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (b"---\nname", b"name", ("TM010", 1)),
        (b"name: a\n", b"", ("TM012", 1)),
        (b"name: a", b"name:", ("TM012", 2)),
        (b": when this matters", b': ""', ("TM013", 3)),
        (b"description: when this matters\n", b"", ("TM013", 1)),
        (b"type: project\n", b"", ("TM014", 0)),
        (b"project", b"litnote", ("TM015", 4)),
        (b"when this", b"when: this", ("TM018", 3)),
        (b"when this matters", b"w" * 151, ("TM027", 3)),
        (b"The rule.\n", b"", ("TM026", 6)),
        (b"The rule.", "The \u202erule.".encode(), ("TM028", 6)),
        (b"name: a", "name: a\u200bb".encode(), ("TM028", 2)),
        (b"The rule.", b"- one\n- two", ("TM029", 6)),
        (b"project", b"user", ("TM031", 4)),
        (b"project", b"project\nexpires: 2026-11-30", ("TM023", 5)),
        (b"project", b"project\nstatus: verified", ("TM032", 5)),
        (b"project", b"project\nstatus: verified\nverified: {hash: x}", ("TM024", 6)),
        (b"project", b"project\nname: b", ("TM017", 5)),
        (b"project", b"[", ("TM004", 5)),
    ],
)
def test_one_change_one_problem(old: bytes, new: bytes, expected: tuple[str, int]) -> None:
    assert expected in found(GOOD.replace(old, new, 1))


def test_twins_pass() -> None:
    assert found(GOOD.replace(b"project", b"user"), tier="user") == []
    assert found(GOOD.replace(b"type: project", VERIFIED)) == []
    assert found(GOOD.replace(b"project", b"project\nexpires: 2026-12-01")) == []
    assert found(GOOD.replace(b"name: a", "name: \U0001f468\u200d\U0001f4bb".encode())) == []


def test_a_conflict_copy_is_a_warning() -> None:
    assert ("TM030", 0) in found(GOOD, "a.conflict-0123abcd.md")


def test_names() -> None:
    paths = ["a.md", "A.md", "nul.md", "d/b.md", "D/B.md", "ok.md", "cafe\u0301.md", "café.md"]
    problems = [(at.path, at.problem.rule) for at in lint.of_names(paths)]
    assert ("a.md", "TM041") in problems
    assert ("nul.md", "TM040") in problems
    assert ("d/b.md", "TM041") in problems
    assert ("café.md", "TM041") in problems
    assert not [rule for path, rule in problems if path == "ok.md"]


def load(path: str, head: str = "", body: str = "The rule.\n") -> Loaded:
    one = read(path, f"---\n{head}---\n{body}".encode())
    assert isinstance(one, Loaded)
    return one


def rules(*loaded: Loaded, stones: tuple[tombstone.Tombstone, ...] = ()) -> list[tuple[str, str]]:
    return [(at.path, at.problem.rule) for at in lint.of_set(loaded, stones)]


def test_ids_names_and_texts_stand_once() -> None:
    one = load("a.md", f"id: {ID}\n", "One.\n")
    assert rules(one, load("b.md", f"id: {ID}\n", "Two.\n")) == [("b.md", "TM050")]
    assert rules(one, load("b.md", f"id: {OTHER}\n", "Two.\n")) == []
    assert rules(one, load("b.md", "name: A\n", "Two.\n")) == [("b.md", "TM055")]
    assert rules(one, load("b.md", "", "**one**")) == [("b.md", "TM051")]
    assert rules(one, load("a.conflict-0123abcd.md", f"id: {ID}\n", "One.\n")) == []


def test_links_between_memories() -> None:
    one = load("a.md", f"id: {ID}\nsupersedes: [{OTHER}]\n", "One.\n")
    assert rules(one) == [("a.md", "TM052")]
    two = load("b.md", f"id: {OTHER}\n", "Two.\n")
    assert rules(one, two) == []
    both = load("b.md", f"id: {OTHER}\nsupersedes: {ID}\n", "Two.\n")
    assert rules(one, both) == [("a.md", "TM053"), ("b.md", "TM053")]
    third = load("c.md", f"id: 01JDZ8CCCCCCCCCCCCCCCCCCCC\nsupersedes: {OTHER}\n", "Three.\n")
    assert rules(one, two, third) == [("b.md", "TM054")]


def test_what_was_forgotten_is_named() -> None:
    stone = tombstone.bury(
        OTHER, "project", tombstone.subject("one"), reason="", by="", at="", salt=b"0" * 16
    )
    assert rules(load("a.md", "", "*One*\n"), stones=(stone,)) == [("a.md", "TM061")]
    assert rules(load("a.md", f"id: {OTHER}\n", "Else\n"), stones=(stone,)) == [("a.md", "TM061")]
    assert rules(load("a.md", "", "Never one\n"), stones=(stone,)) == []
