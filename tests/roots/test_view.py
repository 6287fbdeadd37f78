"""The view over real repositories: what counts of work tree, HEAD, destination and review."""

from __future__ import annotations

import shutil
from itertools import product
from pathlib import Path

import pytest

from teammem.git.repo import Repository
from teammem.roots import view as views
from teammem.roots.destination import Unknown
from teammem.roots.find import Root, Roots, find
from teammem.roots.overlay import DESTINATION, HEAD, REVIEW
from teammem.roots.sides import counts
from teammem.roots.view import View
from tests.support.sandbox import Sandbox
from tests.support.team import Team

A, B = ".teammem/a.md", ".teammem/b.md"
FILES = {A: "a at first\n", B: "b at first\n", "src/x.py": "1\n"}
OURS = "refs/teammem/remote/origin/main"


@pytest.fixture
def clones(tmp_path: Path, environment: dict[str, str]) -> Team:
    return Team(tmp_path / "team", environment, FILES)


def of(repo: Sandbox, cwd: str = ".") -> View:
    return views.of(find(repo.path / cwd, "repository"))


def fetched(repo: Sandbox) -> None:
    """Receive as sync does: into our own ref, the tracking ref left alone."""
    repo.git("fetch", "-q", "--refmap=", "origin", f"+main:{OURS}")


def texts(repo: Sandbox, view: View | None = None) -> dict[str, str]:
    """Return what counts, path to text, as a reader of all roots would see it."""
    seen = view or of(repo)
    found: dict[str, str] = {}
    for root in seen.roots.team:
        overlay = seen.overlay(root)
        start = root.prefix.decode()
        for file in root.path.rglob("*"):
            path = file.relative_to(root.path).as_posix()
            if file.is_file() and path not in overlay.hidden and path not in overlay.brought:
                found[f"{start}/{path}"] = file.read_text()
        for path in overlay.brought:
            data = overlay.read(path)
            assert data is not None
            found[f"{start}/{path}"] = data.decode()
    return found


def origins(view: View) -> dict[str, str]:
    return {
        f"{root.prefix.decode()}/{path}": one.origin
        for root in view.roots.team
        for path, one in view.overlay(root).brought.items()
    }


def before(texts_: dict[str, str], **changed: str | None) -> dict[str, str]:
    merged: dict[str, str | None] = {**texts_, **changed}
    return {path: text for path, text in merged.items() if text is not None}


def test_nothing_to_bring_where_both_sides_are_one(clones: Team) -> None:
    view = of(clones.ana)
    assert view.overlays == {}
    assert texts(clones.ana) == {A: "a at first\n", B: "b at first\n"}


def test_every_row_of_the_rule(clones: Team) -> None:
    ana = clones.ana
    rows = {name: f".teammem/{name}.md" for name in (
        "new-there", "new-here", "edited-there", "gone-there", "edited-here", "gone-here",
        "both-edited", "dirty", "removed", "untracked", "edited-here-gone-there",
    )}  # fmt: skip
    shared = set(rows) - {"new-there", "new-here", "untracked"}
    clones.publish({rows[name]: f"{name} first\n" for name in shared})
    ana.git("pull", "-q")
    ana.git("switch", "-qc", "feature")
    ana.git("rm", "-q", rows["gone-here"])
    ana.commit(
        {
            rows[name]: f"{name} mine\n"
            for name in ("new-here", "edited-here", "both-edited", "edited-here-gone-there")
        }
    )
    clones.publish(
        {
            **{
                rows[name]: f"{name} theirs\n"
                for name in (
                    "new-there", "edited-there", "both-edited", "dirty", "removed", "untracked",
                    "gone-here",
                )
            },
            rows["gone-there"]: None,
            rows["edited-here-gone-there"]: None,
        }
    )  # fmt: skip
    ana.write(rows["dirty"], "dirty mine\n")
    ana.write(rows["untracked"], "untracked mine\n")
    (ana.path / rows["removed"]).unlink()
    was = texts(ana)
    fetched(ana)
    assert texts(ana) == {
        A: "a at first\n",
        B: "b at first\n",
        rows["new-there"]: "new-there theirs\n",
        rows["edited-there"]: "edited-there theirs\n",
        rows["new-here"]: "new-here mine\n",
        rows["edited-here"]: "edited-here mine\n",
        rows["both-edited"]: "both-edited mine\n",
        rows["edited-here-gone-there"]: "edited-here-gone-there mine\n",
        rows["dirty"]: "dirty mine\n",
        rows["untracked"]: "untracked mine\n",
    }
    assert rows["gone-there"] in was
    view = of(ana)
    assert set(origins(view)) == {rows["new-there"], rows["edited-there"]}
    (root,) = view.roots.team
    overlay = view.overlay(root)
    assert overlay.hidden == {"gone-there.md"}
    assert overlay.uncommitted("dirty.md")
    assert overlay.uncommitted("untracked.md")
    assert not overlay.uncommitted("a.md")
    assert {"new-here.md", "both-edited.md"} <= overlay.committed


