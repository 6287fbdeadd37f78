"""The pages about agents and MCP: their settings are well-formed, their tables true."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from teammem.agents import settings_places as places

GUIDE = Path(__file__).resolve().parents[2] / "docs/guide"
FENCE = re.compile(r"^```(json|yaml)\n(.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    ("language", "text"), FENCE.findall((GUIDE / "mcp.md").read_text()), ids=lambda text: text[:4]
)
def test_ready_settings_start_our_server(language: str, text: str) -> None:
    data = json.loads(text) if language == "json" else yaml.safe_load(text)
    (entry,) = (servers["teammem"] for servers in data.values() if isinstance(servers, dict))
    command = entry.get("cmd") or entry["command"]
    words = [*command] if isinstance(command, list) else [command, *entry["args"]]
    assert words[:2] == ["git-teammem", "mcp"]


def test_every_agent_and_its_files_are_named() -> None:
    page = (GUIDE / "agents.md").read_text()
    for place in places.PLACES.values():
        (row,) = [line for line in page.splitlines() if re.match(rf"\| {place.title} \| `~/", line)]
        files = place.files("user", Path("~"))
        for path in (files.hooks, files.skill.parent):
            assert str(path) in row
        assert str(files.mcp) in row or files.mcp == files.hooks
    for name in places.MCP_ONLY.values():
        assert f"## {name}" in (GUIDE / "mcp.md").read_text()
