"""No answer of any verb repeats a secret, also where the caller or git's own words hold one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import fake
from tests.support.sandbox import Sandbox

TOKEN = fake.github()
CALLS = (
    ("guard", "tree", TOKEN),
    ("guard", "range", f"{TOKEN}..HEAD"),
    ("guard", "range", "--allow-from", TOKEN),
    ("guard", TOKEN),
    ("guard", "message", TOKEN),
    ("guard", "files", TOKEN),
    ("guard", "staged", "--format", TOKEN),
    ("allow", TOKEN, "--reason", "x"),
    (TOKEN,),
)


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("call", CALLS, ids=lambda call: "-".join(call).replace(TOKEN, "T"))
def test_errors_do_not_repeat_what_was_typed(
    team: Sandbox, call: tuple[str, ...], form: tuple[str, ...]
) -> None:
    done = team.teammem(*call, *form, env={"TEAMMEM_ACTOR": "person"})
    assert done.code == 2
    assert TOKEN not in done.text
    assert "is not shown" in done.text


def test_other_usage_errors_say_what_was_typed(team: Sandbox) -> None:
    done = team.teammem("guard", "nonsense")
    assert (done.code, "'nonsense'" in done.text, "Usage:" in done.text) == (2, True, True)


def test_the_scope_is_masked(team: Sandbox) -> None:
    team.git("branch", TOKEN)
    done = team.teammem("guard", "tree", TOKEN)
    assert (done.code, "name not shown" in done.text) == (0, True)
    assert TOKEN not in done.text


@pytest.mark.parametrize(
    "name", [TOKEN, f"a/{TOKEN}", "\udcff"], ids=["whole", "below", "not UTF-8"]
)
def test_the_name_of_a_ref_is_masked(team: Sandbox, tmp_path: Path, name: str) -> None:
    bare = Sandbox.create(tmp_path / "server", team.env, bare=True)
    team.hook("pre-push", "push")
    team.git("tag", "-a", name, "-m", f"release {fake.github(1)}")
    done = team.run("git", "push", str(bare.path), f"refs/tags/{name}", check=False)
    said = done.text.split("error: failed to push")[0]
    assert (done.code, "message of tag refs/tags/" in said) == (1, True)
    assert TOKEN not in said


def test_lint_masks_names(team: Sandbox) -> None:
    team.write(f".teammem/{TOKEN}.md", b"caf\xe9")
    done = team.gate("lint", f".teammem/{TOKEN}.md")
    assert (done.code, "name not shown" in done.text) == (1, True)
    assert TOKEN not in done.text
