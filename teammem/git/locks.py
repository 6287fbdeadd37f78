"""Lock files of git: where they lie, how old they are, and whether anybody may still hold one.

git writes `<file>.lock` beside what it changes and renames it at the end; a process that was killed
leaves it, and every later command then refuses. Ages of seconds say nothing: a big repository or an
open editor of `git commit` holds a lock for minutes.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from stat import S_ISREG
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from teammem.git.repo import Repository

STALE_SECONDS = 600.0

# Of files that git itself removes again (`git gc`), or that nothing waits for.
_HARMLESS = ("next-index-", "gc.pid", "tmp_")


class Lock(NamedTuple):
    """One lock file.

    Attributes:
        path: absolute.
        age: seconds since it was last written.
        size: bytes.
        inode: device and number, by which it is known again.
        regular: whether it is a regular file.
    """

    path: str
    age: float
    size: int
    inode: tuple[int, int]
    regular: bool

    @property
    def is_stale(self) -> bool:
        """Whether it is so old that its owner is probably dead: 10 minutes, or before the boot."""
        return self.age >= STALE_SECONDS or self.age > _up()


def find(repo: Repository, *, everywhere: bool = False) -> tuple[Lock, ...]:
    """Return the locks of a repository, without starting git.

    Args:
        repo: its work tree's git directory and the common one are looked at.
        everywhere: those of all refs too; else only those of the files directly there.
    """
    folders = dict.fromkeys((repo.git_dir, repo.common_dir))
    found: dict[tuple[int, int], Lock] = {}
    for folder in folders:
        places = [folder]
        if everywhere:
            refs = os.path.join(folder, "refs")  # noqa: PTH118
            places += [place for place, _, _ in os.walk(refs)]
        for place in places:
            found.update((lock.inode, lock) for lock in _in(place))
    return tuple(sorted(found.values(), key=lambda lock: lock.path))


def _in(folder: str) -> Iterator[Lock]:
    now = time.time()
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not entry.name.endswith(".lock") or entry.name.startswith(_HARMLESS):
                continue
            with suppress(OSError):
                yield _lock(entry.path, now)


def _lock(path: str, now: float) -> Lock:
    found = os.lstat(path)
    return Lock(
        path,
        max(0.0, now - found.st_mtime),
        found.st_size,
        (found.st_dev, found.st_ino),
        S_ISREG(found.st_mode),
    )


def _up() -> float:
    """Return the seconds since this machine started, infinity where it does not say."""
    try:
        with open("/proc/uptime", encoding="ascii") as file:  # noqa: PTH123
            return float(file.read().split(" ")[0])
    except (OSError, ValueError):
        return float("inf")


def users(repo: Repository) -> tuple[int, ...] | None:
    """Return the git processes that work in a repository; None where the system does not say.

    A process counts by its current directory and by its open files.
    """
    if not os.path.isdir("/proc/self/fd"):  # noqa: PTH112
        return None
    places = {os.path.realpath(repo.common_dir), os.path.realpath(repo.git_dir)}
    if not repo.is_bare:
        places.add(os.path.realpath(repo.top))
    others = (int(name) for name in os.listdir("/proc") if name.isdigit())  # noqa: PTH208
    found = [pid for pid in others if pid != os.getpid() and _works_in(f"/proc/{pid}", places)]
    return tuple(sorted(found))


def _works_in(process: str, places: set[str]) -> bool:
    try:
        with open(f"{process}/comm", encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            if not file.read().startswith("git"):
                return False
        links = [f"{process}/cwd", *(f"{process}/fd/{one}" for one in os.listdir(f"{process}/fd"))]  # noqa: PTH208
    except PermissionError:
        return True  # somebody else's git: what it does cannot be seen
    except OSError:
        return False  # it has ended
    for link in links:
        with suppress(OSError):
            target = os.readlink(link)  # noqa: PTH115
            if any(target == place or target.startswith(f"{place}/") for place in places):
                return True
    return False


# File systems on which another machine may hold the lock (statfs(2) of Linux gives their names in
# /proc/mounts).
_REMOTE = ("nfs", "cifs", "smb", "fuse.sshfs", "9p", "afs", "ceph", "glusterfs", "lustre", "ncpfs")


def is_local(path: str) -> bool:
    """Tell whether a path lies on a file system of this machine; False where that is not known."""
    real = os.path.realpath(path)
    best, kind = "", ""
    try:
        with open("/proc/mounts", encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123
            for line in file:
                fields = line.split(" ")
                at = fields[1].replace("\\040", " ")
                if len(at) >= len(best) and f"{real}/".startswith(at.rstrip("/") + "/"):
                    best, kind = at, fields[2]
    except (OSError, IndexError):
        return False
    return bool(kind) and not kind.startswith(_REMOTE)


def why_not(repo: Repository, lock: Lock) -> str:
    """Return why a lock may not be removed, "" where it may."""
    if not lock.regular:
        return "it is no regular file"
    if not lock.is_stale:
        return f"it is {int(lock.age)} seconds old; a lock is left alone for {STALE_SECONDS:.0f}"
    if not is_local(lock.path):
        return "its file system may be another machine's too"
    holders = users(repo)
    if holders is None:
        return "this system does not say which processes use the repository"
    if holders:
        return f"git runs here: process {', '.join(map(str, holders))}"
    return ""


def clear(repo: Repository, lock: Lock) -> str:
    """Remove a lock that nobody holds; return why it was left alone, "" when it is gone.

    It is renamed first and looked at again: what a git that started just now has put in its place
    is another file, and goes back.
    """
    reason = why_not(repo, lock)
    if reason:
        return reason
    aside = f"{lock.path}.teammem-{os.getpid()}"
    try:
        os.rename(lock.path, aside)  # noqa: PTH104
        if _lock(aside, time.time()).inode != lock.inode:
            with suppress(FileExistsError):  # a third one has the name by now
                os.link(aside, lock.path)
            os.unlink(aside)  # noqa: PTH108
            return "another process took it just now"
        os.unlink(aside)  # noqa: PTH108
    except OSError as error:
        return error.strerror or "the system refused"
    return ""
