"""Commit messages: what git will store is what is judged, whatever variable or setting says."""

from __future__ import annotations

import pytest

from tests.support import fake
from tests.support.sandbox import Done, Sandbox

CLEAN = fake.memory("log in with the vault")
TOKEN = fake.github()  # begins with "gh"


@pytest.fixture
def staged(team: Sandbox) -> Sandbox:
    """All hooks, and a clean note that waits for its message."""
    team.hooks()
    team.write(".teammem/a.md", CLEAN)
    team.git("add", "-A")
    return team


def edited(repo: Sandbox, text: str, *args: str, **env: str) -> Done:
    """Commit with an editor that writes `text`."""
    file = repo.path.parent / "typed"
    file.write_text(text)
    # Without a date of its own, as at a terminal: an amended commit keeps its author's.
    at_a_terminal = {"GIT_EDITOR": f"cp '{file}'", "GIT_AUTHOR_DATE": "", **env}
    return repo.run("git", "commit", "-q", *args, env=at_a_terminal, check=False)


def test_a_secret_that_is_typed(staged: Sandbox) -> None:
    assert edited(staged, f"note\n\n{TOKEN}\n").code == 1
    assert edited(staged, f"note\n\n# {TOKEN}\n").code == 0
    assert TOKEN not in staged.git("log", "-1", "--format=%B")


def test_git_config_does_not_choose_what_a_comment_is(staged: Sandbox) -> None:
    """`git config` reads the file that GIT_CONFIG names; `git commit` does not."""
    file = staged.write("../settings", "[core]\n\tcommentChar = g\n")
    done = edited(staged, f"note\n\n{TOKEN}\n", GIT_CONFIG=str(file))
    assert done.code == 1
    assert edited(staged, "note\n", GIT_CONFIG=str(file)).code == 0


def test_a_comment_string_counts_only_where_git_knows_it(staged: Sandbox) -> None:
    staged.git("config", "core.commentString", "gh")
    done = edited(staged, f"note\n\n{TOKEN}\n")
    stored = "" if done.code else staged.git("log", "-1", "--format=%B")
    assert TOKEN not in stored
    assert TOKEN not in done.text
    if done.code:  # git before 2.45 would have stored the line
        assert edited(staged, "note\n").code == 0


def test_the_last_comment_character_of_several_counts(staged: Sandbox) -> None:
    staged.git("config", "core.commentChar", ";")
    staged.git("config", "--add", "core.commentChar", "%")
    assert edited(staged, f"note\n\n; {TOKEN}\n").code == 1
    assert edited(staged, f"note\n\n% {TOKEN}\n").code == 0


class TestAmending:
    """A new message for a commit that touches a root, where nothing else changes."""

    @pytest.fixture
    def old(self, staged: Sandbox) -> Sandbox:
        staged.git("commit", "-qm", "clean")
        return staged

    @pytest.mark.parametrize("options", [(), ("--no-verify",)])
    def test_given_at_the_command_line(self, old: Sandbox, options: tuple[str, ...]) -> None:
        said = old.run("git", "commit", "-q", "--amend", *options, "-m", TOKEN, check=False)
        assert said.code == 1
        old.git("commit", "-q", "--amend", *options, "-m", "clean again")

    def test_typed(self, old: Sandbox) -> None:
        assert edited(old, f"note\n\n{TOKEN}\n", "--amend").code == 1
        assert edited(old, "note\n", "--amend").code == 0

    def test_typed_beside_a_change_elsewhere(self, old: Sandbox) -> None:
        old.write("src/b.py", "b = 1\n")
        old.git("add", "-A")
        assert edited(old, f"note\n\n{TOKEN}\n", "--amend").code == 1
        assert edited(old, "note\n", "--amend").code == 0

    def test_of_the_first_commit(self, repo: Sandbox) -> None:
        repo.commit({".teammem/a.md": CLEAN})
        repo.hooks()
        assert repo.run("git", "commit", "-q", "--amend", "-m", TOKEN, check=False).code == 1
        assert edited(repo, f"note\n\n{TOKEN}\n", "--amend").code == 1
        repo.git("commit", "-q", "--amend", "-m", "clean")

    def test_in_a_rebase(self, old: Sandbox) -> None:
        old.commit({"src/b.py": "b = 1\n"})
        file = old.path.parent / "typed"
        file.write_text(f"note\n\n{TOKEN}\n")
        env = {
            "GIT_SEQUENCE_EDITOR": "sed -i '1s/^pick/reword/'",
            "GIT_EDITOR": f"cp '{file}'",
            "GIT_AUTHOR_DATE": "",
            "GIT_COMMITTER_DATE": "",
        }
        said = old.run("git", "rebase", "-q", "-i", "HEAD~2", env=env, check=False)
        assert TOKEN not in old.git("log", "--format=%B", "HEAD")
        assert said.code == 1
        old.git("rebase", "--abort")
        file.write_text("note\n")
        old.run("git", "rebase", "-q", "-i", "HEAD~2", env=env)

    def test_of_a_commit_elsewhere(self, old: Sandbox) -> None:
        old.write("src/b.py", "b = 1\n")
        old.git("add", "-A")
        old.git("commit", "-qm", "elsewhere")
        assert edited(old, f"note\n\n{TOKEN}\n", "--amend").code == 0