def test_both_directions(clones: Team) -> None:
    """What one has and the other lacks is seen by the other, whoever it is."""
    for one, other in ((clones.ana, clones.bo), (clones.bo, clones.ana)):
        name = f".teammem/of-{one.path.name}.md"
        clones.publish({name: "text\n"}, one)
        assert name not in texts(other)
        other.git("switch", "-q", "--detach")
        fetched(other)
        assert texts(other)[name] == "text\n"
        other.git("switch", "-q", "main")


def test_a_note_is_found_on_every_branch(clones: Team) -> None:
    ana = clones.ana
    ana.git("switch", "-qc", "old")
    ana.commit({"src/y.py": "1\n"})
    clones.publish({".teammem/new.md": "new\n", A: "a changed\n"})
    ana.git("fetch", "-q")
    for branch in ("old", "main", "--detach old", "-c another old"):
        ana.git("switch", "-q", *branch.split())
        found = texts(ana)
        assert found[".teammem/new.md"] == "new\n"
        assert found[A] == "a changed\n"
    assert not (ana.path / ".teammem/new.md").exists()
    assert ana.git("status", "--porcelain") == ""


def test_published_and_put_back(clones: Team) -> None:
    ana = clones.ana
    ana.git("switch", "-qc", "feature")
    ana.write(".teammem/mine.md", "mine\n")
    ana.write(A, "a better\n")
    seen = texts(ana)
    clones.publish({".teammem/mine.md": "mine\n", A: "a better\n"})
    fetched(ana)
    (ana.path / ".teammem/mine.md").unlink()
    ana.git("checkout", "-q", "--", A)
    assert texts(ana) == seen
    assert set(origins(of(ana))) == {".teammem/mine.md", A}


def test_a_fast_forward_ends_what_was_brought(clones: Team) -> None:
    clones.publish({".teammem/new.md": "new\n", B: None})
    fetched(clones.ana)
    seen = texts(clones.ana)
    assert of(clones.ana).overlays
    clones.ana.git("pull", "-q", "--ff-only")
    assert texts(clones.ana) == seen
    assert of(clones.ana).overlays == {}


def test_head_ahead_of_the_destination_needs_nothing(clones: Team) -> None:
    clones.ana.commit({".teammem/mine.md": "mine\n"})
    assert of(clones.ana).overlays == {}
    assert ".teammem/mine.md" in texts(clones.ana)


def test_a_root_that_only_the_destination_has(clones: Team) -> None:
    clones.publish({"services/api/.teammem/x.md": "x\n", "src/.qwen/team-memory/q.md": "q\n"})
    fetched(clones.ana)
    view = of(clones.ana)
    assert [root.prefix for root in view.roots.team] == [
        b".teammem",
        b"services/api/.teammem",
        b"src/.qwen/team-memory",
    ]
    assert view.roots.team[1].why == "on origin/main"
    assert texts(clones.ana)["services/api/.teammem/x.md"] == "x\n"
    (clones.ana.path / "services/api").mkdir(parents=True)
    (clones.ana.path / "services/api/.teammem").symlink_to("/tmp")
    view = of(clones.ana)
    assert ("services/api/.teammem", "a symbolic link") in view.roots.skipped
    assert "services/api/.teammem/x.md" not in texts(clones.ana)


def test_what_is_named_nearly_like_a_root_is_none(clones: Team) -> None:
    clones.publish({".Teammem/x.md": "x\n", "team-memory/y.md": "y\n"})
    fetched(clones.ana)
    assert of(clones.ana).overlays == {}


def test_links_and_submodules_there_are_no_memories(clones: Team) -> None:
    bo = clones.bo
    (bo.path / ".teammem/link.md").symlink_to("a.md")
    (bo.path / A).unlink()
    (bo.path / A).symlink_to("b.md")
    commit = bo.git("rev-parse", "HEAD")
    bo.git("add", ".")
    bo.git("update-index", "--add", "--cacheinfo", f"160000,{commit},.teammem/sub.md")
    bo.git("commit", "-qm", "links")
    bo.git("push", "-q")
    fetched(clones.ana)
    assert texts(clones.ana) == {B: "b at first\n"}


