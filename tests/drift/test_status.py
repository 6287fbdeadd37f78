"""`teammem status`: each thing that it can say, beside the state in which it does not say it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from teammem.drift.model import ERROR, KINDS
from tests.support import fake
from tests.sync.team import MEMORY, Clones, memory


@pytest.fixture
def clones(tmp_path: Path) -> Clones:
    made = Clones(tmp_path)
    made.bo.commit({".teammem/old.md": memory("old", "text"), "src/a.py": "1\n"}, "start")
    made.bo.git("push", "-q", "origin", "main")
    made.ana.git("pull", "-q", "--ff-only")
    return made


def drift(clones: Clones, *options: str) -> dict[str, Any]:
    done = clones.ana.teammem("status", "--json", *options)
    assert done.code in (0, 1), done.text
    told: dict[str, Any] = json.loads(done.out)["data"]
    return told


def said(clones: Clones, *options: str) -> set[tuple[str, str]]:
    return {(one["code"], one["path"] or "") for one in drift(clones, *options)["items"]}


def codes(clones: Clones, *options: str) -> set[str]:
    return {code for code, _ in said(clones, *options)}


def test_nothing_to_say(clones: Clones) -> None:
    assert said(clones) == set()
    told = drift(clones)
    assert told["destination"] == "origin/main"
    assert told["counts"]["tiers"] == {"team": 1, "project": 0, "user": 0}
    assert told["counts"]["types"] == {"project": 1}
    assert told["last_seen"]
    human = clones.ana.teammem("status")
    assert "nothing differs" in human.text


def test_what_is_uncommitted(clones: Clones) -> None:
    ana = clones.ana
    ana.write(".teammem/new.md", MEMORY)
    assert said(clones) == {("untracked", ".teammem/new.md")}
    ana.git("add", ".teammem/new.md")
    assert said(clones) == {("staged", ".teammem/new.md")}
    ana.write(".teammem/new.md", MEMORY + "more\n")
    assert said(clones) == {("partly-staged", ".teammem/new.md")}
    ana.git("rm", "-q", "--cached", "-f", ".teammem/new.md")
    (ana.path / ".teammem/new.md").unlink()
    ana.write(".teammem/old.md", memory("old", "changed"))
    ana.write("src/a.py", "2\n")
    assert said(clones) == {("modified", ".teammem/old.md")}
    (ana.path / ".teammem/old.md").unlink()
    assert said(clones) == {("deleted", ".teammem/old.md")}


def test_what_is_committed_and_not_pushed_and_where(clones: Clones) -> None:
    ana = clones.ana
    ana.git("switch", "-q", "-c", "topic")
    ana.commit({".teammem/topic.md": memory("topic", "x"), "src/b.py": "1\n"}, "topic")
    ana.git("switch", "-q", "main")
    items = {one["path"]: one for one in drift(clones)["items"] if one["code"] == "unpushed"}
    assert set(items) == {".teammem/topic.md"}
    assert items[".teammem/topic.md"]["detail"] == "on topic"
    clones.sync(ana, "--receive-only")
    ana.git("push", "-q", "origin", "topic:main")
    clones.sync(ana, "--receive-only")
    assert "unpushed" not in codes(clones)


def test_ahead_behind_diverged(clones: Clones) -> None:
    ana, bo = clones.ana, clones.bo
    ana.commit({"src/b.py": "1\n"}, "own")
    assert "ahead" in codes(clones)
    bo.commit({"src/c.py": "1\n"}, "theirs")
    bo.git("push", "-q", "origin", "main")
    assert "moved-on" not in codes(clones)
    assert "moved-on" in codes(clones, "--remote")
    ana.git("fetch", "-q")
    assert "diverged" in codes(clones)
    ana.git("reset", "-q", "--hard", "HEAD~1")
    assert "behind" in codes(clones)
    told = drift(clones)
    assert (told["ahead"], told["behind"]) == (0, 1)


def test_detached_unborn_and_without_upstream(clones: Clones) -> None:
    ana = clones.ana
    ana.git("switch", "-q", "--detach")
    assert "detached" in codes(clones)
    ana.git("switch", "-q", "-c", "topic")
    assert codes(clones) == {"no-upstream"}
    ana.git("switch", "-q", "--orphan", "fresh")
    assert "unborn" in codes(clones)


@pytest.mark.parametrize("what", ["merge", "rebase", "cherry-pick"])
def test_an_operation_under_way(clones: Clones, what: str) -> None:
    ana = clones.ana
    ana.git("switch", "-q", "-c", "other")
    ana.commit({"src/a.py": "2\n"}, "one")
    ana.git("switch", "-q", "main")
    ana.commit({"src/a.py": "3\n"}, "two")
    ana.git(what, "other", check=False)
    assert "under-way" in codes(clones)
    ana.git(what, "--abort")
    assert "under-way" not in codes(clones)
    (ana.path / ".git/REBASE_HEAD").write_text(ana.git("rev-parse", "HEAD"))
    assert "under-way" not in codes(clones)


def test_an_unmerged_memory_is_an_error(clones: Clones) -> None:
    ana = clones.ana
    blobs = [ana.git("hash-object", "-w", "--stdin", stdin=text) for text in ("a", "b", "c")]
    entries = "".join(
        f"100644 {oid} {stage}\t.teammem/c.md\n" for stage, oid in enumerate(blobs, 1)
    )
    ana.git("update-index", "--index-info", stdin=entries)
    assert ("unmerged", ".teammem/c.md") in said(clones)


def test_a_secret_is_an_error_without_its_value(clones: Clones) -> None:
    clones.ana.write(".teammem/s.md", memory("s", f"It is {fake.github()}."))
    done = clones.ana.teammem("status", "--exit-code")
    assert done.code == 1
    assert "refused by the guard" in done.text
    assert fake.github() not in done.text
    clones.ana.write(".teammem/s.md", memory("s", "It is in the vault."))
    assert clones.ana.teammem("status", "--exit-code").code == 0
    assert clones.ana.teammem("status", "--exit-code", "--strict").code == 0


def test_strict_counts_warnings(clones: Clones) -> None:
    clones.ana.git("switch", "-q", "--detach")
    assert clones.ana.teammem("status", "--exit-code").code == 0
    assert clones.ana.teammem("status", "--exit-code", "--strict").code == 1
    assert clones.ana.teammem("status", "--strict").code == 0


def test_ignored_files_and_the_rule(clones: Clones) -> None:
    ana = clones.ana
    ana.write(".git/info/exclude", ".teammem/local.md\n")
    ana.write(".teammem/local.md", MEMORY)
    assert said(clones) == {("ignored", ".teammem/local.md")}
    (item,) = drift(clones, "-v")["items"]
    assert "info/exclude:1:" in item["detail"]
    ana.write(".git/info/exclude", ".teammem/\n")
    ana.git("rm", "-q", "-r", "--cached", ".teammem")
    ana.git("commit", "-q", "--no-verify", "-m", "untracked")
    assert ("root-ignored", ".teammem") in said(clones)


def test_what_git_was_told_to_leave_alone(clones: Clones) -> None:
    ana = clones.ana
    ana.git("update-index", "--skip-worktree", ".teammem/old.md")
    assert said(clones) == {("skip-worktree", ".teammem/old.md")}
    ana.git("update-index", "--no-skip-worktree", "--assume-unchanged", ".teammem/old.md")
    assert said(clones) == {("assume-unchanged", ".teammem/old.md")}
    ana.git("update-index", "--no-assume-unchanged", ".teammem/old.md")
    ana.git("sparse-checkout", "set", "src")
    assert ("sparse", ".teammem/old.md") in said(clones)


def test_a_lock_that_nobody_can_still_hold(clones: Clones) -> None:
    lock = clones.ana.path / ".git/index.lock"
    lock.write_text("")
    assert "stale-lock" not in codes(clones)
    old = lock.stat().st_mtime - 1200
    os.utime(lock, (old, old))
    assert "stale-lock" in codes(clones)


def test_links_nested_repositories_and_false_roots(clones: Clones) -> None:
    ana = clones.ana
    (ana.path / ".teammem/linked.md").symlink_to("../src/a.py")
    nested = ana.path / ".teammem/inner"
    nested.mkdir()
    ana.run("git", "init", "-q", ".", cwd=nested)
    found = said(clones)
    assert {("symlink", ".teammem/linked.md"), ("nested", ".teammem/inner")} <= found
    (ana.path / "src/.teammem").write_text("a file\n")
    ana.git("add", "-f", "src/.teammem", check=False)
    done = ana.run("teammem", "status", "--json", cwd=ana.path / "src", check=False)
    assert b"not-a-root" in done.out


def test_copies_candidates_and_what_cannot_be_read(clones: Clones) -> None:
    ana = clones.ana
    ana.write(".teammem/a.conflict-0123abcd.md", memory("a", "other"))
    ana.write(".teammem/c.md", memory("c", "maybe", status="candidate"))
    ana.write(".teammem/b.md", "Gr\u00fc\u00dfe\n".encode("latin-1"))
    found = codes(clones)
    assert {"conflict-copy", "candidates", "invalid"} <= found


def test_what_edit_brought_and_what_waits_in_a_review(clones: Clones) -> None:
    ana = clones.ana
    ana.git("switch", "-q", "-c", "topic")
    ana.write(".teammem/new.md", memory("new", "text"))
    clones.sync(ana, "--review")
    assert "review" in codes(clones)
    clones.bo.write(".teammem/theirs.md", memory("theirs", "text"))
    clones.sync(clones.bo)
    clones.sync(ana, "--receive-only")
    done = ana.teammem("edit", "theirs", "--set", "description=Changed here.")
    assert done.code == 0, done.text
    assert ("from-destination", ".teammem/theirs.md") in said(clones)
    clones.sync(ana, "--withdraw")
    assert "review" not in codes(clones)


def test_the_destination_unknown_never_seen_or_long_ago(clones: Clones) -> None:
    ana = clones.ana
    for place in (".git/refs/remotes/origin/main", ".git/FETCH_HEAD", ".git/packed-refs"):
        path = ana.path / place
        if path.exists():
            old = path.stat().st_mtime - 20 * 86400
            os.utime(path, (old, old))
    assert "long-ago" in codes(clones)
    url = ana.git("remote", "get-url", "origin")
    ana.git("remote", "remove", "origin")
    assert "no-destination" in codes(clones)
    ana.git("remote", "add", "origin", url)
    ana.git("remote", "set-head", "origin", "main", check=False)
    ana.git("config", "branch.main.remote", "origin")
    ana.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    assert "never-fetched" in codes(clones)
    clones.sync(ana)
    assert not {"never-fetched", "long-ago", "no-destination"} & codes(clones)


def test_a_remote_that_cannot_be_asked(clones: Clones) -> None:
    clones.ana.git("remote", "set-url", "origin", "http://127.0.0.1:9/x.git")
    assert "unreachable" not in codes(clones)
    assert "unreachable" in codes(clones, "--remote")


def test_an_unfinished_sync(clones: Clones) -> None:
    folder = clones.ana.path / ".git/teammem"
    folder.mkdir(exist_ok=True)
    (folder / "journal").write_text("{}")
    assert "unfinished" in codes(clones)


def test_last_runs(clones: Clones) -> None:
    assert "sync" not in drift(clones)["last_runs"]
    clones.sync(clones.ana)
    assert drift(clones)["last_runs"]["sync"]["reason"] == "nothing-to-do"
    clones.ana.git("remote", "set-url", "origin", "http://127.0.0.1:9/x.git")
    clones.ana.teammem("sync")
    assert drift(clones)["last_runs"]["sync"]["reason"] == "offline"
    assert "last sync:" in clones.ana.teammem("status").text


def test_outside_a_repository_it_counts_what_is_private(clones: Clones, tmp_path: Path) -> None:
    folder = tmp_path / "nowhere"
    folder.mkdir()
    done = clones.ana.run(
        "teammem", "status", "--project-scope", "directory", cwd=folder, check=False
    )
    assert done.code == 0, done.text
    assert "no repository" in done.text


def test_a_shallow_clone_and_a_submodule(clones: Clones, tmp_path: Path) -> None:
    outer = clones.ana.create(tmp_path / "outer", clones.ana.env)
    outer.commit({"x": "1"})
    url = str(clones.remote.path)
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", url, "sub")
    done = outer.run("teammem", "status", "--json", cwd=outer.path / "sub", check=False)
    assert b'"submodule"' in done.out
    outer.run("git", "clone", "-q", "--depth=1", f"file://{url}", str(tmp_path / "shallow"))
    done = outer.run("teammem", "status", "--json", cwd=tmp_path / "shallow", check=False)
    assert b'"shallow"' in done.out


def test_it_changes_nothing(clones: Clones) -> None:
    ana = clones.ana
    ana.write(".teammem/new.md", MEMORY)
    index = (ana.path / ".git/index").read_bytes()
    refs = ana.git("for-each-ref")
    clones.ana.teammem("status", "-v")
    assert (ana.path / ".git/index").read_bytes() == index
    assert ana.git("for-each-ref") == refs


def test_every_error_has_a_remedy() -> None:
    assert all(kind.remedy for kind in KINDS.values() if kind.severity == ERROR)
