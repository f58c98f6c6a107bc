# SPDX-License-Identifier: Apache-2.0
"""How the runs of one workflow went: each run's blocks as one column, and figures over all of them. Pure but `History`.

Figures come with the size of their sample. No share of fewer than `LEAST_SIDE` is to be told as a percentage.
"""

from __future__ import annotations

import re
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from engine.errors import PilothouseError
from engine.journal.follower import Broken, Follower, Restarted
from engine.journal.record import parse_record
from engine.journal.store import RunFolder
from engine.kernel import events as ev
from engine.kernel.events import TYPES, Event
from engine.kernel.state import RunStatus
from engine.projections.run import RunProjection, to_event
from engine.projections.summaries import turns_by_backend
from engine.projections.views import NodeState, NodeView, Times, TurnCounts

LEAST_SIDE = 15
"""The smallest sample of which a percentage is told."""

MOST_RUNS = 100
"""So many of the newest runs of a workflow are looked at."""

_PIECE, _REST_S = 16_384, 0.004
"""A journal is read in pieces of so many bytes, with a rest between them, in seconds: two ms of work, four of rest."""

_INSIDE = re.compile(r"\[[^\]]*\]")
_WORST_FIRST: tuple[NodeState, ...] = (
    *("running", "waiting", "failed", "exhausted", "cleared", "withdrawn", "skipped", "pending"),
)
_FORM = 2


@dataclass(frozen=True, slots=True)
class Cell:
    """
    One block of one run, all its rounds and branches together.

    Attributes:
        block: its path with `*` for the number of a round, the key of a branch and the name of a child.
        node: the node id that says most of it.
        state: the state of that node: what still moves, else the worst.
        times: how often the block was reached; `cleared` of them cleared.
        attempts: of all of them together, as are `spent`, the ms that their turns took.
    """

    block: str
    name: str
    depth: int
    kind: str
    node: str
    state: NodeState
    times: int
    cleared: int
    attempts: int
    spent: int


@dataclass(frozen=True, slots=True)
class GateCount:
    """How often a gate was judged, and how often it cleared; judgements that waited or could not be made count not."""

    gate: str
    cleared: int
    judged: int


@dataclass(frozen=True, slots=True)
class RunFacts:
    """
    One run as its workflow's history shows it.

    Attributes:
        cycles: for each step that cleared, how many turns of its agents it took.
        cost: US dollars; None where some of it is unknown, or nobody counted.
        landed: it succeeded, and its branch has moved.
        backends: the turns of agents that are over, by backend.
    """

    run: str
    title: str
    workflow: str
    repository: str
    state: RunStatus | None
    created_at: str
    cells: tuple[Cell, ...]
    gates: tuple[GateCount, ...]
    cycles: tuple[int, ...]
    times: Times
    cost: float | None
    landed: bool
    backends: Mapping[str, TurnCounts] = field(default_factory=dict)

    @property
    def ended(self) -> bool:
        """True when it will never move again."""
        return self.state in ("succeeded", "failed", "abandoned", "cancelled")


@dataclass(frozen=True, slots=True)
class Median:
    """The middle of `n` figures; None where there is none."""

    value: float | None
    n: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """
    Figures over some runs of a workflow.

    Attributes:
        ended: how many of the `runs` have ended; times and costs are of those alone.
        cost: of a run that landed, in US dollars.
        cost_a_landing: what all ended runs cost together, for each that landed; None where a cost is unknown.
        unknown_costs: how many ended runs have an unknown cost.
        backends: the turns of agents that are over, of all runs, by backend.
    """

    runs: int
    ended: int
    landed: int
    gates: tuple[GateCount, ...]
    cycles: Median
    working: Median
    person: Median
    provider: Median
    cost: Median
    cost_a_landing: float | None
    unknown_costs: int
    backends: Mapping[str, TurnCounts]


