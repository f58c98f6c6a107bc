# SPDX-License-Identifier: Apache-2.0
"""Runs that are killed: steps, an approval, and side effects that tell how often an agent was really at work."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.journal import RunFolder
from engine.kernel.events import TurnEnded, TurnStarted
from tests.helpers.runs import assert_sound, events, git, locks_of_git, make_repository, make_script, make_workflow

RUN, BRANCH = "r", "work/r"


@dataclass(frozen=True)
class Plan:
    """A workflow: its steps, the files that it must leave, and about how many records it has until it asks."""

    steps: tuple[str, ...]
    files: tuple[str, ...]
    records: int


TWO_STEPS = Plan(
    (
        "{step: one, role: worker, goal: Write one.txt., gate: [verdict, commit]}",
        "{step: two, role: worker, goal: Write two.txt., gate: [verdict, {file: two.txt}, approval]}",
    ),
    ("one.txt", "two.txt"),
    36,
)
FAN_OUT = Plan(
    (
        "{parallel: p, do: ["
        "{step: one, role: worker, goal: Write one.txt., gate: [verdict, commit]}, "
        "{step: three, role: worker, goal: Write three.txt., gate: [verdict, {file: three.txt}]}]}",
        "{step: two, role: worker, goal: Write two.txt., gate: [verdict, {file: two.txt}, approval]}",
    ),
    ("one.txt", "three.txt", "two.txt"),
    60,
)
"""Two children of one fork point, brought together, and a step behind them."""


class KilledRun:
    """A run that is killed, and what must hold of it when it is over."""

    def __init__(self, home: Path, plan: Plan, *, pause: float = 0.05) -> None:
        self.plan = plan
        self.effects = home / "effects"
        self.effects.touch()
        self.repository = make_repository(home / "repo")
        self.base = git(self.repository, "rev-parse", "HEAD")
        agent = make_script(
            home / "agent.sh",
            f"""
            cat > /dev/null
            echo "$PILOTHOUSE_NODE $PILOTHOUSE_ATTEMPT $PILOTHOUSE_TURN" >> '{self.effects}'
            sleep {pause}
            name=$(basename "$PILOTHOUSE_NODE")
            echo "work of $name" > "$name.txt"
            if [ "$name" = one ]; then
                git add -A
                git diff --cached --quiet || git commit -q -m one
            fi
            printf '{{"result": "done"}}' > "$PILOTHOUSE_VERDICT"
            sleep {pause}
            """,
        )
        self.workflow = make_workflow(home / "killed.yaml", plan.steps, agent)

    @property
    def launch(self) -> tuple[str | Path, ...]:
        """The command that launches it."""
        return ("run", self.workflow, "--repo", self.repository, "--id", RUN, "--branch", BRANCH)

    def assert_whole(self, folder: RunFolder) -> None:
        """The work of every step, once; nothing lost, nothing done behind the journal's back, nothing left."""
        self.assert_work(folder)
        self.assert_each_turn_once(folder)

    def assert_work(self, folder: RunFolder) -> None:
        """The work of every step is on the branch; nothing else was changed, and nothing is left."""
        assert_sound(folder)
        listed = git(self.repository, "ls-tree", "-r", "--name-only", BRANCH).splitlines()
        assert listed == ["README.md", *self.plan.files]
        for name in self.plan.files:
            assert git(self.repository, "show", f"{BRANCH}:{name}") == f"work of {name.removesuffix('.txt')}"
        assert git(self.repository, "status", "--porcelain") == ""
        assert git(self.repository, "rev-parse", "HEAD", "main").splitlines() == [self.base, self.base]
        assert locks_of_git(self.repository) == []

    def assert_each_turn_once(self, folder: RunFolder) -> None:
        """Every time that an agent was at work is a turn of its own on record, and none followed a durable result."""
        done: set[str] = set()
        started: list[str] = []
        for event in events(folder):
            body = event.body
            if isinstance(body, TurnStarted):
                assert body.node not in done, f"{body.node} ran again after its result was on disk"
                started.append(f"{body.node} {body.attempt} {body.turn}")
            elif isinstance(body, TurnEnded) and body.reason == "end_turn":
                done.add(body.node)
        at_work = self.effects.read_text().splitlines()
        assert len(at_work) == len(set(at_work)), "a turn was taken twice"
        assert set(at_work) <= set(started), "an agent was at work without a turn on record"
        assert len(done) == len(self.plan.files)
