# SPDX-License-Identifier: Apache-2.0
"""Journals told by hand: runs in every state that screens must show, as events or as files."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from engine.definition.model import Workflow
from engine.journal import RunStore
from engine.journal.record import ORIGIN, Draft, encode, hash_of
from engine.kernel import events as ev
from engine.kernel.events import Event

BASE, GREEN, RED, DONE = (c * 40 for c in "abcd")
START = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
HUMAN = ev.By(user="ann", via="monitor", pid=100)


def fix_workflow(**changes: Any) -> Workflow:
    """Reproduce, fix, test, hand over: the shape of the bundled demo."""
    return Workflow.model_validate(
        {
            "name": "fix-a-bug",
            "title": "Fix a bug, test it, ask me",
            "inputs": {"report": {"type": "text", "title": "Bug report", "required": True}},
            "roles": {"fixer": {"agent": "scripted"}, "writer": {"agent": "scripted", "model": ["small"]}},
            "budgets": {"turns": 20, "wall_clock": 3_600_000, "tokens": 200_000, "cost": 2.5},
            "profile": {"tests": {"argv": ["{python}", "-m", "pytest", "-q"]}},
            "do": [
                {
                    "kind": "step",
                    "id": "reproduce",
                    "role": "fixer",
                    "goal": "Write a failing test.",
                    "gate": [{"kind": "verdict"}, {"kind": "commit"}, {"kind": "file", "path": "tests/test_total.py"}],
                },
                {
                    "kind": "step",
                    "id": "fix",
                    "role": "fixer",
                    "goal": "Mend it.",
                    "gate": [{"kind": "verdict"}, {"kind": "commit"}, {"kind": "tests"}],
                },
                {"kind": "run", "id": "check", "argv": ["pytest", "-q"]},
                {"kind": "step", "id": "note", "role": "writer", "goal": "Note it.", "gate": [{"kind": "verdict"}]},
                {
                    "kind": "step",
                    "id": "hand-over",
                    "role": "writer",
                    "goal": "Write NOTES.md.",
                    "gate": [{"kind": "file", "path": "NOTES.md"}, {"kind": "approval"}],
                },
            ],
            **changes,
        }
    )


class Story:
    """Events in order, with a clock that is told how long each took."""

    def __init__(
        self,
        run: str = "r-1",
        *,
        report: str = "Totals ignore the discount",
        repository: str = "/home/ann/code/webshop",
        branch: str | None = None,
        workflow: Workflow | None = None,
        start: datetime = START,
        user: str = "ann",
    ) -> None:
        self.events: list[Event] = []
        self.now = start
        self.driven = 0
        self.run = run
        self.add(
            ev.RunCreated(
                run=run,
                workflow=workflow or fix_workflow(),
                inputs={"report": report},
                repository=repository,
                base=BASE,
                base_name="main",
                branch=branch or f"pilothouse/{run}",
                engine="0.1.0",
                by=ev.By(user=user, via="monitor", pid=100),
            ),
            ev.DriverAttached(pid=4711, engine="0.1.0"),
            ev.NodeEntered(node="", parent=None, place=0, base=BASE),
        )

    def add(self, *bodies: ev.Body, after: int = 0, driving: bool = True) -> Story:
        """Append events; `after` ms passed before each, driven unless `driving` is False."""
        for body in bodies:
            self.now += timedelta(milliseconds=after)
            self.driven += after if driving else 0
            at = self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            self.events.append(Event(len(self.events) + 1, at, self.driven, body))
        return self

    def enter(self, node: str, place: int, base: str = BASE) -> Story:
        return self.add(ev.NodeEntered(node=node, parent="", place=place, base=base), after=5)

    def open(self, node: str, n: int = 1, *, fork: str = BASE, cause: Any = "first", model: str | None = None) -> Story:
        session = f"00000000-0000-0000-0000-{len(self.events):012d}"
        return self.add(
            ev.AttemptOpened(node=node, attempt=n, session=session, fork_point=fork, cause=cause, model=model), after=3
        )

    def turn(self, node: str, n: int = 1, turn: int = 1, kind: Any = "goal", reasons: tuple[str, ...] = ()) -> Story:
        self.add(ev.TurnStarted(node=node, attempt=n, turn=turn, kind=kind, reasons=reasons), after=4)
        return self.add(
            ev.AgentStarted(
                node=node, attempt=n, turn=turn, pid=5000 + len(self.events), isolation="sandboxed", backend="scripted"
            ),
            after=40,
        )

    def end(
        self, node: str, n: int = 1, turn: int = 1, *, took: int = 12_000, tokens: int = 4_200, **more: Any
    ) -> Story:
        usage = ev.Usage(requests=3, input=tokens * 3 // 4, output=tokens // 4, cost=tokens * 6e-6) if tokens else None
        fields = {"reason": "end_turn", "usage": usage, "usage_known": usage is not None, "duration": took, **more}
        return self.add(ev.TurnEnded(node=node, attempt=n, turn=turn, **fields), after=took)

    def secure(self, node: str, n: int = 1, turn: int = 1, head: str = GREEN, **diff: int) -> Story:
        facts = {"diff": {"files": 2, "added": 31, "deleted": 4, **diff}, "commits": 1}
        return self.add(
            ev.SecuringStarted(node=node, attempt=n, turn=turn),
            ev.WorkSecured(node=node, attempt=n, turn=turn, head=head, facts=facts),
            after=30,
        )

    def judge(self, node: str, n: int = 1, turn: int = 1, head: str = GREEN, **gates: tuple[str, str]) -> Story:
        """`gates`: name → (outcome, reason). Everything but approvals is measured first."""
        measured = [key for key in gates if key != "approval"]
        self.add(ev.MeasuringStarted(node=node, attempt=n, turn=turn, keys=tuple(measured)), after=2)
        for key in measured:
            self.add(
                ev.FactMeasured(node=node, attempt=n, turn=turn, key=key, facts=_facts(key, *gates[key])), after=90
            )
        outcomes = tuple(
            ev.JudgedGate.model_validate(
                {
                    "key": key,
                    "gate": key,
                    "outcome": outcome,
                    "reason": reason,
                    "label": {"verdict": "claimed", "approval": "decided"}.get(key, "measured"),
                }
            )
            for key, (outcome, reason) in gates.items()
        )
        cleared = all(outcome.outcome == "cleared" for outcome in outcomes)
        return self.add(
            ev.GatesJudged(node=node, attempt=n, turn=turn, head=head, cleared=cleared, outcomes=outcomes), after=2
        )

    def settle(self, node: str, n: int = 1, head: str = GREEN) -> Story:
        return self.add(
            ev.LandingStarted(node=node, attempt=n, old=None, new=head),
            ev.Landed(node=node, attempt=n, new=head),
            ev.AttemptEnded(node=node, attempt=n, outcome="cleared"),
            ev.NodeSettled(node=node, outcome="cleared", head=head),
            after=12,
        )

    def hold(self, node: str | None, kind: Any, sentence: str, answers: tuple[str, ...], **more: Any) -> Story:
        id_ = f"h{sum(isinstance(e.body, ev.HoldOpened) for e in self.events) + 1}"
        self.add(ev.HoldOpened(hold=id_, node=node, kind=kind, sentence=sentence, answers=answers, **more), after=2)
        return self.add(ev.RunPaused(cause=sentence), after=1)

    def write(self, data_dir: Path) -> Path:
        """The run's folder under `data_dir`, with its journal."""
        folder = data_dir / "runs" / self.run
        if not folder.exists():
            RunStore(data_dir).create(self.run, {"run": self.run})
        (folder / "journal.jsonl").write_bytes(b"".join(line + b"\n" for line in journal_lines(self.events)))
        return folder


