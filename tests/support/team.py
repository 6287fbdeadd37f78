"""A team: a bare remote and clones of it, driven with real git."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.support.sandbox import Sandbox


class Team:
    """A bare repository and the clones that share it.

    Attributes:
        remote: the bare repository; its HEAD names `main`.
        ana, bo: two clones, both on `main`.
    """

    def __init__(
        self, folder: Path, env: dict[str, str], files: Mapping[str, str | bytes] | None = None
    ) -> None:
        first = Sandbox.create(folder / "first", env)
        first.commit(files or {"README.md": "the project\n"}, "first")
        first.git("clone", "-q", "--bare", ".", str(folder / "remote.git"))
        self.remote = Sandbox(folder / "remote.git", env)
        self.ana = self.remote.clone(folder / "ana")
        self.bo = self.remote.clone(folder / "bo")

    def publish(self, files: Mapping[str, str | bytes | None], who: Sandbox | None = None) -> str:
        """Commit files on the remote's main from bo's clone (None removes one) and return it."""
        clone = who or self.bo
        clone.git("pull", "-q", "--ff-only")
        for name, content in files.items():
            if content is None:
                clone.git("rm", "-q", "--", name)
        commit = clone.commit({n: c for n, c in files.items() if c is not None}, "published")
        clone.git("push", "-q", "origin", "HEAD:main")
        return commit
