"""Speed and quality of recall, in one run beside SQLite's full-text search and a scan in Node.

    ci/bench recall [--notes 1000,10000] [--runs 7] [--write]

Times are medians of whole processes, interpreter included, over made-up notes of about 1 kB in
three roots. Quality is measured where the labelled stores lie beside the clone. `--write` puts
the tables into docs/reference/recall.md.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

CLONE = Path(__file__).resolve().parents[1]
PAGE = CLONE / "docs" / "reference" / "recall.md"
sys.path.insert(0, str(CLONE))

from teammem.recall.ask import Clock, ask, clock  # noqa: E402
from teammem.recall.cache import opened  # noqa: E402
from teammem.recall.select import select  # noqa: E402
from tests.recall.evaluation import roots  # noqa: E402

QUESTION = "why does the kelora service restart when the buffer of the ingest queue is full?"

PROCESS = """
import os, sys, time
from teammem.recall import ask, cache, notes
folder, databases = sys.argv[1:3]
def root(tier):
    top = f"{folder}/{tier}"
    entries = []
    with os.scandir(top) as found:
        for entry in found:
            entries.append(cache.Entry(entry.name, *cache.signature(entry.stat())))
    def read(key):
        with open(f"{top}/{key}", "rb") as file:
            return file.read()
    return cache.Root(tier, entries, read, notes.parser(tier, lambda key: f"{top}/{key}"),
                      f"{databases}/{tier}.db" if databases else "")
answer = ask.ask(sys.argv[3], [root(t) for t in ("user", "project", "team")], ask.clock())
rss = next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM'))
print(len(answer.hits), rss)
"""

NODE = """
const fs = require('fs'), path = require('path');
const [folder, question] = process.argv.slice(1);
const words = [...new Set(question.toLowerCase().match(/[a-z0-9]{3,}/g))];
const found = [];
for (const tier of ['user', 'project', 'team'])
  for (const name of fs.readdirSync(path.join(folder, tier))) {
    const text = fs.readFileSync(path.join(folder, tier, name), 'utf8').toLowerCase();
    const [, head, body] = text.split('---\\n');
    let score = 0;
    for (const word of words) score += (head.includes(word) ? 3 : 0) + (body.includes(word) ? 1 : 0);
    if (score) found.push([score, name]);
  }
found.sort((a, b) => b[0] - a[0]);
console.log(found.slice(0, 5).length);
"""


def fill(folder: Path, number: int) -> None:
    """Write notes of words whose frequency falls with their rank, as in any language."""
    dice = random.Random(7)
    vocabulary = [
        "".join(
            dice.choice("bdfgklmnprstvz") + dice.choice("aeiou") for _ in range(dice.randint(2, 4))
        )
        for _ in range(30_000)
    ]
    weights = [1 / (rank + 1) for rank in range(len(vocabulary))]
    bags = dice.choices(vocabulary, weights, k=number * 150)
    for n in range(number):
        words = bags[n * 150 : (n + 1) * 150]
        tier = ("user", "project", "project", "team", "team", "team")[n % 6]
        path = folder / tier / f"note-{n}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"---\nname: {' '.join(words[:3])}\ndescription: {' '.join(words[3:15])}\n"
            f"type: project\n---\n{' '.join(words[15:])}\n"
        )
    (folder / "team" / "kelora.md").write_text(
        "---\nname: kelora restarts\ndescription: The ingest queue of kelora\ntype: project\n---\n"
        "It restarts when the buffer is full; raise queue.buffer.\n"
    )
    old = time.time() - 3600
    for path in folder.rglob("*.md"):
        os.utime(path, (old, old))


def timed(run: Callable[[], object], runs: int) -> float:
    """Return the median of `runs` runs, in milliseconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def process(folder: Path, databases: str) -> tuple[int, int]:
    command = [sys.executable, "-c", PROCESS, str(folder), databases, QUESTION]
    done = subprocess.run(command, cwd=CLONE, capture_output=True, text=True, check=True)
    hits, rss = done.stdout.split()
    return int(hits), int(rss) // 1024


def pairs(text: str) -> str:
    """Return text with runs of CJK as pairs, the way FTS5 can be given them."""
    return re.sub(
        "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+",
        lambda run: " ".join(run[0][at : at + 2] for at in range(max(1, len(run[0]) - 1))),
        text,
    )


def fts5(folder: Path) -> tuple[float, float] | None:
    """Return the times of SQLite's FTS5 (porter, CJK pairs): to read and index, and to ask."""
    connection = sqlite3.connect(":memory:")
    start = time.perf_counter()
    try:
        connection.execute(
            "CREATE VIRTUAL TABLE note USING fts5(name, description, body, tokenize='porter')"
        )
    except sqlite3.OperationalError:
        return None
    rows = []
    for path in folder.rglob("*.md"):
        _, front, body = path.read_text().split("---\n", 2)
        fields = dict(line.split(": ", 1) for line in front.splitlines())
        rows.append([pairs(fields["name"]), pairs(fields["description"]), pairs(body)])
    connection.executemany("INSERT INTO note VALUES (?, ?, ?)", rows)
    built = (time.perf_counter() - start) * 1000
    words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", pairs(QUESTION)))
    asked = "SELECT rowid FROM note WHERE note MATCH ? ORDER BY bm25(note, 4, 3, 1) LIMIT 5"
    took = timed(lambda: connection.execute(asked, (words,)).fetchall(), 9)
    connection.close()
    return built, took


