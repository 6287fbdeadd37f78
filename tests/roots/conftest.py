from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def _here(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the library see the sandbox's environment, as its commands do."""
    for name in list(os.environ):
        monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
