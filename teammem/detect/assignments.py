"""Values that their name gives away, in code, settings, tables, commands and sentences.

The name comes first: find its literal, read the whole identifier or phrase, and look at what
follows it within a short reach; a value in front ("... is the Vultr key") is found from the
words that link it. How random the value must look depends on how certain the name and the
link are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from teammem.detect import names
from teammem.detect.credible import LEAST_TOLD, RULE_PASSWORD, by_sign, by_words
from teammem.detect.patterns import on_use
from teammem.detect.placeholders import is_dummy
from teammem.detect.reading import Hit, Reading
from teammem.detect.shape import surprise

_IDENTIFIER = on_use(r"[A-Za-z0-9_.\-]*")
_PHRASE_BACKWARD = on_use(r"(?:[ \t][A-Za-z0-9.+#/'-]+){0,3}")
_MAX_NAME = 64

# A sign that makes a value of what follows.
_CLOSING = r"[\"'`*_)\]}\\]{0,4}[ \t]{0,8}"
_ASIDE = r"(?:\[[^\]\n]{0,20}\][ \t]?|\([^)\n]{0,30}\)[ \t]?|(?:for|of|in|on)[ \t][\w ./-]{1,30}?)?"
_PAIRED = (  # name and value as two fields of one thing
    r",\s{0,20}[\"']?(?:[Vv]alue|ParameterValue)[\"']?\s{0,3}[=:]"
    r"|\n[ \t]{0,40}[\"']?[Vv]alue[\"']?:|[ \t]value="
    r"|\{\s{0,40}(?:[a-z]+[ \t]*=[^\n]{0,80}\n\s{0,40}){0,3}default\s{0,3}="
    r"|\n\s{0,20}```[a-z]{0,10}\n[ \t]{0,20}(?=[^\s]{8,}[ \t]*\n)"
    r"|</[a-z]{1,8}>\s{0,20}<[a-z]{1,8}[^<>]{0,60}>(?:\s{0,4}<[a-z]{1,6}>)?"
)
_SIGNS = r":=|=>|[→➜⇒—]|-(?=[ \t])|[|]{1,2}=?|[?]{2}=?|==?|->|:{1,2}|>|\((?=[\"'])"
_NEXT_LINE = (
    r"(?:[>|][-+]?[ \t]*\n[ \t]+|\n[ \t]{0,40}[\"']?[Vv]alue[\"']?:[ \t]{0,3}"
    r"|\n\s{0,40}(?:```[a-z]{0,10}\n)?(?:[-*] )?(?=[\"'`]?[^\s:=]{12,}={0,2}[\"'`]?[ \t]*(?:\n|\Z))|)"
)
_OPENING = (
    r"(?:<(?:code|kbd|tt|samp|pre|b|strong|i|em|mark|span|u)>|[&!][\w!/-]{1,30}[ \t]+)?"
    r"(?:(?:Bearer|Basic|Token|token|bearer|str|String|string)[ \t]+|=[ \t]*"
    r"|(?:String|str|string)[ \t]*=[ \t]*)?[\[{(\\]{0,3}(?:[rbuf@](?=[\"']))?(?:<!\[CDATA\[)?"
)
_ASSIGNED = on_use(f"{_CLOSING}{_ASIDE}(?:{_PAIRED}|{_SIGNS})[ \\t]{{0,8}}{_NEXT_LINE}{_OPENING}")
# Words or nothing at all between name and value.
_VERB = (
    r"(?:is|was|are|be|to|as|with|ist|lautet|es|est|era|é|è|är|er|on|là|adalah|now|será|wird|called"
    r"|set|it|it's|from|changed|rotated|reset|switched)"
)
_TOLD = (
    on_use(
        rf"[\"'`*_)]{{0,3}}(?:[ \t]{{1,3}}[(\[][^)\]\n]{{1,30}}[)\]])?,?[ \t]{{1,4}}(?:{_VERB}[ \t]+){{0,4}}"
        rf"(?:(?:{_VERB}[ \t]*)?[:=][ \t]*)?[\"'`(*\[]{{0,4}}"
    ),
    on_use(
        r"[\"'`*_)]{0,3},?[ \t]{1,4}(?:for|of|in|on|from|which)[ \t](?:[\w./-]+[ \t]){1,5}?"
        rf"(?:{_VERB}[ \t]+|[:=][ \t]*)[\"'`(*\[]{{0,4}}"
    ),
)
_ASKED = on_use(  # further words and places that put a value behind its name
    r",[ \t](?:please[ \t])?(?:type|enter|use|try|give|put|say)[ \t]+[\"'`(*\[]{0,4}"
    # a row of comma-separated values
    r"|([\"']?)[,;]\1(?=[^\s\"',;:{}\[\]]{8,}\1[ \t]*(?:[,;\n]|\Z))"
    # a heading or list item, and the value alone on the next line
    r"|[`*_]{0,3}:?[ \t]*\n{1,2}[ \t]{0,8}(?:[-*:] )?[\"'`]?"
    r"(?=[^\s\"'`]{8,}[\"'`]?[ \t]*(?:\n[ \t]*(?:\n|\Z)|\Z))"
)
_TOLD_FOREIGN = on_use(
    r"[\"'`*)]{0,3}[ \t]{0,3}(?:[是为為はがの는은가이]|です|就是|设为|改成|: |:|=|это|—|-|es|est|é|è|to|är|er|là)?[ \t]{0,3}[:=]?[ \t]{0,3}[\"'`(*\[]{0,4}"
)
_VALUE = on_use(r"[^\s\"'`<>|,;()\[\]{}\\\x80-\U0010ffff]{1,512}")
_VALUE_WIDE = on_use(r"[^\s`|\x80-\U0010ffff]{1,512}")
_ASCII_VALUE = on_use(r"[!-~]{1,512}")

_LINK = on_use(r"[ \t](?:(?:is|as|was|are)[ \t](?:the|our|my|your|their|an?)|as)[ \t]")


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the values beside names of passwords, tokens, keys and other secrets."""
    yield from _named(reading)
    yield from _foreign(reading)
    yield from _linked(reading)
    yield from _columns(reading)


