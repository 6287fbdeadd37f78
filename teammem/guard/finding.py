"""What the guard reports: findings without values, and the verdict over all of them."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from teammem import exits, paths
from teammem.detect.finding import Finding as Detected

ERROR = "error"
WARNING = "warning"
NOTICE = "notice"


_NO_EXCUSE = "the comment beside it that silences other scanners has no effect here"


class Item(NamedTuple):
    """One blob at one place that has to be judged.

    Attributes:
        path: bytes as git stores them.
        mode: six octal digits as text.
        oid: object name in hex.
        commit: the commit that brought it, "" for the index.
        severity: what a finding in it is: ERROR, or NOTICE/WARNING where it cannot be refused here.
        note: why it is not an error, for people.
    """

    path: bytes
    mode: str
    oid: str
    commit: str = ""
    severity: str = ERROR
    note: str = ""


class Text(NamedTuple):
    """Text beside the files: a commit's fields and message, a tag, a blob that a ref names.

    Attributes:
        label: what it is, for people ("commit message").
        data: its bytes.
        oid: object name that holds it, or "" for text not yet stored.
        commit: the commit it belongs to, "" where there is none.
    """

    label: str
    data: bytes
    oid: str = ""
    commit: str = ""


class Finding(NamedTuple):
    """One thing that the guard refuses.

    Attributes:
        rule: id of the rule, kebab case.
        title: what it is, for people.
        path: for display; masked where the path itself holds a secret; a label for texts.
        line: 1-based; 0 for the whole file or its path.
        commit: commit that brought it, "" for the index.
        id: 12 hex digits, a function of blob, line and rule, never of the value.
        severity: ERROR, WARNING or NOTICE.
        hint: what to do.
        blob: the object's name.
        raw_path: the path's own bytes.
        detected: the detector's finding with the wrapped value; None for the guard's own rules.
    """

    rule: str
    title: str
    path: str
    line: int
    commit: str
    id: str
    severity: str
    hint: str
    blob: str
    raw_path: bytes
    detected: Detected | None = None

    def __repr__(self) -> str:
        """Leave out what may hold a secret: the path's bytes and what was detected."""
        return f"Finding({self.rule} at {self.path}:{self.line}, {self.severity}, {self.id})"

    @property
    def is_error(self) -> bool:
        """Whether it refuses."""
        return self.severity == ERROR

    @property
    def advice(self) -> str:
        """The hint, and that a comment which silences other scanners does nothing here."""
        if self.detected is None or not self.detected.excused:
            return self.hint
        return f"{self.hint}; {_NO_EXCUSE}" if self.hint else _NO_EXCUSE


def finding_id(blob: str, line: int, rule: str) -> str:
    """Return the id by which `teammem allow` finds a finding again."""
    return hashlib.sha256(f"{blob}\0{line}\0{rule}".encode()).hexdigest()[:12]


def shown(path: bytes) -> str:
    """Return a path for display; what of it a rule takes for a secret is masked.

    Leading components that are clean stay readable.
    """
    from teammem.detect import engine  # most commands have no path to show

    if not engine.scan(b"", path):
        return paths.show(path)
    parts = path.split(b"/")
    for count in range(len(parts) - 1, 0, -1):
        head = b"/".join(parts[:count])
        if not engine.scan(b"", head):
            return paths.show(head) + "/(name not shown: it contains a secret)"
    return "(name not shown: it contains a secret)"


class Report(NamedTuple):
    """The verdict of one run.

    Attributes:
        scope: what was judged, for people ("staged changes").
        findings: errors first, then in order of discovery.
        files: number of blobs judged.
        roots: team roots met, for display.
        notices: lines a person should read although they refuse nothing.
        allowed: findings that an allow entry excepted.
    """

    scope: str
    findings: tuple[Finding, ...] = ()
    files: int = 0
    roots: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    allowed: tuple[Finding, ...] = ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that refuse."""
        return tuple(found for found in self.findings if found.is_error)

    @property
    def exit_code(self) -> int:
        """REFUSED if anything refuses."""
        return exits.REFUSED if self.errors else exits.OK


def merged(scope: str, *reports: Report) -> Report:
    """Return one report over several, each finding once."""
    findings: dict[tuple[str, str, str, int], Finding] = {}
    for report in reports:
        for found in report.findings:
            findings.setdefault((found.id, found.path, found.rule, found.line), found)
    return Report(
        scope,
        tuple(sorted(findings.values(), key=lambda found: not found.is_error)),
        sum(report.files for report in reports),
        tuple(dict.fromkeys(root for report in reports for root in report.roots)),
        tuple(dict.fromkeys(line for report in reports for line in report.notices)),
        tuple(found for report in reports for found in report.allowed),
    )
