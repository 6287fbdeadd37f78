"""Paths of git (bytes) and of the disk (str): which lie in a team root, and which stay inside one.

What is *guarded* is matched over-inclusively: every spelling that some file system takes for a
root's name counts. What *excuses* compares exact bytes and is not decided here.
"""

from __future__ import annotations

import os

from teammem.vocabulary import QWEN_FOLDER, QWEN_ROOT_NAME, ROOT_NAME

# Unicode DerivedCoreProperties, Default_Ignorable_Code_Point: HFS+ drops several of these when it
# compares names, and a reader sees none of them.
_IGNORABLE = (
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)

# First six letters of the name as NTFS makes its 8.3 alias (leading dot dropped); git guards
# `.git` against the same two shapes (is_ntfs_dotgit, path.c).
_SHORT = {ROOT_NAME: "teamme", QWEN_FOLDER: "qwen", QWEN_ROOT_NAME: "team-m"}
_HEX = frozenset("0123456789abcdef")


def fold(component: bytes) -> str:
    """Return the form under which two names of one path component count as the same.

    NFC, case-folded, default-ignorable code points dropped, cut at a colon (NTFS streams),
    trailing dots and blanks stripped. Bytes that are not UTF-8 stay as surrogate escapes.
    """
    text = component.decode("utf-8", "surrogateescape")
    if not text.isascii():
        import unicodedata

        text = "".join(c for c in text if not any(a <= ord(c) <= b for a, b in _IGNORABLE))
        text = unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())
    return text.casefold().split(":", 1)[0].rstrip(". ")


def _named(component: bytes, name: str) -> bool:
    folded = fold(component)
    if folded == name:
        return True
    stem, tilde, number = folded.rpartition("~")
    if not tilde or not number.isdigit():
        return False
    short = _SHORT[name]
    return stem == short or (len(stem) == 6 and stem[:2] == short[:2] and set(stem[2:]) <= _HEX)


def may_touch(listing: bytes) -> bool:
    """Tell cheaply whether a listing of paths can name a team root at all (no false "no").

    Every spelling that `roots` takes for a root contains `team`, a tilde, or a byte that is not
    ASCII.
    """
    if not listing.isascii() or b"~" in listing:
        return True
    lowered = listing.lower()
    return ROOT_NAME.encode() in lowered or QWEN_ROOT_NAME.encode() in lowered


def roots(path: bytes) -> tuple[bytes, ...]:
    """Return the team roots on the way to `path`, outermost first, in the path's own spelling.

    The path may be a root itself. Backslashes separate too, as git on Windows would read them.
    """
    if not may_touch(path):
        return ()
    found = []
    end = 0
    previous = b""
    for component in path.replace(b"\\", b"/").split(b"/"):
        end += len(component)
        if _named(component, ROOT_NAME) or (
            previous and _named(component, QWEN_ROOT_NAME) and _named(previous, QWEN_FOLDER)
        ):
            found.append(path[:end])
        end += 1
        if component not in (b"", b"."):
            previous = component
    return tuple(found)


def root_of(path: bytes) -> bytes | None:
    """Return the innermost team root of `path`, None outside all of them."""
    found = roots(path)
    return found[-1] if found else None


def in_root(path: bytes) -> bool:
    """Tell whether `path` is, or lies below, a team root."""
    return bool(roots(path))


def is_root(path: bytes) -> bool:
    """Tell whether `path` is itself named like a team root."""
    found = roots(path)
    return bool(found) and len(found[-1]) == len(path.rstrip(b"/"))


def inner(path: bytes) -> tuple[bytes, ...]:
    """Return the components of `path` below its innermost team root, () for the root itself."""
    root = root_of(path)
    if root is None:
        raise ValueError("path lies in no team root")
    rest = path[len(root) :].replace(b"\\", b"/").strip(b"/")
    return tuple(part for part in rest.split(b"/") if part) if rest else ()


def under(path: bytes, folder: str) -> bool:
    """Tell whether `path` is or lies below `folder` directly in any of its team roots (folded)."""
    for root in roots(path):
        rest = path[len(root) :].replace(b"\\", b"/").strip(b"/")
        if rest and fold(rest.split(b"/", 1)[0]) == folder:
            return True
    return False


def show(path: bytes) -> str:
    """Return `path` for display: one line, controls and undecodable bytes as escapes."""
    text = path.decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def real(path: str) -> str:
    """Return the absolute path with every symbolic link resolved.

    Parts that do not exist yet stay as they are.

    Raises:
        OSError: a component cannot be read, or links form a loop; callers refuse.
    """
    absolute = os.path.abspath(path)  # noqa: PTH100 - no pathlib where hooks start
    if "\0" in absolute:
        raise OSError("path contains NUL")
    try:
        return os.path.realpath(absolute, strict=True)
    except FileNotFoundError:
        parent, name = os.path.split(absolute)
        try:
            target = os.readlink(absolute)  # noqa: PTH115
        except OSError:
            return os.path.join(real(parent), name)  # noqa: PTH118
        # A dangling link counts as the place it would create.
        return real(os.path.join(parent, target))  # noqa: PTH118


def contained(base: str, path: str) -> bool:
    """Tell whether `path` lies in `base` both as written and with links resolved.

    `base`'s own prefix may lead through links; nothing below it may lead out. What cannot be
    resolved is not contained.
    """
    literal = _within(os.path.abspath(base), os.path.abspath(path))  # noqa: PTH100
    try:
        return literal and _within(real(base), real(path))
    except (OSError, RecursionError):
        return False


def _within(base: str, path: str) -> bool:
    return path == base or path.startswith(base.rstrip(os.sep) + os.sep)


def disk_roots(path: str) -> tuple[bytes, ...]:
    """Return the team roots that a path on disk touches, as written or through links.

    Over-inclusive: for deciding what to guard. Where links cannot be resolved, the literal
    answer stands.
    """
    literal = roots(os.fsencode(os.path.abspath(path)))  # noqa: PTH100
    try:
        return literal + roots(os.fsencode(real(path)))
    except (OSError, RecursionError):
        return literal