def _named(reading: Reading) -> Iterator[Hit]:
    text = reading.text
    past = 0
    for at, length in _stems(reading):
        if at < past:
            continue
        begin = at
        least = max(0, begin - _MAX_NAME)
        while begin > least and _is_name(text[begin - 1]):
            begin -= 1
        named = _IDENTIFIER.match(text, at, at + length + _MAX_NAME)
        end = max(named.end() if named else 0, at + length)
        while end > at + length and text[end - 1] in ".-":
            end -= 1
        past = end
        name = text[begin:end]
        phrase = _with_phrase(text, begin, name)
        kind = names.kind_of(phrase)
        if kind and not _is_elsewhere(text, begin):
            yield from _beside(reading, phrase, kind, begin, end)


def _stems(reading: Reading) -> list[tuple[int, int]]:
    lower = reading.lower
    found: list[tuple[int, int]] = []
    vocabulary = reading.vocabulary_lower
    for stem in (*(stem for stem in names.STEMS if stem in vocabulary), *names.PHRASES):
        at = lower.find(stem)
        while at >= 0:
            found.append((at, len(stem)))
            at = lower.find(stem, at + len(stem))
    for word in names.WHOLE_STEMS & reading.words:
        whole = re.compile(rf"(?<![A-Za-z0-9]){word.decode()}(?![A-Za-z0-9])")
        found.extend((match.start(), len(word)) for match in whole.finditer(reading.text))
    return sorted(found)


def _is_elsewhere(text: str, at: int) -> bool:
    """Tell whether a name is part of something that is no credential whatever it is called.

    An ARN; the link of a status badge, whose token shows a picture; a download link of Firebase
    Storage, whose token stands in every page that shows the file; the word that a printed hash
    is the hash of.
    """
    before = text[max(0, at - _AROUND) : at]
    return any(
        literal in before and pattern.search(before) is not None for literal, pattern in _ELSEWHERE
    )


def _is_name(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char in "_.-")


def _with_phrase(text: str, begin: int, name: str) -> str:
    """Prefix the words in front of a name on its line: "API key" is told from "cache key"."""
    before = text[max(text.rfind("\n", 0, begin) + 1, begin - 48, 0) : begin][::-1]
    lead = _PHRASE_BACKWARD.match(before)
    return (lead[0][::-1] if lead else "") + name


