"""Which files a shell command names as ones that it writes. Best effort, and over-inclusive.

Nobody can tell from its text what a command will write: variables, aliases, scripts and encoded
text stay unseen. It stops what an agent does in good faith; what changed is looked at afterwards
(`aftermath`), and git's hooks judge what is committed.
"""

from __future__ import annotations

import os

from teammem.agents import shapes
from teammem.vocabulary import COMMAND, QWEN_FOLDER, ROOT_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Every word of theirs may be written to or removed.
_WRITERS = frozenset(
    ["tee", "sponge", "mv", "rm", "rmdir", "unlink", "shred", "dd", "truncate", "touch", "mkdir",
     "chmod", "chown", "ed", "ex", "vi", "vim", "nano", "emacs", "patch", "unzip", "tar", "curl",
     "wget", "rename", "split", "csplit", "xargs", "eval", "set-content", "add-content", "out-file",
     "new-item", "remove-item", "move-item", "clear-content", "del", "erase", "move", "ren", "rd"]
)  # fmt: skip
_REMOVERS = frozenset(
    ["mv", "rm", "rmdir", "unlink", "shred", "remove-item", "move-item", "del", "erase", "move",
     "ren", "rd", "find", "git", "xargs"]
)  # fmt: skip
# They write what comes last.
_COPIERS = frozenset(["cp", "install", "ln", "rsync", "scp", "copy", "copy-item"])
_GIT_WRITERS = frozenset(["checkout", "restore", "rm", "mv", "reset", "clean", "apply", "am"])
_INTERPRETERS = frozenset(
    ["python", "python3", "node", "deno", "bun", "ruby", "perl", "php", "bash", "sh", "zsh", "dash",
     "fish", "pwsh", "powershell", "osascript"]
)  # fmt: skip
_PROGRAMS = ("-c", "-e", "-", "-i", "-pi", "-command", "<")
_PREFIXES = frozenset(["sudo", "env", "command", "exec", "nohup", "time", "then", "do", "else"])

_ENDS = ";|&\n()`"
_BLANKS = " \t\r,\"'${}"
_GLOBS = "*?["

# More is no command that somebody wrote; what stands behind is not looked at.
_MOST = 4000


class Named:
    """A file that a command may write.

    Attributes:
        path: from the directory in which the command stands then.
        deleted: whether it may be removed.
    """

    __slots__ = ("deleted", "path")

    def __init__(self, path: str, *, deleted: bool) -> None:
        self.path = path
        self.deleted = deleted


def written(command: str, cwd: str) -> Iterator[Named]:
    """Yield the files that a command names where it may write them.

    Args:
        command: its text.
        cwd: the directory that it starts in.
    """
    # Quotes and backslashes can stand inside a name, as the shell takes them away. Kept, a
    # backslash may separate the parts of a path, as on Windows.
    yield from _written(command.replace("\\\n", " ").replace("\\", ""), cwd)
    if "\\" in command:
        yield from _written(command, cwd)


def _written(command: str, cwd: str) -> Iterator[Named]:
    here = cwd
    everything = False
    for segment in _segments(command):
        verb, rest = _verb(segment)
        if verb in ("cd", "pushd", "set-location", "chdir") and rest:
            here = shapes.place(rest[0], here)
        everything = everything or (
            verb in _INTERPRETERS and any(word in _PROGRAMS for word in rest)
        )
        deleted = verb in _REMOVERS
        for word in _targets(segment):
            yield Named(shapes.place(_opened(word), here), deleted=False)
        for word in segment if everything else _named(verb, rest):
            for part in {word, word.rpartition("=")[2]}:
                yield Named(shapes.place(_opened(part), here), deleted=deleted)


def _segments(command: str) -> list[list[str]]:
    """Return the words of each simple command; a redirection is a word of its own."""
    found: list[list[str]] = [[]]
    word = ""
    count = 0
    for char in command + "\n":
        if char not in _ENDS and char not in _BLANKS and char not in "<>":
            word += char
            continue
        if char in "\"'" and word:
            continue
        if word:
            found[-1].append(word)
            word = ""
            count += 1
        if char in "<>":
            found[-1].append(char)
        elif char in _ENDS and found[-1] and found[-1][-1] != ">":
            found.append([])
        if count > _MOST:
            break
    return [segment for segment in found if segment]


def _verb(segment: list[str]) -> tuple[str, list[str]]:
    for at, word in enumerate(segment):
        verb = os.path.basename(word).lower()  # noqa: PTH119
        if verb not in _PREFIXES and "=" not in word and word[:1] not in "-<>0123456789":
            return verb, segment[at + 1 :]
    return "", []


def _targets(segment: list[str]) -> Iterator[str]:
    """Yield what stands behind `>`, `>>`, `>|`."""
    for at, word in enumerate(segment[:-1]):
        if word == ">" and segment[at + 1] not in "<>":
            yield segment[at + 1]


def _named(verb: str, rest: list[str]) -> list[str]:
    """Return the words of a simple command that it may write to."""
    words = rest[: rest.index(">")] if ">" in rest else rest
    if verb == COMMAND:
        return []
    if verb == "git":
        told = [
            word for at, word in enumerate(words) if word[0] != "-" and at not in _values(words)
        ]
        return words if told and told[0] in _GIT_WRITERS else []
    if verb in _COPIERS:
        return words[-1:] + [
            words[at + 1]
            for at, word in enumerate(words[:-1])
            if word in ("-t", "--target-directory")
        ]
    in_place = verb in ("sed", "awk", "gawk", "perl", "ruby") and any(
        word.startswith(("-i", "-pi", "--in-place")) or word == "inplace" for word in words
    )
    finds = verb == "find" and any(
        word in ("-delete", "-exec", "-execdir", "-ok", "-fprint") for word in words
    )
    return words if verb in _WRITERS or in_place or finds else []


def _values(words: list[str]) -> list[int]:
    """Return where the values of git's own options stand."""
    return [
        at + 1 for at, word in enumerate(words) if word in ("-C", "-c", "--git-dir", "--work-tree")
    ]


def _opened(word: str) -> str:
    """Return a word whose pattern may stand for a team root as that root's name."""
    if not any(char in word for char in _GLOBS):
        return word
    parts = []
    for part in word.split("/"):
        head = min((part.find(char) for char in _GLOBS if char in part), default=-1)
        likely = [
            name for name in (ROOT_NAME, QWEN_FOLDER) if head > 1 and name.startswith(part[:head])
        ]
        parts.append(likely[0] if likely else part)
    return "/".join(parts)
