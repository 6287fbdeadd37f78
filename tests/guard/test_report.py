"""Forms of a report, and that no form ever contains a found value."""

from __future__ import annotations

import json
import pickle
import shutil
from pathlib import Path

import pytest

from teammem.detect import engine
from teammem.guard import anywhere, report
from teammem.guard.finding import NOTICE, WARNING, Finding, Report, merged, shown
from tests.support import fake
from tests.support.shared import shared


def _finding(**changes: object) -> Finding:
    values: dict[str, object] = {
        "rule": "x",
        "title": "an X",
        "path": "a.md",
        "line": 3,
        "commit": "",
        "id": "0123456789ab",
        "severity": "error",
        "hint": "do it",
        "blob": "",
        "raw_path": b"a.md",
    }
    return Finding(**{**values, **changes})  # type: ignore[arg-type]


def test_text_names_place_rule_and_way_out() -> None:
    text = report.text(Report("s", (_finding(), _finding(severity=WARNING, commit="f" * 40))))
    assert text.splitlines() == [
        "a.md:3: an X [x, 0123456789ab]",
        "    do it",
        "warning: a.md:3 (commit ffffffffff): an X [x, 0123456789ab]",
        "    do it",
        "teammem: refused: 1 finding in s; no switch turns this off",
    ]


def test_text_is_bounded_and_counts_the_rest() -> None:
    found = tuple(_finding(line=n, hint="") for n in range(1, 61))
    text = report.text(Report("s", found))
    assert "... and 10 more" in text
    assert "refused: 60 findings" in text


def test_the_way_to_an_exception_is_named_only_where_there_is_one() -> None:
    for token, named in ((fake.slack(), True), (fake.password(), False)):
        text = report.text(anywhere.text(token.encode(), b".teammem/a.md"))
        assert ("teammem allow" in text) is named


def test_annotations_cannot_be_broken_out_of() -> None:
    bad = _finding(path="a,b:c\n::error::x.md", title="100%\n::warning::y", line=0)
    text = report.github(Report("s", (bad, _finding(severity=NOTICE)), notices=("n\nm",)))
    lines = text.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith(
        "::error file=a%2Cb%3Ac%0A%3A%3Aerror%3A%3Ax.md,title=teammem::100%25%0A"
    )
    assert lines[1].startswith("::notice file=a.md,line=3,")
    assert lines[2] == "::notice title=teammem::n%0Am"


def test_what_is_excepted_shows_in_every_form() -> None:
    excepted = Report("s", allowed=(_finding(),))
    assert "excepted by an allow entry: a.md:3" in report.text(excepted)
    assert "excepted by an allow entry" in report.github(excepted)
    assert report.rows(excepted)["allowed"][0]["rule"] == "x"


