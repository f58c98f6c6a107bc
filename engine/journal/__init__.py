# SPDX-License-Identifier: Apache-2.0
"""The run's append-only file: writer, reader, lock and hash chain; the run's folder and its inbox.

Knows files and records, not what the kernel's event kinds mean.
"""

from engine.journal import inbox
from engine.journal.file import Torn
from engine.journal.follower import Broken, Follower, Restarted, following, json_line
from engine.journal.lock import Holder, OwnerLock, holder
from engine.journal.origin import Origin, descends_from_attempt, origin_of_this_process
from engine.journal.reader import Fault, Loaded, Verification, classify, read, verify
from engine.journal.record import FORMAT, Draft, Record, check, parse_record
from engine.journal.repair import Damage, cut, examine
from engine.journal.storage import DISK, Storage, write_atomic, write_new
from engine.journal.store import RunFolder, RunStore, check_run_id, data_dir, folder_name, node_of
from engine.journal.undriven import forget_why, keep_why, why_undriven
from engine.journal.watch import Changed, limit_notice, watching
from engine.journal.writer import Journal, utc_now

__all__ = [
    "DISK",
    "FORMAT",
    "Broken",
    "Changed",
    "Damage",
    "Draft",
    "Fault",
    "Follower",
    "Holder",
    "Journal",
    "Loaded",
    "Origin",
    "OwnerLock",
    "Record",
    "Restarted",
    "RunFolder",
    "RunStore",
    "Storage",
    "Torn",
    "Verification",
    "check",
    "check_run_id",
    "classify",
    "cut",
    "data_dir",
    "descends_from_attempt",
    "examine",
    "folder_name",
    "following",
    "forget_why",
    "holder",
    "inbox",
    "json_line",
    "keep_why",
    "limit_notice",
    "node_of",
    "origin_of_this_process",
    "parse_record",
    "read",
    "utc_now",
    "verify",
    "watching",
    "why_undriven",
    "write_atomic",
    "write_new",
]
