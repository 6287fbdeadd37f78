"""What is staged, as git's own index has it, whatever the disk shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import fake
from tests.support.sandbox import Sandbox

SECRET = fake.memory(f"log in with {fake.github()}")
CLEAN = fake.memory("log in with the vault")


@pytest.fixture
def guarded(team: Sandbox) -> Sandbox:
    team.hooks()
    return team


def commits(repo: Sandbox, *args: str, **env: str) -> int:
    """Try to commit; return git's status."""
    return repo.run("git", "commit", "-q", "-m", "try", *args, check=False, env=env).code


def both(repo: Sandbox, name: str) -> None:
    """A secret at `name` is refused, the clean twin passes."""
    repo.write(name, SECRET)
    repo.git("add", "-A")
    assert commits(repo) == 1
    repo.write(name, CLEAN)
    repo.git("add", "-A")
    assert commits(repo) == 0


@pytest.mark.parametrize(
    "name",
    [
        ".teammem/a b.md",
        ".teammem/new\nline.md",
        '.teammem/quo"te.md',
        ".teammem/-dash.md",
        ".teammem/:(exclude)magic.md",
        ".teammem/*.md",
        ".teammem/\u00e4\u4e2d.md",
        "-x/.teammem/a.md",
        "deep/er/.teammem/sub/a.md",
        ".qwen/team-memory/feedback/a.md",
    ],
)
def test_hostile_names(guarded: Sandbox, name: str) -> None:
    both(guarded, name)


def test_names_that_are_not_utf8(guarded: Sandbox) -> None:
    name = b".teammem/\xff\xfe.md"
    guarded.write(name, SECRET)
    guarded.git("add", "-A")
    done = guarded.run("git", "commit", "-qm", "x", check=False)
    assert done.code == 1
    assert r".teammem/\xff\xfe.md" in done.text
    guarded.write(name, CLEAN)
    guarded.git("add", "-A")
    assert commits(guarded) == 0


def test_before_the_first_commit(repo: Sandbox) -> None:
    repo.hooks()
    both(repo, ".teammem/a.md")


def test_sha256_repositories(tmp_path: Path, environment: dict[str, str]) -> None:
    path = tmp_path / "sha256"
    path.mkdir()
    repo = Sandbox(path, environment)
    repo.git("init", "-q", "--object-format=sha256", ".")
    repo.hooks()
    both(repo, ".teammem/a.md")


def test_a_linked_work_tree(guarded: Sandbox, tmp_path: Path) -> None:
    guarded.git("worktree", "add", "-q", str(tmp_path / "linked"), "-b", "linked")
    both(Sandbox(tmp_path / "linked", guarded.env), ".teammem/a.md")


def test_a_split_index(guarded: Sandbox) -> None:
    guarded.git("update-index", "--split-index")
    both(guarded, ".teammem/a.md")


def test_a_sparse_index(guarded: Sandbox) -> None:
    guarded.git("sparse-checkout", "set", "--sparse-index", "src")
    oid = guarded.git("hash-object", "-w", "--stdin", stdin=SECRET)
    guarded.git("update-index", "--add", "--cacheinfo", f"100644,{oid},.teammem/x.md")
    assert commits(guarded) == 1
    clean = guarded.git("hash-object", "-w", "--stdin", stdin=CLEAN)
    guarded.git("update-index", "--add", "--cacheinfo", f"100644,{clean},.teammem/x.md")
    assert commits(guarded) == 0


def test_objects_of_an_alternate(guarded: Sandbox, tmp_path: Path) -> None:
    clone = guarded.clone(tmp_path / "clone", "--shared")
    clone.hooks()
    both(clone, ".teammem/a.md")


def test_an_intent_to_add_is_not_content_yet(guarded: Sandbox) -> None:
    guarded.write(".teammem/later.md", SECRET)
    guarded.git("add", "-N", ".teammem/later.md")
    guarded.write("src/b.py", "b = 1\n")
    guarded.git("add", "src/b.py")
    assert commits(guarded) == 0
    guarded.git("add", ".teammem/later.md")
    assert commits(guarded) == 1


def test_a_mode_change_of_an_old_secret_is_judged(team: Sandbox) -> None:
    team.commit({".teammem/old.md": SECRET, ".teammem/ok.md": CLEAN})
    team.hooks()
    team.git("update-index", "--chmod=+x", ".teammem/ok.md")
    assert commits(team) == 0
    team.git("update-index", "--chmod=+x", ".teammem/old.md")
    assert commits(team) == 1


