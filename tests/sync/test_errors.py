"""Every way in which it can fail: its reason, one line, one remedy, and everything as it was."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from teammem.roots import destination
from teammem.sync import reasons
from teammem.sync.reasons import REASONS
from tests.support import fake
from tests.support.sandbox import Done, Sandbox
from tests.sync.team import MEMORY, Clones, identity, memory


@pytest.fixture
def clones(tmp_path: Path) -> Clones:
    made = Clones(tmp_path)
    made.ana.write(".teammem/a.md", MEMORY)
    return made


def failed(clone: Sandbox, *options: str, env: dict[str, str] | None = None) -> dict[str, Any]:
    """Sync, which has to fail, and return the envelope; nothing may have changed."""
    before = identity(clone)
    done = clone.teammem("sync", "--json", *options, env=env)
    assert done.code not in (0, 3), done.text
    assert identity(clone) == before
    assert (clone.path / ".teammem/a.md").read_text() == MEMORY
    told: dict[str, Any] = json.loads(done.out)
    told["code"] = done.code
    human = clone.teammem("sync", *options, env=env)
    assert human.code == done.code
    assert "Traceback" not in human.text
    assert len(human.text.strip().splitlines()) <= 6, human.text
    return told


def passes(clone: Sandbox, *options: str) -> None:
    done = clone.teammem("sync", *options)
    assert done.code == 0, done.text


def test_no_remote(clones: Clones) -> None:
    url = clones.ana.git("remote", "get-url", "origin")
    clones.ana.git("remote", "remove", "origin")
    told = failed(clones.ana)
    assert (told["reason"], told["code"]) == ("no-remote", 5)
    clones.ana.git("remote", "add", "origin", url)
    passes(clones.ana)


def test_several_remotes(clones: Clones) -> None:
    ana = clones.ana
    url = ana.git("remote", "get-url", "origin")
    ana.git("remote", "rename", "origin", "one")
    ana.git("remote", "add", "two", url)
    ana.git("branch", "--unset-upstream", "main")
    told = failed(ana)
    assert (told["reason"], told["code"]) == ("several-remotes", 5)
    passes(ana, "--to", "two", "main")
    assert clones.has("a.md", MEMORY)


def test_a_remote_that_cannot_be_reached(clones: Clones) -> None:
    url = clones.ana.git("remote", "get-url", "origin")
    clones.ana.git("remote", "set-url", "origin", "http://127.0.0.1:9/x.git")
    told = failed(clones.ana)
    assert (told["reason"], told["code"]) == ("offline", 4)
    clones.ana.git("remote", "set-url", "origin", url)
    passes(clones.ana)


def test_a_remote_that_is_gone(clones: Clones) -> None:
    away = clones.remote.path.with_name("away")
    clones.remote.path.rename(away)
    told = failed(clones.ana)
    assert (told["reason"], told["code"]) == ("remote-gone", 4)
    away.rename(clones.remote.path)
    passes(clones.ana)


def test_a_destination_branch_that_is_gone(clones: Clones) -> None:
    clones.remote.git("branch", "-m", "main", "trunk")
    told = failed(clones.ana)
    assert (told["reason"], told["code"]) == ("branch-gone", 4)
    passes(clones.ana, "--to", "origin", "trunk")


@pytest.mark.parametrize(
    ("says", "reason", "code"),
    [
        ("Host key verification failed.", "host-key", 4),
        ("git@example.invalid: Permission denied (publickey).", "auth", 4),
        (
            "ssh: Could not resolve hostname example.invalid: Name or service not known",
            "offline",
            4,
        ),
        ("ERROR: Repository not found.", "remote-gone", 4),
    ],
)
def test_what_ssh_says(clones: Clones, tmp_path: Path, says: str, reason: str, code: int) -> None:
    transport = tmp_path / "ssh"
    transport.write_text(f"#!/bin/sh\necho '{says}' >&2\nexit 255\n")
    transport.chmod(0o755)
    clones.ana.git("remote", "set-url", "origin", "ssh://example.invalid/repo.git")
    told = failed(clones.ana, env={"GIT_SSH_COMMAND": str(transport)})
    assert (told["reason"], told["code"]) == (reason, code)


@pytest.mark.parametrize(
    ("says", "reason", "code"),
    [
        ("GH006: Protected branch update failed for refs/heads/main.", "protected", 1),
        (
            "GitLab: You are not allowed to push code to protected branches on this project.",
            "protected",
            1,
        ),
        ("Commits must have verified signatures.", "signed-commits", 1),
        ("You are not allowed to push code to this project.", "no-permission", 1),
        ("the weather is bad", "hook-declined", 1),
    ],
)
def test_what_the_server_says(clones: Clones, says: str, reason: str, code: int) -> None:
    hook = clones.remote.path / "hooks/pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f'#!/bin/sh\necho "{says}"\nexit 1\n')
    hook.chmod(0o755)
    told = failed(clones.ana)
    assert (told["reason"], told["code"]) == (reason, code)
    assert says in told["data"]["server"]
    known = reasons.of(reason)
    error = {"code": reason, "message": known.meaning, "hint": known.remedy}
    assert told["error"] == error
    assert known.remedy
    hook.unlink()
    passes(clones.ana)


def test_a_server_that_repeats_a_secret_is_not_echoed(clones: Clones) -> None:
    hook = clones.remote.path / "hooks/pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f'#!/bin/sh\necho "bad: {fake.github()}"\nexit 1\n')
    hook.chmod(0o755)
    for options in ((), ("--json",)):
        done = clones.ana.teammem("sync", *options)
        assert done.code == 1
        assert fake.github() not in done.text
        assert "bad:" in done.text or "server" in done.text


def test_a_remote_that_is_not_configured(clones: Clones) -> None:
    told = failed(clones.ana, "--to", "upstream", "main")
    assert (told["reason"], told["code"]) == ("no-such-remote", 5)


def test_a_remote_without_a_branch(clones: Clones, tmp_path: Path) -> None:
    empty = Sandbox.create(tmp_path / "empty.git", clones.ana.env, bare=True)
    clones.ana.git("remote", "set-url", "origin", str(empty.path))
    clones.ana.git("remote", "set-head", "origin", "--delete", check=False)
    told = failed(clones.ana)
    assert told["reason"] in ("unborn", "branch-gone")
    clones.ana.git("push", "-q", "origin", "main")
    passes(clones.ana)


def test_every_way_of_having_no_destination_is_a_known_reason() -> None:
    names = {
        value
        for name, value in vars(destination).items()
        if name.isupper() and not name.startswith("_") and isinstance(value, str)
    }
    codes = {name for name in names if "/" not in name and "." not in name} - {"no-repository"}
    assert codes <= set(REASONS)
    assert len(REASONS) >= 20


def test_a_remote_with_a_work_tree(clones: Clones, tmp_path: Path) -> None:
    plain = clones.remote.clone(tmp_path / "plain")
    clones.ana.git("remote", "set-url", "origin", str(plain.path))
    told = failed(clones.ana)
    assert (told["reason"], told["code"]) == ("checked-out", 1)
    plain.git("switch", "-q", "--detach")
    passes(clones.ana)


def test_a_transport_that_sync_does_not_use(clones: Clones) -> None:
    clones.ana.git("remote", "set-url", "origin", "ext::sh -c 'touch /tmp/never' %S x")
    told = failed(clones.ana)
    assert (told["reason"], told["code"]) == ("transport", 5)


def test_no_identity(clones: Clones) -> None:
    home = Path(clones.ana.env["HOME"])
    (home / "gitconfig").write_text("")
    told = failed(clones.ana)
    assert (told["reason"], told["code"]) == ("no-identity", 5)
    (home / "gitconfig").write_text("[user]\n\tname = Ana\n\temail = ana@example.com\n")
    passes(clones.ana)


def start(clone: Sandbox, what: str) -> None:
    """Bring a clone into the middle of an operation that has to be resolved."""
    clone.git("switch", "-q", "-c", "other")
    clone.commit({"src/a.py": "1\n"}, "one")
    clone.git("switch", "-q", "main")
    clone.git("stash", "-q", "-u", check=False)
    clone.commit({"src/a.py": "2\n"}, "two")
    clone.git("stash", "pop", "-q", check=False)
    if what == "bisect":
        clone.git("bisect", "start", "HEAD", "HEAD~1")
        return
    if what == "am":
        patch = clone.git("format-patch", "-1", "other", "--stdout")
        clone.run("git", "am", "-3", stdin=patch + "\n", check=False)
        return
    if what == "revert":
        first = clone.git("rev-parse", "HEAD")
        clone.commit({"src/a.py": "3\n"}, "three")
        clone.git("revert", "--no-edit", first, check=False)
        return
    clone.git(what, "other", check=False)


@pytest.mark.parametrize("what", ["rebase", "merge", "cherry-pick", "revert", "bisect", "am"])
def test_an_operation_under_way(clones: Clones, what: str) -> None:
    ana = clones.ana
    (ana.path / ".teammem/a.md").unlink()
    (ana.path / ".teammem").rmdir()
    start(ana, what)
    ana.write(".teammem/a.md", MEMORY)
    told = failed(ana)
    assert (told["reason"], told["code"]) == (f"{what}-in-progress", 1)
    assert clones.paths() == ["README.md"]
    assert ana.teammem("sync", "--receive-only").code == 0
    ana.git(*(("bisect", "reset") if what == "bisect" else (what, "--abort")))
    passes(ana)
    assert clones.has("a.md", MEMORY)


def test_a_rebase_head_that_outlives_its_rebase_stops_nothing(clones: Clones) -> None:
    head = clones.ana.git("rev-parse", "HEAD")
    (clones.ana.path / ".git/REBASE_HEAD").write_text(head + "\n")
    passes(clones.ana)


def test_unresolved_conflicts_in_a_root(clones: Clones) -> None:
    ana = clones.ana
    blobs = [ana.git("hash-object", "-w", "--stdin", stdin=text) for text in ("a", "b", "c")]
    entries = "".join(
        f"100644 {oid} {stage}\t.teammem/c.md\n" for stage, oid in enumerate(blobs, 1)
    )
    ana.git("update-index", "--index-info", stdin=entries)
    told = failed(ana)
    assert (told["reason"], told["code"]) == ("unmerged", 1)
    ana.git("rm", "-q", "--cached", ".teammem/c.md")
    passes(ana)


def test_a_bare_repository(clones: Clones) -> None:
    done = clones.remote.teammem("sync", "--json")
    assert done.code == 4
    assert json.loads(done.out)["reason"] == "bare"


def test_outside_a_repository(tmp_path: Path, clones: Clones) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    done = clones.ana.run("teammem", "sync", cwd=outside, check=False)
    assert done.code in (4, 5)
    assert "Traceback" not in done.text


def test_detached_and_unborn_are_no_obstacles(clones: Clones, tmp_path: Path) -> None:
    clones.ana.git("switch", "-q", "--detach")
    before = identity(clones.ana)
    passes(clones.ana)
    assert identity(clones.ana) == before
    assert clones.has("a.md", MEMORY)
    fresh = Sandbox.create(tmp_path / "fresh", clones.bo.env)
    fresh.git("remote", "add", "origin", str(clones.remote.path))
    fresh.write(".teammem/b.md", memory("b", "from nothing"))
    passes(fresh)
    assert clones.has("b.md", memory("b", "from nothing"))
    assert fresh.git("status", "--porcelain") == ""


def test_a_shallow_clone(clones: Clones, tmp_path: Path) -> None:
    clones.bo.commit({"src/a.py": "1\n"}, "more")
    clones.bo.git("push", "-q", "origin", "main")
    shallow = Sandbox(tmp_path / "shallow", clones.ana.env)
    clones.ana.run(
        "git", "clone", "-q", "--depth=1", f"file://{clones.remote.path}", str(shallow.path)
    )
    shallow.write(".teammem/s.md", memory("s", "shallow"))
    passes(shallow)
    assert clones.has("s.md", memory("s", "shallow"))


def test_a_partial_clone(clones: Clones, tmp_path: Path) -> None:
    clones.remote.git("config", "uploadpack.allowFilter", "true")
    clones.remote.git("config", "uploadpack.allowAnySHA1InWant", "true")
    partial = Sandbox(tmp_path / "partial", clones.ana.env)
    url = f"file://{clones.remote.path}"
    clones.ana.run("git", "clone", "-q", "--filter=blob:none", url, str(partial.path))
    clones.bo.commit({".teammem/theirs.md": memory("theirs", "one\n\ntwo")}, "theirs")
    clones.bo.git("push", "-q", "origin", "main")
    partial.write(".teammem/p.md", memory("p", "partial"))
    passes(partial)
    assert clones.has("p.md", memory("p", "partial"))
    assert partial.git("status", "--porcelain") == ""


def test_a_rewritten_upstream_loses_nothing_of_ours(clones: Clones) -> None:
    ana, bo = clones.ana, clones.bo
    ana.git("switch", "-q", "-c", "feature")
    passes(ana)
    first = bo.git("rev-parse", "HEAD")
    bo.git("commit", "-q", "--amend", "-m", "rewritten", "--no-verify")
    bo.git("push", "-q", "--force", "origin", "main")
    assert first != bo.git("rev-parse", "HEAD")
    ana.write(".teammem/b.md", memory("b", "later"))
    done = ana.teammem("sync")
    assert done.code == 0, done.text
    assert "was rewritten" in done.text
    assert clones.has("b.md", memory("b", "later"))
    kept = ana.git("for-each-ref", "--format=%(refname)", "refs/teammem/safe").splitlines()
    assert any(
        ana.git("show", f"{ref}:.teammem/a.md", check=False) == MEMORY.rstrip() for ref in kept
    )


def test_a_held_index_lock(clones: Clones) -> None:
    ana = clones.ana
    ana.git("switch", "-q", "-c", "feature")
    ana.git("add", ".teammem/a.md")
    lock = ana.path / ".git/index.lock"
    lock.write_text("")
    done = ana.teammem("sync")
    assert clones.has("a.md", MEMORY)
    assert "left in the work tree" in done.text
    assert (ana.path / ".teammem/a.md").read_text() == MEMORY
    lock.unlink()
    passes(ana)
    assert ana.git("status", "--porcelain") == ""


def test_two_syncs_in_one_work_tree(clones: Clones, tmp_path: Path) -> None:
    ana = clones.ana
    transport, marker, go = tmp_path / "ssh", tmp_path / "asked", tmp_path / "go"
    transport.write_text(
        f"#!/bin/sh\ntouch {marker}\nwhile [ ! -e {go} ]; do sleep 0.05; done\n"
        'for last; do :; done\nexec sh -c "$last"\n'
    )
    transport.chmod(0o755)
    ana.git("remote", "set-url", "origin", f"ssh://example.invalid{clones.remote.path}")
    env = {**ana.env, "GIT_SSH_COMMAND": str(transport)}
    first = subprocess.Popen(
        ["teammem", "sync"], cwd=ana.path, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    while not marker.exists():
        assert first.poll() is None, first.communicate()
    second = ana.teammem("sync", "--json")
    assert second.code == 6
    assert json.loads(second.out)["error"]["code"] == "busy"
    go.touch()
    out, _ = first.communicate(timeout=60)
    assert first.returncode == 0, out
    assert clones.has("a.md", MEMORY)


def test_a_full_disk(clones: Clones) -> None:
    """Files over 4 KB cannot be written, which git says as a full disk is said."""
    import resource

    ana = clones.ana
    import random

    text = memory("big", "".join(random.Random(1).choices("abcdefgh \n", k=60_000)))
    ana.write(".teammem/big.md", text)
    process = subprocess.run(
        ["teammem", "sync"],
        cwd=ana.path,
        env=ana.env,
        capture_output=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)),
    )
    done = Done(process)
    assert done.code not in (0, 3), done.text
    assert (ana.path / ".teammem/big.md").read_text() == text
    assert clones.paths() == ["README.md"]
    passes(ana)
    assert clones.has("big.md", text)


def test_a_stranger_s_repository(clones: Clones) -> None:
    if os.geteuid():
        pytest.skip("only root can give a directory away")
    subprocess.run(["chown", "-R", "12345", str(clones.ana.path)], check=True)
    done = clones.ana.teammem("sync", "--json")
    assert done.code == 4
    assert json.loads(done.out)["error"]["code"] == "dubious-ownership"
    subprocess.run(["chown", "-R", "0", str(clones.ana.path)], check=True)
    passes(clones.ana)


def test_a_dry_run_says_what_would_happen_and_does_nothing(clones: Clones) -> None:
    clones.bo.write(".teammem/theirs.md", memory("theirs", "text"))
    clones.sync(clones.bo)
    before = (identity(clones.ana), clones.ana.git("for-each-ref"), clones.paths())
    done = clones.ana.teammem("sync", "--dry-run", "--json")
    told = json.loads(done.out)
    assert (done.code, told["reason"]) == (0, "would"), done.text
    assert told["data"]["published"] == [".teammem/a.md"]
    assert told["data"]["received"]["added"] == [".teammem/theirs.md"]
    assert before == (identity(clones.ana), clones.ana.git("for-each-ref"), clones.paths())
    assert (clones.ana.path / ".teammem/a.md").read_text() == MEMORY


@pytest.mark.parametrize(
    "words",
    [("main",), ("--to", "origin"), ("--receive-only", "--publish-only"), ("--budget", "0")],
    ids=" ".join,
)
def test_wrong_usage(clones: Clones, words: tuple[str, ...]) -> None:
    done = clones.ana.teammem("sync", *words)
    assert done.code == 2
    assert clones.paths() == ["README.md"]