def _facts(key: str, outcome: str, reason: str) -> dict[str, Any]:
    if key == "tests":
        failed = 0 if outcome == "cleared" else 2
        return {"exit_code": 1 if failed else 0, "tests": 14, "failed": failed, "duration_ms": 1840}
    if key == "verdict":
        return {"result": "done", "summary": "The total now counts the discount."}
    return {"found": outcome == "cleared", "detail": reason}


def journal_lines(events: list[Event]) -> list[bytes]:
    """The lines of a journal that holds these events."""
    lines, prev = [], ORIGIN
    for event in events:
        body = event.body
        line = encode(
            Draft(body.type, ev.to_data(body), body.node, body.attempt, event.driven), event.seq, event.at, prev
        )
        prev = hash_of(line)
        lines.append(line)
    return lines


def approval_story(run: str = "r-approval", **more: Any) -> Story:
    """Everything cleared after a blocked first try; the hand-over waits for a person."""
    told = Story(run, **more)
    _reproduced(told)
    _fixed_after_a_block(told)
    told.enter("check", 2, DONE).open("check", fork=DONE).turn("check", kind="command")
    told.end("check", took=1_900, tokens=0, exit_code=0).secure("check", head=DONE, files=0, added=0, deleted=0)
    told.judge("check", head=DONE, command=("cleared", "the command exited 0")).settle("check", head=DONE)
    told.enter("note", 3, DONE).open("note", fork=DONE, model="small").turn("note").end("note", took=3_000)
    told.secure("note", head=DONE).judge("note", head=DONE, verdict=("cleared", "done"))
    told.add(ev.AttemptEnded(node="note", attempt=1, outcome="cleared"), after=2)
    told.add(ev.NodeSettled(node="note", outcome="cleared", head=DONE), after=2)
    told.enter("hand-over", 4, DONE).open("hand-over", fork=DONE, model="small").turn("hand-over")
    told.end("hand-over", took=6_400, tokens=2_100).secure("hand-over", head="e" * 40, files=1, added=18, deleted=0)
    told.judge(
        "hand-over",
        head="e" * 40,
        file=("cleared", "NOTES.md is there, 1,204 bytes"),
        approval=("waiting", "a person has not answered yet"),
    )
    return told.hold(
        "hand-over",
        "approval",
        "hand-over asks for your approval: every other gate cleared.",
        ("accept", "refine", "restart_from", "jump_to", "quit"),
        attempt=1,
        commit="e" * 40,
        evidence={
            "head": "e" * 40,
            "fork_point": DONE,
            "gates": [
                {
                    "key": "file",
                    "gate": "file",
                    "outcome": "cleared",
                    "reason": "NOTES.md is there, 1,204 bytes",
                    "label": "measured",
                }
            ],
            "verdict": {"result": "done", "summary": "Notes for the reviewer are written."},
            "diff": {"files": 1, "added": 18, "deleted": 0},
            "spend": {"turns": {"spent": 5, "cap": 20, "at_least": False}},
            "cycles": {"used": 0, "of": 3},
        },
    )


