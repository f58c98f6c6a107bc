# SPDX-License-Identifier: Apache-2.0
"""Reading runs: `list show tail holds transcript diff evidence verify replay`. Takes no lock and writes nothing."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.agents.transcript import Entry, TranscriptReader
from engine.commands.output import ENDED_OTHERWISE, OK, USAGE, document, plain, raw, say, tell
from engine.commands.shown import FLEET_PAUSED, print_hold, state_of
from engine.definition import load
from engine.errors import JournalReadOnly, PilothouseError, RunUnknown, UsageError
from engine.journal import FORMAT, RunFolder, RunStore, classify, why_undriven
from engine.journal import read as read_journal
from engine.journal import verify as verify_journal
from engine.kernel import TYPES, Event, RunState, evolve, replay
from engine.kernel.events import RunCreated
from engine.kernel.state import Attempt, Node
from engine.projections import Fleet, evidence_json, holds_json, list_json, narrate, run_json
from engine.projections.describe import describe_facts, failure_words, provider_words
from engine.projections.shapes import meter_view, node_state, provider_waits
from engine.projections.words import amount, count, short
from engine.runtime import follow
from engine.runtime.ledger import events_of

_USAGE = ("model", "input", "output", "cache_read", "cache_write", "cost", "total")


def list_(args: Namespace) -> int:
    """`pilothouse list`."""
    store = RunStore()
    summaries = Fleet(store.data_dir).read_all()
    from engine.runtime.settings import SettingsFile  # slow to import, as is what reaches the repository

    paused = SettingsFile(store.data_dir).current().fleet.paused
    if args.json:
        document(list_json(summaries) | {"fleet": {"paused": paused}})
        return OK
    if paused:
        say(FLEET_PAUSED)
    if summaries:
        say(_ROW.format("Run", "State", "Workflow", "Branch"))
    for summary in summaries:
        number = len(summary.holds)
        waits = f"  {number} {'needs' if number == 1 else 'need'} you" if number else ""
        if summary.waits:
            waits += f"  {provider_words(summary.waits, summary.last_at)}"
        driver, why = None if summary.ended else RunFolder(store.runs_dir / summary.run).holder(), ""
        if summary.state in ("pending", "running") and driver is None:
            waits += "  nobody drives it"
            why = why_undriven(RunFolder(store.runs_dir / summary.run))
        fault = f"  {summary.cause}" if summary.state is None else ""
        state = summary.state or "unreadable"
        say(_ROW.format(summary.run, state, summary.workflow, f"{summary.branch}{waits}{fault}"))
        if why or (driver is not None and driver.trouble):
            say(f"    {why or (driver.trouble if driver is not None else '')}")
    if not summaries:
        say("No run yet. `pilothouse run WORKFLOW --repo DIR` launches one.")
    return OK


_ROW = "{:<40} {:<10} {:<20} {}"


def show(args: Namespace) -> int:
    """`pilothouse show RUN`."""
    folder = _folder(args)
    state, driver = state_of(folder), folder.holder()
    if args.json:
        document(run_json(state))
        return OK
    say(f"{state.run}  {state.status}{f' ({state.cause})' if state.cause else ''}")
    if driver is None and state.status in ("pending", "running"):
        say(f"  nobody drives it: `pilothouse resume {state.run}` goes on")
        if why := why_undriven(folder):
            say(f"  {why}")
    if driver is not None and driver.trouble:
        say(f"  {driver.trouble}")
    say(f"  branch {state.branch} from {short(state.base)} of {state.repository}")
    for meter in (meter_view(kind, one) for kind, one in state.meters.items()):
        least = "at least " if meter.at_least and meter.spent is not None else ""
        cap = amount(meter.kind, meter.cap) if meter.cap is not None else "no limit"
        say(f"  {meter.kind:<11} {least}{amount(meter.kind, meter.spent)} of {cap}")
    for node in state.nodes.values():
        if node.id:
            _show_node(node, over=state.ended)
    _say_waits(state)
    for hold in state.open_holds:
        print_hold(state, hold)
    return OK


def _say_waits(state: RunState) -> None:
    for wait in provider_waits(state):
        say(f"  {wait.node} is {provider_words([wait], state.last_at)}: {wait.account}, {failure_words(wait.failure)}")


def _show_node(node: Node, *, over: bool) -> None:
    stands = node_state(node, over=over)
    say(f"  {node.id:<30} {'needs you' if stands == 'waiting' else stands}")
    for attempt in node.attempts:
        tried = attempt.outcome or ("withdrawn" if over else "open")
        say(f"      attempt {attempt.n}  {tried}  {attempt.isolation or ''}  {short(attempt.head)}")
        for gate in attempt.judged:
            say(f"        {gate.outcome:<11} {gate.gate}: {gate.reason} [{gate.label}]")


def tail(args: Namespace) -> int:
    """`pilothouse tail RUN [--follow]`."""
    folder = _folder(args)

    loaded = read_journal(folder.journal)
    reason = classify(loaded, TYPES)
    if reason is not None:
        tell(f"The journal of run {folder.id} can only be read: {reason}")
    if loaded.format > FORMAT:
        for text in folder.journal.read_text("utf-8", "replace").splitlines():
            raw(plain(text))
        return OK

    state, whole = RunState(), True

    def show_line(line: follow.Line) -> None:
        nonlocal whole
        record, event, text = line
        whole = whole and event is not None and _fold_one(state, event)
        said = narrate(state, event) if event else f"{record.type}: a kind that this version does not know"
        raw(text) if args.json else say(f"{record.seq:>5}  {record.at}  {said}")

    asyncio.run(follow.lines(folder, show_line, follow=args.follow))
    return OK


def _fold_one(state: RunState, event: Event) -> bool:
    """Fold one more event; False where it does not fit: reading goes on without, and says less of what gates are."""
    try:
        evolve(state, event)
    except (KeyError, IndexError, AssertionError, AttributeError):
        return False
    state.dirty.clear()  # nobody decides here
    return True


def holds(args: Namespace) -> int:
    """`pilothouse holds [RUN]`."""
    store = RunStore()
    folders = [store.folder(args.run)] if args.run else store.runs()
    states = list(_readable(folders)) if not args.run else [state_of(folder) for folder in folders]
    if args.json:
        document(holds_json(states))
        return OK
    waiting = [state for state in states if state.open_holds]
    for state in waiting:
        say(f"Run {state.run}")
        for hold in state.open_holds:
            print_hold(state, hold)
    for state in states:
        if state.provider_waits:
            say(f"Run {state.run} waits by itself:")
            _say_waits(state)
    if not waiting:
        say("Nothing needs you.")
    return OK


def _readable(folders: list[RunFolder]) -> Iterator[RunState]:
    """One run that cannot be read hides no hold of another."""
    for folder in folders:
        try:
            yield state_of(folder)
        except RunUnknown:
            continue  # it is being launched
        except PilothouseError as error:
            tell(error.message)


def transcript(args: Namespace) -> int:
    """`pilothouse transcript RUN NODE [--attempt N]`."""
    folder = _folder(args)
    state = state_of(folder)
    args.node = _named(state, args.node)
    attempt = _attempt(state, args.node, args.attempt)
    reader = TranscriptReader(folder.attempt(args.node, attempt.n) / "transcript.jsonl")
    reader.refresh()
    entries = [reader.entry(place) for place in range(len(reader))]
    if args.json:
        document(
            {
                "run": args.run,
                "node": args.node,
                "attempt": attempt.n,
                "entries": [
                    {
                        "kind": e.kind,
                        "turn": e.turn,
                        "at_ms": e.at_ms,
                        "title": e.title,
                        "text": e.text,
                        "meta": e.meta,
                        "error": e.is_error,
                    }
                    for e in entries
                ],
            }
        )
        return OK
    for entry in entries:
        say(f"{_head(entry)}\n{entry.text}\n" if entry.text else f"{_head(entry)}\n")
    return OK


def _head(entry: Entry) -> str:
    """The line above an entry's text: its kind, a tool's name and argument, figures."""
    words = [f"[{entry.turn}] {entry.kind}", entry.title or str(entry.meta.get("name") or "")]
    match entry.kind:
        case "tool_call":
            words.append(str(entry.meta.get("argument") or ""))
        case "tool_result":
            words.append("failed" if entry.is_error else "")
        case "usage":
            words += [", ".join(f"{key.replace('_', ' ')} {entry.meta[key]}" for key in _USAGE if entry.meta.get(key))]
    return " ".join(filter(None, words))


def diff(args: Namespace) -> int:
    """`pilothouse diff RUN [NODE]`: of the node's latest attempt, or of the whole run."""
    folder = _folder(args)
    state = state_of(folder)
    start, end = state.base, state.tip
    if args.node:
        attempt = _attempt(state, _named(state, args.node), None)
        start, end = attempt.fork_point, attempt.head or attempt.fork_point
    elif state.tip == state.base:
        heads = [node.attempts[-1].head for node in state.nodes.values() if node.attempts and node.attempts[-1].head]
        end = heads[-1] if heads and heads[-1] else end
    from engine.workspace import RunRepository

    repository = RunRepository.open(folder.path)
    patch = repository.diff(start, end)
    if args.json:
        files = [
            {"path": change.path, "old_path": change.old_path, "status": change.status, "added": change.added}
            | {"deleted": change.deleted}
            for change in repository.changes(start, end)
        ]
        document({"from": start, "to": end, "files": files, "patch": patch.text, "truncated": patch.truncated})
    else:
        say(patch.text)
    return OK