def _beside(reading: Reading, phrase: str, kind: str, start: int, end: int) -> Iterator[Hit]:
    text, name = reading.text, reading.text[start:end]
    grouped = _APP_PASSWORD.match(text, end) if kind == names.PASSWORD else None
    if grouped and surprise(grouped[1].replace(" ", "")) >= 6:
        yield Hit(RULE_PASSWORD, grouped.start(1), grouped.end(1), grouped[1])
        return
    sign = _ASSIGNED.match(text, end)
    if sign:
        for begin, value in _values(text, sign.end()):
            if _DIGEST.search(text, max(0, begin - 8), begin) or _is_key_id(phrase, value):
                return
            if _is_quoted_sample(text, begin, value):
                return
            if "@" in value and _NODE.match(text, begin + len(value)):
                return
            asked = _QUERY.search(text, max(0, start - 5), start) is not None
            whole = re.split("[&#]", value, maxsplit=1)[0] if asked else value
            rule = by_sign(kind, whole)
            if rule:
                yield Hit(rule, begin, begin + len(whole), whole)
                return
    for told in filter(None, (told.match(text, end) for told in (*_TOLD, _ASKED))):
        if len(text[told.end() : told.end() + LEAST_TOLD].split()) != 1:
            continue
        for begin, value in _values(text, told.end()):
            if _is_key_id(phrase, value) or _is_quoted_sample(text, begin, value):
                return
            flag = name.startswith("--") or text[told.end() - 1] in "\"'`"
            rule = by_words(kind, value, flag)
            if rule:
                yield Hit(rule, begin, begin + len(value), value)
                return


def _is_key_id(phrase: str, value: str) -> bool:
    """Tell the ids of public OpenPGP keys (RFC 9580, 5.5.4), which are written in capitals."""
    return _KEY_ID.fullmatch(value) is not None and _OPENPGP.search(phrase) is not None


def _is_quoted_sample(text: str, begin: int, value: str) -> bool:
    """Tell whether quotes end the words of an example, so that no longer reading is right."""
    quote = text[begin - 1 : begin]
    ends = quote in ("'", '"', "`") and text.startswith(quote, begin + len(value))
    return ends and is_dummy(value)


def _values(text: str, begin: int) -> Iterator[tuple[int, str]]:
    """Yield the readings of what stands at `begin`: within quotes, a plain word, a wide one."""
    quote = text[begin : begin + 1]
    if quote in ('"', "'", "`") and quote:
        begin += 1
        triple = text[begin : begin + 2] == quote * 2
        begin += 2 * triple
        end = text.find(quote, begin, begin + 1024)
        line = text.find("\n", begin, begin + 1024)
        if end > begin and (line < 0 or end < line or triple):
            yield begin, text[begin:end].strip()
        elif end == begin and text[end + 1 : end + 2] in _AFTER_EMPTY:
            return
    elif text[begin - 1 : begin] in ('"', "'", "`"):
        end = text.find(text[begin - 1], begin, begin + 1024)
        if end > begin and "\n" not in text[begin:end]:
            yield begin, text[begin:end]
    elif _CALLED.match(text, begin):
        return
    plain = ""
    for pattern in (_VALUE, _VALUE_WIDE):
        found = pattern.match(text, begin)
        # The address of a Markdown link is no part of the value that is its text.
        value = found[0].partition("](")[0] if found else ""
        if value and value != plain:
            plain = value
            yield begin, plain.rstrip(".,:;!?*_~\"'")
        if text[begin + len(value) : begin + len(value) + 2] in _NEXT_FIELD:
            return


def _foreign(reading: Reading) -> Iterator[Hit]:
    text = reading.text
    if text.isascii():
        return
    letters = frozenset(text)
    for name, kind in names.FOREIGN.items():
        begin = text.find(name) if name[0] in letters else -1
        while begin >= 0:
            end = begin + len(name)
            told = _TOLD_FOREIGN.match(text, end)
            for start, found in _values(text, told.end() if told else end):
                strict = _ASCII_VALUE.match(found)
                value = strict[0] if strict else ""
                rule = (
                    by_sign(kind, value)
                    if told and told[0].strip()
                    else by_words(kind, value, False)
                )
                if rule:
                    yield Hit(rule, start, start + len(value), value)
                    break
            begin = text.find(name, end)