def _reproduced(told: Story) -> None:
    told.enter("reproduce", 0).open("reproduce").turn("reproduce").end("reproduce").secure("reproduce")
    told.judge(
        "reproduce",
        verdict=("cleared", "done"),
        commit=("cleared", "1 commit past the fork point, clean"),
        file=("cleared", "tests/test_total.py is there, 612 bytes"),
    ).settle("reproduce")


def _fixed_after_a_block(told: Story) -> None:
    told.enter("fix", 1, GREEN).open("fix", fork=GREEN).turn("fix").end("fix", took=21_000, tokens=9_300)
    told.secure("fix", head=RED).judge(
        "fix",
        head=RED,
        verdict=("cleared", "done"),
        commit=("cleared", "1 commit past the fork point, clean"),
        tests=("blocked", "2 of 14 tests failed: test_total_with_discount, test_empty_cart"),
    )
    told.turn("fix", turn=2, kind="reprompt", reasons=("tests: 2 of 14 tests failed",))
    told.end("fix", turn=2, took=17_500, tokens=6_800).secure("fix", turn=2, head=DONE)
    told.judge(
        "fix",
        turn=2,
        head=DONE,
        verdict=("cleared", "done"),
        commit=("cleared", "2 commits past the fork point, clean"),
        tests=("cleared", "14 tests passed in 1.8 s"),
    ).settle("fix", head=DONE)


