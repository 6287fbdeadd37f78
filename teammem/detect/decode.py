"""Bytes to text, and text to the further texts that hide in it.

A `View` is one reading of a blob: the text as it stands ("plain"), or what a run of it decodes
to ("base64", "percent", ...). Every view maps its offsets back to lines of the scanned bytes.
Decodings nest at most `MAX_DEPTH` deep, and all views of a blob together are at most
`BUDGET_FACTOR` times as long as the blob (and never less than `BUDGET_FLOOR`).
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import NamedTuple

from teammem.detect.patterns import on_use
from teammem.detect.plain import ASCII, normalise, to_text

MAX_DEPTH = 3
BUDGET_FACTOR = 4
BUDGET_FLOOR = 64 * 1024

# Longer texts are read in windows; a secret and its context fit into the overlap.
WINDOW = 1024 * 1024
OVERLAP = 8 * 1024

_LINE_END = on_use(r"\r\n|\r|\n")


class View(NamedTuple):
    """One reading of a blob.

    Attributes:
        text: the text to be scanned.
        name: how it was read.
        starts: offsets in `text` at which another line of the blob begins, ascending.
        lines: the 1-based line of the blob for each of `starts`.
    """

    text: str
    name: str
    starts: tuple[int, ...]
    lines: tuple[int, ...]

    def line(self, offset: int) -> int:
        """Return the line of the blob that holds the character at `offset`."""
        return self.lines[max(bisect_right(self.starts, offset) - 1, 0)]


def views(data: bytes) -> Iterator[View]:
    """Yield the readings of `data`, the plain one first; in windows where it is long."""
    text = normalise(to_text(data))
    line = 1
    for begin in range(0, max(len(text), 1), WINDOW):
        part = text[begin : begin + WINDOW + OVERLAP] if len(text) > WINDOW else text
        plain = _view(part, "plain", line)
        yield plain
        yield from _decoded(plain)
        line += len(_LINE_END.findall(text, begin, min(begin + WINDOW, len(text))))


def _view(text: str, name: str, line: int) -> View:
    if "\r" in text:
        starts = (0, *(end.end() for end in _LINE_END.finditer(text)))
    else:
        ends = accumulate(map(len, text.split("\n")), lambda before, size: before + size + 1)
        starts = (0, *ends)[:-1]
    return View(text, name, starts, tuple(range(line, line + len(starts))))


def _decoded(plain: View) -> Iterator[View]:
    budget = max(BUDGET_FACTOR * len(plain.text), BUDGET_FLOOR)
    level = [plain]
    for _ in range(MAX_DEPTH):
        deeper: list[View] = []
        for view in level:
            for found in _passes(view):
                budget -= len(found.text)
                if budget < 0:
                    return
                deeper.append(found)
                yield found
        level = deeper


def _passes(view: View) -> Iterator[View]:
    text = view.text
    if not text.isascii():
        found = _linewise(view, "look-alike", _MIXED, _latin)
        if found is not None:
            yield found
    for name, marker, pattern, decode in _LINEWISE:
        if marker in text:
            found = _linewise(view, name, pattern, decode)
            if found is not None:
                yield found
    yield from _runs(view)


# --- decodings that change characters here and there within a line ---

_BACKSLASH = on_use(
    r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|u\{([0-9a-fA-F]{1,6})\}|([^\w\s]|[nrt_])|([0-3][0-7]{2}))"
)
_PERCENT = on_use(r"%[0-9a-fA-F]{2}")
_ENTITY = on_use(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});")
_QUOTED_PRINTABLE = on_use(r"=(?:[0-9A-F]{2}|$)", re.MULTILINE)
_TAG = on_use(r"</?(?:wbr|br|b|i|em|strong|span|code|mark|font|u|s|a)\b[^<>]{0,80}>", re.IGNORECASE)
_CONTROL = {"n": "\n", "r": "\n", "t": "\t"}


def _backslash(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3] or found[4]
    if code or found[6]:
        number = int(code, 16) if code else int(found[6], 8)
        return chr(number) if 0 < number < 0x110000 else ""
    return _CONTROL.get(found[5], found[5])


def _unescape(text: str) -> str:
    return _BACKSLASH.sub(_backslash, text)


def _quoted_printable(text: str) -> str:
    return _QUOTED_PRINTABLE.sub(
        lambda found: chr(int(found[0][1:], 16)) if len(found[0]) == 3 else "", text
    )


def _unquote(text: str) -> str:
    from urllib.parse import unquote

    return unquote(text, errors="replace")


def _characters(text: str) -> str:
    from html import unescape

    return unescape(text)


def _untag(text: str) -> str:
    return _TAG.sub("", text)


# Letters of other scripts that look like Latin ones (Unicode's confusables), as far as a
# keyboard or an editor's correction puts them into an ASCII word.
_LOOK_ALIKE = dict(
    zip(
        map(
            ord,
            "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0408\u0405\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf",
        ),
        "aeopcyxijsABEKMHOPCTXIJSABEZHIKMNOPTYXo",
        strict=True,
    )
)
_LOOK = "".join(map(chr, _LOOK_ALIKE))
_MIXED = on_use(f"[A-Za-z0-9]{{2}}[{_LOOK}]|[{_LOOK}][A-Za-z0-9]{{2}}")


def _latin(text: str) -> str:
    return text.translate(_LOOK_ALIKE)


_LINEWISE: tuple[tuple[str, str, re.Pattern[str], Callable[[str], str]], ...] = (
    ("escaped", "\\", _BACKSLASH, _unescape),
    ("percent", "%", _PERCENT, _unquote),
    ("entities", "&", _ENTITY, _characters),
    ("quoted-printable", "=", on_use(r"=(?:3D|5F|2D|2E)"), _quoted_printable),
    ("tags", "<", _TAG, _untag),
)

# Of a long line only the neighbourhood of what changes is read again.
_AROUND = 256
_AHEAD = 1024


def _linewise(
    view: View, name: str, pattern: re.Pattern[str], decode: Callable[[str], str]
) -> View | None:
    text = view.text
    pieces: list[str] = []
    starts: list[int] = []
    lines: list[int] = []
    length = end = 0
    for found in pattern.finditer(text):
        if found.start() < end:
            continue
        begin = max(text.rfind("\n", end, found.start()) + 1, found.start() - _AROUND, end)
        end = text.find("\n", found.end(), found.end() + _AHEAD) + 1
        end = end or min(found.end() + _AHEAD, len(text))
        piece = normalise(decode(text[begin:end]))
        if not piece.endswith("\n"):
            piece += "\n"
        pieces.append(piece)
        starts.append(length)
        lines.append(view.line(begin))
        length += len(piece)
    if not pieces:
        return None
    return View("".join(pieces), name, tuple(starts), tuple(lines))


# --- decodings of whole runs ---

_SHORTEST_RUN = 24
_NOT_BASE64 = bytes(
    byte if chr(byte).isascii() and (chr(byte).isalnum() or chr(byte) in "+/_-") else 32
    for byte in range(256)
)
_CONTINUED = on_use(r"[ \t\"'\\]{0,4}\r?\n[ \t>#*/|\"'+]{0,40}")
_REST = on_use(r"[A-Za-z0-9+/_-]{1,23}={0,2}(?![A-Za-z0-9+/_-])")
_HEX_RUN = on_use(r"(?:0x)?[0-9a-fA-F]{32,}\Z")
_HEX_REST = on_use(r"\r?\n[ \t>#]{0,8}([0-9a-fA-F]{2,30})(?![0-9A-Za-z])")
_SPACED_HEX = on_use(r"(?:(?:\\x|0x)?[0-9a-fA-F]{2}(?:[ :]|, ?)){15,}(?:\\x|0x)?[0-9a-fA-F]{2}")
# Looked for only where this many different bytes stand by themselves.
_HEX_BYTES = frozenset(
    f"{mark}{high}{low}".encode()
    for mark in ("", "x", "0x")
    for high in "0123456789abcdefABCDEF"
    for low in "0123456789abcdefABCDEF"
)
_LEAST_BYTES = 5
_DUMP = on_use(r"^[0-9a-fA-F]{7,8}:? +((?:[0-9a-fA-F]{2,4} +){2,16}).*$", re.MULTILINE)
_DECIMALS = on_use(r"\[ ?(?:\d{2,3}, ?){15,}\d{2,3},? ?\]")
_BASE32_RUN = on_use(r"[A-Z2-7]{32,}=*\Z")
_MAX_INFLATED = 256 * 1024


def _runs(view: View) -> Iterator[View]:
    text = view.text
    previous: list[str] = []
    begin = end = 0
    shadow = text.encode("ascii", "replace")
    runs = shadow.translate(_NOT_BASE64).split()
    for run in [run for run in runs if len(run) >= _SHORTEST_RUN]:
        start = shadow.find(run, end)
        if previous and _joins(text, end, start):
            previous.append(run.decode())
        else:
            yield from _run(view, begin, end, previous)
            begin, previous = start, [run.decode()]
        end = start + len(run)
        end += len(text[end : end + 2]) - len(text[end : end + 2].lstrip("="))
    yield from _run(view, begin, end, previous)
    if len(_HEX_BYTES.intersection(runs)) >= _LEAST_BYTES:
        for found in _SPACED_HEX.finditer(text):
            digits = re.sub(r"\\x|0x|[^0-9a-fA-F]", "", found[0])
            yield from _piece(view, found.start(), "hex", _from_hex(digits))
    for found in _DECIMALS.finditer(text):
        numbers = [int(number) for number in re.findall(r"\d+", found[0])]
        yield from _piece(view, found.start(), "decimal", bytes(n for n in numbers if n < 256))
    dump = "".join(found[1] for found in _DUMP.finditer(text)) if "0000" in text else ""
    if dump:
        yield from _piece(view, text.find("0000"), "hex", _from_hex(dump.replace(" ", "")))


def _joins(text: str, end: int, begin: int) -> bool:
    if begin - end > 48:
        return False
    return _CONTINUED.fullmatch(text, end, begin) is not None


def _run(view: View, begin: int, end: int, parts: list[str]) -> Iterator[View]:
    if not parts:
        return
    whole = "".join(parts)
    if _HEX_RUN.match(whole):
        more = _HEX_REST.match(view.text, end) if len(parts) > 1 else None
        whole += more[1] if more else ""
        yield from _piece(view, begin, "hex", _from_hex(whole.removeprefix("0x")))
        return
    if len(parts) == 1 and _BASE32_RUN.match(parts[0]):
        yield from _piece(view, begin, "base32", _from_base32(parts[0]))
    if len(parts) == 1 and not _from_base64(whole[:_SHORTEST_RUN]):
        return
    gap = _CONTINUED.match(view.text, end)
    rest = _REST.match(view.text, gap.end()) if gap else None
    if rest:
        yield from _piece(view, begin, "base64", _from_base64(whole + rest[0]))
    if len(parts) > 1 or not rest:
        yield from _piece(view, begin, "base64", _from_base64(whole))
    if len(parts) > 1 or rest:
        yield from _piece(view, begin, "base64", *map(_from_base64, parts))


def _piece(view: View, begin: int, name: str, *raws: bytes) -> Iterator[View]:
    texts = list(filter(None, map(_readable, raws)))
    if texts:
        yield View(normalise("\n".join(texts)), name, (0,), (view.line(begin),))


def _readable(raw: bytes) -> str:
    """Return the text that decoded bytes are, "" where they are none."""
    if not raw:
        return ""
    if raw.startswith(b"\x1f\x8b"):
        try:
            raw = zlib.decompressobj(31).decompress(raw, _MAX_INFLATED)
        except zlib.error:
            return ""
    text = to_text(raw)
    return text if len(text) >= 6 and _printable(text) else ""


_UNPRINTABLE = on_use("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\N{REPLACEMENT CHARACTER}]")


def _printable(text: str) -> bool:
    """Tell whether at least 95 % of `text` can be read; random bytes have half of that."""
    return len(_UNPRINTABLE.findall(text)) * 20 <= len(text)


_STANDARD = {ord("-"): "+", ord("_"): "/"}


def _from_base64(run: str) -> bytes:
    # The first bytes tell most runs that are no text, without decoding the rest.
    if _is_noise(binascii.a2b_base64(run[:16].translate(_STANDARD))):
        return b""
    run = run.replace("=", "").translate(_STANDARD)
    if len(run) % 4 == 1:
        run = run[:-1]
    return base64.b64decode(run + "=" * (-len(run) % 4))


def _from_base32(run: str) -> bytes:
    run = run.rstrip("=")
    if _is_noise(base64.b32decode(run[:16])):
        return b""
    return base64.b32decode(run[: len(run) // 8 * 8])


def _from_hex(run: str) -> bytes:
    raw = binascii.unhexlify(run[: len(run) // 2 * 2])
    return b"" if _is_noise(raw[:12]) else raw


def _is_noise(head: bytes) -> bool:
    """Tell by its first bytes that a run is no text: digests and keys are most of them."""
    return not head.startswith(b"\x1f\x8b") and len(head.translate(None, ASCII)) > 3
