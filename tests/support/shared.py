"""Where the labelled corpora lie: beside the clone, or where TEAMMEM_SHARED points."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared(*parts: str) -> Path:
    """Return a file or folder of the shared material; skip the test where there is none."""
    told = os.environ.get("TEAMMEM_SHARED")
    base = Path(told) if told else Path(__file__).resolve().parents[3] / "shared"
    path = base.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"needs {Path('shared', *parts)} beside the clone (or TEAMMEM_SHARED)")
    return path
