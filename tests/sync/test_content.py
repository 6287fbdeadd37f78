"""What may lie in a team root and what sync makes of it: refused by name, or left alone."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.support import fake
from tests.sync.team import MEMORY, Clones, identity, memory


@pytest.fixture
def clones(tmp_path: Path) -> Clones:
    made = Clones(tmp_path)
    made.ana.git("switch", "-q", "-c", "feature")
    return made


def secret() -> str:
    return fake.github()


def test_a_secret_stays_and_the_other_memories_go(clones: Clones) -> None:
    ana = clones.ana
    held = memory("token", f"Use {secret()} for it.")
    ana.write(".teammem/a.md", memory("a", "one"))
    ana.write(".teammem/b.md", held)
    ana.write(".teammem/c.md", memory("c", "three"))
    done = ana.teammem("sync")
    assert done.code == 1
    assert ".teammem/b.md" in done.text
    assert sorted(clones.paths()) == [".teammem/a.md", ".teammem/c.md", "README.md"]
    assert (ana.path / ".teammem/b.md").read_text() == held
    blob = ana.git("hash-object", "--stdin", stdin=held)
    assert ana.run("git", "cat-file", "-e", blob, check=False).code != 0
    ana.write(".teammem/b.md", memory("token", "It is in the vault."))
    clones.sync(ana)
    assert clones.has("b.md", memory("token", "It is in the vault."))


def test_a_secret_in_the_message_or_a_name_is_refused(clones: Clones) -> None:
    ana = clones.ana
    ana.write(".teammem/a.md", memory("a", "one"))
    done = ana.teammem("sync", "--message", f"about {secret()}")
    assert done.code == 1
    assert clones.paths() == ["README.md"]
    clones.sync(ana, "--message", "about tokens")
    assert clones.remote.git("log", "-1", "--format=%s", "main") == "about tokens"
    ana.write(f".teammem/{secret()}.md", memory("b", "two"))
    done = ana.teammem("sync")
    assert done.code == 1
    assert secret() not in done.text


def test_a_secret_that_only_the_merge_makes_is_not_published(clones: Clones) -> None:
    """A heading says password, a cell has a value: each alone is no finding, together they are."""
    value = "tR7k" + "Q2mZ" + "x9Lw"
    base = memory("a", "| name | owner |\n| --- | --- |\n| db | none |")
    clones.bo.write(".teammem/a.md", base)
    clones.sync(clones.bo)
    clones.ana.git("pull", "-q", "origin", "main")
    clones.bo.write(".teammem/a.md", base.replace("owner", "password"))
    clones.sync(clones.bo)
    clones.ana.write(".teammem/a.md", base.replace("none", value))
    clones.sync(clones.ana)
    assert len([path for path in clones.paths() if ".conflict-" in path]) == 1
    clones.sync(clones.bo)
    checked = clones.bo.teammem("guard", "tree", "HEAD")
    assert checked.code == 0, checked.text


def test_an_allow_entry_travels_with_what_it_excuses(clones: Clones) -> None:
    ana = clones.ana
    ana.write(".teammem/b.md", memory("token", f"Use {fake.slack()} for it."))
    ana.git("add", ".teammem")
    told = ana.teammem("guard", "staged", "--json")
    (finding,) = json.loads(told.out)["data"]["findings"]
    done = ana.teammem("allow", finding["id"], "--reason", "a revoked sample of the manual")
    assert done.code == 0, done.text
    clones.sync(ana)
    assert ".teammem/b.md" in clones.paths()


@pytest.mark.parametrize("kind", ["symlink", "pipe", "latin-1", "too-large", "binary"])
def test_what_is_no_memory_is_named_and_stays(clones: Clones, kind: str) -> None:
    ana = clones.ana
    place = ana.path / ".teammem" / "odd.md"
    place.parent.mkdir()
    if kind == "symlink":
        place.symlink_to("../README.md")
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind == "latin-1":
        place.write_bytes("Größe\n".encode("latin-1"))
    elif kind == "too-large":
        place.write_bytes(b"a line\n" * 200_000)
    else:
        place.write_bytes(b"a\0b")
    ana.write(".teammem/a.md", MEMORY)
    done = ana.teammem("sync")
    assert clones.paths() == [".teammem/a.md", "README.md"]
    if kind != "pipe":  # git itself does not see it
        assert done.code == 1
        assert "odd.md" in done.text
    assert os.path.lexists(place)


def test_a_nested_repository_is_not_entered(clones: Clones) -> None:
    ana = clones.ana
    nested = ana.path / ".teammem" / "inner"
    nested.mkdir(parents=True)
    ana.run("git", "init", "-q", ".", cwd=nested)
    (nested / "x.md").write_text(MEMORY)
    ana.write(".teammem/a.md", MEMORY)
    done = ana.teammem("sync")
    assert done.code == 0, done.text
    assert "another repository" in done.text
    assert clones.paths() == [".teammem/a.md", "README.md"]


def test_a_linked_folder_is_not_followed(clones: Clones, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.md").write_text(MEMORY)
    (clones.ana.path / ".teammem").mkdir()
    (clones.ana.path / ".teammem" / "linked").symlink_to(outside)
    clones.ana.write(".teammem/a.md", MEMORY)
    clones.ana.teammem("sync")
    assert clones.paths() == [".teammem/a.md", "README.md"]


def test_line_ends_are_git_s_own(clones: Clones) -> None:
    ana = clones.ana
    ana.git("config", "core.autocrlf", "true")
    ana.write(".teammem/.gitattributes", "* text eol=lf\n")
    ana.write(".teammem/a.md", MEMORY.replace("\n", "\r\n"))
    clones.sync(ana)
    assert clones.has("a.md", MEMORY)
    assert ana.git("status", "--porcelain") == ""


@pytest.mark.parametrize(
    "name", ["with blank.md", "-dash.md", "it's;$(x).md", "\u00fcber/\u65e5.md"]
)
def test_odd_names_arrive(clones: Clones, name: str) -> None:
    clones.ana.write(f".teammem/{name}", MEMORY)
    clones.sync(clones.ana)
    listed = clones.remote.git("ls-tree", "-r", "-z", "--name-only", "main").split("\0")
    assert f".teammem/{name}" in listed
    assert clones.ana.git("status", "--porcelain") == ""


@pytest.mark.parametrize(
    "name", ['quo"te.md', ":(top)magic.md", "new\nline.md", "nul.md", "back\\slash.md"]
)
def test_names_that_some_system_refuses_are_named_and_stay(clones: Clones, name: str) -> None:
    clones.ana.write(f".teammem/{name}", MEMORY)
    clones.ana.write(".teammem/good.md", MEMORY)
    done = clones.ana.teammem("sync")
    assert done.code == 1
    assert "rename the file" in done.text
    assert (clones.ana.path / ".teammem" / name).read_text() == MEMORY
    assert clones.paths() == [".teammem/good.md", "README.md"]


def test_other_files_of_a_root_are_not_carried(clones: Clones) -> None:
    ana = clones.ana
    for name in (
        "notes.txt",
        "MEMORY.md",
        "sub/README.md",
        ".hidden.md",
        ".dir/x.md",
        "allow/x.md",
    ):
        ana.write(f".teammem/{name}", "text\n")
    ana.write(".teammem/README.md", "for people\n")
    clones.sync(ana)
    assert clones.paths() == [".teammem/README.md", "README.md"]


def test_many_deletions_stop_until_they_are_allowed(clones: Clones) -> None:
    names = [f".teammem/m{number}.md" for number in range(8)]
    clones.bo.commit({name: memory(name[9:-3], name) for name in names}, "many")
    clones.bo.git("push", "-q", "origin", "main")
    clones.ana.git("pull", "-q", "origin", "main")
    for name in names[:5]:
        (clones.ana.path / name).unlink()
    done = clones.ana.teammem("sync")
    assert done.code == 1
    assert "--allow-delete" in done.text
    assert set(names) <= set(clones.paths())
    clones.sync(clones.ana, "--allow-delete")
    assert not set(names[:5]) & set(clones.paths())


def test_three_deletions_and_a_move_go(clones: Clones) -> None:
    names = [f".teammem/m{number}.md" for number in range(8)]
    clones.bo.commit({name: memory(name[9:-3], name) for name in names}, "many")
    clones.bo.git("push", "-q", "origin", "main")
    clones.ana.git("pull", "-q", "origin", "main")
    for name in names[:3]:
        (clones.ana.path / name).unlink()
    for name in names[3:]:
        (clones.ana.path / name).rename(clones.ana.path / name.replace("/m", "/moved"))
    clones.sync(clones.ana)
    assert sorted(clones.paths()) == sorted(
        ["README.md", *(name.replace("/m", "/moved") for name in names[3:])]
    )


@pytest.mark.parametrize("how", ["missing", "sparse", "skip-worktree", "assume-unchanged"])
def test_absence_is_not_deletion(clones: Clones, how: str) -> None:
    clones.bo.commit({".teammem/a.md": MEMORY, ".teammem/b.md": MEMORY, "src/x": "1"}, "two")
    clones.bo.git("push", "-q", "origin", "main")
    ana = clones.ana
    ana.git("pull", "-q", "origin", "main")
    if how == "missing":
        for name in ("a.md", "b.md"):
            (ana.path / ".teammem" / name).unlink()
        (ana.path / ".teammem").rmdir()
    elif how == "sparse":
        ana.git("sparse-checkout", "set", "src")
    else:
        ana.git("update-index", f"--{how}", ".teammem/a.md")
        (ana.path / ".teammem/a.md").unlink()
    done = ana.teammem("sync")
    assert {".teammem/a.md", ".teammem/b.md"} <= set(clones.paths())
    assert done.code == (1 if how == "missing" else 0), done.text


def test_a_memory_in_a_sparse_checkout_arrives(clones: Clones) -> None:
    clones.bo.commit({".teammem/a.md": MEMORY, "src/x": "1"}, "two")
    clones.bo.git("push", "-q", "origin", "main")
    ana = clones.ana
    ana.git("pull", "-q", "origin", "main")
    ana.git("sparse-checkout", "set", "src")
    ana.write(".teammem/new.md", memory("new", "text"))
    before = identity(ana)
    clones.sync(ana)
    assert identity(ana) == before
    assert clones.has("new.md", memory("new", "text"))


def test_qwen_s_folder_goes_only_where_the_team_wants_it(clones: Clones) -> None:
    ana = clones.ana
    ana.write(".qwen/team-memory/q.md", MEMORY)
    clones.sync(ana)
    assert clones.paths() == ["README.md"]
    clones.bo.commit({".teammem/config.yaml": "sync:\n  qwen: true\n"}, "settings")
    clones.bo.git("push", "-q", "origin", "main")
    clones.sync(ana)
    clones.sync(ana)
    assert ".qwen/team-memory/q.md" in clones.paths()


def test_an_agent_publishes_only_where_its_user_lets_it(clones: Clones) -> None:
    ana = clones.ana
    agent = {"TEAMMEM_ACTOR": "agent/claude"}
    ana.write(".teammem/a.md", MEMORY)
    ana.write(".teammem/pinned/p.md", memory("p", "pinned"))
    done = ana.teammem("sync", env=agent)
    assert done.code == 1
    assert clones.paths() == ["README.md"]
    home = Path(ana.env["TEAMMEM_HOME"])
    home.mkdir(exist_ok=True)
    (home / "config.yaml").write_text("agents:\n  publish: true\n")
    done = ana.teammem("sync", "--session", "s-1", env=agent)
    assert done.code == 1
    assert "a person runs" in done.text
    assert clones.paths() == [".teammem/a.md", "README.md"]
    message = clones.remote.git("log", "-1", "--format=%B", "main")
    assert "Teammem-Actor: agent/claude" in message
    assert "Teammem-Session: s-1" in message
    clones.sync(ana)
    assert ".teammem/pinned/p.md" in clones.paths()
    assert "Teammem-Actor" not in clones.remote.git("log", "-1", "--format=%B", "main")


def test_ignored_memories_are_not_published(clones: Clones) -> None:
    clones.ana.write(".gitignore", ".teammem/local.md\n")
    clones.ana.write(".teammem/local.md", MEMORY)
    clones.sync(clones.ana)
    assert clones.paths() == ["README.md"]


def test_a_filter_on_a_root_is_refused_and_never_runs(clones: Clones, tmp_path: Path) -> None:
    ana = clones.ana
    ran = tmp_path / "ran"
    ana.git("config", "filter.evil.clean", f"touch {ran}; cat")
    ana.write(".gitattributes", ".teammem/*.md filter=evil\n")
    ana.git("add", ".gitattributes")
    ana.write(".teammem/a.md", MEMORY)
    done = ana.teammem("sync")
    assert not ran.exists()
    assert done.code in (0, 1)
    assert clones.has("a.md", MEMORY) == (done.code == 0)


def test_a_partly_staged_memory_goes_as_the_work_tree_has_it(clones: Clones) -> None:
    ana = clones.ana
    staged, whole = memory("a", "first line"), memory("a", "first line\n\nsecond line")
    ana.write(".teammem/a.md", staged)
    ana.git("add", ".teammem/a.md")
    ana.write(".teammem/a.md", whole)
    said = clones.sync(ana)
    assert "the index has another text" in said
    assert clones.has("a.md", whole)
    assert ana.git("show", ":.teammem/a.md") == staged.rstrip("\n")
    assert (ana.path / ".teammem/a.md").read_text() == whole
