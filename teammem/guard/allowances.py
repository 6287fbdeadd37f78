"""What excuses a finding: the allow entries of the judged tip, or of the ref that CI trusts.

For excuses only exact bytes count: an entry lies in `allow/` directly under a root spelled as the
finding's path spells it, and covers that root alone. An entry of the second kind accepts one
existing object, and only while the remote's default branch (or the trusted ref) already has it,
for a name that holds a secret under that very name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from teammem import paths
from teammem.detect import allow
from teammem.errors import TeammemError
from teammem.git import changes, index, objects, ranges
from teammem.vocabulary import ALLOW, MAX_MEMORY_BYTES, RECORD_SUFFIX

if TYPE_CHECKING:
    from collections.abc import Iterable

    from teammem.detect.allow import Entry, Revoked
    from teammem.git.repo import Repository
    from teammem.guard.finding import Finding

INDEX = ""


class _Excuse(NamedTuple):
    root: bytes
    path: bytes
    entry: Entry | Revoked


class Allowances:
    """Excuses, read when the first finding asks for them.

    Args:
        repo: where they are read.
        tips: tree-ishes whose entries count; INDEX ("") for the index. A finding in a commit is
            excused only if every tip that contains the commit has an entry for it.
        trusted: refs that an object must be reachable from to be accepted as existing.
    """

    def __init__(self, repo: Repository, tips: Iterable[str], trusted: Iterable[str]) -> None:
        self._repo = repo
        self._tips = tuple(dict.fromkeys(tips))
        self._trusted = tuple(dict.fromkeys(ref for ref in trusted if ref))
        self._excuses: dict[str, tuple[_Excuse, ...]] = {}
        self._reachable: dict[tuple[str, bytes], bool] = {}

    def cover(self, finding: Finding) -> bool:
        """Tell whether the finding is excused."""
        root = paths.root_of(finding.raw_path)
        relevant = [tip for tip in self._tips if self._contains(tip, finding.commit)]
        return bool(relevant) and all(self._covered(tip, root, finding) for tip in relevant)

    def _contains(self, tip: str, commit: str) -> bool:
        if len(self._tips) == 1 or tip == INDEX or not commit:
            return True
        return self._repo.git("merge-base", "--is-ancestor", commit, tip).code == 0

    def _covered(self, tip: str, root: bytes | None, finding: Finding) -> bool:
        for excuse in self._of(tip):
            # A commit or tag stands in no root: an entry of any root may name it.
            if root not in (None, excuse.root):
                continue
            if isinstance(excuse.entry, allow.Revoked):
                if excuse.entry.revoked == finding.blob and self._existing(finding):
                    return True
            elif root is not None and finding.detected is not None:
                within = finding.raw_path[len(root) + 1 :]
                if allow.matches(excuse.entry, finding.detected, within):
                    return True
        return False

    def _existing(self, finding: Finding) -> bool:
        oid = finding.blob
        # What a name holds is as new as the name: the object has to have stood there before.
        named = finding.detected is not None and bool(finding.raw_path) and not finding.line
        path = finding.raw_path if named else b""
        if (oid, path) not in self._reachable:
            heads = [head for ref in self._trusted if (head := self._repo.commit(ref))]
            self._reachable[oid, path] = (
                ranges.placed(self._repo, heads, path, oid)
                if path
                else ranges.reachable(self._repo, heads, oid)
            )
        return self._reachable[oid, path]

    def _of(self, tip: str) -> tuple[_Excuse, ...]:
        if tip not in self._excuses:
            entries = index.entries(self._repo) if tip == INDEX else objects.tree(self._repo, tip)
            places: dict[str, list[tuple[bytes, bytes]]] = {}
            for entry in entries:
                root = _allow_root(entry.path)
                if root is not None and entry.mode.startswith(changes.ANY_FILE):
                    places.setdefault(entry.oid, []).append((root, entry.path))
            found = []
            for oid, _, _, data in objects.contents(self._repo, places, MAX_MEMORY_BYTES):
                try:
                    parsed = allow.parse(data, "")
                except TeammemError:
                    continue  # excuses nothing; the policy refuses it where it is new
                found += [_Excuse(root, path, parsed) for root, path in places[oid]]
            self._excuses[tip] = tuple(found)
        return self._excuses[tip]


def _allow_root(path: bytes) -> bytes | None:
    root = paths.root_of(path)
    if root is None or not path.endswith(RECORD_SUFFIX.encode()):
        return None
    rest = path[len(root) :]
    parts = rest.split(b"/")
    return root if len(parts) == 3 and parts[1] == ALLOW.encode() else None
