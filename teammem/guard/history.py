"""From commits to what has to be judged of them: blobs in team roots, fields, messages, tags."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from teammem import actor, paths
from teammem.git import changes, objects, ranges
from teammem.guard import agents
from teammem.guard.finding import Finding, Item, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from teammem.git.changes import Change
    from teammem.git.repo import Repository

# What git alone fills in of a commit's or tag's header, in its exact form. Everything else can be
# written by hand (`hash-object -t commit`), further header lines and a false date included.
_GITS_OWN = re.compile(
    rb"^(?:tree|parent|object) (?:[0-9a-f]{40}|[0-9a-f]{64})\n|(?<=>) \d+ [+-]\d{4}$", re.MULTILINE
)

# The armoured body of a signature as git stores it: random base64, in which any format turns up by
# chance. Only lines of that alphabet between a signature's own marks are passed over.
_SIGNATURE = re.compile(
    rb"(^[^\n]{0,20}-----BEGIN ((?:PGP|SSH) SIGNATURE|PGP MESSAGE|SIGNED MESSAGE)-----\n"
    rb"(?: ?[A-Za-z]{1,20}: [^\n]{0,100}\n)*)"
    rb"(?: ?[A-Za-z0-9+/=]{0,76}\n){1,400}"
    rb"(?= ?-----END \2-----)",
    re.MULTILINE,
)


class Material(NamedTuple):
    """What a set of commits brings into team roots.

    Attributes:
        items: blobs at their paths.
        texts: fields and messages.
        findings: what the rules for agents refuse.
    """

    items: tuple[Item, ...]
    texts: tuple[Text, ...]
    findings: tuple[Finding, ...]


def of_commits(repo: Repository, names: Iterable[str]) -> Material:
    """Return what the given commits bring; commits that touch no team root bring nothing.

    A merge that only carries other commits' files into its first parent's branch brings its header
    and message; the files are those commits' own.
    """
    wanted = list(names)
    by_commit: dict[str, list[Change]] = {}
    for change in ranges.walk(repo, wanted):
        if paths.in_root(change.path):
            by_commit.setdefault(change.commit, []).append(change)
    items = [
        Item(change.path, change.mode, change.oid, change.commit)
        for touched in by_commit.values()
        for change in touched
        if not change.deleted
    ]
    for change in ranges.brought(repo, wanted):
        if paths.in_root(change.path):
            by_commit.setdefault(change.commit, [])
    texts: list[Text] = []
    findings: list[Finding] = []
    for name, _, _, data in objects.contents(repo, by_commit):
        fields, message = _split(data)
        texts.append(Text("header fields", fields, name, name))
        texts.append(Text("commit message", message, name, name))
        who = actor.of_message(message.decode("utf-8", "replace").splitlines())
        findings += agents.refusals(by_commit[name], who)
    return Material(tuple(items), tuple(texts), tuple(findings))


def of_tree(repo: Repository, treeish: str, commit: str = "") -> tuple[Item, ...]:
    """Return everything that lies in team roots of one tree."""
    return tuple(
        Item(entry.path, entry.mode, entry.oid, commit)
        for entry in objects.tree(repo, treeish)
        if paths.in_root(entry.path)
    )


def has_root(repo: Repository, treeish: str) -> bool:
    """Tell whether a tree has a team root."""
    return any(paths.in_root(entry.path) for entry in objects.tree(repo, treeish))


class Pushed(NamedTuple):
    """What one pushed object finally names.

    Attributes:
        commit: the commit below all tags, "" where a blob or tree is.
        texts: messages of the tags on the way, and the blobs that are named without a commit.
        items: team-root entries of a tree that is named without a commit.
    """

    commit: str
    texts: tuple[Text, ...]
    items: tuple[Item, ...]


def of_object(repo: Repository, oid: str, ref: str) -> Pushed:
    """Follow an object that a ref names down to its commit, blob or tree.

    The messages of tags count where the commit below has a team root, and always where there is no
    commit. A blob is text; of a tree every file, link and name is searched, since it may be a team
    root itself.
    """
    tags: list[Text] = []
    while True:
        name, kind, _, data = next(objects.contents(repo, (oid,)))
        if kind != "tag":
            break
        fields, message = _split(data)
        tags.append(Text(f"header fields of tag {ref}", fields, name))
        # A tag's signature stands at the end of its message.
        tags.append(Text(f"message of tag {ref}", _SIGNATURE.sub(rb"\1", message), name))
        oid = data.split(b"\n", 1)[0].removeprefix(b"object ").decode("ascii", "replace")
    if kind == "commit":
        return Pushed(oid, tuple(tags) if tags and has_root(repo, oid) else (), ())
    if kind == "blob":
        return Pushed("", (*tags, Text(f"blob that {ref} names", data, oid)), ())
    entries = list(objects.tree(repo, oid))
    inside = tuple(
        Item(entry.path, entry.mode, entry.oid) for entry in entries if paths.in_root(entry.path)
    )
    rest = [entry for entry in entries if not paths.in_root(entry.path)]
    names = b"\n".join(entry.path for entry in rest)
    blobs = [entry.oid for entry in rest if entry.mode != changes.GITLINK]
    texts = [
        Text(f"names in the tree that {ref} names", names, oid),
        *(
            Text(f"blob in the tree that {ref} names", data, name)
            for name, _, _, data in objects.contents(repo, blobs)
        ),
    ]
    return Pushed("", (*tags, *texts), inside)


def of_notes(repo: Repository, names: Iterable[str], ref: str) -> tuple[Text, ...]:
    """Return the texts of git notes that the given commits of a notes ref bring.

    With the names that they lie under and the commits' own headers and messages: people see none of
    these, since git writes them.
    """
    commits = list(names)
    brought = [change for change in ranges.walk(repo, commits) if not change.deleted]
    texts = [Text(f"names of notes in {ref}", b"\n".join(change.path for change in brought))]
    blobs = [change.oid for change in brought if change.mode != changes.GITLINK]
    for name, _, _, data in objects.contents(repo, blobs):
        texts.append(Text(f"note in {ref}", data, name))
    for name, _, _, data in objects.contents(repo, commits):
        header, message = _split(data)
        texts.append(Text(f"header fields of notes in {ref}", header, name, name))
        texts.append(Text(f"commit message of notes in {ref}", message, name, name))
    return tuple(texts)


def _split(data: bytes) -> tuple[bytes, bytes]:
    """Split a commit or tag object into what of its header can hold text, and its message.

    Without object names, dates and the bodies of signatures, so that equal identities are judged
    once and chance is not judged at all.
    """
    head, _, message = data.partition(b"\n\n")
    return _GITS_OWN.sub(b"", _SIGNATURE.sub(rb"\1", head + b"\n")), message