def node(folder: Path, runs: int) -> float | None:
    """Return the time of a process of Node that reads all notes and counts substrings."""
    program = shutil.which("node")
    if not program:
        return None
    command = [program, "-e", NODE, "--", str(folder), QUESTION]
    return timed(lambda: subprocess.run(command, capture_output=True, check=True), runs)


def live(folder: Path, databases: str) -> float:
    """Return the time of a question in a process that has asked before."""
    ready = [opened(one, clock().now_ns) for one in roots(folder, databases)]
    stores = [store for one in ready for store in one.stores]
    select(QUESTION, stores)
    took = timed(lambda: select(QUESTION, stores), 9)
    for one in ready:
        one.close()
    return took


def speed(number: int, runs: int, scratch: Path) -> list[str]:
    folder, databases = scratch / "notes", scratch / "cache"
    fill(folder, number)
    interpreter = timed(
        lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), max(runs, 5)
    )

    def cold() -> None:
        shutil.rmtree(databases, ignore_errors=True)
        process(folder, str(databases))

    cold_ms = timed(cold, 1 if number > 10_000 else 3)
    hits, rss = process(folder, str(databases))
    assert hits, "the question is answered"
    warm_ms = timed(lambda: process(folder, str(databases)), runs)
    size = sum(path.stat().st_size for path in databases.iterdir()) / 2**20
    live_ms = live(folder, str(databases))
    peer = fts5(folder)
    scan = node(folder, 3)
    assert ask(QUESTION, roots(folder), Clock(clock().now_ns, clock().today)).hits
    return [
        f"{number:,}", f"{interpreter:.0f}", f"{warm_ms:.0f}", f"{cold_ms:,.0f}",
        f"{live_ms:.1f}", f"{rss}", f"{size:.1f}",
        f"{peer[0]:,.0f} / {peer[1]:.1f}" if peer else "-",
        f"{scan:,.0f} ({warm_ms / scan:.2f})" if scan else "-",
    ]  # fmt: skip


HEAD = (
    "notes", "interpreter", "process, warm", "process, cold", "live question", "MB", "cache MB",
    "FTS5 index / question", "Node scan (our warm / it)",
)  # fmt: skip


def table(head: tuple[str, ...], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def quality() -> str:
    """Return the table of the labelled stores, empty where they are not at hand."""
    told = os.environ.get("TEAMMEM_SHARED")
    base = (Path(told) if told else CLONE.parent / "shared") / "eval" / "recall"
    if not base.is_dir():
        return ""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [
            sys.executable, str(base / "score.py"), "--by", "", "--json", out.name,
            "--callable", "tests.recall.evaluation:factory", "--baselines", "none",
        ]  # fmt: skip
        subprocess.run(command, cwd=CLONE, check=True, stdout=subprocess.DEVNULL)
        ours = json.loads(Path(out.name).read_text())
    theirs = [json.loads(line) for line in (base / "baselines.jsonl").read_text().splitlines()]
    kinds = {}
    for path in base.glob("*.queries.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            query = json.loads(line)
            kinds[query["id"]] = (bool(query["relevant"]), query["kind"] == "na-near")
    names = list(theirs[0]["m"])
    methods = {name: {each["id"]: each["m"][name] for each in theirs} for name in names}
    rows = []
    for name, answers in {**methods, "**teammem**": ours["rows"]}.items():
        good = [answers[key] for key, (answerable, _) in kinds.items() if answerable]
        none = [
            answers[key] for key, (answerable, near) in kinds.items() if not answerable and not near
        ]
        rows.append(
            [
                name,
                f"{statistics.fmean(each[2] for each in good):.3f}",
                f"{statistics.fmean(each[1] == 1 for each in good):.3f}",
                f"{statistics.fmean(each[0] == 0 for each in none):.3f}",
                f"{statistics.fmean(each[0] == 0 for each in good):.3f}",
            ]
        )
    return table(("method", "recall@5", "hit@1", "silence", "wrongly silent"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", default="1000,10000")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = []
    for number in map(int, options.notes.split(",")):
        with tempfile.TemporaryDirectory() as scratch:
            rows.append(speed(number, options.runs, Path(scratch)))
    parts = {"speed": table(HEAD, rows), "quality": quality()}
    for name, text in parts.items():
        print(f"{text}\n" if text else f"no {name} without the labelled stores\n")
    if options.write:
        page = PAGE.read_text()
        for name, text in parts.items():
            if text:
                marks = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
                page = re.sub(marks, rf"\g<1>{text}\n\g<2>", page, flags=re.DOTALL)
        PAGE.write_text(page)


if __name__ == "__main__":
    main()
