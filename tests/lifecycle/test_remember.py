from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from teammem.errors import ConfigError, NothingFound, Refusal, UsageError
from teammem.lifecycle import pick, workspace
from teammem.lifecycle.forget import forget, plan
from teammem.lifecycle.remember import Request, remember
from teammem.lifecycle.workspace import Workspace
from teammem.memory import document, hashes
from tests.support import fake
from tests.support.sandbox import Sandbox


@pytest.mark.parametrize(
    ("kind", "tier", "expected"),
    [
        ("", "", ("project", "project")),
        ("", "user", ("user", "user")),
        ("", "team", ("project", "team")),
        ("user", "", ("user", "user")),
        ("feedback", "", ("feedback", "user")),
        ("reference", "", ("reference", "project")),
        ("feedback", "team", ("feedback", "team")),
    ],
)
def test_defaults_of_type_and_tier(
    work: Workspace, kind: str, tier: str, expected: tuple[str, str]
) -> None:
    done = remember(work, Request("Deploy on Monday only.", tier=tier, type=kind))
    fields = document.read(done.data).fields
    assert (fields["type"], done.root.tier) == expected
    assert (done.root.path / done.path).read_bytes() == done.data


def test_name_and_description_come_from_the_first_sentence(work: Workspace) -> None:
    done = remember(work, Request("Never deploy on **Friday**. Nobody is on call.\n"))
    fields = document.read(done.data).fields
    assert fields["description"] == "Never deploy on Friday."
    assert done.path == "never-deploy-on-friday.md"
    assert fields["created"] == {"at": work.stamp, "by": "Ana"} or fields["created"]
    assert document.read(done.data).body == "Never deploy on **Friday**. Nobody is on call.\n"


def test_the_next_command_is_for_team_files_only(work: Workspace) -> None:
    assert remember(work, Request("One private fact.")).next == ""
    done = remember(work, Request("One shared fact.", tier="team"))
    assert done.next == "git add -- .teammem/one-shared-fact.md && git commit"


def test_everything_that_can_be_said(work: Workspace, team: Sandbox) -> None:
    team.write("src/b.py", "one\ntwo\nthree\n")
    old = remember(work, Request("Old rule about b.", tier="team"))
    done = remember(
        work,
        Request(
            "A new rule: entirely different # words",
            tier="team",
            name="Rule 7",
            description="yes: no # maybe",
            keywords=("a", "b c"),
            applies_to=("src/**",),
            cites=("src/b.py:2-3", "src/a.py"),
            supersedes=old.id,
            expires="2027-01-31",
            session="s",
            message="m",
        ),
    )
    found = pick.pick(work, done.id).loaded.entry
    assert (found.name, found.description) == ("Rule 7", "yes: no # maybe")
    assert (found.keywords, found.applies_to) == (("a", "b c"), ("src/**",))
    assert found.supersedes == (old.id,)
    assert found.cites[0].hash == hashes.of_lines(b"one\ntwo\nthree\n", 2, 3)
    assert found.cites[0].lines == (2, 3)
    assert found.source.session == "s"
    assert found.problems == ()


HARD = [
    "Fix: the # thing", '"quoted"', "C:\\temp\\new", "- dash", "*star", "@at", "%pct", "yes",
    ": colon first", "`code`", "null", "~", "1e5", "{a: b}", "| pipe",
]  # fmt: skip


@pytest.mark.parametrize("text", HARD)
def test_hard_names_and_descriptions_come_back(work: Workspace, text: str) -> None:
    done = remember(work, Request("Some body text.", name=text, description=text))
    found = pick.pick(work, done.id).loaded.entry
    assert (found.name, found.description) == (text, " ".join(text.split()))


def test_nothing_is_written_where_nothing_fits(work: Workspace, team: Sandbox) -> None:
    for request, error in (
        (Request("x", tier="temm"), UsageError),
        (Request("x", type="fact"), UsageError),
        (Request("x", on_duplicate="merge"), UsageError),
        (Request("  \n"), UsageError),
        (Request("x", expires="soon"), UsageError),
        (Request("x", type="user", tier="team"), Refusal),
        (Request("x", supersedes="nothing"), NothingFound),
        (Request("x", cites=("src/none.py",)), UsageError),
        (Request("x", cites=("src/a.py:5-9",)), UsageError),
        (Request("x", cites=("../../etc/hosts",)), UsageError),
        (Request("x" * (1 << 20)), Refusal),
        (Request("x", root="src"), None),
    ):
        if error is None:
            continue
        with pytest.raises(error):
            remember(work, request)
    assert team.git("status", "--porcelain") == ""
    assert not Path(os.environ["TEAMMEM_HOME"], "projects").exists()