@pytest.mark.parametrize("state", ["unborn", "unborn with a file", "detached"])
def test_other_states_of_head(clones: Team, state: str) -> None:
    ana = clones.ana
    if state == "detached":
        ana.git("checkout", "-q", "--detach")
        clones.publish({A: "a changed\n"})
        fetched(ana)
        assert texts(ana)[A] == "a changed\n"
        return
    ana.git("switch", "-q", "--orphan", "new")
    assert not (ana.path / A).exists()
    if state == "unborn":
        assert texts(ana) == {A: "a at first\n", B: "b at first\n"}
    else:
        ana.write(A, "another\n")
        assert texts(ana) == {A: "another\n", B: "b at first\n"}


def test_no_merge_base_brings_additions_alone(clones: Team) -> None:
    ana = clones.ana
    ana.git("switch", "-q", "--orphan", "aside")
    ana.commit({A: "a of another history\n", ".teammem/own.md": "own\n"})
    clones.publish({A: "a changed\n", ".teammem/new.md": "new\n"})
    fetched(ana)
    view = of(ana)
    assert view.base == ""
    assert texts(ana, view) == {
        A: "a of another history\n",
        ".teammem/own.md": "own\n",
        B: "b at first\n",
        ".teammem/new.md": "new\n",
    }


def test_a_shallow_clone_without_the_merge_base(clones: Team, tmp_path: Path) -> None:
    clones.bo.git("switch", "-qc", "feature")
    clones.bo.commit({B: "b on the feature\n"})
    clones.bo.git("push", "-q", "origin", "feature")
    clones.bo.git("switch", "-q", "main")
    clones.publish({A: "a changed\n", ".teammem/new.md": "new\n"})
    url = f"file://{clones.remote.path}"
    clones.ana.git("clone", "-q", "--depth=1", "-b", "feature", url, str(tmp_path / "cut"))
    cut = Sandbox(tmp_path / "cut", clones.ana.env)
    cut.git("fetch", "-q", "--depth=1", "origin", "main:refs/remotes/origin/main")
    cut.git("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*")
    cut.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    assert texts(cut) == {A: "a at first\n", B: "b on the feature\n", ".teammem/new.md": "new\n"}
    cut.git("fetch", "-q", "--unshallow")
    cut.git("fetch", "-q")
    assert texts(cut) == {A: "a changed\n", B: "b on the feature\n", ".teammem/new.md": "new\n"}


def test_a_bare_repository_has_no_team_roots(clones: Team, tmp_path: Path) -> None:
    bare = clones.remote.clone(tmp_path / "bare.git", "--bare")
    view = of(bare)
    assert view.roots.team == ()
    assert view.overlays == {}


def test_no_remote_and_no_repository(team: Sandbox, tmp_path: Path) -> None:
    view = of(team)
    assert isinstance(view.destination, Unknown)
    assert view.overlays == {}
    (tmp_path / "plain").mkdir()
    none = views.of(find(tmp_path / "plain", "directory"))
    assert isinstance(none.destination, Unknown)
    assert none.overlay(none.roots.user).brought == {}


def test_a_linked_work_tree_sees_the_same(clones: Team) -> None:
    clones.publish({".teammem/new.md": "new\n"})
    fetched(clones.ana)
    clones.ana.git("worktree", "add", "-q", "-b", "side", "../side")
    side = Sandbox(clones.ana.path.parent / "side", clones.ana.env)
    assert texts(side) == texts(clones.ana)


def test_a_staged_version_is_uncommitted_too(clones: Team) -> None:
    ana = clones.ana
    clones.publish({A: "a theirs\n"})
    fetched(ana)
    assert texts(ana)[A] == "a theirs\n"
    ana.write(A, "a staged\n")
    ana.git("add", A)
    assert texts(ana)[A] == "a staged\n"
    ana.write(A, "a at first\n")  # staged otherwise, but on disk it is HEAD's
    assert texts(ana)[A] == "a theirs\n"
    ana.git("rm", "-q", "-f", "--cached", A)
    assert texts(ana)[A] == "a theirs\n"
    ana.write(A, "a mine\n")
    assert texts(ana)[A] == "a mine\n"