def evidence(args: Namespace) -> int:
    """`pilothouse evidence RUN NODE`."""
    folder = _folder(args)
    state = state_of(folder)
    args.node = _named(state, args.node)
    _attempt(state, args.node, None)
    found = evidence_json(state, args.node)
    if args.json:
        document(found)
        return OK
    gates: Any = found["gates"]
    for gate in gates:
        say(f"attempt {gate['attempt']}  {gate['outcome']:<11} {gate['gate']}: {gate['reason']} [{gate['label']}]")
        for line in _facts_told(gate["facts"], folder.attempt(args.node, gate["attempt"])):
            say(f"    {line}")
    return OK


def _facts_told(facts: dict[str, Any], attempt: Path) -> Iterator[str]:
    """The figures in words, and where what the gate's command printed is kept. `--json` gives every fact."""
    if told := describe_facts(facts, limit=12):
        yield told
    printed = facts.get("output")
    for name, stream in printed.items() if isinstance(printed, dict) else ():
        if isinstance(stream, dict) and "file" in stream:
            yield f"{name}: {attempt / str(stream['file'])}"


def verify(args: Namespace) -> int:
    """`pilothouse verify RUN`, or `--all`: is the journal whole?"""
    folders = RunStore().runs() if args.all else [_folder(args)]
    found = [_verified(folder) for folder in folders]
    if args.json:
        document({"runs": found} if args.all else found[0])
    for told in [] if args.json else found:
        faults = "\n".join(f"{told['run']}: {fault}" if args.all else fault for fault in told["faults"])
        say(faults or f"The journal of {told['run']} is intact: {told['records']} records.")
    return OK if all(told["intact"] for told in found) else USAGE


