"""What of a memory may be shown, judged when it is about to be: credentials and tombstones."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import sha1, sha256
from pathlib import Path

from teammem.recall.model import Note
from teammem.roots import scan
from teammem.roots.find import Root
from teammem.roots.overlay import NOTHING, Overlay
from teammem.vocabulary import ALLOW, RECORD_SUFFIX, TIER_TEAM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.detect import allow
    from teammem.detect.finding import Finding
    from teammem.git.repo import Repository
    from teammem.memory.tombstone import Tombstone


class Guard:
    """The last look at notes of some roots.

    Args:
        roots: the roots that the notes come from.
        top: top of the work tree, which team notes' paths start from.
        overlays: from a root to what of the view differs from its files.
        repository: asked whether an object that a `revoked` entry accepts is history already;
            None = no such entry counts.
    """

    def __init__(
        self,
        roots: Sequence[Root],
        top: Path | None,
        overlays: Callable[[Root], Overlay] = lambda _root: NOTHING,
        repository: Repository | None = None,
    ) -> None:
        self._roots = tuple(roots)
        self._top = top
        self._overlay = overlays
        self._repository = repository
        self._allowed: dict[Root, tuple[allow.Entry | allow.Revoked, ...]] = {}

    @cached_property
    def _stones(self) -> tuple[Tombstone, ...]:
        return tuple(
            one.stone for root in self._roots for one in scan.tombstones(root, self._overlay(root))
        )

    def _brings(self, root: Root, folder: str) -> list[str]:
        return [path for path in self._overlay(root).brought if path.startswith(f"{folder}/")]

    @property
    def forgotten(self) -> frozenset[str]:
        """Ids with a tombstone."""
        return frozenset(stone.id for stone in self._stones if stone.id)

    def refuses(self, note: Note) -> str:
        """Return why a note is not served: `secret`, `forgotten`; "" where it is.

        Args:
            note: with its body.
        """
        if self._exactly_forgotten(note):
            return "forgotten"
        return "secret" if note.tier == TIER_TEAM and self._secret(note) else ""

    def _exactly_forgotten(self, note: Note) -> bool:
        if not self._stones:
            return False
        from teammem.memory import tombstone

        text = tombstone.subject(note.body, note.description)
        return tombstone.refusing(self._stones, note.id, text) is not None

    def _secret(self, note: Note) -> bool:
        from teammem.detect import engine

        root = self._root_of(note)
        data = scan.read(root, note.key, self._overlay(root)) if root else None
        if root is None or data is None:
            # What cannot be judged is not served.
            return True
        inner = os.fsencode(note.key)
        return any(
            not self._excepted(root, inner, finding)
            and not self._revoked(root, inner, data, named=not finding.line)
            for finding in engine.scan(data, inner)
        )

    def _excepted(self, root: Root, inner: bytes, finding: Finding) -> bool:
        from teammem.detect import allow

        return any(
            isinstance(entry, allow.Entry) and allow.matches(entry, finding, inner)
            for entry in self._allows(root)
        )

    def _revoked(self, root: Root, inner: bytes, data: bytes, *, named: bool) -> bool:
        """Tell whether an entry accepts this very object, and the remote has it already.

        The rule is the guard's (`guard.allowances`): a finding in the name needs the object to
        have stood under that name.
        """
        from teammem.detect import allow

        repo = self._repository
        accepted = [one.revoked for one in self._allows(root) if isinstance(one, allow.Revoked)]
        if repo is None or not accepted:
            return False
        digest = sha256 if repo.object_format == "sha256" else sha1
        oid = digest(b"blob %d\0" % len(data) + data).hexdigest()
        if oid not in accepted:
            return False
        from teammem.git import ranges, refs

        defaults = [refs.remote_default(repo, remote) for remote in refs.remotes(repo)]
        heads = [head for ref in defaults if ref and (head := repo.commit(ref))]
        if named:
            return ranges.placed(repo, heads, root.prefix + b"/" + inner, oid)
        return ranges.reachable(repo, heads, oid)

    def _root_of(self, note: Note) -> Root | None:
        where = str(self._top / note.path) if self._top else note.path
        for root in self._roots:
            if root.tier == TIER_TEAM and where == f"{root.path}/{note.key}":
                return root
        return None

    def _allows(self, root: Root) -> tuple[allow.Entry | allow.Revoked, ...]:
        """Return the root's allow entries; one that cannot be read excuses nothing."""
        if root not in self._allowed:
            from teammem.detect import allow
            from teammem.errors import TeammemError

            found = []
            folder = root.path / ALLOW
            overlay = self._overlay(root)
            here = os.listdir(folder) if folder.is_dir() else ()  # noqa: PTH208
            names = {f"{ALLOW}/{name}" for name in here} - overlay.hidden
            for path in sorted(names | set(self._brings(root, ALLOW))):
                data = scan.read(root, path, overlay)
                if data is None or not path.endswith(RECORD_SUFFIX):
                    continue
                try:
                    entry = allow.parse(data, path)
                except TeammemError:
                    continue
                found.append(entry)
            self._allowed[root] = tuple(found)
        return self._allowed[root]