def test_times_alone_are_no_change(clones: Team) -> None:
    clones.publish({A: "a theirs\n"})
    fetched(clones.ana)
    clones.ana.write(A, "a at first\n")
    assert texts(clones.ana)[A] == "a theirs\n"


def test_line_ends_alone_are_no_change(clones: Team) -> None:
    ana = clones.ana
    clones.publish({".teammem/.gitattributes": "* text eol=crlf\n"})
    ana.git("pull", "-q")
    (ana.path / A).unlink()
    ana.git("checkout", "-q", "--", A)
    assert (ana.path / A).read_bytes() == b"a at first\r\n"
    clones.publish({A: "a theirs\n"})
    fetched(ana)
    assert texts(ana)[A] == "a theirs\n"


def test_what_a_sparse_checkout_leaves_out_counts(clones: Team) -> None:
    ana = clones.ana
    ana.git("sparse-checkout", "set", "--no-cone", "/src/", "/.teammem/b.md")
    assert not (ana.path / A).exists()
    assert texts(ana) == {A: "a at first\n", B: "b at first\n"}
    assert origins(of(ana)) == {A: HEAD}
    clones.publish({A: "a theirs\n"})
    fetched(ana)
    assert texts(ana)[A] == "a theirs\n"
    clones.publish({A: None})
    fetched(ana)
    assert A not in texts(ana)
    ana.git("sparse-checkout", "disable")
    (ana.path / B).unlink()
    assert B not in texts(ana)


class TestTombstones:
    STONE = ".teammem/tombstones/x-000000.yaml"

    def test_one_that_only_the_destination_has_counts(self, clones: Team) -> None:
        clones.publish({self.STONE: "stone\n"})
        fetched(clones.ana)
        assert texts(clones.ana)[self.STONE] == "stone\n"

    def test_its_deletion_there_does_not_take_it_from_here(self, clones: Team) -> None:
        clones.publish({self.STONE: "stone\n"})
        clones.ana.git("pull", "-q")
        clones.publish({self.STONE: None})
        fetched(clones.ana)
        assert self.STONE in texts(clones.ana)
        clones.ana.git("pull", "-q")
        assert self.STONE not in texts(clones.ana)

    def test_removing_the_file_alone_brings_nothing_back(self, clones: Team) -> None:
        ana = clones.ana
        ana.commit({self.STONE: "stone\n"})
        (ana.path / self.STONE).unlink()
        assert texts(ana)[self.STONE] == "stone\n"
        ana.git("add", "-A")  # as `revive` does
        assert self.STONE not in texts(ana)

    def test_a_removal_committed_here_counts_before_the_destination_s(self, clones: Team) -> None:
        ana = clones.ana
        clones.publish({self.STONE: "stone\n"})
        ana.git("pull", "-q")
        ana.git("rm", "-q", self.STONE)
        assert self.STONE not in texts(ana)
        ana.commit(message="revived")
        assert self.STONE not in texts(ana)


