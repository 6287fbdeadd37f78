"""The guard on real source trees; see ci/real."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from tests.support import fake  # noqa: E402 - the clone's tests are no package that is installed
from tests.support.sandbox import BIN, Sandbox, clean_environment  # noqa: E402

PACKAGES = ("click", "attrs", "flask")
_TYPES = "[pre-commit, pre-merge-commit, prepare-commit-msg, pre-push]"


def fetch(name: str, folder: Path) -> Path:
    """Download a package's source distribution and unpack it."""
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--no-binary", ":all:"),
            *("--disable-pip-version-check", "-d", folder / "sdist", name),
        ],
        check=True,
    )
    archive = next((folder / "sdist").glob(f"{name}-*.tar.gz"))
    with tarfile.open(archive) as tar:
        tar.extractall(folder / "src", filter="data")
    return next((folder / "src").glob(f"{name}-*"))


def history(tree: Path, folder: Path, env: dict[str, str]) -> Sandbox:
    """Make a history of the tree: some files a commit, a team root with clean notes."""
    repo = Sandbox.create(folder / "repo", env)
    files = sorted(path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    for start in range(0, len(files), max(1, len(files) // 5)):
        chunk = files[start : start + max(1, len(files) // 5)]
        repo.commit({str(path.relative_to(tree)): path.read_bytes() for path in chunk}, "import")
    readme = next((path for path in files if path.name.lower().startswith("readme")), files[0])
    repo.commit(
        {
            ".teammem/about.md": fake.memory(readme.read_text("utf-8", "replace"), "about"),
            ".teammem/rotation.md": fake.memory("The token is kept in the vault.", "rotation"),
        },
        "notes",
    )
    return repo


def doors(repo: Sandbox, say: Callable[[str, bool], None], door: str) -> None:
    """Commit and push clean notes and secrets through whatever is installed."""
    repo.write(".teammem/clean.md", fake.memory(f"Nothing secret here, by {door}.", "clean"))
    repo.git("add", "-A")
    done = repo.run("git", "commit", "-qm", "clean note", check=False)
    say(f"{door}: a clean note is committed", done.code == 0)
    repo.write(".teammem/secret.md", fake.memory(f"Use {fake.github(1)}", "secret"))
    repo.git("add", "-A")
    done = repo.run("git", "commit", "-qm", "secret", check=False)
    say(f"{door}: a secret is refused at commit", done.code != 0)
    done = repo.run("git", "commit", "-qnm", "secret", check=False)
    say(f"{door}: and with --no-verify", done.code != 0)
    tree = repo.git("write-tree")
    made = repo.git("commit-tree", "-p", "HEAD", "-m", "made without hooks", tree)
    repo.git("branch", "-f", "side", made)
    done = repo.run("git", "push", "-q", "origin", "side", check=False)
    say(f"{door}: and at push when no hook saw the commit", done.code != 0)
    repo.git("reset", "-q", "--hard")
    done = repo.run("git", "push", "-q", "origin", "HEAD", check=False)
    say(f"{door}: the clean history is pushed", done.code == 0)


def frameworks(repo: Sandbox, say: Callable[[str, bool], None]) -> None:
    """Install from this repository at its HEAD under pre-commit, then under prek."""
    rev = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=TOP, capture_output=True, text=True, check=True
    ).stdout.strip()
    hooks = ("teammem-guard", "teammem-guard-final", "teammem-guard-push", "teammem-lint")
    rows = "".join(f"      - id: {hook}\n" for hook in hooks)
    config = f"default_install_hook_types: {_TYPES}\nrepos:\n  - repo: {TOP}\n    rev: {rev}\n"
    repo.commit({".pre-commit-config.yaml": f"{config}    hooks:\n{rows}"}, "config")
    for tool in ("pre-commit", "prek"):
        repo.run(BIN / tool, "install", "--install-hooks")
        doors(repo, say, tool)
        repo.run(BIN / tool, "uninstall")
    done = repo.run(
        BIN / "pre-commit", "try-repo", TOP, "teammem-guard", "--all-files", check=False
    )
    say("pre-commit try-repo: all files pass", done.code == 0)


def server(repo: Sandbox, bare: Sandbox, say: Callable[[str, bool], None]) -> None:
    """Push around every local hook to a bare repository with the pre-receive hook."""
    bare.hook("pre-receive", "receive")
    say("server: a secret is refused", _push_secret(repo) != 0)
    repo.git("reset", "-q", "--hard", "HEAD^")
    repo.commit({".teammem/last.md": fake.memory("Clean again.", "last")}, "clean")
    done = repo.run("git", "push", "-q", "--no-verify", "origin", "HEAD", check=False)
    say("server: a clean note is taken", done.code == 0)


def _push_secret(repo: Sandbox) -> int:
    repo.commit({".teammem/last.md": fake.memory(f"Use {fake.github(2)}", "last")}, "secret")
    return repo.run("git", "push", "-q", "--no-verify", "origin", "HEAD", check=False).code


def main() -> int:
    """Run everything and return 1 if anything came out otherwise than it should."""
    failed = 0

    def say(what: str, good: bool) -> None:
        nonlocal failed
        failed += not good
        print(f"  {'ok  ' if good else 'FAIL'} {what}", flush=True)

    for name in sys.argv[1:] or PACKAGES:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch)
            (folder / "home").mkdir()
            env = clean_environment(folder / "home")
            env |= {f"GIT_{who}_NAME": "Ana" for who in ("AUTHOR", "COMMITTER")}
            env |= {f"GIT_{who}_EMAIL": "ana@example.org" for who in ("AUTHOR", "COMMITTER")}
            env |= {"PRE_COMMIT_HOME": f"{scratch}/pre-commit", "PREK_HOME": f"{scratch}/prek"}
            tree = fetch(name, folder)
            repo = history(tree, folder, env)
            count = len(repo.git("ls-files").splitlines())
            print(f"{tree.name}: {count} files")
            bare = Sandbox.create(folder / "server", env, bare=True)
            repo.git("remote", "add", "origin", str(bare.path))
            done = repo.teammem("init")
            say("native: init finds nothing to refuse", done.code == 0)
            repo.commit({}, "team root")
            doors(repo, say, "native")
            say("native: uninit", repo.teammem("uninit", "--hooks-only").code == 0)
            frameworks(repo, say)
            server(repo, bare, say)
    print("all as it should be" if not failed else f"{failed} otherwise than they should be")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
