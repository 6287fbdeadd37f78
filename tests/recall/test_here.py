from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from teammem.detect import allow, engine
from teammem.memory import tombstone
from teammem.recall.ask import Clock
from teammem.recall.here import everywhere, given, recall, refresh, session_start
from teammem.recall.model import Recalled
from teammem.recall.prime import BUDGET
from teammem.recall.select import Terms
from teammem.roots import find
from tests.support import fake
from tests.support.sandbox import Sandbox

NOW = Clock(2_000_000_000_000_000_000, date(2030, 1, 15))
QUESTION = "where is the signing key"
OLD = "0" + "1" * 25


def memory(name: str = "signing key", body: str = "In the vault.", **more: str) -> str:
    front = "".join(f"{key}: {value}\n" for key, value in more.items())
    return f"---\nname: {name}\n{front}---\n{body}\n"


class Here:
    """A clone, its private roots and its caches."""

    def __init__(self, repo: Sandbox, tmp_path: Path) -> None:
        self.repo = repo
        self.data = tmp_path / "data"
        self.caches = tmp_path / "caches"

    def found(self, cwd: str = ".", scope: str = "repository") -> find.Roots:
        return find.find(self.repo.path / cwd, scope, self.data)

    def ask(
        self, question: str = QUESTION, cwd: str = ".", terms: Terms | None = None, *,
        team: bool = True,
    ) -> Recalled:  # fmt: skip
        where = everywhere(self.found(cwd), self.caches, team=team)
        return recall(question, where, NOW, terms)

    def paths(self, question: str = QUESTION, cwd: str = ".") -> list[str]:
        return [hit.note.path for hit in self.ask(question, cwd).hits]


@pytest.fixture
def here(team: Sandbox, tmp_path: Path) -> Here:
    for n, word in enumerate(("lamps", "rivers", "bridges", "chairs")):
        team.write(f".teammem/f{n}.md", memory(word, word))
    return Here(team, tmp_path)


def test_all_three_tiers_are_asked_and_shown_by_their_paths(here: Here) -> None:
    here.repo.write(".teammem/deep/key.md", memory())
    private = here.found()
    assert private.project is not None
    for root in (private.project, private.user):
        root.path.mkdir(parents=True)
        (root.path / "key.md").write_text(memory())
    assert here.paths() == [
        str(private.project.path / "key.md"),
        ".teammem/deep/key.md",
        str(private.user.path / "key.md"),
    ]
    assert here.paths("who painted the ceiling") == []


def test_one_project_never_answers_for_another(here: Here, tmp_path: Path) -> None:
    other = Here(Sandbox.create(tmp_path / "other", here.repo.env), tmp_path)
    for scope in ("repository", "worktree", "directory"):
        for mine, theirs in ((here, other), (other, here)):
            own = mine.found(scope=scope).project
            assert own is not None
            own.path.mkdir(parents=True, exist_ok=True)
            (own.path / "key.md").write_text(memory())
            assert recall(QUESTION, everywhere(mine.found(scope=scope), None), NOW).hits
            assert not recall(QUESTION, everywhere(theirs.found(scope=scope), None), NOW).hits
            (own.path / "key.md").unlink()


def test_the_team_tier_of_an_untrusted_clone_is_not_served(here: Here) -> None:
    here.repo.write(".teammem/key.md", memory())
    assert here.ask().hits
    assert not here.ask(team=False).hits


def test_a_team_root_below_waits_to_be_meant(here: Here) -> None:
    here.repo.write("services/api/.teammem/key.md", memory())
    here.repo.git("add", "services")
    assert here.paths() == []
    assert [left.reason for left in here.ask().left] == ["another-folder"]
    nested = ["services/api/.teammem/key.md"]
    assert here.paths(f"{QUESTION} of services/api/src/app.py") == nested
    assert here.paths(QUESTION, cwd="services/api") == nested
    hits = here.ask(terms=Terms(paths=("services/api/x.py",))).hits
    assert [hit.note.path for hit in hits] == nested
    assert not here.ask(terms=Terms(paths=("services/web/x.py",))).hits


def test_applies_to_meets_a_path_given_from_the_working_directory(here: Here) -> None:
    here.repo.write(".teammem/a.md", memory())
    here.repo.write(".teammem/b.md", memory(applies_to="['src/**']"))
    assert here.paths() == [".teammem/a.md", ".teammem/b.md"]
    hits = here.ask(cwd="src", terms=Terms(paths=("a.py",))).hits
    assert hits[0].applies_to == ("src/**", "src/a.py")


