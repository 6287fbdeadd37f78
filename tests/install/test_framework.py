from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from pre_commit.clientlib import load_config, load_manifest

from teammem.install import framework
from teammem.vocabulary import HOOK_FINAL
from tests.install.conftest import write
from tests.support.sandbox import BIN

MANIFEST = Path(__file__).resolve().parents[2] / ".pre-commit-hooks.yaml"
OURS = framework.new_config()


def config(top: Path, text: str, name: str = framework.CONFIG) -> framework.Config:
    write(top / name, text)
    found = framework.read(top)
    assert found is not None
    return found


def with_hook(line: str, hook: str = "teammem-guard") -> str:
    return OURS.replace(f"- id: {hook}\n", f"- id: {hook}\n        {line}\n")


def test_the_manifest_is_valid_for_both_frameworks() -> None:
    subprocess.run([BIN / "prek", "validate-manifest", MANIFEST], check=True)
    hooks = {hook["id"]: hook for hook in load_manifest(str(MANIFEST))}
    assert {name: tuple(hook["stages"]) for name, hook in hooks.items()} == framework.STAGES


@pytest.mark.parametrize("name", framework.GUARDS)
def test_guards_cannot_be_narrowed_by_file_names(name: str) -> None:
    hooks = {hook["id"]: hook for hook in yaml.safe_load(MANIFEST.read_text())}
    hook = hooks[name]
    assert hook["always_run"] is True
    assert hook["require_serial"] is True
    assert hook["pass_filenames"] is (name == HOOK_FINAL)
    assert hook["language"] == "python"
    assert "no secrets" in hook["name"]


def test_commit_and_push_are_different_ids() -> None:
    """So that no single entry in SKIP silences both."""
    assert len(set(framework.GUARDS)) == 3


def test_a_new_configuration_is_valid_and_weakens_nothing(tmp_path: Path) -> None:
    found = config(tmp_path, OURS)
    load_config(str(found.path))
    subprocess.run([BIN / "prek", "validate-config", found.path], check=True)
    assert framework.narrowings(found) == []
    assert framework.lines_to_add(found) == []
    assert set(found.install_types()) == set(framework.HOOK_TYPES)


def test_lines_for_a_configuration_fit_its_list(tmp_path: Path) -> None:
    flush = "# mine\nrepos:\n- repo: meta\n  hooks:\n  - id: identity\n"
    lines = framework.lines_to_add(config(tmp_path, flush), "https://host/x", "v9")
    types, entry = lines[0], "".join(f"{line}\n" for line in lines[1:])
    joined = config(tmp_path, f"{types}\n{flush}{entry}")
    load_config(str(joined.path))
    assert framework.lines_to_add(joined) == []
    assert [repo["rev"] for repo, _ in joined.hooks()] == ["v9"] * 4
    assert framework.without_entry(f"{flush}{entry}") == flush


def test_hook_types_that_are_there_stay(tmp_path: Path) -> None:
    text = OURS.replace(f"[{', '.join(framework.HOOK_TYPES)}]", "[commit-msg, pre-push]")
    (line,) = framework.lines_to_add(config(tmp_path, text))
    assert yaml.safe_load(line)["default_install_hook_types"] == [
        "commit-msg",
        "pre-push",
        "pre-commit",
        "pre-merge-commit",
        "prepare-commit-msg",
    ]


def test_prek_toml(tmp_path: Path) -> None:
    found = config(
        tmp_path, '[[repos]]\nrepo = "meta"\nhooks = [{ id = "identity" }]\n', "prek.toml"
    )
    text = found.path.read_text()
    types, *entry = framework.lines_to_add(found)
    joined = config(tmp_path, "\n".join([types, text, *entry, ""]), "prek.toml")
    subprocess.run([BIN / "prek", "validate-config", joined.path], check=True)
    assert framework.lines_to_add(joined) == []
    assert framework.narrowings(joined) == []


