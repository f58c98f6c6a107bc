# SPDX-License-Identifier: Apache-2.0
"""A record's line: what goes in comes out, and nothing else passes for one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import RecordInvalid
from engine.journal.record import ORIGIN, Draft, LineFault, Record, decode, encode, hash_of, whole
from tests.engine.journal.faulty import AT

ANY_TEXT = st.text(st.characters(codec=None))  # lone surrogates too: bytes of a file name that were no text
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # the machine may be busy
@given(
    kind=st.text(min_size=1),
    data=st.dictionaries(st.text(), VALUES, max_size=4),
    node=st.none() | st.text(),
    attempt=st.none() | st.integers(1, 10**6),
    driven=st.integers(0, 10**12),
    seq=st.integers(1, 10**9),
)
def test_what_was_written_is_what_is_read(
    kind: str, data: dict[str, Any], node: str | None, attempt: int | None, driven: int, seq: int
) -> None:
    line = encode(Draft(kind, data, node, attempt, driven), seq, AT, ORIGIN)

    record, prev = decode(line)

    assert b"\n" not in line
    assert prev == ORIGIN
    assert (record.seq, record.at, record.driven, record.type, record.node, record.attempt) == (
        seq,
        AT,
        driven,
        kind,
        node,
        attempt,
    )
    # two lone surrogates in a row are one character afterwards, in any JSON
    assert json.dumps(record.data, sort_keys=True) == json.dumps(data, sort_keys=True)


def test_keys_stand_in_a_fixed_order_and_absent_ones_take_no_bytes() -> None:
    first = encode(Draft("a", {"x": 1}, node="n", attempt=2, driven=3), 1, AT, ORIGIN)
    second = encode(Draft("a"), 2, AT, hash_of(first))

    assert list(json.loads(first)) == ["v", "seq", "at", "driven", "type", "node", "attempt", "data", "prev", "crc"]
    assert list(json.loads(second)) == ["seq", "at", "driven", "type", "data", "prev", "crc"]
    assert b" " not in second


def test_a_plain_decision_takes_less_than_400_bytes() -> None:
    draft = Draft("gate_judged", {"gate": "tests", "outcome": "cleared"}, node="approaches[minimal]/fix", attempt=12)

    assert len(encode(draft, 123_456, AT, ORIGIN)) < 300


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), {1, 2}, b"bytes", 10**5000], ids=range(6))
def test_what_json_cannot_hold_is_named(value: object) -> None:
    with pytest.raises(RecordInvalid, match="'turn_ended'"):
        encode(Draft("turn_ended", {"x": value}), 1, AT, ORIGIN)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.dictionaries(st.text(), VALUES, max_size=4), node=st.none() | ANY_TEXT)
def test_data_that_is_json_already_makes_the_same_line(data: dict[str, Any], node: str | None) -> None:
    ready = json.dumps(data, separators=(",", ":")).encode()
    line = encode(Draft("noted", ready, node), 7, AT, ORIGIN)

    assert whole(line)
    assert decode(line) == decode(encode(Draft("noted", data, node), 7, AT, ORIGIN))


@pytest.mark.parametrize("ready", [b'{"x":NaN}', b'{"x":[-Infinity]}', b'{"x":%b}' % (b"9" * 5000)], ids=range(3))
def test_what_a_reader_would_refuse_is_named_though_it_is_json_already(ready: bytes) -> None:
    with pytest.raises(RecordInvalid, match="'turn_ended'"):
        encode(Draft("turn_ended", ready), 1, AT, ORIGIN)


def test_a_text_may_speak_of_numbers_that_are_none() -> None:
    record, _ = decode(encode(Draft("noted", b'{"text":"NaN, Infinity"}'), 2, AT, ORIGIN))

    assert record.data == {"text": "NaN, Infinity"}


def test_a_bottomless_value_is_named() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]

    with pytest.raises(RecordInvalid):
        encode(Draft("turn_ended", {"x": deep}), 1, AT, ORIGIN)
    while deep:  # taking it apart at once would be as deep
        deep = deep.pop()


def _signed(text: str) -> bytes:
    from zlib import crc32

    body = text.encode("utf-8", "surrogateescape")
    return body + b',"crc":"%08x"}' % crc32(body)


REST = f'"at":"{AT}","driven":0,"type":"a","data":{{}},"prev":"{ORIGIN}"'


@pytest.mark.parametrize(
    "text",
    [
        '{"seq":true,' + REST,
        '{"seq":0,' + REST,
        '{"seq":-4,' + REST,
        '{"seq":"2",' + REST,
        '{"seq":2.0,' + REST,
        '{"seq":2,"more":1,' + REST,
        '{"seq":2,"v":1,' + REST,
        '{"seq":1,' + REST,
        '{"v":0,"seq":1,' + REST,
        '{"seq":2,' + REST.replace('"driven":0', '"driven":null'),
        '{"seq":2,' + REST.replace(AT, "yesterday"),
        '{"seq":2,' + REST.replace("{}", "[]"),
        '{"seq":2,' + REST.replace("{}", '{"x":NaN}'),
        '{"seq":2,' + REST.replace("{}", '{"x":"\udcff"}'),
        '{"seq":2,' + REST.replace("{}", '{"x":"\x01"}'),
        '{"seq":2,' + REST.replace("{}", '{"x":' + "[" * 100_000 + "]" * 100_000 + "}"),
        '{"seq":2,' + REST.replace("{}", '{"x":' + "9" * 5000 + "}"),
        '{"seq":2,"node":7,' + REST,
        '{"seq":2,"attempt":"1",' + REST,
        "[2",
        "",
    ],
    ids=range(21),
)
def test_a_line_of_another_shape_is_refused_even_with_a_right_checksum(text: str) -> None:
    line = _signed(text)

    assert whole(line)
    with pytest.raises(LineFault):
        decode(line)


def test_the_control_of_the_table_above_is_a_record() -> None:
    assert decode(_signed('{"seq":2,' + REST)) == (Record(2, AT, 0, "a", None, None, {}), ORIGIN)
