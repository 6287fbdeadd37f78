"""Writing below a root: atomic, contained, through no link, never over another memory.

Every component is opened relative to the folder above it without following links, so a link that
is put in the way between check and use leads nowhere. A file appears whole or not at all: it is
written beside its place, flushed, and linked or renamed there.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Iterator
from typing import NamedTuple

from teammem import paths
from teammem.errors import Busy, NothingFound, Refusal, TeammemError
from teammem.memory import slug
from teammem.roots.find import Root

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_SCRATCH = re.compile(r"\.teammem-(\d+)-[0-9a-f]{8}\.tmp")
_PRIVATE_FILE = 0o600
_PRIVATE_FOLDER = 0o700


class _Place(NamedTuple):
    """An open folder and the name in it."""

    folder: int
    name: str


def create(root: Root, path: str, data: bytes) -> None:
    """Write a file that does not exist yet.

    Args:
        root: where.
        path: below the root, with slashes.
        data: the whole content.

    Raises:
        Refusal: the path leaves the root, leads through a link, is not possible on every system,
            or the name is taken in any spelling that some system takes for it.
    """
    with _place(root, path, make=True) as place:
        twin = _twin(place)
        if twin:
            raise Refusal(
                f"a file of that name is there: {paths.show(os.fsencode(twin))}",
                "choose another name",
                "name-taken",
            )
        scratch = _written(root, place, data, None)
        try:
            _link(scratch, place)
        except FileExistsError:
            raise Refusal(
                "a file of that name is there", "choose another name", "name-taken"
            ) from None
        finally:
            _unlink(place.folder, scratch)
        os.fsync(place.folder)


def replace(root: Root, path: str, data: bytes, expected: bytes) -> None:
    """Write a file anew that is still what it was when it was read.

    Raises:
        Refusal: as for `create`; or the file was changed meanwhile.
        NothingFound: it is gone.
    """
    if data == expected:
        return
    with _place(root, path) as place:
        _unchanged(place, expected)
        mode = stat.S_IMODE(os.stat(place.name, dir_fd=place.folder, follow_symlinks=False).st_mode)
        scratch = _written(root, place, data, mode)
        try:
            os.rename(scratch, place.name, src_dir_fd=place.folder, dst_dir_fd=place.folder)
        except BaseException:
            _unlink(place.folder, scratch)
            raise
        os.fsync(place.folder)


def remove(root: Root, path: str, expected: bytes) -> None:
    """Remove a file that is still what it was when it was read.

    Raises:
        Refusal, NothingFound: as for `replace`.
    """
    with _place(root, path) as place:
        _unchanged(place, expected)
        os.unlink(place.name, dir_fd=place.folder)
        os.fsync(place.folder)


def move(root: Root, path: str, to: str, expected: bytes) -> None:
    """Give a file another path in its root; finishes a move that was interrupted.

    Raises:
        Refusal, NothingFound: as for `create` and `replace`.
    """
    with _place(root, path) as place, _place(root, to, make=True) as target:
        _unchanged(place, expected)
        twin = _twin(target)
        if twin == target.name and _content(target) == expected:
            os.unlink(place.name, dir_fd=place.folder)
            return
        if twin:
            raise Refusal(
                f"a file of that name is there: {paths.show(os.fsencode(twin))}",
                "rename one of them first",
                "name-taken",
            )
        mode = stat.S_IMODE(os.stat(place.name, dir_fd=place.folder, follow_symlinks=False).st_mode)
        scratch = _written(root, target, expected, mode)
        try:
            _link(scratch, target)
        finally:
            _unlink(target.folder, scratch)
        os.fsync(target.folder)
        os.unlink(place.name, dir_fd=place.folder)
        os.fsync(place.folder)


def taken(root: Root, folder: str) -> frozenset[str]:
    """Return the folded stems of the names in a folder of a root, for `slug.distinct`."""
    try:
        names = os.listdir(root.path / folder)  # noqa: PTH208 - names, not paths
    except OSError:
        return frozenset()
    return frozenset(slug.fold(name.rsplit(".", 1)[0]) for name in names)


@contextlib.contextmanager
def _place(root: Root, path: str, *, make: bool = False) -> Iterator[_Place]:
    """Open the folder of a path, component by component."""
    parts = _checked(path)
    opened: list[int] = []
    try:
        if make:
            root.anchor.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
        opened.append(os.open(root.anchor, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))
        for part in (*root.parts, *parts[:-1]):
            opened.append(_below(root, opened[-1], part, make=make))
        yield _Place(opened[-1], parts[-1])
    except (FileNotFoundError, NotADirectoryError):
        raise NothingFound("no such file in the root", "`teammem list` shows them") from None
    except OSError as error:
        raise _failed(error) from None
    finally:
        for descriptor in reversed(opened):
            os.close(descriptor)


def _below(root: Root, parent: int, name: str, *, make: bool) -> int:
    try:
        return os.open(name, _DIRECTORY, dir_fd=parent)
    except FileNotFoundError:
        if not make:
            raise
    except OSError as error:
        # ELOOP on Linux, ENOTDIR or EMLINK elsewhere: the component is a link or no folder.
        raise Refusal(
            "the path leads through a symbolic link, or something that is no folder",
            "replace the link by a folder",
            "symbolic-link",
        ) from error
    with contextlib.suppress(FileExistsError):
        os.mkdir(name, _PRIVATE_FOLDER if root.private else 0o777, dir_fd=parent)
    return os.open(name, _DIRECTORY, dir_fd=parent)


def _checked(path: str) -> list[str]:
    parts = path.split("/")
    outside = any(part in ("", ".", "..") for part in parts) or "\0" in path
    if outside or path.startswith("~"):
        raise Refusal("the path leaves its root", "give a name below the root", "outside-root")
    for part in parts:
        reason = slug.portable(part)
        if reason:
            raise Refusal(f"a name {reason}", "choose another name", "bad-name")
    return parts


def _twin(place: _Place) -> str:
    """Return the name in the folder that some system takes for this one, "" if there is none."""
    wanted = slug.fold(place.name)
    for name in os.listdir(place.folder):  # noqa: PTH208 - a descriptor
        if slug.fold(name) == wanted:
            return name
    return ""


def _content(place: _Place) -> bytes:
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        descriptor = os.open(place.name, flags, dir_fd=place.folder)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Refusal(
            "the file is a symbolic link", "replace the link by its text", "symbolic-link"
        ) from error
    with open(descriptor, "rb") as file:  # noqa: PTH123 - an open descriptor
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise Refusal("not a regular file", "replace it by a file", "not-a-file")
        return file.read()


def _unchanged(place: _Place, expected: bytes) -> None:
    if _content(place) != expected:
        raise Refusal(
            "the file was changed meanwhile; nothing was done", "look at it again", "changed"
        )


def _written(root: Root, place: _Place, data: bytes, mode: int | None) -> str:
    """Write the scratch file beside the place and flush it; returns its name."""
    _sweep(place.folder)
    scratch = f".teammem-{os.getpid()}-{os.urandom(4).hex()}.tmp"
    wanted = _PRIVATE_FILE if root.private else 0o666
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(scratch, flags, wanted, dir_fd=place.folder)
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123 - an open descriptor
            if mode is not None and not root.private:
                os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        _unlink(place.folder, scratch)
        raise
    return scratch


def _link(scratch: str, place: _Place) -> None:
    """Give the scratch file its name, unless the name is taken.

    Raises:
        FileExistsError: it is taken.
    """
    try:
        os.link(
            scratch,
            place.name,
            src_dir_fd=place.folder,
            dst_dir_fd=place.folder,
            follow_symlinks=False,
        )
    except (PermissionError, NotImplementedError, OSError) as error:
        if isinstance(error, FileExistsError):
            raise
        # No hard links here (exFAT, some network file systems): claim the name, then replace it.
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        os.close(os.open(place.name, flags, _PRIVATE_FILE, dir_fd=place.folder))
        os.rename(scratch, place.name, src_dir_fd=place.folder, dst_dir_fd=place.folder)


def _unlink(folder: int, name: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(name, dir_fd=folder)


def _sweep(folder: int) -> None:
    """Remove scratch files whose process is gone (killed between writing and naming)."""
    for name in os.listdir(folder):
        found = _SCRATCH.fullmatch(name)
        if found and int(found[1]) != os.getpid() and not _alive(int(found[1])):
            _unlink(folder, name)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _failed(error: OSError) -> TeammemError:
    said = error.strerror or "the file system said no"
    if error.errno in (16, 26):  # EBUSY, ETXTBSY
        return Busy(f"cannot write: {said}", "try again")
    return Refusal(
        f"cannot write: {said}", "check who may write there, and the disk", "not-writable"
    )