def test_a_file_that_becomes_a_link(guarded: Sandbox) -> None:
    (guarded.path / ".teammem/first.md").unlink()
    (guarded.path / ".teammem/first.md").symlink_to("../src/a.py")
    guarded.git("add", "-A")
    assert commits(guarded) == 1


def test_removing_a_secret_and_moving_it_out_are_never_refused(team: Sandbox) -> None:
    team.commit({".teammem/old.md": SECRET, ".teammem/other.md": SECRET})
    team.hooks()
    team.git("rm", "-q", ".teammem/old.md")
    assert commits(team) == 0
    team.git("mv", ".teammem/other.md", "outside.md")
    assert commits(team, "-v") == 0


def test_a_removal_shown_by_commit_v_in_an_editor_passes(team: Sandbox) -> None:
    team.commit({".teammem/old.md": SECRET})
    team.hooks()
    team.write(".teammem/old.md", CLEAN)
    team.git("add", "-A")
    editor = "sed -i '1s/^/remove it\\n/'"
    done = team.run("git", "commit", "-v", env={"GIT_EDITOR": editor}, check=False)
    assert done.code == 0, done.text


def test_amending_a_commit_that_no_hook_saw(guarded: Sandbox) -> None:
    guarded.write(".teammem/try.md", SECRET)
    guarded.git("add", "-A")
    guarded.git("-c", "core.hooksPath=/dev/null", "commit", "-qm", "no hooks")
    guarded.write("src/b.py", "b = 1\n")
    guarded.git("add", "-A")
    assert commits(guarded, "--amend", "--no-verify") == 1
    guarded.write(".teammem/try.md", CLEAN)
    guarded.git("add", "-A")
    assert commits(guarded, "--amend") == 0


def test_amending_the_first_commit(repo: Sandbox) -> None:
    repo.commit({".teammem/a.md": SECRET})
    repo.hooks()
    assert commits(repo, "--amend", "--no-verify") == 1
    repo.write(".teammem/a.md", CLEAN)
    repo.git("add", "-A")
    assert commits(repo, "--amend") == 0


def test_replace_refs_and_grafts_show_nothing_else(guarded: Sandbox) -> None:
    guarded.write(".teammem/try.md", SECRET)
    guarded.git("add", "-A")
    bad = guarded.git("rev-parse", ":.teammem/try.md")
    good = guarded.git("hash-object", "-w", "--stdin", stdin=CLEAN)
    guarded.git("replace", bad, good)
    assert guarded.git("cat-file", "blob", bad) == CLEAN.rstrip("\n")
    assert commits(guarded) == 1
    guarded.git("replace", "-d", bad)
    guarded.write(".teammem/try.md", CLEAN)
    guarded.git("add", "-A")
    assert commits(guarded) == 0


@pytest.mark.parametrize(
    "name",
    [
        "GIT_LITERAL_PATHSPECS",
        "GIT_GLOB_PATHSPECS",
        "GIT_NOGLOB_PATHSPECS",
        "GIT_ICASE_PATHSPECS",
        "GIT_EXTERNAL_DIFF",
        "GIT_DIFF_OPTS",
        "GIT_TRACE",
    ],
)
def test_variables_that_mislead_reads(guarded: Sandbox, name: str) -> None:
    guarded.env[name] = "1" if name != "GIT_EXTERNAL_DIFF" else "true"
    both(guarded, ".teammem/a.md")


@pytest.mark.parametrize(
    "setting",
    ["diff.relative=true", "diff.noprefix=true", "diff.renames=copies", "core.quotePath=true"],
)
def test_settings_that_mislead_reads(guarded: Sandbox, setting: str) -> None:
    guarded.git("config", *setting.split("="))
    both(guarded, ".teammem/a.md")


def test_no_diff_attributes_hide_nothing(guarded: Sandbox) -> None:
    guarded.write(".gitattributes", "*.md -diff\n")
    both(guarded, ".teammem/a.md")


def test_a_broken_team_configuration_stops_no_gate(guarded: Sandbox) -> None:
    guarded.write(".teammem/config.yaml", "a: [\n")
    both(guarded, ".teammem/a.md")