class TestReview:
    """`refs/teammem/review` as sync keeps it: one commit on the destination's tip."""

    def reviewed(self, ana: Sandbox, files: dict[str, str | None]) -> str:
        ana.git("worktree", "add", "-q", "--detach", "../review", "origin/main")
        side = Sandbox(ana.path.parent / "review", ana.env)
        for name, content in files.items():
            if content is None:
                side.git("rm", "-q", name)
        commit = side.commit({n: c for n, c in files.items() if c is not None}, "review")
        ana.git("worktree", "remove", "--force", "../review")
        ana.git("update-ref", "refs/teammem/review", commit)
        return commit

    def test_it_is_laid_over_the_destination(self, clones: Team) -> None:
        ana = clones.ana
        self.reviewed(ana, {".teammem/new.md": "new\n", A: "a better\n", B: None})
        assert texts(ana) == {".teammem/new.md": "new\n", A: "a better\n"}
        assert set(origins(of(ana)).values()) == {REVIEW}
        ana.git("switch", "-qc", "feature")
        ana.commit({A: "a of this branch\n", "src/y.py": "1\n"})
        assert texts(ana)[A] == "a of this branch\n"
        assert texts(ana)[".teammem/new.md"] == "new\n"
        ana.git("update-ref", "-d", "refs/teammem/review")
        assert texts(ana) == {A: "a of this branch\n", B: "b at first\n"}

    def test_it_counts_beside_a_destination_that_moved_on(self, clones: Team) -> None:
        ana = clones.ana
        self.reviewed(ana, {".teammem/new.md": "new\n", A: "a better\n"})
        clones.publish({B: "b theirs\n"})
        fetched(ana)
        assert texts(ana) == {".teammem/new.md": "new\n", A: "a better\n", B: "b theirs\n"}
        clones.publish({A: "a theirs, not knowing\n"})
        fetched(ana)
        assert texts(ana)[A] == "a better\n"

    @pytest.mark.parametrize("how", ["merge", "squash"])
    def test_once_its_content_is_there_it_is_over(self, clones: Team, how: str) -> None:
        ana = clones.ana
        commit = self.reviewed(ana, {".teammem/new.md": "new\n", A: "a better\n", B: None})
        ana.git("push", "-q", "origin", f"{commit}:refs/heads/teammem/ana-0000")
        clones.publish({"src/z.py": "1\n"})
        bo = clones.bo
        bo.git("fetch", "-q")
        if how == "merge":
            bo.git("merge", "-q", "--no-edit", "origin/teammem/ana-0000")
        else:
            bo.git("merge", "-q", "--squash", "origin/teammem/ana-0000")
            bo.git("commit", "-qm", "squashed")
        bo.git("push", "-q", "origin", "main")
        fetched(ana)
        assert texts(ana) == {".teammem/new.md": "new\n", A: "a better\n"}
        assert set(origins(of(ana)).values()) == {DESTINATION}
        clones.publish({A: "a better still\n", ".teammem/new.md": None, B: "b is back\n"})
        fetched(ana)
        assert texts(ana) == {A: "a better still\n", B: "b is back\n"}

    def test_what_is_uncommitted_counts_before_it(self, clones: Team) -> None:
        self.reviewed(clones.ana, {A: "a better\n"})
        clones.ana.write(A, "a best\n")
        assert texts(clones.ana)[A] == "a best\n"


def test_a_partial_clone_reads_what_it_has(clones: Team, tmp_path: Path) -> None:
    clones.remote.git("config", "uploadpack.allowFilter", "true")
    clones.ana.git(
        "clone", "-q", "--filter=blob:none", f"file://{clones.remote.path}", str(tmp_path / "part")
    )
    part = Sandbox(tmp_path / "part", clones.ana.env)
    clones.publish({".teammem/new.md": "new\n"})
    part.git("fetch", "-q", "--filter=blob:none")
    shutil.rmtree(clones.remote.path)
    view = of(part)
    (root,) = view.roots.team
    assert view.overlay(root).read("new.md") is None
    assert view.overlay(root).read("never.md") is None


