from __future__ import annotations

import functools
from pathlib import Path

import pytest
import yaml

from teammem.errors import Refusal, UsageError
from teammem.install import edits, framework, scaffold
from teammem.vocabulary import REPOSITORY
from tests.install.conftest import tree, write

CI = Path(__file__).resolve().parents[2] / "ci"


def carry_out(draft: scaffold.Draft) -> scaffold.Draft:
    edits.apply(draft.edits)
    return draft


def everything(top: Path) -> scaffold.Draft:
    drafts = (
        scaffold.pre_commit(top),
        scaffold.owners(top, "@org/team"),
        scaffold.recipe(top, "github"),
        scaffold.recipe(top, "gitlab", strict=True),
        scaffold.agents(top),
    )
    return carry_out(functools.reduce(scaffold.Draft.plus, drafts, scaffold.root(top)))


def test_twice_changes_nothing_and_remove_leaves_nothing(tmp_path: Path) -> None:
    draft = everything(tmp_path)
    assert set(draft.files) == set(tree(tmp_path))
    before = tree(tmp_path)
    assert everything(tmp_path).edits == ()
    assert tree(tmp_path) == before
    removed = carry_out(scaffold.remove(tmp_path))
    assert tree(tmp_path) == {}
    assert set(removed.files) == set(draft.files)
    assert scaffold.remove(tmp_path) == scaffold.Draft()


def test_the_lines_of_people_survive_coming_and_going(tmp_path: Path) -> None:
    write(tmp_path / "AGENTS.md", "# Rules\n\nBe kind.\n")
    write(tmp_path / "CLAUDE.md", "Be brief.\r\n")
    write(tmp_path / ".github" / "CODEOWNERS", "* @org/all\n")
    write(tmp_path / ".gitlab-ci.yml", "# empty so far\n")
    before = tree(tmp_path)
    everything(tmp_path)
    assert "@org/team" in (tmp_path / ".github" / "CODEOWNERS").read_text()
    carry_out(scaffold.remove(tmp_path))
    assert tree(tmp_path) == before


def test_a_root_in_use_keeps_its_files(tmp_path: Path) -> None:
    everything(tmp_path)
    write(tmp_path / ".teammem" / "a.md", "memory\n")
    carry_out(scaffold.remove(tmp_path))
    assert sorted(tree(tmp_path)) == [
        ".teammem/.gitattributes",
        ".teammem/README.md",
        ".teammem/a.md",
    ]


def test_files_of_the_root_are_never_overwritten(tmp_path: Path) -> None:
    write(tmp_path / ".teammem" / "README.md", "ours\n")
    write(tmp_path / ".teammem" / ".gitattributes", "*.md text\n")
    draft = carry_out(scaffold.root(tmp_path))
    assert draft.edits == ()
    assert draft.advice[0].lines == ("* text eol=lf",)
    carry_out(scaffold.remove(tmp_path))
    assert len(tree(tmp_path)) == 2


@pytest.mark.parametrize("make", ["file", "link", "dangling"])
def test_a_root_that_is_no_directory_is_refused(tmp_path: Path, make: str) -> None:
    root = tmp_path / ".teammem"
    if make == "file":
        root.touch()
    else:
        root.symlink_to(tmp_path if make == "link" else "nowhere")
    with pytest.raises(Refusal):
        scaffold.root(tmp_path)


