# SPDX-License-Identifier: Apache-2.0
"""One reference run in a world of its own: what it leaves behind, to be compared with a run that nobody disturbed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from engine.agents.transcript import TRANSCRIPT
from engine.journal import RunFolder
from engine.kernel.events import TurnEnded, TurnStarted
from tests.crash.driven import BRANCH, Life
from tests.crash.killed_run import RUN
from tests.crash.reference import Reference
from tests.helpers.runs import assert_sound, events, git, locks_of_git, make_repository, make_script, run_folder, state

_AGENT = """
cat > /dev/null
echo "$PILOTHOUSE_NODE $PILOTHOUSE_ATTEMPT $PILOTHOUSE_TURN" >> '{effects}'
write() {{ echo "work of $1" > "$1.txt"; }}
name=$(basename "$PILOTHOUSE_NODE")
result=done
case "$name" in
{acts}
*) write "$name" ;;
esac
printf '{{"result": "%s"}}' "$result" > "$PILOTHOUSE_VERDICT"
"""


@dataclass(frozen=True)
class Left:
    """What a run left behind that must be the same however often its driver died."""

    outcome: str | None
    nodes: dict[str, str | None]
    tree: str
    commits: list[str]
    landings: list[str]
    """The tree of each position that the run's branch ever had in the person's repository, newest first."""
    turns: dict[str, int]
    """How many turns of a node came to their end."""
    holds: set[tuple[str | None, str]]
    """By node and kind; which step meets the budget depends on how many turns were cut off."""


class World:
    """A repository, a workflow, agents that count; the run in it."""

    def __init__(self, home: Path, reference: Reference, run: str = RUN) -> None:
        self.reference = reference
        self.run = run
        self.effects = home / "effects"
        self.effects.touch()
        self.repository = make_repository(home / "repo")
        self.base = git(self.repository, "rev-parse", "HEAD")
        agent = make_script(home / "agent.sh", _AGENT.format(effects=self.effects, acts=reference.acts))
        self.workflow = home / "w.yaml"
        head = ["pilothouse: 1", "name: w", "title: A reference", *filter(None, [reference.top]), "roles:"]
        role = f"  worker: {{agent: command, argv: ['{agent}'], isolation: open}}{reference.roles}"
        self.workflow.write_text("\n".join([*head, role, "do:", *(f"  - {block}" for block in reference.blocks)]))
        for name, text in reference.subflows.items():
            (home / name).write_text(text.replace("AGENT", f"'{agent}'"))
        self.folder: RunFolder = run_folder(run)

    def life(self, seen: Path, part: int, parts: int, *, git: bool) -> str:
        """What a driver is told that dies at the points of a part, as the file `seen` tells; with 0 parts at none."""
        life = Life(
            self.run, str(self.workflow), str(self.repository), self.reference.answers, str(seen), part, parts, git
        )
        return f"tests.crash.driven:main:{life}"

    def kept(self) -> dict[Path, bytes]:
        """Prompts and transcripts as they stand now."""
        names = ("prompt*.md", "transcript.jsonl", "raw.*", "stderr.log")
        return {
            path: path.read_bytes()
            for pattern in names
            for path in self.folder.attempts.glob(f"*/*/{pattern}")
            if path.is_file()
        }

    def journal(self) -> bytes:
        """The whole lines that are on record."""
        try:
            data = self.folder.journal.read_bytes()
        except FileNotFoundError:
            return b""
        return data[: data.rfind(b"\n") + 1]

    def assert_kept(self, journal: bytes, kept: dict[Path, bytes]) -> None:
        """Nothing that was on record, or was said by an agent, has changed or gone."""
        assert self.journal().startswith(journal), "the journal was written anew"
        for path, data in kept.items():
            assert path.read_bytes().startswith(data[: data.rfind(b"\n") + 1]), f"{path} lost what was in it"

    def left(self) -> Left:
        """What is there in the end, once everything that must hold of any run was found to hold."""
        assert_sound(self.folder)
        self._assert_effects_once()
        assert git(self.repository, "status", "--porcelain") == ""
        assert git(self.repository, "rev-parse", "HEAD", "main").splitlines() == [self.base, self.base]
        assert locks_of_git(self.repository) == []
        assert not list(self.folder.inbox.glob("*.json"))
        found = state(self.folder)
        gone = {id_ for id_, node in found.nodes.items() if node.outcome == "withdrawn"}
        ended = Counter(
            body.node
            for event in events(self.folder)
            if isinstance(body := event.body, TurnEnded) and body.reason == "end_turn"
        )
        free = (*gone, *self.reference.free)
        return Left(
            outcome=found.outcome,
            nodes={id_: node.outcome for id_, node in found.nodes.items()},
            tree=git(self.repository, "rev-parse", f"{BRANCH}^{{tree}}"),
            commits=git(self.repository, "log", "--topo-order", "--format=%s %T", f"main..{BRANCH}").splitlines(),
            landings=git(self.repository, "reflog", "show", "--format=%T", BRANCH).splitlines(),
            turns={node: count for node, count in ended.items() if node not in free},
            holds={(None if hold.kind == "budget" else hold.node, hold.kind) for hold in found.holds.values()},
        )

    def _assert_effects_once(self) -> None:
        """Every time that an agent was at work is one turn on record; every turn that began has left its transcript."""
        started = set()
        for event in events(self.folder):
            body = event.body
            if isinstance(body, TurnStarted):
                started.add(f"{body.node} {body.attempt} {body.turn}")
            elif isinstance(body, TurnEnded) and body.reason == "end_turn":
                assert (self.folder.attempt(body.node, body.attempt) / TRANSCRIPT).is_file()
        at_work = self.effects.read_text().splitlines()
        assert len(at_work) == len(set(at_work)), "a turn was taken twice"
        assert set(at_work) <= started, "an agent was at work without a turn on record"
