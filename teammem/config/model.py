"""The settings: name, type, default, and who may set them.

The team's file is untrusted input: whoever can push can change it. It decides only what cannot
weaken the guard, name a command, or point outside the repository.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from teammem.vocabulary import SCOPE_REPOSITORY, SCOPES, STALE_AFTER_DAYS

TEAM = "team"
USER = "user"


class Setting(NamedTuple):
    """One setting.

    Attributes:
        key: dotted name.
        default: value where nobody sets it; its type is the setting's type.
        owner: TEAM = the team's file and the user's may set it, USER = only the user's.
        meaning: one line for people.
        choices: the allowed values, () for any of the type.
    """

    key: str
    default: Any
    owner: str
    meaning: str
    choices: tuple[str, ...] = ()


SETTINGS = (
    Setting("sync.branch", "", TEAM, "branch that sync publishes to; empty: the default branch"),
    Setting("sync.review", False, TEAM, "publish to a review branch instead of the branch itself"),
    Setting("sync.qwen", False, TEAM, "let sync carry .qwen/team-memory too"),
    Setting("recall.stale_after", STALE_AFTER_DAYS, TEAM, "days after which a memory counts stale"),
    Setting("check.strict", False, TEAM, "let `check` fail on warnings too"),
    Setting("project_scope", SCOPE_REPOSITORY, USER, "what shares one project root", SCOPES),
    Setting(
        "agents.write",
        "private",
        USER,
        "tiers that agents write; `team` makes candidates",
        ("off", "private", "team"),
    ),
    Setting("agents.publish", False, USER, "let agents run sync"),
    Setting(
        "agents.recall", "on", USER, "serve memories to agents with each prompt", ("on", "off")
    ),
    Setting("agents.receive", False, USER, "receive the team's memories when a session starts"),
    Setting("sync.pull", False, USER, "let sync also fast-forward the branch, as `--pull` does"),
    Setting(
        "sync.repository_ssh", False, USER, "honour core.sshCommand of the repository's config"
    ),
)

BY_KEY = {setting.key: setting for setting in SETTINGS}


class Value(NamedTuple):
    """A setting's value and where it comes from: `default`, a variable's name, or `file:line`."""

    value: Any
    origin: str


class Config:
    """All settings with their origins."""

    __slots__ = ("_values",)

    def __init__(self, values: dict[str, Value]) -> None:
        self._values = values

    def __getitem__(self, key: str) -> Any:
        return self._values[key].value

    def origin(self, key: str) -> str:
        """Return where the value of a setting comes from."""
        return self._values[key].origin

    def items(self) -> list[tuple[str, Value]]:
        """Return all settings in the order of the table."""
        return [(setting.key, self._values[setting.key]) for setting in SETTINGS]
