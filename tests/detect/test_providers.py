"""Values near their provider's name."""

from __future__ import annotations

from teammem.detect import providers
from teammem.detect.reading import Reading
from tests.detect.samples import ALNUM, HEX, draw, uuid


def rules(text: str) -> set[str]:
    return {hit.rule for hit in providers.find(Reading(text))}


def test_a_shape_behind_the_name_with_a_word_for_credentials() -> None:
    assert rules(f"Datadog key: {draw(HEX, 32)}") == {"datadog-api-key"}
    assert rules(f"the key of HEROKU\n{uuid()}") == {"heroku-legacy-key"}


def test_ids_and_digests_need_such_a_word() -> None:
    assert rules(f"Datadog fixed it in {draw(HEX, 40)}") == set()
    assert rules(f"Heroku app {uuid()}") == set()


def test_a_random_value_needs_none() -> None:
    assert rules(f"hetzner: {draw(ALNUM, 64)}") == {"hetzner-token"}
    assert rules(f"hetzner: {draw(ALNUM, 63)}") == set()
    assert rules(f"mistral key {'ab12' * 8}") == set()


def test_words_of_the_right_length_pass() -> None:
    assert rules("cohere: internationalizationofcommunications") == set()
    assert rules("cohere " + "a" * 40) == set()


def test_the_value_is_on_the_same_line_or_the_next() -> None:
    assert rules(f"datadog key\n\nfar\n\n{draw(HEX, 32)}") == set()


def test_trailing_signs_are_trimmed() -> None:
    assert rules(f"Datadog key {draw(HEX, 32)}.") == {"datadog-api-key"}


def test_an_id_is_no_secret() -> None:
    value = draw(ALNUM, 40)
    assert rules(f"aws get-usage --key-id {value}") == set()
    assert rules(f"aws secret {value}") == {"aws-secret-access-key"}


def test_a_name_that_begins_like_a_credential_is_none() -> None:
    number = draw(HEX, 40)
    assert rules(f"| https://github.com/Keyamoon/IcoMoon | {number} |") == set()
    assert rules(f"| https://github.com/Moon/IcoMoon | key {number} |") == {"github-legacy-token"}
