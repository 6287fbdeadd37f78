"""The documents tell the truth: what they name exists, what exists is named."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from ci import docs_operations
from teammem import __version__, vocabulary
from teammem.cli.main import EVERYDAY, FURTHER, Verbs, module_of

TOP = Path(__file__).resolve().parent.parent
PAGES = sorted(
    path
    for path in [*TOP.glob("*.md"), *TOP.glob("docs/**/*.md"), *TOP.glob("hooks/*.md")]
    if path.is_file()
)


def test_generated_pages_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, TOP / "ci/docs_reference.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_page_of_operations_is_made_from_the_table() -> None:
    assert docs_operations.PAGE.read_text(encoding="utf-8") == docs_operations.render()


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(TOP)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target or target.startswith(("#", "mailto:")):
            continue
        assert (page.parent / target.split("#")[0]).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(TOP)))
def test_verbs_that_pages_name_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    fences = re.findall(r"^```\w*\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    code = re.findall(r"`([^`\n]+)`", prose)
    code += [
        line.strip().removeprefix("$ ")
        for fence in fences
        for line in fence.splitlines()
        if re.match(r"\s*(\$ )?(git )?teammem ", line)
    ]
    for line in code:
        for verb in re.findall(r"^(?:git )?teammem ([a-z]+)", line):
            assert verb in EVERYDAY or verb in FURTHER, f"{page.name}: {line}"


def test_every_verb_has_help_and_a_module_of_its_name() -> None:
    context = Verbs("teammem").make_context("teammem", ["--help"], resilient_parsing=True)
    for name, line in {**EVERYDAY, **FURTHER}.items():
        command = Verbs("teammem").get_command(context, name)
        assert command is not None
        assert command.help
        assert line.endswith(".")
        assert (TOP / "teammem/cli" / f"{module_of(name)}.py").exists()


def test_the_readme_pins_this_version_and_names_the_hooks_that_exist() -> None:
    readme = (TOP / "README.md").read_text(encoding="utf-8")
    manifest = yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert f"rev: v{__version__}" in readme
    named = set(re.findall(r"- id: ([a-z-]+)", readme))
    assert named <= {hook["id"] for hook in manifest}
    assert {hook["id"] for hook in manifest} == {
        vocabulary.HOOK_STAGED,
        vocabulary.HOOK_PUSH,
        vocabulary.HOOK_FINAL,
        vocabulary.HOOK_LINT,
    }


def test_no_page_and_no_module_names_a_folder_of_some_machine() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=TOP, capture_output=True, text=True, check=False
    ).stdout.split()
    for name in listed:
        data = (TOP / name).read_bytes() if (TOP / name).is_file() else b""
        assert b"/wo" + b"rk/" not in data, name
