"""Credentials that were never issued, built when a test runs so that no scanner finds one here."""

from __future__ import annotations

import random
import string
import zlib

_BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase


def github(seed: int = 0) -> str:
    """A GitHub personal access token in its form, checksum included."""
    draw = random.Random(f"github {seed}")
    body = "".join(draw.choice(string.ascii_letters + string.digits) for _ in range(30))
    number = zlib.crc32(body.encode())
    check = ""
    for _ in range(6):
        number, digit = divmod(number, 62)
        check = _BASE62[digit] + check
    return "ghp" + "_" + body + check


def slack(seed: int = 0) -> str:
    """A Slack bot token in its form (no checksum exists, so an allow entry may except it)."""
    draw = random.Random(f"slack {seed}")
    digits = "".join(draw.choice(string.digits[1:]) for _ in range(24))
    tail = "".join(draw.choice(string.ascii_letters + string.digits) for _ in range(24))
    return "-".join(("xo" + "xb", digits[:12], digits[12:], tail))


def password(seed: int = 0) -> str:
    """A line that assigns a password."""
    draw = random.Random(f"password {seed}")
    value = "".join(draw.choice(string.ascii_letters + string.digits + "!%") for _ in range(18))
    return "password" + ": " + value


def memory(text: str, name: str = "note") -> str:
    """A memory with a body."""
    return f"---\nname: {name}\ndescription: A note for tests.\ntype: project\n---\n{text}\n"
