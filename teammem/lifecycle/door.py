"""What every text has to pass on its way in: tombstones, pins, the guard.

Nothing is written before all of it has passed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from teammem.errors import Refusal
from teammem.lifecycle.workspace import Workspace
from teammem.memory import document, tombstone
from teammem.memory.entry import Entry
from teammem.memory.pinned import forbidden
from teammem.roots.find import Root
from teammem.roots.scan import Stone
from teammem.vocabulary import TIER_TEAM, TYPE_USER


class Passed(NamedTuple):
    """What to tell about a text that may be written.

    Attributes:
        notices: lines for people.
        resembles: whether it resembles something forgotten.
    """

    notices: tuple[str, ...] = ()
    resembles: bool = False


def check_text(work: Workspace, entry: Entry, stones: Iterable[Stone] | None = None) -> Passed:
    """Compare a memory's text with what was forgotten.

    Raises:
        Refusal: the id or the text itself was forgotten.
    """
    buried = [one.stone for one in (work.stones() if stones is None else stones)]
    subject = tombstone.subject(entry.body, entry.description)
    stone = tombstone.refusing(buried, entry.id, subject)
    if stone is not None:
        raise Refusal(
            f"this was forgotten on {stone.at[:10]} by {stone.by or 'somebody'} ({stone.id})",
            f"`teammem revive {stone.id}` takes that back",
            "forgotten",
        )
    alike = tombstone.resembling(buried, subject)
    notices = tuple(f"resembles something forgotten on {one.at[:10]} ({one.id})" for one in alike)
    return Passed(notices, bool(alike))


def check_file(root: Root, path: str, data: bytes) -> None:
    """Refuse what may not lie in a root: more than 1 MiB, no text; in the team tier, secrets.

    Raises:
        Refusal: names rules and lines, never a value.
    """
    try:
        document.decode(data)
    except document.Invalid as error:
        raise Refusal(str(error), "a memory is UTF-8 text up to 1 MiB", "not-a-memory") from None
    if root.private:
        return
    from teammem.guard import anywhere

    report = anywhere.text(data, root.prefix + b"/" + os.fsencode(path))
    if report.errors:
        first = report.errors[0]
        places = ", ".join(f"{one.rule} (line {one.line})" for one in report.errors[:5])
        raise Refusal(f"the guard refuses it: {places}", first.advice, "secret-found")


def check_actor(work: Workspace, root: Root, path: str, change: str) -> None:
    """Refuse what agents may not do: pinned and excused files, and tiers that are not theirs.

    Raises:
        Refusal: with the setting that decides.
    """
    if not work.actor.is_agent:
        return
    reason = forbidden(path, change)
    if reason:
        raise Refusal(reason, "ask a person to do it", "waits-for-person")
    allowed = work.config["agents.write"]
    if allowed == "off":
        raise Refusal("agents write nothing here", "agents.write: private allows it", "agents-off")
    if not root.private and allowed != TIER_TEAM:
        raise Refusal(
            "agents do not write in the team tier here",
            "use --tier project; agents.write: team allows it",
            "waits-for-person",
        )


def check_person(work: Workspace, what: str) -> None:
    """Refuse an act that only people do.

    Raises:
        Refusal: an agent is acting.
    """
    if work.actor.is_agent:
        raise Refusal(f"only people {what}", "ask a person to do it", "waits-for-person")


def check_type(root: Root, kind: str) -> None:
    """Refuse a memory about the user in the team tier.

    Raises:
        Refusal: always for that pair.
    """
    if root.tier == TIER_TEAM and kind == TYPE_USER:
        raise Refusal(
            "a memory of type user does not belong in the team tier",
            "use --tier user, or another type",
            "type-user",
        )


def check_qwen(root: Root) -> None:
    """Refuse to add to Qwen Code's folder: there only named memories are edited or forgotten.

    Raises:
        Refusal: the root is Qwen Code's.
    """
    if root.is_qwen:
        raise Refusal(
            "teammem adds nothing to .qwen/team-memory",
            "`teammem init` makes a root of your own",
            "qwen-root",
        )
