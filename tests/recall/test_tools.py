from __future__ import annotations

import pytest

from teammem.recall.model import Note
from teammem.recall.tools import aliases, restates


@pytest.mark.parametrize(
    ("tool", "names"),
    [
        ("grep_search", {"grep_search"}),
        ("files::read", {"files::read", "read"}),
        ("mcp__files__list", {"mcp__files__list", "list"}),
        ("ls", set()),
    ],
)
def test_the_names_of_a_tool(tool: str, names: set[str]) -> None:
    assert aliases(tool) == names


@pytest.mark.parametrize(
    ("body", "tools", "answer"),
    [
        ("web_fetch accepts the parameters url and depth.", ("web_fetch",), True),
        ("web_fetch accepts the parameters url and depth.", ("other_tool",), False),
        ("web_fetch accepts the parameters url and depth.", (), False),
        ("web_fetcher accepts the parameters url and depth.", ("web_fetch",), False),
        ("web_fetch was slow on Tuesday.", ("web_fetch",), False),
        ("web_fetch accepts the parameter url. Gotcha: no redirects.", ("web_fetch",), False),
        ("web_fetch usage: ask the owner for a token.", ("web_fetch",), False),
        ("Usage of Web_Fetch.", ("srv::web_fetch",), True),
    ],
)
def test_usage_without_anything_durable_is_noise(
    body: str, tools: tuple[str, ...], answer: bool
) -> None:
    assert restates(Note("a", name="a note", body=body), tools) is answer
