from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teammem.recall import cache, database, writing
from teammem.recall.ask import Clock, ask, refresh
from teammem.recall.cache import Entry, Root, discard, opened, place, signature
from teammem.recall.index import MemoryIndex
from teammem.recall.model import Note, Recalled
from tests.recall.evaluation import NOW, TODAY, root

WORDS = ("cache", "router", "signing", "key", "deploy", "freeze", "port", "upload", "kubernetes")
QUESTIONS = (
    "where is the signing key", "deploy freeze", "kubernets upload", "router port cache",
    "upload", "run the deploy", "freeze the signing port of the router",
)  # fmt: skip


def memory(name: str, body: str, **more: str) -> str:
    front = "".join(f"{key}: {value}\n" for key, value in more.items())
    return f"---\nname: {name}\ndescription: about {name}\n{front}---\n{body}\n"


def fill(folder: Path, number: int, seed: int = 1) -> None:
    dice = random.Random(seed)
    folder.mkdir(exist_ok=True)
    for n in range(number):
        words = [dice.choice(WORDS) for _ in range(6)]
        (folder / f"n{n}.md").write_text(memory(" ".join(words[:2]), " ".join(words[2:])))


def answers(one: Root, now: Clock = NOW) -> list[Recalled]:
    return [ask(question, [one], now) for question in QUESTIONS]


def fresh(folder: Path) -> list[Recalled]:
    return answers(root(folder, "project"))


def cached(folder: Path, file: Path, now: Clock = NOW) -> list[Recalled]:
    return answers(root(folder, "project", str(file)), now)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    fill(tmp_path / "notes", 40)
    return tmp_path / "notes"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "recall" / "x.db"


class Reads:
    """A root that counts which files were read."""

    def __init__(self, folder: Path, file: Path) -> None:
        plain = root(folder, "project", str(file))
        self.read: list[str] = []

        def read(key: str) -> bytes:
            self.read.append(key)
            return plain.read(key)

        self.root = plain._replace(read=read)


def test_the_second_time_no_file_is_read(folder: Path, file: Path) -> None:
    cold, warm = Reads(folder, file), Reads(folder, file)
    opened(cold.root, NOW.now_ns).close()
    opened(warm.root, NOW.now_ns).close()
    assert len(cold.read) == 40
    assert warm.read == []
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_cached_and_fresh_answers_are_equal(folder: Path, file: Path) -> None:
    assert cached(folder, file) == fresh(folder) == cached(folder, file)
    assert any(answer.hits for answer in fresh(folder))


def test_one_changed_file_is_the_only_one_read(folder: Path, file: Path) -> None:
    cached(folder, file)
    (folder / "n3.md").write_text(memory("signing key", "in the vault"))
    reads = Reads(folder, file)
    opened(reads.root, NOW.now_ns).close()
    assert reads.read == ["n3.md"]
    assert cached(folder, file) == fresh(folder)


Edit = tuple[str, int, int]
_edits = st.lists(
    st.tuples(
        st.sampled_from(["write", "remove", "move", "touch", "break", "swap"]),
        st.integers(0, 9),
        st.integers(0, 10_000),
    ),
    max_size=6,
)


def _apply(folder: Path, edit: Edit) -> None:
    verb, which, seed = edit
    target = folder / f"n{which}.md"
    if verb == "write":
        words = random.Random(seed).choices(WORDS, k=8)
        target.write_text(memory(words[0], " ".join(words[1:])))
    elif verb == "break":
        target.write_bytes(b"")
    elif target.exists() and verb == "remove":
        target.unlink()
    elif target.exists() and verb == "move":
        target.rename(folder / f"m{which}.md")
    elif target.exists() and verb == "touch":
        os.utime(target, (seed, seed))
    elif target.exists() and verb == "swap":
        # The same size and the same times: an edit within one tick of the clock.
        before = target.stat()
        data = target.read_bytes()
        target.write_bytes(data.replace(b"key", b"yek").replace(b"port", b"trop"))
        os.utime(target, ns=(before.st_atime_ns, before.st_mtime_ns))


