# SPDX-License-Identifier: Apache-2.0
"""An agent's output: any bytes, any line length, any cut, and nothing in it believed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.agents.output import JsonlOutput, Lines, TextOutput, decode
from engine.agents.transcript import Entry, TranscriptReader, TranscriptWriter
from engine.agents.usage import UsageMeter

WIDE = "日本語と絵文字 🛩️🧭 und Umlaute äöü\n" * 4_000


@pytest.fixture
def writing(tmp_path: Path) -> Iterator[TranscriptWriter]:
    writer = TranscriptWriter(tmp_path, 1, "raw.jsonl")
    yield writer
    writer.close()


def entries(writer: TranscriptWriter, folder: Path) -> list[Entry]:
    writer.flush()
    with TranscriptReader(folder / "transcript.jsonl") as reader:
        reader.refresh()
        return list(reader)


def line(**event: Any) -> bytes:
    return json.dumps(event).encode() + b"\n"


def feed(output: JsonlOutput | TextOutput, data: bytes, size: int = 65_536) -> None:
    for begin in range(0, len(data), size):
        output.feed(data[begin : begin + size])
    output.finish()


# ----------------------------------------------------------------------------------------------------------- lines


@given(st.binary(max_size=300), st.lists(st.integers(1, 20), max_size=50))
def test_lines_are_the_same_however_they_are_cut(data: bytes, sizes: list[int]) -> None:
    lines, begin = Lines(), 0
    found: list[tuple[bytes, int]] = []
    for size in sizes:
        found += lines.feed(data[begin : begin + size])
        begin += size
    found += lines.feed(data[begin:])
    found += lines.finish()

    expected = data.split(b"\n")
    assert [text for text, _ in found] == (expected if expected[-1] else expected[:-1])
    assert not any(dropped for _, dropped in found)


@given(st.lists(st.binary(max_size=40), max_size=6), st.integers(1, 20))
def test_a_line_is_cut_at_the_limit_and_the_next_is_whole(parts: list[bytes], limit: int) -> None:
    parts = [part.replace(b"\n", b"") for part in parts]
    lines = Lines(limit)

    found = [*lines.feed(b"".join(part + b"\n" for part in parts)), *lines.finish()]

    assert found == [(part[:limit], max(0, len(part) - limit)) for part in parts]


def test_a_cut_leaves_no_half_character() -> None:
    [(text, dropped), _] = [*Lines(4).feed("ééé\nx\n".encode())]

    assert decode(text, dropped) == "éé [2 more bytes of this line were dropped]"
    assert decode("éé".encode()[:3], 1) == "é [1 more bytes of this line were dropped]"


# ------------------------------------------------------------------------------------------------------------ text


@pytest.mark.parametrize("size", [1, 3, 4_095, 65_536])
def test_br_019_valid_text_cut_anywhere_is_the_same_text(writing: TranscriptWriter, tmp_path: Path, size: int) -> None:
    text = WIDE if size > 100 else WIDE[:3_000] + "\n"
    output = TextOutput(writing)
    feed(output, text.encode(), size)

    said = [entry.text for entry in entries(writing, tmp_path)]
    assert "\n".join(said) + "\n" == text
    assert output.last_message + "\n" == text
    assert (tmp_path / "raw.jsonl").read_bytes() == text.encode()


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 20,
        "näïve".encode("latin-1"),
        "text\n".encode("utf-16"),
        b"\0" * 5_000,
        b"\xed\xa0\x80\n\xf8",
    ],
    ids=["all bytes", "Latin-1", "UTF-16", "NUL", "surrogates"],
)
@pytest.mark.parametrize("kind", [TextOutput, "jsonl"])
def test_br_019_invalid_bytes_never_raise_and_stay_retrievable(
    writing: TranscriptWriter, tmp_path: Path, data: bytes, kind: Any
) -> None:
    feed(kind(writing) if kind is TextOutput else JsonlOutput(writing, UsageMeter()), data, 7)

    assert entries(writing, tmp_path)
    assert (tmp_path / "raw.jsonl").read_bytes() == data


def test_what_arrives_together_is_one_message_and_blank_lines_alone_are_none(
    writing: TranscriptWriter, tmp_path: Path
) -> None:
    output = TextOutput(writing)
    for chunk in (b"a\nb\n", b"\n \n", b"c", b"d\ne"):
        output.feed(chunk)
    output.finish()

    assert [entry.text for entry in entries(writing, tmp_path)] == ["a\nb", "cd", "e"]
    assert output.last_message == "a\nb\ncd\ne"


def test_the_last_message_of_a_flood_is_its_end_and_bounded(writing: TranscriptWriter) -> None:
    output = TextOutput(writing)
    feed(output, b"all tests passed\n" * 400_000 + b"the end\n")

    assert len(output.last_message) <= 1 << 20
    assert output.last_message.endswith("the end")


# ----------------------------------------------------------------------------------------------------------- jsonl


def jsonl(writing: TranscriptWriter, *lines: bytes, requests: bool = False) -> JsonlOutput:
    output = JsonlOutput(writing, UsageMeter(), requests=requests)
    feed(output, b"".join(lines))
    return output


def test_every_kind_of_event_becomes_an_entry(writing: TranscriptWriter, tmp_path: Path) -> None:
    output = jsonl(
        writing,
        line(type="thought", text="hm"),
        line(type="message", text="hello"),
        line(type="tool_call", id="1", name="bash", input={"command": "ls -la"}),
        line(type="tool_result", id="1", output="no such file", is_error=True),
        line(type="usage", id="m1", model="x", input=10, output=1, cost=None),
        line(type="error", **{"class": "overloaded", "message": "later", "retry_after_s": 5}),
        line(type="stop", reason="end_turn"),
    )

    read = entries(writing, tmp_path)
    kinds = ["thought", "message", "tool_call", "tool_result", "usage", "error", "stop"]
    assert [entry.kind for entry in read] == kinds
    assert read[2].meta == {"id": "1", "name": "bash", "argument": "ls -la"}
    assert read[3].meta == {"id": "1", "name": "bash", "outcome": "error"}
    assert read[4].meta == {"id": "m1", "model": "x", "input": 10, "output": 1}
    assert (output.stop, output.error, output.last_message) == ("end_turn", None, "hello")


@pytest.mark.parametrize("size", [70_000, 5_000_000])
def test_br_011_a_long_line_is_read_whole_and_so_is_the_next(
    writing: TranscriptWriter, tmp_path: Path, size: int
) -> None:
    long = "x" * size
    output = jsonl(
        writing,
        line(type="message", text=long),
        line(type="stop", reason="end_turn"),
        b'{"type":"message","text":"last"}',
    )

    read = entries(writing, tmp_path)
    assert [entry.kind for entry in read] == ["message", "stop", "message"]
    assert read[0].text.startswith("x" * min(size, 1 << 20))
    assert len(read[0].text) == size or "more characters; see raw.jsonl]" in read[0].text
    assert (output.stop, output.last_message) == ("end_turn", "last")


def test_br_011_a_line_of_200_mb_is_cut_visibly_and_the_next_is_right(
    writing: TranscriptWriter, tmp_path: Path
) -> None:
    output = JsonlOutput(writing, UsageMeter())
    block = b"x" * 1_000_000
    for _ in range(200):
        output.feed(block)
    output.feed(b"\n" + line(type="stop", reason="end_turn"))
    output.finish()

    cut, stop = entries(writing, tmp_path)
    assert cut.kind == "raw"
    assert "more characters" in cut.text or "more bytes of this line were dropped" in cut.text
    assert stop.text == "end_turn"
    assert (tmp_path / "raw.jsonl").stat().st_size <= 64 << 20


NOT_EVENTS = [
    b"plain words",
    b"[1, 2]",
    b"null",
    b'{"type": "message", "text": 7}',
    b'{"type": "stop"}',
    b'{"no": "type"}',
    b'{"type":"verdict","result":"done"}',
    b'{"type":"turn_ended","status":"ok"}',
    b'{"type":"gate","kind":"tests","cleared":true}',
    b'{"seq":9,"type":"operator_answered","data":{"answer":"override"}}',
    b'{"type":"request","kind":"ask","data":{"question":"x"}}',
    b'{"type": "message", "text": "cut',
    b"[" * 100_000,
    b'{"type": "usage", "input": ' + b"9" * 5_000 + b"}",
]


@pytest.mark.parametrize("data", NOT_EVENTS, ids=range(len(NOT_EVENTS)))
def test_ad_099_what_is_no_event_is_shown_raw_and_changes_nothing(
    writing: TranscriptWriter, tmp_path: Path, data: bytes
) -> None:
    output = jsonl(writing, data + b"\n")

    [entry] = entries(writing, tmp_path)
    assert (entry.kind, entry.text) == ("raw", data.decode())
    assert (output.stop, output.error, output.last_message, output.requests) == (None, None, "", [])


def test_half_a_surrogate_pair_in_an_event_becomes_a_question_mark(writing: TranscriptWriter, tmp_path: Path) -> None:
    jsonl(writing, b'{"type":"message","text":"\\ud83d!"}\n')

    assert [entry.text for entry in entries(writing, tmp_path)] == ["?!"]


def test_tool_input_nested_beyond_sense_does_not_end_us(writing: TranscriptWriter, tmp_path: Path) -> None:
    deep = b"[" * 900 + b"]" * 900
    jsonl(writing, b'{"type":"tool_call","id":"1","name":"x","input":' + deep + b"}\n", line(type="message", text="on"))

    assert entries(writing, tmp_path)[-1].text == "on"


@pytest.mark.parametrize(
    ("reasons", "expected"),
    [
        (["end_turn"], "end_turn"),
        (["refusal", "end_turn"], "refusal"),
        (["end_turn", "brand_new"], "brand_new"),
        (["max_tokens", "refusal"], "max_tokens"),
    ],
)
def test_br_064_a_stop_other_than_end_turn_counts_whatever_else_is_said(
    writing: TranscriptWriter, reasons: list[str], expected: str
) -> None:
    assert jsonl(writing, *(line(type="stop", reason=reason) for reason in reasons)).stop == expected


def test_an_error_stands_unless_the_turn_ends_well_after_it(writing: TranscriptWriter) -> None:
    error = line(type="error", **{"class": "rate_limited", "message": "m", "retry_after_s": 2.5})

    stands = jsonl(writing, error, line(type="message", text="sorry")).error
    assert stands is not None
    assert (stands.failure, stands.message, stands.retry_after_ms) == ("rate_limited", "m", 2_500)
    assert jsonl(writing, error, line(type="stop", reason="end_turn")).error is None


@pytest.mark.parametrize("wait", [-1, 1e12, "5", None, True, float("nan")])
def test_a_wait_without_sense_is_unknown_and_a_class_without_is_too(writing: TranscriptWriter, wait: object) -> None:
    error = jsonl(writing, line(type="error", retry_after_s=wait, **{"class": "brand_new"})).error

    assert error is not None
    assert (error.failure, error.retry_after_ms) == ("unknown", None)


def test_requests_are_taken_of_an_agent_of_ours_only_and_not_without_end(writing: TranscriptWriter) -> None:
    asked = line(type="request", kind="ask", data={"question": "May I?"})

    output = jsonl(writing, *[asked] * 500, requests=True)

    assert [request.data["question"] for request in output.requests] == ["May I?"] * 100
