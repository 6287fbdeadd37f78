from __future__ import annotations

import pytest

from teammem.recall.query import EVERYDAY, STOP, SUBJECT, SYLLABLE, QueryTerm, weigh, word_lists


def asked(text: str) -> dict[str, QueryTerm]:
    weighed = weigh(text, word_lists(text))
    return {term.surface: term for term in weighed if term.kind != "bare"}


@pytest.mark.parametrize(
    ("text", "word", "evidence"),
    [
        ("where is the cache", "the", STOP),
        ("where is the cache", "cache", SUBJECT),
        ("run the tests", "tests", EVERYDAY),
        ("wie ändere ich den Port", "ich", STOP),
        ("wie ändere ich den Port", "port", SUBJECT),
        ("comment changer le port", "le", STOP),
        ("как изменить порт", "как", STOP),
        ("كيف أغير المنفذ", "كيف", STOP),
        ("どうして設定が消える", "どう", STOP),
        ("どうして設定が消える", "设定", SUBJECT),
        ("what is IT policy", "it", SUBJECT),
        ("is it policy", "it", STOP),
        ("install R here", "r", SUBJECT),
        ("as A B test", "a", STOP),
        ("где эта переменная", "переменная", EVERYDAY),
        ("что с этими переменными", "переменными", EVERYDAY),
        ("что с этой очередью", "очередью", SUBJECT),
        ("sao cổng mạng bị đóng", "cong", SYLLABLE),
        ("sao docker bị đóng", "docker", SUBJECT),
        ("why is cong closed", "cong", SUBJECT),
        ("qu'est-ce que le cache", "estce", STOP),
        ("comment marche le rendez-vous", "rendezvous", SUBJECT),
        ("왜 서버를 껐어", "버를", STOP),
        ("왜 서버를 껐어", "서버", SUBJECT),
        ("значення чому змінилося", "чому", STOP),
        ("neden sunucu böyle", "boyle", STOP),
    ],
)
def test_kinds_of_words(text: str, word: str, evidence: float) -> None:
    assert asked(text)[word].evidence == evidence


def test_a_word_of_another_language_is_a_subject_where_english_is_spoken() -> None:
    assert asked("why did the man die in the war game")["war"].evidence == SUBJECT
    assert asked("es war nicht da")["war"].evidence == STOP


def test_a_file_name_a_path_and_a_flag_tell_no_language() -> None:
    assert asked("php.ini")["ini"].evidence == SUBJECT
    assert asked("--den /ini")["den"].evidence == SUBJECT
    assert asked("berkas ini")["ini"].evidence == STOP


def test_the_strongest_occurrence_of_a_term_counts() -> None:
    both = asked("it is an IT question about it")
    assert both["it"].evidence == SUBJECT
    assert [term.text for term in weigh("b a b a", word_lists(""))] == ["a", "b"]


def test_an_identifier_in_full_weighs_more_than_hyphenated_prose() -> None:
    assert asked("parse_token")["parsetoken"].weight > asked("well-known")["wellknown"].weight


def test_half_a_version_is_asked_for_with_half_the_weight() -> None:
    assert asked("2.7.18")["2.7"].weight < asked("2.7.18")["2.7.18"].weight
