"""What a tool call would do to files, whatever the agent calls the tool and its arguments.

Told by the arguments more than by the tool's name: the same few shapes go round under many names
(`Write`, `write_file`, `create`, `replace`, `StrReplace`, ...). What has no known shape is searched
to the bottom for strings that are paths.
"""

from __future__ import annotations

import os

from teammem.agents import patches
from teammem.vocabulary import COMMAND, MAX_MEMORY_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Names of arguments, lower case without `_` and `-`.
_PATHS = (
    "filepath", "path", "notebookpath", "targetfile", "absolutepath", "filename", "file", "uri",
    "relativepath", "relativeworkspacepath",
)  # fmt: skip
_CONTENTS = ("content", "contents", "filetext", "text", "newsource", "newcontent", "codeedit")
_OLD = ("oldstring", "oldstr", "oldtext")
_NEW = ("newstring", "newstr", "newtext", "inserttext")
_EDITS = ("edits", "replacements")
_ALL = ("replaceall", "allowmultiple")
_LINE = ("insertline",)
_COMMANDS = ("command", "cmd", "script", "commandline", "chars")

# Names of tools, lower case without `_` and `-`, behind the last `__` or `::`.
_SHELLS = frozenset(
    [
        "bash",
        "shell",
        "sh",
        "exec",
        "execcommand",
        "localshell",
        "runshellcommand",
        "runterminalcmd",
        "runinterminal",
        "runcommand",
        "powershell",
        "pwsh",
        "terminal",
        "developershell",
        "writestdin",
        "monitor",
    ]
)
_READERS = frozenset(
    [
        "read",
        "readfile",
        "readmanyfiles",
        "readmultiplefiles",
        "view",
        "viewimage",
        "glob",
        "grep",
        "grepsearch",
        "searchfilecontent",
        "ls",
        "list",
        "listdir",
        "listdirectory",
        "codebasesearch",
        "filesearch",
        "semanticsearch",
        "websearch",
        "webfetch",
        "googlewebsearch",
        "fetch",
        "todowrite",
        "todoread",
        "updateplan",
        "task",
        "agent",
        "skill",
        "askuserquestion",
        "exitplanmode",
        "notebookread",
        "lsp",
        "toolsearch",
        "readmcpresource",
        "listmcpresources",
        "bashoutput",
        "taskoutput",
        "killshell",
        "killbash",
        "search",
        "directorytree",
        "getfileinfo",
    ]
)
_REMOVERS = ("delete", "remove", "unlink", "move", "rename", "trash")
_LOOKS = ("view", "read", "list", "undoedit")  # commands of one tool that reads and writes

# The longest path that Linux takes (PATH_MAX); macOS takes less.
_LONGEST_PATH = 4096


class Change:
    """One file that a call changes.

    Attributes:
        path: as the tool was given it.
        deleted: whether the file goes away.
        writes: whether text comes in for sure; of an unknown tool it may be a mere mention.
        source: where the text comes from that is changed; `path` but for a moved file.
    """

    __slots__ = ("_make", "deleted", "path", "source", "writes")

    def __init__(
        self,
        path: str,
        make: Callable[[str | None], str] = lambda _before: "",
        *,
        deleted: bool = False,
        writes: bool = True,
        source: str = "",
    ) -> None:
        self.path = path
        self.deleted = deleted
        self.writes = writes and not deleted
        self.source = source or path
        self._make = make

    def content(self, cwd: str) -> bytes:
        """Return what the file would hold.

        Args:
            cwd: the directory that relative paths start from.
        """
        text = self._make(text_at(place(self.source, cwd)))
        try:
            return text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            # Half of a pair, which JSON can name and no file can hold.
            return text.encode("utf-8", "replace")


def place(path: str, cwd: str) -> str:
    """Return the place on disk that a path means, not yet normalised."""
    path = path.removeprefix("file://")
    if path.startswith("~"):
        path = os.path.expanduser(path)  # noqa: PTH111 - no pathlib where hooks start
    return os.path.join(cwd, path)  # noqa: PTH118


class Call:
    """What one call does: the files that it changes, and the shell commands that it runs."""

    __slots__ = ("changes", "commands")

    def __init__(self, changes: list[Change], commands: list[str]) -> None:
        self.changes = changes
        self.commands = commands


def read(tool: str, given: object) -> Call:
    """Return what a tool call would do.

    Args:
        tool: its name.
        given: its arguments, of any type.
    """
    name = _tail(tool)
    if name in _READERS or _is_own(tool):
        return Call([], [])
    named = dict(_named(given))
    commands = list(_commands(given, named, name))
    changes = [
        change for section in patches.sections(_patch(given)) for change in _of_section(section)
    ]
    if changes or (name in _SHELLS and commands):
        return Call(changes, commands)
    found = [value for key in _PATHS if isinstance(value := named.get(key), str) and value]
    if found and _plain(_str(named, _COMMANDS)) in _LOOKS:
        return Call([], [])
    if any(word in name for word in _REMOVERS):
        return Call([Change(path, deleted=True) for path in _path_like(given)], commands)
    make = _known(named) if found else None
    if make:
        return Call([Change(path, make) for path in found], commands)
    return Call(list(_unknown(given)), commands)


def is_shell(tool: str) -> bool:
    """Tell whether a tool runs commands."""
    return _tail(tool) in _SHELLS


def paths_of(given: object) -> list[str]:
    """Return the files that a call names by a known argument or in a patch."""
    named = dict(_named(given))
    found = [value for key in _PATHS if isinstance(value := named.get(key), str) and value]
    return found or [section.path for section in patches.sections(_patch(given))]


