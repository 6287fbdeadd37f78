from __future__ import annotations

import pytest

from teammem.errors import GitError
from teammem.lifecycle import workspace
from teammem.lifecycle.check import Issue, check, fails
from teammem.lifecycle.remember import Request, remember
from teammem.lifecycle.workspace import Workspace
from tests.support import fake
from tests.support.sandbox import Sandbox

GOOD = "---\nname: {0}\ndescription: about {0}\ntype: project\n---\nText of {0}.\n"


@pytest.fixture
def clean(repo: Sandbox) -> Sandbox:
    repo.commit({".teammem/a.md": GOOD.format("a"), "src/a.py": "\n".join(map(str, range(30)))})
    return repo


def found(repo: Sandbox, since: str = "") -> tuple[Issue, ...]:
    return check(workspace.open_at(repo.path), since=since)


def rules(repo: Sandbox, since: str = "") -> list[tuple[str, str]]:
    return [(one.path, one.rule) for one in found(repo, since)]


def test_a_clean_root_has_no_issues(clean: Sandbox) -> None:
    assert rules(clean) == []


@pytest.mark.parametrize(
    ("path", "content", "rule"),
    [
        ("b.md", "no front matter\n", "TM010"),
        ("b.md", "---\na: [\n---\n", "TM004"),
        ("b.md", "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", "TM005"),
        ("A.md", GOOD.format("b"), "TM041"),
        ("a.conflict-0123abcd.md", GOOD.format("a"), "TM030"),
        ("tombstones/x.yaml", "nothing\n", "TM060"),
        ("MEMORY.md", "# list\n", "TM070"),
        ("日本.md", "no front matter\n", "TM010"),
        ("b ad.md", "no front matter\n", "TM010"),
    ],
)
def test_issues_of_files(clean: Sandbox, path: str, content: str, rule: str) -> None:
    clean.write(f".teammem/{path}", content)
    assert rule in {one for _, one in rules(clean)}


def test_errors_come_first_and_decide(clean: Sandbox) -> None:
    clean.write(".teammem/a.conflict-0123abcd.md", GOOD.format("a"))
    issues = found(clean)
    assert not fails(issues, strict=False)
    assert fails(issues, strict=True)
    clean.write(".teammem/z.md", "no front matter\n")
    issues = found(clean)
    assert issues[0].severity == "error"
    assert fails(issues, strict=False)


def test_secrets_and_links_are_found(clean: Sandbox) -> None:
    token = fake.github()
    clean.write(".teammem/s.md", GOOD.format("s") + token + "\n")
    (clean.path / ".teammem/l.md").symlink_to("a.md")
    issues = found(clean)
    assert {one.path for one in issues} == {"s.md", "l.md"}
    assert token not in str(issues)


def test_our_own_list_is_no_issue(clean: Sandbox) -> None:
    from teammem.memory import index

    clean.write(".teammem/MEMORY.md", index.render([], marker=True))
    assert rules(clean) == []


def cited(work: Workspace, repo: Sandbox) -> None:
    text = "The parser reads numbers from ten on."
    remember(work, Request(text, tier="team", description="parser", cites=("src/a.py:11-13",)))
    repo.commit(message="memory")


def lines(*changes: tuple[int, str]) -> str:
    text = list(map(str, range(30)))
    for number, value in changes:
        text[number - 1] = value
    return "\n".join(text)


@pytest.mark.parametrize(
    ("content", "doubtful"),
    [
        (lines((12, "changed")), True),
        (lines((11, "11 and more")), True),
        (lines((20, "elsewhere")), False),
        (lines((1, "a\nb\nc\nlines put in above")), False),
        ("\n".join(map(str, range(9))), True),
        (lines((12, "11\nput in between")), True),
    ],
)
def test_a_change_of_cited_lines_is_named_and_a_move_is_not(
    clean: Sandbox, content: str, doubtful: bool
) -> None:
    cited(workspace.open_at(clean.path), clean)
    base = clean.git("rev-parse", "HEAD")
    clean.commit({"src/a.py": content})
    issues = [one for one in found(clean, base) if one.rule == "TM080"]
    assert bool(issues) is doubtful
    if doubtful:
        assert issues[0].path == "src/a.py"
        assert "parser" in issues[0].message
        assert "teammem verify" in issues[0].advice
        assert issues[0].severity == "notice"


def test_deleted_and_renamed_files_are_named(clean: Sandbox) -> None:
    cited(workspace.open_at(clean.path), clean)
    base = clean.git("rev-parse", "HEAD")
    clean.git("mv", "src/a.py", "src/b.py")
    clean.commit(message="rename")
    assert ("src/b.py", "TM080") in rules(clean, base)
    clean.git("rm", "-q", "src/b.py")
    clean.commit(message="delete")
    assert ("src/a.py", "TM080") in rules(clean, base)
    assert rules(clean, "HEAD") == []


@pytest.mark.parametrize(
    ("pattern", "doubtful"),
    [
        ("src/**", True), ("src/*.py", True), ("src", True), ("**/a.py", True), ("*.py", False),
        ("lib/**", False), ("src/a.p?", True), ("src/sub/**", False),
    ],
)  # fmt: skip
def test_files_that_a_memory_applies_to(clean: Sandbox, pattern: str, doubtful: bool) -> None:
    work = workspace.open_at(clean.path)
    remember(work, Request("About that.", tier="team", applies_to=(pattern,)))
    base = clean.commit(message="memory")
    clean.commit({"src/a.py": "new\n"})
    assert bool([one for _, one in rules(clean, base) if one == "TM080"]) is doubtful


def test_citations_without_a_hash_go_by_the_hunks(clean: Sandbox) -> None:
    head = "---\nname: c\ndescription: c\ntype: project\ncites: [src/a.py:11-13]\n---\nText.\n"
    base = clean.commit({".teammem/c.md": head})
    clean.commit({"src/a.py": lines((20, "x"))})
    assert rules(clean, base) == []
    clean.commit({"src/a.py": lines((13, "x"))})
    assert rules(clean, base) == [("src/a.py", "TM080")]


def test_an_unknown_base_is_an_error(clean: Sandbox) -> None:
    with pytest.raises(GitError):
        found(clean, "no-such-ref")


def test_a_cited_whole_file_is_doubtful_with_any_change(clean: Sandbox) -> None:
    work = workspace.open_at(clean.path)
    remember(work, Request("About that file.", tier="team", cites=("src/a.py",)))
    base = clean.commit(message="memory")
    clean.commit({"src/a.py": lines((20, "x"))})
    assert ("src/a.py", "TM080") in rules(clean, base)
    clean.commit({"src/a.py": lines()})
    assert rules(clean, base) == []
