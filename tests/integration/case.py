"""One try to get something past the doors: a server, a clone, and the doors that are installed."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.support import fake
from tests.support.sandbox import BIN, Sandbox

# The letters of docs/bypasses.md. A client's door is a git hook, or several.
CLIENT = {
    "C": (("pre-commit", ("staged",)), ("pre-merge-commit", ("staged", "--merge"))),
    "P": (("prepare-commit-msg", ("final",)),),
    "M": (("commit-msg", ("message",)),),
    "U": (("pre-push", ("push",)),),
}
LAYERS = (*CLIENT, "I", "S")

NO_HOOKS = ("-c", "core.hooksPath=/dev/null")
_IDS = {"C": "teammem-guard", "P": "teammem-guard-final", "U": "teammem-guard-push"}
_STAGES = {
    "C": ("pre-commit", "pre-merge-commit"),
    "P": ("prepare-commit-msg",),
    "U": ("pre-push",),
}


def template(folder: Path, env: Mapping[str, str]) -> None:
    """Make a bare server and a clone of it with a team root, once for all cases."""
    server = Sandbox.create(folder / "server", env, bare=True)
    work = Sandbox.create(folder / "work", env)
    work.commit(
        {
            ".teammem/first.md": "# First\n\nplain\n",
            "src/a.py": "".join(f"line{n} = {n}\n" for n in range(20)),
        },
        "first",
    )
    work.git("remote", "add", "origin", "../server")
    work.git("push", "-q", "-u", "origin", "main")
    server.git("config", "receive.advertisePushOptions", "true")


class Case:
    """A fresh server and clone, and what is to be got past the doors.

    Attributes:
        secret: whether it is what must be refused, or its harmless twin.
        work: the clone; `work.env` counts for every command of the way.
        server: the bare repository.
        text: what the way puts somewhere; `token` with a word before it.
        token: the credential, or a harmless word.
        ref: the ref that CI sees as pushed.
        path: a path whose presence on the server shows that it arrived; "" = `token` anywhere.
    """

    def __init__(self, folder: Path, made: Path, env: Mapping[str, str], *, secret: bool) -> None:
        shutil.copytree(made, folder, symlinks=True, dirs_exist_ok=True)
        self.folder = folder
        self.secret = secret
        self.work = Sandbox(folder / "work", env)
        self.server = Sandbox(folder / "server", env)
        self.token = fake.github() if secret else "harmless-token"
        self.text = fake.memory(f"log in with {self.token}", "try")
        self.ref = "refs/heads/main"
        self.path = ""
        self.target = self.server
        self.before = self.work.git("rev-parse", "HEAD")

    # -- doors

    def install(self, layer: str) -> None:
        """Install one door as a native hook; CI needs nothing."""
        for name, role in CLIENT.get(layer, ()):
            self.work.hook(name, *role)
        if layer == "S":
            self.server.hook("pre-receive", "receive")

    def install_framework(self, tool: str, layer: str) -> None:
        """Install one client door as a hook of pre-commit or prek."""
        role = CLIENT[layer][0][1][0]
        entry = f"{sys.executable} -I -m teammem.gate {role}"
        names = "true" if layer == "P" else "false"
        self.config(
            f"repos:\n- repo: local\n  hooks:\n  - id: {_IDS[layer]}\n    name: guard\n"
            f"    entry: {entry}\n    language: system\n    always_run: true\n"
            f"    pass_filenames: {names}\n    stages: [{', '.join(_STAGES[layer])}]\n"
        )
        self._install(tool, layer)

    def install_legacy(self, layer: str) -> None:
        """Install one client door in the slot that pre-commit keeps for older hooks."""
        self.config("repos: []\n")
        self._install("pre-commit", layer)
        for name, role in CLIENT[layer]:
            file = self.work.path / ".git/hooks" / f"{name}.legacy"
            file.write_text(
                f'#!/bin/sh\nexec {sys.executable} -I -m teammem.gate {" ".join(role)} "$@"\n'
            )
            file.chmod(0o755)

    def config(self, text: str) -> None:
        """Commit and push a configuration of pre-commit."""
        self.work.commit({".pre-commit-config.yaml": text}, "hooks")
        self.work.git("push", "-q")
        self.before = self.work.git("rev-parse", "HEAD")

    def _install(self, tool: str, layer: str) -> None:
        for stage in _STAGES[layer]:
            self.work.run(BIN / tool, "install", "-t", stage)

    # -- what ways are made of

    def git(self, *args: str, env: Mapping[str, str] | None = None, stdin: str = "") -> str:
        """Run git in the clone; a refusal is what we are here to see, so no status is checked."""
        return self.work.git(*args, env=env, stdin=stdin, check=False)

    def add(self, name: str = ".teammem/try.md", text: str | bytes = "") -> None:
        """Write and stage."""
        self.work.write(name, text or self.text)
        self.git("add", "-A")

    def push(self, *args: str) -> None:
        """Push; `main` unless told otherwise."""
        self.git("push", "-q", *(args or ("origin", "HEAD:refs/heads/main")))

    def made(self, name: str = ".teammem/try.md", text: str = "", parent: str = "HEAD") -> str:
        """Make a commit by plumbing, as a tool that runs no hooks does; return it."""
        index = {"GIT_INDEX_FILE": str(self.folder / "plumbing")}
        oid = self.git("hash-object", "-w", "--stdin", stdin=text or self.text)
        self.git("read-tree", parent, env=index)
        self.git("update-index", "--add", "--cacheinfo", f"100644,{oid},{name}", env=index)
        tree = self.git("write-tree", env=index)
        return self.git("commit-tree", "-p", parent, "-m", "made without hooks", tree)

    # -- what came of it

    def arrived(self) -> bool:
        """Tell whether it is on the server, in anything that a ref there reaches."""
        listing = self.target.git("rev-list", "--objects", "--all")
        if self.path:
            return any(line.partition(" ")[2] == self.path for line in listing.splitlines())
        names = "".join(f"{line.split(' ')[0]}\n" for line in listing.splitlines())
        # A pushed tag of a blob or tree is named by the ref alone.
        names += self.target.git("for-each-ref", "--format=%(objectname)") + "\n"
        found = self.target.run("git", "cat-file", "--batch", stdin=names).out
        return self.token.encode() in found

    def ci(self) -> int:
        """Return the status of `guard range` in a fresh clone, as GitHub calls it."""
        checkout = Sandbox(self.folder / "ci", self.work.env)
        checkout.path.mkdir()
        checkout.git("clone", "-q", str(self.server.path), ".")
        checkout.git("fetch", "-q", "origin", f"+{self.ref}:refs/ci")
        # A tag of a blob or tree cannot be checked out: the job judges from the default branch.
        checkout.git("checkout", "-q", "--detach", "refs/ci", check=False)
        event = self.folder / "event.json"
        event.write_text(
            json.dumps({"before": self.before, "repository": {"default_branch": "main"}})
        )
        return checkout.teammem(
            *("guard", "range", "--format", "github"),
            env={
                "GITHUB_ACTIONS": "true",
                "GITHUB_EVENT_NAME": "push",
                "GITHUB_REF": self.ref,
                "GITHUB_EVENT_PATH": str(event),
            },
        ).code
