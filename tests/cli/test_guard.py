"""`teammem guard` and the verbs around an installation, as people and CI call them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.support import fake
from tests.support.sandbox import Sandbox

SECRET = fake.memory(f"log in with {fake.github()}")


def test_files(team: Sandbox) -> None:
    team.write("notes/a.md", SECRET)
    team.write("notes/b.md", "clean\n")
    done = team.teammem("guard", "files", "notes")
    assert (done.code, "notes/a.md:6: GitHub token" in done.text) == (1, True)
    listed = team.teammem("guard", "files", "--list", "notes")
    assert (listed.code, listed.out) == (1, b"notes/a.md\n")
    assert team.teammem("guard", "files", "--list", "notes/b.md").code == 0
    assert "nothing to refuse in 1 files" in team.teammem("guard", "files", "notes/b.md").text
    assert team.teammem("guard", "files", "none").code == 2


def test_text(team: Sandbox) -> None:
    assert team.teammem("guard", "text", "--path", ".teammem/a.md", stdin=SECRET).code == 1
    assert team.teammem("guard", "text", "--path", ".teammem/a.md", stdin="clean\n").code == 0
    assert team.teammem("guard", "text", "--path", ".teammem/a.md", stdin=b"\xff").code == 1
    assert team.teammem("guard", "text", "--path", "a.md", stdin=b"\xff").code == 0


def test_push_and_receive_by_hand(team: Sandbox) -> None:
    head = team.commit({".teammem/a.md": SECRET})
    zero = "0" * 40
    line = f"refs/heads/main {head} refs/heads/main {zero}\n"
    assert team.teammem("guard", "push", "origin", "/nowhere", stdin=line).code == 1
    assert team.teammem("guard", "push").code == 0
    clean = team.git("rev-parse", "HEAD~1")
    assert team.teammem("guard", "receive", stdin=f"{zero} {clean} refs/heads/x\n").code == 0
    assert team.teammem("guard", "receive", stdin=f"{zero} {head} refs/heads/x\n").code == 1


@pytest.mark.parametrize("form", ["text", "github", "sarif"])
def test_forms(team: Sandbox, form: str) -> None:
    team.write(".teammem/a.md", SECRET)
    team.git("add", "-A")
    done = team.teammem("guard", "staged", "--format", form)
    assert (done.code, fake.github() in done.text) == (1, False)
    assert ".teammem/a.md" in done.text


def test_rules(team: Sandbox) -> None:
    rows = json.loads(team.teammem("guard", "rules", "--json").out)["data"]
    assert len(rows) > 200
    assert {"id", "provider", "kind", "title", "source", "allowable"} == set(rows[0])
    assert rows[0]["id"] in team.teammem("guard", "rules").text


class TestInstallation:
    def test_init_doctor_uninit(self, repo: Sandbox) -> None:
        repo.commit({"a.py": "a = 1\n"})
        planned = repo.teammem("init", "--dry-run")
        assert (planned.code, "would write .teammem/README.md" in planned.text) == (0, True)
        assert not (repo.path / ".teammem").exists()
        done = repo.teammem("init")
        assert (done.code, "git add .teammem/README.md" in done.text) == (0, True)
        assert "nothing to change" in repo.teammem("init").text
        told = json.loads(repo.teammem("doctor", "--json").out)["data"]
        assert {row["layer"] for row in told} >= {"git", "hooks", "roots"}
        repo.write(".teammem/a.md", SECRET)
        repo.git("add", "-A")
        assert repo.run("git", "commit", "-qm", "x", check=False).code == 1
        repo.git("rm", "-q", "--cached", ".teammem/a.md")
        (repo.path / ".teammem/a.md").unlink()
        repo.git("commit", "-qm", "x")
        assert repo.teammem("uninit").code == 0
        assert not (repo.path / ".git/hooks/pre-push").exists()

    def test_init_says_what_the_roots_hold(self, team: Sandbox) -> None:
        team.commit({".teammem/a.md": SECRET})
        done = team.teammem("init")
        assert (done.code, "the guard refuses what is in the team roots already" in done.text) == (
            1,
            True,
        )

    def test_what_a_beginner_gets_wrong(self, repo: Sandbox, tmp_path: Path) -> None:
        outside = Sandbox(tmp_path, repo.env)
        assert outside.teammem("init").code == 4
        assert repo.teammem("init", "--ci", "jenkins").code == 2
        assert repo.teammem("doctor").code == 1


def test_config(team: Sandbox) -> None:
    team.write(".teammem/config.yaml", "sync.branch: shared\n")
    shown = team.teammem("config", "show", "--origin").text
    assert f"sync.branch = shared\t({team.path}/.teammem/config.yaml:1)" in shown
    assert "sync.branch = shared\n" in team.teammem("config", "show").text
    assert team.teammem("config", "path").text.strip().endswith("config.yaml")
    team.write(".teammem/config.yaml", "sync.brunch: shared\n")
    done = team.teammem("config", "show", "--json")
    value = json.loads(done.out)
    assert (done.code, value["error"]["code"]) == (5, "unknown-setting")
    outside = Sandbox(team.path.parent, team.env)
    assert outside.teammem("config", "show").code == 0


def test_an_internal_error_is_one_line(team: Sandbox) -> None:
    code = (
        "import sys, teammem.guard.staged as s\n"
        "def broken(*a, **k): raise RuntimeError('with text of a memory')\n"
        "s.judge = broken\n"
        "from teammem.cli.main import main\n"
        "sys.exit(main(['guard', 'staged']))"
    )
    done = team.run(sys.executable, "-c", code, check=False)
    assert done.code == 3
    assert done.text.startswith("teammem: internal error (RuntimeError)\n")
    debug = team.run(sys.executable, "-c", code, check=False, env={"TEAMMEM_DEBUG": "1"})
    assert "with text of a memory" not in debug.text
    assert " in main" in debug.text
