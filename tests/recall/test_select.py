from __future__ import annotations

from typing import Any

import pytest

from teammem.recall.index import MemoryIndex, count
from teammem.recall.model import Note, Recalled
from teammem.recall.select import Store, Terms, memory_store, select

FILLER = [
    Note(f"f{n}.md", name=f"filler {word}", description=f"about {word}")
    for n, word in enumerate(("lamps", "chairs", "tables", "gardens", "rivers", "bridges"))
]


def store(*notes: Note, tier: str = "project") -> Store:
    placed = [note._replace(tier=tier, path=f"{tier}/{note.key}") for note in (*notes, *FILLER)]
    index = MemoryIndex()
    for note in placed:
        index.add(count(note))
    return memory_store(tier, placed, index)


def ask(question: str, *stores: Store, **terms: Any) -> Recalled:
    return select(question, stores, Terms(**terms))


def keys(answer: Recalled) -> list[str]:
    return [hit.note.key for hit in answer.hits]


SIGNING = Note("signing.md", id="01A", name="signing key", description="Where the signing key is")


def test_a_matching_note_is_answered_and_another_question_is_not() -> None:
    assert keys(ask("where is the signing key", store(SIGNING))) == ["signing.md"]
    answer = ask("who painted the ceiling", store(SIGNING))
    assert answer.hits == ()
    assert answer.silent == "no-match"


@pytest.mark.parametrize(
    ("question", "why"),
    [("", "no-words"), ("?!", "no-words"), ("the of and", "no-match"), ("zebra", "no-match")],
)
def test_silence_says_why(question: str, why: str) -> None:
    assert ask(question, store(SIGNING)).silent == why


def test_nothing_at_all_is_silent_too() -> None:
    assert ask("signing key").silent == "no-match"


def test_equal_scores_follow_the_tier_then_the_key() -> None:
    twins = [SIGNING._replace(key=key) for key in ("b.md", "a.md")]
    answer = ask(
        "signing key",
        store(*twins, tier="user"),
        store(*twins, tier="team"),
        store(*twins, tier="project"),
    )
    assert [hit.note.handle for hit in answer.hits] == [
        "project/a.md", "project/b.md", "team/a.md", "team/b.md", "user/a.md",
    ]  # fmt: skip
    assert answer.more == 1


def test_a_candidate_comes_last_and_a_plain_note_does_not() -> None:
    weaker = Note("weak.md", name="key", description="signing")
    strong = SIGNING._replace(status="candidate")
    assert keys(ask("signing key", store(strong, weaker)))[-1] == "signing.md"
    assert keys(ask("signing key", store(SIGNING, weaker)))[0] == "signing.md"


def test_a_note_that_applies_to_a_named_path_wins_a_tie_and_nothing_else() -> None:
    twin = SIGNING._replace(key="z.md", applies_to=("services/api/**",))
    stores = store(SIGNING, twin)
    assert keys(ask("signing key", stores)) == ["signing.md", "z.md"]
    assert keys(ask("signing key of services/api/keys.py", stores))[0] == "z.md"
    first = ask("signing key", stores, paths=("services/api/x.py",)).hits[0]
    assert first.applies_to == ("services/api/**", "services/api/x.py")


@pytest.mark.parametrize("seen", ["project/signing.md", "01A"])
def test_what_the_session_has_seen_is_left_out(seen: str) -> None:
    answer = ask("signing key", store(SIGNING), surfaced=frozenset({seen}))
    assert answer.hits == ()
    assert [(left.note.key, left.reason) for left in answer.left] == [("signing.md", "surfaced")]
    assert answer.silent == "left-out"
    assert ask("signing key", store(SIGNING), surfaced=frozenset({"other"})).hits


def test_scores_do_not_move_when_notes_are_left_out() -> None:
    other = Note("other.md", name="signing key rotation")
    before = {hit.note.key: hit.score for hit in ask("signing key", store(SIGNING, other)).hits}
    after = ask("signing key", store(SIGNING, other), surfaced=frozenset({"01A"}))
    assert [(hit.note.key, hit.score) for hit in after.hits] == [("other.md", before["other.md"])]


def test_a_note_that_is_never_recalled_does_not_speak_for_its_neighbours() -> None:
    weak = Note("weak.md", name="x", body="something about a key among many other words here")

    def excluded(note: Note) -> str:
        return "retired" if note.key == "signing.md" else ""

    question = "signing key ceremony of the vault"
    assert "weak.md" not in keys(ask(question, store(SIGNING, weak), excluded=excluded))
    assert [left.reason for left in ask(question, store(SIGNING), excluded=excluded).left] == [
        "retired"
    ]


def test_a_refused_note_is_named_and_the_next_one_takes_its_place() -> None:
    others = [Note(f"o{n}.md", name="signing key", description=str(n)) for n in range(5)]

    def refused(note: Note) -> str:
        return "secret" if note.key == "o0.md" else ""

    answer = ask("signing key", store(*others), limit=2, refused=refused)
    assert keys(answer) == ["o1.md", "o2.md"]
    assert [left.note.key for left in answer.left] == ["o0.md"]


def test_notes_far_below_the_best_are_cut() -> None:
    far = Note(
        "far.md",
        name="x",
        description="y",
        body="a key " + "among many other words " * 20,
    )
    assert keys(ask("signing key", store(SIGNING, far))) == ["signing.md"]


def test_a_note_whose_text_is_gone_is_a_warning() -> None:
    def gone(_document: int) -> Note:
        raise FileNotFoundError(2, "No such file or directory")

    answer = select("signing key", [store(SIGNING)._replace(full=gone)])
    assert answer.hits == ()
    assert answer.warnings == ("project/signing.md: No such file or directory",)


def test_a_note_that_restates_a_tool_in_use_is_left_out() -> None:
    usage = Note("grep.md", name="grep_search", body="Usage: grep_search takes these parameters.")
    question = "how does grep_search take parameters"
    assert keys(ask(question, store(usage))) == ["grep.md"]
    answer = ask(question, store(usage), tools=("mcp__files__grep_search",))
    assert [left.reason for left in answer.left] == ["tool-noise"]
