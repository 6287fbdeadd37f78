"""What may lie in a team root, and what agents may not change: each rule with its twin."""

from __future__ import annotations

import pytest

from teammem import actor, paths
from teammem.git.changes import ABSENT, Change
from teammem.guard import agents, policy
from teammem.vocabulary import MAX_MEMORY_BYTES


@pytest.mark.parametrize(
    ("path", "mode", "rule"),
    [
        (b".teammem", "100644", "root-not-a-directory"),
        (b".teammem", "120000", "root-not-a-directory"),
        (b".teammem/a.md", "120000", "symlink"),
        (b".teammem/a.md", "160000", "gitlink"),
        (b".teammem/a.md", "777777", "unknown-mode"),
        (b".teammem/a.md", "100644", ""),
        (b".teammem/a.md", "100755", ""),
        (b".teammem/a.md", "100664", ""),
    ],
)
def test_entries(path: bytes, mode: str, rule: str) -> None:
    assert policy.of_entry(path, mode) == rule


@pytest.mark.parametrize(
    ("size", "data", "rule"),
    [
        (MAX_MEMORY_BYTES + 1, b"", "too-large"),
        (MAX_MEMORY_BYTES, b"", ""),
        (9, b"version https://git-lfs.github.com/spec/v1\n", "lfs-pointer"),
        (9, b"see https://git-lfs.github.com/spec/v1\n", ""),
        (3, b"a\0b", "not-text"),
        (3, b"\xff\xfea", "not-text"),
        (3, b"caf\xe9", "not-utf8"),
        (3, "caf\u00e9".encode(), ""),
        (3, b"\xef\xbb\xbfbom", ""),
    ],
)
def test_content(size: int, data: bytes, rule: str) -> None:
    assert policy.of_content(size, data) == rule


def test_other_records_are_nobodys_business() -> None:
    assert policy.of_record(b".teammem/other/x.yaml", b"- a\n") == ("", 0)
    assert policy.of_record(b".teammem/allow/x.yaml", b"- a\n") == ("unparsable-record", 1)


def test_every_rule_has_a_title_and_a_way_out() -> None:
    assert set(policy.RULES) == set(policy.HINTS)


@pytest.mark.parametrize(
    ("path", "status", "rule"),
    [
        (b".teammem/pinned/a.md", "A", "agent-pinned"),
        (b".teammem/Pinned/a.md", "M", "agent-pinned"),
        (b".teammem/x/.teammem/pinned/a.md", "A", "agent-pinned"),
        (b".teammem/pinned/.teammem/a.md", "A", "agent-pinned"),
        (b".teammem/pinned", "A", "agent-pinned"),
        (b".teammem/allow/a.yaml", "A", "agent-allow"),
        (b".teammem/tombstones/a.yaml", "D", "agent-tombstone"),
        (b".teammem/tombstones/a.yaml", "M", "agent-tombstone"),
        (b".teammem/tombstones/a.yaml", "T", "agent-tombstone"),
        (b".teammem/tombstones/a.yaml", "AM", "agent-tombstone"),
        (b".teammem/tombstones/a.yaml", "A", ""),
        (b".teammem/tombstones/a.yaml", "AA", ""),
        (b".teammem/config.yaml", "M", "agent-config"),
        (b".teammem/x/config.yaml", "M", ""),
        (b".teammem/a.md", "D", ""),
    ],
)
def test_agents(path: bytes, status: str, rule: str) -> None:
    change = Change(path, ABSENT if status == "D" else "100644", "0" * 40, status)
    found = agents.refusals([change], actor.parse("agent/claude", "test"))
    assert [one.rule for one in found] == ([rule] if rule else [])
    assert agents.refusals([change], actor.parse("person", "test")) == []


def test_paths_of_all_rules_lie_in_a_root() -> None:
    assert paths.in_root(b".teammem/config.yaml")
