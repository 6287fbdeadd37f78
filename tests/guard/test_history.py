"""What commits, tags and trees can carry beside files, and which commits count."""

from __future__ import annotations

import base64
import random
import re
import shutil
from pathlib import Path

import pytest

from teammem.detect import engine
from teammem.guard import history
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
@pytest.mark.parametrize(("value", "code"), [(TOKEN, 1), ("nothing", 0)], ids=["secret", "clean"])
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


def _armoured(kind: str, lines: list[str]) -> str:
    return "\n".join([f"-----BEGIN {kind}-----", *lines, f"-----END {kind}-----"])


def _key_id(seed: int) -> str:
    """An access key id in its form: letters and digits alone, as chance makes in base64."""
    return (
        "AKI" + "A" + "".join(random.Random(seed).choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", k=16))
    )


@pytest.mark.parametrize("kind", ["SSH SIGNATURE", "PGP SIGNATURE", "SIGNED MESSAGE"])
def test_chance_in_a_signature_is_no_finding_and_beside_it_is(kind: str) -> None:
    head = "tree {0}\nauthor A <a@example.org> 1 +0000\ncommitter A <a@example.org> 1 +0000\n"
    body = ["U1NIU0lH" * 8, _key_id(1), "=abcd"]
    signed = "gpgsig " + _armoured(kind, body).replace("\n", "\n ")
    commit = f"{head.format('0' * 40)}{signed}\n\nmessage\n".encode()
    assert not engine.scan(history._split(commit)[0])
    for other in (
        commit.replace(b"-----END", b"-----MEND"),
        commit.replace(b"committer A", b"committer " + _key_id(1).encode()),
        commit.replace(b"U1NIU0lH", b"log in: ", 1),
    ):
        assert engine.scan(history._split(other)[0])


def test_signatures_as_programs_make_them_are_no_findings() -> None:
    draw = random.Random(3)
    head = "tree {0}\nauthor A <a@example.org> 1 +0000\ncommitter A <a@example.org> 1 +0000\n"
    for _ in range(200):
        text = base64.b64encode(draw.randbytes(280)).decode()
        lines = [text[at : at + 70] for at in range(0, len(text), 70)]
        signed = "gpgsig " + _armoured("SSH SIGNATURE", lines).replace("\n", "\n ")
        commit = f"{head.format('0' * 40)}{signed}\n\nmessage\n".encode()
        assert not engine.scan(history._split(commit)[0])


@pytest.mark.usefixtures("server")
def test_the_signature_of_a_tag(team: Sandbox) -> None:
    for name, kind, code in (("signed", "SSH SIGNATURE", 0), ("other", "LETTER", 1)):
        message = "release\n" + _armoured(kind, ["U1NIU0lH" * 8, _key_id(2)])
        team.git("tag", "-a", name, "-m", message)
        assert push(team, name).code == code


class TestMergeMessages:
    """A merge that brings memories into a branch touches its root: its message counts."""

    @pytest.fixture
    def merged(self, team: Sandbox, server: Sandbox) -> Sandbox:
        """A merge of a side branch that no hook has seen; `server` has what came before."""
        assert server.git("rev-parse", "main") == team.git("rev-parse", "HEAD")
        team.git("checkout", "-q", "-b", "topic")
        team.commit({".teammem/topic.md": CLEAN})
        team.git("checkout", "-q", "-b", "other", "main")
        team.commit({"src/other.py": "o = 1\n"})
        team.git("checkout", "-q", "main")
        team.commit({"src/main.py": "m = 1\n"})
        return team

    @pytest.mark.parametrize(
        ("branches", "code"),
        [(["topic"], 1), (["other"], 0), (["topic", "other"], 1), (["other", "topic"], 1)],
    )
    def test_it_counts_where_a_root_changes(
        self, merged: Sandbox, branches: list[str], code: int
    ) -> None:
        merged.git("merge", "-q", "--no-ff", "-m", f"merge {TOKEN}", *branches)
        done = push(merged, "main")
        assert (done.code, "commit message" in done.text) == (code, code == 1)

    def test_a_clean_message_passes(self, merged: Sandbox) -> None:
        merged.git("merge", "-q", "--no-ff", "-m", "merge", "topic", "other")
        assert push(merged, "main").code == 0

    def test_a_merge_that_takes_nothing_touches_nothing(self, merged: Sandbox) -> None:
        merged.git("merge", "-q", "-s", "ours", "-m", f"merge {TOKEN}", "topic")
        assert push(merged, "main").code == 0

    def test_an_agents_merge_of_a_persons_pin_passes(self, merged: Sandbox) -> None:
        merged.git("checkout", "-q", "topic")
        merged.commit({".teammem/pinned/p.md": CLEAN}, "a person pins")
        merged.git("checkout", "-q", "main")
        merged.git("merge", "-q", "--no-ff", "-m", "merge\n\nTeammem-Actor: agent/x", "topic")
        assert push(merged, "main").code == 0
        merged.write(".teammem/pinned/own.md", CLEAN)
        merged.git("add", "-A")
        merged.git("commit", "-q", "--amend", "--no-edit")
        assert push(merged, "main").code == 1


class TestTreesThatRefsName:
    """A tag or ref may name a tree, which may be a team root itself: all of it is text."""

    @pytest.mark.usefixtures("server")
    @pytest.mark.parametrize(
        ("value", "code"), [(TOKEN, 1), ("nothing", 0)], ids=["secret", "clean"]
    )
    @pytest.mark.parametrize("mode", ["100644", "120000"])
    def test_the_text_of_files_and_links(
        self, team: Sandbox, mode: str, value: str, code: int
    ) -> None:
        blob = team.git("hash-object", "-w", "--stdin", stdin=f"../{value}")
        team.git("tag", "tree", team.git("mktree", stdin=f"{mode} blob {blob}\tx.md\n"))
        assert push(team, "refs/tags/tree").code == code

    @pytest.mark.usefixtures("server")
    @pytest.mark.parametrize(
        ("value", "code"), [(TOKEN, 1), ("nothing", 0)], ids=["secret", "clean"]
    )
    def test_names(self, team: Sandbox, value: str, code: int) -> None:
        blob = team.git("hash-object", "-w", "--stdin", stdin="clean\n")
        team.git("tag", "tree", team.git("mktree", stdin=f"100644 blob {blob}\t{value}.md\n"))
        assert push(team, "refs/tags/tree").code == code


class TestNotes:
    @pytest.mark.usefixtures("server")
    @pytest.mark.parametrize(("value", "code"), [(TOKEN, 1), ("ab12", 0)], ids=["secret", "clean"])
    @pytest.mark.parametrize("place", ["name", "text", "link", "message", "author"])
    def test_everything_that_a_notes_ref_brings(
        self, team: Sandbox, place: str, value: str, code: int
    ) -> None:
        text = value if place in ("text", "link") else "x"
        blob = team.git("hash-object", "-w", "--stdin", stdin=text)
        mode = "120000" if place == "link" else "100644"
        name = value if place == "name" else "ab"
        tree = team.git("mktree", stdin=f"{mode} blob {blob}\t{name}\n")
        message = value if place == "message" else "note"
        author = {"GIT_AUTHOR_NAME": value} if place == "author" else {}
        commit = team.git("commit-tree", tree, "-m", message, env=author)
        team.git("update-ref", "refs/notes/review", commit)
        assert push(team, "refs/notes/review").code == code
