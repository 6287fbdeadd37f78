"""Which roots belong to a directory, and that no project reads another's."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from teammem.errors import ConfigError, NothingFound
from teammem.roots import find as finding
from teammem.roots import project, write
from teammem.roots.find import Roots, find
from tests.support.sandbox import Sandbox

SCOPES = ("repository", "worktree", "directory")


def private(roots: Roots) -> Path:
    assert roots.project is not None
    return roots.project.path


def keep(roots: Roots) -> None:
    """Write a memory and the project's record, as the first change does."""
    assert roots.project is not None
    assert roots.located is not None
    assert roots.identity is not None
    record = project.current(roots.located, roots.identity, roots.repository)
    home = finding.Root("project", roots.project.anchor, roots.project.parts[:-1], "")
    if not (home.path / project.RECORD).exists():
        write.create(home, project.RECORD, record.serialise())
    write.create(roots.project, "a.md", b"private text\n")


def test_the_roots_of_a_repository(team: Sandbox) -> None:
    roots = find(team.path, "repository")
    assert [root.prefix for root in roots.team] == [b".teammem"]
    assert [root.tier for root in roots.all()] == ["team", "project", "user"]
    assert roots.top == team.path
    assert not list((team.path.parent / "home").rglob("projects"))


@pytest.mark.parametrize("scope", SCOPES)
def test_one_project_never_sees_another_s(tmp_path: Path, repo: Sandbox, scope: str) -> None:
    other = Sandbox.create(tmp_path / "other", repo.env)
    one, two = find(repo.path, scope), find(other.path, scope)
    assert private(one) != private(two)
    keep(one)
    assert not private(find(other.path, scope)).exists()
    keep(two)
    assert private(find(repo.path, scope)) == private(one)
    assert private(find(other.path, scope)) == private(two)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("datahub-api-proxy", "datahub/api-proxy"),
        ("acme/acme-ios", "acme-acme/ios"),
        ("get_invoices", "get-invoices"),
        ("a b", "a-b"),
        ("a/packages/api", "b/packages/api"),
    ],
)
def test_look_alike_paths_are_different_projects(
    tmp_path: Path, environment: dict[str, str], first: str, second: str
) -> None:
    one = Sandbox.create(tmp_path / first, environment)
    two = Sandbox.create(tmp_path / second, environment)
    assert private(find(one.path, "repository")) != private(find(two.path, "repository"))


def test_reading_and_writing_use_one_place(tmp_path: Path, environment: dict[str, str]) -> None:
    repo = Sandbox.create(tmp_path / "acme" / "acme" / "acme-ios", environment)
    (repo.path / "sub").mkdir()
    link = tmp_path / "link"
    link.symlink_to(repo.path)
    places = {private(find(at, "repository")) for at in (repo.path, repo.path / "sub", link)}
    assert len(places) == 1


def test_worktrees_share_or_not_as_the_scope_says(repo: Sandbox, tmp_path: Path) -> None:
    repo.commit({"a": "1"})
    repo.git("worktree", "add", "-q", str(tmp_path / "tree"))
    tree = tmp_path / "tree"
    assert private(find(repo.path, "repository")) == private(find(tree, "repository"))
    assert private(find(repo.path, "worktree")) != private(find(tree, "worktree"))
    assert private(find(repo.path, "directory")) != private(find(tree, "directory"))
    (repo.path / "sub").mkdir()
    assert private(find(repo.path, "directory")) != private(find(repo.path / "sub", "directory"))


@pytest.mark.parametrize("scope", ["", "repo", "Repository", "workspace"])
def test_an_unknown_scope_is_an_error_before_anything_is_read(repo: Sandbox, scope: str) -> None:
    with pytest.raises(ConfigError) as caught:
        find(repo.path, scope)
    assert caught.value.exit_code == 5


