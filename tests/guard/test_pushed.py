"""What a push brings: every form of ref line, every kind of object, every commit of the range."""

from __future__ import annotations

from pathlib import Path

import pytest

from teammem.errors import UsageError
from teammem.guard import pushed
from tests.support import fake
from tests.support.sandbox import Done, Sandbox

SECRET = fake.memory(f"log in with {fake.github()}")
CLEAN = fake.memory("log in with the vault")
ZERO = "0" * 40


@pytest.fixture
def server(team: Sandbox, tmp_path: Path) -> Sandbox:
    """A bare repository that has `main`; `team` has it as `origin` and the push hook."""
    bare = Sandbox.create(tmp_path / "server", team.env, bare=True)
    team.git("remote", "add", "origin", str(bare.path))
    team.git("push", "-q", "-u", "origin", "main")
    team.hook("pre-push", "push")
    return bare


def push(repo: Sandbox, *args: str) -> Done:
    return repo.run("git", "push", *args, check=False)


def test_a_fast_forward(team: Sandbox, server: Sandbox) -> None:
    team.commit({".teammem/a.md": CLEAN})
    assert push(team, "origin", "main").code == 0
    team.commit({".teammem/b.md": SECRET})
    done = push(team, "origin", "main")
    assert (done.code, "refused: 1 finding in 1 pushed commit;" in done.text) == (1, True)
    assert server.git("rev-parse", "main") == team.git("rev-parse", "main~1")


def test_a_new_branch_judges_only_what_the_remote_lacks(team: Sandbox, server: Sandbox) -> None:
    team.commit({".teammem/old.md": SECRET})
    team.git("push", "-q", "--no-verify", "origin", "main")
    team.git("rm", "-q", ".teammem/old.md")
    team.commit({"x": "1"})
    team.git("push", "-q", "--no-verify", "origin", "main")
    team.git("checkout", "-q", "-b", "topic")
    team.commit({".teammem/new.md": CLEAN})
    done = push(team, "origin", "topic")
    assert done.code == 0, done.text
    assert server.git("rev-parse", "topic") == team.git("rev-parse", "topic")


def test_the_roots_of_the_tip_count_even_where_the_remote_has_them(
    team: Sandbox, server: Sandbox
) -> None:
    team.commit({".teammem/old.md": SECRET})
    team.git("push", "-q", "--no-verify", "origin", "main")
    team.commit({"x": "1"})
    assert push(team, "origin", "main").code == 1
    team.git("rm", "-q", ".teammem/old.md")
    team.commit()
    assert push(team, "origin", "main").code == 0


def test_deletions_and_nothing_to_push(team: Sandbox, server: Sandbox) -> None:
    team.git("push", "-q", "--no-verify", "origin", "main:gone")
    assert push(team, "origin", ":gone").code == 0
    assert push(team, "origin", "main").code == 0
    assert team.gate("push", "origin", str(server.path)).code == 0


def test_a_deletion_beside_a_new_branch(team: Sandbox, server: Sandbox) -> None:
    team.git("push", "-q", "--no-verify", "origin", "main:gone")
    team.commit({".teammem/b.md": SECRET})
    assert push(team, "origin", ":gone", "main:fresh").code == 1
    team.write(".teammem/b.md", CLEAN)
    team.git("add", "-A")
    team.git("commit", "-q", "--amend", "-m", "clean")
    assert push(team, "origin", ":gone", "main:fresh").code == 0


@pytest.mark.parametrize(
    "form", ["HEAD:refs/heads/x", "{}:refs/heads/x", "main", "--all", "--mirror"]
)
def test_every_form_of_a_push(team: Sandbox, server: Sandbox, form: str) -> None:
    commit = team.commit({".teammem/b.md": SECRET})
    assert push(team, "origin", form.format(commit)).code == 1
    team.git("reset", "-q", "--hard", "HEAD^")
    commit = team.commit({".teammem/b.md": CLEAN})
    assert push(team, "origin", form.format(commit)).code == 0


def test_a_forced_push_after_a_rewrite(team: Sandbox, server: Sandbox) -> None:
    team.commit({".teammem/b.md": SECRET})
    team.git("push", "-q", "--no-verify", "origin", "main")
    team.write(".teammem/b.md", CLEAN)
    team.git("add", "-A")
    team.git("commit", "-q", "--amend", "-m", "rewritten")
    assert push(team, "-f", "origin", "main").code == 0


def test_a_stale_tracking_ref_is_not_believed(team: Sandbox, server: Sandbox) -> None:
    team.commit({".teammem/b.md": SECRET})
    team.git("push", "-q", "--no-verify", "origin", "main")
    server.git("update-ref", "-d", "refs/heads/main")
    assert push(team, "origin", "main").code == 1