@settings(max_examples=25, deadline=None)
@given(st.lists(_edits, max_size=4))
def test_random_edits_leave_cached_and_fresh_equal(rounds: list[list[Edit]]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as scratch:
        folder, file = Path(scratch, "notes"), Path(scratch, "x.db")
        fill(folder, 30)
        cached(folder, file)
        for edits in rounds:
            for edit in edits:
                _apply(folder, edit)
            assert cached(folder, file, Clock(time.time_ns(), TODAY)) == fresh(folder)


def _entry(changed_ns: int) -> Entry:
    return Entry("a.md", "the-same", changed_ns)


@pytest.mark.parametrize(
    ("changed_ns", "seen"),
    [
        (NOW.now_ns - cache.RACY_NS - 1, False),
        (NOW.now_ns - cache.RACY_NS + 1, True),
        (NOW.now_ns + 10**12, True),
        (0, False),
    ],
)
def test_a_file_changed_under_the_same_signature(file: Path, changed_ns: int, seen: bool) -> None:
    """Whether a change that stat does not show is seen depends on how fresh the file was."""
    texts = {"a.md": memory("signing", "key").encode()}

    def parse(key: str, data: bytes) -> Note:
        return Note(key, name=data.decode().split()[2], body="")

    one = Root("project", [_entry(changed_ns)], texts.__getitem__, parse, str(file))
    opened(one, NOW.now_ns).close()
    texts["a.md"] = memory("router", "key").encode()
    found = ask("router", [one], NOW)
    assert bool(found.hits) is seen


def test_a_racy_note_is_trusted_once_it_has_aged(file: Path) -> None:
    read: list[str] = []

    def reader(key: str) -> bytes:
        read.append(key)
        return b"x"

    one = Root("project", [_entry(NOW.now_ns)], reader, lambda key, _: Note(key), str(file))
    for later in (0, 1, cache.RACY_NS * 2, cache.RACY_NS * 3, cache.RACY_NS * 4):
        opened(one, NOW.now_ns + later).close()
    assert len(read) == 3


def test_a_clock_that_goes_back_costs_reads_and_no_answer(folder: Path, file: Path) -> None:
    cached(folder, file, Clock(time.time_ns(), TODAY))
    (folder / "n1.md").write_text(memory("kubernetes upload", "signing"))
    assert cached(folder, file, Clock(10**18, TODAY)) == fresh(folder)
    assert cached(folder, file, Clock(10**18 - 10**17, TODAY)) == fresh(folder)


def _truncate(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])


def _flip(at: float) -> Callable[[Path], None]:
    def flip(file: Path) -> None:
        with file.open("r+b") as opened_file:
            opened_file.seek(int(at * file.stat().st_size))
            byte = opened_file.read(1)
            opened_file.seek(-1, os.SEEK_CUR)
            opened_file.write(bytes([byte[0] ^ 0xFF]))

    return flip


def _foreign(file: Path) -> None:
    file.unlink()
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE meta (name, value)")
    connection.close()


def _other_version(file: Path) -> None:
    mark = file.stat().st_mtime
    connection = sqlite3.connect(file)
    connection.execute("UPDATE meta SET value = 'older' WHERE name = 'version'")
    connection.commit()
    connection.close()
    os.utime(file, (mark, mark))


def _without_terms(file: Path) -> None:
    """Damage that shows only when a question is asked: the mark is right."""
    mark = file.stat().st_mtime
    connection = sqlite3.connect(file)
    connection.execute("UPDATE term SET keys = x'00'")
    connection.commit()
    connection.close()
    os.utime(file, (mark, mark))


def _no_table(file: Path) -> None:
    mark = file.stat().st_mtime
    connection = sqlite3.connect(file)
    connection.execute("DROP TABLE note")
    connection.commit()
    connection.close()
    os.utime(file, (mark, mark))


@pytest.mark.parametrize(
    "harm",
    [
        _truncate,
        *(_flip(at) for at in (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999)),
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(b"not a database at all" * 500),
        _foreign,
        _other_version,
        _without_terms,
        _no_table,
    ],
)
def test_a_damaged_file_is_not_believed_and_is_made_anew(
    folder: Path, file: Path, harm: Callable[[Path], None]
) -> None:
    cached(folder, file)
    harm(file)
    assert cached(folder, file) == fresh(folder)
    reads = Reads(folder, file)
    opened(reads.root, NOW.now_ns).close()
    assert reads.read == []


