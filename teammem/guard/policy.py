"""What may lie in a team root at all: regular UTF-8 files up to 1 MiB, and records that parse.

Everything else could hide a secret from the detector or show readers something else than what was
judged. docs/threat-model.md gives the reason for each rule.
"""

from __future__ import annotations

from teammem import paths
from teammem.errors import TeammemError
from teammem.git import changes
from teammem.vocabulary import ALLOW, MAX_MEMORY_BYTES, RECORD_SUFFIX, TOMBSTONES

RULES = {
    "root-not-a-directory": "a team root's name on something that is not a directory",
    "symlink": "a symbolic link in a team root",
    "gitlink": "a nested repository or submodule in a team root",
    "unknown-mode": "an entry of unknown kind in a team root",
    "too-large": "a file over 1 MiB in a team root",
    "lfs-pointer": "a Git LFS pointer in a team root: the content is elsewhere",
    "not-text": "a binary file in a team root",
    "not-utf8": "a file in a team root that is not UTF-8",
    "content-filter": "a path in a team root with a `filter` attribute",
    "unparsable-record": "a tombstone or allow entry that cannot be read",
}

HINTS = {
    "root-not-a-directory": "rename it: only a directory may carry this name",
    "symlink": "replace the link by the file's text",
    "gitlink": "take the nested repository out of the team root",
    "unknown-mode": "commit it as a regular file",
    "too-large": "split it, or keep it outside the team root",
    "lfs-pointer": "commit the text itself: `git lfs untrack` its pattern",
    "not-text": "keep binary files outside the team root",
    "not-utf8": "save it as UTF-8 without a byte-order mark of another encoding",
    "content-filter": "remove the filter for this path from .gitattributes",
    "unparsable-record": "repair the file (conflict markers?) or delete it",
}

# The first line of every pointer file (git-lfs specification, "The Pointer").
_LFS = b"version https://git-lfs.github.com/spec/"


def of_entry(path: bytes, mode: str) -> str:
    """Return the rule that path and mode alone break, "" if none."""
    if paths.is_root(path):
        return "root-not-a-directory"
    if mode == changes.SYMLINK:
        return "symlink"
    if mode == changes.GITLINK:
        return "gitlink"
    # Old tools wrote group-writable modes (100664); git still reads such trees.
    return "" if mode.startswith(changes.ANY_FILE) else "unknown-mode"


def of_content(size: int, data: bytes) -> str:
    """Return the rule that a blob breaks anywhere in a root, "" if none.

    Args:
        size: the blob's size in bytes.
        data: its bytes; may be empty where the size alone decides.
    """
    if size > MAX_MEMORY_BYTES:
        return "too-large"
    if data.startswith(_LFS):
        return "lfs-pointer"
    if b"\0" in data or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "not-text"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "not-utf8"
    return ""


def of_record(path: bytes, data: bytes) -> tuple[str, int]:
    """Return the rule that a tombstone or allow entry breaks, and the line; ("", 0) if none."""
    inner = paths.inner(path)
    if len(inner) < 2 or not inner[-1].lower().endswith(RECORD_SUFFIX.encode()):
        return "", 0
    folder = paths.fold(inner[0])
    try:
        if folder == ALLOW:
            from teammem.detect import allow

            allow.parse(data, paths.show(path))
        elif folder == TOMBSTONES:
            from teammem.memory import tombstone

            return ("unparsable-record", line) if (line := tombstone.broken(data)) else ("", 0)
    except TeammemError as error:
        return "unparsable-record", error.line or 1
    return "", 0
