"""Real git in temporary repositories: its own home, no other configuration, a ticking clock."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

BIN = Path(sys.executable).parent

_AGENTS = (
    "CLAUDECODE",
    "QWEN_CODE",
    "GEMINI_CLI",
    "CODEX_SANDBOX",
    "CODEX_THREAD_ID",
    "CURSOR_AGENT",
    "OPENCODE",
    "GOOSE_TERMINAL",
)

# What a shell of this machine may set; the last would make every process compile what it imports.
_OWN = (
    "CI",
    "SKIP",
    "VIRTUAL_ENV",
    "PYTHONPATH",
    "EDITOR",
    "VISUAL",
    "PYTHONDONTWRITEBYTECODE",
)


def clean_environment(home: Path) -> dict[str, str]:
    """Return an environment for git and teammem that nothing of this machine leaks into."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GIT_", "TEAMMEM_", "PRE_COMMIT", "GITHUB_", "GITLAB_", "CI_"))
        and name not in (*_AGENTS, *_OWN)
    }
    for name in ("PRE_COMMIT_HOME", "PREK_HOME"):
        if name in os.environ:
            kept[name] = os.environ[name]
    return {
        **kept,
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "TEAMMEM_HOME": str(home / "teammem"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": str(home / "gitconfig"),
        "GIT_CEILING_DIRECTORIES": str(home.parent),
        "LC_ALL": "C.UTF-8",
        "PATH": f"{BIN}{os.pathsep}{kept.get('PATH', os.defpath)}",
    }


class Done:
    """A finished command: its code, and both streams as bytes and as text."""

    def __init__(self, process: subprocess.CompletedProcess[bytes]) -> None:
        self.code = process.returncode
        self.out = process.stdout
        self.err = process.stderr
        self.text = (process.stdout + process.stderr).decode("utf-8", "replace")


class Sandbox:
    """One repository, or a bare one, that tests drive with real git.

    Attributes:
        path: its directory.
        env: environment of every command run in it.
    """

    _clock = 1_767_225_600  # 2026-01-01T00:00:00Z; one second a commit, over all repositories

    def __init__(self, path: Path, env: Mapping[str, str]) -> None:
        self.path = path
        self.env = dict(env)

    @classmethod
    def create(cls, path: Path, env: Mapping[str, str], *, bare: bool = False) -> Sandbox:
        """Make an empty repository with the branch `main`."""
        path.mkdir(parents=True, exist_ok=True)
        made = cls(path, env)
        made.git("init", "-q", "-b", "main", *(["--bare"] if bare else []), ".")
        return made

    def run(
        self,
        *args: str | os.PathLike[str],
        stdin: bytes | str = b"",
        check: bool = True,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> Done:
        """Run a program here; fail the test if it fails and `check` is set."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = Done(
            subprocess.run(
                [os.fspath(arg) for arg in args],
                cwd=cwd or self.path,
                env={**self.env, **self._dates(), **(env or {})},
                input=data,
                capture_output=True,
                check=False,
                timeout=300,
            )
        )
        if check and done.code:
            raise AssertionError(f"{args} ended with {done.code}:\n{done.text}")
        return done

    @classmethod
    def _dates(cls) -> dict[str, str]:
        Sandbox._clock += 1
        stamp = f"{Sandbox._clock} +0000"
        return {"GIT_AUTHOR_DATE": stamp, "GIT_COMMITTER_DATE": stamp}

    def git(
        self,
        *args: str,
        stdin: bytes | str = b"",
        check: bool = True,
        env: Mapping[str, str] | None = None,
    ) -> str:
        """Run git here and return its standard output without the last line end."""
        done = self.run("git", *args, stdin=stdin, check=check, env=env)
        return done.out.decode("utf-8", "surrogateescape").rstrip("\n")

    def teammem(
        self,
        *args: str,
        stdin: bytes | str = b"",
        env: Mapping[str, str] | None = None,
    ) -> Done:
        """Run the command line here, whatever it returns."""
        return self.run(BIN / "teammem", *args, stdin=stdin, check=False, env=env)

    def gate(
        self,
        *args: str,
        stdin: bytes | str = b"",
        env: Mapping[str, str] | None = None,
    ) -> Done:
        """Run `teammem-hook` here as a native shim does, whatever it returns."""
        return self.run(
            sys.executable, "-I", "-m", "teammem.gate", *args, stdin=stdin, check=False, env=env
        )

    def write(self, name: str | bytes, content: str | bytes) -> Path:
        """Write a file of the work tree and return its path."""
        path = Path(os.fsdecode(os.fsencode(self.path) + b"/" + os.fsencode(name)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def commit(self, files: Mapping[str, str | bytes] | None = None, message: str = "c") -> str:
        """Write, stage and commit files; return the commit."""
        for name, content in (files or {}).items():
            self.write(name, content)
        self.git("add", "-A")
        self.git("commit", "-q", "--no-verify", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def clone(self, path: Path, *options: str) -> Sandbox:
        """Clone this repository."""
        subprocess.run(
            ["git", "clone", "-q", *options, os.fspath(self.path), os.fspath(path)],
            env=self.env,
            check=True,
            capture_output=True,
        )
        return Sandbox(path, self.env)

    def hook(self, name: str, *role: str) -> None:
        """Install a one-line native hook that runs a role of the gate."""
        path = Path(self.git("rev-parse", "--git-path", "hooks"))
        file = (path if path.is_absolute() else self.path / path) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        words = " ".join(role)
        file.write_text(f'#!/bin/sh\nexec {sys.executable} -I -m teammem.gate {words} "$@"\n')
        file.chmod(0o755)

    def hooks(self) -> None:
        """Install all native hooks of a client."""
        self.hook("pre-commit", "staged")
        self.hook("pre-merge-commit", "staged", "--merge")
        self.hook("prepare-commit-msg", "final")
        self.hook("commit-msg", "message")
        self.hook("pre-push", "push")


def names(paths: Sequence[Path]) -> list[str]:
    """Return the names of files, sorted."""
    return sorted(path.name for path in paths)
