"""Install, edits of the user, install again, uninstall: the edits stay, nothing of ours does."""

from __future__ import annotations

import json
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teammem.agents import settings as service
from teammem.agents import settings_places as places
from teammem.agents.settings_jsonc import read

Data = dict[str, Any]

_words = st.sampled_from(["model", "theme", "a b", "ключ", "x", "permissions"])
_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_words, inner, max_size=3),
    max_leaves=6,
)
_foreign = st.fixed_dictionaries({"command": st.sampled_from(["mine", "sh -c 'teammem recall'"])})


def _event(agent: str, number: int) -> str:
    events = [*(event.name for event in places.PLACES[agent].events), "Other"]
    return events[number % len(events)]


class Edit:
    """One thing that a user does to the settings, whatever else is in them."""

    def __init__(self, kind: str, number: int, value: Any) -> None:
        self.kind, self.number, self.value = kind, number, value

    def __repr__(self) -> str:
        return f"{self.kind} {self.number} {self.value!r}"

    def __call__(self, data: Data, agent: str) -> None:
        place = places.PLACES[agent]
        if self.kind == "set":
            data[f"set{self.number}"] = self.value
        elif self.kind == "server" and place.servers == "mcpServers":
            data.setdefault("mcpServers", {})[f"other{self.number}"] = {"command": "other"}
        elif self.kind == "hook":
            handler = {"command": f"foreign {self.number}"}
            entry = handler if place.flat else {"matcher": "X", "hooks": [handler]}
            hooks = data.setdefault("hooks", {})
            entries = hooks.setdefault(_event(agent, self.number), [])
            # Before ours, in front of everything, or behind.
            entries.insert(0 if self.value is None else len(entries), entry)
        elif self.kind == "drop":
            data.pop("model", None)


_edits = st.lists(
    st.builds(Edit, st.sampled_from(["set", "server", "hook", "drop"]), st.integers(0, 9), _values),
    max_size=4,
)


@st.composite
def _settings(draw: st.DrawFn) -> Data:
    data: Data = draw(st.dictionaries(_words, _values, max_size=4))
    if draw(st.booleans()):
        data["mcpServers"] = draw(st.dictionaries(_words, _foreign, max_size=2))
    if draw(st.booleans()):
        data["hooks"] = {}
        for number in draw(st.lists(st.integers(0, 6), max_size=3, unique=True)):
            data["hooks"][number] = draw(st.lists(_foreign, max_size=2))
    keys = draw(st.permutations(list(data)))
    return {key: data[key] for key in keys}


def _for(agent: str, data: Data) -> Data:
    """Return drawn settings with the events and entries of one agent."""
    flat = places.PLACES[agent].flat
    made = dict(data)
    if "hooks" in made:
        made["hooks"] = {
            _event(agent, number): entries if flat else [{"hooks": [one]} for one in entries]
            for number, entries in made["hooks"].items()
        }
    return made


_style = st.sampled_from([None, 1, 2, 4, "\t"])


def _commented(text: str, numbers: list[int], newline: str) -> tuple[str, list[str]]:
    """Put comments at the ends of lines and on lines of their own."""
    lines = text.split("\n")
    made = []
    for at, number in enumerate(numbers):
        comment = f"// note {at}, mine" if number % 2 else f"/* note {at}, mine */"
        made.append(comment)
        place = number % len(lines)
        if number % 3:
            lines[place] += f" {comment}"
        else:
            lines.insert(place, f"  {comment}")
    return newline.join(lines), made


def _is_ours(text: str) -> bool:
    return "teammem-hook" in text or "git-teammem" in text


def _alike(left: Any, right: Any) -> bool:
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