def texts(value: object) -> Iterator[tuple[str, str]]:
    """Yield (name of the nearest argument, string) for every string in a value, to any depth."""
    todo: list[tuple[str, object]] = [("", value)]
    while todo:
        name, one = todo.pop()
        if isinstance(one, str):
            yield name, one
        elif isinstance(one, dict):
            todo += [(_plain(str(key)), inner) for key, inner in one.items()]
            todo += [("", key) for key in one if isinstance(key, str)]
        elif isinstance(one, list):
            todo += [(name, inner) for inner in one]


def _known(named: dict[str, object]) -> Callable[[str | None], str] | None:
    edits = [dict(_named(one)) for one in _list(named, _EDITS)]
    steps = [
        step for step in (*edits, named) if any(isinstance(step.get(key), str) for key in _NEW)
    ]
    content = next((value for key in _CONTENTS if isinstance(value := named.get(key), str)), None)
    if not steps:
        return None if content is None else lambda _before: content
    # No tool is known that takes both; what one did with them is not known either.
    behind = "" if content is None else "\n" + content
    return lambda before: _edited(before, steps) + behind


def _edited(before: str | None, steps: list[dict[str, object]]) -> str:
    """Return a text after replacements in their order; alone what of it cannot be placed."""
    text = before
    strays = []
    for step in steps:
        old, new = _str(step, _OLD), _str(step, _NEW)
        line = next((step[name] for name in _LINE if name in step), None)
        if text is not None and isinstance(line, int) and not old:
            lines = text.splitlines(keepends=True)
            at = min(max(line, 0), len(lines))
            text = "".join([*lines[:at], new, *lines[at:]])
            continue
        if not old:
            text = new if text is None or not text.strip() else text
            strays.append(new)
            continue
        here = _at_hand(text, old)
        if here is None:
            strays.append(new)
            continue
        every = any(step.get(name) for name in _ALL)
        text = here.replace(old, new, -1 if every else 1)
    if not strays:
        return text or ""
    # Agents find what they replace by rules of their own; the new text is what they bring in.
    return "\n".join(strays)


def _at_hand(text: str | None, old: str) -> str | None:
    """Return the text in the form in which it contains `old`, None where it does not."""
    if text is None or old in text:
        return text
    plain = text.replace("\r\n", "\n")
    return plain if old in plain else None


def _of_section(section: patches.Section) -> Iterator[Change]:
    if section.deleted:
        yield Change(section.path, deleted=True)
        return
    if section.target != section.path:
        yield Change(section.path, deleted=True)
    yield Change(section.target, section.result, source=section.path)


def _unknown(given: object) -> Iterator[Change]:
    """Yield a change for each string that may be a path; each brings all strings in."""
    every = list(texts(given))
    known = (*_CONTENTS, *_NEW)
    writes = any(key in known or any(map(str.isspace, text)) for key, text in every)
    whole = "\n".join(text for _, text in every)
    for path in _path_like(given):
        yield Change(path, lambda _before: whole, writes=writes)


def _path_like(given: object) -> Iterator[str]:
    for key, text in texts(given):
        if not text or len(text) > _LONGEST_PATH or "\n" in text:
            continue
        if key in _PATHS or not any(char.isspace() for char in text) or _stands(text):
            yield text


def _stands(text: str) -> bool:
    return "\0" not in text and os.path.lexists(os.path.dirname(text) or ".")  # noqa: PTH120


def _patch(given: object) -> str:
    """Return the arguments' strings that hold a patch."""
    return "\n".join(text for _, text in texts(given) if patches.BEGIN in text)


def _commands(given: object, named: dict[str, object], name: str) -> Iterator[str]:
    shell = name in _SHELLS
    if isinstance(given, str) and shell:
        yield given
    for key, value in named.items():
        if key in _COMMANDS or (shell and key == "args"):
            words = value if isinstance(value, list) else [value]
            text = " ".join(word for word in words if isinstance(word, str))
            if shell or patches.BEGIN not in text:
                yield text


def _is_own(tool: str) -> bool:
    """Tell whether a tool is one of teammem's own server, which has the same guard inside."""
    return tool.startswith((f"mcp__{COMMAND}__", f"mcp_{COMMAND}_"))


def _tail(tool: str) -> str:
    return _plain(tool.rpartition("__")[2].rpartition("::")[2].rpartition(".")[2])


def _plain(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def _named(given: object) -> Iterator[tuple[str, object]]:
    if isinstance(given, dict):
        for key, value in given.items():
            yield _plain(str(key)), value


def _str(named: dict[str, object], names: tuple[str, ...]) -> str:
    for name in names:
        value = named.get(name)
        if isinstance(value, str):
            return value
    return ""


def _list(named: dict[str, object], names: tuple[str, ...]) -> list[object]:
    for name in names:
        value = named.get(name)
        if isinstance(value, list):
            return value
    return []


def text_at(place: str) -> str | None:
    """Return a file's text up to what a memory may have, None where there is none to be read."""
    if "\0" in place:
        return None
    try:
        # A pipe would block without O_NONBLOCK.
        descriptor = os.open(place, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, UnicodeError):
        return None
    try:
        chunks = []
        left = MAX_MEMORY_BYTES + 1
        while left > 0 and (chunk := os.read(descriptor, left)):
            chunks.append(chunk)
            left -= len(chunk)
        return b"".join(chunks).decode("utf-8", "surrogateescape")
    except OSError:
        return None
    finally:
        os.close(descriptor)
