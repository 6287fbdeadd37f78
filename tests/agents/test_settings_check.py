"""What `doctor` says of agents' settings."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from teammem.agents import settings, settings_check
from teammem.install.check import MISSING, OK, WARNING, Check


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    where = tmp_path / "home"
    where.mkdir()
    monkeypatch.setenv("HOME", str(where))
    monkeypatch.setenv("TEAMMEM_HOME", str(tmp_path / "teammem"))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    return where


def checks(top: Path) -> list[Check]:
    return [one for one in settings_check.checks(top) if one.state != WARNING]


def only(top: Path) -> Check:
    (found,) = checks(top)
    return found


def test_nothing_installed_is_nothing_missing(home: Path, tmp_path: Path) -> None:
    assert [*settings_check.checks(tmp_path)] == []
    (home / ".qwen").mkdir()
    (found,) = settings_check.checks(tmp_path)
    assert (found.state, found.remedy) == (WARNING, "teammem install qwen")


def test_settings_that_cannot_be_read_are_no_gap_where_nothing_was_installed(
    home: Path, tmp_path: Path
) -> None:
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").write_text('{ "teammem-hook"')
    (found,) = settings_check.checks(tmp_path)
    assert (found.state, "settings.json:1" in found.detail) == (WARNING, True)


@pytest.mark.parametrize("agent", ["claude", "qwen", "gemini", "cursor"])
def test_what_was_installed_is_in_order(agent: str, tmp_path: Path) -> None:
    settings.install(agent, "user", None)
    assert only(tmp_path).state == OK


class TestMissing:
    @pytest.fixture
    def path(self, home: Path) -> Path:
        settings.install("qwen", "user", None)
        return home / ".qwen/settings.json"

    def test_the_hooks(self, path: Path, tmp_path: Path) -> None:
        path.write_text("{}")
        found = only(tmp_path)
        assert (found.state, "lost" in found.detail) == (MISSING, True)
        settings.install("qwen", "user", None)
        assert only(tmp_path).state == OK

    def test_one_event_or_its_unit(self, path: Path, tmp_path: Path) -> None:
        whole = path.read_text()
        path.write_text(whole.replace("10000", "10"))
        assert "not as this version writes them" in only(tmp_path).detail
        data = json.loads(whole)
        del data["hooks"]["PreToolUse"]
        path.write_text(json.dumps(data))
        assert "missing" in only(tmp_path).detail
        path.write_text(whole)
        assert only(tmp_path).state == OK

    def test_the_server_and_the_skill(self, path: Path, home: Path, tmp_path: Path) -> None:
        data = json.loads(path.read_text())
        data["mcpServers"] = {}
        path.write_text(json.dumps(data))
        (home / ".qwen/skills/teammem/SKILL.md").unlink()
        details = [one.detail for one in checks(tmp_path)]
        assert ["SKILL.md is not there" in details[0], details[1]] == [
            True,
            "no MCP server is registered",
        ]

    def test_the_programs(self, path: Path, tmp_path: Path) -> None:
        path.write_text(path.read_text().replace(str(Path(sys.executable).parent), "/gone"))
        details = [one.detail for one in checks(tmp_path)]
        assert details == [
            "the hooks do nothing, since /gone/teammem-hook is not there",
            "the MCP server does not start, since /gone/teammem is not there",
        ]

    def test_a_switch_that_turns_hooks_off(self, path: Path, tmp_path: Path) -> None:
        path.write_text(path.read_text().replace("{", '{"disableAllHooks": true,', 1))
        assert "disableAllHooks" in only(tmp_path).detail

    def test_settings_that_do_not_parse(self, path: Path, tmp_path: Path) -> None:
        path.write_text('{\n"teammem-hook"')
        found = only(tmp_path)
        assert (found.state, f"{path}:2" in found.detail) == (MISSING, True)


class TestCodex:
    def codex(self, folder: Path, monkeypatch: pytest.MonkeyPatch, answer: object) -> None:
        """Put a program on PATH that answers the third line as Codex's app server does."""
        folder.mkdir(exist_ok=True)
        program = folder / "codex"
        line = json.dumps({"id": 2, "result": answer})
        program.write_text(
            "#!/bin/sh\nread a; read b; read c\n"
            'case "$1$a$c" in app-server*initialize*hooks/list*) ;; *) exit 1;; esac\n'
            f"echo '{{\"id\": 1}}'; echo noise; cat <<'EOF'\n{line}\nEOF\n"
        )
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin:/bin")

    @pytest.mark.parametrize(
        ("status", "state"), [("trusted", OK), ("untrusted", MISSING), ("modified", MISSING)]
    )
    def test_trust(
        self, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: str, state: str
    ) -> None:
        settings.install("codex", "user", None)
        path = str(home / ".codex/hooks.json")
        ours = {"sourcePath": path, "command": "teammem-hook agent codex", "trustStatus": status}
        other = {"sourcePath": path, "command": "mine", "trustStatus": "untrusted"}
        self.codex(tmp_path / "bin", monkeypatch, {"data": [{"hooks": [ours, other]}]})
        entries, trust = checks(tmp_path)
        assert (entries.state, trust.state) == (OK, state)

    def test_without_an_answer(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.install("codex", "user", None)
        found = [one for one in settings_check.checks(tmp_path) if one.state == WARNING]
        assert "not on PATH" in found[0].detail
        self.codex(tmp_path / "bin", monkeypatch, "something else")
        found = [one for one in settings_check.checks(tmp_path) if one.state == WARNING]
        assert "does not tell" in found[0].detail
