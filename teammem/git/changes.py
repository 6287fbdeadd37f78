"""git's raw diff format: which path got which mode and which object."""

from __future__ import annotations

from teammem.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from teammem.git.repo import Repository

REGULAR = "100644"
EXECUTABLE = "100755"
ANY_FILE = "100"
SYMLINK = "120000"
GITLINK = "160000"
TREE = "040000"
ABSENT = "000000"

# One form for all diffs: every field whole, nothing guessed, nothing left out by a setting.
RAW = (
    "-r",
    "-z",
    "--raw",
    "--no-renames",
    "--no-relative",
    "--no-abbrev",
    "--ignore-submodules=none",
)


class Change:
    """What one commit, or the index, has at a path where it differs from what came before.

    Attributes:
        path: bytes as git stores them.
        mode: the new mode, six octal digits as text; ABSENT for a deletion.
        oid: the new object's name in hex; zeros for a deletion.
        status: A, M, T or D (U for an unmerged path; of a merge, one letter a parent).
        commit: the commit that made it, "" for the index or a bare tree.
        old: the object that stood there before ("" where a merge has several).
    """

    __slots__ = ("commit", "mode", "oid", "old", "path", "status")

    def __init__(
        self, path: bytes, mode: str, oid: str, status: str, commit: str = "", old: str = ""
    ) -> None:
        self.path = path
        self.mode = mode
        self.oid = oid
        self.status = status
        self.commit = commit
        self.old = old

    @property
    def deleted(self) -> bool:
        """Whether nothing is left at the path."""
        return self.mode == ABSENT

    def __repr__(self) -> str:
        return f"Change({self.path!r}, {self.mode}, {self.oid[:10]}, {self.status}, {self.commit[:10]})"


def parse(raw: bytes, commit: str = "") -> Iterator[Change]:
    """Read `--raw -z` output, of one comparison or of `diff-tree --stdin` with commit lines.

    Merges in combined form (`-c`: two colons and more) are read too.

    Raises:
        GitError: the output has another form.
    """
    tokens = iter(raw.split(b"\0"))
    for token in tokens:
        if not token:
            continue
        if token[:1] != b":":
            commit = token.decode("ascii", "replace").strip()
            continue
        parents = len(token) - len(token.lstrip(b":"))
        fields = token[parents:].decode("ascii", "replace").split(" ")
        path = next(tokens, b"")
        if len(fields) != 2 * parents + 3 or not path:
            raise GitError("git diff printed a line that is not in raw format", "", "git-output")
        yield Change(
            path,
            fields[parents],
            fields[2 * parents + 1],
            fields[-1],
            commit,
            fields[2] if parents == 1 else "",
        )


def staged(repo: Repository, base: str) -> bytes:
    """Return what the index has different from the tree of `base`, in raw form."""
    return repo.read("diff-index", "--cached", *RAW, base, "--")
