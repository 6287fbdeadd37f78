from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.recall import everyday, stopwords
from teammem.recall.han import TO_SIMPLIFIED
from teammem.recall.text import LONGEST, counted, fold, terms


def found(text: str) -> set[str]:
    return set(counted(text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("parseToken", "parse_token"),
        ("parseToken", "parse-token"),
        ("PARSE_TOKEN", "ParseToken"),
        ("sha-256", "sha256"),
        ("utf8", "UTF-8"),
        ("the APIs", "an API"),
        ("v1.20.3", "1.20.3"),
        ("release 1.20", "1.20.3"),
        ("Größe", "grosse"),
        ("café", "CAFE\u0301"),
        ("łódź", "lodz"),
        ("Ｄｏｃｋｅｒ", "docker"),
        ("deployments", "deploying"),
        ("настройки", "настройка"),
        ("ёлка", "елка"),
        ("الإعدادات", "إعدادات"),
        ("والإعدادات", "إعدادات"),
        ("للملفات", "ملف"),
        ("البيئة", "بيئة"),
        ("مُتَغَيِّر", "متغير"),
        ("سرویس‌ها", "سرویس"),
        ("سرویس‌ها", "سرویس ها"),
        ("سرویس‌ها", "سرویسها"),
        ("سرویس", "سرويس"),
        ("پورت ۸۰۸۰", "port 8080"),
        ("máy chủ", "may chu"),
        ("máy chủ", "MÁY CHỦ"),
        ("環境變數", "环境变数"),
        ("説明書", "説明する"),
        ("설정을", "설정"),
        ("การตั้งค่า", "ตั้งค่า"),
        ("C++ only", "in C++"),
        ("हिन्दी", "हिन्दी में"),
    ],
)
def test_two_writings_of_one_thing_meet(one: str, other: str) -> None:
    assert found(one) & found(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C++", "C#"),
        ("C#", "C"),
        ("--no-verify", "verify-no"),
        ("1.2.3", "1.3.2"),
        ("环境", "境环"),
        ("ภาษา", "ราคา"),
        ("k8s", "k9s"),
        ("khoá", "khoả"),
        ("bản", "bạn"),
    ],
)
def test_what_differs_stays_apart(one: str, other: str) -> None:
    wholes = [
        {t.text for t in terms(text) if t.kind in ("word", "joined", "version", "piece")}
        for text in (one, other)
    ]
    assert wholes[0] != wholes[1]


def test_an_identifier_gives_its_parts_and_itself() -> None:
    assert [(t.text, t.kind) for t in terms("loadHTTPConfig")] == [
        ("load", "word"),
        ("http", "word"),
        ("config", "word"),
        ("loadhttpconfig", "joined"),
    ]


def test_a_lone_cjk_character_gives_nothing_and_a_pair_does() -> None:
    assert counted("水") == []
    assert counted("水道") == ["水道"]


def test_a_vietnamese_word_is_found_with_its_marks_and_without() -> None:
    assert [(t.text, t.kind) for t in terms("cổng")] == [("cổng", "word"), ("cong", "bare")]
    assert [(t.text, t.kind) for t in terms("café")] == [("cafe", "word")]


def test_the_pair_with_a_korean_particle_is_told_from_the_others() -> None:
    assert [(t.text, t.kind) for t in terms("서버를")] == [("서버", "piece"), ("버를", "tail")]
    assert [(t.text, t.kind) for t in terms("서버실")] == [("서버", "piece"), ("버실", "piece")]
    assert [t.kind for t in terms("회의")] == ["piece"]


def test_thai_gives_triples_and_a_short_word_itself() -> None:
    assert counted("แม") == ["แม"]
    assert len(counted("ภาษาไทย")) > 1


def test_vowel_signs_do_not_split_indic_words() -> None:
    assert [t.surface for t in terms("हिन्दी")] == ["हिन्दी"]


def test_a_long_token_is_cut_and_a_long_sentence_without_blanks_is_not() -> None:
    assert all(len(text) <= LONGEST for text in counted("x" * 500))
    assert len(counted("配置" * 100)) == 199


def test_folding_of_han_ends_in_one_step_and_is_one_to_one_code_point() -> None:
    assert not any(ord(value) in TO_SIMPLIFIED for value in TO_SIMPLIFIED.values())
    assert all(len(value) == 1 for value in TO_SIMPLIFIED.values())


@pytest.mark.parametrize("listed", [*stopwords.LATIN.values(), stopwords.OTHER, everyday.SPACED])
def test_word_lists_stand_as_folding_leaves_them(listed: str) -> None:
    assert [word for word in listed.split() if fold(word) != word] == []


@given(st.text(max_size=200))
def test_any_text_has_terms_and_the_fast_way_agrees(text: str) -> None:
    assert counted(text) == [term.text for term in terms(text)]
    assert all(text for text in counted(text))


@given(st.text(alphabet="abcABC_-. 12łé環境ภา", max_size=40))
def test_terms_do_not_depend_on_what_was_read_before(text: str) -> None:
    assert counted(text) == counted(text)
