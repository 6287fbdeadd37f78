"""Traps of git that a push guard falls into: borders, grafts, odd refs, other hashes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import fake
from tests.support.sandbox import Done, Sandbox

SECRET = fake.memory(f"log in with {fake.github()}")
CLEAN = fake.memory("log in with the vault")


def push(repo: Sandbox, *args: str, **env: str) -> Done:
    return repo.run("git", "push", "origin", *args, check=False, env=env)


@pytest.fixture
def server(team: Sandbox, tmp_path: Path) -> Sandbox:
    """A bare repository that has `main`; `team` has it as `origin` and the push hook."""
    bare = Sandbox.create(tmp_path / "server", team.env, bare=True)
    team.git("remote", "add", "origin", str(bare.path))
    team.git("push", "-q", "origin", "main")
    team.hook("pre-push", "push")
    return bare


@pytest.fixture
def passing(team: Sandbox, server: Sandbox) -> tuple[str, str]:
    """A commit that adds a secret, and one that removes it: names of both."""
    assert server.git("rev-parse", "main")
    bad = team.commit({".teammem/note.md": SECRET})
    team.git("rm", "-q", ".teammem/note.md")
    return bad, team.commit()


def _squash(team: Sandbox) -> None:
    team.git("reset", "-q", "--soft", "HEAD~2")
    team.commit({".teammem/note.md": CLEAN})


def test_grafts_hide_no_commit(team: Sandbox, passing: tuple[str, str]) -> None:
    first = team.git("rev-parse", f"{passing[0]}^")
    team.write(".git/info/grafts", f"{passing[1]} {first}\n")
    assert passing[0] not in team.git("rev-list", "HEAD")
    assert push(team, "main").code == 1
    (team.path / ".git/info/grafts").unlink()
    _squash(team)
    assert push(team, "main").code == 0


def test_replaced_commits_hide_no_commit(team: Sandbox, passing: tuple[str, str]) -> None:
    team.git("replace", "--graft", passing[1], f"{passing[0]}^")
    assert passing[0] not in team.git("rev-list", "HEAD")
    assert push(team, "main").code == 1
    team.git("replace", "-d", passing[1])
    _squash(team)
    assert push(team, "main").code == 0


def test_a_border_that_a_variable_names_hides_no_commit(
    team: Sandbox, passing: tuple[str, str]
) -> None:
    line = f"refs/heads/main {passing[1]} refs/heads/main {'0' * 40}\n"
    border = team.write("../border", f"{passing[1]}\n")
    for env in ({}, {"GIT_SHALLOW_FILE": str(border)}):
        done = team.gate("push", "origin", "origin", stdin=line, env=env)
        assert (done.code, "shallow" in done.text) == (1, False)
    _squash(team)
    line = f"refs/heads/main {team.git('rev-parse', 'HEAD')} refs/heads/main {'0' * 40}\n"
    assert team.gate("push", "origin", "origin", stdin=line).code == 0


def test_the_border_of_a_shallow_clone_is_judged_whole(
    team: Sandbox, server: Sandbox, tmp_path: Path
) -> None:
    team.commit({".teammem/old.md": SECRET})
    team.git("push", "-q", "--no-verify", "origin", "main")
    shallow = Sandbox(tmp_path / "shallow", team.env)
    team.git("clone", "-q", "--depth=1", f"file://{server.path}", str(shallow.path))
    other = Sandbox.create(tmp_path / "other", team.env, bare=True)
    shallow.hook("pre-push", "push")
    done = shallow.run("git", "push", str(other.path), "HEAD:refs/heads/x", check=False)
    assert (done.code, "old.md" in done.text, "is shallow" in done.text) == (1, True, True)


def test_refs_of_the_remote_that_name_no_commit(team: Sandbox, server: Sandbox) -> None:
    blob = team.git("hash-object", "-w", "--stdin", stdin="x")
    team.git("tag", "blob", blob)
    team.git("tag", "tree", "HEAD^{tree}")
    team.git("tag", "-a", "tagged", "-m", "a blob", blob)
    team.git("push", "-q", "--no-verify", "origin", "--tags")
    server.hook("pre-receive", "receive")
    team.git("checkout", "-q", "-b", "topic")
    team.commit({".teammem/a.md": CLEAN})
    assert push(team, "topic").code == 0
    team.commit({".teammem/b.md": SECRET})
    assert push(team, "topic").code == 1
    assert push(team, "--no-verify", "topic").code == 1


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    "target", ["refs/notes/x", "refs/weird/x", "refs/pull/1/head", "refs/meta/config"]
)
def test_every_name_at_the_other_side(team: Sandbox, target: str) -> None:
    team.commit({".teammem/b.md": SECRET})
    assert push(team, f"HEAD:{target}").code == 1
    team.git("reset", "-q", "--hard", "HEAD^")
    team.commit({".teammem/b.md": CLEAN})
    assert push(team, f"HEAD:{target}").code == 0


@pytest.mark.usefixtures("server")
def test_a_stash(team: Sandbox) -> None:
    for text, code in ((SECRET, 1), (CLEAN, 0)):
        team.write(".teammem/first.md", text)
        team.git("stash", "push", "-q")
        assert push(team, "refs/stash:refs/heads/stashed").code == code


@pytest.mark.usefixtures("server")
def test_what_stands_only_in_a_merge_of_three(team: Sandbox) -> None:
    for name in ("one", "two"):
        team.git("checkout", "-q", "-b", name, "main")
        team.commit({f"src/{name}.py": "x = 1\n"})
    team.git("checkout", "-q", "main")
    team.commit({"src/main.py": "x = 1\n"})
    for text, code in ((SECRET, 1), (CLEAN, 0)):
        team.git("merge", "-q", "--no-commit", "one", "two")
        team.write(".teammem/evil.md", text)
        team.git("add", "-A")
        team.git("commit", "-qm", "merge of three")
        assert len(team.git("rev-parse", "HEAD^@").split()) == 3
        team.git("rm", "-q", ".teammem/evil.md")
        team.commit(message="gone again")
        assert push(team, "main").code == code
        team.git("reset", "-q", "--hard", "main~2")


def test_sha256_at_both_doors(tmp_path: Path, environment: dict[str, str]) -> None:
    bare, repo = tmp_path / "server", tmp_path / "repo"
    for path in (bare, repo):
        path.mkdir()
    remote, local = Sandbox(bare, environment), Sandbox(repo, environment)
    remote.git("init", "-q", "--bare", "--object-format=sha256", ".")
    remote.hook("pre-receive", "receive")
    local.git("init", "-q", "-b", "main", "--object-format=sha256", ".")
    local.git("remote", "add", "origin", str(bare))
    local.hook("pre-push", "push")
    local.commit({".teammem/a.md": CLEAN})
    assert push(local, "main").code == 0
    local.commit({".teammem/b.md": SECRET})
    assert push(local, "main").code == 1
    assert push(local, "--no-verify", "main").code == 1
    assert remote.git("rev-parse", "main") == local.git("rev-parse", "main~1")


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (".gitattributes", "[attr]hidden filter=crypt\n.teammem/** hidden\n"),
        (".gitattributes", "*.md filter\n"),
        (".teammem/.gitattributes", "* filter=crypt\n"),
        (".gitattributes", "*.md filter=crypt\n.teammem/first.md -filter\n"),
    ],
)
def test_content_filters_at_a_server(team: Sandbox, server: Sandbox, place: str, text: str) -> None:
    server.hook("pre-receive", "receive")
    team.commit({place: text, ".teammem/a.md": CLEAN})
    done = push(team, "--no-verify", "main")
    assert (done.code, "[content-filter" in done.text) == (1, True)
    assert "first.md" not in done.text or "-filter" not in text
    team.commit({place: text.replace("filter", "other")})
    assert push(team, "--no-verify", "main").code == 0


@pytest.mark.parametrize(
    "setting",
    [
        "log.diffMerges=off",
        "log.showRoot=false",
        "diff.ignoreSubmodules=all",
        "diff.orderFile=/dev/null",
        "diff.renames=copies",
        "core.abbrev=4",
        "color.ui=always",
        "i18n.logOutputEncoding=UTF-16",
        "core.attributesFile=/dev/null",
        "core.fsmonitor=false",
        "transfer.hideRefs=refs/heads",
    ],
)
def test_settings_that_mislead_a_walk(team: Sandbox, setting: str) -> None:
    """A root commit, an ordinary one and a merge, each with content of its own."""
    team.git("config", *setting.split("="))
    team.git("checkout", "-q", "-b", "side")
    team.commit({"src/side.py": "s = 1\n"})
    team.git("checkout", "-q", "main")
    team.commit({"src/main.py": "m = 1\n"})
    for text, code in ((SECRET, 1), (CLEAN, 0)):
        team.git("merge", "-q", "--no-commit", "side")
        team.write(".teammem/evil.md", text)
        team.git("add", "-A")
        team.git("commit", "-qm", "merge")
        team.git("rm", "-q", ".teammem/evil.md")
        head = team.commit(message="gone again")
        line = f"refs/heads/main {head} refs/heads/main {'0' * 40}\n"
        assert team.gate("push", "x", str(team.path / "none"), stdin=line).code == code
        team.git("reset", "-q", "--hard", "main~2")