def test_many_and_large_files_are_read_in_few_commands(
    clones: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: dict[str, str | bytes | None] = {f".teammem/n{n:03}.md": f"{n}\n" for n in range(300)}
    files[".teammem/large.md"] = b"x" * (3 << 20)
    clones.publish(files)
    fetched(clones.ana)
    view = of(clones.ana)
    (root,) = view.roots.team
    overlay = view.overlay(root)
    asked: list[str] = []
    plain = Repository.git

    def counted(self: Repository, *args: str, **more: object) -> object:
        asked.append(args[0])
        return plain(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Repository, "git", counted)
    found = {path: overlay.read(path) for path in overlay.brought}
    assert found["n007.md"] == b"7\n"
    assert len(found["large.md"] or b"") == (1 << 20) + 1
    assert len(asked) < 20


def test_it_costs_little_where_head_is_the_destination(
    clones: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    roots: Roots = find(clones.ana.path, "repository")
    asked: list[str] = []
    plain = Repository.git

    def counted(self: Repository, *args: str, **more: object) -> object:
        asked.append(args[0])
        return plain(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Repository, "git", counted)
    assert views.of(roots).overlays == {}
    assert asked == ["for-each-ref", "ls-tree"]  # the destination's
    clones.publish({".teammem/new.md": "new\n"})
    fetched(clones.ana)
    asked.clear()
    assert views.of(roots).overlays
    assert asked[-2:] == ["merge-base", "diff-tree"]


def test_the_user_s_own_git_settings_change_nothing(clones: Team) -> None:
    ana = clones.ana
    clones.publish({A: "a theirs\n"})
    fetched(ana)
    for setting in (
        "status.showUntrackedFiles=no", "status.relativePaths=true", "core.quotePath=true",
        "diff.renames=copies", "status.short=true", "status.branch=true", "color.ui=always",
        "core.abbrev=4", "diff.autoRefreshIndex=false", "status.showStash=true",
    ):  # fmt: skip
        ana.git("config", *setting.split("="))
    assert texts(ana)[A] == "a theirs\n"
    ana.write(A, "mine\n")
    assert texts(ana)[A] == "mine\n"
    assert find(ana.path, "repository").team == (
        Root("team", ana.path, (".teammem",), "at the top"),
    )


def test_all_combinations_of_four_sides_agree_with_the_rule(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    """Every way in which a path can stand in work tree, HEAD, merge base and destination."""
    blobs = (None, "a", "b", "c")
    rows = {f".teammem/{n:03}.md": row for n, row in enumerate(product(blobs, blobs, blobs, blobs))}

    def side(number: int) -> dict[str, str | None]:
        return {path: row[number] and f"{row[number]}\n" for path, row in rows.items()}

    def laid(repo: Sandbox, files: dict[str, str | None]) -> None:
        for path, content in files.items():
            if content is not None:
                repo.write(path, content)
            elif (repo.path / path).exists():
                (repo.path / path).unlink()

    base = {path: content for path, content in side(2).items() if content is not None}
    team = Team(tmp_path / "team", environment, {**base, "x.py": "1\n"})
    for repo, number in ((team.ana, 1), (team.bo, 3)):
        laid(repo, side(number))
        repo.commit()
    team.bo.git("push", "-q", "origin", "main")
    fetched(team.ana)
    laid(team.ana, side(0))
    expected = {path: counting for path, row in rows.items() if (counting := counts(*row))}
    assert texts(team.ana) == {path: f"{counting}\n" for path, counting in expected.items()}


def test_a_destination_that_is_not_whole_here_is_none(clones: Team) -> None:
    ana = clones.ana
    gone = ana.git("mktree", "--missing", stdin=f"040000 tree {'2' * 40}\t.teammem\n")
    commit = ana.git("commit-tree", "-p", "HEAD", "-m", "torn", gone)
    ana.git("update-ref", OURS, commit)
    view = of(ana)
    assert isinstance(view.destination, Unknown)
    assert view.destination.reason == "not-here"
    assert texts(ana, view) == {A: "a at first\n", B: "b at first\n"}


def test_sha_256_repositories(tmp_path: Path, environment: dict[str, str]) -> None:
    team = Team(tmp_path / "team", {**environment, "GIT_DEFAULT_HASH": "sha256"}, FILES)
    ana = team.ana
    assert len(ana.git("rev-parse", "HEAD")) == 64
    team.publish({A: "a theirs\n", ".teammem/new.md": "new\n", B: None})
    fetched(ana)
    assert texts(ana) == {A: "a theirs\n", ".teammem/new.md": "new\n"}
    ana.git("switch", "-q", "--orphan", "new")
    assert texts(ana) == {A: "a theirs\n", ".teammem/new.md": "new\n"}


def test_in_the_middle_of_a_merge(clones: Team) -> None:
    ana = clones.ana
    ana.commit({A: "a mine\n"})
    clones.publish({A: "a theirs\n", B: "b theirs\n"})
    fetched(ana)
    ana.run("git", "merge", "-q", OURS, check=False)
    seen = texts(ana)
    assert "<<<<<<<" in seen[A]
    assert seen[B] == "b theirs\n"
    ana.git("merge", "--abort")
    assert texts(ana) == {A: "a mine\n", B: "b theirs\n"}


def test_a_local_branch_that_is_both_ahead_and_behind(clones: Team) -> None:
    ana = clones.ana
    ana.commit({".teammem/mine.md": "mine\n"})
    clones.publish({".teammem/theirs.md": "theirs\n"})
    fetched(ana)
    both = {".teammem/mine.md": "mine\n", ".teammem/theirs.md": "theirs\n"}
    assert texts(ana) == {A: "a at first\n", B: "b at first\n", **both}
    ana.git("rebase", "-q", OURS)
    assert texts(ana) == {A: "a at first\n", B: "b at first\n", **both}


def test_a_destination_that_was_rewritten(clones: Team) -> None:
    """What the old tip had and the new one has not is no text of ours to bring back."""
    ana = clones.ana
    clones.publish({".teammem/new.md": "new\n"})
    fetched(ana)
    assert ".teammem/new.md" in texts(ana)
    clones.bo.git("reset", "-q", "--hard", "HEAD~1")
    clones.bo.commit({".teammem/other.md": "other\n"})
    clones.bo.git("push", "-q", "--force", "origin", "main")
    fetched(ana)
    assert set(texts(ana)) == {A, B, ".teammem/other.md"}
