"""Allow entries: reviewed exceptions, one file each in a root's `allow/` folder.

Two kinds. A *value* entry excepts one value for one rule in the paths of a glob; it holds
scrypt of the value with a salt of its own, so that the file gives nothing away to a table of
ready-made hashes. A *revoked* entry accepts one existing blob by object id, whatever it holds.

Both are YAML mappings of plain scalars: `schema: 1`, `reason`, `by`, `at`, and either `rule`,
`path`, `salt`, `hash` or `revoked`.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from functools import lru_cache
from typing import NamedTuple

from teammem.detect.finding import Finding
from teammem.errors import Refusal

SCHEMA = 1

# RFC 7914's interactive strength: 16 MiB and about 50 ms a try.
_N, _R, _P = 2**14, 8, 1
_HASH = re.compile(r"scrypt:16384:8:1:[0-9a-f]{64}\Z")
_SALT = re.compile(r"[0-9a-f]{32}\Z")
_OID = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")
_HINT = "write allow entries with `teammem allow`, or remove the file"
_SHARED = ("reason", "by", "at", "schema")
_VALUE = ("rule", "path", "salt", "hash")


class Entry(NamedTuple):
    """An excepted value.

    Attributes:
        rule: id of the rule.
        path: glob of the paths in the root where it counts; `*` stays within a folder,
            `**` does not.
        salt: 16 bytes, hex.
        hash: "scrypt:16384:8:1:" and 64 hex digits, of the value in UTF-8 and the salt's bytes.
        reason: why the value may stay.
        by: who decided.
        at: when, ISO 8601.
    """

    rule: str
    path: str
    salt: str
    hash: str
    reason: str
    by: str
    at: str


class Revoked(NamedTuple):
    """An accepted object: its blob id, and why, by whom and when it was accepted."""

    revoked: str
    reason: str
    by: str
    at: str


def make(finding: Finding, path_glob: str, reason: str, by: str, at: str) -> tuple[str, bytes]:
    """Return name and content of a new entry for `finding`.

    Raises:
        Refusal: the finding cannot be excepted, or the reason is empty.
    """
    if not finding.allowable:
        raise Refusal(
            f"a finding of the rule {finding.rule} cannot be allowed",
            "change the text; revoke what was shown",
            "not-allowable",
        )
    salt = secrets.token_hex(16)
    entry = Entry(
        finding.rule, path_glob, salt, _hash(finding.value.reveal(), salt), reason, by, at
    )
    return _file(finding.rule, serialise(entry))


def make_revoked(oid: str, reason: str, by: str, at: str) -> tuple[str, bytes]:
    """Return name and content of a new entry that accepts the blob `oid`.

    Raises:
        Refusal: `oid` is no object id, or the reason is empty.
    """
    return _file("revoked", serialise(Revoked(oid, reason, by, at)))


def _file(stem: str, content: bytes) -> tuple[str, bytes]:
    name = f"{stem}-{hashlib.sha256(content).hexdigest()[:6]}.yaml"
    parse(content, name)
    return name, content


def serialise(entry: Entry | Revoked) -> bytes:
    """Write an entry as YAML, UTF-8, one key a line in a fixed order."""
    import yaml

    keys = _VALUE if isinstance(entry, Entry) else ("revoked",)
    fields: dict[str, str | int] = {
        key: getattr(entry, key) for key in (*keys, "reason", "by", "at")
    }
    fields["schema"] = SCHEMA
    return yaml.safe_dump(fields, sort_keys=False, allow_unicode=True, width=1000).encode()


def parse(data: bytes, name: str) -> Entry | Revoked:
    """Read an entry from the bytes of the file `name`.

    Raises:
        Refusal: the file is no entry of this schema; the message names file and line.
    """
    fields = _fields(data, name)
    wanted = ("revoked",) if "revoked" in fields else _VALUE
    for key, (_, line) in fields.items():
        if key not in (*wanted, *_SHARED):
            raise _broken(name, line, f"unknown key {key!r}")
    for key in (*wanted, *_SHARED):
        if not fields.get(key, ("", 0))[0].strip():
            raise _broken(name, fields.get(key, ("", 1))[1], f"{key!r} is missing or empty")
    checks = (("schema", re.compile(r"1\Z")), ("salt", _SALT), ("hash", _HASH), ("revoked", _OID))
    for key, form in checks:
        if key in fields and not form.match(fields[key][0]):
            raise _broken(name, fields[key][1], f"{key!r} has not the form of this schema")
    values = {key: value for key, (value, _) in fields.items() if key != "schema"}
    return Revoked(**values) if "revoked" in values else Entry(**values)


def _fields(data: bytes, name: str) -> dict[str, tuple[str, int]]:
    """Return each key's text and line; scalars are taken as written, never converted."""
    import yaml

    try:
        node = yaml.compose(data.decode("utf-8"), Loader=yaml.SafeLoader)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _broken(name, line, "the file is not UTF-8") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise _broken(name, mark.line + 1 if mark else 1, "the file is not YAML") from None
    if not isinstance(node, yaml.MappingNode):
        raise _broken(name, 1, "the file is not a mapping")
    fields: dict[str, tuple[str, int]] = {}
    for key, value in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode) or not isinstance(value, yaml.ScalarNode):
            raise _broken(name, line, "keys and values are plain text")
        if key.value in fields:
            raise _broken(name, line, f"{key.value!r} stands twice")
        fields[key.value] = (value.value, line)
    return fields


def _broken(name: str, line: int, what: str) -> Refusal:
    return Refusal(f"allow entry {name}, line {line}: {what}", _HINT, "allow-entry", line)


def matches(entry: Entry, finding: Finding, inner_path: bytes) -> bool:
    """Tell whether `entry` excepts `finding` at `inner_path`, the path within the root.

    The expensive hash comes last.
    """
    return (
        finding.allowable
        and entry.rule == finding.rule
        and _glob(entry.path).match(inner_path.decode("utf-8", "surrogateescape")) is not None
        and hmac.compare_digest(_hash(finding.value.reveal(), entry.salt), entry.hash)
    )


def _hash(value: str, salt: str) -> str:
    digest = hashlib.scrypt(
        value.encode("utf-8", "surrogatepass"),
        salt=bytes.fromhex(salt),
        n=_N,
        r=_R,
        p=_P,
        maxmem=64 * 1024 * 1024,
        dklen=32,
    )
    return f"scrypt:{_N}:{_R}:{_P}:{digest.hex()}"


@lru_cache(maxsize=256)
def _glob(pattern: str) -> re.Pattern[str]:
    translated = "".join(
        {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}.get(piece, re.escape(piece))
        for piece in re.findall(r"\*\*/|\*\*|\*|\?|[^*?]+", pattern)
    )
    return re.compile(translated + r"\Z", re.DOTALL)
