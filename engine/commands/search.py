# SPDX-License-Identifier: Apache-2.0
"""`pilothouse search`: words in the transcripts of all runs, told as they are found."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from itertools import islice

from engine.commands.output import OK, document, say, tell
from engine.journal import RunStore
from engine.projections.search import search as find


def search(args: Namespace) -> int:
    """`pilothouse search TEXT [--run RUN] [--limit N]`."""
    store = RunStore()
    if args.run is not None:
        store.folder(args.run)
    hits = find(store.data_dir, " ".join(args.text), args.run)
    if args.json:
        told = [asdict(hit) for hit in islice(hits, args.limit)]
        document({"hits": told, "more": next(hits, None) is not None})
        return OK
    found = 0
    for hit in islice(hits, args.limit):
        found += 1
        say(f"{hit.run}  {hit.node}  attempt {hit.attempt}  entry {hit.entry}  [{hit.turn}] {hit.kind}: {hit.excerpt}")
    if not found:
        tell("Nothing found.")
    elif next(hits, None) is not None:
        tell(f"There is more; these are the first {found:,}. Say more words, or --limit.")
    return OK