def _linked(reading: Reading) -> Iterator[Hit]:
    text = reading.text
    for link in _LINK.finditer(text):
        end = link.start()
        while end > 0 and text[end - 1] in "\"'`)*],":
            end -= 1
        begin = end
        least = max(0, end - 512)
        while begin > least and not text[begin - 1].isspace() and text[begin - 1] not in "\"'`(":
            begin -= 1
        value = text[begin:end]
        if len(value) < 8:
            continue
        phrase = re.split(
            r"[,;:!?()|]|\.\s|\b(?:that|which|for|of|in|on|and|to|we|you|if|when)\b",
            text[link.end() : link.end() + 60].split("\n")[0],
        )[0]
        kind = names.kind_of(phrase)
        rule = by_words(kind, value, False) if kind else ""
        if rule:
            yield Hit(rule, begin, end, value)


_RULER = " \t>|:-"  # what a ruler is made of
_MAX_ROWS = 200


def _columns(reading: Reading) -> Iterator[Hit]:
    """Judge the cells of a Markdown table under a heading that names a secret."""
    text = reading.text
    for start, below in _rulers(text) if "|" in text else ():
        above = text.rfind("\n", 0, max(start - 1, 0)) + 1
        headings = text[above:start].strip("\n >").strip("|").split("|")
        kinds = [names.kind_of(heading.strip(" *`")) for heading in headings]
        if len(kinds) < 2 or not any(kinds):
            continue
        begin = below + 1
        for _ in range(_MAX_ROWS):
            end = text.find("\n", begin)
            end = end if end >= 0 else len(text)
            row = text[begin:end]
            if "|" not in row:
                break
            cells = row.strip(" >").strip("|").split("|")
            for kind, cell in zip(kinds, cells, strict=False):
                value = cell.strip(" *`\"'")
                rule = by_sign(kind, value) if kind else ""
                if rule:
                    place = begin + row.find(value)
                    yield Hit(rule, place, place + len(value), value)
            begin = end + 1


def _rulers(text: str) -> Iterator[tuple[int, int]]:
    """Yield the lines that part the heading of a table from its rows."""
    at = text.find("---")
    while at >= 0:
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        end = end if end >= 0 else len(text)
        if not text[start:end].strip(_RULER):
            yield start, end
        at = text.find("---", end)


_AFTER_EMPTY = frozenset(("", *",;)]} \t\r\n"))
_NEXT_FIELD = frozenset((',"', ",'"))
_QUERY = on_use(r"[?&]|&amp;\Z")
_NODE = on_use(r"[ \t]*\{")  # "mdp: mdp@1a01000 {": a node of a device tree
_CALLED = on_use(r"[A-Za-z_]\w*(?:\.\w+)+\(")  # a function's name
_KEY_ID = on_use(r"(?:0x)?(?:[0-9A-F]{16}|[0-9A-F]{40})")
_OPENPGP = on_use(r"(?i:gpg|pgp|rsa|dsa|release|signing|sub|primary|master)[ _-]?key\Z")
_APP_PASSWORD = on_use(
    r"[\"'`*_:=|, \t]{0,8}(?:value=)?(?:is |to |= ?)?[\"'`]?([a-z]{4}(?: [a-z]{4}){3})(?![a-z])"
)
_AROUND = 240
_ARN = on_use(r"\barn:[\w:/.-]{0,120}\Z")
_SHOWN = on_use(
    r"(?:\.svg|//img\.shields\.io/[^\s\"'()?]{1,160})\?[^\s\"'()]{0,200}\Z"
    r"|[?&](?:amp;)?alt=media&(?:amp;)?\Z"
)
_HASHED = on_use(r"[Hh]ash(?:[ \t]+[\w-]{1,20}){0,2}[ \t]*\(?(?:of|for)[ \t]+[^\n.;]{0,24}[`\"']\Z")
# Each with a literal that is looked for first.
_ELSEWHERE = (
    ("arn:", _ARN),
    (".svg?", _SHOWN),
    ("shields.io/", _SHOWN),
    ("alt=media", _SHOWN),
    ("ash", _HASHED),
)
_DIGEST = on_use(r"(?i:sha(?:1|256|384|512)|md5)[-:]\Z")
