"""The door: one value once, its line, its view; detect-secrets only where it may help."""

from __future__ import annotations

import subprocess
import sys

import pytest

from teammem.detect import engine
from teammem.detect.engine import scan
from teammem.detect.rules import table
from tests.detect.samples import ALNUM, HEX, draw, github


def test_a_token_is_found_with_its_line_rule_and_view() -> None:
    (found,) = scan(f"one\ntwo {github()}\nthree".encode())
    assert (found.rule, found.line, found.view) == ("github-token", 2, "plain")
    assert found.title == table()["github-token"].title
    assert found.value.reveal() == github()
    assert found.allowable


def test_nothing_is_found_in_nothing() -> None:
    assert scan(b"") == ()
    assert scan(b"plain words", b"notes/plain.md") == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_by_any_line_end(end: str) -> None:
    (found,) = scan(end.join(["one", "two", github(), "four"]).encode())
    assert found.line == 3


def test_a_value_is_reported_once_however_often_it_stands_there() -> None:
    token = github()
    assert len(scan(f"{token}\n{token}\nGITHUB_TOKEN={token}\n".encode())) == 1


def test_two_values_are_sorted_by_line() -> None:
    found = scan(f"x\n{github(2)}\ny\n{github(1)}\n".encode())
    assert [one.line for one in found] == [2, 4]


def test_the_surest_rule_keeps_a_value() -> None:
    found = scan(f"password: {github()}\n".encode())
    assert [one.rule for one in found] == ["github-token"]


def test_a_secret_in_the_path_has_line_0() -> None:
    (found,) = scan(b"The name says it all.\n", f"notes/{github()}.md".encode())
    assert (found.line, found.view) == (0, "path")


def test_a_secret_in_text_and_path_is_one_finding() -> None:
    (found,) = scan(github().encode(), f"notes/{github()}.md".encode())
    assert found.line == 1


def test_scan_is_deterministic() -> None:
    text = f"api_key={draw(ALNUM, 32)} token: {draw(HEX, 40)} {github()}".encode()
    assert scan(text) == scan(text)


def test_a_right_checksum_cannot_be_allowed() -> None:
    body = "A" + draw(ALNUM, 29)
    import zlib

    from teammem.detect.checks import _BASE62

    number, digits = zlib.crc32(body.encode()), ""
    while number:
        number, rest = divmod(number, 62)
        digits = _BASE62[rest] + digits
    (found,) = scan(("gh" + "p_" + body + digits.rjust(6, "0")).encode())
    assert not found.allowable
    (other,) = scan(("gh" + "p_" + body + "000000").encode())
    assert other.allowable


def test_a_scan_of_ordinary_notes_imports_no_detect_secrets() -> None:
    code = (
        "import sys\n"
        "from teammem.detect.engine import scan\n"
        "for number in range(10):\n"
        "    note = f'# Note {number}\\n\\nThe password is in the vault; the API key is rotated.\\n'\n"
        "    assert scan(note.encode(), b'.teammem/note.md') == ()\n"
        "slow = {'detect_secrets', 'requests', 'yaml', 'click'}\n"
        "assert not slow & set(sys.modules), slow & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def _only_stock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_DETECTORS", ())


def test_detect_secrets_is_asked_where_ours_find_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    _only_stock(monkeypatch)
    value = "SK" + draw(HEX, 32)
    (found,) = scan(f"one\nthe twilio key {value}\n".encode())
    assert (found.rule, found.line) == ("detect-secrets", 2)
    assert value in found.value.reveal()


def test_placeholders_pass_detect_secrets_too(monkeypatch: pytest.MonkeyPatch) -> None:
    _only_stock(monkeypatch)
    assert scan(b"key AKIAIOSFODNN7EXAMPLE and gh" + b"p_" + b"x" * 36) == ()


def test_long_lines_are_cut_for_detect_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    _only_stock(monkeypatch)
    value = "AK" + "IA" + draw("ABCDEFGHIJKLMNOP234567", 16)
    (found,) = scan(f"{'word ' * 2000}{value} {'word ' * 2000}".encode())
    assert found.value.reveal() == value


def test_every_plug_in_can_be_built() -> None:
    assert set(engine._plugins()) == set(engine._PLUGINS)


def test_a_pragma_does_not_help() -> None:
    for pragma in ("# pragma: allowlist secret", "# gitleaks:allow", "<!-- kingfisher:ignore -->"):
        assert scan(f"TOKEN={github()}  {pragma}\n".encode())


@pytest.mark.parametrize(
    "comment",
    [
        "# pragma: allowlist secret", "# pragma: whitelist secret", "// gitleaks:allow", "<!-- kingfisher:ignore -->",
        "# trufflehog:ignore", "# nosec", "# nosec B105", "// secretlint-disable-line", "# nosemgrep", "// NOSONAR", "# ggignore",
    ],
)  # fmt: skip
def test_a_comment_for_another_scanner_is_named_and_excuses_nothing(comment: str) -> None:
    token = github()
    assert [one.excused for one in scan(f"key = {token}  {comment}\n".encode())] == [True]
    assert [one.excused for one in scan(f"{comment}\nkey = {token}\n".encode())] == [True]
    assert [one.excused for one in scan(f"key = {token}\n\n{comment}\n".encode())] == [False]
    assert [one.excused for one in scan(f"{comment}\n\n\nkey = {token}\n".encode())] == [False]
