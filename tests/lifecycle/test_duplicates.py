"""Recall's counts may only leave out what is no near duplicate."""

from __future__ import annotations

import random

import pytest

from teammem.lifecycle import duplicates, pick, workspace
from teammem.lifecycle.remember import Request, remember
from teammem.lifecycle.workspace import Workspace
from tests.support.sandbox import Sandbox

TEXTS = (
    "The nightly export writes its files to the archive bucket and never to the public one.",
    "We retry a failed payment three times, an hour apart, before the customer is told.",
    "Der Export läuft nachts um drei und darf nie auf den öffentlichen Speicher schreiben.",
    "Les sauvegardes partent à minuit vers le site de secours, jamais vers le site principal.",
    "Резервные копии уходят ночью на второй сервер и хранятся там тридцать дней.",
    "部署前必须先冻结主分支并且通知值班的同事确认所有的测试都已经通过。",
    "デプロイの前に必ずメインブランチを凍結し、当番の人に連絡してください。",
    "배포하기 전에 반드시 메인 브랜치를 동결하고 당번에게 알려야 합니다.",
    "useRetryPolicy() in src/net/retry.ts doubles RETRY_BASE_MS for HTTP 503 up to v2.4.1.",
)


def reworded(text: str, share: float, rng: random.Random) -> str:
    """Replace about this share of a text's words, or characters where it has no blanks."""
    blank = " " if text.count(" ") > 3 else ""
    parts = text.split(" ") if blank else list(text)
    return blank.join(
        rng.choice(("other", "Wort", "да", "的")) if rng.random() < share else part
        for part in parts
    )


def test_no_near_duplicate_is_left_out(work: Workspace) -> None:
    for text in TEXTS:
        remember(work, Request(text, tier="team", on_duplicate="keep"))
    rng = random.Random(7)
    everything = pick.all_in(work)
    met = 0
    for text in TEXTS:
        for share in (0, 0.1, 0.2, 0.3, 0.4) * 8:
            asked = reworded(text, share, rng)
            expected = duplicates.near(everything, asked)
            met += bool(expected)
            assert duplicates.here(work, asked) == expected, asked
    assert met > 100


def test_a_text_of_marks_alone_repeats_nothing(work: Workspace) -> None:
    remember(work, Request("!!!", name="marks"))
    assert duplicates.here(work, "???") == []


@pytest.mark.parametrize("status", ["retired", "disputed"])
def test_standing_does_not_matter(work: Workspace, team: Sandbox, status: str) -> None:
    team.write(".teammem/old.md", f"---\nname: old\nstatus: {status}\n---\n{TEXTS[0]}\n")
    assert [one.path for one in duplicates.here(work, TEXTS[0])] == ["old.md"]
    assert duplicates.here(work, TEXTS[1]) == []


def test_what_is_brought_counts_and_what_is_hidden_does_not(team: Sandbox) -> None:
    team.commit({".teammem/gone.md": f"# Gone\n\n{TEXTS[1]}\n"})
    team.git("checkout", "-q", "-b", "feature")
    team.git("checkout", "-q", "main")
    team.git("rm", "-q", ".teammem/gone.md")
    team.commit({".teammem/new.md": f"# New\n\n{TEXTS[0]}\n"})
    team.git("clone", "-q", "--bare", ".", "../server.git")
    team.git("remote", "add", "origin", "../server.git")
    team.git("fetch", "-q")
    team.git("remote", "set-head", "origin", "main")
    team.git("checkout", "-q", "feature")
    work = workspace.open_at(team.path)
    assert [one.path for one in duplicates.here(work, TEXTS[0])] == ["new.md"]
    assert duplicates.here(work, TEXTS[1]) == []


def test_a_dry_run_reads_no_other_memory(work: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(work, Request(TEXTS[0]))
    duplicates.here(work, TEXTS[0])  # the counts are kept now
    monkeypatch.setattr(pick, "all_in", lambda *_: pytest.fail("read everything"))
    assert remember(work, Request(TEXTS[1], dry_run=True)).duplicates == ()
    assert remember(work, Request(TEXTS[0], dry_run=True)).duplicates
