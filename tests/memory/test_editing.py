"""Edits change what was asked and nothing else, or are refused."""

import difflib

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from teammem.memory import editing
from teammem.memory.document import Invalid, lf, read
from teammem.memory.editing import NotEditable

RICH = """---
# written by hand
name: a
type: project  # shared
empty:
quoted:   "q"  # why
literal: |
  line one

  line two

# about the list
keywords:
  - alpha   # first
  - beta

custom: {x: 1, y: [2, 3]}  # ours
folded: >-
  fo
  ba
citekey: smith2024
# the end
---
Body with --- dashes

---
end"""

KEYS = ["name", "type", "empty", "quoted", "literal", "keywords", "custom", "folded", "citekey"]


def lines(data: bytes) -> list[str]:
    return lf(data.decode("utf-8")).split("\n")


def changed(before: bytes, after: bytes) -> list[str]:
    diff = difflib.ndiff(lines(before), lines(after))
    return [line for line in diff if line[:1] in "+-"]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("key", KEYS)
def test_setting_a_key_touches_its_own_lines_only(key: str, newline: str, bom: str) -> None:
    data = (bom + RICH.replace("\n", newline)).encode()
    after = editing.set_field(read(data), key, "new: value")
    again = read(after)
    assert again.fields == {**read(data).fields, key: "new: value"}
    assert again.newline == newline
    difference = changed(data, after)
    assert [line for line in difference if line[0] == "+"] == [
        line for line in difference if line.startswith(f"+ {key}:")
    ]
    kept = after.decode()
    for comment in ("# written by hand", "# shared", "# why", "# about the list", "# ours"):
        assert comment in kept
    assert kept.endswith("---\nBody with --- dashes\n\n---\nend".replace("\n", newline))


@pytest.mark.parametrize("key", KEYS)
def test_removing_a_key_takes_its_lines_only(key: str) -> None:
    data = RICH.encode()
    after = editing.remove_field(read(data), key)
    assert key not in read(after).fields
    assert not [line for line in changed(data, after) if line[0] == "+"]
    assert "# about the list" in after.decode()


def test_a_new_key_goes_last() -> None:
    after = editing.set_field(read(RICH.encode()), "status", "verified")
    assert changed(RICH.encode(), after) == ["+ status: verified"]
    assert "# the end\nstatus: verified\n---\n" in after.decode()


def test_an_equal_value_changes_nothing() -> None:
    data = b"---\nname:   'a'   # x\n---\n"
    assert editing.set_field(read(data), "name", "a") == data
    assert editing.remove_field(read(data), "absent") == data


def test_a_value_meant_as_text_is_replaced_as_a_whole() -> None:
    data = b"---\ndescription: use # for tags\ntype: project\n---\n"
    assert editing.set_field(read(data), "description", "other") == (
        b"---\ndescription: other\ntype: project\n---\n"
    )
    assert editing.set_field(read(data), "type", "user") == (
        b"---\ndescription: use # for tags\ntype: user\n---\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Just text\n",
        "\ufeffJust text\n",
        "---\nnever closed\n",
        "---\nProse.\n---\nmore\n",
        "x\r\ny",
    ],
)
def test_a_file_without_front_matter_gets_one_in_front(text: str) -> None:
    data = text.encode()
    after = editing.set_field(read(data), "id", "x")
    assert read(after).body == read(data).body
    assert read(after).fields == {"id": "x"}
    assert read(after).newline == read(data).newline
    assert after.endswith(text.removeprefix("\ufeff").encode())


@pytest.mark.parametrize(
    "head",
    [
        "this is: [not, valid, yaml\nname: a\n",
        "name: a\n\tb: c\n",
        "<<<<<<< ours\nname: a\n=======\nname: b\n>>>>>>> theirs\n",
    ],
)
def test_a_block_that_does_not_parse_has_no_document_to_edit(head: str) -> None:
    with pytest.raises(Invalid):
        read(f"---\n{head}---\nBody\n".encode())


@pytest.mark.parametrize(
    "head",
    [
        'description: "abc "def" ghi"\ntags: [a, b]\n',
        "description: a: b\n",
        "name: a\nname: b\n",
        "{name: a, type: b}\n",
        "name: &x a\ntitle: *x\n",
    ],
)
def test_an_edit_that_would_touch_more_is_refused(head: str) -> None:
    document = read(f"---\n{head}---\nBody\n".encode())
    with pytest.raises(NotEditable):
        editing.set_field(document, "name", "z")


def test_the_same_head_in_plain_yaml_is_edited() -> None:
    document = read(b"---\ndescription: 'a: b'\n---\nBody\n")
    assert editing.set_field(document, "name", "z").endswith(b"name: z\n---\nBody\n")


