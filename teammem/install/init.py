"""`init`: the team root, the hooks of this clone, and what a team asks for besides."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from teammem.guard import finding as guard
from teammem.install import clone, edits, existing, foreign, scaffold, shims
from teammem.install.edits import Edit
from teammem.install.scaffold import Advice, Draft
from teammem.vocabulary import DISTRIBUTION

# Where uvx, `pipx run` and pre-commit keep the environments that they make by themselves.
_CACHES = frozenset({".cache", "archive-v0", "environments-v2"})


class Report(NamedTuple):
    """What `init` or `uninit` did, or with `dry_run` would do.

    Attributes:
        edits: changes of files, in order; none when all was in place.
        advice: lines that people have to add by hand.
        warnings: what stood in the way or will not work, one line each.
        to_commit: paths relative to the top directory that differ from HEAD.
        teammates: the line that sets up a teammate's clone; empty after `uninit`.
        scan: what the guard says of the roots' present content; None after `uninit`.
    """

    edits: tuple[Edit, ...]
    advice: tuple[Advice, ...]
    warnings: tuple[str, ...]
    to_commit: tuple[str, ...]
    teammates: str = scaffold.TEAMMATES
    scan: guard.Report | None = None


def init(
    start: Path,
    *,
    dry_run: bool = False,
    pre_commit: bool = False,
    repo: str = "",
    rev: str = "",
    owners: str = "",
    ci: str = "",
    strict: bool = False,
    agents_md: bool = False,
    hooks_path: bool = False,
    interpreter: str = "",
) -> Report:
    """Set up a repository and this clone of it; a second run changes nothing.

    Args:
        start: a directory in the work tree.
        dry_run: plan only.
        pre_commit: also the entry for pre-commit and prek, from `repo` at `rev`.
        repo: URL that stands in that entry and in the CI recipe; ours by default.
        rev: tag or commit there; this version's tag by default.
        owners: code owners of the team's rules, separated by blanks.
        ci: `github` or `gitlab`: also the recipe.
        strict: in that recipe, allow entries count only from the target branch.
        agents_md: also the block for coding agents.
        hooks_path: write hooks even into a `core.hooksPath` that others use too.
        interpreter: Python for the hooks; this one by default.

    Raises:
        NotARepository, GitError: git cannot tell.
        UsageError: a bare repository, or an argument that is none.
        Refusal: a path leads out of the work tree.
        ConfigError: a file cannot be written.
    """
    here = clone.find(start)
    draft = scaffold.root(here.top)
    if pre_commit:
        draft = draft.plus(scaffold.pre_commit(here.top, repo, rev))
    draft = draft.plus(scaffold.owners(here.top, owners))
    if ci:
        draft = draft.plus(scaffold.recipe(here.top, ci, strict=strict, repo=repo, rev=rev))
    if agents_md:
        draft = draft.plus(scaffold.agents(here.top))
    warnings = [f"{path} is ignored by git: nobody will get it" for path in _ignored(here, draft)]
    planned = list(draft.edits)
    advice = list(draft.advice)
    if here.placed == clone.OFF:
        warnings.append(f"core.hooksPath = {here.hooks_path} switches every hook off")
    elif here.ours or hooks_path:
        # Teammates share a tracked folder, and no other machine has this path.
        python = "" if here.placed == clone.TRACKED else interpreter or sys.executable
        if _CACHES.intersection(Path(python).parts):
            warnings.append(
                f"the hooks use {python}, which a cleaned cache takes away; "
                f"`uv tool install {DISTRIBUTION}` or `pipx install {DISTRIBUTION}` stays"
            )
        plan = shims.plan_install(here, python)
        planned += plan.edits
        warnings += plan.warnings
    else:
        advice += foreign.by_hand(here)
    if not dry_run:
        edits.apply(planned)
    return Report(
        tuple(planned),
        tuple(advice),
        tuple(warnings),
        uncommitted(here, draft, planned),
        scan=existing.judge(here),
    )


def uncommitted(here: clone.Clone, draft: Draft, planned: list[Edit]) -> tuple[str, ...]:
    """Return those of the draft's files that differ from HEAD now or after the planned edits."""
    if not draft.files:
        return ()
    specs = [f":(top,literal){path}" for path in draft.files]
    options = ("--porcelain=v1", "-z", "--untracked-files=all", "--no-renames")
    status = here.repository.read("status", *options, "--", *specs)
    changed = {record[3:] for record in status.split(b"\0") if record}
    touched = {edit.path for edit in planned}
    return tuple(
        path
        for path in dict.fromkeys(draft.files)
        if path.encode() in changed or here.top / path in touched
    )


def _ignored(here: clone.Clone, draft: Draft) -> list[str]:
    if not draft.files:
        return []
    return here.repository.maybe("check-ignore", "--", *draft.files).splitlines()
