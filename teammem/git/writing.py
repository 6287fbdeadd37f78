"""Writing objects and refs, never through the user's index."""

from __future__ import annotations

import hashlib
import os
import time

from teammem.errors import GitError
from teammem.git import objects
from teammem.git import operation as operations
from teammem.git.repo import failure
from teammem.git.run import DONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from teammem.git.repo import Repository

# Attributes by which git stores other bytes than those of the work tree (gitattributes,
# "Checking-out and checking-in"); end-of-line conversion besides acts only on carriage returns.
_CONVERTING = ("ident", "working-tree-encoding")

# git waits for the lock of a ref by itself, for that of the index it does not (seconds).
_PAUSES = (0.1, 0.2, 0.4, 0.8, 0.0)


def blob_id(repo: Repository, data: bytes) -> str:
    """Return the object name of a blob with these bytes, without writing it."""
    digest = hashlib.sha256 if repo.object_format == "sha256" else hashlib.sha1
    return digest(b"blob %d\0" % len(data) + data).hexdigest()


def blobs(repo: Repository, texts: Mapping[bytes, bytes]) -> dict[bytes, str]:
    """Write work-tree bytes as blobs, converted as `git add` would, and return their names.

    Args:
        repo: unattended, so that no filter runs.
        texts: path from the top, and bytes.

    Raises:
        GitError: git failed, for example a full disk.
    """
    special = _converted(repo, texts)
    plain = [path for path in texts if path not in special]
    found = dict(zip(plain, _as_they_are(repo, [texts[path] for path in plain]), strict=True))
    for path in special:
        out = repo.read(
            "hash-object",
            "-w",
            "--stdin",
            f"--path={os.fsdecode(path)}",
            operation=operations.OBJECTS,
            stdin=texts[path],
        )
        found[path] = out.decode("ascii").strip()
    return found


def _converted(repo: Repository, texts: Mapping[bytes, bytes]) -> set[bytes]:
    if not texts:
        return set()
    listing = b"".join(path + b"\0" for path in texts)
    out = repo.read("check-attr", "-z", "--stdin", *_CONVERTING, stdin=listing)
    fields = out.split(b"\0")
    named = {
        path
        for path, value in zip(fields[0::3], fields[2::3], strict=False)
        if value not in (b"unspecified", b"unset")
    }
    return {path for path, data in texts.items() if path in named or b"\r" in data}


def _as_they_are(repo: Repository, texts: Sequence[bytes]) -> list[str]:
    """Write many blobs in one command; it reads them from files of a private folder."""
    if not texts:
        return []
    import tempfile

    with tempfile.TemporaryDirectory(prefix="teammem-") as folder:
        names = []
        for number, data in enumerate(texts):
            name = os.path.join(folder, str(number))  # noqa: PTH118
            with open(name, "wb") as file:  # noqa: PTH123
                file.write(data)
            names.append(name)
        listing = "".join(f"{name}\n" for name in names).encode()
        out = repo.read(
            "hash-object",
            "-w",
            "--no-filters",
            "--stdin-paths",
            operation=operations.OBJECTS,
            stdin=listing,
        )
    return out.decode("ascii").split()


def checked_out(repo: Repository, wanted: Mapping[bytes, str]) -> dict[bytes, bytes]:
    """Return blobs as a checkout would write them: with git's end-of-line rules for their paths.

    Args:
        repo: unattended, so that no filter runs.
        wanted: path from the top to object name.

    Raises:
        MissingObject: one of them is not here.
    """
    special = _smudged(repo, wanted)
    plain = {oid for path, oid in wanted.items() if path not in special}
    texts = {name: data for name, _, _, data in objects.contents(repo, sorted(plain))}
    return {
        path: repo.read("cat-file", "--filters", f"--path={os.fsdecode(path)}", oid)
        if path in special
        else texts[oid]
        for path, oid in wanted.items()
    }


def _smudged(repo: Repository, wanted: Mapping[bytes, str]) -> set[bytes]:
    """Return the paths whose bytes in a work tree may differ from git's."""
    if not wanted:
        return set()
    listing = b"".join(path + b"\0" for path in wanted)
    out = repo.read("check-attr", "-z", "--stdin", "eol", *_CONVERTING, stdin=listing)
    fields = out.split(b"\0")
    found, fixed = set(), set()
    for path, name, value in zip(fields[0::3], fields[1::3], fields[2::3], strict=False):
        if name == b"eol" and value == b"lf":
            fixed.add(path)
        elif value not in (b"unspecified", b"unset"):
            found.add(path)
    if repo.config("core.autocrlf").lower() == "true" or repo.config("core.eol") == "crlf":
        found |= wanted.keys() - fixed
    return found


def commit(repo: Repository, tree: str, parents: Iterable[str], message: str) -> str:
    """Write a commit and return its name.

    Author and committer are git's own (`user.name`, `user.email`, the environment); none is made up.

    Args:
        repo: unattended.
        tree: object name.
        parents: commits.
        message: whole message.

    Raises:
        GitError: git failed; reason `no-identity` where git knows no name or address.
    """
    args = [word for parent in parents for word in ("-p", parent)]
    result = repo.git(
        "-c",
        "i18n.commitEncoding=UTF-8",
        "commit-tree",
        *args,
        tree,
        operation=operations.OBJECTS,
        stdin=message.encode("utf-8", "surrogateescape"),
    )
    if result.outcome == DONE:
        return result.out.decode("ascii").strip()
    raise failure("commit-tree", result)


def update_refs(repo: Repository, updates: Iterable[tuple[str, str, str]]) -> None:
    """Move, make or delete refs, all or none.

    Args:
        repo: unattended.
        updates: ref, new object (zeros deletes it), old object ("" = whatever it is, zeros = it
            must not exist).

    Raises:
        GitError: one of them is not what it should be, or is locked.
    """
    lines = []
    for ref, new, old in updates:
        verb = "delete" if not new.strip("0") else "update"
        words = [verb, ref, *([] if verb == "delete" else [new]), *([old] if old else [])]
        lines.append(" ".join(words) + "\n")
    if lines:
        repo.read(
            "update-ref",
            "--stdin",
            operation=operations.SHORT_LOCKS,
            stdin="".join(lines).encode(),
        )


def update_index(repo: Repository, entries: Iterable[tuple[bytes, str, str]]) -> None:
    """Set or remove entries of the user's index: path, mode and blob; mode "" removes it.

    Raises:
        GitError: git failed; reason `index-locked` where another process holds the index.
    """
    zeros = "0" * (64 if repo.object_format == "sha256" else 40)
    listing = b"".join(
        (f"{mode} {oid}\t" if mode else f"0 {zeros}\t").encode() + path + b"\0"
        for path, mode, oid in entries
    )
    for pause in _PAUSES if listing else ():
        try:
            repo.read(
                "update-index",
                "-z",
                "--index-info",
                operation=operations.SHORT_LOCKS,
                stdin=listing,
            )
        except GitError as error:
            if error.reason != "index-locked" or not pause:
                raise
            time.sleep(pause)
        else:
            return


def refresh(repo: Repository, paths: Iterable[bytes]) -> None:
    """Let the index learn size and time of files that it already has; a failure is no harm."""
    listing = b"".join(path + b"\0" for path in paths)
    if listing:
        repo.git(
            "add",
            "--refresh",
            "--pathspec-from-file=-",
            "--pathspec-file-nul",
            operation=operations.SHORT_LOCKS,
            stdin=listing,
        )
