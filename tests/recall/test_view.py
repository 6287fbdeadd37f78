"""Recall over the view: what only the destination has is found on every branch, cached or not."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from teammem.detect import allow, engine
from teammem.git.repo import Repository
from teammem.memory import tombstone
from teammem.recall.ask import Clock
from teammem.recall.here import everywhere, recall, refresh, session_start
from teammem.recall.model import Recalled
from teammem.roots import find
from tests.support import fake
from tests.support.team import Team

NOW = Clock(2_000_000_000_000_000_000, date(2030, 1, 15))
QUESTION = "where is the signing key"
KEY = ".teammem/key.md"
ID = "01JZZZZZZZZZZZZZZZZZZZZZZ1"
OURS = "refs/teammem/remote/origin/main"


def memory(name: str = "signing key", body: str = "In the vault.", **more: str) -> str:
    front = "".join(f"{key}: {value}\n" for key, value in more.items())
    return f"---\nname: {name}\n{front}---\n{body}\n"


class Asked:
    """Ana's clone on a feature branch, asked with and without a cache, which must agree."""

    def __init__(self, team: Team, folder: Path) -> None:
        self.team = team
        self.repo = team.ana
        self.data = folder / "data"
        self.caches = folder / "caches"

    def publish(self, files: dict[str, str | bytes | None]) -> None:
        self.team.publish(files)
        self.repo.git("fetch", "-q", "--refmap=", "origin", f"+main:{OURS}")

    def ask(self, question: str = QUESTION) -> Recalled:
        found = find.find(self.repo.path, "repository", self.data)
        plain = recall(question, everywhere(found, None), NOW)
        for _ in range(2):
            assert recall(question, everywhere(found, self.caches), NOW) == plain
        return plain

    def paths(self, question: str = QUESTION) -> list[str]:
        return [hit.note.path for hit in self.ask(question).hits]

    def left(self) -> list[str]:
        return [one.reason for one in self.ask().left]


@pytest.fixture
def asked(tmp_path: Path, environment: dict[str, str]) -> Asked:
    files = {
        f".teammem/f{n}.md": memory(word, word)
        for n, word in enumerate(("lamps", "rivers", "bridges", "chairs"))
    }
    made = Team(tmp_path / "team", environment, files)
    made.ana.git("switch", "-qc", "feature")
    return Asked(made, tmp_path)


def test_what_only_the_destination_has_is_found(asked: Asked) -> None:
    assert asked.paths() == []
    asked.publish({KEY: memory()})
    (hit,) = asked.ask().hits
    assert hit.note.path == KEY
    assert hit.note.body == "In the vault.\n"
    assert hit.note.origin == "on origin/main"
    assert not (asked.repo.path / KEY).exists()
    asked.repo.git("merge", "-q", OURS)
    (hit,) = asked.ask().hits
    assert hit.note.origin == ""


def test_on_every_branch(asked: Asked) -> None:
    asked.publish({KEY: memory()})
    for branch in ("main", "-c other main", "--detach main", "--orphan none"):
        asked.repo.git("switch", "-q", *branch.split())
        assert asked.paths() == [KEY]


def test_a_change_there_counts_and_a_deletion_hides(asked: Asked) -> None:
    asked.publish({KEY: memory()})
    asked.repo.git("merge", "-q", OURS)
    assert asked.ask().hits[0].note.body == "In the vault.\n"
    asked.publish({KEY: memory(body="In the drawer.")})
    assert asked.ask().hits[0].note.body == "In the drawer.\n"
    asked.publish({KEY: None})
    assert asked.paths() == []


def test_a_change_committed_here_counts_and_an_uncommitted_one(asked: Asked) -> None:
    asked.publish({KEY: memory()})
    asked.repo.git("merge", "-q", OURS)
    asked.publish({KEY: memory(body="In the drawer.")})
    asked.repo.write(KEY, memory(body="In my pocket."))
    assert asked.ask().hits[0].note.body == "In my pocket.\n"
    asked.repo.commit()
    assert asked.ask().hits[0].note.body == "In my pocket.\n"
    asked.publish({KEY: None})
    assert asked.ask().hits[0].note.body == "In my pocket.\n"


def test_published_and_put_back(asked: Asked) -> None:
    asked.repo.write(KEY, memory())
    before = asked.ask()
    asked.publish({KEY: memory()})
    (asked.repo.path / KEY).unlink()
    after = asked.ask()
    assert [(h.note.path, h.score) for h in after.hits] == [
        (h.note.path, h.score) for h in before.hits
    ]


def test_a_tombstone_of_the_destination_hides_what_is_here(asked: Asked) -> None:
    asked.repo.commit({KEY: memory(id=ID)})
    assert asked.paths() == [KEY]
    stone = tombstone.bury(
        memory_id=ID, kind="project", text=tombstone.subject("In the vault.\n"),
        reason="", by="Bo", at="2030-01-01T00:00:00Z", salt=bytes(16),
    )  # fmt: skip
    data = tombstone.serialise(stone)
    asked.publish({f".teammem/tombstones/{tombstone.file_name(stone, data)}": data})
    assert asked.left() == ["forgotten"]


