"""A team whose members sync: what must not move, and what must arrive."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from tests.support.sandbox import Sandbox, clean_environment
from tests.support.team import Team

MEMORY = """---
name: deploy
description: The deploy freeze begins on Friday at noon.
type: project
---
No deploys after Friday noon, since nobody watches the dashboards at weekends.
"""


def memory(name: str, text: str, **fields: str) -> str:
    """Return a memory's text."""
    more = "".join(f"{key}: {value}\n" for key, value in fields.items())
    return f"---\nname: {name}\ndescription: About {name}.\ntype: project\n{more}---\n{text}\n"


def identity(clone: Sandbox) -> tuple[str, ...]:
    """Return what no sync may change: branch, HEAD, index outside the roots, source files."""
    staged = clone.git("ls-files", "--stage", "-v")
    outside = [line for line in staged.splitlines() if ".teammem/" not in line]
    files = []
    for path in sorted(clone.path.rglob("*")):
        name = path.relative_to(clone.path).as_posix()
        if path.is_file() and not name.startswith(".git/") and ".teammem/" not in name:
            files.append(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}")
    refs = [line for line in clone.git("for-each-ref").splitlines() if "refs/teammem/" not in line]
    head = (clone.path / ".git/HEAD").read_text() if (clone.path / ".git").is_dir() else ""
    return (head, "\n".join(outside), "\n".join(files), "\n".join(refs))


class Clones(Team):
    """Ana and Bo, each with a home of their own."""

    def __init__(self, folder: Path) -> None:
        homes = {}
        for name in ("ana", "bo"):
            home = folder / f"home-{name}"
            home.mkdir(parents=True)
            (home / "gitconfig").write_text(
                f"[user]\n\tname = {name.title()}\n\temail = {name}@example.com\n"
            )
            homes[name] = clean_environment(home)
        super().__init__(folder, homes["ana"])
        self.bo.env = homes["bo"]
        self.folder = folder

    def sync(self, clone: Sandbox, *options: str) -> str:
        """Sync and return what it printed; it has to end well."""
        done = clone.teammem("sync", *options)
        assert done.code == 0, done.text
        return done.text

    def recall(self, clone: Sandbox, *, receive: bool = False) -> str:
        """Return what `list` shows of the team tier, after receiving."""
        if receive:
            self.sync(clone, "--receive-only")
        done = clone.teammem("recall", "when is the deploy freeze?")
        assert done.code in (0, 7), done.text
        return done.text

    def paths(self) -> list[str]:
        """Return the paths on the team's branch."""
        return self.remote.git("ls-tree", "-r", "--name-only", "main").splitlines()

    def has(self, name: str, text: str | None) -> bool:
        """Tell whether the team's branch has a memory with exactly this text."""
        done = self.remote.run("git", "show", f"main:.teammem/{name}", check=False)
        return done.code != 0 if text is None else done.out.decode() == text

    def protect(self) -> None:
        """Refuse pushes to main from everybody but the maintainer."""
        hook = self.remote.path / "hooks/pre-receive"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(
            "#!/bin/sh\nwhile read old new ref; do\n"
            '  if [ "$ref" = refs/heads/main ] && [ "$MAINTAINER" != 1 ]; then\n'
            '    echo "main takes no direct pushes"; exit 1\n  fi\ndone\n'
        )
        hook.chmod(0o755)

    def maintainer_merges(self, branch: str) -> None:
        """Merge a branch into main and push it, as the maintainer."""
        clone = self.remote.clone(self.folder / "maintainer")
        clone.env = {**self.bo.env, "MAINTAINER": "1"}
        clone.git("merge", "-q", "--no-ff", "-m", "merge", f"origin/{branch}")
        clone.git("push", "-q", "origin", "main")


def copied(clones: Clones, folder: Path) -> Clones:
    """Copy a whole team, which is much faster than making it."""
    shutil.copytree(clones.folder, folder, symlinks=True)
    made = object.__new__(Clones)
    made.folder = folder
    for name in ("remote", "ana", "bo"):
        old: Sandbox = getattr(clones, name)
        env = {
            key: value.replace(str(clones.folder), str(folder)) for key, value in old.env.items()
        }
        place = Path(str(old.path).replace(str(clones.folder), str(folder)))
        setattr(made, name, Sandbox(place, env))
    for clone in (made.ana, made.bo):
        clone.git("remote", "set-url", "origin", str(made.remote.path))
    return made
