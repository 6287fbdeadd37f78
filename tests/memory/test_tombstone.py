"""What was forgotten does not come back, and what contradicts it is never refused."""

import json
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teammem.memory import tombstone
from teammem.memory.document import Invalid
from teammem.memory.tombstone import Newer, Tombstone, refusing, resembling, subject

HERE = Path(__file__).parent
VECTORS = json.loads((HERE.parent / "vectors" / "tombstones.json").read_text("utf-8"))
ID = "01JDZ8AAAAAAAAAAAAAAAAAAAA"


def pairs(name: str) -> list[tuple[str, str, str]]:
    lines = (HERE / "data" / name).read_text("utf-8").splitlines()
    return [(a, b, c) for a, b, c in (line.split("\t") for line in lines)]


REWORDINGS = pairs("rewordings.tsv")
CORRECTIONS = pairs("corrections.tsv")
TEXTS = sorted({text for _, text, _ in REWORDINGS + CORRECTIONS})


def bury(text: str, *, exact_only: bool = False) -> Tombstone:
    return tombstone.bury(
        ID,
        "project",
        subject(text),
        reason="no longer so",
        by="Ana",
        at="2026-11-30T10:00:00Z",
        salt=unicodedata.normalize("NFD", text).encode()[:16].ljust(16, b"."),
        exact_only=exact_only,
    )