def test_a_folder_that_cannot_be_written_is_answered_from_the_text(
    folder: Path, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    assert cached(folder, blocked / "x.db") == fresh(folder)
    assert blocked.read_text() == "a file where the folder should be"


def test_a_file_that_cannot_be_replaced_still_serves_what_has_not_changed(
    folder: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached(folder, file)
    (folder / "n2.md").write_text(memory("kubernetes", "upload"))
    (folder / "n5.md").unlink()

    def refuse(_source: str, _target: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    reads = Reads(folder, file)
    opened(reads.root, NOW.now_ns).close()
    assert reads.read == ["n2.md"]
    assert cached(folder, file) == fresh(folder)
    assert [path.name for path in file.parent.iterdir()] == ["x.db"]


def test_a_locked_file_is_read_all_the_same(folder: Path, file: Path) -> None:
    cached(folder, file)
    holder = sqlite3.connect(file, isolation_level=None)
    try:
        holder.execute("BEGIN EXCLUSIVE")
        assert cached(folder, file) == fresh(folder)
    finally:
        holder.close()


def test_without_sqlite3_it_still_answers(
    folder: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = fresh(folder)
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    assert cached(folder, file) == expected
    assert not file.exists()


def test_of_two_writers_the_one_that_read_an_older_file_writes_nothing(
    folder: Path, file: Path
) -> None:
    cached(folder, file)
    before = database.Database(str(file))
    (folder / "n1.md").write_text(memory("kubernetes", "upload"))
    refresh([root(folder, "project", str(file))], NOW)
    late = writing.Change([0], [], [], MemoryIndex(), None)
    assert writing.write(str(file), late, before) is False
    before.close()
    now = database.Database(str(file))
    assert writing.write(str(file), late, now) is True
    now.close()
    assert cached(folder, file) == fresh(folder)


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, {clone!r})
from tests.recall.evaluation import NOW, root
from teammem.recall import cache, writing
from teammem.recall.ask import refresh
one = root(Path({folder!r}), "project", {file!r})
print("ready", flush=True)
while True:
    cache.discard(one)
    refresh([one], NOW)
"""


def test_a_writer_killed_at_any_moment_leaves_nothing_wrong(folder: Path, file: Path) -> None:
    expected = fresh(folder)
    clone = str(Path(__file__).resolve().parents[2])
    code = WRITER.format(clone=clone, folder=str(folder), file=str(file))
    for n in range(5):
        writer = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(0.02 * (n + 1))
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        assert cached(folder, file) == expected


def test_what_killed_writers_leave_is_removed_when_it_is_old(folder: Path, file: Path) -> None:
    file.parent.mkdir(parents=True)
    old, new, other = (file.parent / name for name in ("x.db.1.tmp", "x.db.2.tmp", "y.db.1.tmp"))
    for path in (old, new, other):
        path.write_text("")
    os.utime(old, (1, 1))
    os.utime(other, (1, 1))
    cached(folder, file)
    assert sorted(path.name for path in file.parent.iterdir()) == [
        "x.db", "x.db.2.tmp", "y.db.1.tmp",
    ]  # fmt: skip


def test_a_copied_file_is_not_believed(folder: Path, file: Path, tmp_path: Path) -> None:
    cached(folder, file)
    copy = tmp_path / "copy.db"
    shutil.copyfile(file, copy)
    with pytest.raises(database.Unusable):
        database.Database(str(copy))
    shutil.copystat(file, copy)
    database.Database(str(copy)).close()


def test_many_changes_are_written_anew_and_a_few_are_added(folder: Path, file: Path) -> None:
    cached(folder, file)
    for n in range(3):
        (folder / f"n{n}.md").write_text(memory("kubernetes", "upload"))
    refresh([root(folder, "project", str(file))], NOW)
    few = database.Database(str(file))
    assert len(few.dead) == 3
    few.close()
    for n in range(20):
        (folder / f"n{n}.md").write_text(memory("router", "upload"))
    refresh([root(folder, "project", str(file))], NOW)
    many = database.Database(str(file))
    assert not many.dead
    many.close()


def test_a_file_that_vanishes_between_listing_and_reading(folder: Path, file: Path) -> None:
    one = root(folder, "project", str(file))
    (folder / "n0.md").unlink()
    assert answers(one) == fresh(folder)
    assert cached(folder, file) == fresh(folder)


def test_superseding_is_known_from_the_file_too(folder: Path, file: Path) -> None:
    old, new = "0" + "1" * 25, "0" + "2" * 25
    (folder / "old.md").write_text(memory("zebra stripes", "old", id=old))
    (folder / "new.md").write_text(memory("zebra stripes", "new", id=new, supersedes=f"[{old}]"))
    for _ in range(2):
        answer = ask("zebra stripes", [root(folder, "project", str(file))], NOW)
        assert [hit.note.key for hit in answer.hits] == ["new.md"]
        assert [(left.note.key, left.reason) for left in answer.left] == [("old.md", "superseded")]


def test_bodies_of_every_form_come_back_whole(folder: Path, file: Path) -> None:
    (folder / "crlf.md").write_bytes(b"---\r\nname: zebra stripes\r\n---\r\nline 1\r\nline 2\r\n")
    (folder / "zebra-stripes-1.md").write_bytes("zebra stripes without front matter ü".encode())
    (folder / "zebra-stripes-2.md").write_bytes(b"\xef\xbb\xbf---\nname: zebra stripes\n---\nz\n")
    for _ in range(2):
        one = root(folder, "project", str(file))
        bodies = {hit.note.key: hit.note.body for hit in ask("zebra stripes", [one], NOW).hits}
        plain = ask("zebra stripes", [one._replace(database="")], NOW).hits
        assert bodies == {hit.note.key: hit.note.body for hit in plain}
        assert len(bodies) == 3


def test_places_are_by_real_path(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert place("/c", str(tmp_path / "real")) == place("/c", str(tmp_path / "link"))
    assert place("/c", str(tmp_path / "real")) != place("/c", str(tmp_path))
    assert place("/c", str(tmp_path)).startswith("/c/recall/")


def test_a_signature_shows_size_times_and_inode(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("one")
    before, _ = signature(path.lstat())
    path.write_text("more")
    assert signature(path.lstat())[0] != before


def test_discarding_what_is_not_there_is_fine(folder: Path, file: Path) -> None:
    discard(root(folder, "project", str(file)))