def test_a_url_and_a_second_empty_remote(team: Sandbox, server: Sandbox, tmp_path: Path) -> None:
    other = Sandbox.create(tmp_path / "other", team.env, bare=True)
    team.commit({".teammem/b.md": SECRET})
    team.git("push", "-q", "--no-verify", "origin", "main")
    assert push(team, str(other.path), "main").code == 1
    team.git("rm", "-q", ".teammem/b.md")
    team.commit()
    assert push(team, str(other.path), "main").code == 1  # its history has it still
    assert push(team, str(other.path), "main~2:refs/heads/main").code == 0


def test_a_remote_that_cannot_be_asked_widens_the_range(team: Sandbox, tmp_path: Path) -> None:
    head = team.git("rev-parse", "HEAD")
    line = f"refs/heads/main {head} refs/heads/main {ZERO}\n"
    done = team.gate("push", "x", str(tmp_path / "nowhere"), stdin=line)
    assert done.code == 0
    team.commit({".teammem/b.md": SECRET})
    team.git("rm", "-q", ".teammem/b.md")
    head = team.commit()
    line = f"refs/heads/main {head} refs/heads/main {ZERO}\n"
    assert team.gate("push", "x", str(tmp_path / "nowhere"), stdin=line).code == 1


class TestTags:
    @pytest.mark.usefixtures("server")
    def test_an_annotated_tag_of_a_pushed_commit(self, team: Sandbox) -> None:
        team.git("tag", "-a", "bad", "-m", fake.github())
        assert push(team, "origin", "bad").code == 1
        team.git("tag", "-a", "good", "-m", "release")
        assert push(team, "origin", "good").code == 0

    @pytest.mark.usefixtures("server")
    def test_a_tag_of_a_tag(self, team: Sandbox) -> None:
        team.git("tag", "-a", "inner", "-m", fake.github())
        team.git("tag", "-a", "outer", "-m", "clean", "inner")
        assert push(team, "origin", "outer").code == 1
        team.git("tag", "-f", "-a", "inner", "-m", "clean", "main")
        team.git("tag", "-f", "-a", "outer", "-m", "clean", "inner")
        assert push(team, "origin", "outer").code == 0

    def test_the_message_counts_only_where_the_commit_has_a_root(
        self, repo: Sandbox, tmp_path: Path
    ) -> None:
        repo.commit({"a.py": "a = 1\n"})
        repo.git("tag", "-a", "other", "-m", fake.github())
        bare = Sandbox.create(tmp_path / "server", repo.env, bare=True)
        repo.hook("pre-push", "push")
        assert push(repo, str(bare.path), "main", "other").code == 0

    @pytest.mark.usefixtures("server")
    def test_blobs_and_trees(self, team: Sandbox) -> None:
        for text, code in ((SECRET, 1), (CLEAN, 0)):
            blob = team.git("hash-object", "-w", "--stdin", stdin=text)
            team.git("tag", "-f", "blob", blob)
            tree = team.git("mktree", stdin=f"100644 blob {blob}\tx.md\n")
            team.git("tag", "-f", "tree", tree)
            nested = team.git("mktree", stdin=f"040000 tree {tree}\t.teammem\n")
            team.git("tag", "-f", "-a", "nested", "-m", "x", nested)
            for name in ("blob", "tree", "nested"):
                assert push(team, "origin", f"refs/tags/{name}").code == code, name

    @pytest.mark.usefixtures("server")
    def test_notes(self, team: Sandbox) -> None:
        team.git("notes", "add", "-m", fake.github())
        assert push(team, "origin", "refs/notes/commits").code == 1
        team.git("update-ref", "-d", "refs/notes/commits")
        team.git("notes", "add", "-m", "clean")
        assert push(team, "origin", "refs/notes/commits").code == 0


def test_fields_and_messages_of_commits_that_touch_a_root(team: Sandbox, server: Sandbox) -> None:
    team.commit({"src/a.py": "a = 2\n"}, f"elsewhere {fake.github()}")
    assert push(team, "origin", "main").code == 0
    team.commit({".teammem/a.md": CLEAN}, f"in a root {fake.github()}")
    done = push(team, "origin", "main")
    assert (done.code, "commit message" in done.text) == (1, True)


def test_an_agents_trailer_is_judged_not_the_environment(team: Sandbox, server: Sandbox) -> None:
    team.env["TEAMMEM_ACTOR"] = "agent/claude"
    team.commit({".teammem/pinned/a.md": CLEAN}, "a person's pin")
    assert push(team, "origin", "main").code == 0
    team.env["TEAMMEM_ACTOR"] = "person"
    team.commit({".teammem/pinned/b.md": CLEAN}, "pin\n\nTeammem-Actor: agent/claude")
    done = push(team, "origin", "main")
    assert (done.code, "[agent-pinned" in done.text) == (1, True)


