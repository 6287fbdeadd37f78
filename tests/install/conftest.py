from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.sandbox import BIN, clean_environment


@pytest.fixture(autouse=True)
def isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The services run in this process, so its own environment is the one to be cleaned."""
    home = tmp_path_factory.mktemp("home")
    clean = clean_environment(home)
    for name in [*os.environ]:
        if name not in clean:
            monkeypatch.delenv(name)
    for name, value in clean.items():
        monkeypatch.setenv(name, value)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Tester")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "tester@example.org")
        monkeypatch.setenv(f"GIT_{who}_DATE", "2026-01-01T00:00:00Z")
    # No `teammem-hook` is on PATH unless a test puts it there.
    monkeypatch.setenv("PATH", f"{Path(shutil.which('git') or '').parent}:/usr/bin:/bin")
    return home


def run_git(where: Path, *args: str, check: bool = True, **kwargs: object) -> str:
    """Run git and return both of its streams."""
    done = subprocess.run(  # type: ignore[call-overload]
        ["git", "-C", str(where), *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **kwargs,
    )
    assert not check or done.returncode == 0, done.stdout
    return str(done.stdout)


def status_of(where: Path, *args: str) -> int:
    """Return git's exit status."""
    return subprocess.run(
        ["git", "-C", str(where), *args], capture_output=True, check=False
    ).returncode


def write(path: Path, text: str, mode: int | None = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if mode is not None:
        path.chmod(mode)
    return path


def hook(path: Path, body: str) -> Path:
    return write(path, f"#!/bin/sh\n{body}\n", 0o755)


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return every file below a folder with its mode and bytes; links as their target."""
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mode,
            os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes(),
        )
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    where = tmp_path / "repo"
    where.mkdir()
    run_git(where, "init", "-q", "-b", "main", ".")
    for sample in (where / ".git" / "hooks").glob("*.sample"):
        sample.unlink()
    write(where / "a.txt", "one\n")
    run_git(where, "add", "a.txt")
    run_git(where, "commit", "-qm", "first")
    return where


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    return Recorder(tmp_path / "recorder")


class Recorder:
    """An interpreter that notes how it is called instead of running teammem's gate.

    Attributes:
        path: the interpreter.
        log: one line a call, with the arguments and the standard input.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.path = folder / "python"
        self.log = folder / "log"
        self._status = folder / "status"
        self.answer(0)
        write(
            self.path,
            f"""#!/bin/sh
[ "$2" != -c ] || exit 0
{{ printf '%s|' "$@"; tr '\\n' ';'; echo; }} >>'{self.log}'
exit "$(cat '{self._status}')"
""",
            0o755,
        )

    def answer(self, status: int) -> None:
        """Let the gate end with this status from now on."""
        self._status.write_text(str(status))

    def calls(self) -> list[str]:
        """Return the calls since the last time."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines


@pytest.fixture
def on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put this installation's commands on PATH, as an activated environment does."""
    monkeypatch.setenv("PATH", f"{BIN}{os.pathsep}{os.environ['PATH']}")


def commit_behind(where: Path, files: dict[str, str], message: str = "c") -> str:
    """Commit files with all hooks off; return the commit."""
    for name, content in files.items():
        write(where / name, content)
    run_git(where, "-c", "core.hooksPath=/dev/null", "add", "-A")
    run_git(where, "-c", "core.hooksPath=/dev/null", "commit", "-q", "--allow-empty", "-m", message)
    return run_git(where, "rev-parse", "HEAD").strip()
