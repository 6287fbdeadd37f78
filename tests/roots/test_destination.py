"""Which remote branch is the destination: every rule of it, each with a twin."""

from __future__ import annotations

from pathlib import Path

import pytest

from teammem.git.repo import Repository
from teammem.roots import destination
from teammem.roots.destination import Destination, Unknown, find, remember
from tests.support.sandbox import Sandbox
from tests.support.team import Team

ASKED = b"ref: refs/heads/%s\tHEAD\n" + b"0" * 40 + b"\tHEAD\n"


@pytest.fixture
def clones(tmp_path: Path, environment: dict[str, str]) -> Team:
    return Team(tmp_path / "team", environment)


def told(repo: Sandbox, to: tuple[str, str] | None = None) -> Destination:
    found = find(Repository.at(repo.path), to)
    assert isinstance(found, Destination), found
    return found


def reason(repo: Sandbox, to: tuple[str, str] | None = None) -> str:
    found = find(Repository.at(repo.path), to)
    assert isinstance(found, Unknown), found
    assert found.why
    assert found.hint
    return found.reason


def added(repo: Sandbox, name: str, url: Path) -> None:
    repo.git("remote", "add", name, str(url))
    repo.git("fetch", "-q", name)


def test_a_clone_publishes_to_the_default_branch_that_it_was_cloned_from(clones: Team) -> None:
    clones.ana.git("switch", "-qc", "feature")
    found = told(clones.ana)
    assert found.short == "origin/main"
    assert found.branch == "refs/heads/main"
    assert found.ours == "refs/teammem/remote/origin/main"
    assert found.tracking == "refs/remotes/origin/main"
    assert found.last_seen == clones.ana.git("rev-parse", "origin/main")
    assert "upstream of main" in found.why


@pytest.mark.parametrize("state", ["detached", "worktree", "unborn"])
def test_the_state_of_the_work_tree_changes_nothing(clones: Team, state: str) -> None:
    repo = clones.ana
    if state == "detached":
        repo.git("checkout", "-q", "--detach")
    elif state == "worktree":
        repo.git("worktree", "add", "-q", "-b", "other", "../side")
        repo = Sandbox(clones.ana.path.parent / "side", repo.env)
    else:
        repo.git("checkout", "-q", "--orphan", "new")
    assert told(repo).short == "origin/main"


def test_no_repository_and_no_remote(repo: Sandbox, clones: Team) -> None:
    none = find(None)
    assert isinstance(none, Unknown)
    assert none.reason == "no-repository"
    assert reason(repo) == "no-remote"
    added(repo, "origin", clones.remote.path)
    assert reason(repo) == "no-default-branch"


def test_the_upstream_s_remote_of_the_default_branch_comes_first(
    clones: Team, tmp_path: Path
) -> None:
    fork = clones.remote.clone(tmp_path / "fork.git", "--bare")
    repo = fork.clone(tmp_path / "mine")
    added(repo, "canonical", clones.remote.path)
    assert told(repo).short == "origin/main"
    repo.git("branch", "-q", "-u", "canonical/main", "main")
    # The remote's own HEAD is not known yet: only who it is.
    assert reason(repo) == "no-default-branch"
    repo.git("remote", "set-head", "canonical", "main")
    assert told(repo).short == "canonical/main"
    repo.git("config", "branch.main.pushRemote", "origin")
    repo.git("config", "remote.pushDefault", "origin")
    assert told(repo).short == "canonical/main"


def test_an_upstream_in_the_same_repository_is_no_remote(clones: Team) -> None:
    clones.ana.git("branch", "-q", "base")
    clones.ana.git("branch", "-q", "-u", "base", "main")
    assert clones.ana.git("config", "branch.main.remote") == "."
    assert told(clones.ana).short == "origin/main"


def test_several_remotes_without_an_origin(clones: Team, tmp_path: Path) -> None:
    repo = clones.ana
    repo.git("remote", "rename", "origin", "work")
    assert told(repo).short == "work/main"
    other = clones.remote.clone(tmp_path / "other.git", "--bare")
    added(repo, "home", other.path)
    assert told(repo).short == "work/main"
    repo.git("branch", "-q", "--unset-upstream", "main")
    assert reason(repo) == "several-remotes"
    repo.git("branch", "-q", "-u", "home/main", "main")
    repo.git("remote", "set-head", "home", "main")
    assert told(repo).short == "home/main"


