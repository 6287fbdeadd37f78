"""What an agent that calls over MCP is served: all tiers, or without trust the private ones."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from teammem.actor import Actor
from teammem.config import places
from teammem.errors import NothingFound
from teammem.lifecycle import forget, pick, workspace
from teammem.lifecycle.pick import Found
from teammem.recall import here, notes, render
from teammem.recall.here import Where
from teammem.recall.model import Note
from teammem.recall.serving import Guard
from teammem.vocabulary import ACTOR_AGENT, PRIVATE_TIERS, TIER_TEAM

NOT_TRUSTED = "team memory present, not trusted: a person runs `teammem trust` in this clone"

# Names that clients introduce themselves by hold their agent's word somewhere.
_KNOWN = ("claude", "qwen", "gemini", "codex", "cursor", "copilot", "opencode", "goose", "windsurf")


class Served:
    """The workspace of one call.

    Whoever calls over MCP is an agent, whatever TEAMMEM_ACTOR says: a person has the command line.

    Args:
        directory: the working directory.
        client: how the client introduced itself; "" where it did not.

    Raises:
        ConfigError, GitError: as `workspace.open_at`.
    """

    def __init__(self, directory: Path, client: str) -> None:
        known = next((name for name in _KNOWN if name in client.lower()), "")
        name = known or "".join(c for c in client if c.isalnum() or c in "-_.")[:40] or "mcp"
        self.work = workspace.open_at(directory, entry=name)
        if not self.work.actor.is_agent:
            self.work.actor = Actor(ACTOR_AGENT, name, "entry point")
            self.work.author = name
        self.trusted = self.work.is_trusted()

    @property
    def stale_after(self) -> int:
        """Days after which a memory counts as old."""
        return int(self.work.config["recall.stale_after"])

    @property
    def notice(self) -> str:
        """What is not served, for the agent and its user; "" where all is."""
        return NOT_TRUSTED if self.work.roots.team and not self.trusted else ""

    @cached_property
    def where(self) -> Where:
        """The roots that are asked."""
        view = self.work.view if self.trusted else None
        return here.everywhere(self.work.roots, places.cache(), team=self.trusted, view=view)

    @cached_property
    def guard(self) -> Guard:
        """The last look at what is about to be shown."""
        return Guard(self.where.roots, self.where.top, self.where.overlay)

    @property
    def _tiers(self) -> Sequence[str]:
        """The tiers to look in, one after the other; "" is all of them."""
        return ("",) if self.trusted else PRIVATE_TIERS[::-1]

    def all(self) -> list[Found]:
        """Return all memories."""
        return [found for tier in self._tiers for found in pick.all_in(self.work, tier)]

    def pick(self, word: str) -> Found:
        """Return the one memory that a word names.

        Raises:
            NothingFound, UsageError: as `pick.pick`.
        """
        *others, last = self._tiers
        for tier in others:
            try:
                return pick.pick(self.work, word, tier)
            except NothingFound:
                continue
        return pick.pick(self.work, word, last)

    def plan(self, words: Sequence[str]) -> forget.Plan:
        """Return what would be forgotten.

        Raises:
            NothingFound, UsageError: as `forget.plan`.
        """
        *others, last = self._tiers
        for tier in others:
            try:
                return forget.plan(self.work, words, tier=tier)
            except NothingFound:
                continue
        return forget.plan(self.work, words, tier=last)

    def note(self, found: Found) -> Note:
        """Return a memory as recall sees it, a team memory's path from the top."""
        whole, top = found.root.path / found.path, self.work.roots.top
        inside = found.root.tier == TIER_TEAM and top is not None
        shown = whole.relative_to(top) if inside and top else whole
        return notes.of_entry(found.loaded.entry, found.root.tier, shown.as_posix())

    def origin(self, found: Found) -> str:
        """Return where a memory's text is if no file here has it, else ""."""
        return self.work.view.origin(found.root, found.path) if self.trusted else ""

    def last_commit(self, found: Found) -> str:
        """Return a team memory's last commit here: its beginning, day, author, subject."""
        top = self.work.roots.top
        if found.root.private or top is None:
            return ""
        from teammem.git import history

        path = found.root.prefix + b"/" + os.fsencode(found.path)
        for one in history.of_path(str(top), path, 1):
            return render.line(f"{one.commit[:10]} {one.at[:10]} {one.author}: {one.subject}")
        return ""
