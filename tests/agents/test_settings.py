"""What an installation writes, what it refuses, and what people may have done before."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from importlib import util
from pathlib import Path
from typing import Any

import pytest

from teammem.agents import settings, settings_ledger, settings_reading, settings_skill, table
from teammem.agents import settings_places as places
from teammem.agents.settings_jsonc import Malformed, read
from teammem.errors import Busy, ConfigError, UsageError

AGENTS = [*places.PLACES]
MINE = '{\n    "model": "x", // mine\n    "hooks": {}\n}\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    where = tmp_path / "home"
    where.mkdir()
    monkeypatch.setenv("HOME", str(where))
    monkeypatch.setenv("TEAMMEM_HOME", str(tmp_path / "teammem"))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    return where


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
    }


def handlers(path: Path, event: str) -> list[Any]:
    entries = read(path.read_text()).root.value["hooks"][event]
    return [handler for entry in entries for handler in entry.get("hooks", [entry])]


def put(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


class TestInstall:
    @pytest.mark.parametrize("agent", AGENTS)
    @pytest.mark.parametrize("scope", places.SCOPES)
    def test_files_come_and_go(self, agent: str, scope: str, home: Path, tmp_path: Path) -> None:
        top = tmp_path / "repo"
        top.mkdir()
        base = home if scope == "user" else top
        report = settings.install(agent, scope, top)
        assert {change.path for change in report.changes} == set(
            vars_of(places.PLACES[agent].files(scope, base))
        )
        assert settings_reading.installed(agent, scope, top)
        assert settings.install(agent, scope, top).changes == ()
        settings.uninstall(agent, scope, top)
        assert (tree(home), tree(top)) == ({}, {})
        assert not settings_reading.installed(agent, scope, top)
        assert not any((tmp_path / "teammem/state/agents").iterdir())

    @pytest.mark.parametrize("agent", AGENTS)
    def test_a_dry_run_changes_nothing(self, agent: str, home: Path, tmp_path: Path) -> None:
        assert settings.install(agent, "user", None, dry_run=True).changes
        assert (tree(home), (tmp_path / "teammem").exists()) == ({}, False)
        settings.install(agent, "user", None)
        before = tree(home)
        assert settings.uninstall(agent, "user", None, dry_run=True).changes
        assert tree(home) == before

    @pytest.mark.parametrize("agent", AGENTS)
    def test_units_matchers_and_events(self, agent: str, home: Path) -> None:
        settings.install(agent, "user", None)
        place = places.PLACES[agent]
        path = place.files("user", home).hooks
        for event in place.events:
            (handler,) = handlers(path, event.name)
            assert handler["timeout"] == event.seconds * (1000 if agent in "qwen gemini" else 1)
            assert handler["command"].endswith(f"teammem-hook agent {agent}'")

    def test_what_is_registered_is_what_the_hook_answers(self) -> None:
        for place in places.PLACES.values():
            events = {event.name: event for event in place.events}
            assert set(events) <= set(table.AGENTS[place.name].events)
            before = {
                name
                for name, moment in table.AGENTS[place.name].events.items()
                if moment == table.BEFORE
            }
            assert {name for name, event in events.items() if event.guard} == before

    def test_a_switch_that_refuses_stands_on_the_guard_alone_and_never_in_a_repository(
        self, home: Path, tmp_path: Path
    ) -> None:
        for agent, key, guard, other in (
            ("claude", "onFailure", "PreToolUse", "PostToolUse"),
            ("cursor", "failClosed", "preToolUse", "postToolUse"),
        ):
            for scope, base in (("user", home), ("project", tmp_path / "repo")):
                settings.install(agent, scope, base)
                path = places.PLACES[agent].files(scope, base).hooks
                assert (key in handlers(path, guard)[0]) == (scope == "user")
                assert key not in handlers(path, other)[0]

    def test_settings_can_be_moved_by_the_agents_own_variable(
        self, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
        monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
        settings.install("codex", "user", None)
        settings.install("claude", "user", None)
        assert sorted(tree(tmp_path / "codex")) == ["config.toml", "hooks.json"]
        assert {".claude.json", "settings.json"} <= set(tree(tmp_path / "claude"))
        assert not (home / ".claude").exists()

    def test_another_text_of_ours_is_mended_in_its_place(self, home: Path) -> None:
        settings.install("codex", "user", None)
        path = home / ".codex/hooks.json"
        data = json.loads(path.read_text())
        data["hooks"]["PreToolUse"].append({"hooks": [{"type": "command", "command": "mine"}]})
        data["hooks"]["PreToolUse"][0]["hooks"][0]["timeout"] = 10_000
        data["hooks"]["PreToolUse"][0]["matcher"] = "Bash"
        data["hooks"]["PreToolUse"][0]["hooks"][0]["statusMessage"] = "mine too"
        path.write_text(json.dumps(data))
        settings.install("codex", "user", None)
        ours, mine = handlers(path, "PreToolUse")
        assert (ours["timeout"], ours["statusMessage"], mine["command"]) == (10, "mine too", "mine")
        assert "apply_patch" in json.loads(path.read_text())["hooks"]["PreToolUse"][0]["matcher"]

    def test_a_group_that_is_shared_keeps_its_matcher(self, home: Path) -> None:
        settings.install("claude", "user", None)
        path = home / ".claude/settings.json"
        data = json.loads(path.read_text())
        group = data["hooks"]["PreToolUse"][0]
        group["matcher"] = "Bash"
        group["hooks"].append({"type": "command", "command": "mine"})
        path.write_text(json.dumps(data))
        settings.install("claude", "user", None)
        theirs, ours = json.loads(path.read_text())["hooks"]["PreToolUse"]
        assert (theirs["matcher"], [one["command"] for one in theirs["hooks"]]) == (
            "Bash",
            ["mine"],
        )
        assert "Write" in ours["matcher"]
        settings.uninstall("claude", "user", None)
        assert json.loads(path.read_text()) == {"hooks": {"PreToolUse": [theirs]}}

    def test_a_foreign_server_of_our_name_stays(self, home: Path) -> None:
        text = '{"mcpServers": {"teammem": {"command": "other"}}}'
        path = put(home / ".claude.json", text)
        report = settings.install("claude", "user", None)
        assert "not ours" in report.warnings[0]
        settings.uninstall("claude", "user", None)
        assert path.read_text() == text
        toml = put(home / ".codex/config.toml", "[mcp_servers.teammem]\ncommand = 'x'\n")
        assert "not ours" in settings.install("codex", "user", None).warnings[0]
        settings.uninstall("codex", "user", None)
        assert toml.read_text() == "[mcp_servers.teammem]\ncommand = 'x'\n"

    @pytest.mark.parametrize("agent", ["qwen", "codex"])
    def test_a_home_of_ones_own_reaches_the_server(
        self, agent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def server(scope: str) -> Any:
            place = places.PLACES[agent]
            return settings_reading.server_of(place, scope, place.base(scope, tmp_path / "repo"))

        monkeypatch.setenv("TEAMMEM_HOME", str(tmp_path / "a b"))
        settings.install(agent, "user", None)
        settings.install(agent, "project", tmp_path / "repo")
        assert server("user")["env"] == {"TEAMMEM_HOME": str(tmp_path / "a b")}
        assert server("project") == {"command": "git-teammem", "args": ["mcp"]}
        monkeypatch.setenv("TEAMMEM_HOME", str(tmp_path / "other"))
        settings.install(agent, "user", None)
        assert server("user")["env"] == {"TEAMMEM_HOME": str(tmp_path / "other")}
        settings.uninstall(agent, "user", None)
        assert server("user") is None

    def test_a_skill_that_was_edited_stays(self, home: Path) -> None:
        settings.install("claude", "user", None)
        skill = home / ".claude/skills/teammem/SKILL.md"
        skill.write_text(skill.read_text() + "and mine\n")
        assert "edited by hand" in settings.install("claude", "user", None).warnings[0]
        assert "edited by hand" in settings.uninstall("claude", "user", None).warnings[0]
        assert skill.read_text().endswith("and mine\n")
        skill.write_text("somebody else's\n")
        assert "stays" in settings.install("claude", "user", None).warnings[0]
        settings.uninstall("claude", "user", None)
        assert skill.read_text() == "somebody else's\n"

    def test_without_the_extra_there_is_no_server(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(util, "find_spec", lambda _name: None)
        report = settings.install("gemini", "user", None)
        assert "git-teammem[mcp]" in report.warnings[0]
        assert "mcpServers" not in json.loads((home / ".gemini/settings.json").read_text())

    def test_another_program_that_writes_meanwhile_is_noticed(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = put(home / ".claude/settings.json", MINE)
        real = settings_ledger.write

        def write(where: Path, ledger: settings_ledger.Ledger) -> None:
            real(where, ledger)
            path.write_text('{"new": 1}')

        monkeypatch.setattr(settings_ledger, "write", write)
        with pytest.raises(Busy):
            settings.install("claude", "user", None)
        assert path.read_text() == '{"new": 1}'
        monkeypatch.setattr(settings_ledger, "write", real)
        settings.install("claude", "user", None)
        settings.uninstall("claude", "user", None)
        assert path.read_text() == '{"new": 1}'


def vars_of(files: places.Files) -> tuple[Path, Path, Path]:
    return files.hooks, files.mcp, files.skill


class TestUninstall:
    @pytest.mark.parametrize(
        "text", ["", "\n", "{}", "{}\n", MINE, '{"hooks":{"PreToolUse":[]}}', "\ufeff{}\r\n"]
    )
    def test_bytes_are_restored(self, home: Path, text: str) -> None:
        path = put(home / ".claude/settings.json", text)
        path.chmod(0o600)
        settings.install("claude", "user", None)
        assert path.read_text() != text
        settings.uninstall("claude", "user", None)
        assert path.read_bytes() == text.encode()
        assert path.stat().st_mode & 0o777 == 0o600

    def test_without_a_ledger_entries_go_by_their_command(self, home: Path, tmp_path: Path) -> None:
        mine = put(home / ".claude/settings.json", '{\n  "model": "x"\n}\n')
        settings.install("claude", "user", None)
        for path in sorted((tmp_path / "teammem/state").rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        settings.uninstall("claude", "user", None)
        assert mine.read_text() == '{\n  "model": "x"\n}\n'
        assert [name for name, data in tree(home).items() if data] == [".claude/settings.json"]

    def test_twice_is_once(self) -> None:
        settings.install("qwen", "user", None)
        assert settings.uninstall("qwen", "user", None).changes
        assert settings.uninstall("qwen", "user", None).changes == ()

    def test_settings_that_went_meanwhile(self, home: Path) -> None:
        settings.install("qwen", "user", None)
        (home / ".qwen/settings.json").unlink()
        settings.uninstall("qwen", "user", None)
        assert tree(home) == {}

    def test_empty_lists_and_objects_of_the_user_stay(self, home: Path) -> None:
        text = '{\n  "hooks": {\n    "PreToolUse": []\n  },\n  "mcpServers": {}\n}\n'
        path = put(home / ".qwen/settings.json", text)
        settings.install("qwen", "user", None)
        path.write_text(path.read_text().replace("{\n", '{\n  "model": "x",\n', 1))
        settings.uninstall("qwen", "user", None)
        assert json.loads(path.read_text()) == {**json.loads(text), "model": "x"}

    def test_the_backup_is_the_users_alone(self, home: Path) -> None:
        put(home / ".qwen/settings.json", '{"key": 1}')
        where = settings.install("qwen", "user", None).backups
        assert where is not None
        assert where.stat().st_mode & 0o077 == 0
        assert [path.read_text() for path in where.glob("*-settings.json")] == ['{"key": 1}']

    @pytest.mark.parametrize(
        ("agent", "name"), [("codex", "CODEX_HOME"), ("claude", "CLAUDE_CONFIG_DIR")]
    )
    def test_settings_that_were_moved_since(
        self, agent: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        moved = tmp_path / "moved"
        for edited in (False, True):
            monkeypatch.setenv(name, str(moved))
            settings.install(agent, "user", None)
            assert tree(moved)
            if edited:
                for path in filter(Path.is_file, moved.rglob("*")):
                    path.write_text(path.read_text() + "\n")
            monkeypatch.delenv(name)
            settings.uninstall(agent, "user", None)
            left = {name for name, data in tree(moved).items() if data}
            assert left <= ({"skills/teammem/SKILL.md"} if edited else set())

    def test_comments_in_our_table_stay(self, home: Path) -> None:
        settings.install("codex", "user", None)
        path = home / ".codex/config.toml"
        text = path.read_text().replace("args = [", "# mine\nargs = [").replace("]\n", "] # too\n")
        path.write_text(f"a = 1\n\n{text}startup_timeout_sec = 3\n\n# next\n[b]\nc = 1\n")
        settings.uninstall("codex", "user", None)
        assert path.read_text() == "a = 1\n\n# too\n# mine\n# too\n\n# next\n[b]\nc = 1\n"


class TestRefused:
    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ('{\n "a": 1\n "b": 2}', 3),
            ("{'a': 1}", 1),
            ("[]", 1),
            ('{"hooks": []}', 1),
            ('{\n\n"hooks": {"PreToolUse": {}}}', 3),
            ('{"a": 1}\nx', 2),
            ('{"hooks": {},\n"hooks": {}}', 2),
            ('{"a": /* open', 1),
            ("[" * 5000, 1),
            ("\n" + "1" * 6000, 2),
            (b'{\n"a": "\xff"}', 2),
            ("\x00", 1),
        ],
    )
    def test_what_does_not_parse(self, home: Path, text: str | bytes, line: int) -> None:
        path = put(home / ".claude/settings.json", text)
        with pytest.raises(ConfigError) as caught:
            settings.install("claude", "user", None)
        assert str(caught.value).startswith(f"{path}:{line}: ")
        assert path.read_bytes() == (text.encode() if isinstance(text, str) else text)
        assert sorted(tree(home)) == [".claude", ".claude/settings.json"]

    def test_settings_that_were_broken_after_the_installation(self, home: Path) -> None:
        settings.install("claude", "user", None)
        path = home / ".claude/settings.json"
        whole = path.read_text()
        path.write_text(whole[:-3])
        with pytest.raises(ConfigError, match="a comma or"):
            settings.uninstall("claude", "user", None)
        assert path.read_text() == whole[:-3]
        path.write_text(whole)
        settings.uninstall("claude", "user", None)
        assert tree(home) == {}

    def test_toml_that_does_not_parse(self, home: Path) -> None:
        path = put(home / ".codex/config.toml", "a = 1\nb =\n")
        with pytest.raises(ConfigError, match=r"config.toml:2: not TOML; nothing was changed"):
            settings.install("codex", "user", None)
        assert sorted(tree(home)) == [".codex", ".codex/config.toml"]
        path.write_text("a = 1\nb = 2\n")
        assert settings.install("codex", "user", None).changes

    @pytest.mark.parametrize("text", ["mcp_servers = 1\n", "mcp_servers.teammem = 'x'\n"])
    def test_toml_of_another_shape(self, home: Path, text: str) -> None:
        put(home / ".codex/config.toml", text)
        with pytest.raises(ConfigError, match=r"config.toml:1: "):
            settings.install("codex", "user", None)

    def test_a_folder_and_a_pipe(self, home: Path) -> None:
        (home / ".claude/settings.json").mkdir(parents=True)
        with pytest.raises(ConfigError, match="not a file"):
            settings.install("claude", "user", None)
        (home / ".qwen").mkdir()
        os.mkfifo(home / ".qwen/settings.json")
        with pytest.raises(ConfigError, match="not a file"):
            settings.install("qwen", "user", None)

    def test_a_place_that_cannot_be_written(self, home: Path) -> None:
        put(home / ".claude", "a file where the folder should be\n")
        with pytest.raises(ConfigError) as caught:
            settings.install("claude", "user", None)
        assert ".claude" in str(caught.value)

    @pytest.mark.skipif(os.getuid() == 0, reason="root writes everywhere")
    def test_a_read_only_folder(self, home: Path) -> None:
        path = put(home / ".claude/settings.json", "{}")
        path.parent.chmod(0o500)
        with pytest.raises(ConfigError, match="Permission denied") as caught:
            settings.install("claude", "user", None)
        assert caught.value.reason == "not-writable"
        path.parent.chmod(0o700)
        assert settings.install("claude", "user", None).changes

    def test_names(self) -> None:
        for wrong, near in (("clade", "claude"), ("claude-code", "claude"), ("Gemini", "gemini")):
            with pytest.raises(UsageError) as caught:
                places.find(wrong)
            assert near in caught.value.hint
        with pytest.raises(UsageError, match="no hooks for Windsurf"):
            places.find("windsurf")
        with pytest.raises(UsageError, match="repository"):
            settings.install("claude", "project", None)

    @pytest.mark.parametrize("told", ["", "relative/home"])
    def test_no_home(self, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        import pwd

        def unknown(_uid: int) -> None:
            raise KeyError

        monkeypatch.setattr(pwd, "getpwuid", unknown)
        monkeypatch.setenv("HOME", told)
        with pytest.raises(ConfigError, match="no home directory"):
            settings.install("claude", "user", None)
        assert settings.install("claude", "project", tmp_path).changes


class TestLinks:
    def test_a_link_to_a_dotfile_stays_and_its_target_is_written(
        self, home: Path, tmp_path: Path
    ) -> None:
        target = put(tmp_path / "dotfiles/claude.json", MINE)
        (home / ".claude").mkdir()
        link = home / ".claude/settings.json"
        link.symlink_to(target)
        settings.install("claude", "user", None)
        assert (link.is_symlink(), "teammem-hook" in target.read_text()) == (True, True)
        settings.uninstall("claude", "user", None)
        assert (link.is_symlink(), target.read_text()) == (True, MINE)

    def test_a_linked_folder(self, home: Path, tmp_path: Path) -> None:
        (tmp_path / "dotfiles").mkdir()
        (home / ".claude").symlink_to(tmp_path / "dotfiles")
        settings.install("claude", "user", None)
        assert (tmp_path / "dotfiles/settings.json").exists()
        settings.uninstall("claude", "user", None)
        assert (tree(tmp_path / "dotfiles"), (home / ".claude").is_symlink()) == ({}, True)

    def test_a_link_to_nothing(self, home: Path, tmp_path: Path) -> None:
        (home / ".claude").mkdir()
        (home / ".claude/settings.json").symlink_to(tmp_path / "gone")
        with pytest.raises(ConfigError, match="not there"):
            settings.install("claude", "user", None)
        put(tmp_path / "gone", "{}")
        assert settings.install("claude", "user", None).changes

    def test_a_repository_does_not_lead_out(self, home: Path, tmp_path: Path) -> None:
        top = tmp_path / "repo"
        mine = put(home / "settings.json", MINE)
        (top / ".claude").mkdir(parents=True)
        (top / ".claude/settings.json").symlink_to(mine)
        for act in (settings.install, settings.uninstall):
            with pytest.raises(ConfigError, match="leads out of the repository"):
                act("claude", "project", top)
        assert mine.read_text() == MINE
        (top / ".claude/settings.json").unlink()
        inner = put(top / "config/settings.json", MINE)
        (top / ".claude/settings.json").symlink_to(inner)
        settings.install("claude", "project", top)
        assert "teammem-hook" in inner.read_text()


class TestCommand:
    def run(self, command: str, path: str) -> subprocess.CompletedProcess[bytes]:
        shell = ["/bin/sh", "-c", command]
        return subprocess.run(
            shell, env={"PATH": path}, input=b"{}", capture_output=True, check=False
        )

    def test_it_does_nothing_where_teammem_is_missing(self, tmp_path: Path) -> None:
        for program in ("teammem-hook", str(tmp_path / "a 'b'/teammem-hook")):
            done = self.run(settings.hook_command(program, "claude"), "/usr/bin:/bin")
            assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")

    def test_it_runs_the_hook_with_its_input_and_keeps_its_status(self, tmp_path: Path) -> None:
        folder = tmp_path / "a 'b'"
        program = put(folder / "teammem-hook", '#!/bin/sh\necho "$@"; cat; exit 2\n')
        program.chmod(0o755)
        by_path = self.run(settings.hook_command("teammem-hook", "qwen"), f"{folder}:/bin")
        by_name = self.run(settings.hook_command(str(program), "qwen"), "/usr/bin:/bin")
        for done in (by_path, by_name):
            assert (done.returncode, done.stdout) == (2, b"agent qwen\n{}")

    def test_it_is_one_text_that_the_uninstaller_knows(self) -> None:
        from teammem.agents.settings_hooks import is_ours

        for program in ("teammem-hook", "/a 'b' c/teammem-hook"):
            command = settings.hook_command(program, "codex")
            assert is_ours({"command": command})
            assert len(shlex.split(command)) == 3
        for other in ("teammem hook claude", "teammem-hook staged", "echo", 3, None):
            assert not is_ours({"command": other})


def test_the_skill_is_marked_and_short() -> None:
    assert settings_skill.MARK in settings_skill.TEXT
    assert len(settings_skill.TEXT) < 3000


class TestJsonc:
    @pytest.mark.parametrize("text", ['{"a": [1, 2.5e3, true, null, "é\\u00e9\\n"],}', "[]", "-0"])
    def test_it_reads_what_json_reads(self, text: str) -> None:
        assert read(text).root.value == json.loads(text.replace(",}", "}"))

    @pytest.mark.parametrize(
        "text", ['{"a": NaN}', '{"a": {"b": Infinity}}', '{"a": "\t"}', '{"a": ' + "[" * 9999]
    )
    def test_what_is_passed_over_has_to_be_json_too(self, text: str) -> None:
        with pytest.raises(Malformed):
            read(text)

    @pytest.mark.parametrize("text", ["", "{,}", "[1 2]", "01", '"\t"', "{a: 1}", "nul", "// x"])
    def test_it_refuses_what_is_not(self, text: str) -> None:
        with pytest.raises(Malformed):
            read(text)