def test_a_team_memory_with_a_credential_is_named_and_not_served(here: Here) -> None:
    here.repo.write(".teammem/key.md", memory(body=f"It is {fake.github()} for all."))
    answer = here.ask()
    assert answer.hits == ()
    assert [(left.note.path, left.reason) for left in answer.left] == [
        (".teammem/key.md", "secret")
    ]
    here.repo.write(".teammem/key.md", memory(body="It is in the vault."))
    assert here.paths() == [".teammem/key.md"]


def test_a_private_memory_is_its_owners_business(here: Here) -> None:
    root = here.found().user.path
    root.mkdir(parents=True)
    (root / "key.md").write_text(memory(body=f"It is {fake.github()} for all."))
    assert here.ask().hits


def test_what_an_allow_entry_excepts_is_served(here: Here) -> None:
    text = memory(body=f"The example in the docs is {fake.slack()} and never worked.")
    here.repo.write(".teammem/key.md", text)
    assert not here.ask().hits
    (finding,) = engine.scan(text.encode(), b"key.md")
    name, data = allow.make(finding, "key.md", "an example", "Ana", "2030-01-01T00:00:00Z")
    here.repo.write(f".teammem/allow/{name}", data)
    assert here.paths() == [".teammem/key.md"]
    here.repo.write(".teammem/allow/broken.yaml", "<<<<<<<\n")
    assert here.paths() == [".teammem/key.md"]


def test_what_was_forgotten_stays_forgotten(here: Here) -> None:
    here.repo.write(".teammem/key.md", memory(id=OLD))
    assert here.ask().hits
    stone = tombstone.bury(
        memory_id=OLD, kind="project", text=tombstone.subject("In the vault.\n"),
        reason="", by="Ana", at="2030-01-01T00:00:00Z", salt=bytes(16),
    )  # fmt: skip
    data = tombstone.serialise(stone)
    here.repo.write(f".teammem/tombstones/{tombstone.file_name(stone, data)}", data)
    assert [left.reason for left in here.ask().left] == ["forgotten"]
    here.repo.write(".teammem/key.md", memory())
    assert [left.reason for left in here.ask().left] == ["forgotten"]
    here.repo.write(".teammem/key.md", memory(body="Another text."))
    assert here.ask().hits


def test_caches_lie_outside_the_work_tree_and_change_no_answer(here: Here) -> None:
    here.repo.write(".teammem/key.md", memory())
    refresh(everywhere(here.found(), here.caches), NOW)
    assert list((here.caches / "recall").glob("*.db"))
    plain = recall(QUESTION, everywhere(here.found(), None), NOW)
    assert here.ask() == plain
    assert ".db" not in here.repo.git("status", "--porcelain", "--ignored")


def test_named_folders_stand_in_for_the_roots_that_were_found(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "key.md").write_text(memory())
    where = given([("user", Path("notes")), ("team", Path("absent"))], tmp_path)
    assert [hit.note.tier for hit in recall(QUESTION, where, NOW).hits] == ["user"]


def test_a_team_folder_that_was_named_is_guarded_too(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "key.md").write_text(memory(body=f"It is {fake.github()} here."))
    where = given([("team", Path("notes"))], tmp_path)
    assert [left.reason for left in recall(QUESTION, where, NOW).left] == ["secret"]


def test_links_are_not_followed(here: Here, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text(memory())
    (here.repo.path / ".teammem" / "key.md").symlink_to(outside)
    assert here.paths() == []


def test_a_session_starts_with_what_there_is(here: Here) -> None:
    here.repo.write(".teammem/pinned/rule.md", memory("rule", "Never on a Friday."))
    here.repo.write(".teammem/key.md", memory(status="retired"))
    here.repo.write(".teammem/secret.md", memory("leak", f"It is {fake.github()} here."))
    where = everywhere(here.found(), here.caches)
    for _ in range(2):
        text = session_start(where, NOW)
        assert "| Never on a Friday." in text
        assert "| lamps" in text
        assert "signing" not in text
        assert "| leak" not in text
        assert "1 not served" in text
        assert len(text) <= BUDGET
    assert session_start(where, NOW, notices=["one line"]).count("one line") == 1


def test_a_session_in_a_folder_sees_what_applies_there(here: Here) -> None:
    here.repo.write(".teammem/api.md", memory("api rule", applies_to="['services/api/**']"))
    (here.repo.path / "services" / "web").mkdir(parents=True)
    assert "api rule" in session_start(everywhere(here.found(), None), NOW)
    web = session_start(everywhere(here.found("services/web"), None), NOW)
    assert "api rule" not in web
    assert "1 apply to other folders" in web
