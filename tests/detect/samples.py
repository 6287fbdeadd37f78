"""Fake credentials, drawn at run time from parts: no file holds one."""

from __future__ import annotations

import random
import re
import string

from teammem.detect.rules import Rule

HEX = "0123456789abcdef"
ALNUM = string.ascii_letters + string.digits

_DRAW = re.compile(r"\[((?:[^\]\\]|\\.)+)\]\{(\d+)\}\Z", re.DOTALL)


def draw(alphabet: str, length: int, seed: int = 0) -> str:
    """Return `length` characters of `alphabet`, the same for the same seed."""
    source = random.Random(f"{alphabet}{length}{seed}")
    return "".join(source.choice(alphabet) for _ in range(length))


def example(parts: tuple[str, ...], seed: int = 0) -> str:
    """Join the pieces of a rule's example; `[class]{n}` stands for n characters of a class."""
    pieces = []
    for index, part in enumerate(parts):
        found = _DRAW.match(part)
        pieces.append(draw(_expand(found[1]), int(found[2]), seed + index) if found else part)
    return "".join(pieces)


def _expand(charset: str) -> str:
    return "".join(char for char in map(chr, range(32, 127)) if re.match(f"[{charset}]", char))


def examples(rule: Rule, count: int = 3) -> list[str]:
    """Return `count` draws of each good example of a rule."""
    return [example(parts, seed) for parts in rule.ok for seed in range(0, 100 * count, 100)]


def uuid(seed: int = 0) -> str:
    """Return a random UUID's text."""
    return "-".join(draw(HEX, size, seed + size) for size in (8, 4, 4, 4, 12))


def github(seed: int = 0) -> str:
    """Return a token of GitHub's form, without a right checksum."""
    return "gh" + "p_" + draw(ALNUM, 36, seed)


def pem(kind: str = "RSA ", lines: int = 8) -> str:
    """Return a private key block of random material."""
    body = "\n".join(draw(ALNUM + "+/", 64, line) for line in range(lines))
    return f"-----BEGIN {kind}PRIVATE" + f" KEY-----\n{body}\n-----END {kind}PRIVATE KEY-----\n"
