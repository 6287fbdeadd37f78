"""The public Python API: complete, lazy, and its documented examples run."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import teammem
from tests.support.sandbox import Sandbox

PAGE = Path(__file__).resolve().parent.parent / "docs" / "guide" / "python.md"


def test_the_examples_run(repo: Sandbox) -> None:
    repo.write(".teammem/README.md", "# Memory\n")
    repo.commit()
    blocks = re.findall(
        r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) > 5
    repo.run(sys.executable, "-W", "error", "-c", "\n".join(blocks))


def test_every_public_name_exists_and_the_list_is_sorted() -> None:
    assert teammem.__all__ == sorted(teammem.__all__)
    assert set(teammem.__all__) == {*teammem._PUBLIC, "__version__"}
    for name in teammem.__all__:
        assert getattr(teammem, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = teammem.nonsense


def test_importing_the_package_imports_nothing_else(repo: Sandbox) -> None:
    code = "import sys, teammem; print([m for m in sys.modules if m.startswith('teammem.')])"
    env = {"COVERAGE_PROCESS_START": "", "COVERAGE_PROCESS_CONFIG": ""}
    assert repo.run(sys.executable, "-c", code, env=env).out == b"[]\n"