class _Folding:
    """The facts of one run as far as its events were folded."""

    def __init__(self) -> None:
        self._projection = RunProjection(tells=False)
        self._gates = defaultdict[str, Counter[str]](Counter)

    def apply(self, event: Event) -> None:
        self._projection.apply([event])
        if isinstance(event.body, ev.GatesJudged):
            for outcome in event.body.outcomes:
                self._gates[outcome.gate][outcome.outcome] += 1

    def facts(self) -> RunFacts:
        summary, nodes = self._projection.summary(), self._projection.tree()
        judged = sorted(self._gates.items())
        counts = (GateCount(gate, by["cleared"], by["cleared"] + by["blocked"]) for gate, by in judged)
        meter = summary.meter("cost")
        tip = self._projection.state.tip
        return RunFacts(
            run=summary.run,
            title=summary.title,
            workflow=summary.workflow,
            repository=summary.repository,
            state=summary.state,
            created_at=summary.created_at,
            cells=cells_of(nodes),
            gates=tuple(one for one in counts if one.judged),
            cycles=tuple(_turns(node) for node in nodes if node.state == "cleared" and _is_agents(node)),
            times=summary.times,
            cost=meter.spent if meter is not None and not meter.at_least else None,
            landed=summary.state == "succeeded" and tip != summary.base,
            backends=summary.backends,
        )


def facts_of(events: Iterable[Event]) -> RunFacts:
    """One run, from its events in order. Raises KeyError or IndexError for a journal that contradicts itself."""
    folding = _Folding()
    for event in events:
        folding.apply(event)
    return folding.facts()


def _is_agents(node: NodeView) -> bool:
    return node.kind in ("step", "orchestrate") and _turns(node) > 0


def _turns(node: NodeView) -> int:
    return sum(len(attempt.turns) for attempt in node.attempts)


def cells_of(nodes: Sequence[NodeView]) -> tuple[Cell, ...]:
    """The blocks of a run, in the order of its tree; what is done several times is one cell."""
    kinds = {node.id: node.kind for node in nodes}
    paths: dict[str, str] = {}
    groups: dict[str, list[NodeView]] = defaultdict(list)
    for node in nodes:
        own = node.id.rsplit("/", 1)[-1]
        if kinds.get(node.parent or "") == "orchestrate":
            own = "*"
        above = paths.get(node.parent or "", "")
        if node.kind in ("round", "branch"):
            paths[node.id] = f"{above}[*]"  # no row of its own: its blocks are told together
            continue
        paths[node.id] = path = f"{above}/{_INSIDE.sub('[*]', own)}" if above else _INSIDE.sub("[*]", node.id)
        groups[path].append(node)
    return tuple(_cell(path, group) for path, group in groups.items())


def _cell(path: str, group: list[NodeView]) -> Cell:
    reached = [node for node in group if node.state not in ("pending", "skipped")]
    said = min(group, key=lambda node: (_WORST_FIRST.index(node.state), -group.index(node)))
    last = path.rsplit("/", 1)[-1]
    return Cell(
        block=path,
        name="children" if last == "*" else group[0].name,
        depth=path.count("/"),
        kind=group[0].kind,
        node=said.id,
        state=said.state,
        times=len(reached),
        cleared=sum(node.state == "cleared" for node in group),
        attempts=sum(len(node.attempts) for node in group),
        spent=sum(attempt.spent for node in group for attempt in node.attempts),
    )


def blocks_of(runs: Sequence[RunFacts]) -> tuple[Cell, ...]:
    """Every block that one of the runs has, the newest run's order first; what only older ones have stands behind."""
    found: dict[str, Cell] = {}
    for run in runs:
        for cell in run.cells:
            found.setdefault(cell.block, cell)
    return tuple(found.values())


def statistics_of(runs: Sequence[RunFacts]) -> Statistics:
    """Figures over these runs."""
    ended = [run for run in runs if run.ended]
    landed = [run for run in ended if run.landed]
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for run in runs:
        for gate in run.gates:
            sums[gate.gate][0] += gate.cleared
            sums[gate.gate][1] += gate.judged
    costs = [run.cost for run in ended]
    known = [cost for cost in costs if cost is not None]
    return Statistics(
        runs=len(runs),
        ended=len(ended),
        landed=len(landed),
        gates=tuple(GateCount(gate, cleared, judged) for gate, (cleared, judged) in sorted(sums.items())),
        cycles=median([turns for run in runs for turns in run.cycles]),
        working=median([run.times.working for run in ended]),
        person=median([run.times.person for run in ended]),
        provider=median([run.times.provider for run in ended]),
        cost=median([run.cost for run in landed if run.cost is not None]),
        cost_a_landing=sum(known) / len(landed) if landed and len(known) == len(costs) else None,
        unknown_costs=len(costs) - len(known),
        backends=turns_by_backend(run.backends for run in runs),
    )


