"""Typed memories from teammem's, Claude Code's and Qwen Code's forms."""

from datetime import UTC, date, datetime

import pytest

from teammem.memory import document, entry, hashes
from teammem.memory.entry import Cite, Entry


def read(head: str, body: str = "Body\n", path: str = "a-note.md") -> Entry:
    return entry.read(path, document.read(f"---\n{head}---\n{body}".encode()))


def rules(found: Entry) -> list[str]:
    return [problem.rule for problem in found.problems]


FULL = f"""name: deploy-freeze
description: One line that says when this matters.
type: project
id: 01JDZ8AAAAAAAAAAAAAAAAAAAA
keywords: [deploy, release]
usage_scenarios: [before merging to main]
applies_to: ["services/api/**"]
status: verified
created: {{at: 2026-11-30T10:00:00Z, by: Ana}}
verified: {{at: 2026-12-01T10:00:00+02:00, by: Bo, hash: "{hashes.of_body("Body")}"}}
source: {{actor: agent, agent: claude, session: s1, messages: [m1, m2], commit: abc}}
supersedes: [01jc0000000000000000000000]
cites: [{{path: src/deploy.py, lines: 10-20, hash: "{hashes.of_body("x")}"}}, src/a.py]
expires: 2027-03-31
schema: 1
"""


def test_every_field_of_the_format() -> None:
    found = read(FULL)
    assert rules(found) == []
    assert found.id == "01JDZ8AAAAAAAAAAAAAAAAAAAA"
    assert found.applies_to == ("services/api/**",)
    assert found.created == entry.Stamp(datetime(2026, 11, 30, 10, tzinfo=UTC), "Ana")
    assert found.verified.at == datetime(2026, 12, 1, 8, tzinfo=UTC)
    assert found.verification_holds()
    assert found.dated == found.verified.at
    assert found.source.messages == ("m1", "m2")
    assert found.supersedes == ("01JC0000000000000000000000",)
    assert found.cites[0] == Cite("src/deploy.py", (10, 20), hashes.of_body("x"))
    assert found.cites[1] == Cite("src/a.py", None, "")
    assert found.expires == date(2027, 3, 31)


def test_a_changed_body_ends_the_verification() -> None:
    assert not read(FULL, "Another body\n").verification_holds()
    assert read(FULL, "Body  \n\n").verification_holds()


