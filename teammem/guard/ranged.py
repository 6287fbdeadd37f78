"""Judging a range in CI: what a branch, pull request, merge queue entry or tag brings.

The range comes from the variables of the CI system, which whoever pushes can influence. So a base
that a variable names counts only where it is an ancestor of the target as it was fetched, and where
nothing can be trusted the whole history is judged. A variable can widen the range, never narrow it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from teammem import environ
from teammem.errors import GitError, UsageError
from teammem.git import index, ranges, refs
from teammem.guard import history
from teammem.guard.allowances import Allowances
from teammem.guard.finding import Item, Report, merged
from teammem.guard.judge import Judge

if TYPE_CHECKING:
    from teammem.git.repo import Repository

_SHALLOW = (
    "this clone is shallow: its oldest commits were judged as if history began there; fetch the "
    "whole history (GitHub: `fetch-depth: 0`, GitLab: `GIT_DEPTH: 0`)"
)


class Asked(NamedTuple):
    """What CI asks to be judged.

    Attributes:
        head: revision whose history is judged.
        target: the fetched ref of the branch that it goes to, "" where none is known.
        base: commit before the push, as a variable tells it; "" = unknown.
        on_default: the head is the default branch itself.
        whole: judge all of history (schedule, manual run).
        tag: full name of the tag that is built, "" otherwise.
        origin: where this was read, for people.
    """

    head: str
    target: str = ""
    base: str = ""
    on_default: bool = False
    whole: bool = False
    tag: str = ""
    origin: str = "this clone"


def from_environment(repo: Repository) -> Asked:
    """Return what the CI system's variables ask for.

    Without any, it is what HEAD has that the remote's default branch lacks.
    """
    env = environ.snapshot()
    if env.get("GITHUB_ACTIONS") == "true":
        return _github(repo, env)
    if env.get("GITLAB_CI") == "true":
        return _gitlab(repo, env)
    target = _target(repo, "")
    return Asked("HEAD", target)


def _target(repo: Repository, branch: str) -> str:
    """Return the fetched ref of a branch of the first remote, or of its default branch."""
    remotes = refs.remotes(repo)
    remote = "origin" if "origin" in remotes or not remotes else remotes[0]
    if not branch:
        return refs.remote_default(repo, remote)
    ref = f"refs/remotes/{remote}/{branch}"
    return ref if repo.commit(ref) else ""


def _github(repo: Repository, env: dict[str, str]) -> Asked:
    """Read GitHub's default variables and event payload (docs: "Variables", "Webhook events")."""
    event = _payload(env.get("GITHUB_EVENT_PATH", ""))
    name = env.get("GITHUB_EVENT_NAME", "")
    default = _text(event, "repository", "default_branch")
    ref = env.get("GITHUB_REF", "")
    origin = f"GitHub, {name or 'unknown event'}"
    if name.startswith("pull_request"):
        return Asked("HEAD", _target(repo, env.get("GITHUB_BASE_REF", "")), origin=origin)
    if name == "merge_group":
        branch = _text(event, "merge_group", "base_ref").removeprefix("refs/heads/")
        return Asked("HEAD", _target(repo, branch or default), origin=origin)
    if name in ("schedule", "workflow_dispatch"):
        return Asked("HEAD", whole=True, origin=origin)
    if ref.startswith("refs/tags/"):
        return Asked("HEAD", _target(repo, default), tag=ref, origin=origin)
    if default and ref == f"refs/heads/{default}":
        before = _text(event, "before")
        return Asked("HEAD", _target(repo, default), before, on_default=True, origin=origin)
    return Asked("HEAD", _target(repo, default), origin=origin)


