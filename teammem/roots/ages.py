"""When the text at a path last changed, by git's account: the age of a team memory that names none.

One walk over a commit's history, kept by that commit; a later commit's walk starts where the kept
one ended. Nobody who must not wait walks: a hook takes what is kept, or nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from teammem.git import operation as operations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.git.repo import Repository

_GLOBS = (":(top,glob)**/.teammem/**", ":(top,glob)**/.qwen/team-memory/**")
_MARK = b"\x01"


def of(
    repo: Repository, commit: str, caches: Path | None, *, walk: bool = True
) -> Mapping[str, datetime]:
    """Return when the content of each path of team roots last changed, as its author dated it.

    Args:
        repo: the repository.
        commit: whose history counts, "" for none.
        caches: the directory of caches; None keeps nothing.
        walk: whether to walk where nothing is kept for this commit; False in hooks.

    Returns:
        Path from the top to time, UTC. A rename dates the new path. What a shallow clone's oldest
        commits seem to add is older than they are, by nobody knows how much: it has no date.

    Raises:
        GitError: git cannot be asked.
    """
    if not commit:
        return {}
    # The border of a shallow clone moves, and with it what is known.
    place = _place(repo, caches) if caches and not repo.is_shallow else None
    kept = _read(place) if place else {}
    known = kept.get(commit)
    if known is None and walk:
        base = next((one for one in kept if _contains(repo, commit, one)), "")
        known = {**kept.get(base, {}), **dict(reversed(list(_walk(repo, commit, base))))}
        if place:
            _write(place, commit, known, kept, base)
    return {path: datetime.fromtimestamp(at, UTC) for path, at in (known or {}).items()}


def _walk(repo: Repository, commit: str, base: str) -> Iterator[tuple[str, int]]:
    """Yield path and time of each change, newest first."""
    since = [f"^{base}"] if base else []
    out = repo.read(
        "log", "-z", "--raw", "--no-abbrev", "--no-renames", "--no-show-signature",
        "--format=%x01%at %H", commit, *since, "--", *_GLOBS,
        operation=operations.WALK,
    )  # fmt: skip
    border = _border(repo)
    at, cut = 0, False
    tokens = iter(out.split(b"\0"))
    for token in tokens:
        text = token.lstrip(b"\n")
        if text.startswith(_MARK):
            seconds, _, name = text[1:].split(b"\n")[0].partition(b" ")
            at, cut = int(seconds), name in border
        elif text.startswith(b":"):
            path = os.fsdecode(next(tokens, b""))
            if not cut:
                yield path, at


def _border(repo: Repository) -> frozenset[bytes]:
    """Return the commits whose parents were not fetched."""
    if not repo.is_shallow:
        return frozenset()
    with open(repo.path("shallow"), "rb") as file:  # noqa: PTH123
        return frozenset(file.read().split())


def _contains(repo: Repository, commit: str, other: str) -> bool:
    return repo.git("merge-base", "--is-ancestor", other, commit).code == 0


def _place(repo: Repository, caches: Path) -> str:
    name = sha256(os.fsencode(os.path.realpath(repo.common_dir))).hexdigest()[:16]
    return os.path.join(caches, "ages", f"{name}.json")  # noqa: PTH118 - read by hooks


def _read(place: str) -> dict[str, dict[str, int]]:
    """Return what is kept, commit to path to seconds; a damaged file keeps nothing."""
    with contextlib.suppress(OSError, ValueError), open(place, encoding="ascii") as file:  # noqa: PTH123
        kept = json.load(file)
        if isinstance(kept, dict) and all(
            isinstance(dates, dict) and all(type(at) is int for at in dates.values())
            for dates in kept.values()
        ):
            return kept
    return {}


def _write(
    place: str,
    commit: str,
    dates: Mapping[str, int],
    kept: Mapping[str, Mapping[str, int]],
    base: str,
) -> None:
    """Keep a walk beside the newest of another commit: HEAD's and the destination's."""
    others = [(one, held) for one, held in kept.items() if one != base][-1:]
    with contextlib.suppress(OSError):
        os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)  # noqa: PTH103, PTH120
        scratch = f"{place}.{os.getpid()}"
        with open(scratch, "w", encoding="ascii") as file:  # noqa: PTH123
            json.dump({**dict(others), commit: dates}, file)
        os.replace(scratch, place)  # noqa: PTH105