def test_a_credential_there_is_named_and_not_served(asked: Asked) -> None:
    asked.publish({KEY: memory(body=f"It is {fake.github()} for all.")})
    assert asked.left() == ["secret"]
    text = memory(body=f"The example in the docs is {fake.slack()} and never worked.")
    (finding,) = engine.scan(text.encode(), b"key.md")
    name, data = allow.make(finding, "key.md", "an example", "Bo", "2030-01-01T00:00:00Z")
    asked.publish({KEY: text})
    assert asked.left() == ["secret"]
    asked.publish({f".teammem/allow/{name}": data})
    assert asked.paths() == [KEY]


def test_of_two_paths_with_one_id_the_destination_s_counts(asked: Asked) -> None:
    asked.publish({KEY: memory(id=ID)})
    asked.repo.git("merge", "-q", OURS)
    asked.repo.commit({KEY: memory(body="In my pocket.", id=ID)})
    asked.publish({KEY: None, ".teammem/pinned/key.md": memory(id=ID)})
    assert asked.paths() == [".teammem/pinned/key.md"]
    assert asked.left() == ["twin"]
    asked.repo.write(KEY, memory(body="In my other pocket.", id=ID))
    assert asked.paths() == [KEY]


def test_a_root_that_only_the_destination_has(asked: Asked) -> None:
    asked.publish({"services/api/.teammem/key.md": memory()})
    assert asked.paths(f"{QUESTION} of services/api/x.py") == ["services/api/.teammem/key.md"]
    assert asked.left() == ["another-folder"]


def test_a_session_starts_with_the_view(asked: Asked) -> None:
    asked.publish({KEY: memory(), ".teammem/pinned/rule.md": memory("rule", "Never on a Friday.")})
    found = find.find(asked.repo.path, "repository", asked.data)
    for _ in range(2):
        text = session_start(everywhere(found, asked.caches), NOW)
        assert "| Never on a Friday." in text
        assert "| signing key" in text
    untrusted = session_start(everywhere(found, asked.caches, team=False), NOW)
    assert "signing key" not in untrusted


def test_going_from_branch_to_branch_spoils_no_cache(asked: Asked) -> None:
    asked.publish({KEY: memory()})
    asked.repo.git("branch", "-q", "with", OURS)
    answers: dict[str, list[tuple[str, str, float]]] = {}
    for branch in ("feature", "with", "feature", "with"):
        asked.repo.git("switch", "-q", branch)
        found = [(h.note.path, h.note.body, h.score) for h in asked.ask().hits]
        assert answers.setdefault("any", found) == found
    where = everywhere(find.find(asked.repo.path, "repository", asked.data), asked.caches)
    refresh(where, NOW)
    assert [hit.note.path for hit in recall(QUESTION, where, NOW).hits] == [KEY]


def test_a_warm_answer_reads_little(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    asked.publish({f".teammem/m{n:03}.md": memory(f"word{n:03}", f"text{n}") for n in range(200)})
    asked.ask()
    found = find.find(asked.repo.path, "repository", asked.data)
    read: list[int] = []
    plain = Repository.git

    def counted(self: Repository, *args: str, **more: object) -> object:
        if args[:2] == ("cat-file", "--batch"):
            read.append(len(more["stdin"]))  # type: ignore[arg-type]
        return plain(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Repository, "git", counted)
    answer = recall("what about word077", everywhere(found, asked.caches), NOW)
    assert [hit.note.name for hit in answer.hits] == ["word077"]
    assert sum(read) < 20 * 41


def test_what_an_agent_and_a_person_are_told(asked: Asked, environment: dict[str, str]) -> None:
    asked.publish({KEY: memory()})
    told = asked.repo.teammem("recall", QUESTION).text
    assert "on origin/main, in no file here" in told
    asked.repo.teammem("trust")
    told = asked.repo.teammem("recall", QUESTION, "--for-agent").text
    assert "on origin/main, in no file here" in told
    asked.repo.git("merge", "-q", OURS)
    assert "in no file here" not in asked.repo.teammem("recall", QUESTION, "--for-agent").text


def test_the_age_of_a_memory_without_a_date_is_git_s(asked: Asked) -> None:
    asked.publish({KEY: memory(), ".teammem/dated.md": memory("lock", created="{at: 2029-12-01}")})
    found = find.find(asked.repo.path, "repository", asked.data)
    where = everywhere(found, asked.caches)
    assert recall(QUESTION, where, NOW).hits[0].note.since == ""
    walked = recall(QUESTION, where._replace(walks=True), NOW).hits[0].note.since
    stamp = asked.repo.git("log", "-1", "--format=%ad", "--date=format-local:%Y-%m-%d", OURS)
    assert walked == stamp
    assert recall(QUESTION, where, NOW).hits[0].note.since == walked  # kept by now
    (hit,) = recall("the lock", where, NOW).hits
    assert hit.note.since == "2029-12-01"


def test_an_object_that_is_accepted_as_history_is_served(asked: Asked) -> None:
    text = memory(body=f"It was {fake.github()} once.").encode()
    asked.publish({KEY: text})
    blob = asked.repo.git("rev-parse", f"{OURS}:{KEY}")
    name, data = allow.make_revoked(blob, "revoked", "Bo", "2030-01-01T00:00:00Z")
    asked.repo.write(f".teammem/allow/{name}", data)
    assert asked.left() == ["secret"]  # the user's own tracking ref does not have it yet
    asked.repo.git("fetch", "-q")
    assert asked.paths() == [KEY]
    asked.repo.git("merge", "-q", OURS)
    asked.repo.write(KEY, text + b"More.\n")
    assert asked.left() == ["secret"]
