"""What a tombstone deletes in the destination, and what it never does."""

from __future__ import annotations

import hashlib

import pytest

from teammem.memory import ids, tombstone
from teammem.memory.tombstone import Tombstone
from teammem.roots.burial import Blobs, condemned

ID = "01JZZZZZZZZZZZZZZZZZZZZZZ1"
OTHER = "01JZZZZZZZZZZZZZZZZZZZZZZ2"
PATH = b".teammem/key.md"


def memory(body: str = "In the vault.", memory_id: str = ID) -> bytes:
    given = f"id: {memory_id}\n" if memory_id else ""
    return f"---\nname: key\n{given}---\n{body}\n".encode()


def oid(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def stone(memory_id: str = ID, body: str = "In the vault.", path: str = "") -> Tombstone:
    return tombstone.bury(
        memory_id, "project", tombstone.subject(body), reason="", by="Ana",
        at="2030-01-01T00:00:00Z", salt=bytes(16), path=path,
    )  # fmt: skip


def asked(
    there: bytes,
    buried: Tombstone,
    *,
    path: bytes = PATH,
    head: bytes | None = None,
    base: bytes | None = None,
    uncommitted: tuple[bytes, ...] = (),
    root: bytes = b".teammem",
) -> bool:
    def of(data: bytes | None) -> dict[bytes, str]:
        return {} if data is None else {path: oid(data)}

    found = condemned(
        [(root, buried)],
        Blobs(of(there), of(head), of(base)),
        lambda name: there if name == oid(there) else None,
        uncommitted,
    )
    assert found <= {path}
    return bool(found)


def test_by_its_id_whatever_its_text_is_by_now() -> None:
    assert asked(memory(), stone())
    assert asked(memory("Edited since."), stone())
    assert not asked(memory(memory_id=OTHER), stone())
    assert not asked(b"A text that quotes " + ID.encode() + b".\n", stone())


def test_what_a_commit_here_changed_is_not_ours_to_delete() -> None:
    old, new = memory("old"), memory("new")
    assert asked(new, stone(), head=old, base=old)
    assert not asked(new, stone(), head=old, base=memory("older"))
    assert not asked(new, stone(), head=old, base=None)


def test_what_is_written_again_stays() -> None:
    assert not asked(memory(), stone(), uncommitted=(PATH,))


def test_a_file_without_an_id() -> None:
    data = memory(memory_id="")
    derived = ids.derived(b"key.md", oid(data))
    assert asked(data, stone(derived, path="key.md"))
    edited = memory("Edited since.", "")
    assert not asked(edited, stone(derived, path="key.md"))
    # The text is the forgotten one, though the name was changed and with it the derived id.
    renamed = data.replace(b"name: key", b"name: keys")
    assert asked(renamed, stone(derived, path="key.md"))
    assert not asked(renamed, stone(derived, path="other.md"))


@pytest.mark.parametrize(
    ("path", "root"),
    [
        (b"docs/key.md", b".teammem"),
        (b"services/.teammem/key.md", b".teammem"),
        (b".teammem/key.txt", b".teammem"),
        (b".teammem/allow/key.md", b".teammem"),
    ],
)
def test_only_memories_of_its_own_root(path: bytes, root: bytes) -> None:
    assert not asked(memory(), stone(), path=path, root=root)


def test_what_cannot_be_read_stays() -> None:
    blobs = Blobs({PATH: "0" * 40}, {}, {})
    assert condemned([(b".teammem", stone())], blobs, lambda _oid: None) == frozenset()
    broken = b"\xff" + memory()
    assert not asked(broken, stone())
