"""Marked blocks: lines of ours inside a file that people own. Pure: text in, text out.

Edits are textual, since a YAML or Markdown writer would drop the comments and the layout that
people gave their file. Line ends stay what the file uses.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_BEGIN = "teammem:begin"
_END = "teammem:end"
_MARKED = r"^[ \t]*(?:#|<!--) {} *(?:-->)?[ \t]*\r?(?:\n|\Z)"
_BLOCK = re.compile(
    _MARKED.format(_BEGIN) + r".*?" + _MARKED.format(_END), re.DOTALL | re.MULTILINE
)


def hashed(lines: Sequence[str], indent: str = "") -> str:
    """Return the lines between markers that are `#` comments, each line ended by LF."""
    return "".join(f"{indent}{line}\n" for line in (f"# {_BEGIN}", *lines, f"# {_END}"))


def commented(lines: Sequence[str]) -> str:
    """Return the lines between markers that are HTML comments, as Markdown hides them."""
    return "".join(f"{line}\n" for line in (f"<!-- {_BEGIN} -->", *lines, f"<!-- {_END} -->"))


def present(text: str) -> bool:
    """Tell whether the text holds a marked block."""
    return _BLOCK.search(text) is not None


def put(text: str, block: str) -> str:
    """Return the text with `block` in place of the one it holds, else at its end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    block = block.replace("\n", newline)
    if present(text):
        return _BLOCK.sub(lambda _: block, text, count=1)
    if not text:
        return block
    if not text.endswith("\n"):
        text += newline
    return text + newline + block


def drop(text: str) -> str:
    """Return the text without marked blocks and without the blank line that `put` set before."""
    match = _BLOCK.search(text)
    while match:
        before, after = text[: match.start()], text[match.end() :]
        if not after and before.endswith(("\n\n", "\r\n\r\n")):
            before = before[: -2 if before.endswith("\r\n") else -1]
        text = before + after
        match = _BLOCK.search(text)
    return text
