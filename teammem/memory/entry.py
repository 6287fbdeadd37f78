"""A memory with typed values, read tolerantly: what a field cannot mean becomes a problem.

Besides teammem's own form it understands Qwen Code's (`title`, `usage_scenarios`) and Claude
Code's (`metadata.type`, `metadata.modified`, `metadata.originSessionId`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import NamedTuple

from teammem import vocabulary as words
from teammem.memory import hashes, ids
from teammem.memory.document import Document
from teammem.memory.pinned import is_pinned
from teammem.memory.rules import Problem
from teammem.memory.values import Value

SCHEMA = 1
_CONFLICT_COPY = re.compile(r"\.conflict-[0-9a-f]{8}\.md\Z")
_LINES = re.compile(r"(\d{1,7})(?:\s*-\s*(\d{1,7}))?")


class Stamp(NamedTuple):
    """When (UTC; None where it is not a date), by whom, and for a verification of which text."""

    at: datetime | None = None
    by: str = ""
    hash: str = ""


class Source(NamedTuple):
    """Where a memory came from; empty where nothing is said."""

    actor: str = ""
    agent: str = ""
    session: str = ""
    messages: tuple[str, ...] = ()
    commit: str = ""
    imported_from: str = ""


class Cite(NamedTuple):
    """A file that a memory speaks of: path from the top directory, 1-based lines or whole, hash."""

    path: str
    lines: tuple[int, int] | None
    hash: str


class Entry(NamedTuple):
    """One memory.

    Attributes:
        path: below its root, with slashes.
        id: canonical ULID, empty where the file has none.
        name: its name, the file's stem where it has none.
        description: one line, may be empty.
        type: one of the four; the default where the file names none of them.
        status: one of the five; `candidate` where the file names an unknown one.
        body: text after the front matter, line ends LF.
        pinned: whether the path lies in `pinned/`.
        conflict_copy: whether it is the other side of a conflict that sync kept.
        promoted_to: id or path of the team copy.
        problems: what reading met, by rule and line.
    """

    path: str
    id: str
    name: str
    description: str
    type: str
    status: str
    body: str
    keywords: tuple[str, ...]
    usage_scenarios: tuple[str, ...]
    applies_to: tuple[str, ...]
    created: Stamp
    updated: Stamp
    verified: Stamp
    source: Source
    supersedes: tuple[str, ...]
    cites: tuple[Cite, ...]
    expires: date | None
    promoted_to: str
    pinned: bool
    conflict_copy: bool
    problems: tuple[Problem, ...]

    @property
    def dated(self) -> datetime | None:
        """Return the time its age counts from, None where only git knows."""
        return self.verified.at or self.updated.at or self.created.at

    def verification_holds(self) -> bool:
        """Tell whether the text is still the one that a person verified."""
        return bool(self.verified.hash) and self.verified.hash == hashes.of_body(self.body)


def read(path: str, document: Document, default_type: str = words.TYPE_PROJECT) -> Entry:
    """Return the memory that a document holds.

    Args:
        path: below its root, with slashes.
        document: the file.
        default_type: the type of a file that names none (`user` in the user tier).
    """
    reader = _Reader(document)
    stem = path.rpartition("/")[2].removesuffix(words.MEMORY_SUFFIX)
    return Entry(
        path=path,
        id=reader.id(),
        name=reader.name() or stem,
        description=reader.description(),
        type=reader.type(default_type),
        status=reader.status(),
        body=document.body,
        keywords=reader.words("keywords", "tags"),
        usage_scenarios=reader.words("usage_scenarios", split=False),
        applies_to=reader.words("applies_to", split=False),
        created=reader.stamp("created"),
        updated=reader.stamp("updated", "modified"),
        verified=reader.stamp("verified"),
        source=reader.source(),
        supersedes=tuple(ids.canonical(link) or link for link in reader.words("supersedes")),
        cites=reader.cites(),
        expires=reader.expires(),
        promoted_to=reader.text("promoted_to"),
        pinned=is_pinned(path),
        conflict_copy=_CONFLICT_COPY.search(path) is not None,
        problems=reader.finish(),
    )


class _Reader:
    """Takes the fields apart and collects problems on the way."""

    __slots__ = ("_document", "_fields", "_nested", "_problems")

    def __init__(self, document: Document) -> None:
        self._document = document
        self._fields = document.fields
        nested = document.fields.get("metadata")
        self._nested: Mapping[str, Value] = nested if isinstance(nested, dict) else {}
        self._problems = list(document.problems)

    def _note(self, rule: str, key: str, detail: str = "") -> None:
        self._problems.append(Problem(rule, self._document.lines.get(key, 0), detail or key))

    def text(self, key: str) -> str:
        value = self._fields.get(key)
        if value is None:
            return ""
        if not isinstance(value, str):
            self._note("TM019", key)
        return _flat(value)

    def id(self) -> str:
        value = self.text("id")
        found = ids.canonical(value) if value else ""
        if found is None:
            self._note("TM020", "id")
        return found or ""

    def name(self) -> str:
        return self.text("name").strip() or self.text("title").strip()

    def description(self) -> str:
        return " ".join(self.text("description").split())

    def type(self, default: str) -> str:
        value = self._fields.get("type") or self._nested.get("type")
        if value is None or value == "":
            if self._document.block:
                self._note("TM014", "type")
            return default
        named = _flat(value).strip().casefold()
        if named not in words.TYPES:
            self._note("TM015", "type" if "type" in self._fields else "metadata", "type")
            return default
        return named

    def status(self) -> str:
        value = self.text("status").strip().casefold()
        if not value:
            return words.STATUS_PLAIN
        if value not in words.STATUSES:
            # Whatever it says, a person marked it as not simply valid.
            self._note("TM016", "status")
            return words.STATUS_CANDIDATE
        return value

    def words(self, key: str, other: str = "", *, split: bool = True) -> tuple[str, ...]:
        used = key if key in self._fields or not other else other
        value = self._fields.get(used)
        if value is None:
            return ()
        if isinstance(value, dict):
            self._note("TM019", used)
            value = list(value)
        if isinstance(value, str):
            if split:
                separator = "," if "," in value else None
                value = [part.strip() for part in value.split(separator)]
            else:
                value = [value]
        found: dict[str, str] = {}
        for item in value:
            text = " ".join(_flat(item).split())
            if split:
                text = text.lstrip("#").strip()
            if text:
                found.setdefault(text.casefold(), text)
        return tuple(found.values())

    def stamp(self, key: str, nested: str = "") -> Stamp:
        value = self._fields.get(key)
        line = key
        if value is None and nested:
            value, line = self._nested.get(nested), "metadata"
        if value is None:
            return Stamp()
        if isinstance(value, list):
            self._note("TM019", line)
            return Stamp()
        if isinstance(value, str):
            value = {"at": value}
        when = _flat(value.get("at"))
        at = moment(when) if when else None
        if when and at is None:
            self._note("TM022", line, key)
        return Stamp(at, _flat(value.get("by")), _flat(value.get("hash")))

    def expires(self) -> date | None:
        value = self.text("expires").strip()
        at = moment(value) if value else None
        if value and at is None:
            self._note("TM022", "expires")
        return at.date() if at else None

    def source(self) -> Source:
        value = self._fields.get("source")
        if isinstance(value, str):
            return Source(imported_from=value)
        if value is not None and not isinstance(value, dict):
            self._note("TM019", "source")
        given: Mapping[str, Value] = value if isinstance(value, dict) else {}
        messages = given.get("messages")
        session = given.get("session") or self._nested.get("originSessionId")
        return Source(
            _flat(given.get("actor")),
            _flat(given.get("agent")),
            _flat(session),
            tuple(_flat(item) for item in messages) if isinstance(messages, list) else (),
            _flat(given.get("commit")),
            _flat(given.get("imported_from")),
        )

    def cites(self) -> tuple[Cite, ...]:
        value = self._fields.get("cites")
        if value is None:
            return ()
        found = []
        for item in value if isinstance(value, list) else [value]:
            cite = _cite(item)
            if cite is None:
                self._note("TM025", "cites")
            else:
                found.append(cite)
        return tuple(found)

    def finish(self) -> tuple[Problem, ...]:
        schema = self.text("schema").strip()
        if schema and schema != str(SCHEMA):
            newer = schema.isdecimal() and int(schema) > SCHEMA
            self._note("TM021" if newer else "TM019", "schema")
        return tuple(self._problems)


def _flat(value: Value) -> str:
    """Return any value as text; a colon inside a list item had made it a mapping."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(_flat(item) for item in value)
    return ", ".join(f"{key}: {_flat(item)}" for key, item in value.items())


def _cite(value: Value) -> Cite | None:
    """Read one citation: a mapping, or `path` or `path:10-20` as text."""
    if isinstance(value, str):
        path, colon, lines = value.rpartition(":")
        value = {"path": path, "lines": lines} if colon and path else {"path": value}
    if not isinstance(value, dict):
        return None
    path = _flat(value.get("path")).strip()
    parts = path.split("/")
    if not path or path.startswith(("/", "\\")) or ".." in parts or "\0" in path:
        return None
    given = _flat(value.get("lines")).strip()
    digest = _flat(value.get("hash"))
    if digest and not hashes.is_hash(digest):
        return None
    if not given:
        return Cite(path, None, digest)
    found = _LINES.fullmatch(given)
    if found is None:
        return None
    first = int(found[1])
    last = int(found[2] or first)
    return Cite(path, (first, last), digest) if 1 <= first <= last else None


def moment(text: str) -> datetime | None:
    """Read a date or time (RFC 3339, ISO 8601) as UTC; a date is its midnight; None if neither."""
    try:
        found = datetime.fromisoformat(text.strip())
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
