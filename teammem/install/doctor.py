"""`doctor`: layer by layer, which doors protect this clone, and what to do about the others."""

from __future__ import annotations

import os
import re
import shutil
import sys
from importlib import metadata
from pathlib import Path

from teammem import __version__, environ, exits, paths
from teammem.errors import GitError
from teammem.git.operation import READ
from teammem.git.repo import Repository
from teammem.git.run import DONE, run
from teammem.install import clone, condition, foreign, framework, shims
from teammem.install.check import MISSING, OK, WARNING, Check
from teammem.vocabulary import COMMAND, DISTRIBUTION, HOOK_COMMAND, ROOT_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_REPAIR = "git teammem init"

# What each hook keeps out, as people would name the door.
_DOORS = {
    "pre-commit": "commit",
    "pre-merge-commit": "merge",
    "prepare-commit-msg": "commit despite --no-verify, cherry-pick, rebase",
    "commit-msg": "commit message",
    "pre-push": "push",
    "post-merge": "word of what a pull brought",
    "post-rewrite": "word of what a rebase brought",
}


def exit_code(checks: Iterable[Check]) -> int:
    """Return 1 when something is missing, else 0; warnings do not count."""
    return exits.REFUSED if any(check.state == MISSING for check in checks) else exits.OK


def doctor(start: Path, *, clear_lock: bool = False) -> tuple[Check, ...]:
    """Look at a clone and change nothing, but for locks that nobody holds.

    Args:
        start: a directory in the work tree.
        clear_lock: remove those.

    Raises:
        NotARepository, GitError, UsageError: as `init`.
    """
    here = clone.find(start)
    config = framework.read(here.top)
    return (
        _git_version(here.repository),
        *_package(),
        *_roots(here.repository),
        *_hooks(here, config),
        *_interpreter(here),
        *_framework(here, config),
        *condition.checks(here.repository, clear=clear_lock),
        _ci(here.top),
        *_agents(here.top),
        Check(
            "server", "pre-receive", WARNING, "cannot be seen from a clone", "docs/guide/server.md"
        ),
    )


def _git_version(repository: Repository) -> Check:
    text = repository.line("version")
    try:
        repository.check_version()
    except GitError as error:
        return Check("git", "version", MISSING, error.message, error.hint)
    return Check("git", "version", OK, text)


def _package() -> Iterator[Check]:
    if _version(DISTRIBUTION) == __version__:
        yield Check("package", DISTRIBUTION, OK, f"{__version__} of {Path(__file__).parents[1]}")
    else:
        detail = f"the imported package is not {DISTRIBUTION}'s: {Path(__file__).parents[1]}"
        yield Check("package", DISTRIBUTION, MISSING, detail, f"pip install {DISTRIBUTION}")
    stranger = _version(COMMAND)
    if stranger:
        detail = (
            f"another project's distribution {COMMAND!r} ({stranger}) has the same package name"
        )
        remedy = f"pip uninstall {COMMAND}, then pip install --force-reinstall {DISTRIBUTION}"
        yield Check("package", COMMAND, MISSING, detail, remedy)
    command = shutil.which(COMMAND, path=environ.get("PATH"))
    if command and Path(command).parent != Path(sys.executable).parent:
        detail = f"`{COMMAND}` on PATH is {command}, not this installation's"
        yield Check("package", "PATH", WARNING, detail, "check whose it is: teammem --version")


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def _roots(repository: Repository) -> Iterator[Check]:
    tracked = _found(repository.read("ls-files", "-z"))
    if repository.commit("HEAD"):
        tracked |= _found(repository.read("ls-tree", "-r", "-z", "--name-only", "HEAD"))
    if tracked:
        shown = ", ".join(sorted(map(paths.show, tracked)))
        yield Check("roots", "team roots", OK, shown)
    else:
        detail = "no team root is tracked: nothing is guarded"
        remedy = f"git teammem init, then git add {ROOT_NAME} and commit"
        yield Check("roots", "team roots", MISSING, detail, remedy)
    others = ("ls-files", "-z", "--others", "--exclude-standard")
    for root in sorted(_found(repository.read(*others)) - tracked):
        yield Check(
            "roots", paths.show(root), WARNING, "not tracked: nobody else has it", "git add it"
        )
    for root in sorted(_found(repository.read(*others, "--ignored", "--directory")) - tracked):
        yield Check(
            "roots",
            paths.show(root),
            WARNING,
            "ignored by git: nobody else has it",
            "git check-ignore -v names the rule",
        )


def _found(listing: bytes) -> set[bytes]:
    return {root for path in listing.split(b"\0") for root in paths.roots(path)}


def _hooks(here: clone.Clone, config: framework.Config | None) -> Iterator[Check]:
    if here.placed == clone.OFF:
        detail = f"core.hooksPath = {here.hooks_path} switches every hook off"
        yield Check("hooks", "core.hooksPath", MISSING, detail, "git config --unset core.hooksPath")
        return
    if here.placed != clone.DEFAULT:
        yield Check("hooks", "core.hooksPath", OK, f"git runs the hooks in {here.hooks_path}")
    for name in shims.ROLES:
        yield _hook(here, name, config)


