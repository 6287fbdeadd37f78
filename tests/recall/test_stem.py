from __future__ import annotations

import subprocess
import sys

import pytest

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
