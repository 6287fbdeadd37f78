from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from teammem.install import resources, scaffold, shims

TOP = Path(__file__).resolve().parents[2]


def test_a_checkout_is_its_own_source() -> None:
    assert resources.shims() == TOP / "hooks"
    for provider in scaffold.RECIPES:
        assert resources.recipe(provider) == TOP / "ci" / provider


@pytest.mark.slow
def test_a_wheel_carries_shims_and_recipes_and_their_x_bits(tmp_path: Path) -> None:
    pip = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "-w",
        str(tmp_path),
        str(TOP),
    ]
    subprocess.run(pip, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        modes = {info.filename: info.external_attr >> 16 for info in archive.infolist()}
        archive.extractall(tmp_path / "site")
    for name in (*shims.ROLES, "pre-receive"):
        assert modes[f"teammem/_shims/{name}"] & 0o111
    assert "teammem/_recipes/github/teammem.yml" in modes
    probe = "from teammem.install import resources as r; print(r.shims(), r.recipe('gitlab'))"
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    said = subprocess.run(
        [sys.executable, "-c", probe], cwd=tmp_path, env=env, check=True, capture_output=True
    )
    assert said.stdout.count(b"/site/teammem/_") == 2
