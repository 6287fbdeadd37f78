"""The kinds of file that an installation changes: JSON, TOML, and one that is ours alone. Pure.

Each takes the text of a file and returns what it becomes; `Malformed` says that it cannot.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from teammem.agents import settings_hooks as entries
from teammem.agents import settings_skill
from teammem.agents import settings_splice as splice
from teammem.agents.settings_hooks import HOOKS, Hook
from teammem.agents.settings_jsonc import Malformed, Path, read
from teammem.vocabulary import COMMAND

_VERSION = "version"


class Added(NamedTuple):
    """A text with our entries.

    Attributes:
        text: the whole file.
        made: paths of objects and lists that were made for them.
        notice: why something was left out; "" where nothing was.
    """

    text: str
    made: tuple[Path, ...] = ()
    notice: str = ""


class Json(NamedTuple):
    """Settings in JSON, with or without comments.

    Attributes:
        hooks: our hook entries; () where the file has none.
        flat: whether they stand in the event's list themselves.
        servers: key of the MCP servers, "" where the file has none.
        server: our entry there; None where it is not to be put in.
        version: value of `version` that a new file gets, 0 for none.
    """

    hooks: tuple[Hook, ...] = ()
    flat: bool = False
    servers: str = ""
    server: dict[str, Any] | None = None
    version: int = 0

    def add(self, text: str) -> Added:
        """Return the text with our entries: nothing is changed where they are in it already."""
        document = before = read(text if text.strip("\ufeff \t\r\n") else "{}\n")
        if not isinstance(document.root.value, dict):
            raise Malformed("not an object", document.line(document.root.start))
        notice = ""
        if self.version and document.child((_VERSION,)) is None:
            document = splice.insert(document, (), self.version, _VERSION)
        if self.hooks:
            document = entries.put(document, self.hooks, flat=self.flat)
        if self.server is not None:
            path = (self.servers, COMMAND)
            old = document.child(path)
            if not entries.holds(document, path[:1], dict):
                document = splice.insert(document, (), {COMMAND: self.server}, self.servers)
            elif old is None:
                document = splice.insert(document, path[:1], self.server, COMMAND)
            elif entries.is_our_server(old.node.value):
                document = entries.merge(document, path, self.server)
            else:
                notice = f"{'.'.join(path)} there is not ours, and stays as it is"
        wanted: list[Path] = [(HOOKS,), *((HOOKS, hook.event) for hook in self.hooks)]
        wanted += [(self.servers,), (_VERSION,)]
        made = [path for path in wanted if before.child(path) is None and document.child(path)]
        return Added(document.text if document is not before else text, tuple(made), notice)

    def strip(self, text: str, made: tuple[Path, ...] | None) -> str:
        """Return the text without our entries, and without what was made for them and is empty.

        Args:
            text: the file.
            made: from the ledger; None where there is none, and what becomes empty goes.
        """
        if not made and COMMAND not in text:
            return text
        document = read(text)
        emptied: list[Path] = []
        for path in reversed(entries.ours(document, flat=self.flat)):
            document = entries.cut(document, path)
            emptied += [path[:2], path[:1]]
        path = (self.servers, COMMAND)
        if self.servers and entries.is_our_server(document.get(path)):
            document = splice.delete(document, path)
            emptied.append(path[:1])
        for path in sorted(made if made is not None else emptied, key=len, reverse=True):
            if document.get(path) in ({}, []):
                document = splice.delete(document, path)
        if (_VERSION,) in (made or ()) and document.get((_VERSION,)) == self.version:
            others = document.get((HOOKS,))
            if not (isinstance(others, dict) and any(others.values())):  # which need it
                document = splice.delete(document, (_VERSION,))
        return document.text

    def empty(self, text: str) -> bool:
        """Tell whether nothing is left in a file that was made for our entries."""
        document = read(text)
        rest = document.root.value
        return not document.comments and rest in ({}, {_VERSION: self.version})


class Toml(NamedTuple):
    """Settings in TOML with the table of our MCP server."""

    servers: str
    server: dict[str, Any] | None

    def add(self, text: str) -> Added:
        """Return the text with our table."""
        from teammem.agents import settings_toml as toml

        old = toml.get(text, self.servers, COMMAND)
        if self.server is None or (old and {**old, **self.server} == old):
            return Added(text)
        if old is not None and not entries.is_our_server(old):
            return Added(text, (), f"[{self.servers}.{COMMAND}] there is not ours, and stays")
        return Added(toml.put(text, self.servers, COMMAND, self.server))

    def strip(self, text: str, _made: tuple[Path, ...] | None) -> str:
        """Return the text without our table."""
        from teammem.agents import settings_toml as toml

        old = toml.get(text, self.servers, COMMAND)
        return toml.drop(text, self.servers, COMMAND) if entries.is_our_server(old) else text

    def empty(self, text: str) -> bool:
        """Tell whether nothing is left."""
        return not text.strip()


class Own(NamedTuple):
    """A file of ours: the skill. One that somebody edited is theirs, and stays."""

    content: str = settings_skill.TEXT

    def add(self, text: str) -> Added:
        """Return our text, or the one that is there if it is not as some version wrote it."""
        if text and settings_skill.MARK not in text:
            return Added(text, (), "there is another file of that name, and it stays")
        return Added(self.content)

    def strip(self, text: str, _made: tuple[Path, ...] | None) -> str:
        """Return nothing for our own text, any other as it is."""
        return "" if text == self.content else text

    def empty(self, text: str) -> bool:
        """Tell whether nothing is left."""
        return not text


Kind = Json | Toml | Own
