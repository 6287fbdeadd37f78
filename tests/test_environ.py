"""Three policies for git's variables: what each keeps, drops and sets."""

from __future__ import annotations

import os

import pytest

from teammem import environ


@pytest.fixture(autouse=True)
def everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every variable that one of the tables names, and some that none may touch."""
    for name in list(os.environ):
        if name.startswith(("GIT_", "SSH_")):
            monkeypatch.delenv(name)
    for name in {*environ.LOCAL, *environ.MISLEADING, "GIT_TRACE", "GIT_TRACE2_EVENT"}:
        monkeypatch.setenv(name, "set")
    for name in ("GIT_EXEC_PATH", "GIT_CONFIG_COUNT", "GIT_ASKPASS", "GIT_AUTHOR_NAME"):
        monkeypatch.setenv(name, "kept")


_REPOSITORY = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_QUARANTINE_PATH",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)


@pytest.mark.parametrize("name", _REPOSITORY)
def test_a_hook_keeps_its_repository_and_another_one_does_not(name: str) -> None:
    assert environ.for_hook()[name] == "set"
    assert name not in environ.for_repository()
    assert name not in environ.for_sync()


@pytest.mark.parametrize("name", [*environ.MISLEADING, "GIT_TRACE", "GIT_TRACE2_EVENT"])
def test_what_misleads_a_read_reaches_no_git(name: str) -> None:
    for policy in (environ.for_hook, environ.for_repository, environ.for_sync):
        assert policy().get(name) != "set"


def test_the_borders_of_a_shallow_push_count_only_at_a_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert environ.for_hook()["GIT_SHALLOW_FILE"] == "set"
    monkeypatch.delenv("GIT_QUARANTINE_PATH")
    assert "GIT_SHALLOW_FILE" not in environ.for_hook()


@pytest.mark.parametrize("name", ["GIT_EXEC_PATH", "GIT_CONFIG_COUNT", "GIT_AUTHOR_NAME"])
def test_what_names_no_repository_stays(name: str) -> None:
    for policy in (environ.for_hook, environ.for_repository, environ.for_sync):
        assert policy()[name] == "kept"


def test_reads_take_no_lock_fetch_nothing_and_see_no_replacement() -> None:
    env = environ.for_hook()
    assert (env["GIT_OPTIONAL_LOCKS"], env["GIT_NO_REPLACE_OBJECTS"]) == ("0", "1")
    assert (env["LC_ALL"], env["GIT_TERMINAL_PROMPT"]) == ("C", "0")


def test_unattended_commands_ask_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_SSH_COMMAND", "ssh -i key")
    env = environ.for_sync()
    assert env["GIT_ASKPASS"] == env["SSH_ASKPASS"] == "/bin/false"
    assert env["GIT_SSH_COMMAND"].startswith("ssh -i key -oBatchMode=yes")
    monkeypatch.delenv("GIT_SSH_COMMAND")
    assert environ.for_sync()["GIT_SSH_COMMAND"].startswith("ssh -oBatchMode=yes")


def test_the_users_own_command_gets_everything_and_a_mark() -> None:
    assert environ.for_user() == {**os.environ, environ.NESTED: "1"}


def test_no_variable_of_ours_can_pass_a_secret() -> None:
    """A new variable has to be argued for here: none of these reaches a verdict on a secret."""
    assert set(environ.VARIABLES) == {
        "TEAMMEM_HOME",
        "TEAMMEM_ACTOR",
        "TEAMMEM_PROJECT_SCOPE",
        "TEAMMEM_NESTED",
        "TEAMMEM_DEBUG",
        "NO_COLOR",
    }