def test_a_dry_run_shows_the_file_and_writes_none(work: Workspace, team: Sandbox) -> None:
    done = remember(work, Request("Deploy on Monday.", tier="team", dry_run=True))
    assert not done.written
    assert b"Deploy on Monday." in done.data
    assert team.git("status", "--porcelain") == ""


def test_a_secret_never_reaches_the_team_tier(work: Workspace, team: Sandbox) -> None:
    token = fake.github()
    with pytest.raises(Refusal) as caught:
        remember(work, Request(f"The deploy token is {token}", tier="team"))
    assert caught.value.reason == "secret-found"
    assert token not in str(caught.value) + caught.value.hint
    assert team.git("status", "--porcelain") == ""
    assert remember(work, Request("The deploy token is in the vault", tier="team")).written


@pytest.mark.parametrize("silenced", [True, False])
def test_a_refusal_says_that_a_silencing_comment_has_no_effect(
    work: Workspace, team: Sandbox, silenced: bool
) -> None:
    comment = "  # pragma: " + "allowlist secret" if silenced else ""
    with pytest.raises(Refusal) as caught:
        remember(work, Request(f"The deploy token is {fake.github()}{comment}", tier="team"))
    assert ("has no effect here" in caught.value.hint) is silenced


def test_two_texts_with_one_beginning_are_two_memories(work: Workspace) -> None:
    text = "never run the migration script on the production "
    one = remember(work, Request(text + "database", on_duplicate="keep"))
    two = remember(work, Request(text + "cache", on_duplicate="keep"))
    assert one.path != two.path
    assert (one.root.path / one.path).read_bytes() == one.data


def test_the_same_first_words_never_replace(work: Workspace) -> None:
    one = remember(work, Request("Same.", name="same"))
    two = remember(work, Request("Entirely other words here.", name="same"))
    assert (one.path, two.path) == ("same.md", "same-2.md")


TEXT = "Integration tests must use a real database, never a mock of it."
ALIKE = "Integration tests must use the real database, never a mock of it!"


def test_near_duplicates_wait_for_a_decision(work: Workspace) -> None:
    one = remember(work, Request(TEXT))
    waits = remember(work, Request(ALIKE))
    assert not waits.written
    assert [found.loaded.entry.id for found in waits.duplicates] == [one.id]
    kept = remember(work, Request(ALIKE, on_duplicate="keep"))
    assert kept.written
    assert kept.path != one.path


def test_a_duplicate_can_be_updated_or_superseded(work: Workspace) -> None:
    one = remember(work, Request(TEXT))
    updated = remember(work, Request(ALIKE, on_duplicate="update"))
    assert (updated.id, updated.path) == (one.id, one.path)
    assert pick.pick(work, one.id).loaded.entry.body == ALIKE + "\n"
    newer = remember(work, Request(TEXT, on_duplicate="supersede"))
    assert pick.pick(work, newer.id).loaded.entry.supersedes == (one.id,)


def test_different_facts_are_no_duplicates(work: Workspace) -> None:
    remember(work, Request(TEXT))
    assert remember(work, Request("Load tests go to the staging database at night.")).written


def test_an_agent_s_duplicate_is_refused_with_the_id(agent: Workspace) -> None:
    one = remember(agent, Request(TEXT))
    with pytest.raises(Refusal) as caught:
        remember(agent, Request(ALIKE))
    assert one.id in str(caught.value)


def test_what_was_forgotten_is_refused_in_every_tier(work: Workspace) -> None:
    one = remember(work, Request(TEXT))
    forget(work, plan(work, [one.id]), reason="wrong")
    for tier in ("user", "project", "team"):
        with pytest.raises(Refusal) as caught:
            remember(work, Request(f"**{TEXT.upper()}**", tier=tier))
        assert caught.value.reason == "forgotten"
        assert f"teammem revive {one.id}" in caught.value.hint
    told = remember(work, Request(ALIKE.replace("never", "perhaps")))
    assert told.written
    assert "resembles" in told.notices[0]


