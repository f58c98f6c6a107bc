# SPDX-License-Identifier: Apache-2.0
"""`export`, `import`, `clean` and `repair`: runs as files, and what they leave on the disk."""

from __future__ import annotations

import time
from argparse import Namespace
from dataclasses import asdict
from pathlib import Path

import humanize

from engine.commands.output import OK, document, say
from engine.definition.words import milliseconds
from engine.errors import JournalDamaged, JournalHealthy, UsageError
from engine.journal import Damage, Record, RunStore, cut, examine
from engine.kernel import TYPES, RunState, evolve
from engine.projections import narrate
from engine.runtime import cleaning, moving
from engine.runtime.ledger import event_of, events_of

_SHOWN = 20
"""Lost records that are told one by one."""


def export(args: Namespace) -> int:
    """`pilothouse export RUN FILE [--whole]`."""
    target = Path(args.file)
    moved = moving.export(RunStore().folder(args.run), target, whole=args.whole)
    if args.json:
        document(asdict(moved) | {"file": str(target)})
        return OK
    say(f"{moved.run} is in {target}: {moved.files} files, {humanize.naturalsize(target.stat().st_size)}.")
    say(f"Secrets taken out of its texts: {moved.redacted}. Its commits ({moved.commits}) are as they are.")
    for name in moved.left_out:
        say(f"  left out: {name}")
    return OK


def import_(args: Namespace) -> int:
    """`pilothouse import FILE [--repo DIR]`."""
    moved = moving.restore(Path(args.file), RunStore(), Path(args.repo) if args.repo else None)
    if args.json:
        document(asdict(moved))
    else:
        say(f"{moved.run} is here: {moved.files} files. `pilothouse show {moved.run}` tells of it.")
    return OK


def clean(args: Namespace) -> int:
    """`pilothouse clean [--dry-run] [--runs AGE] [--lose RUN]…`."""
    try:
        age = None if args.runs is None else milliseconds(args.runs) / 1000
    except ValueError as error:
        raise UsageError(f"--runs takes an age, such as 30d or 12h; {args.runs!r} is none") from error
    store = RunStore()
    for run in args.lose:
        store.folder(run)  # a name that is no run's gives nothing up, and is not passed over
    cleaned = cleaning.clean(store, now=time.time(), older_than=age, dry=args.dry_run, lose=args.lose)
    if args.json:
        document({"dry_run": args.dry_run, "items": [asdict(item) for item in cleaned]})
        return OK
    gone = [item for item in cleaned if item.removed]
    for item in cleaned:
        said = f"{'would go' if args.dry_run else 'removed'}" if item.removed else "stays"
        say(f"{item.run:<40} {item.what:<24} {said}{f': {item.why}' if item.why else ''}")
    size = humanize.naturalsize(sum(item.bytes for item in gone))
    say(f"{size} {'could be freed' if args.dry_run else 'freed'}." if gone else "Nothing to remove.")
    return OK


def repair(args: Namespace) -> int:
    """`pilothouse repair RUN [--cut]`."""
    folder, aside = RunStore().folder(args.run), None
    try:
        damage = examine(folder.journal)
    except JournalHealthy as error:
        document({"run": folder.id, "cut": False, "faults": []}) if args.json else say(f"{error.message}.")
        return OK
    told = _lost(damage)
    if args.cut:
        damage, aside = cut(folder.journal, folder.lock)
    faults = [{"line": fault.line, "what": fault.what} for fault in damage.faults]
    if args.json:
        facts = {"kept": damage.kept, "offset": damage.offset, "behind": damage.behind, "faults": faults, "lost": told}
        document({"run": folder.id, "cut": args.cut, "original": str(aside) if aside else None, **facts})
        return OK
    say(f"The journal of {folder.id} is good up to record {damage.kept}, byte {damage.offset:,}. What is wrong:")
    for fault in damage.faults:
        say(f"  line {fault.line}: {fault.what}")
    say(f"Behind that stand {damage.behind:,} bytes, with {len(told)} whole records{':' if told else '.'}")
    for line in told[:_SHOWN]:
        say(f"  {line}")
    if len(told) > _SHOWN:
        say(f"  and {len(told) - _SHOWN} more")
    if aside is None:
        say(
            f"Nothing was changed. `pilothouse repair {folder.id} --cut` keeps the whole journal in a file beside it, "
            "and cuts it there: the run forgets these records. What they began is looked at by `resume`, which asks "
            "where the work is not what the journal says."
        )
    else:
        say(f"Cut there. The journal as it was: {aside}")
        say(f"`pilothouse resume {folder.id}` goes on with it.")
    return OK


def _lost(damage: Damage) -> list[str]:
    """What the records behind the damage tell, each in a line."""
    state = RunState()
    for event in events_of(damage.good):
        evolve(state, event)
    return [f"{record.seq:>5}  {_words(state, record)}" for record in damage.lost]


def _words(state: RunState, record: Record) -> str:
    if record.type not in TYPES:
        return f"{record.type}, of a newer version"
    try:
        return narrate(state, event_of(record))
    except (JournalDamaged, LookupError, AssertionError):  # it tells of what only the lost ones would explain
        return f"{record.type} of {record.node or 'the run'}"
