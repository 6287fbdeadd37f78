from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from snowballstemmer.english_stemmer import EnglishStemmer

from teammem.recall.stem import CUT, CUT_UNSTEMMED, stem, version, whole


@pytest.mark.parametrize(
    ("word", "term"),
    [
        ("ci", "ci"),
        ("runs", "run"),
        ("connections", "connect"),
        ("configuration", "configu"),
        ("k8s", "k8s"),
        ("sha256sum", "sha256sum"),
        ("pliki", "plik"),
        ("utenti", stem("utente")),
        ("satiri", "satir"),
        ("restapi", "restapi"),
        ("mini", "mini"),
        ("настройками", "настройк"),
        ("שלוםעולם", "שלוםעו"),
    ],
)
def test_stems_by_script(word: str, term: str) -> None:
    assert stem(word) == term


def test_latin_is_cut_and_so_is_a_script_without_a_stemmer() -> None:
    assert len(stem("internationalization")) == CUT
    assert len(stem("פונקציונליות")) == CUT_UNSTEMMED


def test_the_uncut_stem_is_kept_for_misspellings() -> None:
    assert whole("configurations").startswith(stem("configurations"))
    assert len(whole("configurations")) > CUT


def test_the_version_names_the_package_and_its_number() -> None:
    assert version().startswith("snowballstemmer-")
    assert any(character.isdigit() for character in version())


def test_one_stemmer_is_loaded_without_the_others() -> None:
    code = (
        "import sys; from teammem.recall.stem import stem; assert stem('connections') == 'connect';"
        "names = [m for m in sys.modules if m.startswith('snowballstemmer')];"
        "assert 'snowballstemmer.english_stemmer' in names, names;"
        "assert 'snowballstemmer.french_stemmer' not in names, names;"
        "import snowballstemmer; assert snowballstemmer.stemmer('french')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


_ENDS = st.sampled_from(
    ["", "ness", "ship", "hood", "ward", "work", "ogist", "ful", "izer", "ator", "ability", "fully",
     "edly", "ingly", "ical", "ough", "isms", "ists", "cy", "th", "ck", "or", "um", "us", "ix"]
)  # fmt: skip


@settings(max_examples=500)
@given(st.from_regex("[a-z]{4,12}", fullmatch=True), _ENDS)
def test_a_word_that_is_spared_the_stemmer_is_its_own_stem(begin: str, end: str) -> None:
    assert whole(begin + end) == EnglishStemmer().stemWord(begin + end)


def test_words_of_this_repository_have_the_stems_of_snowball() -> None:
    top = Path(__file__).resolve().parents[2]
    texts = [path.read_text() for path in (*top.glob("docs/**/*.md"), *top.glob("teammem/**/*.py"))]
    words = set(re.findall("[a-z]{4,}", " ".join(texts).lower()))
    stemmer = EnglishStemmer()
    assert len(words) > 5_000
    assert [word for word in words if whole(word) != stemmer.stemWord(word)] == []
