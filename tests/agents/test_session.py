from __future__ import annotations

import json
import os
import stat
import threading
import time
from pathlib import Path

import pytest

from teammem.agents import session as sessions


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TEAMMEM_HOME", str(tmp_path))
    return tmp_path


def test_what_is_kept(home: Path) -> None:
    with sessions.opened("s") as session:
        for number in range(30):
            session.used(f"tool{number}", [f"f{number}"])
        session.show(["a", "b", "a"], 10)
    with sessions.opened("s") as session:
        assert session.tools == [f"tool{number}" for number in range(10, 30)]
        assert (session.surfaced, session.spent) == (["a", "b"], 10)
        assert session.paths[-1] == "f29"
    with sessions.opened("s", "subagent") as session:
        assert not session.surfaced
    (file,) = (home / "state/sessions").glob("*.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_clearing_empties_what_was_seen() -> None:
    with sessions.opened("s") as session:
        session.show(["a"], 10)
        session.used("Bash", [])
    with sessions.opened("s") as session:
        session.forget_context()
    with sessions.opened("s") as session:
        assert (session.surfaced, session.spent, session.tools) == ([], 0, ["Bash"])


def test_an_event_is_answered_once() -> None:
    with sessions.opened("s") as session:
        assert session.claim("prompt", "t1", once=True)
    with sessions.opened("s") as session:
        assert not session.claim("prompt", "t1", once=True)
        assert session.claim("prompt", "t2", once=True)


def test_without_a_turn_the_same_counts_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    with sessions.opened("s") as session:
        assert session.claim("prompt", "", "go on", once=False)
        assert not session.claim("prompt", "", "go on", once=False)
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 60)
        assert session.claim("prompt", "", "go on", once=False)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"tools": 1, "surfaced": [1, "a"]}', "[" * 9999])
def test_a_damaged_file_is_an_empty_one(home: Path, text: str) -> None:
    with sessions.opened("s") as session:
        session.used("Bash", [])
    (file,) = (home / "state/sessions").glob("*.json")
    file.write_text(text)
    with sessions.opened("s") as session:
        assert not session.tools
        session.used("Read", [])
    assert json.loads(file.read_text())["tools"] == ["Read"]


def test_nothing_is_kept_without_a_session(home: Path) -> None:
    with sessions.opened("") as session:
        session.used("Bash", [])
    assert not list(home.rglob("*.json"))


def test_hooks_side_by_side_lose_nothing() -> None:
    def use(number: int) -> None:
        with sessions.opened("s") as session:
            session.show([str(number)], 1)

    threads = [threading.Thread(target=use, args=(number,)) for number in range(20)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    with sessions.opened("s") as session:
        assert (len(session.surfaced), session.spent) == (20, 20)


def test_old_sessions_go(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "_SESSIONS", 3)
    for number in range(6):
        with sessions.opened(str(number)) as session:
            session.used("Bash", [])
    files = sorted((home / "state/sessions").glob("*.json"))
    for number, file in enumerate(files):
        os.utime(file, (time.time() - number, time.time() - number))
    os.utime(files[0], (1, 1))
    sessions.prune()
    assert sorted((home / "state/sessions").glob("*.json")) == files[1:4]
    assert list((home / "state/sessions").glob("lock-*"))
