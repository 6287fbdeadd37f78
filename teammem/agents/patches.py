"""Patches in the form of Codex's `apply_patch`, read and applied as the tool applies them.

Source: the tool's own grammar, as Codex describes it to its model. Where lines to be replaced are
not found, the tool fails, or finds them by rules of its own; then the added lines are what counts.
"""

from __future__ import annotations

BEGIN = "*** Begin Patch"
_END = "*** End Patch"
_ADD = "*** Add File:"
_DELETE = "*** Delete File:"
_UPDATE = "*** Update File:"
_MOVE = "*** Move to:"
_LAST = "*** End of File"


class Section:
    """What a patch does to one file.

    Attributes:
        path: as written.
        target: the file's new name; `path` where it keeps it.
        deleted: whether the file is deleted.
        added: the lines that it gets.
        hunks: for an update: (heading, old lines, new lines) in order; None for a new file.
    """

    __slots__ = ("added", "deleted", "hunks", "path", "target")

    def __init__(self, path: str, *, deleted: bool = False, update: bool = False) -> None:
        self.path = self.target = path
        self.deleted = deleted
        self.added: list[str] = []
        self.hunks: list[tuple[str, list[str], list[str]]] | None = [] if update else None

    def result(self, before: str | None) -> str:
        """Return the file's text afterwards.

        Args:
            before: its text now; None where it is not there, or no text.
        """
        added = "".join(line + "\n" for line in self.added)
        if not self.hunks:
            return added if self.hunks is None or before is None else before
        lines = before.split("\n") if before is not None else []
        if lines and not lines[-1]:
            lines.pop()
        at = 0
        for heading, old, new in self.hunks:
            if heading:
                at = max(_find(lines, [heading], at) + 1, at)
            found = _find(lines, old, at) if old else len(lines)
            if found < 0:
                return added
            lines[found : found + len(old)] = new
            at = found + len(new)
        return "".join(line + "\n" for line in lines)


def _find(lines: list[str], wanted: list[str], start: int) -> int:
    """Return where lines stand, first exactly, then but for blanks around them; -1 if nowhere."""
    for form in (str, str.rstrip, str.strip):
        sought = [form(line) for line in wanted]
        for at in range(start, len(lines) - len(wanted) + 1):
            if [form(line) for line in lines[at : at + len(wanted)]] == sought:
                return at
    return -1


def sections(text: str) -> list[Section]:
    """Return what a text's patches do, file by file; [] where there is none in it.

    Marks are taken with blanks around them, as the tool takes them; in an update a line that
    begins with a blank is one of the file.
    """
    found: list[Section] = []
    inside = False
    for ended in text.split("\n"):
        line = ended.removesuffix("\r")
        of_file = line.startswith(" ") and found and found[-1].hunks is not None
        mark = "" if of_file else line.strip()
        if mark.startswith(BEGIN):
            inside = True
        elif not inside or mark == _LAST:
            continue
        elif mark.startswith(_END):
            inside = False
        elif mark.startswith(_ADD):
            found.append(Section(mark[len(_ADD) :].strip()))
        elif mark.startswith(_DELETE):
            found.append(Section(mark[len(_DELETE) :].strip(), deleted=True))
        elif mark.startswith(_UPDATE):
            found.append(Section(mark[len(_UPDATE) :].strip(), update=True))
        elif mark.startswith(_MOVE) and found:
            found[-1].target = mark[len(_MOVE) :].strip()
        elif found:
            _take(found[-1], line)
    return found


def _take(section: Section, line: str) -> None:
    if section.hunks is None:
        section.added.append(line.removeprefix("+"))
        return
    if line.startswith("@@") or not section.hunks:
        section.hunks.append((line[2:].strip() if line.startswith("@@") else "", [], []))
        if line.startswith("@@"):
            return
    _, old, new = section.hunks[-1]
    kind, rest = line[:1], line[1:]
    if kind == "+":
        section.added.append(rest)
        new.append(rest)
    elif kind == "-":
        old.append(rest)
    else:
        kept = rest if kind == " " else line
        old.append(kept)
        new.append(kept)
