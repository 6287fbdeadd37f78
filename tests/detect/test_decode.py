"""Bytes to text, views and their lines."""

from __future__ import annotations

import base64
import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.detect import decode
from teammem.detect.decode import View, views
from teammem.detect.engine import scan
from tests.detect.samples import ALNUM, draw, github, pem


def _names(text: str) -> set[str]:
    return {view.name for view in views(text.encode())}


def _carriers(token: str) -> dict[str, str]:
    raw = f"A=1\nTOKEN={token}\nB=22222222222222222222222\n".encode()
    half = len(token) // 2
    return {
        "escaped": token.replace("_", "\\u005f"),
        "escaped-octal": token.replace("_", "\\137"),
        "escaped-braces": token.replace("_", "\\u{5f}"),
        "escaped-markdown": token.replace("_", "\\_"),
        "escaped-newline": f"A=1\\n{token}\\nB=2",
        "percent": token.replace("_", "%5F"),
        "double-percent": token.replace("_", "%255F"),
        "entities": token.replace("_", "&#95;"),
        "quoted-printable": token.replace("_", "=5F"),
        "soft-break": f"{token[:half]}=\n{token[half:]} a=3Db",
        "tags": f"{token[:half]}<wbr>{token[half:]}",
        "base64": base64.b64encode(raw).decode(),
        "base64-wrapped": base64.encodebytes(raw).decode(),
        "base64-quoted": "> " + base64.encodebytes(raw).decode().replace("\n", "\n> "),
        "base64-twice": base64.b64encode(base64.b64encode(raw)).decode(),
        "base64-gzip": base64.b64encode(gzip.compress(raw)).decode(),
        "base64-utf16": base64.b64encode(raw.decode().encode("utf-16-le")).decode(),
        "base32": base64.b32encode(raw).decode(),
        "hex": raw.hex(),
        "hex-wrapped": "\n".join(raw.hex()[at : at + 60] for at in range(0, 2 * len(raw), 60)),
        "hex-0x": "0x" + raw.hex(),
        "hex-colons": raw.hex(":"),
        "hex-escapes": "".join(f"\\x{byte:02x}" for byte in raw),
        "decimal": str(list(raw)),
        "dump": "\n".join(
            f"{at:08x}: {raw[at : at + 16].hex(' ', 2)}  ." for at in range(0, len(raw), 16)
        ),
    }


@pytest.mark.parametrize("carrier", _carriers("x"))
def test_a_token_is_found_in_each_encoding_on_its_line(carrier: str) -> None:
    text = _carriers(github())[carrier]
    found = scan(f"first\nsecond\n{text}\nlast\n".encode())
    assert found
    assert 3 <= found[0].line <= 3 + text.count("\n")


def test_letters_of_other_scripts_in_a_token_are_read_as_latin() -> None:
    value = "gh" + "p_" + draw("bdfghk12", 16) + "\u0430\u0435" + draw("bdfghk12", 18, 1)
    assert [one.view for one in scan(f"see {value} there\n".encode())] == ["look-alike"]
    assert scan("Токен живёт 30 минут, ключ API лежит в Vault\n".encode()) == ()


def test_nesting_ends() -> None:
    text = github()
    for _ in range(decode.MAX_DEPTH):
        text = base64.b64encode(text.encode()).decode()
    assert scan(text.encode())
    for _ in range(3):
        text = base64.b64encode(text.encode()).decode()
    assert not scan(text.encode())


def test_all_views_together_stay_within_the_budget() -> None:
    text = ("%41%42 \\u0041 &#65; =3D <b>x</b> " * 4000).encode()
    total = sum(len(view.text) for view in views(text))
    assert total <= len(text) + max(decode.BUDGET_FACTOR * len(text), decode.BUDGET_FLOOR)


def test_a_bomb_of_gzip_is_cut() -> None:
    bomb = base64.b64encode(gzip.compress(b"a" * 10_000_000)).decode()
    assert sum(len(view.text) for view in views(bomb.encode())) < 1_000_000


def test_broken_gzip_is_no_view() -> None:
    broken = base64.b64encode(b"\x1f\x8b" + b"\x99" * 40).decode()
    assert _names(broken) == {"plain"}


def test_random_runs_are_no_views() -> None:
    assert _names(draw(ALNUM, 400)) == {"plain"}
    assert _names("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08") == {"plain"}


def test_of_a_long_line_only_the_neighbourhood_is_read_again() -> None:
    text = "word " * 10_000 + "a%20b " + "word " * 10_000
    (percent,) = [view for view in views(text.encode()) if view.name == "percent"]
    assert len(percent.text) < 4000


@pytest.mark.parametrize("offset", range(-60, 61, 20))
def test_a_secret_across_a_window_border_is_found(
    offset: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decode, "WINDOW", 4000)
    monkeypatch.setattr(decode, "OVERLAP", 1000)
    lead = ("x" * 39 + "\n") * 100
    text = lead[: 4000 + offset] + " " + github() + "\n" + lead
    (found,) = scan(text.encode())
    assert found.line == text[: text.index("gh" + "p_")].count("\n") + 1


def test_lines_of_later_windows_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode, "WINDOW", 100)
    monkeypatch.setattr(decode, "OVERLAP", 60)
    text = "line\n" * 200 + github() + "\n"
    (found,) = scan(text.encode())
    assert found.line == 201


def test_a_key_block_is_found_through_quoting_and_encoding() -> None:
    block = pem()
    for text in (
        block,
        "> " + block.replace("\n", "\n> "),
        block.replace("\n", "\\n"),
        block.replace("\n", "\r\n"),
        base64.b64encode(block.encode()).decode(),
        base64.encodebytes(block.encode()).decode(),
    ):
        assert scan(text.encode())


def test_a_view_before_its_first_start_is_its_first_line() -> None:
    assert View("abc", "plain", (0,), (7,)).line(2) == 7


@given(st.binary(max_size=3000))
def test_any_bytes_have_views(data: bytes) -> None:
    for view in views(data):
        assert view.line(len(view.text)) >= 1


@given(st.text(max_size=400), st.text(max_size=400))
def test_a_token_is_found_among_any_text(before: str, after: str) -> None:
    text = f"{before} {github()} {after}"
    assert any("gh" + "p_" in one.value.reveal() for one in scan(text.encode("utf-8", "replace")))