def finished_story(run: str = "r-done", **more: Any) -> Story:
    """As `approval_story`, accepted after five minutes, and ended well."""
    told = approval_story(run, **more)
    told.add(
        ev.Answered(hold="h1", answer="accept", note="Good.", expect=len(told.events) - 1, by=HUMAN),
        after=300_000,
        driving=False,
    )
    told.add(ev.RunResumed(), after=1)
    told.add(
        ev.GatesJudged(
            node="hand-over",
            attempt=1,
            turn=1,
            head="e" * 40,
            cleared=True,
            outcomes=(
                ev.JudgedGate(key="file", gate="file", outcome="cleared", reason="NOTES.md is there", label="measured"),
                ev.JudgedGate(
                    key="approval", gate="approval", outcome="cleared", reason="accepted by ann: Good.", label="decided"
                ),
            ),
        ),
        after=2,
    )
    told.settle("hand-over", head="e" * 40).add(ev.NodeSettled(node="", outcome="cleared", head="e" * 40), after=1)
    return told.add(ev.RunEnded(outcome="succeeded"), ev.DriverDetached(cause="the run ended"), after=1)


def running_story(run: str = "r-running", **more: Any) -> Story:
    """The second step works."""
    told = Story(run, **more)
    _reproduced(told)
    return told.enter("fix", 1, GREEN).open("fix", fork=GREEN).turn("fix")


def blocked_story(run: str = "r-blocked", **more: Any) -> Story:
    """The tests stay red after the re-prompt."""
    told = running_story(run, **more)
    red = ("blocked", "2 of 14 tests failed: test_total_with_discount, test_empty_cart")
    told.end("fix").secure("fix", head=RED).judge("fix", head=RED, verdict=("cleared", "done"), tests=red)
    told.turn("fix", turn=2, kind="reprompt", reasons=(f"tests: {red[1]}",)).end("fix", turn=2)
    told.secure("fix", turn=2, head=RED).judge("fix", turn=2, head=RED, verdict=("cleared", "done"), tests=red)
    gates = [{"key": "tests", "gate": "tests", "outcome": "blocked", "reason": red[1], "label": "measured"}]
    return told.hold(
        "fix",
        "gate",
        f"The gate of fix is blocked. tests: {red[1]}",
        ("retry", "continue", "override", "edit", "quit"),
        attempt=1,
        commit=RED,
        evidence={
            "head": RED,
            "fork_point": GREEN,
            "gates": gates,
            "verdict": {"result": "done"},
            "diff": {"files": 2},
        },
    )


def budget_story(run: str = "r-budget", **more: Any) -> Story:
    """The run has used its turns."""
    told = Story(run, workflow=fix_workflow(budgets={"turns": 1, "tokens": 50_000}), **more)
    _reproduced(told)
    told.enter("fix", 1, GREEN).open("fix", fork=GREEN)
    return told.hold(
        "fix",
        "budget",
        "The run's turns budget is spent: 1 of 1.",
        ("raise", "stop", "quit"),
        attempt=1,
        evidence={"budget": "turns", "spend": {"turns": {"spent": 1, "cap": 1, "at_least": False}}},
    )


def failed_story(run: str = "r-failed", **more: Any) -> Story:
    """The agent crashed twice; a person is asked."""
    told = running_story(run, **more)
    for n in (1, 2):
        if n == 2:
            told.open("fix", 2, fork=GREEN, cause="retry").turn("fix", 2)
        told.end(
            "fix", n, took=2_000, tokens=0, reason="failed", failure="crashed", message="segmentation fault", signal=11
        ).secure("fix", n, head=GREEN, files=0, added=0, deleted=0)
        if n == 1:
            told.add(ev.AttemptEnded(node="fix", attempt=1, outcome="failed", failure="crashed"), after=1)
    return told.hold(
        "fix",
        "failure",
        "Attempt 2 of fix failed (crashed): segmentation fault",
        ("retry", "quit"),
        attempt=2,
        evidence={"failure": "crashed", "exit_code": None, "signal": 11, "retry_after": None},
    )


def as_json(events: list[Event]) -> list[dict[str, Any]]:
    """The journal's lines, parsed."""
    return [json.loads(line) for line in journal_lines(events)]


def write_foreign_line(folder: Path, story: Story, type_: str) -> None:
    """Append a sound line whose kind this version does not know."""
    lines = journal_lines(story.events)
    at = story.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    line = encode(Draft(type_, {}), len(lines) + 1, at, hash_of(lines[-1]))
    with (folder / "journal.jsonl").open("ab") as journal:
        journal.write(line + b"\n")
