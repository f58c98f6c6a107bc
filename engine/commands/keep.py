# SPDX-License-Identifier: Apache-2.0
"""`export`, `import` and `clean`: runs as files, and what they leave on the disk."""

from __future__ import annotations

import time
from argparse import Namespace
from dataclasses import asdict
from pathlib import Path

import humanize

from engine.commands.output import OK, document, say
from engine.definition.words import milliseconds
from engine.errors import UsageError
from engine.journal import RunStore
from engine.runtime import cleaning, moving


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