def test_without_git_there_is_no_project_but_a_directory_is_one(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    roots = find(plain, "repository")
    assert roots.project is None
    assert roots.team == ()
    with pytest.raises(ConfigError) as caught:
        roots.of("project")
    assert "--project-scope directory" in caught.value.hint
    assert find(plain, "directory").of("project").tier == "project"
    with pytest.raises(NothingFound):
        roots.of("team")


def test_a_bare_repository_has_a_project_and_no_team_root(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    bare = Sandbox.create(tmp_path / "x.git", environment, bare=True)
    roots = find(bare.path, "repository")
    assert roots.team == ()
    assert private(roots).parent.name.startswith("x-")


def test_a_moved_clone_finds_its_memories_again(tmp_path: Path, repo: Sandbox) -> None:
    repo.commit({"a": "1"})
    repo.git("remote", "add", "origin", "https://me:word@example.org/x.git")
    keep(find(repo.path, "repository"))
    moved = tmp_path / "elsewhere" / "new name"
    moved.parent.mkdir()
    repo.path.rename(moved)
    roots = find(moved, "repository")
    assert (private(roots) / "a.md").read_bytes() == b"private text\n"
    assert roots.located is not None
    assert "moved" in roots.located.notice
    record = private(roots).parent / project.RECORD
    assert "word" not in record.read_text()


def test_a_second_live_clone_is_another_project_and_can_adopt(
    tmp_path: Path, repo: Sandbox
) -> None:
    repo.commit({"a": "1"})
    repo.git("remote", "add", "origin", "https://example.org/x")
    keep(find(repo.path, "repository"))
    other = repo.clone(tmp_path / "second")
    other.git("remote", "set-url", "origin", "https://example.org/x.git")
    roots = find(other.path, "repository")
    assert not private(roots).exists()
    assert roots.located is not None
    assert len(roots.located.candidates) == 1
    assert roots.identity is not None
    project.adopt(roots.located, roots.identity, roots.located.candidates[0])
    assert (private(find(other.path, "repository")) / "a.md").exists()


def test_a_stranger_at_the_same_path_is_refused(repo: Sandbox) -> None:
    repo.commit({"a": "1"})
    keep(find(repo.path, "repository"))
    shutil.rmtree(repo.path)
    stranger = Sandbox.create(repo.path, repo.env)
    stranger.commit({"b": "2"}, "another history")
    with pytest.raises(ConfigError) as caught:
        find(stranger.path, "repository")
    assert caught.value.reason == "other-project"


def test_the_same_clone_with_more_history_is_not_refused(repo: Sandbox) -> None:
    keep(find(repo.path, "repository"))
    repo.commit({"a": "1"})
    repo.git("checkout", "-q", "--orphan", "fresh")
    repo.commit({"b": "2"})
    assert (private(find(repo.path, "repository")) / "a.md").exists()


def test_trust_holds_for_this_clone_and_this_remote(repo: Sandbox) -> None:
    first = repo.commit({"a": "1"})
    roots = find(repo.path, "repository")
    assert roots.identity is not None
    record = project.Record("repository", "x", "y", "", first, "2026-01-01", first, "")
    assert project.trusted(record, roots.identity, roots.repository)
    assert not project.trusted(None, roots.identity, roots.repository)
    repo.git("remote", "add", "origin", "https://example.org/else")
    again = find(repo.path, "repository")
    assert again.identity is not None
    assert not project.trusted(record, again.identity, again.repository)


def test_a_record_comes_back(tmp_path: Path) -> None:
    record = project.Record("worktree", "/a b/\u4e2d", "/t: #", "u", "f", "at", "f", "u")
    (tmp_path / project.RECORD).write_bytes(record.serialise())
    assert project.read(tmp_path) == record
    (tmp_path / project.RECORD).write_bytes(b"<<<<<<<")
    assert project.read(tmp_path) is None


def test_nested_roots_and_where_a_write_goes(team: Sandbox) -> None:
    team.commit({"services/api/.teammem/n.md": "n\n", "services/web/a.py": "x\n"})
    api, web = team.path / "services/api", team.path / "services/web"
    assert [root.prefix for root in find(web, "repository").team] == [
        b".teammem",
        b"services/api/.teammem",
    ]
    assert find(api, "repository").of("team").prefix == b"services/api/.teammem"
    assert find(web, "repository").of("team").prefix == b".teammem"
    chosen = find(team.path, "repository").of("team", "services/api")
    assert chosen.prefix == b"services/api/.teammem"
    with pytest.raises(NothingFound):
        find(team.path, "repository").of("team", "services/web")


def test_untracked_roots_are_found_at_the_top_and_above_only(repo: Sandbox) -> None:
    repo.write(".teammem/a.md", "a")
    repo.write("x/.teammem/a.md", "a")
    repo.write("x/y/b", "b")
    assert len(find(repo.path, "repository").team) == 1
    assert len(find(repo.path / "x/y", "repository").team) == 2


def test_a_root_that_was_deleted_here_is_still_named(team: Sandbox) -> None:
    team.git("rm", "-rq", ".teammem")
    roots = find(team.path, "repository")
    assert [(root.prefix, root.why) for root in roots.team] == [(b".teammem", "in HEAD")]


def test_links_files_and_other_repositories_are_no_roots(team: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (team.path / "a").mkdir()
    (team.path / "a" / ".teammem").symlink_to(tmp_path / "real")
    (team.path / "b").mkdir()
    (team.path / "b" / ".teammem").write_text("file")
    for folder in ("a", "b"):
        roots = find(team.path / folder, "repository")
        assert len(roots.team) == 1
        assert len(roots.skipped) == 1
    Sandbox.create(team.path / "sub", team.env).write(".teammem/x.md", "x")
    assert find(team.path / "sub", "repository").top == team.path / "sub"


def test_qwen_s_folder_is_read_and_never_chosen_for_a_write(repo: Sandbox) -> None:
    repo.commit({".qwen/team-memory/feedback/a.md": "a\n"})
    roots = find(repo.path, "repository")
    assert roots.team[0].is_qwen
    with pytest.raises(NothingFound):
        roots.of("team")


def test_a_submodule_is_a_project_of_its_own(team: Sandbox, tmp_path: Path) -> None:
    inner = Sandbox.create(tmp_path / "inner", team.env)
    inner.commit({".teammem/i.md": "i\n"})
    team.git("submodule", "--quiet", "add", str(inner.path), "sub")
    roots = find(team.path / "sub", "repository")
    assert roots.top == team.path / "sub"
    assert private(roots) != private(find(team.path, "repository"))
    assert [root.prefix for root in find(team.path, "repository").team] == [b".teammem"]


def test_the_home_above_is_never_a_project(tmp_path: Path, environment: dict[str, str]) -> None:
    home = tmp_path / "home"
    (home / ".teammem").mkdir()
    (home / "vibe" / "x").mkdir(parents=True)
    assert find(home / "vibe" / "x", "repository").project is None
    assert find(home / "vibe" / "x", "repository").team == ()
