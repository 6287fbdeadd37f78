from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from teammem.recall.index import INDEXED_BODY, MemoryIndex, count
from teammem.recall.model import Note
from teammem.recall.prompt import segments
from teammem.recall.score import Evidence, Ranking, Space

WORDS = ("cache", "router", "signing", "key", "deploy", "freeze", "port", "upload", "the", "run")


def index(*notes: Note) -> MemoryIndex:
    found = MemoryIndex()
    for note in notes:
        found.add(count(note))
    return found


def ranked(question: str, *indexes: MemoryIndex) -> list[tuple[int, float]]:
    return list(Ranking(segments(question), Space(indexes)))


def order(question: str, *notes: Note) -> list[str]:
    return [notes[document].key for document, _ in ranked(question, index(*notes))]


def test_a_name_outweighs_a_description_and_that_a_body() -> None:
    assert order(
        "signing",
        Note("body", name="x", description="y", body="signing"),
        Note("description", name="x", description="signing", body="z"),
        Note("name", name="signing", description="y", body="z"),
    ) == ["name", "description", "body"]


def test_a_rare_word_outweighs_a_frequent_one() -> None:
    common = [Note(f"c{n}", name="deploy notes") for n in range(5)]
    assert order("deploy freeze", *common, Note("rare", name="freeze notes"))[0] == "rare"


def test_keywords_that_repeat_the_name_add_nothing() -> None:
    plain = count(Note("a", name="signing key", description="d"))
    repeated = Note("a", name="signing key", keywords=("signing key",), description="d")
    assert count(repeated) == plain
    assert count(repeated._replace(keywords=("rotation",))) != plain


def test_notes_without_a_field_do_not_shorten_its_mean() -> None:
    tagged = Note("tagged", name="x", keywords=("signing", "rotation"))
    bare = [Note(f"b{n}", name="x") for n in range(50)]
    (first, _), *_ = ranked("signing", index(tagged, *bare))
    few = ranked("signing", index(tagged))[0][1]
    many = ranked("signing", index(tagged, *bare))[0][1]
    assert first == 0
    assert many > few  # only the word's rarity changed


def test_words_of_grammar_alone_find_nothing() -> None:
    assert ranked("what is the", index(Note("a", name="what the"))) == []
    assert ranked("what is the port", index(Note("a", name="what the port"))) != []


def test_a_body_counts_as_far_as_it_is_indexed() -> None:
    inside = Note("a", body="x " * ((INDEXED_BODY - 20) // 2) + "signing")
    outside = Note("a", body="x " * (INDEXED_BODY // 2) + "signing")
    assert ranked("signing", index(inside))
    assert not ranked("signing", index(outside))


def test_evidence_says_which_word_in_which_field_gave_what() -> None:
    notes = index(Note("a", name="signing key", body="rotate the signing key"))
    ranking = Ranking(segments("where is the signnig key"), Space([notes]))
    evidence = ranking.evidence(0)
    reasons = {reason.term: reason for reason in evidence.reasons}
    assert reasons["signnig"].found == "sign"
    assert reasons["key"].fields == ("name", "body")
    assert abs(sum(reason.points for reason in evidence.reasons) - evidence.score) < 1e-9
    assert evidence.matched == 2
    assert evidence.subject
    assert evidence.covered == 1.0


def _evidence(question: str, *texts: str) -> Evidence:
    notes = index(*(Note(str(n), body=text) for n, text in enumerate(texts)))
    ranking = Ranking(segments(question), Space([notes]))
    return ranking.evidence(next(iter(ranking))[0])


def test_overlapping_pieces_are_one_word_and_pieces_apart_are_two() -> None:
    assert _evidence("서버실", "서버실 배포").matched == 1.5
    assert _evidence("서버 배포", "서버실 배포").matched == 2


def test_words_to_look_up_are_told_from_a_sentence() -> None:
    assert _evidence("signing key", "the signing key").keywords
    assert not _evidence("where is the signing key", "the signing key").keywords
    assert not _evidence("signing key" + "\nrotation" * 80, "the signing key").keywords


_notes = st.lists(
    st.builds(
        Note,
        key=st.just("k"),
        name=st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join),
        keywords=st.lists(st.sampled_from(WORDS), max_size=2).map(tuple),
        description=st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join),
        body=st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join),
    ),
    min_size=1,
    max_size=12,
)


@given(_notes, st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), st.randoms())
def test_how_notes_are_spread_over_roots_changes_no_bit(
    notes: list[Note], words: list[str], shuffle: random.Random
) -> None:
    question = " ".join(words)
    whole = dict(ranked(question, index(*notes)))
    where = [shuffle.randrange(3) for _ in notes]
    parts = [[n for n, part in enumerate(where) if part == which] for which in range(3)]
    spread = ranked(question, *(index(*(notes[n] for n in part)) for part in parts))
    numbers = [n for part in parts for n in part]
    assert {numbers[document]: score for document, score in spread} == whole


@given(_notes, st.sampled_from(WORDS))
def test_a_dead_note_is_as_if_it_had_never_been(notes: list[Note], word: str) -> None:
    gone = Note("gone", name="signing key deploy", description=word, body=word)
    with_dead = index(gone, *notes)
    with_dead.dead = frozenset({0})
    found = [(document - 1, score) for document, score in ranked(word, with_dead)]
    assert found == ranked(word, index(*notes))
