"""Walking the commits of a range and what each of them changes.

The walk takes whole histories apart commit by commit: an end-state diff does not see a secret that
one commit adds and the next removes, and a path-limited walk drops side branches that end where
they began (both measured). `-c` shows of a merge what stands in none of its parents.
"""

from __future__ import annotations

from teammem.git import changes, objects
from teammem.git import operation as operations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from teammem.git.changes import Change
    from teammem.git.repo import Repository


def existing(repo: Repository, names: Iterable[str]) -> list[str]:
    """Return those of the object names that this repository has."""
    wanted = list(names)
    known = objects.kinds(repo, wanted)
    return [name for name in wanted if name in known]


def commits(
    repo: Repository, tips: Iterable[str], known: Iterable[str] = (), *flags: str
) -> list[str]:
    """Return the commits that `tips` reach and `known` do not, newest first.

    Args:
        repo: where they are.
        tips: full names of commits or tags.
        known: full names; the ones that this repository lacks are left out, which widens the range.
        flags: further limits for `rev-list`, for example `--not --all`.
    """
    heads = list(dict.fromkeys(tips))
    if not heads:
        return []
    borders = existing(repo, known)
    listing = "".join([*(f"{name}\n" for name in heads), *(f"^{name}\n" for name in borders)])
    out = repo.read(
        "rev-list", "--stdin", *flags, operation=operations.WALK, stdin=listing.encode()
    )
    return out.decode("ascii").split()


def walk(repo: Repository, names: Iterable[str]) -> Iterator[Change]:
    """Yield what each of the commits changes, against its parents; of a root commit, all it has."""
    listing = "".join(f"{name}\n" for name in names).encode()
    if not listing:
        return
    raw = repo.read(
        "diff-tree",
        "--stdin",
        "--root",
        "-c",
        *changes.RAW,
        operation=operations.WALK,
        stdin=listing,
    )
    yield from changes.parse(raw)


def brought(repo: Repository, names: Iterable[str]) -> Iterator[Change]:
    """Yield what each merge among the commits changes against its first parent."""
    listing = "".join(f"{name}\n" for name in names).encode()
    if not listing:
        return
    merges = repo.read(
        "rev-list", "--no-walk", "--merges", "--stdin", operation=operations.WALK, stdin=listing
    )
    if not merges:
        return
    raw = repo.read(
        "diff-tree",
        "--stdin",
        "--diff-merges=first-parent",
        *changes.RAW,
        operation=operations.WALK,
        stdin=merges,
    )
    yield from changes.parse(raw)


def reachable(repo: Repository, refs: Iterable[str], oid: str) -> bool:
    """Tell whether any of `refs` reaches the object `oid`, a commit, tree or blob.

    The trees of the refs themselves are asked first, since that is where adopted files mostly are.
    """
    heads = list(refs)
    if repo.commit(oid) == oid:
        return any(repo.git("merge-base", "--is-ancestor", oid, head).code == 0 for head in heads)
    for head in heads:
        if any(entry.oid == oid for entry in objects.tree(repo, head)):
            return True
    if not heads:
        return False
    listing = "".join(f"{head}\n" for head in heads).encode()
    out = repo.read(
        "rev-list",
        "--objects",
        "--no-object-names",
        "--stdin",
        operation=operations.WALK,
        stdin=listing,
    )
    return oid.encode("ascii") in out.split()


def placed(repo: Repository, heads: Iterable[str], path: bytes, oid: str) -> bool:
    """Tell whether any commit that `heads` (full names) reach brought object `oid` to `path`."""
    return any(
        change.path == path and change.oid == oid for change in walk(repo, commits(repo, heads))
    )
