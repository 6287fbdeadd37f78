"""Bytes of any kind as text, in plain letters and signs."""

from __future__ import annotations

from teammem.detect.patterns import on_use

ASCII = bytes(range(128))


def to_text(data: bytes) -> str:
    """Read bytes of any kind as text; nothing is refused.

    A byte order mark decides first (Unicode 16.0, section 2.6), then the pattern of NUL bytes
    (ASCII in UTF-16 has one in every other place), then UTF-8; bytes that are no UTF-8 at all
    are read as Latin-1, single bad bytes become U+FFFD.
    """
    if data.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return data.decode("utf-32", "replace").replace("\0", "")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace").replace("\0", "")
    if b"\0" in data:
        order = _utf16_order(data)
        if order:
            return data.decode(order, "replace").replace("\0", "")
        # Many NULs are the high bytes of UTF-32, few of them end strings in a binary file.
        wide = data.count(0) * 3 > len(data)
        data = data.replace(b"\0", b"" if wide else b" ")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        if text.count("\N{REPLACEMENT CHARACTER}") == len(data.translate(None, ASCII)):
            text = data.decode("latin-1")
    return text.removeprefix("\N{BYTE ORDER MARK}")


def _utf16_order(data: bytes) -> str:
    sample = data[:4096]
    half = len(sample) // 2
    odd, even = sample[1::2].count(0), sample[0::2].count(0)
    if odd > half * 0.4 and even < half * 0.1:
        return "utf-16-le"
    if even > half * 0.4 and odd < half * 0.1:
        return "utf-16-be"
    return ""


_ANSI = on_use(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-Z\\-_]")
# Characters without width that editors, chats and web pages leave inside of copied text
# (Unicode's Default_Ignorable_Code_Point, as far as they occur).
_INVISIBLE = on_use(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]+"
)
_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
_TYPOGRAPHY = {
    **dict.fromkeys(map(ord, _SPACES + "\u202f\u205f\u3000\u2028\u2029\u0085\x0b\x0c"), " "),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212\ufe63"), "-"),
    **dict.fromkeys(
        map(ord, "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u300c\u300d\u300e\u300f"), '"'
    ),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2039\u203a\u2032"), "'"),
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width ASCII
}
_TYPOGRAPHIC = on_use("[" + "".join(map(chr, _TYPOGRAPHY)) + "]")


def normalise(text: str) -> str:
    """Drop what has no width, straighten typography; every line end stays where it is."""
    if "\x1b" in text:
        text = _ANSI.sub("", text)
    if not text.isascii():
        text = _INVISIBLE.sub("", text)
        text = _TYPOGRAPHIC.sub(lambda found: _TYPOGRAPHY[ord(found[0])], text)
    return text
