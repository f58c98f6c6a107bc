# SPDX-License-Identifier: Apache-2.0
"""A journal of an older format is put in ours, all or nothing; the format here is the test's own."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from engine.errors import JournalDamaged
from engine.journal import DISK, FORMAT, Storage, read, verify
from engine.journal.file import JournalFile
from engine.journal.record import hash_of
from engine.journal.upgrade import STEPS, format_of, upgraded
from tests.engine.journal.faulty import AT, FaultyDisk, Killed


def renamed(fields: dict[str, Any]) -> dict[str, Any]:
    """The step of the test: what was called `kind` is called `type`."""
    return {("type" if name == "kind" else name): value for name, value in fields.items()}


def old_line(seq: int, prev: str) -> bytes:
    fields = {"seq": seq, "at": AT, "driven": 7 * seq, "kind": "told", "node": "a", "data": {"n": seq, "s": "é\u2028"}}
    mark = {"v": 0} if seq == 1 else {}
    body = json.dumps({**mark, **fields, "prev": prev}, ensure_ascii=False, separators=(",", ":")).encode()[:-1]
    return body + b',"crc":"%08x"}' % crc32(body)


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three records of format 0, and a cut fourth; there is a way from that to ours."""
    monkeypatch.setitem(STEPS, 0, renamed)
    lines, prev = [], "of format 0"
    for seq in (1, 2, 3):
        lines.append(old_line(seq, prev))
        prev = hash_of(lines[-1])
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"\n".join([*lines, b'{"seq":4,"at']))
    return path


def opened(path: Path, storage: Storage = DISK) -> None:
    JournalFile.open(path, None, storage).close()


def test_it_is_read_as_it_stands_and_the_next_driver_keeps_it_and_puts_a_new_one_in_its_place(old: Path) -> None:
    before = old.read_bytes()
    told = [(seq, AT, 7 * seq, "told", "a", {"n": seq, "s": "é\u2028"}) for seq in (1, 2, 3)]

    assert [(one.seq, one.at, one.driven, one.type, one.node, one.data) for one in read(old).records] == told
    assert verify(old).intact
    assert [path.name for path in old.parent.iterdir()] == ["journal.jsonl"]
    assert old.read_bytes() == before

    opened(old)
    assert old.with_name("journal.jsonl.v0").read_bytes() == before
    assert [(one.seq, one.at, one.driven, one.type, one.node, one.data) for one in read(old).records] == told
    assert verify(old).torn == 0, "the cut record was put aside"
    assert format_of(old.read_bytes()) == FORMAT


@pytest.mark.parametrize("trouble", ["kill before", "kill after", "tear"])
def test_wherever_it_is_killed_the_old_one_or_the_new_one_stands(old: Path, trouble: Any) -> None:
    before, calls = old.read_bytes(), FaultyDisk(lambda k, call: None)
    opened(old, calls)
    after = old.read_bytes()
    for at in range(1, len(calls.calls) + 1):
        for left in old.parent.iterdir():
            left.unlink()
        old.write_bytes(before)
        with suppress(Killed):
            opened(old, FaultyDisk(lambda k, call, at=at: trouble if k == at else None))  # type: ignore[misc]
        assert old.read_bytes() in (before, upgraded(before), after)
        opened(old)
        assert old.read_bytes() == after
        assert old.with_name("journal.jsonl.v0").read_bytes() == before


def test_a_damaged_one_and_one_that_no_step_leads_away_from_are_left_alone(old: Path) -> None:
    raw = old.read_bytes()
    first, _, third = raw.split(b"\n", 2)
    for bad in (raw.replace(b'"n":2', b'"n":9'), b"\n".join((first, third)), raw.replace(b'"v":0', b'"v":-1')):
        old.write_bytes(bad)
        with pytest.raises(JournalDamaged):
            opened(old)
        assert not verify(old).intact
        assert old.read_bytes() == bad
        assert [path.name for path in old.parent.iterdir()] == ["journal.jsonl"]
