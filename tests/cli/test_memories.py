"""The verbs about memories, as people type them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from teammem.git import history
from tests.support import fake
from tests.support.sandbox import Done, Sandbox

FREEZE = "Deploys freeze on Friday noon; releases wait until Monday."
AGENT = {"TEAMMEM_ACTOR": "agent/claude"}


def data(done: Done) -> Any:
    return json.loads(done.out)["data"]


def remember(repo: Sandbox, text: str, *args: str) -> Any:
    done = repo.teammem("remember", text, "--json", *args)
    assert done.code == 0, done.text
    return data(done)


@pytest.fixture
def freeze(team: Sandbox) -> Any:
    found = remember(team, FREEZE, "--tier", "team", "--name", "freeze", "--keyword", "deploy")
    team.commit(message="freeze")
    return found


class TestRemember:
    def test_the_answer_names_tier_path_and_the_next_command(self, team: Sandbox) -> None:
        done = team.teammem("remember", FREEZE, "--tier", "team", "--name", "freeze")
        assert done.text == (
            "remembered (team): .teammem/freeze.md\n"
            "next: git add -- .teammem/freeze.md && git commit\n"
            "  or: teammem sync\n"
        )
        assert (
            "description: Deploys freeze on Friday noon"
            in (team.path / ".teammem/freeze.md").read_text()
        )

    def test_types_choose_the_tier(self, team: Sandbox) -> None:
        assert remember(team, "I like short answers.", "--type", "feedback")["tier"] == "user"
        assert remember(team, "The staging database is reset at night.")["tier"] == "project"
        done = team.teammem("remember", "About me.", "--type", "user", "--tier", "team")
        assert done.code == 1

    def test_standard_input_and_dry_runs(self, team: Sandbox) -> None:
        done = team.teammem("remember", "-", "--tier", "team", "--dry-run", stdin=FREEZE)
        assert (done.code, "would write .teammem/" in done.text) == (0, True)
        assert [path.name for path in (team.path / ".teammem").iterdir()] == ["first.md"]

    def test_near_duplicates_wait_for_a_decision(self, team: Sandbox, freeze: Any) -> None:
        again = "Deploys freeze on Friday at noon; releases wait until Monday."
        done = team.teammem("remember", again, "--tier", "team")
        assert (done.code, "nearly the same" in done.text) == (1, True)
        assert remember(team, again, "--tier", "team", "--on-duplicate", "keep")["written"]
        refused = team.teammem("remember", again, "--tier", "team", "--json", env=AGENT)
        assert (refused.code, freeze["id"] in refused.text or "show" in refused.text) == (1, True)

    def test_a_secret_is_refused_before_a_byte_is_written(self, team: Sandbox) -> None:
        done = team.teammem("remember", f"log in with {fake.github()}", "--tier", "team")
        assert done.code == 1
        assert fake.github() not in done.text
        assert [path.name for path in (team.path / ".teammem").iterdir()] == ["first.md"]
        assert remember(team, "log in with the vault", "--tier", "team")["written"]

    def test_without_a_team_root(self, repo: Sandbox) -> None:
        done = repo.teammem("remember", FREEZE, "--tier", "team")
        assert (done.code, "teammem init" in done.text) == (7, True)


class TestReading:
    def test_list_filters(self, team: Sandbox, freeze: Any) -> None:
        remember(team, "The staging database is reset at night.")
        assert len(data(team.teammem("list", "--json"))) == 3
        assert [
            one["id"]
            for one in data(team.teammem("list", "--json", "--author", "ana", "--tier", "team"))
        ] == [freeze["id"]]
        assert team.teammem("list", "--status", "retired").code == 7
        assert team.teammem("list", "--since", "yesterday").code == 2
        assert team.teammem("list", "--since", "2000-01-01").code == 0
        assert team.teammem("list", "--since", "2999-01-01").code == 7
        assert team.teammem("list", "--candidates").code == 7
        # The first memory names no date: git's counts, which is the sandbox's clock.
        assert [one["id"] for one in data(team.teammem("list", "--stale", "--json"))] == [None]
        assert "freeze (project): Deploys" in team.teammem("list", "--type", "project").text
        assert team.teammem("list", "--invalid").code == 7
        team.write(".teammem/broken.md", b"\xff\xfe\xff")
        assert "broken.md:" in team.teammem("list", "--invalid").text

    def test_show_by_id_prefix_name_and_path(self, team: Sandbox, freeze: Any) -> None:
        for word in (freeze["id"], freeze["id"][:12], "freeze", ".teammem/freeze.md"):
            assert data(team.teammem("show", word, "--json"))["body"].strip() == FREEZE
        assert "freeze.md (team)" in team.teammem("show", "freeze").text
        assert team.teammem("show", "nothing").code == 7

    def test_recall_and_silence(self, team: Sandbox, freeze: Any) -> None:
        found = team.teammem("recall", "when", "may", "I", "deploy", "--json")
        assert [one["id"] for one in data(found)["results"]] == [freeze["id"]]
        assert team.teammem("recall", "zebra").code == 7
        assert "score" in team.teammem("recall", "deploy", "--explain").text
        team.teammem("trust")
        text = team.teammem("recall", "deploy", "--for-agent").text
        assert text.startswith("[teammem v1]")
        assert team.teammem("recall", "zebra", "--for-agent").out == b""
        assert team.teammem("recall", "deploy", "--surfaced", freeze["id"]).code == 7

    def test_recall_of_named_roots(self, team: Sandbox, freeze: Any) -> None:
        assert freeze["written"]
        named = team.teammem("recall", "deploy", "--root", "team=.teammem", "--json")
        assert len(data(named)["results"]) == 1
        assert team.teammem("recall", "deploy", "--root", "team=src").code == 7
        assert team.teammem("recall", "deploy", "--root", "nonsense").code == 2

    def test_agents_are_served_the_team_only_of_trusted_clones(
        self, team: Sandbox, freeze: Any
    ) -> None:
        assert freeze["written"]
        assert team.teammem("recall", "deploy", "--for-agent").code == 7
        assert team.teammem("recall", "deploy").code == 0
        assert team.teammem("trust", env=AGENT).code == 1
        assert team.teammem("trust").code == 0
        assert team.teammem("recall", "deploy", "--for-agent").code == 0
        assert "served to agents: yes" in team.teammem("where").text

    def test_prime(self, team: Sandbox, freeze: Any) -> None:
        assert freeze["written"]
        text = team.teammem("prime").text
        assert "| freeze: Deploys freeze" in text
        assert len(text) <= 6_001

    def test_where(self, team: Sandbox) -> None:
        rows = data(team.teammem("where", "--json"))["roots"]
        assert [row["tier"] for row in rows] == ["team", "project", "user"]
        assert team.teammem("where", "--adopt", "/nowhere").code == 7
        outside = Sandbox(team.path.parent, team.env)
        assert "project: none" in outside.teammem("where").text
        done = outside.teammem("remember", "x y z")
        assert (done.code, "--project-scope directory" in done.text) == (5, True)
        assert remember(outside, "x y z", "--project-scope", "directory")["written"]


class TestChanging:
    def test_edit_by_options(self, team: Sandbox, freeze: Any) -> None:
        done = team.teammem("edit", freeze["id"], "--set", "type=reference", "--unset", "keywords")
        assert done.code == 0, done.text
        text = (team.path / ".teammem/freeze.md").read_text()
        assert "type: reference" in text
        assert "keywords" not in text
        assert "nothing changed" in team.teammem("edit", "freeze", "--set", "type=reference").text
        assert team.teammem("edit", "freeze", "--set", "nonsense").code == 2
        assert "would write" in team.teammem("edit", "freeze", "--body", "new", "--dry-run").text
        assert team.teammem("edit", "freeze", "--status", "retired").code == 0
        assert team.teammem("recall", "deploy").code == 7

    def test_edit_in_an_editor(self, team: Sandbox, freeze: Any) -> None:
        assert freeze["written"]
        sed = {"EDITOR": "sed -i s/Friday/Thursday/"}
        assert team.teammem("edit", "freeze", env=sed).code == 0
        assert "Thursday noon" in (team.path / ".teammem/freeze.md").read_text()
        assert "nothing changed" in team.teammem("edit", "freeze", env={"EDITOR": "true"}).text

    def test_an_agents_edit_is_a_candidate_until_a_person_verifies(
        self, team: Sandbox, freeze: Any
    ) -> None:
        args = ("edit", freeze["id"], "--body", "Deploys freeze on Thursday.", "--json")
        assert team.teammem(*args, env=AGENT).code == 1
        Path(team.env["TEAMMEM_HOME"]).mkdir(exist_ok=True)
        Path(team.env["TEAMMEM_HOME"], "config.yaml").write_text("agents.write: team\n")
        done = team.teammem(*args, env=AGENT)
        proposed = data(done)
        assert proposed["status"] == "candidate"
        assert proposed["path"] != freeze["path"]
        assert team.teammem("verify", proposed["id"], env=AGENT).code == 1
        told = team.teammem("verify", proposed["id"])
        assert (told.code, freeze["id"] in told.text) == (0, True)
        recalled = data(team.teammem("recall", "deploys freeze", "--json"))["results"]
        assert [one["id"] for one in recalled] == [proposed["id"]]

    def test_pins_are_peoples(self, team: Sandbox, freeze: Any) -> None:
        assert team.teammem("pin", "freeze", env=AGENT).code == 1
        assert "moved to .teammem/pinned/freeze.md" in team.teammem("pin", "freeze").text
        assert "it is there already" in team.teammem("pin", "freeze").text
        assert team.teammem("edit", "freeze", "--body", "x", env=AGENT).code == 1
        assert team.teammem("forget", freeze["id"], "--yes", env=AGENT).code == 1
        assert team.teammem("pin", "freeze", "--undo").code == 0
        assert team.git("status", "--porcelain") == ""

    @pytest.mark.parametrize("verb", ["forget", "pin", "promote"])
    def test_a_plain_commit_records_the_whole_act(self, team: Sandbox, verb: str) -> None:
        team.hooks()
        if verb == "promote":
            remember(team, FREEZE, "--name", "freeze")
            assert team.teammem("promote", "freeze").code == 0
        else:
            remember(team, FREEZE, "--tier", "team", "--name", "freeze")
            team.commit()
            assert team.teammem(verb, "freeze", *(["--yes"] if verb == "forget" else [])).code == 0
        team.git("commit", "-qam", verb)
        assert team.git("status", "--porcelain") == ""

    def test_forgetting_and_reviving(self, team: Sandbox, freeze: Any) -> None:
        preview = team.teammem("forget", "freeze")
        assert (preview.code, "do it with --yes" in preview.text) == (1, True)
        assert (team.path / ".teammem/freeze.md").exists()
        done = team.teammem("forget", "freeze", "--yes", "--reason", "wrong")
        assert (done.code, "no erasure" in done.text) == (0, True)
        team.commit()
        assert team.teammem("remember", FREEZE.upper(), "--tier", "team").code == 1
        assert team.teammem("recall", "deploy").code == 7
        assert team.teammem("revive", freeze["id"], env=AGENT).code == 1
        revived = team.teammem("revive", freeze["id"])
        assert (revived.code, "revived from" in revived.text) == (0, True)
        assert team.teammem("recall", "deploy").code == 0
        assert team.teammem("forget", "nothing").code == 7

    def test_conflict_copies(self, team: Sandbox, freeze: Any) -> None:
        text = Path(freeze["path"]).read_text().replace("Friday", "Thursday")
        team.write(".teammem/freeze.conflict-0123abcd.md", text)
        shown = team.teammem("resolve", "freeze.conflict-0123abcd")
        assert (shown.code, "choose with --keep" in shown.text) == (1, True)
        assert team.teammem("resolve", "freeze.conflict-0123abcd", "--keep", "copy").code == 0
        assert "Thursday" in Path(freeze["path"]).read_text()

    def test_import_twice_adds_nothing(self, team: Sandbox) -> None:
        team.write("../old/note.md", fake.memory("The old store knows this."))
        team.write("../old/bad.md", b"\xff\xfe\xff")
        source = str(team.path.parent / "old")
        preview = team.teammem("import", source)
        assert "new " in preview.text
        assert "left" in preview.text
        assert "imported 1 memories" in team.teammem("import", source, "--yes").text
        assert "imported 0 memories" in team.teammem("import", source, "--yes").text


class TestChecking:
    @pytest.fixture(autouse=True)
    def well_formed(self, team: Sandbox) -> None:
        team.commit({".teammem/first.md": fake.memory("plain", "first")})

    def test_clean_and_not(self, team: Sandbox) -> None:
        assert team.teammem("check").code == 0
        team.write(".teammem/bad.md", "---\nname: [\n---\nx\n")
        done = team.teammem("check", "--tier", "team")
        assert (done.code, "[TM0" in done.text) == (1, True)
        assert "::error file=.teammem/bad.md" in team.teammem("check", "--format", "github").text

    def test_what_a_change_makes_doubtful(self, team: Sandbox) -> None:
        remember(team, "The limit is 5.", "--tier", "team", "--cite", "src/a.py:1-1")
        before = team.commit()
        assert "nothing to report" in team.teammem("check", "--since", before).text
        team.commit({"src/a.py": "a = 2\n"})
        done = team.teammem("check", "--since", before, "--format", "github")
        assert (done.code, "::notice file=src/a.py,line=1" in done.text) == (0, True)

    def test_the_index_is_written_only_where_it_is_ours(self, team: Sandbox, freeze: Any) -> None:
        assert freeze["written"]
        assert "(freeze.md)" in team.teammem("index").text
        assert team.teammem("index", "--write").code == 0
        assert team.teammem("index", "--write").code == 0
        team.write(".teammem/MEMORY.md", "# Mine\n")
        assert team.teammem("index", "--write").code == 1
        assert (team.path / ".teammem/MEMORY.md").read_text() == "# Mine\n"


class TestLog:
    def test_who_changed_what(self, team: Sandbox, freeze: Any) -> None:
        assert freeze["written"]
        team.teammem("edit", "freeze", "--set", "type=reference")
        team.commit(message="now a reference")
        rows = data(team.teammem("log", "freeze", "--json"))
        assert [row["subject"] for row in rows] == ["now a reference", "freeze"]
        assert [row["change"] for row in rows] == ["modify", "add"]
        remember(team, "The staging database is reset at night.", "--name", "private")
        assert team.teammem("log", "private").code == 2
        remember(team, "Another fact of the team.", "--tier", "team", "--name", "fresh")
        assert "not committed yet" in team.teammem("log", "fresh").text

    def test_it_agrees_with_gits_own(self, team: Sandbox, tmp_path: Path) -> None:
        for number in range(3):
            team.commit(
                {".teammem/a.md": f"{number}\n", "src/x.py": f"x = {number}\n"}, f"n{number}"
            )
            team.commit({"src/y.py": f"y = {number}\n"}, "elsewhere")
        team.git("checkout", "-q", "-b", "side")
        team.commit({".teammem/a.md": "side\n"}, "side")
        team.git("checkout", "-q", "main")
        team.commit({"src/z.py": "z\n"}, "main goes on")
        team.git("merge", "-q", "--no-edit", "side")
        linked = tmp_path / "linked"
        team.git("worktree", "add", "-q", str(linked), "HEAD")
        told = team.git("log", "--format=%H", "--", ".teammem/a.md").split()
        for top in (team.path, linked):
            found = [one.commit for one in history.of_path(str(top), b".teammem/a.md", 50)]
            assert found == told
        assert len(list(history.of_path(str(team.path), b".teammem/a.md", 2))) == 2

    def test_before_the_first_commit(self, repo: Sandbox) -> None:
        assert list(history.of_path(str(repo.path), b"a", 5)) == []