def test_the_body_of_a_mended_file_can_change_its_head_cannot() -> None:
    data = b'---\ndescription: "abc "def" ghi"\n---\nBody\n'
    assert editing.set_body(read(data), "New\n") == data.replace(b"Body", b"New")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_new_body_takes_the_file_s_line_ends(newline: str) -> None:
    data = RICH.replace("\n", newline).encode()
    after = editing.set_body(read(data), "one\ntwo\n")
    assert after == data[: -len(read(data).source[read(data).body_at :])] + (
        f"one{newline}two{newline}".encode()
    )


def test_a_body_that_would_read_as_front_matter_is_refused() -> None:
    with pytest.raises(NotEditable):
        editing.set_body(read(b"text\n"), "---\nname: a\n---\n")
    assert editing.set_body(read(b"---\nx: y\n---"), "---\nname: a\n---\n").endswith(b"a\n---\n")


def test_a_fence_without_line_end_gets_one_before_a_body() -> None:
    assert editing.set_body(read(b"---\nx: y\n--- "), "b") == b"---\nx: y\n--- \nb"


HARD = [
    "Fix: the # thing",
    '"quoted"',
    "C:\\temp\\new",
    "- dash",
    "*star",
    "@at",
    "%pct",
    "yes",
    "null",
    "None",
    "~",
    "1e3",
    "0x1f",
    "12:30:45",
    ": colon first",
    "trailing blank ",
    "tab\there",
    "line\nbreak",
    "\u2028",
    "\u0085",
    "\ufeff",
    "\x07",
    "---",
    "a\n---\nb",
    "{{ template }}",
    "!tag",
    "&anchor",
    "\U0001f600",
    "2026-11-30T10:00:00Z",
    "2026-11-30",
    "x" * 500,
    "''",
    "",
]


@pytest.mark.parametrize("text", HARD)
def test_hard_strings_come_back(text: str) -> None:
    data = editing.compose(
        {"name": "n", "description": text, "tags": [text], "m": {"k": text}}, "b"
    )
    assert read(data).fields == {"name": "n", "description": text, "tags": [text], "m": {"k": text}}


_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
_nested: st.SearchStrategy[object] = st.one_of(
    _texts,
    st.lists(_texts, max_size=3),
    st.dictionaries(st.sampled_from(["at", "by", "hash"]), _texts, min_size=1, max_size=3),
)


@settings(max_examples=300, deadline=None)
@given(_texts, _nested, st.sampled_from(KEYS), st.sampled_from(["\n", "\r\n", "\r"]))
@example("a\n\n b", "x", "name", "\n")
def test_any_string_is_read_back_identical(
    description: str, value: str, key: str, newline: str
) -> None:
    document = read(RICH.replace("\n", newline).encode())
    after = editing.set_field(document, key, value)
    assert read(after).fields == {**document.fields, key: value}
    assert read(after).body == document.body
    fresh = editing.compose({"description": description, key: value}, "body\n", newline)
    assert read(fresh).fields == {"description": description, key: value}


@settings(max_examples=200, deadline=None)
@given(_texts)
def test_any_body_is_read_back_with_the_file_s_line_ends(body: str) -> None:
    assume("\0" not in body)
    document = read(RICH.encode())
    assert read(editing.set_body(document, body)).body == lf(body)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "name: a",
                "type: project # x",
                "# comment",
                "",
                "list:\n- a\n- b",
                "list2:\n    - a\n\n    - b",
                "text: |+\n  x\n\n",
                "map:\n  k: v\n  # inner\n  l: [1,\n    2]",
                "'odd key': x",
                'dq: "a\\\n  b"',
                "plain: a\n  b",
                "last: ~",
                "sp : x",
            ]
        ),
        unique=True,
        max_size=7,
    ),
    st.sampled_from(["name", "list", "list2", "text", "map", "dq", "plain", "last", "new", "sp"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_generated_documents_keep_every_other_line(
    parts: list[str], key: str, newline: str
) -> None:
    text = "---\n" + "".join(part + "\n" for part in parts) + "---\nBody\n"
    data = text.replace("\n", newline).encode()
    after = editing.set_field(read(data), key, "new")
    own = next((part.split("\n") for part in parts if part.split(":")[0].strip() == key), [])
    gone = [line[2:] for line in changed(data, after) if line[0] == "-"]
    assert set(gone) <= {*own, ""}
    assert after.count(b"#") == data.count(b"#") - sum(line.count("#") for line in own[1:])


def test_lone_surrogates_are_refused() -> None:
    with pytest.raises(NotEditable):
        editing.compose({"name": "\ud800"}, "b")
    with pytest.raises(NotEditable):
        editing.compose({"name": "n"}, "\ud800")
    with pytest.raises(NotEditable):
        editing.set_field(read(RICH.encode()), "not a key", "x")