def test_nothing_is_written_through_a_link_out_of_the_work_tree(tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    write(tmp_path / "outside.md", "secret plans\n")
    (top / "AGENTS.md").symlink_to("../outside.md")
    with pytest.raises(Refusal, match="leads out"):
        scaffold.agents(top)
    (top / "AGENTS.md").unlink()
    (top / "AGENTS.md").symlink_to("docs.md")
    assert len(carry_out(scaffold.agents(top)).edits) == 2


def test_agents_files_that_share_their_text_get_one_block(tmp_path: Path) -> None:
    write(tmp_path / "AGENTS.md", "# Rules\n")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    carry_out(scaffold.agents(tmp_path))
    assert (tmp_path / "AGENTS.md").read_text().count("teammem:begin") == 1
    (tmp_path / "CLAUDE.md").unlink()
    write(tmp_path / "CLAUDE.md", "See @AGENTS.md for all rules.\n")
    assert scaffold.agents(tmp_path).edits == ()


def test_the_block_for_agents_is_four_lines_and_says_the_four_things(tmp_path: Path) -> None:
    carry_out(scaffold.agents(tmp_path))
    text = (tmp_path / "CLAUDE.md").read_text()
    assert len(text.splitlines()) == 4
    for word in ("shared memory", "read what fits", "secrets", "`pinned/`", scaffold.TEAMMATES):
        assert word in text


def test_an_existing_configuration_is_not_touched(tmp_path: Path) -> None:
    write(tmp_path / framework.CONFIG, "repos: [] # ours\n")
    draft = scaffold.pre_commit(tmp_path, rev="v7")
    assert draft.edits == ()
    assert "    rev: v7" in draft.advice[0].lines


@pytest.mark.parametrize("path", [".github/CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"])
def test_owners_go_where_the_file_is(tmp_path: Path, path: str) -> None:
    write(tmp_path / path, "* @x\n")
    draft = carry_out(scaffold.owners(tmp_path, "@org/team a@example.org"))
    assert draft.files == (path,)
    lines = (tmp_path / path).read_text().splitlines()
    assert [line for line in lines if ".teammem" in line] == [
        "**/.teammem/allow/ @org/team a@example.org",
        "**/.teammem/pinned/ @org/team a@example.org",
        "**/.teammem/tombstones/ @org/team a@example.org",
        "**/.teammem/config.yaml @org/team a@example.org",
    ]


def test_owners_are_printed_unless_named_and_replaced_when_named_anew(tmp_path: Path) -> None:
    assert len(scaffold.owners(tmp_path, "").advice[0].lines) == 4
    carry_out(scaffold.owners(tmp_path, "@a"))
    assert scaffold.owners(tmp_path, "").advice == ()
    carry_out(scaffold.owners(tmp_path, "@b"))
    text = (tmp_path / "CODEOWNERS").read_text()
    assert "@a" not in text
    assert text.count("@b") == 4


@pytest.mark.parametrize("names", ["team", "@", "@x\n* @evil", "@org/team #", "*"])
def test_what_is_no_owner_is_refused(tmp_path: Path, names: str) -> None:
    if names == "@x\n* @evil":
        names = "@x *"
    with pytest.raises(UsageError):
        scaffold.owners(tmp_path, names)


def test_recipes_name_this_version_and_take_another(tmp_path: Path) -> None:
    for provider in scaffold.RECIPES:
        text = (CI / provider / "teammem.yml").read_text()
        assert text.count(framework.default_rev()) == 1
        carry_out(scaffold.recipe(tmp_path, provider))
        assert (tmp_path / scaffold.RECIPES[provider]).read_text() == text
        carry_out(scaffold.recipe(tmp_path, provider, repo="https://github.com/a/b.git", rev="abc"))
        changed = (tmp_path / scaffold.RECIPES[provider]).read_text()
        assert framework.default_rev() not in changed
        assert "a/b" in changed
        assert REPOSITORY.removeprefix("https://github.com/") not in changed


def test_strict_is_one_line_in_each_recipe(tmp_path: Path) -> None:
    carry_out(scaffold.recipe(tmp_path, "github", strict=True))
    text = (tmp_path / scaffold.RECIPES["github"]).read_text()
    assert yaml.safe_load(text)["jobs"]["guard"]["steps"][1]["with"] == {"strict": True}
    carry_out(scaffold.recipe(tmp_path, "gitlab", strict=True))
    include = yaml.safe_load((tmp_path / ".gitlab-ci.yml").read_text())["include"]
    assert include == [{"local": ".gitlab/teammem.yml", "inputs": {"strict": True}}]


def test_a_gitlab_file_of_the_team_gets_lines_to_add(tmp_path: Path) -> None:
    write(tmp_path / ".gitlab-ci.yml", "include:\n  - local: x.yml\n")
    draft = scaffold.recipe(tmp_path, "gitlab")
    assert draft.advice[0].path == ".gitlab-ci.yml"
    assert len(draft.edits) == 1
    write(tmp_path / ".gitlab-ci.yml", "include:\n  - local: .gitlab/teammem.yml\n")
    assert scaffold.recipe(tmp_path, "gitlab").advice == ()


def test_recipes_that_do_not_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        scaffold.recipe(tmp_path, "jenkins")
    with pytest.raises(UsageError):
        scaffold.recipe(tmp_path, "github", repo="https://git.example.org/x/y")
