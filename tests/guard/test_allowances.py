"""Adopted history comes to green once and stays so, and nothing new gets in that way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import fake
from tests.support.sandbox import Done, Sandbox

TOKEN, OTHER = fake.github(), fake.github(7)
SECRET = fake.memory(f"log in with {TOKEN}")
PERSON = {"TEAMMEM_ACTOR": "person"}


def entry(oid: str) -> str:
    return f"revoked: {oid}\nreason: r\nby: b\nat: t\nschema: 1\n"


@pytest.fixture
def server(team: Sandbox, tmp_path: Path) -> Sandbox:
    """What the team has pushed already; its root holds a revoked token, and a name with one."""
    bare = Sandbox.create(tmp_path / "server", team.env, bare=True)
    team.git("remote", "add", "origin", str(bare.path))
    team.commit({".teammem/old.md": SECRET, f".teammem/{OTHER}.md": "note\n"})
    team.git("push", "-q", "origin", "main")
    return bare


@pytest.fixture
def adopted(team: Sandbox, server: Sandbox) -> Sandbox:
    """The same, brought to green."""
    for name in (".teammem/old.md", f".teammem/{OTHER}.md"):
        blob = team.git("rev-parse", f"HEAD:{name}")
        assert team.teammem("allow", "--revoked", blob, "--reason", "r", env=PERSON).code == 0
    team.commit(message="accept")
    assert server.git("rev-parse", "main") == team.git("rev-parse", "HEAD^")
    return team


def test_it_is_green_at_every_door(adopted: Sandbox, server: Sandbox) -> None:
    adopted.hooks()
    server.hook("pre-receive", "receive")
    assert adopted.gate("tree").code == 0
    adopted.git("push", "-q", "origin", "main")
    adopted.write(".teammem/next.md", "clean\n")
    adopted.git("add", "-A")
    adopted.git("commit", "-qm", "clean")
    adopted.git("push", "-q", "origin", "main")
    assert adopted.teammem("guard", "range").code == 0


def test_without_the_entries_it_is_not(team: Sandbox, server: Sandbox) -> None:
    assert server.git("rev-parse", "main")
    assert team.gate("tree").code == 1


@pytest.mark.parametrize("name", [".teammem/again.md", "lib/.teammem/old.md"])
def test_the_object_passes_at_another_place_of_its_root_alone(adopted: Sandbox, name: str) -> None:
    adopted.write(name, SECRET)
    adopted.git("add", "-A")
    assert adopted.gate("staged").code == (0 if name.startswith(".teammem/") else 1)


def test_a_new_name_with_a_secret_does_not_pass_over_an_accepted_object(adopted: Sandbox) -> None:
    adopted.write(f".teammem/{fake.github(9)}.md", SECRET)
    adopted.git("add", "-A")
    assert adopted.gate("staged").code == 1
    adopted.git("mv", f".teammem/{fake.github(9)}.md", ".teammem/again.md")
    assert adopted.gate("staged").code == 0


def test_an_accepted_name_with_another_text_does_not_pass(adopted: Sandbox) -> None:
    adopted.write(f".teammem/{OTHER}.md", "another\n")
    adopted.git("add", "-A")
    assert adopted.gate("staged").code == 1


def test_an_object_that_only_this_push_brings_is_not_history(
    team: Sandbox, server: Sandbox
) -> None:
    server.hook("pre-receive", "receive")
    team.git("rm", "-q", "-r", ".teammem")
    team.write(".teammem/new.md", fake.memory(fake.github(3)))
    blob = team.git("hash-object", "-w", ".teammem/new.md")
    team.write(".teammem/allow/revoked-000000.yaml", entry(blob))
    team.commit()
    for door in ("pre-push", "server"):
        if door == "pre-push":
            team.hook("pre-push", "push")
        else:
            (team.path / ".git/hooks/pre-push").unlink()
        done = team.run("git", "push", "origin", "main", check=False)
        assert (done.code, "new.md:6" in done.text) == (1, True), door


class TestForcedPushOfTheDefaultBranch:
    """In CI the fetched branch has what was just pushed, so it proves nothing existed before."""

    def _judge(self, server: Sandbox, path: Path, before: str) -> Done:
        clone = server.clone(path)
        event = path.parent / "event.json"
        event.write_text(json.dumps({"repository": {"default_branch": "main"}, "before": before}))
        return clone.teammem(
            *("guard", "range"),
            env={
                "GITHUB_ACTIONS": "true",
                "GITHUB_EVENT_NAME": "push",
                "GITHUB_EVENT_PATH": str(event),
                "GITHUB_REF": "refs/heads/main",
            },
        )

    @pytest.mark.parametrize("before", ["0" * 40, "f" * 40, "", "old"])
    def test_a_new_object_is_not_history(
        self, team: Sandbox, server: Sandbox, tmp_path: Path, before: str
    ) -> None:
        old = team.git("rev-parse", "HEAD")
        team.git("checkout", "-q", "--orphan", "fresh")
        team.git("rm", "-q", "-r", "-f", ".teammem")
        team.write(".teammem/new.md", fake.memory(fake.github(3)))
        blob = team.git("hash-object", "-w", ".teammem/new.md")
        team.write(".teammem/allow/revoked-000000.yaml", entry(blob))
        team.commit()
        team.git("push", "-q", "-f", "origin", "fresh:main")
        done = self._judge(server, tmp_path / "ci", old if before == "old" else before)
        assert (done.code, "whole history" in done.text) == (1, True)
        assert "refused: 1 finding " in done.text

    def test_an_ordinary_push_after_it_is_green_again(
        self, adopted: Sandbox, server: Sandbox, tmp_path: Path
    ) -> None:
        before = adopted.git("rev-parse", "HEAD^")
        adopted.git("push", "-q", "-f", "origin", "main")
        assert self._judge(server, tmp_path / "ci", before).code == 0
        assert self._judge(server, tmp_path / "again", "0" * 40).code == 1


@pytest.mark.parametrize("place", [".teammem", ".teammem/allow"])
@pytest.mark.parametrize("inside", [True, False])
def test_an_entry_is_written_through_no_link(team: Sandbox, place: str, inside: bool) -> None:
    team.write(".teammem/note.md", fake.memory(fake.slack()))
    team.git("add", "-A")
    found = json.loads(team.teammem("guard", "staged", "--json").out)["data"]["findings"][0]["id"]
    target = team.path / "src" if inside else team.path.parent / "outside"
    target.mkdir(exist_ok=True)
    if place == ".teammem":
        (team.path / place).rename(team.path / "moved")
    (team.path / place).symlink_to(target)
    call = ("allow", found, "--reason", "sample")
    done = team.teammem(*call, env=PERSON)
    assert (done.code, "replace the link" in done.text) == (1, True)
    assert not list(target.rglob("*.yaml"))
    (team.path / place).unlink()
    if place == ".teammem":
        (team.path / "moved").rename(team.path / place)
    assert team.teammem(*call, env=PERSON).code == 0