def test_amending_a_merge_judges_what_only_it_has(team: Sandbox) -> None:
    team.git("branch", "topic")
    team.commit({".teammem/old.md": SECRET})
    team.git("checkout", "-q", "topic")
    team.commit({".teammem/own.md": CLEAN})
    team.git("merge", "-q", "--no-edit", "main")
    team.hooks()
    team.write("src/b.py", "b = 1\n")
    team.git("add", "-A")
    assert commits(team, "--amend") == 0
    team.write(".teammem/evil.md", SECRET)
    team.git("add", "-A")
    assert commits(team, "--amend", "--no-verify") == 1


def test_taking_the_message_of_a_commit_judges_head_too(guarded: Sandbox) -> None:
    guarded.write(".teammem/try.md", SECRET)
    guarded.git("add", "-A")
    guarded.git("-c", "core.hooksPath=/dev/null", "commit", "-qm", "no hooks")
    editor = {"GIT_EDITOR": "true", "GIT_AUTHOR_DATE": ""}
    done = guarded.run("git", "commit", "-q", "--amend", "--no-verify", env=editor, check=False)
    assert done.code == 1
    guarded.write("src/b.py", "b = 1\n")
    guarded.git("add", "-A")
    file = str(guarded.write("../message", "clean\n"))
    assert guarded.gate("final", file, "commit").code == 1
    assert guarded.gate("final", file, "message", env={"GIT_AUTHOR_DATE": ""}).code == 0


def test_an_unreadable_merge_head_is_an_error(guarded: Sandbox) -> None:
    guarded.write(".teammem/a.md", CLEAN)
    guarded.git("add", "-A")
    (guarded.path / ".git/MERGE_HEAD").write_bytes(b"\xff")
    done = guarded.gate("staged")
    assert (done.code, "MERGE_HEAD cannot be read" in done.text) == (4, True)


class TestMerges:
    """What a merge merely brings is reported; what it adds of its own is refused."""

    @pytest.fixture
    def forked(self, team: Sandbox) -> Sandbox:
        """A branch `topic`, and a `main` that went on and holds an old secret."""
        team.git("branch", "topic")
        team.commit({".teammem/old.md": SECRET, "src/main.py": "m = 1\n"}, "main goes on")
        team.git("checkout", "-q", "topic")
        team.commit({".teammem/own.md": CLEAN, "src/topic.py": "t = 1\n"}, "topic goes on")
        team.hooks()
        return team

    def test_an_automatic_merge_passes_and_reports(self, forked: Sandbox) -> None:
        done = forked.run("git", "merge", "--no-edit", "main", check=False)
        assert done.code == 0, done.text
        assert "notice: .teammem/old.md" in done.text

    def test_pre_merge_commit_without_names_leaves_it_to_the_next_door(
        self, forked: Sandbox
    ) -> None:
        forked.git("merge", "-q", "--no-commit", "--no-ff", "main", check=False)
        done = forked.gate("staged", "--merge")
        assert done.code == 0
        assert "prepare-commit-msg decides" in done.text
        # The same state judged with the names that git gives.
        name = f"GITHEAD_{forked.git('rev-parse', 'main')}"
        assert forked.gate("staged", "--merge", env={name: "main"}).code == 0
        forked.write(".teammem/evil.md", SECRET)
        forked.git("add", "-A")
        assert forked.gate("staged", "--merge", env={name: "main"}).code == 1
        assert forked.gate("staged", "--merge").code == 0
        assert forked.gate("final").code == 1

    def test_a_conflicted_merge_passes_once_resolved(self, forked: Sandbox) -> None:
        forked.git("checkout", "-q", "main")
        forked.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "--allow-empty", "-m", "x")
        forked.write(".teammem/first.md", "# main\n")
        forked.git("-c", "core.hooksPath=/dev/null", "commit", "-qam", "main edits")
        forked.git("checkout", "-q", "topic")
        forked.write(".teammem/first.md", "# topic\n")
        forked.git("-c", "core.hooksPath=/dev/null", "commit", "-qam", "topic edits")
        assert forked.run("git", "merge", "-q", "main", check=False).code == 1
        forked.write(".teammem/first.md", SECRET)
        forked.git("add", "-A")
        assert forked.run("git", "commit", "--no-edit", check=False).code == 1
        forked.write(".teammem/first.md", "# both\n")
        forked.git("add", "-A")
        assert forked.run("git", "commit", "--no-edit", check=False).code == 0

    def test_an_octopus(self, forked: Sandbox) -> None:
        forked.git("branch", "third", "main~1")
        forked.git("checkout", "-q", "third")
        forked.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "--allow-empty", "-m", "e")
        forked.write(".teammem/third.md", SECRET)
        forked.git("add", "-A")
        forked.git("-c", "core.hooksPath=/dev/null", "commit", "-qm", "third")
        forked.git("checkout", "-q", "topic")
        done = forked.run("git", "merge", "--no-edit", "main", "third", check=False)
        assert done.code == 0, done.text
        assert len(forked.git("rev-parse", "HEAD^@").split()) == 3

    def test_a_fast_forward_runs_no_door(self, forked: Sandbox) -> None:
        forked.git("checkout", "-q", "-b", "behind", "main~1")
        assert forked.run("git", "merge", "-q", "--ff-only", "main", check=False).code == 0


