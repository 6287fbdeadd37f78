"""Allow entries: written, read, refused, matched."""

from __future__ import annotations

import pytest

from teammem.detect import allow
from teammem.detect.engine import scan
from teammem.detect.finding import Finding, Secret
from teammem.errors import Refusal
from tests.detect.samples import github

REASON, BY, AT = "sandbox token: revoked", "Ana", "2026-11-30T10:00:00Z"


def _finding(seed: int = 0) -> Finding:
    (found,) = scan(github(seed).encode())
    return found


def _entry(glob: str = "**") -> allow.Entry:
    name, content = allow.make(_finding(), glob, REASON, BY, AT)
    entry = allow.parse(content, name)
    assert isinstance(entry, allow.Entry)
    return entry


def test_an_entry_is_written_and_read_again() -> None:
    name, content = allow.make(_finding(), "docs/*.md", REASON, BY, AT)
    entry = allow.parse(content, name)
    assert isinstance(entry, allow.Entry)
    assert (entry.rule, entry.path, entry.reason, entry.by, entry.at) == (
        "github-token",
        "docs/*.md",
        REASON,
        BY,
        AT,
    )
    assert allow.serialise(entry) == content
    stem, _, digits = name.removesuffix(".yaml").rpartition("-")
    assert stem == "github-token"
    assert len(digits) == 6
    assert github()[4:14].encode() not in content


def test_two_entries_for_one_value_have_different_salts() -> None:
    assert _entry().salt != _entry().salt
    assert _entry().hash != _entry().hash


def test_an_entry_matches_its_value_alone() -> None:
    entry = _entry()
    assert allow.matches(entry, _finding(), b"a/b.md")
    assert not allow.matches(entry, _finding(1), b"a/b.md")


def test_an_entry_matches_its_rule_alone() -> None:
    other = _entry()._replace(rule="gitlab-token")
    assert not allow.matches(other, _finding(), b"a.md")


def test_what_cannot_be_allowed_is_never_matched() -> None:
    fixed = _finding()._replace(allowable=False)
    assert not allow.matches(_entry(), fixed, b"a.md")


@pytest.mark.parametrize(
    ("glob", "path", "covered"),
    [
        ("a.md", b"a.md", True),
        ("a.md", b"b/a.md", False),
        ("*.md", b"a.md", True),
        ("*.md", b"b/a.md", False),
        ("**/*.md", b"b/c/a.md", True),
        ("**/*.md", b"a.md", True),
        ("b/**", b"b/c/a.md", True),
        ("?.md", b"a.md", True),
        ("?.md", b"ab.md", False),
        ("a+b.md", b"a+b.md", True),
        ("**", b"\xff.md", True),
    ],
)
def test_globs_know_folders(glob: str, path: bytes, covered: bool) -> None:
    assert allow.matches(_entry(glob), _finding(), path) is covered


def test_a_finding_that_cannot_be_allowed_gets_no_entry() -> None:
    fixed = Finding("private-key", "Private key", 1, "plain", False, Secret("x" * 20))
    with pytest.raises(Refusal, match="private-key"):
        allow.make(fixed, "**", REASON, BY, AT)


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_reason_is_needed(reason: str) -> None:
    with pytest.raises(Refusal, match="'reason' is missing or empty"):
        allow.make(_finding(), "**", reason, BY, AT)


def test_a_revoked_entry_names_a_blob() -> None:
    name, content = allow.make_revoked("ab" * 20, REASON, BY, AT)
    assert name.startswith("revoked-")
    assert allow.parse(content, name) == allow.Revoked("ab" * 20, REASON, BY, AT)
    with pytest.raises(Refusal, match="'revoked' has not the form"):
        allow.make_revoked("HEAD", REASON, BY, AT)


def _changed(old: str, new: str) -> bytes:
    return allow.make(_finding(), "**", REASON, BY, AT)[1].replace(old.encode(), new.encode())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "line 1: the file is not a mapping"),
        (b"- a\n", "line 1: the file is not a mapping"),
        (b"a: [\n", "line 2: the file is not YAML"),
        (b"a: 1\n<<<<<<< ours\n", "line 3: the file is not YAML"),
        (b"a: \x00\n", "line 1: the file is not YAML"),
        (b"reason: x\nby: \xff\n", "line 2: the file is not UTF-8"),
        (b"reason: [a]\n", "line 1: keys and values are plain text"),
        (b"reason: a\nreason: b\n", "line 2: 'reason' stands twice"),
        (b"reason: a\nwhy: b\n", "line 2: unknown key 'why'"),
        (b"reason: a\n", "line 1: 'rule' is missing or empty"),
        (_changed("schema: 1", "schema: 2"), "line 8: 'schema' has not the form"),
        (_changed("salt: ", "salt: x"), "line 3: 'salt' has not the form"),
        (_changed("hash: scrypt:16384", "hash: scrypt:2"), "line 4: 'hash' has not the form"),
        (_changed(f"reason: '{REASON}'", "reason: ''"), "line 5: 'reason' is missing or empty"),
    ],
)
def test_a_broken_entry_is_refused_by_name_and_line(content: bytes, message: str) -> None:
    with pytest.raises(Refusal) as raised:
        allow.parse(content, "x-123456.yaml")
    assert f"allow entry x-123456.yaml, {message}" in raised.value.message
    assert raised.value.hint
    assert raised.value.reason == "allow-entry"


def test_the_unchanged_twin_is_read() -> None:
    assert allow.parse(_changed("schema: 1", "schema: 1"), "x.yaml")


def test_text_in_any_script_is_kept() -> None:
    name, content = allow.make(_finding(), "**", "Schlüssel für 測試", "Ana", AT)
    entry = allow.parse(content, name)
    assert entry.reason == "Schlüssel für 測試"