def test_a_push_remote_decides_nothing(clones: Team, tmp_path: Path) -> None:
    repo = clones.ana
    repo.git("remote", "rename", "origin", "work")
    added(repo, "home", clones.remote.clone(tmp_path / "o.git", "--bare").path)
    repo.git("branch", "-q", "--unset-upstream", "main")
    repo.git("config", "remote.pushDefault", "work")
    assert reason(repo) == "several-remotes"


def test_sync_branch_is_read_from_what_the_destination_has(clones: Team) -> None:
    clones.bo.git("push", "-q", "origin", "main:notes")
    clones.publish({".teammem/config.yaml": "sync:\n  branch: notes\n"})
    assert told(clones.ana).short == "origin/main"
    clones.ana.git("fetch", "-q")
    found = told(clones.ana)
    assert found.short == "origin/notes"
    assert found.last_seen == clones.ana.git("rev-parse", "origin/notes")
    assert "sync.branch" in found.why


def test_sync_branch_is_never_read_from_text_that_is_not_committed(clones: Team) -> None:
    clones.ana.write(".teammem/config.yaml", "sync:\n  branch: notes\n")
    assert told(clones.ana).short == "origin/main"
    clones.ana.git("add", ".")
    assert told(clones.ana).short == "origin/main"
    clones.ana.commit(message="of this branch alone")
    assert told(clones.ana).short == "origin/main"
    clones.ana.git("push", "-q")
    assert told(clones.ana).short == "origin/notes"


def test_sync_branch_of_head_counts_where_nothing_was_seen(repo: Sandbox, clones: Team) -> None:
    repo.git("remote", "add", "origin", str(clones.remote.path))
    repo.commit({".teammem/config.yaml": "sync:\n  branch: notes\n"})
    found = told(repo)
    assert found.short == "origin/notes"
    assert found.last_seen is None
    repo.write(".teammem/config.yaml", "sync:\n  branch: other\n")
    assert told(repo).short == "origin/notes"


def test_the_upstream_of_sync_branch_counts_before_that_of_the_default_branch(
    clones: Team, tmp_path: Path
) -> None:
    repo = clones.ana
    clones.publish({".teammem/config.yaml": "sync:\n  branch: notes\n"})
    other = clones.remote.clone(tmp_path / "o.git", "--bare")
    other.git("branch", "-q", "notes", "main")
    repo.git("fetch", "-q")
    added(repo, "home", other.path)
    assert told(repo).short == "origin/notes"
    repo.git("branch", "-q", "notes", "home/notes")
    repo.git("branch", "-q", "-u", "home/notes", "notes")
    repo.git("remote", "set-head", "home", "main")
    assert told(repo).short == "home/notes"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sync: {branch: -x}\n", "bad-config"),
        ("sync: {branch: [a]}\n", "bad-config"),
        (": : :\n- x", "bad-config"),
        ("from: {another: version}\nsync: {branch: notes}\n", ""),
        ("recall: {stale_after: 3}\n", ""),
    ],
)
def test_a_setting_that_cannot_be_read_sends_nothing_anywhere(
    clones: Team, text: str, expected: str
) -> None:
    clones.publish({".teammem/config.yaml": text})
    clones.ana.git("fetch", "-q")
    found = find(Repository.at(clones.ana.path))
    assert (found.reason if isinstance(found, Unknown) else "") == expected
    assert told(clones.ana, ("origin", "main")).short == "origin/main"


def test_what_the_remote_said_counts_before_what_clone_wrote(clones: Team) -> None:
    repo = Repository.at(clones.ana.path)
    clones.bo.git("push", "-q", "origin", "main:trunk")
    clones.remote.git("symbolic-ref", "HEAD", "refs/heads/trunk")
    assert told(clones.ana).short == "origin/main"
    answer = clones.ana.git("ls-remote", "--symref", "origin", "HEAD").encode()
    assert remember(repo, "origin", answer) == "refs/heads/trunk"
    assert told(clones.ana).short == "origin/trunk"
    assert told(clones.ana).last_seen is None
    clones.ana.git("fetch", "-q")
    assert told(clones.ana).last_seen == clones.ana.git("rev-parse", "origin/trunk")
    clones.ana.git("worktree", "add", "-q", "../side")
    assert told(Sandbox(clones.ana.path.parent / "side", clones.ana.env)).short == "origin/trunk"
    clones.ana.git("remote", "set-url", "origin", str(clones.bo.path))
    assert told(clones.ana).short == "origin/main"