def test_sarif_is_json_with_stable_fingerprints() -> None:
    document = json.loads(report.sarif(Report("s", (_finding(line=0), _finding(severity=NOTICE)))))
    results = document["runs"][0]["results"]
    assert document["version"] == "2.1.0"
    assert results[0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 1
    assert [one["level"] for one in results] == ["error", "note"]
    assert results[0]["partialFingerprints"] == {"teammem/v1": "0123456789ab"}


def test_sarif_names_files_by_uri() -> None:
    names = {
        ".teammem/a.md": ".teammem/a.md",
        "a b/50%.md": "a%20b/50%25.md",
        "\u00e4#?.md": "%C3%A4%23%3F.md",
        "commit message": "commit%20message",
    }
    for path, uri in names.items():
        document = json.loads(report.sarif(Report("s", (_finding(path=path),))))
        (result,) = document["runs"][0]["results"]
        place = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert place == {"uri": uri}


def test_merging_keeps_each_finding_once_and_errors_first() -> None:
    one = Report("a", (_finding(severity=WARNING, id="1"),), 1, ("r",), ("n",))
    two = Report("b", (_finding(id="2"), _finding(severity=WARNING, id="1")), 2, ("r", "q"), ("n",))
    both = merged("c", one, two)
    assert [found.id for found in both.findings] == ["2", "1"]
    assert (both.files, both.roots, both.notices) == (3, ("r", "q"), ("n",))
    assert (both.exit_code, one.exit_code) == (1, 0)


def test_a_path_with_a_secret_is_masked_from_there_on() -> None:
    token = fake.github()
    assert shown(b".teammem/a.md") == ".teammem/a.md"
    assert shown(f".teammem/x/{token}.md".encode()) == (
        ".teammem/x/(name not shown: it contains a secret)"
    )
    assert shown(f".teammem/{token}/b.md".encode()) == (
        ".teammem/(name not shown: it contains a secret)"
    )
    assert shown(token.encode()) == "(name not shown: it contains a secret)"


def test_values_do_not_leave_through_reprs_or_pickles() -> None:
    token = fake.github()
    found = anywhere.text(token.encode(), f".teammem/{token}.md".encode())
    assert token not in repr(found)
    assert token not in f"{found.findings[0].detected!s}"
    with pytest.raises(TypeError):
        pickle.dumps(found.findings[0].detected)


def _joined(parts: list[object]) -> str:
    return "".join(
        part if isinstance(part, str) else part["rep"][0] * part["rep"][1]  # type: ignore[index]
        for part in parts
    )


@pytest.mark.parametrize("name", ["positives", "evasions"])
def test_no_form_repeats_a_secret_over_the_whole_corpus(name: str) -> None:
    rows = shared("eval", "secrets", f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    tried = 0
    for line in rows:
        row = json.loads(line)
        probe = _joined(row.get("probe", []))
        text = _joined(row["parts"])
        if len(probe) < 8 or len(text) > 200_000:
            continue
        tried += 1
        path = _joined(row["path"]) if "path" in row else "note.md"
        found = anywhere.text(text.encode("utf-8", "replace"), f".teammem/{path}".encode())
        outputs = [form(found) for form in report.FORMS.values()]
        outputs += [json.dumps(report.rows(found)), repr(found)]
        for output in outputs:
            assert probe not in output, row["id"]
    assert tried > 100


def test_files_on_disk(tmp_path: Path) -> None:
    folder = tmp_path
    (folder / ".git").mkdir()
    (folder / ".git/config").write_text(fake.github())
    (folder / "deep").mkdir()
    (folder / "deep/b.bin").write_bytes(b"\0" + fake.github().encode())
    (folder / "a.md").write_text("clean\n")
    (folder / "link").symlink_to(folder / "deep/b.bin")
    seen: list[tuple[int, str]] = []
    found = dict(anywhere.files([str(folder)], lambda count, name: seen.append((count, name))))
    assert {Path(name).name: bool(one.errors) for name, one in found.items()} == {
        "a.md": False,
        "b.bin": True,
    }
    assert [count for count, _ in seen] == [0, 1]
    gone = dict(anywhere.files([str(folder / "gone")]))
    assert [one.rule for one in gone[str(folder / "gone")].findings] == ["not-checked"]


def test_a_folder_that_cannot_be_listed_was_not_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("clean\n")
    for _ in range(20):  # beyond the longest path that the system takes
        Path("d" * 250).mkdir()
        monkeypatch.chdir("d" * 250)
    monkeypatch.undo()
    found = [one for _, judged in anywhere.files([str(tmp_path)]) for one in judged.findings]
    assert [one.rule for one in found] == ["not-checked"]
    assert "File name too long" in found[0].title
    shutil.rmtree(tmp_path / ("d" * 250))
    assert [one for _, judged in anywhere.files([str(tmp_path)]) for one in judged.findings] == []


def test_files_too_large_to_be_checked_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.md"
    file.write_text("clean\n")
    assert not dict(anywhere.files([str(file)]))[str(file)].errors
    monkeypatch.setattr(anywhere, "_LARGEST", 3)
    assert dict(anywhere.files([str(file)]))[str(file)].errors


@pytest.mark.parametrize(
    ("path", "data", "rule"),
    [
        (b".teammem/a.md", b"caf\xe9", "not-utf8"),
        (b".teammem/a.md", b"a\0b", "not-text"),
        (b".teammem", b"x", "root-not-a-directory"),
        (b".teammem/allow/x.yaml", b"- a\n", "unparsable-record"),
        (b".teammem/tombstones/x.yaml", b"- a\n", "unparsable-record"),
        (b"src/a.md", b"caf\xe9", ""),
        (b".teammem/a.md", b"clean\n", ""),
        (b".teammem/allow/readme.md", b"- a\n", ""),
    ],
)
def test_text_for_a_path(path: bytes, data: bytes, rule: str) -> None:
    assert [one.rule for one in anywhere.text(data, path).findings] == ([rule] if rule else [])


def test_the_detector_is_the_only_judge_of_values() -> None:
    assert engine.scan(b"clean\n") == ()


def test_a_comment_for_another_scanner_is_said_to_do_nothing() -> None:
    said = "silences other scanners has no effect here"
    for comment, named in (("# gitleaks" + ":allow", True), ("# the bot's", False)):
        found = anywhere.text(f"key = {fake.slack()}  {comment}\n".encode(), b".teammem/a.md")
        for form in (report.text, report.github, report.sarif):
            assert (said in form(found)) is named
        (row,) = report.rows(found)["findings"]
        assert (said in row["hint"]) is named
