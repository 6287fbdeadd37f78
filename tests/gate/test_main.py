"""The gate: roles, errors in one line, and a refusal whatever goes wrong."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from teammem.gate import main as gate
from tests.support import fake
from tests.support.sandbox import Done, Sandbox

SECRET = fake.memory(f"log in with {fake.github()}")
CLEAN = fake.memory("log in with the vault")
HOSTILE = {"TEAMMEM_ACTOR": "agent/claude"}


def one_line_and_a_hint(done: Done, code: int, *parts: str) -> None:
    assert done.code == code, done.text
    lines = done.text.strip().splitlines()
    assert 1 <= len(lines) <= 2, done.text
    assert lines[0].startswith("teammem: ")
    for part in parts:
        assert part in done.text
    assert "Traceback" not in done.text


def stage(repo: Sandbox, name: str = ".teammem/a.md", text: str = CLEAN) -> None:
    repo.write(name, text)
    repo.git("add", "-A")


class TestErrors:
    """Each ends with one clear line, one hint, the right code, and a refusal."""

    def test_git_is_missing(self, team: Sandbox, tmp_path: Path) -> None:
        stage(team)
        done = team.gate("staged", env={"PATH": str(tmp_path)})
        one_line_and_a_hint(done, 4, "git is not installed", "install git")

    def test_git_is_too_old(self, team: Sandbox, tmp_path: Path) -> None:
        stage(team)
        self._shim(
            tmp_path, 'case "$*" in *version) echo git version 2.20.1;; *) exec {} "$@";; esac'
        )
        done = team.gate("staged", env={"PATH": f"{tmp_path}:{os.environ['PATH']}"})
        one_line_and_a_hint(done, 4, "git 2.20.1 is too old", "2.38")

    def _shim(self, folder: Path, body: str) -> None:
        real = subprocess.run(["which", "git"], capture_output=True, text=True, check=True)
        file = folder / "git"
        file.write_text("#!/bin/sh\n" + body.format(real.stdout.strip()) + "\n")
        file.chmod(0o755)

    def test_not_a_repository(self, team: Sandbox) -> None:
        done = Sandbox(team.path.parent, team.env).gate("staged")
        one_line_and_a_hint(done, 4, "not a git repository")

    def test_an_unreadable_index(self, team: Sandbox) -> None:
        stage(team)
        (team.path / ".git/index").write_bytes(b"DIRC nonsense")
        one_line_and_a_hint(team.gate("staged"), 4, "index", "rebuilds it")

    def test_a_missing_blob(self, team: Sandbox) -> None:
        stage(team)
        oid = team.git("rev-parse", ":.teammem/a.md")
        (team.path / ".git/objects" / oid[:2] / oid[2:]).unlink()
        one_line_and_a_hint(team.gate("staged"), 4, oid, "fetch")

    def test_a_partial_clone_whose_remote_is_gone(self, team: Sandbox, tmp_path: Path) -> None:
        team.git("config", "uploadpack.allowFilter", "true")
        team.commit({".teammem/b.md": CLEAN})
        clone = Sandbox(tmp_path / "partial", team.env)
        team.git(
            "clone",
            "-q",
            "--filter=blob:none",
            "--no-checkout",
            f"file://{team.path}",
            str(clone.path),
        )
        clone.git("remote", "set-url", "origin", str(tmp_path / "gone"))
        assert clone.gate("tree").code == 4

    def test_ctrl_c(self, team: Sandbox, tmp_path: Path) -> None:
        assert self._stopped(team, tmp_path, signal.SIGINT) == 130

    def test_sigterm(self, team: Sandbox, tmp_path: Path) -> None:
        assert self._stopped(team, tmp_path, signal.SIGTERM) == 143

    def _stopped(self, team: Sandbox, folder: Path, number: signal.Signals) -> int:
        """Stop the gate while its git hangs; the git goes too."""
        stage(team)
        fifo = folder / "started"
        os.mkfifo(fifo)
        self._shim(folder, f'echo $$ >"{fifo}"; exec sleep 600')
        with subprocess.Popen(
            [sys.executable, "-I", "-m", "teammem.gate", "staged"],
            cwd=team.path,
            env={**team.env, "PATH": f"{folder}:{os.environ['PATH']}"},
            stderr=subprocess.PIPE,
            text=True,
            # A job in the background inherits an ignored SIGINT, as a hook at a terminal does not.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - no threads here
        ) as process:
            child = int(fifo.read_text())
            process.send_signal(number)
            try:
                _, said = process.communicate(timeout=60)
            finally:
                process.kill()
        assert said.startswith("teammem: stopped")
        deadline = time.monotonic() + 10
        while Path(f"/proc/{child}").exists() and time.monotonic() < deadline:
            os.sched_yield()
        assert not Path(f"/proc/{child}").exists()
        return process.returncode

    def test_a_full_disk_at_the_output(self, team: Sandbox) -> None:
        stage(team, text=SECRET)
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-I", "-m", "teammem.gate", "staged"],
                cwd=team.path,
                env=team.env,
                stderr=full,
                check=False,
            )
        assert done.returncode == 1
        stage(team)
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-I", "-m", "teammem.gate", "staged"],
                cwd=team.path,
                env=team.env,
                stderr=full,
                check=False,
            )
        assert done.returncode == 0

    def test_a_system_error(
        self, team: Sandbox, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(team.path)

        def full(_args: list[str]) -> int:
            raise OSError(28, "No space left on device")

        monkeypatch.setitem(gate._ROLES, "staged", full)
        assert gate.main(["staged"]) == 4
        assert "No space left on device" in capfd.readouterr().err

    @pytest.mark.parametrize("debug", ["", "1"])
    def test_a_bug_in_a_rule(
        self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], debug: str
    ) -> None:
        monkeypatch.setenv("TEAMMEM_DEBUG", debug)
        secret = fake.github()

        def broken(_args: list[str]) -> int:
            raise RuntimeError(f"could not match {secret}")

        monkeypatch.setitem(gate._ROLES, "staged", broken)
        assert gate.main(["staged"]) == 3
        said = capfd.readouterr().err
        assert "internal error (RuntimeError); refused" in said
        assert secret not in said
        assert ("test_main.py" in said) == bool(debug)

    def test_an_error_that_would_repeat_a_secret(self, team: Sandbox) -> None:
        done = Sandbox(team.path, team.env).gate("tree", fake.github())
        assert done.code == 2
        assert "is not shown" in done.text
        assert fake.github() not in done.text
        assert "no tree is called" in team.gate("tree", "none").text

    def test_a_detector_that_fails_shows_no_text(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from teammem.detect import engine

        assert gate.clean("x") == "x"
        monkeypatch.delattr(engine, "scan")
        assert "failed too" in gate.clean("x")


class TestUsage:
    def test_help_and_wrong_roles(self, team: Sandbox) -> None:
        assert team.gate("--help").code == 0
        assert team.gate().code == 2
        done = team.gate("nonsense")
        assert (done.code, "unknown role" in done.text) == (2, True)

    def test_the_script_is_the_same(self, team: Sandbox) -> None:
        assert team.run("teammem-hook", "--help").code == 0
        stage(team, text=SECRET)
        assert team.run("teammem-hook", "staged", check=False).code == 1

    def test_message_without_a_file(self, team: Sandbox) -> None:
        stage(team)
        assert team.gate("message").code == 2

    def test_in_a_thread_signals_are_the_callers(self) -> None:
        import threading

        codes: list[int] = []
        thread = threading.Thread(target=lambda: codes.append(gate.main(["--help"])))
        thread.start()
        thread.join()
        assert codes == [0]


class TestActors:
    """An agent's commits carry a trailer, and leave alone what is people's."""

    def test_the_trailer(self, team: Sandbox) -> None:
        team.hooks()
        stage(team)
        team.git("commit", "-qm", "by an agent", env=HOSTILE)
        assert (
            team.git("log", "-1", "--format=%(trailers:key=Teammem-Actor,valueonly)").strip()
            == "agent/claude"
        )
        stage(team, text=CLEAN + "more\n")
        team.git("commit", "-qm", "by a person")
        assert "Teammem-Actor" not in team.git("log", "-1", "--format=%B")
        stage(team, "src/b.py", "b = 1\n")
        team.git("commit", "-qm", "elsewhere", env=HOSTILE)
        assert "Teammem-Actor" not in team.git("log", "-1", "--format=%B")

    def test_without_a_message_file_no_trailer_and_a_word(self, team: Sandbox) -> None:
        stage(team)
        done = team.gate("final", env=HOSTILE)
        assert (done.code, "no actor trailer" in done.text) == (0, True)
        assert team.gate("final").text == ""

    @pytest.mark.parametrize(
        ("name", "other"),
        [
            (".teammem/pinned/a.md", ".teammem/pinned-notes/a.md"),
            (".teammem/PINNED/a.md", ".teammem/b/pinned/a.md"),
            (".teammem/config.yaml", ".teammem/configs.md"),
            ("lib/.teammem/pinned/x.md", "lib/.teammem/x.md"),
        ],
    )
    def test_what_only_people_change(self, team: Sandbox, name: str, other: str) -> None:
        team.hooks()
        stage(team, name, "x: 1\n")
        done = team.run("git", "commit", "-nqm", "x", env=HOSTILE, check=False)
        assert (done.code, "a person has to do this" in done.text) == (1, True)
        team.git("commit", "-qm", "x")
        stage(team, other, "clean\n")
        team.git("commit", "-qm", "x", env=HOSTILE)

    def test_moving_and_deleting_pins_and_removing_tombstones(self, team: Sandbox) -> None:
        stone = ".teammem/tombstones/x-000000.yaml"
        team.commit({".teammem/pinned/a.md": CLEAN, stone: "schema: 99\n"})
        team.hooks()
        team.git("mv", ".teammem/pinned/a.md", ".teammem/a.md")
        assert team.run("git", "commit", "-qm", "x", env=HOSTILE, check=False).code == 1
        team.git("reset", "-q", "--hard")
        team.git("rm", "-q", stone)
        assert team.run("git", "commit", "-qm", "x", env=HOSTILE, check=False).code == 1
        team.git("commit", "-qm", "by a person")

    def test_merges_and_picks_carry_peoples_pins(self, team: Sandbox) -> None:
        team.git("checkout", "-q", "-b", "pins")
        pin = team.commit({".teammem/pinned/a.md": CLEAN}, "a person pins")
        team.git("checkout", "-q", "main")
        team.commit({"src/b.py": "b = 1\n"})
        team.hooks()
        team.git("merge", "-q", "--no-edit", "pins", env=HOSTILE)
        team.git("reset", "-q", "--hard", "HEAD^")
        team.git("cherry-pick", pin, env=HOSTILE)
        assert "Teammem-Actor" not in team.git("log", "-1", "--format=%B")


class TestMessages:
    def test_a_secret_in_the_message(self, team: Sandbox) -> None:
        team.hook("commit-msg", "message")
        stage(team)
        assert team.run("git", "commit", "-qm", fake.github(), check=False).code == 1
        team.git("commit", "-qm", "clean")
        stage(team, "src/b.py", "b = 1\n")
        team.git("commit", "-qm", f"elsewhere {fake.github()}")

    def test_comments_count_only_where_git_keeps_them(self, team: Sandbox) -> None:
        team.hook("commit-msg", "message")
        stage(team)
        file = team.path.parent / "editor-message"
        file.write_text(f"clean\n# {fake.github()}\n")
        editor = {"GIT_EDITOR": f"cp '{file}'"}
        assert team.run("git", "commit", "-q", "-F", str(file), check=False).code == 1
        team.git("-c", "commit.cleanup=default", "commit", "-q", env=editor)
        stage(team, text=CLEAN + "more\n")
        team.git("config", "commit.cleanup", "verbatim")
        assert team.run("git", "commit", "-q", env=editor, check=False).code == 1

    @pytest.mark.parametrize("mark", ["#", ";", "auto"])
    def test_the_scissors_of_every_comment_character(self, team: Sandbox, mark: str) -> None:
        team.commit({".teammem/old.md": SECRET})
        team.git("config", "core.commentChar", mark)
        team.hooks()
        stage(team, ".teammem/old.md", CLEAN)
        done = team.run(
            "git", "commit", "-v", env={"GIT_EDITOR": "sed -i '1s/^/removed/'"}, check=False
        )
        assert done.code == 0, done.text

    def test_a_message_of_scissors_alone(self, team: Sandbox) -> None:
        line = "# " + "-" * 24 + " >8 " + "-" * 24 + "\n"
        file = team.write("../message", line + fake.github())
        assert team.teammem("guard", "message", str(file)).code == 0
        assert team.teammem("guard", "message", str(file), env={"GIT_EDITOR": ":"}).code == 1
        team.git("config", "commit.cleanup", "scissors")
        assert team.teammem("guard", "message", str(file), env={"GIT_EDITOR": ":"}).code == 0

    def test_without_a_scissors_line_auto_means_the_usual_character(self, team: Sandbox) -> None:
        team.git("config", "core.commentChar", "auto")
        file = team.write("../message", f"x\n# {fake.github()}\n")
        assert team.teammem("guard", "message", str(file)).code == 0
        file.write_text(f"x\n; {fake.github()}\n")
        assert team.teammem("guard", "message", str(file)).code == 1

    def test_a_commit_without_changes_brings_nothing(self, team: Sandbox) -> None:
        assert team.gate("final").text == ""
        assert team.gate("message", "x").code == 0


class TestAfterwards:
    """post-merge and post-rewrite: a word when memories came in, and nothing is refused."""

    def test_what_a_pull_brought(self, team: Sandbox, tmp_path: Path) -> None:
        clone = team.clone(tmp_path / "clone")
        clone.hook("post-merge", "changed", "post-merge")
        # The second looks like the short name of a root until it is read.
        team.commit({"src/b.py": "b = 1\n", "teammx~9/b.md": "b\n"})
        assert clone.run("git", "pull", "-q").text == ""
        team.commit({".teammem/b.md": CLEAN, ".teammem/c.md": CLEAN})
        assert clone.run("git", "pull", "-q").text == (
            "teammem: team files came in: 2 new, 0 changed, 0 removed; see teammem status\n"
        )
        team.commit({".teammem/c.md": SECRET})
        said = clone.run("git", "pull", "-q").text
        assert "0 new, 1 changed, 0 removed, 1 refused by the guard" in said
        assert fake.github() not in said
        team.git("rm", "-q", ".teammem/b.md")
        team.commit()
        assert "0 new, 0 changed, 1 removed; " in clone.run("git", "pull", "-q").text

    def test_what_a_rebase_brought(self, team: Sandbox, tmp_path: Path) -> None:
        clone = team.clone(tmp_path / "clone")
        clone.hook("post-rewrite", "changed", "post-rewrite")
        clone.commit({".teammem/mine.md": CLEAN})
        team.commit({".teammem/b.md": CLEAN})
        said = clone.run("git", "pull", "-q", "--rebase").text
        assert "1 new, 0 changed, 0 removed" in said
        clone.git("commit", "-q", "--amend", "-m", "other words")
        assert clone.run("git", "commit", "-q", "--amend", "-m", "again").text == ""

    def test_conflicts(self, team: Sandbox, tmp_path: Path) -> None:
        clone = team.clone(tmp_path / "clone")
        clone.hook("post-merge", "changed", "post-merge")
        team.commit({".teammem/a.conflict-0123abcd.md": CLEAN})
        assert "1 in conflict" in clone.run("git", "pull", "-q").text
        team.commit({".teammem/b.md": f"{CLEAN}<{'<' * 6} a\n={'=' * 6}\n>{'>' * 6} b\n"})
        assert "1 in conflict" in clone.run("git", "pull", "-q").text
        team.commit({".teammem/b.md": CLEAN})
        assert "conflict" not in clone.run("git", "pull", "-q").text

    def test_an_excused_finding_is_not_counted(self, team: Sandbox, tmp_path: Path) -> None:
        clone = team.clone(tmp_path / "clone")
        clone.hook("post-merge", "changed", "post-merge")
        team.write(".teammem/c.md", fake.memory(fake.slack()))
        team.git("add", "-A")
        (one,) = json.loads(team.teammem("guard", "staged", "--json").out)["data"]["findings"]
        done = team.teammem("allow", one["id"], "--reason", "an example")
        assert done.code == 0, done.text
        team.commit()
        assert "refused" not in clone.run("git", "pull", "-q").text

    def test_an_agents_hook_that_cannot_start_refuses(
        self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setitem(sys.modules, "teammem.agents", None)
        monkeypatch.delitem(sys.modules, "teammem.agents.main", raising=False)
        assert gate.main(["agent", "claude"]) == 2
        told = capfd.readouterr()
        assert (told.out, "internal error" in told.err) == ("", True)
        assert gate.main(["agent", "copilot"]) == 0
        assert json.loads(capfd.readouterr().out)["permissionDecision"] == "deny"

    def test_a_fault_never_fails_a_merge(self, team: Sandbox) -> None:
        team.git("update-ref", "ORIG_HEAD", team.git("rev-parse", "HEAD"))
        team.commit({".teammem/b.md": CLEAN})
        oid = team.git("rev-parse", "HEAD:.teammem/b.md")
        (team.path / ".git" / "objects" / oid[:2] / oid[2:]).unlink()
        done = team.gate("changed", "post-merge", "0")
        assert (done.code, done.text) == (0, "")

    def test_rewrites_and_nested_runs_are_silent(self, team: Sandbox) -> None:
        assert team.gate("changed", "post-rewrite", "amend").text == ""
        assert team.gate("changed", "post-merge", "0").text == ""
        team.git("update-ref", "ORIG_HEAD", team.git("rev-parse", "HEAD"))
        assert team.gate("changed", "post-merge", "0").text == ""
        team.commit({".teammem/b.md": CLEAN})
        assert team.gate("changed", "post-merge", "0", env={"TEAMMEM_NESTED": "1"}).text == ""
        assert "came in" in team.gate("changed", "post-rewrite", "rebase").text


class TestLint:
    def test_files_that_teammem_could_not_read(self, team: Sandbox) -> None:
        team.write(".teammem/bad.md", b"caf\xe9")
        team.write(".teammem/allow/x.yaml", "- a\n")
        team.write("outside.md", b"caf\xe9")
        (team.path / ".teammem/link.md").symlink_to("bad.md")
        names = [".teammem/bad.md", ".teammem/allow/x.yaml", "outside.md", ".teammem/link.md"]
        done = team.gate("lint", *names, ".teammem/first.md")
        assert done.code == 1
        assert len(done.text.splitlines()) == 2
        assert team.gate("lint", ".teammem/first.md", "outside.md").code == 0


def test_a_lost_x_bit_and_the_like_are_not_the_gates(team: Sandbox) -> None:
    """What runs no hook at all is the next door's matter; the twin shows the hook would refuse."""
    team.hooks()
    hook = team.path / ".git/hooks/pre-commit"
    final = team.path / ".git/hooks/prepare-commit-msg"
    stage(team, text=SECRET)
    for file in (hook, final):
        file.chmod(stat.S_IRUSR | stat.S_IWUSR)
    assert team.run("git", "commit", "-qm", "x", check=False).code == 0
    team.git("reset", "-q", "--soft", "HEAD^")
    final.chmod(0o755)
    assert team.run("git", "commit", "-qm", "x", check=False).code == 1