def test_a_remote_without_a_default_branch(
    clones: Team, tmp_path: Path, environment: dict[str, str]
) -> None:
    empty = Sandbox.create(tmp_path / "empty.git", environment, bare=True)
    repo = empty.clone(tmp_path / "mine")
    found = find(Repository.at(repo.path))
    assert isinstance(found, Unknown)
    assert (found.reason, found.remote) == ("no-default-branch", "origin")
    remember(Repository.at(repo.path), "origin", b"")
    assert reason(repo) == "unborn"
    remember(Repository.at(repo.path), "origin", ASKED % b"main")
    assert told(repo).short == "origin/main"


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"origin": 3}', '{"origin": ["a", 1]}'])
def test_a_damaged_memory_says_nothing(clones: Team, damage: str) -> None:
    folder = clones.ana.path / ".git" / "teammem"
    folder.mkdir()
    (folder / "heads.json").write_text(damage)
    assert told(clones.ana).short == "origin/main"


def test_a_branch_that_was_named(clones: Team) -> None:
    found = told(clones.ana, ("origin", "release/1"))
    assert (found.short, found.branch) == ("origin/release/1", "refs/heads/release/1")
    assert found.last_seen is None
    assert told(clones.ana, ("origin", "refs/heads/main")).short == "origin/main"
    assert reason(clones.ana, ("elsewhere", "main")) == "no-such-remote"


@pytest.mark.parametrize(
    ("specs", "expected"),
    [
        (["+refs/heads/*:refs/remotes/origin/*"], "refs/remotes/origin/main"),
        (["+refs/heads/main:refs/remotes/up/trunk"], "refs/remotes/up/trunk"),
        (["+refs/heads/ma*:refs/x/*"], "refs/x/in"),
        (["+refs/heads/other:refs/remotes/origin/other"], None),
        (["refs/heads/main"], None),
        (["+refs/heads/*:refs/remotes/origin/*", "^refs/heads/main"], None),
        ([], None),
    ],
)
def test_the_tracking_ref_is_what_the_refspecs_say(
    clones: Team, specs: list[str], expected: str | None
) -> None:
    repo = clones.ana
    repo.git("config", "--unset-all", "remote.origin.fetch")
    for spec in specs:
        repo.git("config", "--add", "remote.origin.fetch", spec)
    assert told(repo).tracking == expected


def test_the_last_seen_commit_is_the_one_that_contains_the_other(clones: Team) -> None:
    repo = clones.ana
    old = repo.git("rev-parse", "main")
    new = clones.publish({"a.txt": "1\n"})
    ours = "refs/teammem/remote/origin/main"
    assert told(repo).last_seen == old
    repo.git("fetch", "-q", "--refmap=", "origin", f"main:{ours}")
    assert told(repo).last_seen == new
    assert repo.git("rev-parse", "origin/main") == old
    repo.git("update-ref", ours, old)
    repo.git("fetch", "-q")
    assert told(repo).last_seen == new
    aside = repo.commit({"b.txt": "2\n"})
    repo.git("update-ref", ours, aside)
    assert told(repo).last_seen == aside
    repo.git("update-ref", "-d", "refs/remotes/origin/main")
    assert told(repo).last_seen == aside


def test_names_with_slashes_and_other_scripts(clones: Team) -> None:
    repo = clones.ana
    repo.git("remote", "rename", "origin", "firma/zentrale-ü")
    found = told(repo)
    assert found.remote == "firma/zentrale-ü"
    assert found.ours == "refs/teammem/remote/firma/zentrale-ü/main"
    assert found.last_seen


def test_it_costs_a_few_git_commands(clones: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    repo = Repository.at(clones.ana.path)
    plain = Repository.git

    def counted(self: Repository, *args: str, **more: object) -> object:
        asked.append(args)
        return plain(self, *args, **more)  # type: ignore[arg-type]

    _ = repo.common_dir
    monkeypatch.setattr(Repository, "git", counted)
    assert isinstance(find(repo), Destination)
    assert [args[0] for args in asked] == ["config", "for-each-ref", "ls-tree"]


def test_where_shows_it(clones: Team) -> None:
    text = clones.ana.teammem("where").text
    assert "destination: origin/main, last seen at " in text
    assert "upstream of main" in text
    clones.ana.git("remote", "remove", "origin")
    assert "destination: none (no-remote)" in clones.ana.teammem("where").text


def test_the_reasons_are_told_apart() -> None:
    reasons = [
        value
        for name, value in vars(destination).items()
        if name.isupper() and isinstance(value, str) and not name.startswith("_")
    ]
    assert len(reasons) == len(set(reasons))
