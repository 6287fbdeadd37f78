"""Any bytes in, an answer out, in linear time and bounded memory."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teammem.detect.engine import scan
from tests.detect.samples import ALNUM, HEX, draw, github

PIECES = [
    "a", "A", "0", " ", "\n", "-", "_", "=", "%41", "&#95;", "\\", "\\n", "<b>", "|-", '"', "://a:b@", "key: ", "password=x ",
    "eyJ", "eyJhbGciOi.", "cookie: ", "bearer ", "-----BEGIN " + "PRIVATE KEY-----", "密", "密码\uff1a", "\0", "\x1b[", "\u200b", "100, ", "6a ",
    "mnemonic word ", "abcdefgh is the key ", "machine a password b ", "=3D", "curl -u a ", '"kty": "d": ', "auth=aaaaaaaa ", "twilio AC ",
    "datadog key ", "[", "(", "https://a.b/c?token=", "| a | token |\n|---|---|\n", "---\n", "echo a | sudo ", "token\n", "%25", "sk-", "token ",
    draw(HEX, 40) + " ", draw(ALNUM, 76) + "\n", "密码 ", "JQQJ99", "AIza",
]  # fmt: skip


def _seconds(data: bytes) -> float:
    begin = time.process_time()
    scan(data)
    return time.process_time() - begin


@pytest.mark.parametrize("piece", PIECES)
def test_time_grows_with_the_length(piece: str) -> None:
    short = (piece * (8_000 // len(piece))).encode()
    long = (piece * (64_000 // len(piece))).encode()
    scan(short)
    # Eight times the text: linear is 8, quadratic 64; what takes no time is noise.
    assert _seconds(long) < max(24 * min(_seconds(short), _seconds(short)), 0.1)


@pytest.mark.slow
@pytest.mark.parametrize("char", ["a", "0", " ", "\n", "-", "=", "/", "密", "\0", "\u200b"])
def test_ten_megabytes_of_one_character(char: str) -> None:
    assert scan((char * 10_000_000).encode()[:10_000_000]) == ()


def test_a_line_of_five_megabytes() -> None:
    words = "the worker reads its settings at start and never again; " * 100
    line = (words * 900)[:5_000_000]
    (found,) = scan(f"{line[:4_000_000]} {github()} {line[4_000_000:]}".encode())
    assert found.line == 1


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=2000), st.binary(max_size=100))
def test_any_bytes_have_an_answer(data: bytes, path: bytes) -> None:
    findings = scan(data, path)
    assert findings == scan(data, path)
    for found in findings:
        assert 0 <= found.line <= data.count(b"\n") + data.count(b"\r") + 1


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_mixture_of_markers_has_an_answer(text: str) -> None:
    scan(text.encode())


@pytest.mark.parametrize(
    "around", ["الرمز{}هنا", "סיסמה{}כאן", "e\u0301{}\u0301", "密{}码", "トークン{}です", "🔑{}🔑"]
)
def test_any_script_around_a_token(around: str) -> None:
    (found,) = scan(around.format(github()).encode())
    assert found.value.reveal() == github()
