# SPDX-License-Identifier: Apache-2.0
"""Told runs with what agents said in them, and with commits that are really there."""

from __future__ import annotations

from pathlib import Path

from engine.agents.transcript import TranscriptWriter
from engine.journal import RunFolder
from engine.kernel import events as ev
from engine.workspace import RunRepository
from tests.helpers import stories
from tests.helpers.runs import git, make_repository


def speak(data_dir: Path, run: str, node: str, attempt: int, *entries: tuple[int, str, str, int]) -> None:
    """Entries as (turn, kind, text, ms)."""
    folder = RunFolder(data_dir / "runs" / run).make_attempt(node, attempt)
    clock = [0]
    for turn in sorted({entry[0] for entry in entries}):
        writer = TranscriptWriter(folder, turn, "raw.jsonl", now_ms=lambda: clock[0])
        for _, kind, text, at_ms in (entry for entry in entries if entry[0] == turn):
            clock[0] = at_ms
            if kind == "tool_call":
                writer.add("tool_call", text, meta={"name": "Bash", "argument": text})
            else:
                writer.add("message" if kind == "message" else "prompt", text)
        writer.close()


def story_with_two_attempts(tmp_path: Path) -> stories.Story:
    """`reproduce` failed once and was tried again; both left commits, which are in the run's store."""
    shop = make_repository(tmp_path / "shop", {"total.py": "def total(prices):\n    return sum(prices)\n"})
    base = git(shop, "rev-parse", "HEAD")
    heads = []
    for n in (1, 2):
        (shop / "total.py").write_text(f"def total(prices):\n    return sum(prices) - {n}\n")
        (shop / f"notes-{n}.md").write_text("Notes.\n")
        git(shop, "add", "-A")
        git(shop, "commit", "-q", "-m", f"attempt {n}")
        heads.append(git(shop, "rev-parse", "HEAD"))
    told = stories.Story("r-two", repository=str(shop))
    told.enter("reproduce", 0, base)
    for n, head in enumerate(heads, 1):
        cleared = n == 2
        told.open("reproduce", n, fork=base, cause="first" if n == 1 else "retry").turn("reproduce", n)
        told.end("reproduce", n, took=n * 9_000, tokens=n * 4_000).secure("reproduce", n, head=head)
        told.judge(
            "reproduce",
            n,
            head=head,
            verdict=("cleared", "done"),
            commit=("cleared" if cleared else "blocked", "1 commit" if cleared else "the tree is dirty"),
        )
        if not cleared:
            told.add(ev.AttemptEnded(node="reproduce", attempt=1, outcome="blocked", reason="the tree is dirty"))
    told.hold(
        "reproduce",
        "approval",
        "reproduce asks for your approval.",
        ("accept", "refine", "quit"),
        attempt=2,
        commit=heads[1],
        evidence={"head": heads[1], "fork_point": base},
    )
    folder = told.write(tmp_path / "data")
    RunRepository.create(folder, shop, "HEAD", "pilothouse/r-two", "r-two")
    return told
