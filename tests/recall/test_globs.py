from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.recall.globs import first_match, matches, named_paths, overlaps


@pytest.mark.parametrize(
    ("glob", "path", "answer"),
    [
        ("services/api/**", "services/api/x.py", True),
        ("services/api/**", "services/apix/x.py", False),
        ("services/api", "services/api/deep/x.py", True),
        ("./services/api/", "services/api/x.py", True),
        ("*.py", "deep/down/x.py", True),
        ("*.py", "x.pyc", False),
        ("src/*.py", "src/x.py", True),
        ("src/*.py", "src/deep/x.py", False),
        ("src/**/x.py", "src/x.py", True),
        ("src/**/x.py", "src/a/b/x.py", True),
        ("file?.txt", "file1.txt", True),
        ("file?.txt", "file/.txt", False),
        ("[ab].md", "b.md", True),
        ("[!ab].md", "b.md", False),
        ("[", "[", True),
        ("a.b", "axb", False),
        ("", "x", False),
        ("Makefile", "deep/Makefile", True),
    ],
)
def test_globs(glob: str, path: str, answer: bool) -> None:
    assert matches(glob, path) is answer


@given(st.text("[]!*?/a.-\\", max_size=12), st.text("a/.b", max_size=8))
def test_no_glob_is_an_error(glob: str, path: str) -> None:
    assert matches(glob, path) in (True, False)
    assert overlaps(glob, path) in (True, False)


def test_the_first_glob_and_path_that_meet() -> None:
    assert first_match(("docs/**", "*.py"), ("a.rs", "b.py")) == ("*.py", "b.py")
    assert first_match(("docs/**",), ("a.rs",)) == ()


@pytest.mark.parametrize(
    ("glob", "folder", "answer"),
    [
        ("services/api/**", "", True),
        ("services/api/**", "services", True),
        ("services/api/**", "services/api/deep", True),
        ("services/api/**", "services/web", False),
        ("services/api", "services/apix", False),
        ("*.py", "anywhere", True),
        ("**/x.py", "anywhere", True),
    ],
)
def test_what_a_folder_has_to_do_with_a_glob(glob: str, folder: str, answer: bool) -> None:
    assert overlaps(glob, folder) is answer


def test_paths_named_in_a_prompt() -> None:
    named = named_paths("Look at ./src/app.py, then `docs/` and main.go. Also src/app.py.")
    assert named == ("src/app.py", "main.go")
    assert named_paths("nothing here") == ()