def test_the_entry_comes_out_again() -> None:
    assert framework.without_entry(OURS) == ""
    commented = framework.without_entry(f"# team notes\n{OURS}")
    assert commented.startswith("# team notes\n")
    assert commented.endswith("repos: []\n")
    other = "  - repo: meta\n    hooks:\n      - id: identity # kept\n"
    rest = framework.without_entry(OURS + other)
    assert rest.endswith(f"repos:\n{other}")
    alone = framework.without_entry(f"{OURS}exclude: ^vendor/\n")
    assert "repos: []\n" in alone
    assert framework.without_entry("repos: []\n") == "repos: []\n"


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("stages: [manual]", "stages"),
        ("entry: 'true'", "entry"),
        ("language: fail", "language"),
        ("always_run: false", "always_run"),
        ("args: [--help]", "args"),
        ("pass_filenames: true", "pass_filenames"),
    ],
)
def test_overrides_that_weaken_a_guard_are_found(tmp_path: Path, line: str, key: str) -> None:
    assert framework.narrowings(config(tmp_path, with_hook(line))) == [
        f"teammem-guard: `{key}` is overridden"
    ]


@pytest.mark.parametrize(
    "text",
    [
        with_hook("exclude: .*"),
        with_hook("always_run: true"),
        with_hook("stages: [pre-commit, pre-merge-commit, manual, pre-push]"),
        with_hook("stages: [pre-commit]", "teammem-lint"),
        f"exclude: .*\ndefault_stages: [manual]\n{OURS}",
        f"ci: {{skip: [other]}}\n{OURS}",
    ],
)
def test_settings_that_weaken_nothing_are_not(tmp_path: Path, text: str) -> None:
    assert framework.narrowings(config(tmp_path, text)) == []


def test_an_old_rev_and_skips_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = config(tmp_path, framework.new_config(rev="v0.0.1"))
    assert f"teammem-guard: pinned to v0.0.1, this is {framework.default_rev()}" in (
        framework.narrowings(old)
    )
    skipped = config(tmp_path, f"ci: {{skip: [teammem-guard]}}\n{OURS}")
    monkeypatch.setenv("SKIP", "x,teammem-guard-push")
    monkeypatch.setenv("PREK_SKIP", "teammem-guard-final")
    assert framework.narrowings(skipped) == [
        "teammem-guard: skipped by ci.skip",
        "teammem-guard-push: skipped by SKIP in this shell",
        "teammem-guard-final: skipped by PREK_SKIP in this shell",
    ]


def test_local_hooks_have_to_say_what_the_manifest_would(tmp_path: Path) -> None:
    hook: dict[str, Any] = {"id": "teammem-guard", "name": "x", "language": "system", "entry": "x"}
    local = {"repos": [{"repo": "local", "hooks": [hook]}]}
    assert len(framework.narrowings(config(tmp_path, yaml.safe_dump(local)))) == 2
    hook |= {"always_run": True, "stages": list(framework.STAGES["teammem-guard"])}
    assert framework.narrowings(config(tmp_path, yaml.safe_dump(local))) == []


@pytest.mark.parametrize("text", ["{", "- a list\n", "", "repos: 3\n", "repos: [3, {hooks: 3}]\n"])
def test_what_is_no_configuration_has_no_hooks(tmp_path: Path, text: str) -> None:
    found = config(tmp_path, text)
    assert found.hooks() == []
    assert found.install_types() == ["pre-commit"]


def test_shims_are_told_apart() -> None:
    assert (
        framework.of_shim(b"#!/bin/sh\n# File generated by prek: https://github.com/j178/prek\n")
        == "prek"
    )
    assert (
        framework.of_shim(b"# File generated by pre-commit: https://pre-commit.com\n")
        == "pre-commit"
    )
    assert framework.of_shim(b"#!/bin/sh\n# see https://pre-commit.com\npre-commit run\n") == ""


def test_the_project_uses_its_own_hooks() -> None:
    found = framework.read(MANIFEST.parent)
    assert found is not None
    assert {hook["id"] for _, hook in found.hooks()} == {*framework.GUARDS}
    assert framework.narrowings(found) == []
    manifest = {hook["id"]: hook for hook in yaml.safe_load(MANIFEST.read_text())}
    for _, hook in found.hooks():
        assert hook["name"] == manifest[hook["id"]]["name"]
        assert hook["entry"] == f".venv/bin/{manifest[hook['id']]['entry']}"
