# SPDX-License-Identifier: Apache-2.0
"""The run's append-only file: writer, reader, lock and hash chain; the run's folder and its inbox.

Knows files and records, not what the kernel's event kinds mean.
"""

from engine.journal.file import Torn
from engine.journal.lock import Holder, OwnerLock, holder
from engine.journal.reader import Fault, Loaded, Verification, classify, read, verify
from engine.journal.record import FORMAT, Draft, Record, parse_record
from engine.journal.storage import DISK, Storage
from engine.journal.writer import Journal, utc_now

__all__ = [
    "DISK",
    "FORMAT",
    "Draft",
    "Fault",
    "Holder",
    "Journal",
    "Loaded",
    "OwnerLock",
    "Record",
    "Storage",
    "Torn",
    "Verification",
    "classify",
    "holder",
    "parse_record",
    "read",
    "utc_now",
    "verify",
]