def median(figures: Sequence[float]) -> Median:
    """The middle of these."""
    return Median(statistics.median(figures) if figures else None, len(figures))


class _Reading:
    """A run that is read piece by piece, and on from there when more has come."""

    def __init__(self, journal: Path) -> None:
        self._follower = Follower(journal, parse_record, chunk=_PIECE)
        self._folding, self._read = _Folding(), 0

    def to_the_end(self) -> RunFacts:
        """The facts as of now. Raises ValueError where a line cannot be read; and as `facts_of`, and OSError."""
        while True:
            for item in self._follower.poll():
                if isinstance(item, Restarted):
                    self._folding, self._read = _Folding(), 0
                elif isinstance(item, Broken) or item.seq != self._read + 1:
                    raise ValueError("the journal is damaged")
                else:
                    self._read += 1
                    if item.type in TYPES:
                        self._folding.apply(to_event(item))
            if not self._follower.behind:
                return self._folding.facts()
            time.sleep(_REST_S)


class History:
    """The facts of runs on disk, kept while their journals have not changed. Blocking; for one thread at a time.

    Reading leaves the interpreter to others most of the time: a window is drawn by one of them.
    """

    def __init__(self, data_dir: Path) -> None:
        self._runs = data_dir / "runs"
        self._folder = data_dir / "cache" / "history"
        self._known: dict[str, tuple[tuple[int, int], RunFacts]] = {}
        self._open: dict[str, _Reading] = {}

    def read(self, runs: Iterable[str]) -> tuple[RunFacts, ...]:
        """The facts of these runs, in their order; those that cannot be read are left out."""
        wanted = tuple(runs)
        for run in self._open.keys() - set(wanted):
            del self._open[run]
        return tuple(facts for run in wanted if (facts := self._one(run)) is not None)

    def _one(self, run: str) -> RunFacts | None:
        folder = RunFolder(self._runs / run)
        try:
            found = folder.journal.stat()
        except OSError:
            return None
        stamp = found.st_size, found.st_mtime_ns
        known = self._known.get(run)
        if known is not None and known[0] == stamp:
            return known[1]
        facts = self._kept(run, stamp)
        if facts is None:
            reading = self._open.pop(run, None) or _Reading(folder.journal)
            try:
                facts = reading.to_the_end()
            except (OSError, PilothouseError, ValueError, KeyError, IndexError, AssertionError, AttributeError):
                return None
            if facts.ended:
                self._keep(run, stamp, facts)
            else:
                self._open[run] = reading
            time.sleep(_REST_S)
        self._known[run] = stamp, facts
        return facts

    def _kept(self, run: str, stamp: tuple[int, int]) -> RunFacts | None:
        try:
            head, facts = _Kept.validate_json((self._folder / f"{run}.json").read_bytes())
        except (OSError, ValidationError):
            return None
        return facts if head == _head(run, stamp) else None

    def _keep(self, run: str, stamp: tuple[int, int], facts: RunFacts) -> None:
        path = self._folder / f"{run}.json"
        with suppress(OSError, ValueError):  # half a character, as agents may tell it, has no bytes
            self._folder.mkdir(parents=True, exist_ok=True)
            draft = path.with_suffix(".new")
            draft.write_bytes(_Kept.dump_json((_head(run, stamp), facts)))
            draft.replace(path)


_Kept = TypeAdapter(tuple[str, RunFacts])


def _head(run: str, stamp: tuple[int, int]) -> str:
    """What a kept file must begin with to be believed."""
    return f"{_FORM} {version('pilothouse')} {run} {stamp[0]} {stamp[1]}"
