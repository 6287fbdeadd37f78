"""What commits, tags and trees can carry beside files, and which commits count."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.support import fake
from tests.support.sandbox import Done, Sandbox

TOKEN = fake.github()
CLEAN = fake.memory("log in with the vault")


@pytest.fixture
def server(team: Sandbox, tmp_path: Path) -> Sandbox:
    """A bare repository that has `main`; `team` has it as `origin` and the push hook."""
    bare = Sandbox.create(tmp_path / "server", team.env, bare=True)
    team.git("remote", "add", "origin", str(bare.path))
    team.git("push", "-q", "origin", "main")
    team.hook("pre-push", "push")
    return bare


def push(repo: Sandbox, *args: str) -> Done:
    return repo.run("git", "push", "origin", *args, check=False)


def rewritten(repo: Sandbox, name: str, pattern: bytes, replacement: bytes) -> str:
    """Store an object as no git command writes it, and return its name."""
    kind = repo.git("cat-file", "-t", name)
    raw = repo.run("git", "cat-file", kind, name).out
    changed = re.sub(pattern, replacement, raw, count=1)
    assert changed != raw
    return repo.git("hash-object", "-t", kind, "-w", "--literally", "--stdin", stdin=changed)


_PLACES = [
    (rb"\n\n", rb"\nx-note %s\n\n"),
    (rb"\n\n", rb"\nmergetag object 1\n tag v1\n \n %s\n\n"),
    (rb"(author .*>) \d+ \+0000", rb"\1 %s"),
    (rb"(committer .*> \d+) \+0000", rb"\1 %s"),
    (rb"author .*> ", rb"author %s <a@example.org> "),
    (rb"committer .*<", rb"committer A <%s"),
    (rb"\n\n", rb"\nencoding %s\n\n"),
]


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("place", _PLACES, ids=lambda place: place[1].decode()[:12])
@pytest.mark.parametrize(("value", "code"), [(TOKEN, 1), ("nothing", 0)])
def test_every_line_of_a_commits_header(
    team: Sandbox, place: tuple[bytes, bytes], value: str, code: int
) -> None:
    team.commit({".teammem/a.md": CLEAN})
    commit = rewritten(team, "HEAD", place[0], place[1] % value.encode())
    line = f"refs/heads/main {commit} refs/heads/main {'0' * 40}\n"
    done = team.gate("push", "origin", "origin", stdin=line)
    assert (done.code, "header fields" in done.text) == (code, code == 1)


@pytest.mark.usefixtures("server")
def test_the_header_of_a_tag(team: Sandbox) -> None:
    team.git("tag", "-a", "v1", "-m", "release")
    for value, code in ((TOKEN, 1), ("nothing", 0)):
        tag = rewritten(team, "v1", rb"(tagger .*>) \d+ ", rb"\1 1 +0000\nx %s " % value.encode())
        line = f"refs/tags/v1 {tag} refs/tags/v1 {'0' * 40}\n"
        assert team.gate("push", "origin", "origin", stdin=line).code == code


@pytest.mark.usefixtures("server")
def test_the_signature_of_a_commit_is_no_finding(team: Sandbox, tmp_path: Path) -> None:
    if shutil.which("ssh-keygen") is None:
        pytest.skip("needs ssh-keygen")
    team.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / "key"))
    team.git("config", "gpg.format", "ssh")
    team.git("config", "user.signingKey", str(tmp_path / "key.pub"))
    team.write(".teammem/a.md", CLEAN)
    team.git("add", "-A")
    team.git("commit", "-q", "-S", "-m", "signed")
    assert "gpgsig" in team.git("cat-file", "commit", "HEAD")
    assert push(team, "main").code == 0