def _hook(here: clone.Clone, name: str, config: framework.Config | None) -> Check:
    path = shims.slot(here.hooks, name)
    whose = shims.kind(path)
    lacking = MISSING if name in shims.REFUSING else WARNING

    def check(state: str, detail: str, remedy: str = "") -> Check:
        return Check("hooks", name, state, f"{_DOORS[name]}: {detail}", remedy)

    if whose == shims.OURS:
        if not os.access(path, os.X_OK):
            return check(lacking, f"{path} is not executable", _REPAIR)
        if not (here.hooks / shims.SHARED_FILE).is_file():
            return check(lacking, f"{here.hooks / shims.SHARED_FILE} is gone", _REPAIR)
        if shims.read(path) != shims.source(name):
            return check(WARNING, f"{path} is another version's, or edited", _REPAIR)
        return check(OK, str(path))
    file = foreign.hook_file(here, name)
    if foreign.calls_us(file):
        return check(OK, f"{file} calls {HOOK_COMMAND}")
    remedy = _REPAIR if here.ours else f"add to {file}: {foreign.line(name)}"
    # Frameworks show a pre-push hook only the first of several refs, so there they are not enough.
    if name != "pre-push" and _covered(here, name, config):
        return check(WARNING, "only by the framework, which SKIP silences", remedy)
    if whose == shims.OTHER:
        return check(lacking, f"{path} does not call {HOOK_COMMAND}", remedy)
    return check(lacking, "no hook", remedy)


def _covered(here: clone.Clone, name: str, config: framework.Config | None) -> bool:
    if config is None or shims.kind(here.hooks / name) != shims.FRAMEWORK:
        return False
    weak = {found.partition(":")[0] for found in framework.narrowings(config)}
    return any(
        name in framework.STAGES[hook["id"]] and hook["id"] not in weak
        for _, hook in config.hooks()
        if hook["id"] in framework.GUARDS
    )


def _interpreter(here: clone.Clone) -> Iterator[Check]:
    shared = shims.read(here.hooks / shims.SHARED_FILE)
    if shared is None:
        return
    python = shims.interpreter_of(shared)
    if python and os.access(python, os.X_OK) and _runs(python):
        yield Check("hooks", "interpreter", OK, python)
        return
    command = shutil.which(HOOK_COMMAND, path=environ.get("PATH"))
    if command:
        state = WARNING if python else OK
        lost = f"{python} has no teammem; " if python else ""
        yield Check(
            "hooks", "interpreter", state, f"{lost}{command} is used", _REPAIR if python else ""
        )
    else:
        detail = f"{python or HOOK_COMMAND} is gone: hooks refuse whatever touches a team root"
        yield Check("hooks", "interpreter", MISSING, detail, _REPAIR)


def _runs(python: str) -> bool:
    probe = [python, "-I", "-c", "import teammem.gate"]
    return run(READ, probe, environ.for_user()).outcome == DONE


def _framework(here: clone.Clone, config: framework.Config | None) -> Iterator[Check]:
    if config is None:
        return
    name = config.path.name
    if config.data is None:
        yield Check("framework", name, WARNING, "does not parse", "pre-commit validate-config")
        return
    absent = [hook for hook in framework.GUARDS if hook not in {h["id"] for _, h in config.hooks()}]
    if absent:
        detail = f"has no {', '.join(absent)}"
        yield Check(
            "framework", name, WARNING, detail, "git teammem init --pre-commit shows the lines"
        )
    else:
        yield Check("framework", name, OK, "has the guard")
        for hook_type in framework.HOOK_TYPES:
            if shims.kind(here.hooks / hook_type) != shims.FRAMEWORK:
                yield Check(
                    "framework",
                    hook_type,
                    WARNING,
                    "the framework's hook is not installed",
                    f"pre-commit install -t {hook_type}, or prek",
                )
    for found in framework.narrowings(config):
        yield Check("framework", name, WARNING, found, "remove it, or update `rev`")


def _agents(top: Path) -> Iterator[Check]:
    from teammem.agents import settings_check

    return settings_check.checks(top)


def _ci(top: Path) -> Check:
    places = [
        top / ".gitlab-ci.yml",
        *top.glob(".github/workflows/*.y*ml"),
        *top.glob(".gitlab/*.yml"),
    ]
    calls = re.compile(
        rb"teammem guard (range|tree)|/ci/github@|\.gitlab/teammem\.yml|ci/gitlab/teammem\.yml"
    )
    for path in places:
        if calls.search(shims.read(path) or b""):
            return Check("ci", "recipe", OK, str(path.relative_to(top)))
    detail = "no recipe found: what skipped the hooks is judged nowhere"
    return Check("ci", "recipe", WARNING, detail, "git teammem init --ci github (or gitlab)")
