"""The roles of `teammem-hook` once something has to be judged."""

from __future__ import annotations

import os
import sys

from teammem import actor, environ, exits, paths
from teammem.errors import UsageError
from teammem.gate import arrived, main
from teammem.git import changes
from teammem.git.repo import Repository
from teammem.guard import agents, policy, pushed, report
from teammem.guard import message as messages
from teammem.guard import staged as index_gate
from teammem.guard.finding import Report, merged, shown
from teammem.vocabulary import ACTOR_TRAILER

_FRAMEWORK = "PRE_COMMIT"  # pre-commit and prek both set it for the hooks they run


def staged(args: list[str]) -> int:
    """pre-commit and, with `--merge`, pre-merge-commit: judge the index."""
    return _show(index_gate.judge(Repository.of_hook(), merging="--merge" in args))


def final(args: list[str]) -> int:
    """prepare-commit-msg: judge the index once more, after all other hooks, and mark an agent.

    git runs this hook where `--no-verify` is given, and for merges, picks and rebases too.
    """
    repo = Repository.of_hook()
    name = args[0] if args else ""
    amending = main.amending(repo, args)
    raw = changes.staged(repo, index_gate.base_of(repo))
    if not raw and not amending:
        return exits.OK
    verdict = index_gate.judge(repo, raw=raw, amending=amending)
    if not _touched(repo, raw, amending=amending):
        return _show(verdict)
    if name:
        verdict = merged(verdict.scope, verdict, messages.judge(repo, _read(name)))
    code = _show(verdict)
    if code == exits.OK:
        _mark_agent(repo, name, amending=amending)
        _tell_bases(repo, raw)
    return code


def _tell_bases(repo: Repository, raw: bytes) -> None:
    """Say which files of the commit `edit` made from the destination's text; refuses nothing."""
    from contextlib import suppress

    from teammem.errors import TeammemError
    from teammem.roots import bases

    with suppress(TeammemError, OSError):
        records = bases.live(repo)
        for change in changes.parse(raw):
            if change.path in records and not change.deleted:
                main.say(
                    f"teammem: {shown(change.path)} was made from the destination's text: "
                    "committing it here will conflict with the destination"
                )
                main.say("    teammem sync publishes it instead")


def _touched(repo: Repository, raw: bytes, *, amending: bool) -> bool:
    if amending:
        raw += _amended(repo)
    return any(paths.in_root(change.path) for change in changes.parse(raw))


def _amended(repo: Repository) -> bytes:
    """Return what a commit in HEAD's place changes, in raw form."""
    return changes.staged(repo, repo.commit("HEAD^") or index_gate.nothing(repo))


def _mark_agent(repo: Repository, name: str, *, amending: bool) -> None:
    """Add the actor trailer to an agent's own commit; picks and rebases carry other people's.

    So does an amended commit with what only people change: marked, no push would take it.
    """
    who = actor.current()
    if not who.is_agent or index_gate.under_way(repo):
        return
    if amending and agents.refusals(changes.parse(_amended(repo)), who):
        return
    if not name:
        main.say(
            "teammem: no message file was passed, so this agent's commit gets no actor trailer"
        )
        return
    repo.read(
        "interpret-trailers",
        "--in-place",
        "--if-exists=replace",
        f"--trailer={ACTOR_TRAILER}: {who}",
        "--",
        name,
    )


def message(args: list[str]) -> int:
    """commit-msg: judge what git will store, where the commit touches a team root."""
    if not args:
        raise UsageError("message: the message file is missing", "teammem-hook message FILE")
    repo = Repository.of_hook()
    raw = changes.staged(repo, index_gate.base_of(repo))
    # git tells this hook nothing of `--amend`; the author date does (`main.amending`).
    if not _touched(repo, raw, amending=main.amending(repo, [])):
        return exits.OK
    return _show(messages.judge(repo, _read(args[0])))


def push(args: list[str]) -> int:
    """pre-push: judge every commit that the remote does not have."""
    remote, url = (*args, "", "")[:2]
    framework = bool(environ.get(_FRAMEWORK))
    return _show(pushed.push(Repository.of_hook(), _stdin(), remote, url, framework=framework))


def receive(args: list[str]) -> int:
    """pre-receive: judge what the server is about to take."""
    allow_from = ""
    if args:
        if args[0] != "--allow-from" or len(args) != 2:
            raise UsageError("receive takes only --allow-from REF", "teammem-hook receive")
        allow_from = args[1]
    return _show(pushed.receive(Repository.of_hook(), _stdin(), allow_from))


def tree(args: list[str]) -> int:
    """Judge all team roots of a commit, HEAD by default."""
    from teammem.guard import whole

    return _show(whole.judge(Repository.of_hook(), args[0] if args else "HEAD"))


def lint(args: list[str]) -> int:
    """Report memories and records of the work tree that teammem could not read."""
    found = [
        f"{shown(os.fsencode(name))}:{line}: {policy.RULES[rule]} [{rule}]"
        for name in args
        if paths.in_root(os.fsencode(name)) and not os.path.islink(name)  # noqa: PTH114
        for rule, line in [_form(name)]
        if rule
    ]
    for row in found:
        main.say(row)
    return exits.REFUSED if found else exits.OK


def _form(name: str) -> tuple[str, int]:
    data = _read(name)
    rule = policy.of_content(len(data), data)
    return (rule, 1) if rule else policy.of_record(os.fsencode(name), data)


def _read(name: str) -> bytes:
    with open(name, "rb") as file:  # noqa: PTH123
        return file.read()


def _stdin() -> bytes:
    return b"" if sys.stdin is None or os.isatty(0) else sys.stdin.buffer.read()


ROLES = {
    "staged": staged,
    "final": final,
    "message": message,
    "push": push,
    "receive": receive,
    "tree": tree,
    "lint": lint,
    "changed": arrived.changed,
}


def _show(verdict: Report) -> int:
    text = report.text(verdict)
    if text:
        main.say(text.rstrip("\n"))
    return verdict.exit_code
