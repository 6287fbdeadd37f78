"""Clones that do anything in any order, and are killed: nothing is lost, in the end all agree.

Three promises (sync's own): every byte of a memory that was written and not forgotten, deleted or
overwritten by its own author stands in a work tree, a commit or behind a safety ref; a sync
changes nothing outside team roots; after a quiet round all clones see the same memories.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.support.sandbox import BIN, Sandbox, clean_environment
from tests.sync.team import Clones, copied, identity, memory

_NAMES = st.sampled_from(["deploy", "style", "owner"])
_WHO = st.sampled_from(["ana", "bo"])
_TEMPLATE: list[Path] = []


def _template() -> Path:
    """Make one team, of which each run gets a copy."""
    if not _TEMPLATE:
        folder = Path(tempfile.mkdtemp(prefix="teammem-stateful-"))
        clones = Clones(folder)
        clones.bo.commit({"src/a.py": "1\n", ".teammem/style.md": memory("style", "base\n\nend")})
        clones.bo.git("push", "-q", "origin", "main")
        clones.ana.git("pull", "-q")
        _TEMPLATE.append(folder)
    return _TEMPLATE[0]


class Teamwork(RuleBasedStateMachine):
    """Ana and Bo at work."""

    def __init__(self) -> None:
        super().__init__()
        source = object.__new__(Clones)
        source.folder = _template()
        home = {name: self._env(source.folder, name) for name in ("ana", "bo")}
        source.remote = Sandbox(source.folder / "remote.git", home["ana"])
        source.ana = Sandbox(source.folder / "ana", home["ana"])
        source.bo = Sandbox(source.folder / "bo", home["bo"])
        self.place = Path(tempfile.mkdtemp(prefix="teammem-run-"))
        self.team = copied(source, self.place / "team")
        self.texts: set[str] = set()
        self.count = 0

    @staticmethod
    def _env(folder: Path, name: str) -> dict[str, str]:
        return clean_environment(folder / f"home-{name}")

    def clone(self, who: str) -> Sandbox:
        found: Sandbox = getattr(self.team, who)
        return found

    def teardown(self) -> None:
        try:
            self.quiet()
        finally:
            shutil.rmtree(self.place, ignore_errors=True)

    @initialize()
    def begin(self) -> None:
        self.team.ana.git("switch", "-q", "-c", "feature")

    @rule(who=_WHO, name=_NAMES, words=st.integers(0, 3))
    def write(self, who: str, name: str, words: int) -> None:
        """Write a memory, or another text of one that stands here uncommitted."""
        self.count += 1
        text = memory(name, f"{who} {self.count}\n\nline {words}\n\nend")
        path = self.clone(who).path / ".teammem" / f"{name}.md"
        if path.exists():
            # What its own author overwrites before anybody saw it is gone, as in any editor.
            self.texts.discard(path.read_text())
        self.clone(who).write(f".teammem/{name}.md", text)
        self.texts.add(text)

    @rule(who=_WHO, options=st.sampled_from([(), ("--publish-only",), ("--receive-only",)]))
    def sync(self, who: str, options: tuple[str, ...]) -> None:
        clone = self.clone(who)
        before = self._outside(clone)
        done = clone.teammem("sync", *options)
        assert done.code in (0, 1), done.text
        assert self._outside(clone) == before

    @rule(who=_WHO, after=st.floats(0.05, 0.9))
    def sync_killed(self, who: str, after: float) -> None:
        clone = self.clone(who)
        before = self._outside(clone)
        process = subprocess.Popen(
            [BIN / "teammem", "sync"],
            cwd=clone.path,
            env=clone.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
        process.wait()
        self._outlived(clone)
        assert self._outside(clone) == before

    @rule(who=_WHO)
    def commit(self, who: str) -> None:
        clone = self.clone(who)
        clone.git("add", "-A")
        clone.git("commit", "-q", "--no-verify", "--allow-empty", "-m", f"own {self.count}")

    @rule(who=_WHO)
    def source(self, who: str) -> None:
        self.count += 1
        self.clone(who).write(f"src/{who}.py", f"{self.count}\n")

    @rule(who=_WHO, options=st.sampled_from([("--ff-only",), ("--no-rebase", "--no-edit")]))
    def pull(self, who: str, options: tuple[str, ...]) -> None:
        clone = self.clone(who)
        done = clone.run("git", "pull", "-q", *options, "origin", "main", check=False)
        if done.code:
            clone.git("merge", "--abort", check=False)

    @rule(who=_WHO)
    def push(self, who: str) -> None:
        self.clone(who).git("push", "-q", "origin", "HEAD:main", check=False)

    @rule(who=_WHO)
    def stash(self, who: str) -> None:
        clone = self.clone(who)
        clone.git("stash", "-q", "-u", check=False)
        done = clone.run("git", "stash", "pop", "-q", check=False)
        if done.code and clone.git("stash", "list"):
            # Kept by git itself, in the stash.
            clone.git("checkout", "-q", "--", ".", check=False)

    @rule(who=_WHO)
    def switch(self, who: str) -> None:
        clone = self.clone(who)
        here = clone.git("branch", "--show-current")
        clone.git("switch", "-q", "main" if here != "main" else "feature", check=False)

    @invariant()
    def nothing_is_lost(self) -> None:
        held = self._held()
        for text in self.texts:
            assert text in held, text

    def _held(self) -> str:
        """Return all texts of work trees, of all objects that a ref reaches, and of the remote."""
        found: list[str] = []
        for repo in (self.team.ana, self.team.bo, self.team.remote):
            found += [path.read_text() for path in (repo.path / ".teammem").glob("*.md")]
            reachable = repo.git("rev-list", "--objects", "--no-object-names", "--all", "--reflog")
            names = reachable.split()
            for tree in repo.git("for-each-ref", "--format=%(objectname)", "refs/teammem").split():
                names += repo.git("ls-tree", "-r", "--format=%(objectname)", tree).split()
            index = repo.run("git", "ls-files", "-s", check=False).out.decode().split()
            names += [word for word in index if len(word) == 40]
            listing = "\n".join(dict.fromkeys(names)) + "\n"
            batch = repo.run("git", "cat-file", "--batch", "--buffer", stdin=listing)
            found.append(batch.out.decode("utf-8", "replace"))
        return "\0".join(found)

    @staticmethod
    def _outside(clone: Sandbox) -> tuple[str, ...]:
        """Return what is outside the roots; a fast-forward may move the branch that follows main."""
        head, index, files, _ = identity(clone)
        return (head, index, files)

    @staticmethod
    def _outlived(clone: Sandbox) -> None:
        """Wait for git processes that outlived a killed sync, and clear what they had locked."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            busy = False
            for entry in Path("/proc").iterdir():
                with contextlib.suppress(OSError):
                    inside = entry.name.isdigit() and (entry / "cwd").readlink() == clone.path
                    words = (
                        (entry / "cmdline").read_bytes().split(b"\0")
                        if entry.name.isdigit()
                        else []
                    )
                    named = os.fsencode(clone.path) in words
                    if (inside or named) and words[:1] == [b"git"]:
                        busy = True
            if not busy:
                return
            time.sleep(0.02)

    def quiet(self) -> None:
        """Let everybody finish: then all of them see the same."""
        for _ in range(2):
            for who in ("ana", "bo"):
                clone = self.clone(who)
                done = clone.teammem("sync")
                assert done.code in (0, 1), done.text
        if any(
            self.clone(who).git(
                "log", "--format=%h", "origin/main..HEAD", "--", ".teammem", check=False
            )
            for who in ("ana", "bo")
        ):
            return  # what was committed by hand travels with its branch, as it should
        seen = [self._listed(self.clone(who)) for who in ("ana", "bo")]
        assert seen[0] == seen[1]

    @staticmethod
    def _listed(clone: Sandbox) -> list[tuple[str, str]]:
        done = clone.teammem("list", "--tier", "team", "--json")
        rows = json.loads(done.out)["data"] or []
        rows = rows.get("memories", rows) if isinstance(rows, dict) else rows
        return sorted((row["name"], row["description"]) for row in rows)


Teamwork.TestCase.settings = settings(
    max_examples=int(os.environ.get("STATEFUL_EXAMPLES", "3")),
    stateful_step_count=12,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize="STATEFUL_EXAMPLES" not in os.environ,
)
TestTeamwork = Teamwork.TestCase
