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


MEMORY = "---\nname: \u652f\u4ed8\u91cd\u8bd5\n---\n\u652f\u4ed8\u5931\u8d25\u540e\u91cd\u8bd5 \u2713 caf\u00e9\n"


@pytest.mark.parametrize(
    "locale",
    [
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp936"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
    ids=lambda locale: next(iter(locale.values())),
)
@pytest.mark.parametrize("call", ["recall \u652f\u4ed8\u91cd\u8bd5", "list", "show pay", "prime"])
def test_no_encoding_of_the_terminal_stops_a_verb(
    team: Sandbox, call: str, locale: dict[str, str]
) -> None:
    team.write(".teammem/pay.md", MEMORY)
    done = team.teammem(*call.split(), env={"TEAMMEM_ACTOR": "person", **locale})
    assert (done.code, done.err) == (0, b"")
    asked = team.teammem(*call.split(), "--json", env={"TEAMMEM_ACTOR": "person", **locale})
    assert "\u652f\u4ed8\u91cd\u8bd5" in json.dumps(json.loads(asked.out), ensure_ascii=False)


def test_nothing_but_text_is_printed_where_no_terminal_is(team: Sandbox) -> None:
    for verb in ("recall plain", "list", "status", "doctor", "check", "where", "--help"):
        done = team.teammem(*verb.split())
        assert b"\x1b" not in done.out + done.err


def test_standard_input_is_utf8(team: Sandbox) -> None:
    bad = team.teammem("remember", "-", stdin=b"caf\xe9 closes at nine\n")
    assert (bad.code, "not UTF-8 (byte 4)" in bad.text) == (2, True)
    assert team.teammem("remember", "-", stdin="caf\u00e9 closes at nine\n").code == 0


def test_a_failure_with_a_report_has_an_error_in_its_envelope(team: Sandbox) -> None:
    assert json.loads(team.teammem("status", "--json").out)["error"] is None
    team.write(".teammem/bad.md", "---\n: [\n---\n")
    refused = json.loads(team.teammem("check", "--json").out)
    assert (refused["outcome"], refused["error"]["code"]) == ("refused", refused["reason"])
    assert refused["error"]["message"]
