"""A repository's config may name programs; no sync runs any of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sync.team import MEMORY, Clones, memory

# key, value with {run} for a program that leaves a mark
KEYS = {
    "core.fsmonitor": "{run}",
    "core.hooksPath": "{hooks}",
    "core.pager": "{run}",
    "core.editor": "{run}",
    "sequence.editor": "{run}",
    "core.askPass": "{run}",
    "core.sshCommand": "{run}",
    "core.gitProxy": "{run}",
    "core.alternateRefsCommand": "{run}",
    "core.attributesFile": "{attributes}",
    "credential.helper": "!{run}",
    "credential.http://127.0.0.1.helper": "!{run}",
    "diff.external": "{run}",
    "diff.evil.textconv": "{run}",
    "diff.evil.command": "{run}",
    "merge.evil.driver": "{run}",
    "filter.evil.clean": "{run}",
    "filter.evil.smudge": "{run}",
    "filter.evil.process": "{run}",
    "filter.a=b.clean": "{run}",
    "gpg.program": "{run}",
    "gpg.ssh.program": "{run}",
    "commit.gpgSign": "true",
    "push.gpgSign": "true",
    "remote.origin.uploadpack": "{run}",
    "remote.origin.receivepack": "{run}",
    "remote.origin.vcs": "evil",
    "remote.origin.proxy": "http://127.0.0.1:1",
    "gc.auto": "1",
    "maintenance.auto": "true",
    "submodule.recurse": "true",
    "push.recurseSubmodules": "on-demand",
    "fetch.recurseSubmodules": "true",
    "push.followTags": "true",
    "remote.origin.tagOpt": "--tags",
    "remote.origin.mirror": "true",
    "remote.origin.push": "refs/*:refs/*",
    "push.default": "matching",
    "pull.rebase": "true",
    "rebase.autoStash": "true",
    "merge.ff": "false",
    "fetch.prune": "true",
    "core.worktree": "",
}


@pytest.mark.parametrize("key", KEYS)
def test_no_setting_of_the_repository_runs_or_widens_anything(tmp_path: Path, key: str) -> None:
    clones = Clones(tmp_path)
    ana = clones.ana
    mark = tmp_path / "mark"
    run = tmp_path / "run"
    run.write_text(f"#!/bin/sh\ntouch {mark}\nexec cat\n")
    run.chmod(0o755)
    (tmp_path / "git-remote-evil").symlink_to(run)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in (
        "reference-transaction",
        "post-index-change",
        "pre-push",
        "pre-commit",
        "post-merge",
    ):
        (hooks / name).symlink_to(run)
        (ana.path / ".git/hooks" / name).symlink_to(run)
    attributes = tmp_path / "attributes"
    attributes.write_text("*.md filter=evil diff=evil merge=evil\n")
    value = KEYS[key].format(run=run, hooks=hooks, attributes=attributes)
    if key == "core.attributesFile":
        ana.git("config", "filter.evil.clean", str(run))
    if value:
        ana.git("config", key, value)
    ana.write(".teammem/a.md", MEMORY)
    ana.git("tag", "local")
    ana.git("branch", "wip")
    env = {"PATH": f"{tmp_path}:{ana.env['PATH']}"}
    mark.unlink(missing_ok=True)  # the test's own commands ran the hooks
    done = ana.teammem("sync", env=env)
    clones.bo.write(".teammem/b.md", memory("b", "text"))
    clones.sync(clones.bo)
    done = ana.teammem("sync", env=env)
    assert not mark.exists(), done.text
    if key != "remote.origin.vcs":
        assert done.code == 0, done.text
        assert clones.has("a.md", MEMORY)
    refs = clones.remote.git("for-each-ref", "--format=%(refname)").splitlines()
    assert refs == ["refs/heads/main"]
    assert ana.git("rev-parse", "local", "wip")


def test_attributes_in_the_repository_run_no_driver(tmp_path: Path) -> None:
    clones = Clones(tmp_path)
    ana = clones.ana
    mark = tmp_path / "mark"
    ana.git("config", "filter.evil.clean", f"touch {mark}; cat")
    ana.git("config", "filter.evil.smudge", f"touch {mark}; cat")
    ana.git("config", "filter.evil.required", "true")
    ana.write(".gitattributes", "* filter=evil ident\n")
    ana.write(".teammem/a.md", MEMORY)
    ana.teammem("sync")
    ana.teammem("sync", "--receive-only")
    assert not mark.exists()


def test_variables_of_a_hook_are_not_taken_over(tmp_path: Path) -> None:
    clones = Clones(tmp_path)
    ana = clones.ana
    ana.write(".teammem/a.md", MEMORY)
    other = str(clones.bo.path / ".git")
    env = {"GIT_DIR": other, "GIT_INDEX_FILE": f"{other}/index", "GIT_OBJECT_DIRECTORY": "/none"}
    done = ana.run(
        "git", "-C", str(ana.path), "teammem", "sync", env={**env, "GIT_DIR": ""}, check=False
    )
    done = ana.teammem("sync", env={key: value for key, value in env.items() if key != "GIT_DIR"})
    assert done.code == 0, done.text
    assert clones.has("a.md", MEMORY)
    assert clones.bo.git("status", "--porcelain") == ""