def full_width(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


VARIANTS: dict[str, Callable[[str], str]] = {
    "same": lambda text: text,
    "final line end": lambda text: text + "\n\n",
    "doubled blanks": lambda text: text.replace(" ", "  "),
    "tabs": lambda text: text.replace(" ", "\t"),
    "no-break blanks": lambda text: text.replace(" ", "\u00a0"),
    "wrapped": lambda text: text.replace(" ", "\n"),
    "CRLF": lambda text: text.replace(" ", "\r\n"),
    "upper case": str.upper,
    "title case": str.title,
    "NFD": lambda text: unicodedata.normalize("NFD", text),
    "NFKD": lambda text: unicodedata.normalize("NFKD", text),
    "full width": full_width,
    "zero width": lambda text: text.replace(" ", " \u200b").replace("a", "a\u00ad"),
    "byte order mark": lambda text: "\ufeff" + text,
    "curly quotes": lambda text: text.replace("'", "\u2019"),
    "bold": lambda text: f"**{text}**",
    "italic": lambda text: f"_{text}_",
    "heading": lambda text: f"## {text} ##",
    "underlined heading": lambda text: f"{text}\n=====\n",
    "bullet": lambda text: f"* {text}",
    "number": lambda text: f"1. {text}",
    "task": lambda text: f"- [x] {text}",
    "quote": lambda text: f"> {text}",
    "struck": lambda text: f"~~{text}~~",
    "code": lambda text: f"`{text}`",
    "code block": lambda text: f"```text\n{text}\n```",
    "link": lambda text: f"[{text}](https://example.org/page)",
    "one bold word": lambda text: " ".join(f"**{w}**" if i == 1 else w for i, w in enumerate(text.split(" "))),
    "HTML": lambda text: f"<strong>{text}</strong><br/>",
    "comment": lambda text: f"<!-- a remark -->\n{text}",
    "no final stop": lambda text: text.rstrip("." + chr(0x3002)),
}  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_spelling_of_a_forgotten_text_is_refused(variant: str) -> None:
    missed = [
        text for text in TEXTS if not refusing([bury(text)], "", subject(VARIANTS[variant](text)))
    ]
    assert missed == []


FORMS = ["same", "upper case", "title case", "NFD", "NFKD", "full width", "curly quotes"]
BLANKS = ["same", "doubled blanks", "tabs", "no-break blanks", "wrapped", "CRLF", "zero width"]
INLINE = ["same", "bold", "italic", "struck", "code", "link", "HTML"]
BLOCKS = ["same", "heading", "bullet", "number", "task", "quote", "code block", "comment"]


@settings(deadline=None)
@given(
    st.sampled_from(TEXTS),
    st.sampled_from(FORMS),
    st.sampled_from(BLANKS),
    st.sampled_from(INLINE),
    st.sampled_from(BLOCKS),
)
def test_combined_spellings_are_refused(
    text: str, form: str, blanks: str, inline: str, block: str
) -> None:
    spelled = text
    for variant in (form, blanks, inline, block):
        spelled = VARIANTS[variant](spelled)
    assert refusing([bury(text)], "", subject(spelled)), spelled


def test_no_correction_or_negation_is_refused() -> None:
    assert len(CORRECTIONS) >= 60
    assert len({language for language, _, _ in CORRECTIONS}) == 5
    refused = [(a, b) for _, a, b in CORRECTIONS if refusing([bury(a)], "", subject(b))]
    assert refused == []


def test_most_rewordings_are_noticed_and_other_texts_are_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    noticed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    wrong = compared = 0
    stones = [bury(text) for _, text, _ in REWORDINGS]
    for index, (language, _, reworded) in enumerate(REWORDINGS):
        total[language] += 1
        noticed[language] += bool(resembling([stones[index]], subject(reworded)))
        others = stones[index + 1 :: 3]
        compared += len(others)
        wrong += len(resembling(others, subject(reworded)))
    with capsys.disabled():
        figures = ", ".join(f"{key} {noticed[key]}/{total[key]}" for key in total)
        sys.stdout.write(f"\nrewordings noticed: {figures}\n")
    assert sum(total.values()) >= 60
    assert sum(noticed.values()) >= 0.6 * sum(total.values())
    assert wrong < 0.005 * compared


def test_a_rewording_is_never_refused() -> None:
    assert not [a for _, a, b in REWORDINGS if refusing([bury(a)], "", subject(b))]


def test_the_id_refuses_whatever_the_text() -> None:
    assert refusing([bury("a")], ID, subject("something else"))
    assert not refusing([bury("a")], "01JDZ8BBBBBBBBBBBBBBBBBBBB", subject("something else"))
    assert not refusing([bury("a")], "", subject("something else"))


def test_an_empty_text_matches_nothing() -> None:
    stone = bury("")
    assert (stone.exact, stone.minhash) == ("", "")
    assert not refusing([stone], "", "")
    assert resembling([bury("some words here")], "") == ()


def test_a_memory_without_body_is_recognised_by_its_description() -> None:
    assert subject("", "Never deploy.") == subject("never **deploy**")
    assert subject("---\n", "Never deploy.") == "never deploy"


def test_exact_only_keeps_no_minhash() -> None:
    stone = bury("Never deploy on Friday at all.", exact_only=True)
    assert stone.minhash == ""
    assert refusing([stone], "", subject("never deploy on friday at all"))
    assert resembling([stone], subject("never deploy on friday at all")) == ()


def test_the_record_holds_none_of_the_text() -> None:
    data = tombstone.serialise(bury("Xylophone quartz vortex"))
    assert not any(word in data.lower() for word in (b"xylophone", b"quartz", b"vortex"))


@pytest.mark.parametrize("vector", VECTORS)
def test_records_match_the_vectors(vector: dict[str, str]) -> None:
    stone = tombstone.parse(vector["file"].encode())
    text = subject(vector["text"])
    assert tombstone.exact(text, vector["salt"]) == vector["exact"] == stone.exact
    minima = tombstone.minima(tombstone.shingles(text), vector["salt"])
    assert tombstone._base64(minima) == vector["minhash"] == stone.minhash
    assert tombstone.serialise(stone).decode() == vector["file"]
    assert tombstone.file_name(stone, vector["file"].encode()) == vector["name"]


_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(_texts, _texts, _texts, st.binary(min_size=16, max_size=16))
def test_any_record_comes_back(text: str, reason: str, by: str, salt: bytes) -> None:
    stone = tombstone.bury(
        ID, "user", subject(text), reason=reason, by=by, at="2026-11-30", salt=salt, path="a/b.md"
    )
    assert tombstone.parse(tombstone.serialise(stone)) == stone


GOOD = tombstone.serialise(bury("Never deploy on Friday."))


def test_line_ends_and_byte_order_mark_do_not_matter() -> None:
    spelled = b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n")
    assert tombstone.parse(spelled) == tombstone.parse(GOOD)
    assert tombstone.parse(GOOD + b"later: key\n") == tombstone.parse(GOOD)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"schema: 1\n", b""),
        (b"schema: 1", b"schema: x"),
        (b"schema: 1", b"schema: [1]"),
        (b"id: 01", b"id: 99"),
        (b"type: project", b"type: other"),
        (b"salt: ", b"salt: zz"),
        (b"exact: sha256:", b"exact: md5:"),
        (b"minhash: ", b"minhash: AAAA"),
        (b"salt: ", b"<<<<<<< ours\nsalt: "),
        (b"type: project", b"type: project\ntype: project"),
        (b"reason: ", b"reason: a: "),
        (b"type", b"\xfftype"),
        (b"type", b"\0type"),
    ],
)
def test_a_damaged_record_is_refused(old: bytes, new: bytes) -> None:
    assert old in GOOD
    with pytest.raises(Invalid) as caught:
        tombstone.parse(GOOD.replace(old, new, 1))
    assert caught.value.problem.rule == "TM060"


def test_a_record_of_a_later_schema_is_told_apart() -> None:
    with pytest.raises(Newer) as caught:
        tombstone.parse(GOOD.replace(b"schema: 1", b"schema: 2"))
    assert caught.value.problem.rule == "TM063"


def test_a_long_text_keeps_the_same_shingles_on_both_sides() -> None:
    words = [f"word{i}" for i in range(3000)]
    text = " ".join(words)
    assert len(tombstone.shingles(text)) == 512
    stone = tombstone.bury(ID, "project", text, reason="", by="", at="", salt=b"x" * 16)
    assert resembling([stone], " ".join([*words[:-200], "other", "end"]))
    assert not resembling([stone], " ".join(f"else{i}" for i in range(3000)))


def test_a_salt_has_sixteen_bytes() -> None:
    with pytest.raises(ValueError, match="16"):
        tombstone.bury(ID, "user", "a", reason="", by="", at="", salt=b"short")
