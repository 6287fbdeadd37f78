"""Which paths a memory applies to: the globs of `applies_to` against paths of the work tree.

`*` and `?` stay within one part, `**` crosses parts, `[...]` is a set; a glob without `/` names a
file or folder at any depth, and what lies below a named folder is meant too, as in gitignore(5).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_PART = r"\*\*/?|\*|\?|\[!?\]?[^\]/]*\]|[^*?\[]+|\["
_WILD = r"[*?\[]"

# Something with a slash, or with an ending: what in a prompt is likely meant as a path.
_NAMED = r"[\w.@~+-]*(?:/[\w.@~+-]+)+/?|\b[\w-]+\.[A-Za-z][A-Za-z0-9]{0,7}\b"


def _translated(piece: str) -> str:
    if piece == "**/":
        return "(?:.*/)?"
    if piece == "**":
        return ".*"
    if piece == "*":
        return "[^/]*"
    if piece == "?":
        return "[^/]"
    if piece.startswith("[") and len(piece) > 2:
        # What a later version of `re` may read as an operation on sets is a character here.
        inside = re.sub(r"([\\\[&|~]|-(?=-))", r"\\\1", piece[1:-1])
        return f"(?!/)[{'^' + inside[1:] if inside.startswith('!') else inside}]"
    return re.escape(piece)


@lru_cache(maxsize=4096)
def _compiled(glob: str) -> re.Pattern[str] | None:
    cleaned = glob.strip().removeprefix("./").rstrip("/")
    anchored = "/" in cleaned
    body = "".join(map(_translated, re.findall(_PART, cleaned.lstrip("/"))))
    try:
        return re.compile(f"{'' if anchored else '(?:.*/)?'}{body}(?:/.*)?", re.DOTALL)
    except re.error:
        return None


def matches(glob: str, path: str) -> bool:
    """Tell whether a path (relative to the work tree, `/` between parts) is meant by a glob.

    A glob that cannot be read means nothing.
    """
    pattern = _compiled(glob)
    return bool(glob.strip()) and pattern is not None and pattern.fullmatch(path) is not None


def first_match(globs: Iterable[str], paths: Iterable[str]) -> tuple[str, str] | tuple[()]:
    """Return the first glob, and the first path of it, that meet."""
    listed = tuple(paths)
    for glob in globs:
        for path in listed:
            if matches(glob, path):
                return (glob, path)
    return ()


def overlaps(glob: str, folder: str) -> bool:
    """Tell whether a glob can mean anything at or below a folder ("" is the top)."""
    fixed = re.split(_WILD, glob.strip().removeprefix("./").lstrip("/"), maxsplit=1)[0]
    if "/" not in glob.strip("/") or not folder:
        return True
    fixed = fixed.rpartition("/")[0] if re.search(_WILD, glob) else fixed.rstrip("/")
    inside, outside = f"{fixed}/", f"{folder.strip('/')}/"
    return not fixed or inside.startswith(outside) or outside.startswith(inside)


def named_paths(prompt: str) -> tuple[str, ...]:
    """Return what in a prompt looks like a path, as it stands there, without repeats."""
    found = (
        match.removeprefix("./").rstrip(".").strip("/") for match in re.findall(_NAMED, prompt)
    )
    return tuple(dict.fromkeys(path for path in found if path))
