"""The range in CI: every event of GitHub and GitLab; variables widen it and never narrow it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import fake
from tests.support.sandbox import Done, Sandbox

SECRET = fake.memory(f"log in with {fake.github()}")
CLEAN = fake.memory("log in with the vault")
ZERO = "0" * 40


@pytest.fixture
def origin(team: Sandbox, tmp_path: Path) -> Sandbox:
    """A server whose `main` has an old secret, removed since; then `team` goes on."""
    team.commit({".teammem/old.md": SECRET}, "old secret")
    team.git("rm", "-q", ".teammem/old.md")
    team.commit({"x": "1"}, "removed")
    bare = Sandbox.create(tmp_path / "server", team.env, bare=True)
    team.git("remote", "add", "origin", str(bare.path))
    team.git("push", "-q", "-u", "origin", "main")
    return bare


def checkout(origin: Sandbox, path: Path, ref: str, *options: str) -> Sandbox:
    clone = Sandbox(path, origin.env)
    clone.env["GIT_CONFIG_COUNT"] = "0"
    origin.git("clone", "-q", *options, f"file://{origin.path}", str(path))
    clone.git("checkout", "-q", "--detach", ref)
    return clone


def github(repo: Sandbox, event: str, *args: str, payload: object = None, **env: str) -> Done:
    body = {"repository": {"default_branch": "main"}} | (payload or {})  # type: ignore[operator]
    file = repo.path.parent / "event.json"
    file.write_text(json.dumps(body))
    return repo.teammem(
        *("guard", "range", *args),
        env={
            "GITHUB_ACTIONS": "true",
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": str(file),
            "GITHUB_REF": "refs/heads/main",
            **env,
        },
    )


class TestGitHub:
    def test_a_push_to_the_default_branch(
        self, team: Sandbox, origin: Sandbox, tmp_path: Path
    ) -> None:
        before = team.git("rev-parse", "HEAD")
        team.commit({".teammem/a.md": CLEAN})
        team.git("push", "-q")
        clone = checkout(origin, tmp_path / "ci", "origin/main")
        done = github(clone, "push", payload={"before": before})
        assert (done.code, f"{before[:10]}.." in done.text) == (0, True)

    def test_a_push_with_a_secret_that_its_last_commit_removes(
        self, team: Sandbox, origin: Sandbox, tmp_path: Path
    ) -> None:
        before = team.git("rev-parse", "HEAD")
        team.commit({".teammem/a.md": SECRET})
        team.git("rm", "-q", ".teammem/a.md")
        team.commit()
        team.git("push", "-q")
        clone = checkout(origin, tmp_path / "ci", "origin/main")
        assert github(clone, "push", payload={"before": before}).code == 1

    @pytest.mark.parametrize(
        "before", [ZERO, "f" * 40, "", "HEAD", "HEAD~1", "origin/main", "--all", "the head"]
    )
    def test_an_unknown_state_before_judges_everything(
        self, origin: Sandbox, tmp_path: Path, before: str
    ) -> None:
        clone = checkout(origin, tmp_path / "ci", "origin/main")
        if before == "the head":
            before = clone.git("rev-parse", "HEAD")
        done = github(clone, "push", payload={"before": before})
        assert (done.code, "before the push is unknown" in done.text) == (1, True)

    def test_a_forced_push_judges_everything(
        self, team: Sandbox, origin: Sandbox, tmp_path: Path
    ) -> None:
        team.git("checkout", "-q", "--orphan", "other")
        aside = team.commit(message="aside")
        team.git("push", "-q", "origin", f"{aside}:refs/heads/aside")
        clone = checkout(origin, tmp_path / "ci", "origin/main")
        done = github(clone, "push", payload={"before": aside})
        assert (done.code, "since it was rewritten" in done.text) == (1, True)

    def test_a_pull_request_judges_what_its_target_lacks(
        self, team: Sandbox, origin: Sandbox, tmp_path: Path
    ) -> None:
        team.git("checkout", "-q", "-b", "topic")
        team.commit({".teammem/a.md": CLEAN})
        team.git("push", "-q", "origin", "topic")
        clone = checkout(origin, tmp_path / "ci", "origin/topic")
        done = github(clone, "pull_request", GITHUB_BASE_REF="main")
        assert (done.code, "what origin/main lacks" in done.text) == (0, True)
        team.commit({".teammem/b.md": SECRET})
        team.git("push", "-q", "origin", "topic")
        clone = checkout(origin, tmp_path / "ci2", "origin/topic")
        assert github(clone, "pull_request", GITHUB_BASE_REF="main").code == 1

    def test_a_target_that_is_not_fetched_judges_everything(
        self, origin: Sandbox, tmp_path: Path
    ) -> None:
        clone = checkout(origin, tmp_path / "ci", "origin/main")
        done = github(clone, "pull_request", GITHUB_BASE_REF="nowhere")
        assert (done.code, "is not fetched" in done.text) == (1, True)

    def test_a_merge_queue_entry(self, origin: Sandbox, tmp_path: Path) -> None:
        clone = checkout(origin, tmp_path / "ci", "origin/main")
        clone.commit({".teammem/a.md": CLEAN})
        payload = {"merge_group": {"base_ref": "refs/heads/main", "base_sha": ZERO}}
        assert github(clone, "merge_group", payload=payload).code == 0
        clone.commit({".teammem/b.md": SECRET})
        assert github(clone, "merge_group", payload=payload).code == 1

    @pytest.mark.parametrize("event", ["schedule", "workflow_dispatch"])
    def test_a_scheduled_run_judges_everything(
        self, origin: Sandbox, tmp_path: Path, event: str
    ) -> None:
        clone = checkout(origin, tmp_path / "ci", "origin/main")
        assert github(clone, event).code == 1

    def test_a_new_branch(self, team: Sandbox, origin: Sandbox, tmp_path: Path) -> None:
        team.git("checkout", "-q", "-b", "topic")
        team.commit({".teammem/a.md": CLEAN})
        team.git("push", "-q", "origin", "topic")
        clone = checkout(origin, tmp_path / "ci", "origin/topic")
        done = github(clone, "push", payload={"before": ZERO}, GITHUB_REF="refs/heads/topic")
        assert done.code == 0, done.text

    def test_tags(self, team: Sandbox, origin: Sandbox, tmp_path: Path) -> None:
        team.git("tag", "-a", "good", "-m", "release")
        team.git("tag", "-a", "bad", "-m", fake.github())
        team.git("push", "-q", "origin", "good", "bad")
        clone = checkout(origin, tmp_path / "ci", "good")
        assert github(clone, "push", GITHUB_REF="refs/tags/good").code == 0
        assert github(clone, "push", GITHUB_REF="refs/tags/bad").code == 1

    def test_an_unreadable_payload_only_widens(self, origin: Sandbox, tmp_path: Path) -> None:
        clone = checkout(origin, tmp_path / "ci", "origin/main")
        done = github(clone, "push", GITHUB_EVENT_PATH=str(tmp_path / "none"))
        assert done.code == 0  # off the default branch: what origin/main lacks, which is nothing
        (tmp_path / "bad.json").write_text("[")
        assert github(clone, "push", GITHUB_EVENT_PATH=str(tmp_path / "bad.json")).code == 0
        clone.commit({".teammem/b.md": SECRET})
        assert github(clone, "push", GITHUB_EVENT_PATH="").code == 1


def gitlab(repo: Sandbox, source: str, **env: str) -> Done:
    return repo.teammem(
        *("guard", "range"),
        env={
            "GITLAB_CI": "true",
            "CI_PIPELINE_SOURCE": source,
            "CI_DEFAULT_BRANCH": "main",
            **env,
        },
    )


class TestGitLab:
    def test_events(self, team: Sandbox, origin: Sandbox, tmp_path: Path) -> None:
        before = team.git("rev-parse", "HEAD")
        team.commit({".teammem/a.md": CLEAN})
        team.git("push", "-q")
        clone = checkout(origin, tmp_path / "ci", "origin/main")
        on_default = {"CI_COMMIT_BRANCH": "main"}
        assert gitlab(clone, "push", CI_COMMIT_BEFORE_SHA=before, **on_default).code == 0
        assert gitlab(clone, "push", CI_COMMIT_BEFORE_SHA=ZERO, **on_default).code == 1
        assert gitlab(clone, "push", CI_COMMIT_BRANCH="topic").code == 0
        assert gitlab(clone, "schedule").code == 1
        request = {"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
        assert gitlab(clone, "merge_request_event", **request).code == 0
        clone.commit({".teammem/b.md": SECRET})
        assert gitlab(clone, "merge_request_event", **request).code == 1
        assert gitlab(clone, "push", CI_COMMIT_BRANCH="topic").code == 1

    def test_tags(self, team: Sandbox, origin: Sandbox, tmp_path: Path) -> None:
        team.git("tag", "-a", "bad", "-m", fake.github())
        team.git("push", "-q", "origin", "bad")
        clone = checkout(origin, tmp_path / "ci", "bad")
        assert gitlab(clone, "push", CI_COMMIT_TAG="bad").code == 1
        assert gitlab(clone, "push", CI_COMMIT_TAG="none").code == 0


class TestByHand:
    @pytest.mark.usefixtures("origin")
    def test_without_variables_what_the_default_branch_lacks(self, team: Sandbox) -> None:
        assert team.teammem("guard", "range").code == 0
        team.commit({".teammem/b.md": SECRET})
        assert team.teammem("guard", "range").code == 1

    def test_without_a_remote_everything(self, team: Sandbox) -> None:
        assert team.teammem("guard", "range").code == 0
        team.commit({".teammem/old.md": SECRET})
        team.git("rm", "-q", ".teammem/old.md")
        team.commit()
        assert team.teammem("guard", "range").code == 1

    @pytest.mark.usefixtures("origin")
    def test_named_revisions(self, team: Sandbox) -> None:
        assert team.teammem("guard", "range", "HEAD~1..HEAD").code == 0
        assert team.teammem("guard", "range", "HEAD~1...HEAD").code == 0
        assert team.teammem("guard", "range", "HEAD~2..").code == 1
        assert team.teammem("guard", "range", "HEAD").code == 1

    @pytest.mark.parametrize("text", ["none..HEAD", "HEAD..none", "--upload-pack=x"])
    def test_revisions_that_do_not_exist(self, team: Sandbox, text: str) -> None:
        done = team.teammem("guard", "range", "--", text)
        assert (done.code, "no commit is called" in done.text) == (2, True)
        assert team.teammem("guard", "range", "HEAD", "--allow-from", "none").code == 2

    def test_without_a_commit(self, repo: Sandbox) -> None:
        assert repo.teammem("guard", "range").code == 4

    def test_a_shallow_clone_says_so(self, origin: Sandbox, tmp_path: Path) -> None:
        clone = checkout(origin, tmp_path / "ci", "HEAD", "--depth=1")
        done = clone.teammem("guard", "range", "HEAD")
        assert (done.code, "fetch-depth: 0" in done.text) == (0, True)


@pytest.mark.usefixtures("origin")
def test_a_content_filter_in_the_range(team: Sandbox) -> None:
    team.commit({".gitattributes": "*.md filter=crypt\n", ".teammem/a.md": CLEAN})
    done = team.teammem("guard", "range")
    assert (done.code, "[content-filter" in done.text) == (1, True)
    team.commit({".gitattributes": "*.py filter=crypt\n"})
    assert team.teammem("guard", "range").code == 0


def test_trees_of_commits(team: Sandbox) -> None:
    assert team.teammem("guard", "tree").code == 0
    team.commit({".teammem/b.md": SECRET})
    assert team.teammem("guard", "tree").code == 1
    assert team.teammem("guard", "tree", "HEAD~1").code == 0
    assert team.gate("tree").code == 1
    assert team.gate("tree", "HEAD~1").code == 0
    assert team.teammem("guard", "tree", "none").code == 2
    bare = Sandbox.create(team.path.parent / "bare", team.env, bare=True)
    team.git("push", "-q", str(bare.path), "main")
    assert bare.teammem("guard", "tree", "main").code == 1
    assert bare.teammem("guard", "tree", "main~1").code == 0
