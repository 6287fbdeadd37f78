"""Asking a repository: facts, errors, environments."""

from __future__ import annotations

from pathlib import Path

import pytest

from teammem import environ
from teammem.errors import GitError, MissingObject, NotARepository
from teammem.git import changes, index, objects, ranges, refs, run
from teammem.git.repo import Repository, failure
from tests.support.sandbox import Sandbox


def at(repo: Sandbox) -> Repository:
    return Repository(str(repo.path), {**repo.env, "LC_ALL": "C"})


def test_facts(team: Sandbox) -> None:
    repo = at(team)
    assert Path(repo.top) == team.path
    assert Path(repo.git_dir) == Path(repo.common_dir) == team.path / ".git"
    assert (repo.object_format, repo.is_bare, repo.is_shallow) == ("sha1", False, False)
    assert repo.path("hooks") == str(team.path / ".git/hooks")
    assert repo.commit("none") == ""
    assert repo.commit("HEAD") == team.git("rev-parse", "HEAD")
    assert repo.config("user.name") == "Ana"
    assert repo.config("no.such") == ""
    assert repo.check_version() >= (2, 38)
    assert repo.from_top() is repo
    below = Repository(str(team.path / "src"), repo.env)
    assert below.from_top().directory == str(team.path)


def test_the_repository_of_a_directory_ignores_a_hooks_variables(
    team: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere/index")
    assert Path(Repository.at(team.path).top) == team.path
    with pytest.raises(NotARepository):
        _ = Repository.of_hook().top


@pytest.mark.parametrize(
    ("said", "kind", "reason"),
    [
        (b"fatal: not a git repository (or any parent)", NotARepository, "not-a-repository"),
        (b"fatal: this operation must be run in a work tree", NotARepository, "no-work-tree"),
        (b"fatal: detected dubious ownership in repository", GitError, "dubious-ownership"),
        (b"fatal: .git/index: index file smaller than expected", GitError, "unreadable-index"),
        (b"error: bad signature 0x00000000", GitError, "unreadable-index"),
        (b"fatal: bad object HEAD", MissingObject, "missing-object"),
        (b"fatal: something else", GitError, "git-failed"),
    ],
)
def test_what_git_says_has_a_reason(said: bytes, kind: type[GitError], reason: str) -> None:
    error = failure("x", run.Result(128, b"", said, run.FAILED))
    assert (type(error), error.reason) == (kind, reason)


def test_a_stopped_command_is_an_error_of_its_own(team: Sandbox) -> None:
    assert failure("x", run.Result(-9, b"", b"", run.UNKNOWN)).reason == "timeout"
    repo = Repository(str(team.path), team.env)
    team.git("config", "alias.hang", "!sleep 600")
    assert repo.git("hang", limit=0.2).outcome == run.UNKNOWN


def test_objects(team: Sandbox) -> None:
    repo = at(team)
    blob = team.git("rev-parse", "HEAD:.teammem/first.md")
    assert objects.content(repo, blob) == b"# First\n\nplain text\n"
    assert objects.kinds(repo, [blob, "0" * 40]) == {blob: ("blob", 20)}
    assert objects.kinds(repo, []) == {}
    assert [*objects.contents(repo, [blob, blob], 5)] == [(blob, "blob", 20, b"")]
    with pytest.raises(MissingObject, match="0000 is not in"):
        list(objects.contents(repo, ["0" * 40]))


def test_batches_are_bounded(team: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "BATCH_BYTES", 4)
    team.commit({f"f{n}": f"{n}\n" * n for n in range(1, 6)})
    oids = [team.git("rev-parse", f"HEAD:f{n}") for n in range(1, 6)]
    found = {name: data for name, _, _, data in objects.contents(at(team), oids)}
    assert [found[oid] for oid in oids] == [f"{n}\n".encode() * n for n in range(1, 6)]


def test_output_of_another_form_is_an_error(team: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = at(team)
    blob = team.git("rev-parse", "HEAD:.teammem/first.md")
    monkeypatch.setattr(Repository, "read", lambda *_args, **_kwargs: b"nonsense")
    with pytest.raises(GitError, match="unknown form"):
        list(index.entries(repo))
    with pytest.raises(GitError, match="another number"):
        objects.kinds(repo, [blob, "HEAD"])
    with pytest.raises(MissingObject, match="cannot be read"):
        list(objects._batch(repo, [blob]))
    with pytest.raises(GitError, match="not in raw format"):
        list(changes.parse(b":100644 x\0a\0"))


def test_changes_are_shown_short() -> None:
    (change,) = changes.parse(b":000000 100644 " + b"0" * 40 + b" " + b"1" * 40 + b" A\0a\xff\0")
    assert repr(change) == r"Change(b'a\xff', 100644, 1111111111, A, )"
    assert repr(index.Entry(b"a", "100644", "1" * 40)) == "Entry(b'a', 100644, 1111111111, 0)"


def test_ranges(team: Sandbox) -> None:
    repo = at(team)
    assert ranges.commits(repo, []) == []
    head = team.git("rev-parse", "HEAD")
    assert ranges.commits(repo, [head], ["f" * 40]) == [head]
    assert ranges.existing(repo, [head, "f" * 40]) == [head]
    assert list(ranges.walk(repo, [])) == []
    blob = team.git("rev-parse", "HEAD:.teammem/first.md")
    team.git("rm", "-q", ".teammem/first.md")
    team.commit()
    assert ranges.reachable(repo, ["HEAD"], blob)
    assert ranges.reachable(repo, ["HEAD"], head)
    assert not ranges.reachable(repo, ["HEAD~1"], team.git("rev-parse", "HEAD"))
    assert not ranges.reachable(repo, ["HEAD"], "f" * 40)
    assert not ranges.reachable(repo, [], blob)


def test_refs(team: Sandbox, tmp_path: Path) -> None:
    repo = at(team)
    assert refs.is_zero("0" * 40)
    assert not refs.is_zero("0" * 39 + "1")
    assert refs.remote_refs(repo, str(tmp_path / "nowhere")) is None
    assert refs.remotes(repo) == []
    clone = team.clone(tmp_path / "clone")
    copy = at(clone)
    assert refs.remotes(copy) == ["origin"]
    assert refs.remote_default(copy, "origin") == "refs/remotes/origin/main"
    clone.git("symbolic-ref", "-d", "refs/remotes/origin/HEAD")
    assert refs.remote_default(copy, "origin") == "refs/remotes/origin/main"
    assert refs.remote_default(copy, "none") == ""
    told = refs.remote_refs(copy, "origin")
    assert told is not None
    assert told["refs/heads/main"] == team.git("rev-parse", "main")
    assert [name for name, _, _ in refs.local(copy, "refs/heads")] == ["refs/heads/main"]


def test_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_INDEX_FILE", "GIT_LITERAL_PATHSPECS", "GIT_TRACE2", "GIT_SSH_COMMAND"):
        monkeypatch.setenv(name, "set")
    hook, other, sync = environ.for_hook(), environ.for_repository(), environ.for_sync()
    assert hook["GIT_INDEX_FILE"] == "set"
    assert "GIT_INDEX_FILE" not in other
    for env in (hook, other, sync):
        assert "GIT_TRACE2" not in env
        assert env["GIT_OPTIONAL_LOCKS"] == "0"
    assert "GIT_LITERAL_PATHSPECS" not in hook
    assert sync["GIT_SSH_COMMAND"].startswith("set -oBatchMode=yes")
    assert environ.for_user()[environ.NESTED] == "1"


def test_a_question_that_was_stopped_has_no_answer(
    team: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = at(team)
    stopped = run.Result(-9, b"", b"", run.UNKNOWN)
    monkeypatch.setattr(Repository, "git", lambda *_args, **_kwargs: stopped)
    with pytest.raises(GitError, match="took too long"):
        repo.maybe("rev-parse", "HEAD")


def test_all_facts_are_asked_at_once(repo: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    plain = Repository.git

    def counted(self: Repository, *args: str, **more: object) -> object:
        asked.append(args)
        return plain(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Repository, "git", counted)
    found = at(repo)
    assert (found.is_bare, found.is_shallow, found.object_format) == (False, False, "sha1")
    assert found.git_dir == found.common_dir == str(repo.path / ".git")
    assert found.at_top().top == str(repo.path)
    assert len(asked) == 1


def test_facts_of_a_bare_repository(tmp_path: Path, environment: dict[str, str]) -> None:
    bare = Sandbox.create(tmp_path / "bare.git", environment, bare=True)
    found = at(bare)
    assert found.is_bare
    assert found.common_dir == str(bare.path)
    with pytest.raises(GitError):
        _ = found.top


def test_a_line_end_in_a_directory_s_name(tmp_path: Path, environment: dict[str, str]) -> None:
    odd = Sandbox.create(tmp_path / "one\ntwo", environment)
    assert at(odd).top == str(odd.path)
    assert not at(odd).is_bare


def test_settings_keep_all_values_in_their_order(repo: Sandbox) -> None:
    repo.git("config", "--add", "remote.A.b.fetch", "one")
    repo.git("config", "--add", "remote.A.b.fetch", "two\nlines")
    with (repo.path / ".git" / "config").open("a") as file:
        file.write("[core]\n\tlonely\n")
    found = at(repo).settings()
    assert found["remote.A.b.fetch"] == ["one", "two\nlines"]
    assert found["core.lonely"] == ["true"]