def _verified(folder: RunFolder) -> dict[str, Any]:
    records = 0
    try:
        found = verify_journal(folder.journal)
        faults, records = [f"line {fault.line}: {fault.what}" for fault in found.faults], found.records
        if not faults:
            loaded = read_journal(folder.journal)
            reason = classify(loaded, TYPES)
            faults = [reason] if reason else []
            if not reason:
                events_of(loaded.records)
    except OSError as error:
        faults = [f"its journal cannot be read: {error.strerror or error}"]
    except PilothouseError as error:
        faults = [error.message]
    return {"run": folder.id, "intact": not faults, "faults": faults, "records": records}


def replay_(args: Namespace) -> int:
    """`pilothouse replay RUN [--workflow FILE]`: the same decisions?"""
    loaded = read_journal(_folder(args).journal)
    reason = classify(loaded, TYPES)
    if reason is not None:
        raise JournalReadOnly(f"the decisions of run {args.run!r} cannot be compared: {reason}")
    events = events_of(loaded.records)
    if args.workflow:
        workflow = load(args.workflow).workflow
        events = [
            Event(event.seq, event.at, event.driven, event.body.model_copy(update={"workflow": workflow}))
            if isinstance(event.body, RunCreated)
            else event
            for event in events
        ]
    result = replay(events)
    different = result.difference
    if args.json:
        document(
            {
                "run": args.run,
                "same": different is None,
                "decisions": result.decisions,
                "difference": different
                and {
                    "seq": different.seq,
                    "recorded": different.recorded and different.recorded.model_dump(mode="json"),
                    "computed": different.computed and different.computed.model_dump(mode="json"),
                },
            }
        )
    elif different is None:
        say(f"{result.decisions} decisions, each as recorded.")
    else:
        say(f"Event {different.seq} differs.\n  recorded: {different.recorded!r}\n  computed: {different.computed!r}")
    return OK if different is None else ENDED_OTHERWISE


def _folder(args: Namespace) -> RunFolder:
    return RunStore().folder(args.run)


def _named(state: RunState, given: str) -> str:
    """The node's id, for its last part too where only one node that was attempted has it."""
    if given in state.nodes:
        return given
    found = [node.id for node in state.nodes.values() if node.attempts and node.id.rpartition("/")[2] == given]
    return found[0] if len(found) == 1 else given


def _attempt(state: RunState, node_id: str, n: int | None) -> Attempt:
    node = state.nodes.get(node_id)
    if node is None or not node.attempts:
        known = ", ".join(node.id for node in state.nodes.values() if node.attempts) or "none yet"
        raise UsageError(f"run {state.run!r} has no attempt of {node_id!r}; there are attempts of: {known}")
    if n is None:
        return node.attempts[-1]
    if not 1 <= n <= len(node.attempts):
        raise UsageError(f"{node_id!r} has {count(len(node.attempts), 'attempt')}; there is no attempt {n}")
    return node.attempts[n - 1]
