"""The rule codes of `check` and `lint`: what each says, how bad it is, what to do about it.

Codes are part of the compatibility promise: a code keeps its meaning and is never used again.
docs/reference/rules.md describes each one; a test compares the two.
"""

from __future__ import annotations

from typing import NamedTuple

ERROR = "error"
WARNING = "warning"
NOTICE = "notice"
SEVERITIES = (ERROR, WARNING, NOTICE)


class Rule(NamedTuple):
    """One rule.

    Attributes:
        severity: `error` (check exits 1), `warning` (only with --strict) or `notice`.
        title: what is the matter, one clause.
        advice: what to do, one clause.
    """

    severity: str
    title: str
    advice: str


class Problem(NamedTuple):
    """One place where a rule applies.

    Attributes:
        rule: the code, `TM001` and so on.
        line: 1-based line of the file, 0 where the whole file or its path is meant.
        detail: which key, id or path; never text of a memory.
    """

    rule: str
    line: int = 0
    detail: str = ""

    @property
    def severity(self) -> str:
        """Return how bad it is."""
        return RULES[self.rule].severity

    def __str__(self) -> str:
        title = RULES[self.rule].title
        return f"{self.rule} {title}: {self.detail}" if self.detail else f"{self.rule} {title}"


RULES = {
    # The file cannot be read: it is listed as invalid, and nothing rewrites it.
    "TM001": Rule(ERROR, "not UTF-8", "save the file as UTF-8"),
    "TM002": Rule(ERROR, "contains a NUL byte", "remove it; a memory is text"),
    "TM003": Rule(ERROR, "larger than 1 MiB", "keep one fact; link to the rest"),
    "TM004": Rule(ERROR, "front matter is not YAML", "correct the line"),
    "TM005": Rule(ERROR, "conflict markers", "decide between the versions, remove the markers"),
    "TM006": Rule(ERROR, "front matter too large or nested", "keep it flat and under 64 KiB"),
    # The file is read; its front matter is not as it should be.
    "TM010": Rule(ERROR, "no front matter", "add name, description and type"),
    "TM011": Rule(WARNING, "first line is a fence that nothing closes", "close it or remove it"),
    "TM012": Rule(WARNING, "no name", "add `name`; the file's stem is used"),
    "TM013": Rule(ERROR, "no description", "say in one line when this matters"),
    "TM014": Rule(WARNING, "no type", "add `type`: user, feedback, project or reference"),
    "TM015": Rule(ERROR, "unknown type", "use user, feedback, project or reference"),
    "TM016": Rule(ERROR, "unknown status", "use candidate, verified, disputed or retired"),
    "TM017": Rule(ERROR, "key stands twice", "keep one of them; readers take the last"),
    "TM018": Rule(WARNING, "value needs quotes", "put the value in quotes"),
    "TM019": Rule(WARNING, "field has another form than expected", "see the memory format"),
    "TM020": Rule(ERROR, "id is not a ULID", "remove it; the next edit writes one"),
    "TM021": Rule(WARNING, "written for a newer version", "update teammem"),
    "TM022": Rule(ERROR, "not a date", "write YYYY-MM-DD or an RFC 3339 time"),
    "TM023": Rule(WARNING, "expired", "renew `expires`, or forget the memory"),
    "TM024": Rule(WARNING, "edited since it was verified", "read it and verify it again"),
    "TM025": Rule(ERROR, "citation cannot be read", "write path, lines A-B and hash"),
    "TM026": Rule(WARNING, "no body", "write the rule or the fact"),
    "TM027": Rule(NOTICE, "description longer than 150 characters", "shorten it; lists cut it"),
    "TM028": Rule(WARNING, "invisible or bidirectional characters", "remove them"),
    "TM029": Rule(NOTICE, "several entries in one file", "one fact per file; `import` splits it"),
    "TM030": Rule(WARNING, "conflict copy", "run teammem resolve"),
    "TM031": Rule(ERROR, "type user in the team tier", "keep it private, or change the type"),
    "TM032": Rule(WARNING, "verified without a hash", "run teammem verify"),
    "TM033": Rule(WARNING, "conflict markers in a code block", "remove them if a merge left them"),
    "TM034": Rule(NOTICE, "first block is no front matter", "add front matter above it"),
    # Paths.
    "TM040": Rule(ERROR, "name not possible on every system", "rename the file"),
    "TM041": Rule(ERROR, "two names that some systems take for one", "rename one of them"),
    # Several files together.
    "TM050": Rule(ERROR, "two memories with one id", "remove the copy, or its id"),
    "TM051": Rule(WARNING, "two memories with one text", "forget one of them"),
    "TM052": Rule(WARNING, "supersedes something that is not here", "correct or remove the link"),
    "TM053": Rule(ERROR, "memories that supersede each other", "remove one of the links"),
    "TM054": Rule(NOTICE, "superseded by more than one", "decide which one stands"),
    "TM055": Rule(NOTICE, "two memories with one name", "rename one of them"),
    # Tombstones.
    "TM060": Rule(ERROR, "tombstone cannot be read", "restore the file from git"),
    "TM061": Rule(ERROR, "was forgotten", "remove it, or run teammem revive"),
    "TM062": Rule(NOTICE, "resembles something forgotten", "make sure that it should be back"),
    "TM063": Rule(WARNING, "tombstone of a newer version", "update teammem"),
    "TM064": Rule(WARNING, "tombstone under another name", "give the file its own name back"),
    # Lists and code.
    "TM070": Rule(WARNING, "MEMORY.md does not list it", "add the line, or `index --write`"),
    "TM080": Rule(NOTICE, "a change touches what it is about", "verify it again, or edit it"),
}
