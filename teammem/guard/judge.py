"""Judging: items and texts in, one report out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from teammem import paths
from teammem.detect import engine
from teammem.git import changes, objects
from teammem.guard import policy
from teammem.guard.finding import (
    ERROR,
    Finding,
    Item,
    Report,
    Text,
    finding_id,
    shown,
)
from teammem.vocabulary import MAX_MEMORY_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from teammem.detect.finding import Finding as Detected
    from teammem.git.repo import Repository
    from teammem.guard.allowances import Allowances

_CHANGE = "take it out of the text (name where it is kept instead) and stage the file again"
_HISTORY = (
    "it is in a commit: deleting the line does not help; revoke it, then rewrite the commit "
    "(`git commit --amend`, `git rebase -i`)"
)


class Judge:
    """Judges blobs of one repository; each blob is read and scanned once.

    Args:
        repo: where the objects are.
        allowances: what excuses findings; None = nothing does.
    """

    def __init__(self, repo: Repository, allowances: Allowances | None = None) -> None:
        self._repo = repo
        self._allowances = allowances
        self._content: dict[str, tuple[str, tuple[Detected, ...]]] = {}
        self._records: dict[tuple[str, bytes], tuple[str, int]] = {}
        self._names: dict[bytes, tuple[Detected, ...]] = {}
        self._texts: dict[bytes, tuple[Detected, ...]] = {}

    def report(
        self,
        scope: str,
        items: Iterable[Item],
        texts: Iterable[Text] = (),
        filters: Mapping[bytes, str] | None = None,
        notices: Iterable[str] = (),
    ) -> Report:
        """Judge everything and return the verdict.

        Args:
            scope: what is judged, for people.
            items: entries of team roots.
            texts: text beside the files.
            filters: paths that have a `filter` attribute.
            notices: lines to carry along.

        Raises:
            MissingObject: a blob is not in this repository.
        """
        wanted = list(dict.fromkeys(items))
        self._load(wanted)
        found: list[Finding] = []
        for item in wanted:
            found += self._judge(item, filters or {})
        for text in texts:
            found += self._judge_text(text)
        kept: list[Finding] = []
        allowed: list[Finding] = []
        for finding in dict.fromkeys(found):
            excused = self._allowances is not None and self._allowances.cover(finding)
            (allowed if excused else kept).append(finding)
        kept.sort(key=lambda finding: not finding.is_error)
        met = dict.fromkeys(paths.root_of(item.path) for item in wanted)
        return Report(
            shown(scope.encode("utf-8", "surrogateescape")),
            tuple(kept),
            len({(item.path, item.oid) for item in wanted}),
            tuple(shown(root) for root in met if root is not None),
            tuple(notices),
            tuple(allowed),
        )

    def _load(self, items: Iterable[Item]) -> None:
        records: dict[str, set[bytes]] = {}
        for item in items:
            if item.path.lower().endswith(b".yaml"):
                records.setdefault(item.oid, set()).add(item.path)
        wanted = [
            item.oid
            for item in items
            if item.mode.startswith(changes.ANY_FILE) and item.oid not in self._content
        ]
        for oid, _, size, data in objects.contents(self._repo, wanted, MAX_MEMORY_BYTES):
            rule = policy.of_content(size, data)
            # What is refused for its form is still searched: a person who sees "binary" should
            # also see that a key is in it.
            self._content[oid] = (rule, engine.scan(data))
            if not rule:
                for path in records.get(oid, ()):
                    self._records[oid, path] = policy.of_record(path, data)

    def _name(self, path: bytes) -> tuple[Detected, ...]:
        if path not in self._names:
            self._names[path] = engine.scan(b"", path)
        return self._names[path]

    def _judge(self, item: Item, filters: Mapping[bytes, str]) -> Iterable[Finding]:
        rule = policy.of_entry(item.path, item.mode)
        detected = self._name(item.path)
        line = 0
        if not rule and item.oid in self._content:
            rule, inside = self._content[item.oid]
            detected += inside
        if not rule and (item.oid, item.path) in self._records:
            rule, line = self._records[item.oid, item.path]
        if not rule and item.path in filters:
            rule = "content-filter"
        if not rule and not detected:
            return
        display = shown(item.path)
        if rule:
            yield self._finding(
                item, display, rule, policy.RULES[rule], line, policy.HINTS[rule], None
            )
        for one in detected:
            hint = _HISTORY if item.commit else _CHANGE
            yield self._finding(item, display, one.rule, one.title, one.line, hint, one)

    @staticmethod
    def _finding(
        item: Item,
        display: str,
        rule: str,
        title: str,
        line: int,
        hint: str,
        detected: Detected | None,
    ) -> Finding:
        return Finding(
            rule,
            title,
            display,
            line,
            item.commit,
            finding_id(item.oid, line, rule),
            item.severity,
            item.note or hint,
            item.oid,
            item.path,
            detected,
        )

    def _judge_text(self, text: Text) -> Iterable[Finding]:
        if text.data not in self._texts:
            self._texts[text.data] = engine.scan(text.data)
        for one in self._texts[text.data]:
            yield Finding(
                one.rule,
                one.title,
                shown(text.label.encode("utf-8", "surrogateescape")),
                one.line,
                text.commit,
                finding_id(text.oid or text.label, one.line, one.rule),
                ERROR,
                _HISTORY if text.commit or text.oid else _CHANGE,
                text.oid,
                b"",
                one,
            )