def test_an_agent_s_text_that_resembles_something_forgotten_is_a_private_candidate(
    work: Workspace, agent: Workspace
) -> None:
    one = remember(work, Request(TEXT))
    forget(work, plan(work, [one.id]))
    done = remember(agent, Request(ALIKE, tier="team"))
    assert (done.root.tier, done.status) == ("project", "candidate")


def test_agents_write_where_the_settings_say(
    team: Sandbox, agent: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert remember(agent, Request("A team fact.", tier="team")).status == "candidate"
    assert remember(agent, Request("A private fact.")).status == ""
    with pytest.raises(Refusal):
        remember(agent, Request("A pinned fact.", pinned=True))
    config = Path(os.environ["TEAMMEM_HOME"], "config.yaml")
    config.unlink()
    private = workspace.open_at(team.path, entry="claude")
    with pytest.raises(Refusal) as caught:
        remember(private, Request("Another team fact.", tier="team"))
    assert caught.value.reason == "waits-for-person"
    assert remember(private, Request("Something quite private.")).written
    config.write_text("agents:\n  write: 'off'\n")
    with pytest.raises(Refusal):
        remember(workspace.open_at(team.path, entry="claude"), Request("Whatever it is."))
    monkeypatch.setenv("TEAMMEM_ACTOR", "person")
    assert remember(workspace.open_at(team.path), Request("By a person.", tier="team")).written


def test_a_person_s_correction_can_be_pinned_at_once(work: Workspace) -> None:
    old = remember(work, Request("Deploys happen daily.", tier="team"))
    done = remember(
        work, Request("Deploys happen weekly.", tier="team", pinned=True, supersedes=old.id)
    )
    assert done.path == "pinned/deploys-happen-weekly.md"
    assert document.read(done.data).fields["supersedes"] == [old.id]


def test_superseding_a_file_without_id_writes_its_derived_one(work: Workspace) -> None:
    done = remember(work, Request("Other words.", tier="team", supersedes="first"))
    found = pick.pick(work, "first").loaded.entry
    assert found.id.startswith("0000000000")
    assert document.read(done.data).fields["supersedes"] == [found.id]


def test_a_project_s_folder_says_whose_it_is(work: Workspace, team: Sandbox) -> None:
    done = remember(work, Request("A fact."))
    record = (done.root.path.parent / "project.yaml").read_text()
    assert json.dumps(str(team.path)).strip('"') in record
    assert team.git("rev-parse", "HEAD") in record
    assert pick.pick(workspace.open_at(team.path), done.id).path == done.path


def test_unknown_settings_are_an_error(team: Sandbox) -> None:
    team.write(".teammem/config.yaml", "sync.brunch: x\n")
    with pytest.raises(ConfigError):
        workspace.open_at(team.path)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("集成测试必须连接真实的数据库 不能使用模拟对象。", "集成测试必须连接真实数据库 不能使用模拟。", True),
        ("集成测试必须连接真实的数据库。", "周五不要部署 周末没有人值班。", False),
        ("結合テストでは本物のデータベースを使います。", "結合テストでは本物のデータベースを使うこと。", True),
    ],
)  # fmt: skip
def test_near_duplicates_in_scripts_without_blanks(
    work: Workspace, one: str, other: str, alike: bool
) -> None:
    remember(work, Request(one))
    assert bool(remember(work, Request(other)).duplicates) is alike


def test_two_processes_lose_no_memory(team: Sandbox) -> None:
    code = (
        "import sys; from pathlib import Path; from teammem.lifecycle import workspace;"
        "from teammem.lifecycle.remember import Request, remember;"
        "w = workspace.open_at(Path(sys.argv[1]));"
        "[remember(w, Request(f'{sys.argv[2]} says {n}', tier='team', name=f'n{n}',"
        " on_duplicate='keep')) for n in range(20)]"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(team.path), who], env=team.env)
        for who in ("ana", "bo")
    ]
    for process in running:
        process.wait()
    found = [
        one for one in pick.all_in(workspace.open_at(team.path)) if "says" in one.loaded.entry.body
    ]
    assert [process.returncode for process in running] == [0, 0]
    assert len({one.loaded.entry.body for one in found}) == 40
