import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.memory import slug as names
from teammem.memory.slug import distinct, fold, portable, slug


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Deploy freeze!", "deploy-freeze"),
        ("Don't mock the database", "dont-mock-the-database"),
        ("周五不要部署", "周五不要部署"),
        ("リリース 手順", "リリース-手順"),
        ("Größe & Maße", "größe-maße"),
        ("हिन्दी में", "हिन्दी-में"),
        ("ภาษาไทย", "ภาษาไทย"),
        ("cafe\u0301", "café"),
        ("snake_case/path.md", "snake-case-path-md"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\x", "c-x"),
        ("  .hidden  ", "hidden"),
        ("---", names.FALLBACK),
        ("", names.FALLBACK),
        ("\u200b\u202e", names.FALLBACK),
        ("\u0301", names.FALLBACK),
        ("NUL", "nul-1"),
        ("com1", "com1-1"),
        ("README", "readme-1"),
        ("memory", "memory-1"),
        ("🎉 party", "party"),
    ],
)
def test_slugs(text: str, expected: str) -> None:
    assert slug(text) == expected


def test_a_long_text_is_cut_at_a_word() -> None:
    found = slug("never run the migration script on the production database without a backup")
    assert found == "never-run-the-migration-script-on-the-production-database"
    assert len(slug("x" * 500)) == names.MAX_CHARACTERS
    assert len(slug("\U00020000" * 100).encode()) <= names.MAX_BYTES


@given(st.text(max_size=120))
def test_a_slug_is_a_name_on_every_system(text: str) -> None:
    found = slug(text)
    assert found
    assert portable(found + ".md") == ""
    assert unicodedata.is_normalized("NFC", found)
    assert slug(found) in (found, names.FALLBACK) or found.endswith("-1")
    assert not found.startswith((".", "-"))
    assert "/" not in found


def test_two_texts_with_one_beginning_get_two_names() -> None:
    text = "never run the migration script on the production "
    first = slug(text + "database")
    taken = {fold(first)}
    assert distinct(slug(text + "database"), taken) == first + "-2"
    assert distinct(slug(text + "cache"), taken) == slug(text + "cache")


def test_a_taken_name_is_found_in_every_spelling() -> None:
    assert distinct("café", {fold("CAFE\u0301")}) == "café-2"
    assert distinct("a", {fold("A"), fold("a-2")}) == "a-3"


@pytest.mark.parametrize(
    ("name", "possible"),
    [
        ("a.md", True),
        ("..topic.md", True),
        ("a.md.", False),
        ("a ", False),
        ("a:b.md", False),
        ("a?.md", False),
        ("a\\b.md", False),
        ("a\x07.md", False),
        ("nul.md", False),
        ("NUL .md", False),
        ("COM1.tar.md", False),
        ("com10.md", True),
        ("x" * 256, False),
        ("cafe\u0301.md", False),
        ("café.md", True),
    ],
)
def test_portable_names(name: str, possible: bool) -> None:
    assert (portable(name) == "") is possible