def test_a_shallow_clone_says_so(team: Sandbox, server: Sandbox, tmp_path: Path) -> None:
    team.commit({".teammem/b.md": CLEAN})
    team.git("push", "-q", "origin", "main")
    shallow = Sandbox(tmp_path / "shallow", team.env)
    team.git("clone", "-q", "--depth=1", f"file://{server.path}", str(shallow.path))
    shallow.hook("pre-push", "push")
    shallow.commit({".teammem/c.md": CLEAN})
    done = push(shallow, "origin", "HEAD:refs/heads/topic")
    assert (done.code, "this clone is shallow" in done.text) == (0, True)


class TestUnderFrameworks:
    """pre-commit and prek keep the ref lines and tell of one ref in variables."""

    def _push(self, team: Sandbox, server: Sandbox, **env: str) -> Done:
        return team.gate(
            "push",
            env={
                "PRE_COMMIT": "1",
                "PRE_COMMIT_REMOTE_NAME": "origin",
                "PRE_COMMIT_REMOTE_URL": str(server.path),
                **env,
            },
        )

    def test_the_ref_they_show_is_judged(self, team: Sandbox, server: Sandbox) -> None:
        head = team.commit({".teammem/b.md": SECRET})
        assert self._push(team, server, PRE_COMMIT_TO_REF=head).code == 1
        assert self._push(team, server, PRE_COMMIT_LOCAL_BRANCH="main").code == 1
        assert self._push(team, server).code == 1
        head = team.git("rev-parse", "HEAD^")
        assert self._push(team, server, PRE_COMMIT_TO_REF=head).code == 0

    def test_other_refs_are_a_warning(self, team: Sandbox, server: Sandbox) -> None:
        team.git("checkout", "-q", "-b", "aside")
        team.commit({".teammem/b.md": SECRET})
        team.git("checkout", "-q", "main")
        done = self._push(team, server, PRE_COMMIT_TO_REF=team.git("rev-parse", "main"))
        assert done.code == 0
        assert "warning: .teammem/b.md" in done.text
        assert "teammem init" in done.text


class TestReceive:
    """The server's hook, in a real bare repository with its quarantine."""

    @pytest.fixture
    def hooked(self, team: Sandbox, server: Sandbox) -> Sandbox:
        server.hook("pre-receive", "receive")
        (team.path / ".git/hooks/pre-push").unlink()
        return server

    @pytest.mark.usefixtures("hooked")
    def test_quarantined_objects_are_seen(self, team: Sandbox) -> None:
        team.commit({".teammem/b.md": SECRET})
        done = push(team, "origin", "main")
        assert (done.code, "remote: .teammem/b.md" in done.text) == (1, True)
        team.git("reset", "-q", "--hard", "HEAD^")
        team.commit({".teammem/b.md": CLEAN})
        assert push(team, "origin", "main", "main:second").code == 0
        assert push(team, "origin", ":second").code == 0

    def test_allow_from_reads_entries_of_the_servers_branch(
        self, team: Sandbox, server: Sandbox
    ) -> None:
        server.hook("pre-receive", "receive", "--allow-from", "main")
        (team.path / ".git/hooks/pre-push").unlink()
        team.write(".teammem/b.md", fake.memory(fake.slack()))
        team.git("add", "-A")
        import json

        rows = json.loads(team.teammem("guard", "staged", "--json").out)["data"]["findings"]
        person = {"TEAMMEM_ACTOR": "person"}
        assert team.teammem("allow", rows[0]["id"], "--reason", "r", env=person).code == 0
        team.git("add", ".teammem/allow")
        team.git("rm", "-q", "--cached", ".teammem/b.md")
        entry_only = team.git("write-tree")
        entry = team.git("commit-tree", "-p", "HEAD", "-m", "entry", entry_only)
        team.commit(message="both at once")
        assert push(team, "origin", "main").code == 1
        assert push(team, "origin", f"{entry}:refs/heads/main").code == 0
        team.git("reset", "-q", "--soft", entry)
        team.git("add", "-A")
        team.git("commit", "-qm", "now the note")
        done = push(team, "origin", "main")
        assert done.code == 0, done.text

    def test_wrong_arguments_refuse(self, server: Sandbox) -> None:
        assert server.gate("receive", "--nonsense").code == 2


@pytest.mark.parametrize(
    "data",
    [
        b"nonsense\n",
        b"refs/heads/a zzz refs/heads/a " + ZERO.encode() + b"\n",
        b"refs/heads/a " + ZERO.encode() + b" refs/heads/a\n",
        b"\n",
    ],
)
def test_ref_lines_of_another_form_are_refused(data: bytes) -> None:
    with pytest.raises(UsageError, match="line 1"):
        pushed.parse_push(data)
    with pytest.raises(UsageError, match="line 1"):
        pushed.parse_receive(data)


def test_ref_names_may_hold_blanks_before_the_object() -> None:
    line = f"HEAD~1 or so {ZERO} refs/heads/a {ZERO}\n".encode()
    assert pushed.parse_push(line) == [pushed.Update("HEAD~1 or so", ZERO, ZERO, "refs/heads/a")]
    assert pushed.parse_push(b"") == []