class TestJson:
    @pytest.fixture(autouse=True)
    def _home(
        self, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TEAMMEM_HOME", str(tmp_path_factory.mktemp("home")))

    @pytest.mark.parametrize("agent", ["claude", "gemini", "codex", "cursor"])
    @given(
        data=_settings(),
        edits=_edits,
        style=_style,
        again=_style,
        comments=st.lists(st.integers(0, 200), max_size=5),
        newline=st.sampled_from(["\n", "\r\n"]),
        ending=st.sampled_from(["", "\n"]),
    )
    @settings(max_examples=40, deadline=None)
    def test_edits_stay(
        self,
        agent: str,
        data: Data,
        edits: list[Edit],
        style: Any,
        again: Any,
        comments: list[int],
        newline: str,
        ending: str,
    ) -> None:
        data = _for(agent, data)
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            file = places.PLACES[agent].files("project", top).hooks
            file.parent.mkdir(parents=True)
            text, before = _commented(json.dumps(data, indent=style) + ending, comments, newline)
            original = text.encode()
            file.write_bytes(original)

            service.install(agent, "project", top)
            assert all(comment in file.read_text() for comment in before)
            installed = read(file.read_bytes().decode()).root.value
            service.uninstall(agent, "project", top)
            assert file.read_bytes() == original

            service.install(agent, "project", top)
            for edit in edits:
                edit(installed, agent)
                edit(data, agent)
            edited, made = _commented(json.dumps(installed, indent=again), comments, newline)
            file.write_bytes(edited.encode())
            assert _is_ours(edited)
            service.install(agent, "project", top)
            assert service.install(agent, "project", top).changes == ()
            assert all(comment in file.read_text() for comment in made)
            service.uninstall(agent, "project", top)
            left = file.read_bytes().decode() if file.exists() else "{}"
            assert not _is_ours(left)
            assert all(comment in left for comment in made)
            found = read(left).root.value
            if agent == "cursor" and any(data.get("hooks", {}).values()):
                assert found.pop("version", 1) == 1  # the hooks of others need it
            assert _alike(found, data)
            assert [*found] == [key for key in installed if key in found]


_TABLES = ["[profiles.a]", "[mcp_servers.other]", "[mcp_servers]", "[features]", "[[list]]"]


@st.composite
def _toml(draw: st.DrawFn) -> list[str]:
    lines = ["# my settings", "model = 'x' # the one"][: draw(st.integers(0, 2))]
    for table in draw(st.lists(st.sampled_from(_TABLES), max_size=4, unique=True)):
        lines += ["", f"# about {table}"][draw(st.integers(0, 2)) :]
        lines += [table, "command = 'y'" if "other" in table else "key = [1,", "  2]"]
        if "other" in table:
            lines.pop()
    return lines


class TestToml:
    @pytest.fixture(autouse=True)
    def _home(
        self, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TEAMMEM_HOME", str(tmp_path_factory.mktemp("home")))

    @given(
        lines=_toml(),
        comments=st.lists(st.integers(0, 50), max_size=4),
        extra=st.lists(
            st.sampled_from(["[one]", "[mcp_servers.two]", "[three.four]"]), unique=True
        ),
        newline=st.sampled_from(["\n", "\r\n"]),
        ending=st.booleans(),
    )
    @settings(max_examples=150, deadline=None)
    def test_edits_stay(
        self, lines: list[str], comments: list[int], extra: list[str], newline: str, ending: bool
    ) -> None:
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            file = places.PLACES["codex"].files("project", top).mcp
            file.parent.mkdir(parents=True)
            original = (newline.join(lines) + (newline if ending else "")).encode()
            file.write_bytes(original)
            service.install("codex", "project", top)
            service.uninstall("codex", "project", top)
            assert file.read_bytes() == original

            service.install("codex", "project", top)
            newline = newline if newline.encode() in original else "\n"
            edited = file.read_bytes().decode().split(newline)
            for at, number in enumerate(comments):
                edited.insert(number % len(edited), f"# note {at}")
            edited += [line for table in extra for line in (table, "enabled = true # here")]
            text = newline.join(edited)
            file.write_bytes(text.encode())
            service.install("codex", "project", top)
            assert file.read_bytes().decode() == text
            service.uninstall("codex", "project", top)

            left = file.read_bytes().decode()
            ours = ("[mcp_servers.teammem]", 'command = "git-teammem"', 'args = ["mcp"]')
            assert [line for line in left.split(newline) if line] == [
                line for line in edited if line and line not in ours
            ]
            wanted = tomllib.loads(text.replace("\r\n", "\n"))
            del wanted["mcp_servers"]["teammem"]
            if not wanted["mcp_servers"] and "[mcp_servers]" not in lines:
                del wanted["mcp_servers"]
            assert tomllib.loads(left.replace("\r\n", "\n")) == wanted
