# SPDX-License-Identifier: Apache-2.0
"""What recorded lines of the real Claude Code mean, each by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.agents import claude_lines as told
from engine.agents.usage import UsageMeter
from engine.policy.failures import follow_up

STREAMS = Path(__file__).with_name("claude_streams")
T = TypeVar("T")


def lines(name: str) -> Iterator[dict[str, Any]]:
    for line in (STREAMS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def of(name: str, kind: type[T]) -> list[T]:
    return [update for line in lines(name) for update in told.updates(line) if isinstance(update, kind)]


def end(name: str) -> told.Ended:
    return of(name, told.Ended)[-1]


def result(**fields: Any) -> told.Ended:
    [ended] = told.updates({"type": "result", **fields})
    assert isinstance(ended, told.Ended)
    return ended


def test_what_is_said_thought_called_and_changed() -> None:
    said = of("edit", told.Said)

    assert [
        (entry.kind, entry.meta.get("name") or entry.text[:8]) for entry in said if entry.kind != "tool_result"
    ] == [
        ("thought", "I write "),
        ("message", "On it."),
        ("tool_call", "Write"),
        ("tool_call", "Edit"),
        ("tool_call", "Bash"),
        ("tool_call", "mcp__engine__report_verdict"),
        ("message", "Edited."),
    ]
    results = [entry for entry in said if entry.kind == "tool_result"]
    assert "-x = 1\n+x = 2" in results[1].text
    assert "+++ b//W/checkout/a.py" in results[1].text
    assert results[2].is_error
    assert "Exit code 3" in results[2].text


@pytest.mark.parametrize(
    ("name", "failure"),
    [
        ("overloaded", "overloaded"),
        ("rate-limited", "rate_limited"),
        ("overflow", "context_overflow"),
        ("refusal", "refusal"),
        ("turns-used-up", "budget"),
    ],
)
def test_br_062_a_result_is_judged_by_what_it_measures_and_never_by_its_subtype(name: str, failure: str) -> None:
    [*_, line] = [line for line in lines(name) if line["type"] == "result"]
    assert (line["subtype"] == "success") == (name != "turns-used-up")

    assert (end(name).stop, end(name).failure) == (None, failure)
    assert end(name).message


def test_br_057_br_061_what_the_same_session_would_run_into_again_is_held() -> None:
    told_ = (
        "API Error: 400 messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1"
    )
    broken = result(is_error=True, terminal_reason="api_error", api_error_status=400, result=told_)
    for ended in (end("overflow"), broken):
        assert ended.failure is not None
        assert follow_up(ended.failure) == "hold"


def test_turns_that_come_to_their_end() -> None:
    for name in ("edit", "two-turns", "cut", "permission", "message"):
        assert (end(name).stop, end(name).failure) == ("end_turn", None), name


@pytest.mark.parametrize("stop", ["refusal", "pause_turn", "brand_new", "max_tokens"])
def test_br_064_a_stop_reason_that_is_not_the_end_is_told(stop: str) -> None:
    assert result(is_error=False, terminal_reason="completed", stop_reason=stop).stop == stop


def test_an_interrupt_is_neither_an_end_nor_a_failure() -> None:
    ended = end("interrupt")
    assert (ended.stop, ended.failure, ended.aborted) == (None, None, True)


def test_credentials_that_are_refused_are_told_at_the_first_try() -> None:
    fails = of("refused-credentials", told.Fails)
    assert fails[0].failure == "authentication"


def test_a_server_that_failed_is_told_by_name() -> None:
    assert of("broken-server", told.Ready)[0].servers["gone"] == "failed"


def test_permission_is_asked_with_the_tool_and_its_input() -> None:
    asks = of("permission", told.Asks)
    assert [(ask.permission.tool, ask.permission.input["command"]) for ask in asks] == [
        ("Bash", "touch a"),
        ("Bash", "touch b"),
    ]
    assert len({ask.permission.id for ask in asks}) == 2


def test_br_020_figures_count_once_however_often_a_message_comes() -> None:
    meter = UsageMeter()
    for figures in of("edit", told.Figures) * 2:
        meter.take(figures.event)

    used, closing = meter.usage(), end("edit").figures
    assert used is not None
    assert used.requests == 5
    for name in ("input", "output", "cache_read", "cache_write"):
        assert getattr(used, name) == closing[name], name


def test_br_024_the_figures_of_a_later_turn_are_its_own() -> None:
    first, second = of("two-turns", told.Ended)
    assert first.session_cost is not None
    assert second.session_cost is not None
    assert second.session_cost > first.session_cost, "the program tells the cost of the whole session"
    assert (first.figures["output"], second.figures["output"]) == (11, 8)
    assert second.figures["cost"] == pytest.approx(second.session_cost - first.session_cost)


def test_without_figures_of_the_turn_alone_the_cost_is_left_to_who_knows_what_went_before() -> None:
    ended = result(is_error=False, usage={"input_tokens": 5, "output_tokens": 7}, total_cost_usd=2.5)
    assert ended.figures == {"input": 5, "output": 7}
    assert ended.session_cost == 2.5


def test_a_limit_says_until_when() -> None:
    info = {"status": "rejected", "resetsAt": 1_900_000_000}
    assert list(told.updates({"type": "rate_limit_event", "rate_limit_info": info})) == [told.Limited(1_900_000_000.0)]
    assert not list(told.updates({"type": "rate_limit_event", "rate_limit_info": {"status": "allowed"}}))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


@given(data=st.data())
def test_a_line_of_any_shape_never_raises(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["edit", "interrupt", "permission", "refusal"]))
    line: Any = data.draw(st.sampled_from(list(lines(name))))
    path = []
    here = line
    while isinstance(here, dict | list) and here and data.draw(st.integers(0, 3)):
        key: Any = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else list(range(len(here)))))
        path.append((here, key))
        here = here[key]
    if path:
        path[-1][0][path[-1][1]] = data.draw(_JSON)
    list(told.updates(line))
    told.error_of(line)