@pytest.mark.parametrize(
    "head",
    [
        "name: a\ntype: project\n",
        'name: a\ntype: "project"\n',
        "name: a\ntype: 'project' # shared\n",
        "name: a\ntype: project # shared\n",
        "name: a\ntype: Project\n",
        "title: a\ntype: project\n",
        "name: a\nmetadata:\n  node_type: memory\n  type: project\n",
        "name: a\nmetadata:\n\tnode_type: memory\n\ttype: project\n",
        "\ufeffname: a\ntype: project\n"[1:],
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_every_spelling_of_name_and_type_is_understood(head: str, newline: str, bom: str) -> None:
    data = (bom + f"---\n{head}---\nBody\n".replace("\n", newline)).encode()
    found = entry.read("x.md", document.read(data), "feedback")
    assert (found.name, found.type, found.body) == ("a", "project", "Body\n")


def test_claude_code_s_metadata_is_understood() -> None:
    found = read(
        "name: a\nmetadata:\n  node_type: memory\n  type: feedback\n"
        "  originSessionId: s-1\n  modified: 2026-05-01T00:00:00.000Z\n"
    )
    assert found.source.session == "s-1"
    assert found.dated == datetime(2026, 5, 1, tzinfo=UTC)


@pytest.mark.parametrize("value", ["null", "", "~", "None", '""', "'  '"])
def test_no_name_is_the_stem(value: str) -> None:
    assert read(f"name: {value}\n").name == "a-note"
    assert read(f"title: {value}\n").name == "a-note"


def test_a_quoted_none_is_a_name() -> None:
    assert read('title: "None"\n').name == "None"


@pytest.mark.parametrize("value", ["yes", "1.10", "2026-01-01", "true", "0x1f"])
def test_other_scalars_are_text_as_written(value: str) -> None:
    assert read(f"name: {value}\n").name == value


@pytest.mark.parametrize(
    "value",
    ['"alpha,beta"', "[alpha, beta]", "alpha beta", '"#alpha, #beta"', "#alpha #beta",
     "\n- alpha\n- beta", "[Alpha, alpha, beta, BETA, '']"],
)  # fmt: skip
@pytest.mark.parametrize("key", ["tags", "keywords"])
def test_every_spelling_of_keywords_gives_the_same_ones(key: str, value: str) -> None:
    assert [word.lower() for word in read(f"{key}: {value}\n").keywords] == ["alpha", "beta"]


def test_a_colon_in_a_list_item_stays_text() -> None:
    found = read("usage_scenarios:\n- before: merging\n- a, b\n")
    assert found.usage_scenarios == ("before: merging", "a, b")


@pytest.mark.parametrize(
    ("head", "rule"),
    [
        ("name: a\n", "TM014"),
        ("type: litnote\n", "TM015"),
        ("type: project\nstatus: done\n", "TM016"),
        ("type: project\ntype: user\n", "TM017"),
        ("type: project\nname: [a]\n", "TM019"),
        ("type: project\nkeywords: {a: b}\n", "TM019"),
        ("type: project\nid: 42\n", "TM020"),
        ("type: project\nschema: 2\n", "TM021"),
        ("type: project\nschema: x\n", "TM019"),
        ("type: project\ncreated: soon\n", "TM022"),
        ("type: project\nexpires: soon\n", "TM022"),
        ("type: project\nverified: [a]\n", "TM019"),
        ("type: project\nsource: [a]\n", "TM019"),
        ("type: project\ncites: [{lines: 1-2}]\n", "TM025"),
        ("type: project\ncites: [{path: ../x}]\n", "TM025"),
        ("type: project\ncites: [{path: a, lines: 3-2}]\n", "TM025"),
        ("type: project\ncites: [{path: a, lines: x}]\n", "TM025"),
        ("type: project\ncites: [{path: a, hash: x}]\n", "TM025"),
        ("type: project\ncites: [[a]]\n", "TM025"),
    ],
)
def test_what_a_field_cannot_mean_is_a_problem_and_the_memory_is_read(head: str, rule: str) -> None:
    found = read(head)
    assert rules(found) == [rule]
    assert found.body == "Body\n"


def test_a_problem_names_its_line() -> None:
    assert read("name: a\ntype: litnote\n").problems[0].line == 3


def test_an_unknown_status_is_never_more_than_a_candidate() -> None:
    assert read("status: trusted\n").status == "candidate"
    assert read("name: a\n").status == "plain"


def test_a_file_without_front_matter_is_a_memory() -> None:
    found = entry.read("dir/my note.md", document.read(b"Just text"), "user")
    assert (found.name, found.type, found.body) == ("my note", "user", "Just text")
    assert found.problems == ()


@pytest.mark.parametrize(
    ("path", "pinned", "copy"),
    [
        ("pinned/a.md", True, False),
        ("Pinned/x/a.md", True, False),
        ("pinned-notes/a.md", False, False),
        ("project/pinned/a.md", False, False),
        ("a.conflict-0123abcd.md", False, True),
        ("a.conflict-0123.md", False, False),
    ],
)
def test_the_path_tells_pins_and_conflict_copies(path: str, pinned: bool, copy: bool) -> None:
    found = read("type: project\n", path=path)
    assert (found.pinned, found.conflict_copy) == (pinned, copy)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-11-30", datetime(2026, 11, 30, tzinfo=UTC)),
        ("2026-11-30T10:00:00Z", datetime(2026, 11, 30, 10, tzinfo=UTC)),
        ("2026-11-30 10:00:00+02:00", datetime(2026, 11, 30, 8, tzinfo=UTC)),
        ("30.11.2026", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("", None),
    ],
)
def test_moments(text: str, expected: datetime | None) -> None:
    assert entry.moment(text) == expected
