from __future__ import annotations

from pathlib import Path

import pytest

from teammem import environ
from teammem.config import load, places
from teammem.config.model import SETTINGS
from teammem.errors import ConfigError


@pytest.fixture
def user(tmp_path: Path) -> Path:
    return tmp_path / "user.yaml"


@pytest.fixture
def team(tmp_path: Path) -> Path:
    return tmp_path / "team.yaml"


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(environ.PROJECT_SCOPE, raising=False)


def test_without_files_every_setting_has_its_default(user: Path, team: Path) -> None:
    config = load.load(user, team)
    assert [(key, value.value) for key, value in config.items()] == [
        (setting.key, setting.default) for setting in SETTINGS
    ]
    assert {value.origin for _, value in config.items()} == {"default"}


def test_the_team_file_wins_over_the_user_file_and_each_value_names_its_line(
    user: Path, team: Path
) -> None:
    user.write_text("sync:\n  branch: mine\nrecall.stale_after: 7\n")
    team.write_text("# ours\nsync:\n  branch: shared\n")
    config = load.load(user, team)
    assert (config["sync.branch"], config.origin("sync.branch")) == ("shared", f"{team}:3")
    assert (config["recall.stale_after"], config.origin("recall.stale_after")) == (7, f"{user}:3")


def test_a_variable_wins_over_the_files(
    user: Path, team: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user.write_text("project_scope: directory\n")
    assert load.load(user, team)["project_scope"] == "directory"
    monkeypatch.setenv(environ.PROJECT_SCOPE, "worktree")
    config = load.load(user, team)
    assert (config["project_scope"], config.origin("project_scope")) == (
        "worktree",
        environ.PROJECT_SCOPE,
    )


def test_every_setting_is_read_somewhere() -> None:
    package = Path(environ.__file__).parent
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in package.rglob("*.py")
        if path.name != "model.py" or path.parent.name != "config"
    )
    assert not [setting.key for setting in SETTINGS if f'"{setting.key}"' not in code]


@pytest.mark.parametrize("word", ["off", "private", "team"])
def test_words_that_yaml_takes_for_booleans_stay_words(user: Path, word: str) -> None:
    user.write_text(f"agents:\n  write: {word}\n  recall: on\n")
    config = load.load(user)
    assert (config["agents.write"], config["agents.recall"]) == (word, "on")


@pytest.mark.parametrize("key", [s.key for s in SETTINGS if s.owner == "user"])
def test_the_team_file_cannot_set_what_is_the_users(user: Path, team: Path, key: str) -> None:
    team.write_text(f"{key}: true\n")
    with pytest.raises(ConfigError, match=f"team.yaml:1: {key} cannot be set"):
        load.load(user, team)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sync:\n  brunch: x\n", "user.yaml:2: unknown setting 'sync.brunch'"),
        ("- a\n", "user.yaml:1: not a mapping"),
        ("sync: [a]\n", "user.yaml:1: unknown setting 'sync'"),
        ("sync.branch: [a]\n", "user.yaml:1: sync.branch has a wrong value"),
        ("sync.branch: --force\n", "user.yaml:1: sync.branch has a wrong value"),
        ("sync.branch: a..b\n", "user.yaml:1: sync.branch has a wrong value"),
        ("sync.review: maybe\n", "user.yaml:1: sync.review has a wrong value"),
        ("recall.stale_after: 0\n", "user.yaml:1: recall.stale_after has a wrong value"),
        ("project_scope: machine\n", "user.yaml:1: project_scope has a wrong value"),
        ("sync.branch: a\nsync.branch: b\n", "user.yaml:2: sync.branch stands twice"),
        ("a: [\n", r"user.yaml:\d: "),
        ("a" * 70_000, "user.yaml: larger than 64 KiB"),
    ],
)
def test_what_is_wrong_is_named_with_file_and_line(user: Path, text: str, message: str) -> None:
    user.write_text(text)
    with pytest.raises(ConfigError, match=message) as caught:
        load.load(user)
    assert caught.value.hint


def test_the_nearest_known_setting_is_named(user: Path) -> None:
    user.write_text("sync.brunch: x\n")
    with pytest.raises(ConfigError) as caught:
        load.load(user)
    assert caught.value.hint == "did you mean sync.branch?"


def test_bytes_that_are_not_utf8_are_refused(user: Path) -> None:
    user.write_bytes(b"sync.branch: \xff\n")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load.load(user)


def test_an_empty_file_sets_nothing(user: Path) -> None:
    user.write_text("# nothing yet\n")
    assert load.load(user).origin("sync.branch") == "default"


def test_a_folder_in_the_files_place_is_named(user: Path) -> None:
    user.mkdir()
    with pytest.raises(ConfigError, match=r"user\.yaml"):
        load.load(user)


def test_teammem_home_holds_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environ.HOME, str(tmp_path))
    assert (places.data(), places.state(), places.cache(), places.config_file()) == (
        tmp_path,
        tmp_path / "state",
        tmp_path / "cache",
        tmp_path / "config.yaml",
    )


def test_a_relative_teammem_home_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environ.HOME, "here")
    with pytest.raises(ConfigError, match="not an absolute path"):
        places.data()


def test_without_teammem_home_the_systems_directories_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(environ.HOME, raising=False)
    for name in ("DATA", "STATE", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.setenv("HOME", str(tmp_path))
    found = {places.data(), places.state(), places.cache(), places.config_file()}
    assert len(found) == 4
    assert all(tmp_path in path.parents for path in found)
