"""`teammem allow`: what can be excepted, by whom, and that nothing new gets in that way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import fake
from tests.support.sandbox import Done, Sandbox

_PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


def findings(repo: Sandbox, *args: str) -> list[dict[str, str]]:
    found = json.loads(repo.teammem("guard", *args, "--json").out)["data"]["findings"]
    assert isinstance(found, list)
    return found


def stage(repo: Sandbox, text: str, name: str = ".teammem/note.md") -> str:
    """Stage a note that holds a secret and return the id of its finding."""
    repo.write(name, fake.memory(text))
    repo.git("add", "-A")
    (found,) = findings(repo, "staged")
    return found["id"]


def allow(repo: Sandbox, *args: str, actor: str = "person") -> Done:
    return repo.teammem("allow", *args, env={"TEAMMEM_ACTOR": actor})


def test_an_excepted_value_passes_and_another_value_does_not(team: Sandbox) -> None:
    token = fake.slack()
    found = stage(team, token)
    assert team.gate("staged").code == 1
    done = allow(team, found, "--reason", "sample of the documentation")
    assert done.code == 0, done.text
    (entry,) = (team.path / ".teammem/allow").iterdir()
    assert token not in entry.read_text()
    assert f"next: git add .teammem/allow/{entry.name}" in done.text
    team.git("add", "-A")
    passed = team.gate("staged")
    assert passed.code == 0
    assert "excepted by an allow entry" in passed.text
    team.write(".teammem/note.md", fake.memory(fake.slack(2)))
    team.git("add", "-A")
    assert team.gate("staged").code == 1


def test_an_entry_for_a_value_excuses_nothing_of_another_kind(team: Sandbox) -> None:
    found = stage(team, fake.slack())
    allow(team, found, "--reason", "sample")
    team.write(".teammem/picture.md", _PNG)
    team.git("add", "-A")
    assert [one["rule"] for one in findings(team, "staged")] == ["not-text"]
    (team.path / ".teammem/picture.md").unlink()
    team.git("add", "-A")
    assert findings(team, "staged") == []


def test_an_entry_that_is_not_staged_excepts_nothing(team: Sandbox) -> None:
    found = stage(team, fake.slack())
    assert allow(team, found, "--reason", "sample").code == 0
    assert team.gate("staged").code == 1
    team.git("add", "-A")
    assert team.gate("staged").code == 0


def test_an_entry_covers_its_own_root_alone(team: Sandbox) -> None:
    found = stage(team, fake.slack())
    allow(team, found, "--reason", "sample")
    team.git("add", "-A")
    assert team.gate("staged").code == 0
    team.write("lib/.teammem/note.md", fake.memory(fake.slack()))
    team.git("add", "-A")
    assert [one["path"] for one in findings(team, "staged")] == ["lib/.teammem/note.md"]


@pytest.mark.parametrize("text", [fake.password(), fake.github()], ids=["password", "github"])
def test_passwords_and_tokens_with_a_true_checksum_cannot_be_excepted(
    team: Sandbox, text: str
) -> None:
    done = allow(team, stage(team, text), "--reason", "please")
    assert done.code == 1
    assert "cannot be excepted" in done.text
    assert not (team.path / ".teammem/allow").exists()


def test_only_people_except(team: Sandbox) -> None:
    found = stage(team, fake.slack())
    done = allow(team, found, "--reason", "sample", actor="agent/claude")
    assert (done.code, "only people" in done.text) == (1, True)
    assert allow(team, found, "--reason", "sample").code == 0


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("123456789abc", "--reason", "x"), 7, "no finding has the id"),
        (("xyz", "--reason", "x"), 2, "is no finding id"),
        ((), 2, "give a finding's id, or --revoked"),
        (("123456789abc", "--revoked", "abc", "--reason", "x"), 2, "give a finding's id"),
        (("--revoked", "0" * 40, "--reason", "x"), 7, "no team root has or had"),
        (("--revoked", "HEAD:.teammem/first.md", "--reason", "x"), 1, "does not have"),
    ],
)
def test_wrong_calls_say_what_is_wrong(
    team: Sandbox, args: tuple[str, ...], code: int, message: str
) -> None:
    done = allow(team, *args)
    assert (done.code, message in done.text) == (code, True), done.text


def test_a_reason_is_needed(team: Sandbox) -> None:
    found = stage(team, fake.slack())
    assert allow(team, found).code == 2
    assert allow(team, found, "--reason", " ").code == 2
    assert allow(team, found, "--reason", "sample").code == 0


def test_before_the_first_commit(repo: Sandbox) -> None:
    found = stage(repo, fake.slack())
    assert allow(repo, found, "--reason", "sample").code == 0
    assert allow(repo, "123456789abc", "--reason", "sample").code == 7


def test_the_beginning_of_an_id_that_several_have(
    team: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    from teammem.errors import UsageError
    from teammem.git.repo import Repository
    from teammem.guard import anywhere, excuse

    monkeypatch.setenv("TEAMMEM_ACTOR", "person")
    found = [
        anywhere.text(fake.slack(seed).encode(), f".teammem/{seed}.md".encode()).findings[0]
        for seed in range(2)
    ]
    monkeypatch.setattr(excuse, "_search", lambda *_args: found)
    with pytest.raises(UsageError, match="several findings begin with"):
        excuse.finding(Repository(str(team.path), team.env), "1234", "r", "t")


def test_a_link_in_place_of_the_folder_is_not_followed(team: Sandbox, tmp_path: Path) -> None:
    found = stage(team, fake.slack())
    outside = tmp_path / "outside"
    outside.mkdir()
    (team.path / ".teammem/allow").symlink_to(outside)
    done = allow(team, found, "--reason", "sample")
    assert (done.code, "leads out" in done.text) == (1, True)
    assert not [*outside.iterdir()]


@pytest.fixture
def adopted(team: Sandbox, tmp_path: Path) -> Sandbox:
    """A clone of a team whose old history has what the guard refuses."""
    team.commit(
        {
            ".teammem/diagram.md": _PNG,
            ".teammem/old.md": "caf\u00e9".encode("latin-1"),
            ".teammem/token.md": fake.memory(fake.github()),
        },
        "before teammem",
    )
    bare = Sandbox.create(tmp_path / "server", team.env, bare=True)
    team.git("push", "-q", str(bare.path), "main")
    return bare.clone(tmp_path / "adopted")


def test_an_adopted_history_is_brought_to_green_once_and_stays_so(adopted: Sandbox) -> None:
    refused = findings(adopted, "tree")
    assert {one["rule"] for one in refused} == {"not-text", "not-utf8", "github-token"}
    for one in refused:
        assert allow(adopted, "--revoked", one["blob"], "--reason", "revoked").code == 0
    adopted.hooks()
    adopted.git("add", "-A")
    adopted.git("commit", "-qm", "accept what is there")
    adopted.git("push", "-q")
    assert adopted.teammem("guard", "tree").code == 0
    assert adopted.teammem("guard", "range", "HEAD").code == 0
    adopted.write(".teammem/next.md", fake.memory("clean"))
    adopted.git("add", "-A")
    adopted.git("commit", "-qm", "next")
    adopted.git("push", "-q")


def test_nothing_new_gets_in_by_that_way(adopted: Sandbox) -> None:
    adopted.write(".teammem/new.md", _PNG + b"new")
    adopted.git("add", "-A")
    (found,) = findings(adopted, "staged")
    done = allow(adopted, "--revoked", found["blob"], "--reason", "revoked")
    assert (done.code, "not history yet" in done.text) == (1, True)
    # Written by hand, the entry excepts nothing either.
    adopted.write(
        ".teammem/allow/revoked-000000.yaml",
        f"revoked: {found['blob']}\nreason: r\nby: b\nat: t\nschema: 1\n",
    )
    adopted.git("add", "-A")
    assert adopted.gate("staged").code == 1
    adopted.git("commit", "-qnm", "by force")
    head = adopted.git("rev-parse", "HEAD")
    line = f"refs/heads/main {head} refs/heads/main {adopted.git('rev-parse', 'origin/main')}\n"
    assert (
        adopted.gate("push", "origin", adopted.git("remote", "get-url", "origin"), stdin=line).code
        == 1
    )


def test_a_message_of_history_can_be_accepted_by_its_commit(team: Sandbox, tmp_path: Path) -> None:
    commit = team.commit({".teammem/second.md": "x\n"}, f"log in with {fake.github()}")
    bare = Sandbox.create(tmp_path / "server", team.env, bare=True)
    team.git("push", "-q", str(bare.path), "main")
    clone = bare.clone(tmp_path / "clone")
    assert clone.teammem("guard", "range", "HEAD").code == 1
    assert allow(clone, "--revoked", commit, "--reason", "revoked").code == 0
    clone.commit(message="accept")
    assert clone.teammem("guard", "range", "HEAD").code == 0


def test_strict_ci_reads_entries_from_the_target_alone(team: Sandbox) -> None:
    team.git("branch", "target")
    found = stage(team, fake.slack())
    allow(team, found, "--reason", "sample")
    team.commit(message="excuse itself")
    assert team.teammem("guard", "range", "target..HEAD").code == 0
    assert team.teammem("guard", "range", "target..HEAD", "--allow-from", "target").code == 1
    team.git("branch", "-f", "target", "HEAD")
    team.commit({".teammem/third.md": "clean\n"})
    assert team.teammem("guard", "range", "target..HEAD", "--allow-from", "target").code == 0