class TestAllRoots:
    """With nothing staged, everything in team roots is judged (`pre-commit run --all-files`)."""

    def test_the_verdict_counts(self, team: Sandbox) -> None:
        team.commit({"lib/.teammem/x.md": CLEAN})
        done = team.gate("staged")
        assert (done.code, "2 files in 2 roots" in done.text) == (0, True)

    def test_an_old_secret_is_refused(self, team: Sandbox) -> None:
        team.commit({".teammem/old.md": SECRET})
        assert team.gate("staged").code == 1

    def test_without_a_root_it_says_that_nothing_is_guarded(self, repo: Sandbox) -> None:
        repo.commit({"a.py": "a = 1\n"})
        done = repo.gate("staged")
        assert (done.code, "nothing is guarded" in done.text) == (0, True)

    def test_from_a_folder_below_the_top(self, team: Sandbox) -> None:
        team.commit({".teammem/old.md": SECRET})
        below = Sandbox(team.path / "src", team.env)
        assert below.teammem("guard", "staged").code == 1
        team.git("rm", "-q", ".teammem/old.md")
        team.git("commit", "-qm", "gone")
        assert below.teammem("guard", "staged").code == 0


def test_an_identity_with_a_secret(guarded: Sandbox) -> None:
    guarded.write(".teammem/a.md", CLEAN)
    guarded.git("add", "-A")
    assert commits(guarded, GIT_COMMITTER_NAME=fake.github()) == 1
    assert commits(guarded) == 0


def test_a_filter_attribute(guarded: Sandbox) -> None:
    guarded.git("config", "filter.crypt.clean", "cat")
    guarded.write(".gitattributes", "*.md filter=crypt\n")
    guarded.write(".teammem/a.md", CLEAN)
    guarded.git("add", "-A")
    assert commits(guarded) == 1
    guarded.write(".gitattributes", "*.txt filter=crypt\n")
    guarded.git("add", "-A")
    assert commits(guarded) == 0


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        (
            "<<<<<<< a\n=======\n>>>>>>> b\n",
            f"revoked: {'0' * 40}\nreason: r\nby: b\nat: t\nschema: 1\n",
        ),
        ("- a\n", f"revoked: {'0' * 40}\nreason: r\nby: b\nat: t\nschema: 1\n"),
        (
            f"revoked: {'0' * 40}\nby: b\nat: t\nschema: 1\n",
            f"revoked: {'0' * 40}\nreason: r\nby: b\nat: t\nschema: 1\n",
        ),
    ],
    ids=["conflict", "list", "no reason"],
)
def test_allow_entries_that_cannot_be_read(guarded: Sandbox, bad: str, good: str) -> None:
    guarded.write(".teammem/allow/x-000000.yaml", bad)
    guarded.git("add", "-A")
    assert commits(guarded) == 1
    guarded.write(".teammem/allow/x-000000.yaml", good)
    guarded.git("add", "-A")
    assert commits(guarded) == 0


def test_tombstones_that_cannot_be_read(guarded: Sandbox) -> None:
    name = ".teammem/tombstones/x-000000.yaml"
    guarded.write(name, "<<<<<<< a\nid: x\n=======\n>>>>>>> b\n")
    guarded.git("add", "-A")
    assert commits(guarded) == 1
    guarded.write(name, "schema: 99\nwhatever: a later version wrote it\n")
    guarded.git("add", "-A")
    assert commits(guarded) == 0
