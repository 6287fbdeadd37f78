from __future__ import annotations

import json

import pytest

from tests.support.sandbox import Sandbox


def test_help_shows_the_everyday_verbs_first(team: Sandbox) -> None:
    text = team.teammem("--help").text
    assert 0 < text.index("Everyday") < text.index("init") < text.index("Further")


def test_an_unknown_verb_names_the_nearest(team: Sandbox) -> None:
    done = team.teammem("gurd")
    assert (done.code, "Did you mean 'guard'?" in done.text) == (2, True)


def test_a_wrong_option_is_usage_and_with_json_one_value(team: Sandbox) -> None:
    done = team.teammem("guard", "staged", "--json", "--nonsense")
    value = json.loads(done.out)
    assert (done.code, value["outcome"], value["error"]["code"]) == (2, "failed", "usage")


def test_outside_a_repository_one_line_says_so(team: Sandbox) -> None:
    outside = Sandbox(team.path.parent, team.env)
    done = outside.teammem("guard", "staged")
    assert done.code == 4
    assert "not a git repository" in done.text
    assert len(done.text.splitlines()) == 2


def test_the_envelope_has_one_form(team: Sandbox) -> None:
    for args in (["guard", "staged"], ["guard", "tree"], ["guard", "rules"], ["doctor"]):
        value = json.loads(team.teammem(*args, "--json").out)
        assert set(value) == {
            "schema_version",
            "command",
            "outcome",
            "reason",
            "data",
            "warnings",
            "error",
        }
        assert value["command"] == " ".join(args)


@pytest.mark.parametrize("program", ["teammem", "git-teammem"])
def test_both_scripts_answer(team: Sandbox, program: str) -> None:
    assert team.run(program, "--version").text.startswith("teammem, version")


def test_git_finds_the_verb(team: Sandbox) -> None:
    assert "Everyday" in team.git("teammem", "-h")
