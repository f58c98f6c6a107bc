# SPDX-License-Identifier: Apache-2.0
"""Tokens: each message once, the last value wins, unknown is never zero."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psutil
import pytest

from engine.agents.output import JsonlOutput
from engine.agents.protocol import Usage
from engine.agents.transcript import TranscriptWriter
from engine.agents.usage import UsageMeter, earlier_figures, total

TRIO = [
    {"id": "m1", "input": 1000, "output": 1},
    {"id": "m1", "input": 1000, "output": 1},
    {"id": "m1", "input": 1000, "output": 250},
]


def counted(*events: dict[str, Any], earlier: dict[str, dict[str, float]] | None = None) -> Usage | None:
    meter = UsageMeter(earlier)
    for event in events:
        meter.take(event)
    return meter.usage()


def test_br_020_copies_of_one_message_count_once_with_the_last_values() -> None:
    assert counted(*TRIO) == Usage(input=1000, output=250, requests=1)


def test_messages_are_added_up() -> None:
    usage = counted({"id": "a", "input": 1, "cache_read": 5}, {"id": "b", "input": 2, "output": 3})

    assert usage == Usage(input=3, output=3, cache_read=5, requests=2)


def test_messages_without_an_id_are_each_their_own() -> None:
    assert counted({"input": 1}, {"input": 1}, {"id": 7, "input": 1}) == Usage(input=3, requests=3)


def test_nothing_said_is_unknown_and_no_figure_is_zero_by_itself() -> None:
    assert counted() is None
    assert counted({"id": "a"}) == Usage(requests=1)


def test_the_closing_sum_of_the_turn_wins_and_leaves_what_it_does_not_say() -> None:
    usage = counted(*TRIO, {"input": 1200, "output": 300, "total": True})

    assert usage == Usage(input=1200, output=300, requests=1)


def test_br_023_the_cost_is_known_only_where_every_message_has_one() -> None:
    priced = {"id": "a", "input": 1, "cost": 0.25}

    assert counted(priced, {"id": "b", "input": 1, "cost": 0.5}) == Usage(input=2, cost=0.75, requests=2)
    mixed = counted(priced, {"id": "b", "input": 1, "cost": None})
    assert mixed is not None
    assert mixed.cost is None
    assert counted(mixed_total := {"total": True, "cost": 1.5}, priced) == Usage(input=1, cost=1.5, requests=1), (
        mixed_total
    )


@pytest.mark.parametrize("value", [-1, 1.5, True, "7", None, float("nan"), float("inf"), 1 << 60, 10**400, [1]])
def test_a_figure_without_sense_is_no_figure(value: object) -> None:
    assert counted({"id": "a", "input": value, "output": 2}) == Usage(output=2, requests=1)


def test_a_turn_that_was_cut_says_at_least_unless_its_sum_was_told() -> None:
    meter = UsageMeter()
    meter.take(TRIO[0])
    cut = meter.usage(cut=True)
    meter.take({"input": 5, "total": True})
    told = meter.usage(cut=True)

    assert cut is not None
    assert told is not None
    assert (cut.at_least, told.at_least) == (True, False)


def test_br_020_what_an_earlier_turn_of_the_session_counted_is_not_counted_again() -> None:
    earlier = {"m1": {"input": 1000.0, "output": 250.0}}

    assert counted(*TRIO, earlier=earlier) == Usage(input=0, output=0, requests=0)
    assert counted({"id": "m1", "output": 300}, {"id": "m2", "output": 7}, earlier=earlier) == Usage(
        output=57, requests=1
    )


def test_usage_that_goes_backwards_is_not_counted() -> None:
    assert counted({"id": "m1", "input": 400}, earlier={"m1": {"input": 1000.0}}) == Usage(input=0, requests=0)


def _transcript(folder: Path, turn: int, *events: dict[str, Any]) -> Path:
    import json

    folder.mkdir(exist_ok=True)
    writer = TranscriptWriter(folder, turn, "raw.jsonl")
    output = JsonlOutput(writer, UsageMeter())
    for event in events:
        output.feed(json.dumps({"type": "usage", **event}).encode() + b"\n")
    writer.add("message", '{"kind":"usage"}')
    writer.close()
    return folder / "transcript.jsonl"


def test_br_020_the_same_message_in_two_transcripts_counts_once(tmp_path: Path) -> None:
    one, two = _transcript(tmp_path / "1", 1, *TRIO), _transcript(tmp_path / "2", 1, *TRIO)

    assert total([one]) == total([one, two]) == Usage(input=1000, output=250, requests=1)


def test_the_figures_of_earlier_turns_are_found_in_the_transcript(tmp_path: Path) -> None:
    _transcript(tmp_path / "1", 1, *TRIO)
    _transcript(tmp_path / "1", 2, {"id": "m2", "input": 5})

    assert earlier_figures(tmp_path / "1", 2) == {"m1": {"input": 1000, "output": 250}}
    assert set(earlier_figures(tmp_path / "1", 3)) == {"m1", "m2"}
    assert earlier_figures(tmp_path / "none", 2) == {}


def test_a_flood_of_ids_is_counted_and_does_not_fill_the_memory() -> None:
    before = psutil.Process().memory_info().rss
    meter = UsageMeter()
    for number in range(200_000):
        meter.take({"id": f"m{number}", "input": 1})

    usage = meter.usage()
    assert usage is not None
    assert usage.input == 200_000
    assert psutil.Process().memory_info().rss - before < 60_000_000
