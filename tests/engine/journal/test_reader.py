# SPDX-License-Identifier: Apache-2.0
"""What a reader makes of a journal that was cut, damaged, forged, or written by a newer version."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.errors import JournalDamaged, JournalReadOnly
from engine.journal import FORMAT, Draft, Journal, Record, classify, read, verify
from engine.journal.reader import scan
from engine.journal.record import encode, hash_of
from tests.engine.journal.faulty import AT, journal_lines, lines_of

LINES = journal_lines(40)
WHOLE = b"".join(LINES)
RECORDS = scan(WHOLE).records


def test_a_whole_journal_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(WHOLE)

    assert read(path).records == RECORDS
    assert [record.seq for record in RECORDS] == list(range(1, 41))
    assert verify(path).intact


def test_an_empty_journal_holds_nothing() -> None:
    assert scan(b"").records == []
    assert scan(b"").torn is None


def test_br_028_a_journal_cut_at_any_byte_of_its_last_record_keeps_all_earlier_ones() -> None:
    start = len(WHOLE) - len(LINES[-1])
    for cut in range(start, len(WHOLE)):
        loaded = scan(WHOLE[:cut])

        assert loaded.records == RECORDS[:39]
        assert loaded.faults == []
        assert loaded.torn == (WHOLE[start:cut] or None)


@pytest.mark.parametrize(
    "tail",
    [
        b"\0" * 4096,
        b"\xff\xfe garbage",
        b"garbage\n\n\n",
        b"\n",
        LINES[3][: len(LINES[3]) // 2],
        LINES[3][: len(LINES[3]) // 2] + b"\n",
        LINES[39][10:],
        b'{"seq": 999, "type": "gate_judged", "node": "s", "data": {"cleared": true}}\n',
    ],
    ids=range(8),
)
def test_br_028_any_rubbish_at_the_end_is_a_torn_tail(tail: bytes) -> None:
    loaded = scan(WHOLE + tail)

    assert loaded.records == RECORDS
    assert loaded.torn == tail


@pytest.mark.parametrize("cut", range(0, len(LINES[0]) - 1, 20))
def test_br_028_a_torn_first_record_leaves_an_empty_journal(cut: int) -> None:
    loaded = scan(LINES[0][:cut])

    assert loaded.records == []
    assert loaded.torn == (LINES[0][:cut] or None)


def test_br_028_one_flipped_byte_in_record_17_is_refused_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    start = sum(map(len, LINES[:16]))
    for offset in range(start, start + len(LINES[16])):
        raw = bytearray(WHOLE)
        raw[offset] ^= 0x04
        path.write_bytes(raw)

        with pytest.raises(JournalDamaged, match="line 17") as caught:
            read(path)
        assert caught.value.line == 17


def test_no_flipped_bit_gives_a_silently_different_state() -> None:
    lines = journal_lines(5)
    whole, records = b"".join(lines), scan(b"".join(lines)).records
    for offset in range(len(whole)):
        for bit in range(8):
            raw = bytearray(whole)
            raw[offset] ^= 1 << bit

            loaded = scan(bytes(raw))

            told = loaded.faults or loaded.torn is not None or loaded.format != FORMAT
            assert told
            assert loaded.records == records[: len(loaded.records)]
            if not loaded.faults and loaded.format == FORMAT:  # taken for a torn tail: only the last line may go
                assert len(loaded.records) == 4


def _swapped(lines: list[bytes]) -> list[bytes]:
    return [*lines[:10], lines[11], lines[10], *lines[12:]]


def _rechained(number: int) -> bytes:
    """Line `number` with other data and a right checksum, as a forger would write it."""
    return encode(Draft("noted", {"n": "forged"}), number, AT, hash_of(LINES[number - 2][:-1])) + b"\n"


@pytest.mark.parametrize(
    ("lines", "line", "what"),
    [
        ([*LINES[:10], *LINES[11:]], 11, "a gap"),
        ([*LINES[:10], LINES[9], *LINES[10:]], 11, "a duplicate"),
        ([*LINES, LINES[39]], 41, "a duplicate"),
        ([*LINES, LINES[2]], 41, "a duplicate"),
        (_swapped(LINES), 11, "a gap"),
        (LINES[1:], 1, "a gap"),
        ([*LINES[:10], _rechained(11), *LINES[11:]], 12, "does not chain"),
        ([*LINES[:38], _rechained(39), LINES[39]], 40, "does not chain"),
        ([*LINES[:10], b"\n", *LINES[10:]], 11, "checksum"),
        ([*LINES[:10], b"\xff\xff\n", *LINES[10:]], 11, "checksum"),
        ([*LINES[:10], LINES[10][:50], *LINES[11:]], 11, "checksum"),
        ([*LINES[:38], LINES[38].replace(b"noted", b"noteD"), LINES[39][:-1]], 39, "checksum"),
        ([b'{"seq": 1}\n', *LINES[1:]], 1, "checksum"),
        ([*LINES[:38], LINES[38][:-1] + b"\v", LINES[39]], 39, "checksum"),
        ([*LINES[:37], LINES[37][:-1] + b"\v", LINES[38][:-1] + b"\v", LINES[39]], 38, "checksum"),
    ],
    ids=range(15),
)
def test_any_other_damage_is_refused_with_its_line(lines: list[bytes], line: int, what: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"".join(lines))

    with pytest.raises(JournalDamaged, match=what) as caught:
        read(path)

    assert caught.value.line == line
    assert not verify(path).intact


def test_verify_names_every_fault(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    broken = [*LINES[:4], LINES[4].replace(b"noted", b"noteD"), *LINES[5:20], *LINES[21:30], LINES[29], *LINES[30:]]
    path.write_bytes(b"".join(broken))

    faults = verify(path).faults

    assert [fault.line for fault in faults] == [5, 6, 21, 21, 30, 30]
    assert "checksum" in faults[0].what
    assert "a gap" in faults[2].what
    assert "a duplicate" in faults[4].what


async def test_damage_is_refused_without_a_byte_changed(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    raw = b"".join([*LINES[:10], *LINES[11:], b"half a li"])
    path.write_bytes(raw)

    with pytest.raises(JournalDamaged):
        await Journal.open(path)

    assert path.read_bytes() == raw
    assert sorted(os.listdir(tmp_path)) == ["engine.lock", "journal.jsonl"]


NEWER = WHOLE.replace(b'{"v":1,', b'{"v":2,"codec":"zstd",', 1)


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        (NEWER, r"format is 2 and this version, \S+, knows formats up to 1"),
        (
            b"".join(
                lines_of(
                    [Draft("noted", {"engine": "7.5.0"}), *[Draft("noted")] * 3, Draft("teleported"), Draft("noted")]
                )
            ),
            r"record 5 is of the kind 'teleported'.* created by version 7\.5\.0",
        ),
    ],
    ids=["format", "kind"],
)
async def test_br_035_a_newer_journal_is_left_exactly_as_it_is(raw: bytes, named: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(raw + b"half a li")
    before = path.stat()

    with pytest.raises(JournalReadOnly, match=named):
        await Journal.open(path, known_types=frozenset({"noted"}))

    after = path.stat()
    assert path.read_bytes() == raw + b"half a li"
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert sorted(os.listdir(tmp_path)) == ["engine.lock", "journal.jsonl"]


def test_br_035_a_journal_with_unknown_kinds_can_still_be_read(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"".join(lines_of([Draft("noted"), Draft("teleported", {"to": "moon"})])))

    loaded = read(path)

    assert loaded.records[1] == Record(2, AT, 0, "teleported", None, None, {"to": "moon"})
    assert classify(loaded, frozenset({"noted", "teleported"})) is None
    assert classify(loaded, None) is None
    assert "teleported" in (classify(loaded, frozenset({"noted"})) or "")
