"""Prefixed tokens: boundaries, broken lines, checksums."""

from __future__ import annotations

import pytest

from teammem.detect import prefixed
from teammem.detect.checks import verifies
from teammem.detect.reading import Reading
from tests.detect.samples import ALNUM, HEX, draw, github

BREAKS = [
    "{}\n{}", "{}\n    {}", "> {}\n> {}", "# {}\n# {}", "{}\\\n{}", "'{}' +\n '{}'", "'{}'\n'{}'", "'{}' . '{}'", '"{}" + "{}"',
    "{}\r\n{}", "{}=\n{}",
]  # fmt: skip


def values(text: str) -> list[str]:
    return [hit.value for hit in prefixed.find(Reading(text))]


@pytest.mark.parametrize(
    "text", ["令牌是{}。请", "_{}_", "**{}**", "({})", "x={};", "<{}>", "{}.", "-{}-", "'{}'"]
)
def test_boundaries(text: str) -> None:
    assert [value.rstrip("_") for value in values(text.format(github()))] == [github()]


def test_a_letter_in_front_is_no_boundary() -> None:
    assert values("x" + github()) == []


@pytest.mark.parametrize("broken", BREAKS)
def test_tokens_broken_over_lines(broken: str) -> None:
    token = github()
    assert values(broken.format(token[:20], token[20:])) == [token]


def test_a_token_in_three_pieces() -> None:
    token = github()
    assert values(f"{token[:14]}\n{token[14:24]}\n{token[24:]}") == [token]


def test_words_after_a_prefix_on_two_lines_pass() -> None:
    assert values("the prefix gh" + "p_\nis followed by thirty and more characters") == []
    assert values("hf_transfer\nacceleratedownloadsofmodelsandmore") == []


def test_a_prefix_at_the_end_or_alone_passes() -> None:
    assert values("begins with gh" + "p_") == []
    assert values("gh" + "p_ and " + draw(ALNUM, 40)) == []


def test_a_mark_within_the_value() -> None:
    value = draw(ALNUM, 3) + "8Q~" + draw(ALNUM, 34)
    assert values(f"secret {value} here") == [value]
    assert values("~Q~ Q~ /Q~") == []


def test_shapes_with_a_first_word() -> None:
    value = f"{draw(HEX, 32)}-{draw(HEX, 8)}-{draw(HEX, 8)}"
    assert values(f"mail {value}") == [value]
    assert values(f"mail {draw(HEX, 32)}-x {draw(ALNUM, 60)}") == []


def test_checksums() -> None:
    assert not verifies("", github())
    assert not verifies("crc32-base62", github())
    assert not verifies("crc32-base62", "gh" + "p_abc")


def test_a_mark_within_the_value_behind_slashes() -> None:
    value = draw(ALNUM, 42) + "+AC" + "R" + draw(ALNUM, 6, 1)
    assert values(f"see //{value} here") == [value]


def test_a_head_is_found_among_few_and_among_many_others() -> None:
    value = draw(HEX, 24) + ":" + draw(HEX, 64)
    others = " ".join(f"{draw(HEX, 24, seed)}-{seed}" for seed in range(1, 40))
    assert values(f"see {value} there") == [value]
    assert values(f"see {others} and {value} there") == [value]
    assert values(f"see {others} there") == []
