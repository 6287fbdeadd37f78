"""Every way around a door that we know, and who catches it: data for the tests and the document.

A row's function performs the way in a `Case`; rows without one are documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.integration.case import NO_HOOKS, Case
from tests.support.sandbox import Sandbox

ALL = "CPUIS"


@dataclass(frozen=True, slots=True)
class Row:
    """One way.

    Attributes:
        number: as in docs/bypasses.md; rows of one kind share the number and differ in a letter.
        way: what somebody does.
        caught: letters of the layers that refuse it.
        how: performs it; None where no local case exists.
        note: what a reader should know besides.
        frameworks: also tested over the legacy slot, pre-commit and prek.
        missed_by_frameworks: layers that catch it natively but not as hooks of pre-commit or prek.
    """

    number: str
    way: str
    caught: str
    how: Callable[[Case], None] | None = None
    note: str = ""
    frameworks: bool = False
    missed_by_frameworks: str = ""


def _no_verify(case: Case) -> None:
    case.add()
    case.git("commit", "-q", "--no-verify", "-m", "x")
    case.push()


def _merge_no_verify(case: Case) -> None:
    side = case.made()
    case.work.commit({"src/b.py": "b = 1\n"}, "main goes on")
    # The way in is the merge commit itself, so the text is changed while merging.
    case.git("merge", "-q", "--no-commit", "--no-ff", side)
    case.add(".teammem/try.md", case.text + "\nmerged\n")
    case.git("commit", "-q", "--no-verify", "-m", "merge")
    case.git("reset", "-q", "--soft", "HEAD^1")  # drop the side that was made by plumbing
    case.git("commit", "-q", "--no-verify", "-m", "squashed")
    case.push()


def _cherry_pick(case: Case) -> None:
    side = case.made()
    case.work.commit({"src/b.py": "b = 1\n"}, "so that the pick is no fast-forward")
    case.git("cherry-pick", side)
    case.push()


def _revert(case: Case) -> None:
    case.git("update-ref", "refs/heads/aside", case.made())
    case.git("checkout", "-q", "aside")
    case.git("rm", "-q", ".teammem/try.md")
    case.git(*NO_HOOKS, "commit", "-q", "-m", "remove")
    case.git("tag", "removal")
    case.git("checkout", "-q", "--orphan", "fresh", "main")
    case.git(*NO_HOOKS, "commit", "-q", "-m", "fresh")
    case.git("revert", "--no-edit", "removal")
    case.push("origin", "HEAD:refs/heads/fresh")
    case.ref = "refs/heads/fresh"


def _rebase(case: Case) -> None:
    case.git("update-ref", "refs/heads/aside", case.made())
    case.work.commit({"src/b.py": "b = 1\n"}, "main goes on")
    case.git("push", "-q", "--no-verify", "origin", "main")
    case.before = case.work.git("rev-parse", "HEAD")
    case.git("rebase", "-q", "main", "aside")
    case.git("rebase", "--abort")
    if case.git("rev-parse", "aside^") == case.before:
        case.push("origin", "aside:refs/heads/main")


def _am(case: Case) -> None:
    patch = case.git("format-patch", "-1", "--stdout", case.made())
    case.git("am", "-q", stdin=patch + "\n")
    case.push()


def _rebase_apply(case: Case) -> None:
    case.git("update-ref", "refs/heads/aside", case.made())
    case.work.commit({"src/b.py": "b = 1\n"}, "main goes on")
    case.git("rebase", "-q", "--apply", "main", "aside")
    case.push("origin", "aside:refs/heads/main")


def _cherry_pick_ff(case: Case) -> None:
    case.git("cherry-pick", "--ff", case.made())
    case.push()


def _plumbing(case: Case) -> None:
    case.git("update-ref", "refs/heads/main", case.made())
    case.push()


def _fast_import(case: Case) -> None:
    text = case.text
    stream = (
        "commit refs/heads/imported\ncommitter A <a@example.org> 1767225600 +0000\n"
        f"data 1\nx\nfrom {case.before}\nM 100644 inline .teammem/try.md\n"
        f"data {len(text.encode())}\n{text}\n"
    )
    case.git("fast-import", "--quiet", stdin=stream)
    case.push("origin", "imported:refs/heads/main")


def _fork(case: Case) -> None:
    fork = case.server.clone(case.folder / "fork")
    fork.commit({".teammem/try.md": case.text}, "in a fork")
    case.git("pull", "-q", "--ff-only", str(fork.path), "main")
    case.push()


def _no_hooks(case: Case) -> None:
    case.add()
    case.git(*NO_HOOKS, "commit", "-q", "-m", "x")
    case.git(*NO_HOOKS, "push", "-q", "origin", "main")


def _skip(case: Case) -> None:
    skip = dict.fromkeys(
        ("SKIP", "PREK_SKIP"), "teammem-guard,teammem-guard-final,teammem-guard-push"
    )
    case.add()
    case.git("commit", "-q", "-m", "x", env=skip)
    case.git("push", "-q", "origin", "main", env=skip)


def _later_hook(case: Case) -> None:
    hook = case.work.path / ".git/hooks/pre-commit"
    before = hook.read_text().replace("exec ", "") if hook.exists() else "#!/bin/sh\n"
    case.work.write("../staged-later", case.text)
    hook.write_text(f"{before}cp ../staged-later .teammem/try.md && git add .teammem/try.md\n")
    hook.chmod(0o755)
    case.add("src/b.py", "b = 1\n")
    case.git("commit", "-q", "-m", "x")
    case.push()


def _flagged(flag: str) -> Callable[[Case], None]:
    def how(case: Case) -> None:
        case.add(".teammem/first.md")
        case.git("update-index", flag, ".teammem/first.md")
        case.work.write(".teammem/first.md", "# First\n\nplain\n")
        case.git("commit", "-q", "-m", "x")
        case.push()

    return how


def _commit_all(case: Case) -> None:
    case.work.write(".teammem/first.md", case.text)
    case.git("commit", "-q", "-a", "-m", "x")
    case.push()


def _commit_path(case: Case) -> None:
    case.work.write(".teammem/first.md", case.text)
    case.git("commit", "-q", "-m", "x", "--", ".teammem/first.md")
    case.push()


def _other_index(case: Case) -> None:
    other = {"GIT_INDEX_FILE": ".git/other-index"}
    case.git("read-tree", "HEAD", env=other)
    case.work.write(".teammem/try.md", case.text)
    case.git("add", "-A", env=other)
    case.git("commit", "-q", "-m", "x", env=other)
    case.push()


def _added_and_removed(case: Case) -> None:
    with_it = case.made()
    tree = case.git("rev-parse", f"{case.before}^{{tree}}")
    without = case.git("commit-tree", "-p", with_it, "-m", "removed again", tree)
    case.git("update-ref", "refs/heads/main", without)
    case.push()


def _evil_merge(case: Case) -> None:
    side = case.made("src/c.py", "c = 1\n")
    case.git(*NO_HOOKS, "commit", "-q", "--allow-empty", "-m", "main goes on")
    case.git("merge", "-q", "--no-commit", "--no-ff", side)
    case.add()
    case.git("commit", "-q", "-m", "merge")
    case.push()


def _side_branch(case: Case) -> None:
    first = case.made()
    tree = case.git("rev-parse", f"{case.before}^{{tree}}")
    ends = case.git("commit-tree", "-p", first, "-m", "removed again", tree)
    merge = case.git("commit-tree", "-p", case.before, "-p", ends, "-m", "merge", tree)
    case.git("update-ref", "refs/heads/main", merge)
    case.push()


def _two_refs(case: Case) -> None:
    case.git("branch", "clean", case.made("src/c.py", "c = 1\n"))
    case.git("branch", "second", case.made())
    case.push("origin", "clean", "second")
    case.ref = "refs/heads/second"


def _mirror(case: Case) -> None:
    case.git("branch", "second", case.made())
    case.push("--mirror", "origin")
    case.ref = "refs/heads/second"


def _not_checked_out(case: Case) -> None:
    case.git("branch", "topic", case.made())
    case.push("origin", "topic")
    case.ref = "refs/heads/topic"


def _tag_message(case: Case) -> None:
    case.git("tag", "-a", "v1", "-m", f"log in with {case.token}")
    case.push("origin", "v1")
    case.ref = "refs/tags/v1"


def _tag_of_blob(case: Case) -> None:
    case.git("tag", "blob", case.git("hash-object", "-w", "--stdin", stdin=case.text))
    case.push("origin", "refs/tags/blob")
    case.ref = "refs/tags/blob"


def _tag_of_tree(case: Case) -> None:
    case.git("tag", "tree", case.git("rev-parse", f"{case.made()}:.teammem"))
    case.push("origin", "refs/tags/tree")
    case.ref = "refs/tags/tree"


def _notes(case: Case) -> None:
    case.git("notes", "add", "-m", f"log in with {case.token}")
    case.push("origin", "refs/notes/commits")
    case.ref = "refs/notes/commits"


def _message(case: Case) -> None:
    case.add(".teammem/try.md", "clean\n")
    case.git("commit", "-q", "-m", f"log in with {case.token}")
    case.push()


def _author(case: Case) -> None:
    case.add(".teammem/try.md", "clean\n")
    case.git("commit", "-q", "-m", "x", f"--author={case.token} <a@example.org>")
    case.push()


def _file_name(case: Case) -> None:
    case.add(f".teammem/{case.token}.md", "clean\n")
    case.git("commit", "-q", "-m", "x")
    case.push()


def _push_no_verify(case: Case) -> None:
    case.git("update-ref", "refs/heads/main", case.made())
    case.push("--no-verify", "origin", "main")


def _bytes(bad: bytes, name: str = ".teammem/try.md") -> Callable[[Case], None]:
    """A way whose content is refused for its form; the twin is plain text."""

    def how(case: Case) -> None:
        case.token = "marked"
        case.add(name, bad if case.secret else b"marked plain\n")
        case.git("commit", "-q", "-m", "x")
        case.push()

    return how


def _entry(mode: str, name: str) -> Callable[[Case], None]:
    """A way that puts an entry of another mode into the index."""

    def how(case: Case) -> None:
        case.path = name
        blob = case.git("hash-object", "-w", "--stdin", stdin="../elsewhere")
        oid = case.before if mode == "160000" else blob
        kind = mode if case.secret else "100644"
        case.git(
            "update-index", "--add", "--cacheinfo", f"{kind},{oid if case.secret else blob},{name}"
        )
        case.git("commit", "-q", "-m", "x")
        case.push()
        if mode == "160000":  # rev-list names no gitlinks, so the tree is asked
            case.path = ""
            case.token = "marked" if "marked" in name else name.rpartition("/")[2]

    return how


def _root_entry(mode: str) -> Callable[[Case], None]:
    def how(case: Case) -> None:
        name = "marked/.teammem" if case.secret else "marked/teammem"
        _entry(mode, name)(case)

    return how


def _submodule_ignored(case: Case) -> None:
    case.work.write(
        ".gitmodules",
        '[submodule "x"]\n\tpath = .teammem/nested\n\turl = ../server\n\tignore = all\n',
    )
    case.git("add", ".gitmodules")
    _entry("160000", ".teammem/nested")(case)


def _pragma(case: Case) -> None:
    case.add(text=case.text.replace(case.token, f"{case.token}  # pragma: allowlist secret"))
    case.git("commit", "-q", "-m", "x")
    case.push()


def _renamed(case: Case) -> None:
    case.work.commit({"docs/try.md": case.text}, "outside the root")
    case.git("push", "-q", "--no-verify", "origin", "main")
    case.before = case.git("rev-parse", "HEAD")
    case.path = ".teammem/moved.md"
    case.git("mv", "docs/try.md", ".teammem/moved.md")
    case.git("commit", "-q", "-m", "x")
    case.push()


def _spelled(name: str) -> Callable[[Case], None]:
    def how(case: Case) -> None:
        case.add(name)
        case.git("commit", "-q", "-m", "x")
        case.push()

    return how


def _purged(case: Case) -> None:
    case.git("update-ref", "refs/heads/main", case.made())
    case.git("push", "-q", "--no-verify", "origin", "main")
    case.server.git("update-ref", "refs/heads/main", case.before)
    case.server.git("reflog", "expire", "--expire=now", "--all")
    case.server.git("gc", "-q", "--prune=now")
    case.push("origin", "main")


def _push_url(case: Case) -> None:
    other = Sandbox.create(case.folder / "other", case.work.env, bare=True)
    case.git("remote", "set-url", "--push", "origin", str(other.path))
    case.git("update-ref", "refs/remotes/origin/main", case.made())
    case.git("update-ref", "refs/heads/main", "refs/remotes/origin/main")
    case.target = other
    case.push("origin", "main")


def _variable(name: str, value: str) -> Callable[[Case], None]:
    def how(case: Case) -> None:
        case.work.env[name] = value
        case.add()
        case.git("commit", "-q", "-m", "x")
        case.push()

    return how


def _sitecustomize(case: Case) -> None:
    folder = case.folder / "evil"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text("import os\nos._exit(0)\n")
    _variable("PYTHONPATH", str(folder))(case)
    del case.work.env["PYTHONPATH"]


def _filter(case: Case) -> None:
    case.token = "marked"
    driver = "crypt" if case.secret else "none"
    case.work.write(
        ".gitattributes", f".teammem/*.md filter={driver}\n" if case.secret else "*.md text\n"
    )
    case.git("config", "filter.crypt.clean", "cat")
    case.add(".teammem/try.md", "marked plain\n")
    case.git("commit", "-q", "-m", "x")
    case.push()


_HUGE = b"marked " + b"plain words in many lines\n" * 50_000

ROWS = (
    Row("1a", "`commit --no-verify`", "PUIS", _no_verify, frameworks=True),
    Row("1b", "`commit --no-verify` in a merge", "PUIS", _merge_no_verify, frameworks=True),
    Row("2a", "clean `cherry-pick`", "PUIS", _cherry_pick, frameworks=True),
    Row("2b", "clean `revert` of a removal", "PUIS", _revert, frameworks=True),
    Row("2c", "`rebase`, each pick", "PUIS", _rebase, frameworks=True),
    Row("3a", "`am`", "UIS", _am, frameworks=True),
    Row("3b", "`rebase --apply`", "UIS", _rebase_apply, frameworks=True),
    Row("3c", "`cherry-pick --ff`", "UIS", _cherry_pick_ff, frameworks=True),
    Row(
        "4a",
        "`commit-tree` and `update-ref`; tools that run no hooks",
        "UIS",
        _plumbing,
        frameworks=True,
    ),
    Row("4b", "`fast-import`", "UIS", _fast_import, frameworks=True),
    Row("5", "fast-forward from a fork, then push", "UIS", _fork),
    Row(
        "6",
        "hooks never installed, switched off (`core.hooksPath`), or without the x bit",
        "IS",
        _no_hooks,
        "`doctor` shows it",
    ),
    Row(
        "7",
        "`SKIP=id`, `PREK_SKIP`",
        "CPUIS",
        _skip,
        "native hooks and the legacy slot do not read it",
        frameworks=True,
        missed_by_frameworks="CPU",
    ),
    Row(
        "8",
        "a consumer overrides `stages`, `entry`, `language` or `always_run`, pins an old rev, removes "
        "the hook",
        "IS",
        None,
        "the framework's hooks are gone then; native hooks are not",
    ),
    Row(
        "9",
        "`exclude`, `files`, `types` in a configuration",
        ALL,
        None,
        "the hooks read git, not names",
    ),
    Row("10", "another hook stages content after the guard", "PUIS", _later_hook),
    Row("11a", "`skip-worktree`: the disk shows something else", ALL, _flagged("--skip-worktree")),
    Row("11b", "`assume-unchanged`", ALL, _flagged("--assume-unchanged")),
    Row("11c", "`commit -a`: another index file", ALL, _commit_all),
    Row("11d", "`commit PATH`: another index file", ALL, _commit_path),
    Row("11e", "`GIT_INDEX_FILE`", ALL, _other_index),
    Row(
        "12",
        "added in one commit, removed in a later one of the same push",
        "UIS",
        _added_and_removed,
    ),
    Row("13a", "content that only the merge commit has", ALL, _evil_merge),
    Row("13b", "a side branch that ends where it began", "UIS", _side_branch),
    Row(
        "14a",
        "several refs in one push",
        "UIS",
        _two_refs,
        "pre-commit and prek show a hook one ref only; they warn of the others",
        frameworks=True,
        missed_by_frameworks="U",
    ),
    Row("14b", "`push --mirror`", "UIS", _mirror),
    Row("15", "pushing a branch that is not checked out", "UIS", _not_checked_out),
    Row(
        "16a",
        "the message of an annotated tag",
        "UIS",
        _tag_message,
        "CI only where it runs on tags",
    ),
    Row("16b", "a tag of a blob", "UIS", _tag_of_blob, "CI only where it runs on tags"),
    Row("16c", "a tag of a tree", "UIS", _tag_of_tree, "CI only where it runs on tags"),
    Row("16d", "git notes", "US", _notes, "CI does not run on notes"),
    Row("17a", "the commit message", "MPUIS", _message),
    Row("17b", "the author field", ALL, _author),
    Row("17c", "the file name", ALL, _file_name),
    Row("18", "`push --no-verify`", "IS", _push_no_verify),
    Row(
        "19",
        "an edit in the forge's web page, its API, a merge button, a bot",
        "IS",
        None,
        "make the check required",
    ),
    Row(
        "20",
        "`[skip ci]`, path filters, a pull request that edits the workflow",
        "S",
        None,
        "make the check required; let the schedule judge the whole history",
    ),
    Row("21a", "a symbolic link", ALL, _entry("120000", ".teammem/link.md")),
    Row("21b", "a gitlink", ALL, _entry("160000", ".teammem/nested")),
    Row("21c", "UTF-16", ALL, _bytes("marked plain\n".encode("utf-16"), ".teammem/marked.md")),
    Row("21d", "Latin-1", ALL, _bytes("marked caf\u00e9\n".encode("latin-1"))),
    Row("21e", "NUL bytes", ALL, _bytes(b"marked\0\n")),
    Row("21f", "more than 1 MiB", ALL, _bytes(_HUGE)),
    Row(
        "21g",
        "an LFS pointer",
        ALL,
        _bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n# marked\n"),
    ),
    Row("22", "inline comments that other scanners obey", ALL, _pragma),
    Row("23", "an old file renamed into a root", ALL, _renamed),
    Row(
        "24",
        "already on the remote, then pulled",
        "",
        None,
        "named after the pull; never served by recall",
    ),
    Row("25a", "another case of the root's name", ALL, _spelled(".TeamMem/try.md")),
    Row("25b", "an invisible character in the root's name", ALL, _spelled(".team\u200bmem/try.md")),
    Row("25c", "the root's 8.3 alias", ALL, _spelled("TEAMME~1/try.md")),
    Row("26", "purged on the server, pushed back from an old clone", "UIS", _purged),
    Row(
        "27",
        "a push URL that differs from the fetch URL",
        "U",
        _push_url,
        "the other server has its own doors",
    ),
    Row(
        "28", "`GIT_LITERAL_PATHSPECS=1` and its like", ALL, _variable("GIT_LITERAL_PATHSPECS", "1")
    ),
    Row("29", "`.gitmodules` with `ignore = all`", ALL, _submodule_ignored),
    Row("30a", "a symbolic link named like a root", ALL, _root_entry("120000")),
    Row("30b", "a gitlink named like a root", ALL, _root_entry("160000")),
    Row(
        "31",
        "`PYTHONPATH` with a `sitecustomize`",
        ALL,
        _sitecustomize,
        "native hooks run `python -I`; hooks of pre-commit and prek do not",
    ),
    Row("32", "a content filter on a root's path", ALL, _filter),
)