def _gitlab(repo: Repository, env: dict[str, str]) -> Asked:
    """Read GitLab's predefined variables (docs: "Predefined CI/CD variables reference")."""
    source = env.get("CI_PIPELINE_SOURCE", "")
    default = env.get("CI_DEFAULT_BRANCH", "")
    origin = f"GitLab, {source or 'unknown source'}"
    if source == "merge_request_event":
        branch = env.get("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "")
        return Asked("HEAD", _target(repo, branch or default), origin=origin)
    if source in ("schedule", "web"):
        return Asked("HEAD", whole=True, origin=origin)
    if env.get("CI_COMMIT_TAG"):
        tag = f"refs/tags/{env['CI_COMMIT_TAG']}"
        return Asked("HEAD", _target(repo, default), tag=tag, origin=origin)
    if default and env.get("CI_COMMIT_BRANCH") == default:
        before = env.get("CI_COMMIT_BEFORE_SHA", "")
        return Asked("HEAD", _target(repo, default), before, on_default=True, origin=origin)
    return Asked("HEAD", _target(repo, default), origin=origin)


def _payload(path: str) -> Any:
    if not path:
        return {}
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123
            return json.load(file)
    except (OSError, ValueError):
        return {}  # nothing is trusted then: the range only gets wider


def _text(event: Any, *keys: str) -> str:
    for key in keys:
        event = event.get(key) if isinstance(event, dict) else None
    return event if isinstance(event, str) else ""


def explicit(repo: Repository, text: str) -> Asked:
    """Return what a person asks for: `BASE..HEAD`, or one revision for its whole history.

    Raises:
        UsageError: a revision does not exist here.
    """
    base, dots, head = text.partition("..")
    head = head.removeprefix(".") or "HEAD"
    if not dots:
        base, head = "", text
    for revision in (base, head):
        if revision and not repo.commit(revision):
            raise UsageError(f"no commit is called {revision!r} here", "name one: BASE..HEAD")
    return Asked(head, base, whole=not base, origin="command line")


def judge(repo: Repository, asked: Asked, allow_from: str = "") -> Report:
    """Judge the range.

    Args:
        repo: the repository.
        asked: what to judge.
        allow_from: ref whose allow entries count instead of the head's own (strict CI).

    Raises:
        GitError: there is no commit to judge.
        UsageError: `allow_from` does not exist here.
    """
    repo.check_version()
    head = repo.commit(asked.head)
    if not head:
        raise GitError(f"no commit is called {asked.head!r} here", "check out a commit first")
    if allow_from and not repo.commit(allow_from):
        raise UsageError(f"--allow-from: no commit is called {allow_from!r} here", "fetch it first")
    known, scope = _known(repo, asked, head)
    new = ranges.commits(repo, (head,), known)
    material = history.of_commits(repo, new)
    items: list[Item] = list(material.items)
    if asked.on_default or asked.whole or not known:
        items += history.of_tree(repo, head, head)
    texts = material.texts
    if asked.tag and (oid := repo.maybe("rev-parse", "--verify", "--quiet", asked.tag)):
        texts += history.of_object(repo, oid, asked.tag).texts
    # On the default branch the fetched target already has what was just pushed: only what stood
    # there before the push counts as existing, and nothing where that is unknown.
    if asked.on_default:
        existing = known[0] if known else ""
    else:
        existing = asked.target or refs.remote_default(repo, "origin")
    trusted = allow_from or existing
    report = Judge(repo, Allowances(repo, (allow_from or head,), (trusted,))).report(
        f"{len(new)} commits ({asked.origin}: {scope})",
        items,
        texts,
        index.filtered_in(repo, head, [item.path for item in items]),
        (_SHALLOW,) if repo.is_shallow else (),
    )
    return merged(report.scope, report, Report("", material.findings))


def _known(repo: Repository, asked: Asked, head: str) -> tuple[list[str], str]:
    """Return the commits whose history is taken as judged before, and the range in words."""
    if asked.whole:
        return [], "whole history"
    target = repo.commit(asked.target) if asked.target else ""
    if not target:
        return [], "whole history, since the target branch is not fetched"
    if not asked.on_default:
        return [target], f"what {asked.target.removeprefix('refs/remotes/')} lacks"
    # A full name, as both systems give it, and not the head itself: a push brings something.
    base = asked.base
    if repo.commit(base) != base or base in ("", head):
        return [], "whole history, since the state before the push is unknown"
    if repo.git("merge-base", "--is-ancestor", base, target).code != 0:
        return [], "whole history, since it was rewritten"
    return [base], f"{base[:10]}..{head[:10]}"
