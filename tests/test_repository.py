"""What this repository demands of others holds for its own files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from teammem.detect.engine import scan

TOP = Path(__file__).resolve().parent.parent


def test_no_file_of_this_repository_holds_a_credential() -> None:
    if not (TOP / ".git").exists():
        pytest.skip("needs a clone")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, capture_output=True, check=True)
    paths = listed.stdout.rstrip(b"\0").split(b"\0")
    assert len(paths) > 400
    found = [
        (path.decode(), one.line, one.rule)
        for path in paths
        for one in scan((TOP / path.decode()).read_bytes(), path)
        if (TOP / path.decode()).is_file()
    ]
    assert found == []
