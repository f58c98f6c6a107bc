# SPDX-License-Identifier: Apache-2.0
"""Turns of a model by the real SDK, against a Messages API of our own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from engine.agents.anthropic_loop import calls
from engine.agents.protocol import Access, Allowance, TurnResult, Usage
from engine.agents.provider import Permit, Wait
from engine.definition.model import Role
from engine.placement import survivors
from engine.policy.failures import FailureClass
from engine.policy.prices import Price, PriceTable
from engine.workspace import sandbox
from tests.engine.agents.anthropic_loop.conftest import KEY, Play, Playing
from tests.engine.agents.conformance import Watching
from tests.engine.agents.conftest import until
from tests.helpers.keyrings import MemoryKeyring
from tests.helpers.messages_server import (
    MODEL,
    Answer,
    Failure,
    HangUp,
    Seen,
    events_of,
    says,
    text,
    thinking,
    tool,
)

BASH = "bash"
EDITOR = "str_replace_based_edit_tool"


def bash(command: str) -> Answer:
    return says(tool(BASH, {"command": command}))


class TestGoodTurns:
    async def test_a_plain_answer_ends_the_turn_well(self, play: Play) -> None:
        playing = play(says(thinking("hm"), "hello", input=1200, output=300, cache_read=40, cache_write=50))
        watching = Watching()

        result = await playing.prompt(watching)

        assert (result.reason, result.failure, result.message) == ("end_turn", None, "")
        assert result.last_message == "hello"
        assert result.usage == Usage(1200, 300, 40, 50, None, 1, models=(MODEL,))
        assert watching.pids == [result.pid]
        assert watching.usages
        kinds = [entry.kind for entry in playing.attempt.entries()]
        assert kinds == ["prompt", "thought", "message", "usage", "stop"]

    async def test_what_is_asked_for(self, play: Play) -> None:
        playing = play(says("ok"))
        role = Role(agent="anthropic", model=(MODEL,), effort="high", instructions="Be brief.", tools=("bash",))

        await playing.prompt(role=role)

        (seen,) = playing.api.requests
        asked = seen.json
        assert KEY in (seen.headers.get("x-api-key"), seen.headers.get("authorization", "")[7:]), seen.headers
        assert asked["stream"] is True
        assert asked["cache_control"] == {"type": "ephemeral"}
        assert asked["thinking"] == {"type": "adaptive", "display": "summarized"}
        assert asked["output_config"] == {"effort": "high"}
        assert asked["max_tokens"] == 32_000
        assert asked["system"].endswith("\n\nBe brief.")
        assert str(playing.attempt.checkout) in asked["system"]
        names = [(t["name"], t.get("type")) for t in asked["tools"]]
        assert names == [(BASH, "bash_20250124"), *((n, None) for n in ("report_verdict", "submit_artifact", "ask"))]
        assert asked["messages"] == [{"role": "user", "content": [{"type": "text", "text": "Do it: é\n"}]}]

    async def test_of_a_model_that_tells_nothing_little_is_asked(self, play: Play) -> None:
        playing = play(says("ok"))

        await playing.prompt(
            role=Role(agent="anthropic", model=("qwen",), effort="high"),
            access=Access(playing.api.url, {"temperature": 0.2}),
        )

        asked = playing.api.requests[0].json
        assert "thinking" not in asked
        assert "output_config" not in asked
        assert asked["max_tokens"] == 8_192
        assert asked["temperature"] == 0.2

    async def test_tools_edit_and_run_in_the_checkout(self, play: Play) -> None:
        playing = play(
            says("I write.", tool(EDITOR, {"command": "create", "path": "a.txt", "file_text": "one\n"})),
            says(tool(BASH, {"command": "cat a.txt; pwd"}), tool(BASH, {"command": "exit 3"}), tool("no_such_tool")),
            says(tool("report_verdict", {"result": "done", "summary": "It is."}), tool("ask", {"question": "Really?"})),
            says("Done."),
        )

        result = await playing.prompt()

        assert result.reason == "end_turn"
        assert (playing.attempt.checkout / "a.txt").read_text() == "one\n"
        assert playing.results(1) == [("a.txt is written.", False)]
        ran, exited, unknown = playing.results(2)
        assert ran == (f"one\n{playing.attempt.checkout}\n", False)
        assert exited[1]
        assert "no tool" in unknown[0]
        assert unknown[1]
        assert playing.attempt.verdict().result == "done"
        assert playing.asked == [("ask", {"question": "Really?"})]
        assert result.usage is not None
        assert result.usage.requests == 4

    async def test_the_history_only_grows_and_begins_with_the_same_bytes(self, play: Play) -> None:
        playing = play(
            says(thinking("let me see"), "I look.", tool(BASH, {"command": "ls"})),
            says(thinking("more"), tool(BASH, {"command": "ls -a"})),
            says("Done."),
            says("Again."),
        )
        await playing.prompt()
        await playing.prompt(prompt="Go on.")

        for one, next_ in pairwise(seen.json for seen in playing.api.requests):
            for name in ("system", "tools", "thinking", "model"):
                assert json.dumps(one[name]) == json.dumps(next_[name])
            before, after = json.dumps(one["messages"]), json.dumps(next_["messages"])
            assert after.startswith(before[:-1])
        assert playing.api.requests[3].messages[1]["content"][0] == thinking("let me see")

    async def test_long_output_is_cut_when_it_is_made(self, play: Play) -> None:
        playing = play(bash("head -c 200000 /dev/zero | tr '\\0' x"), says("ok"))

        await playing.prompt()

        assert len(playing.results()[0][0]) < 31_000

    @pytest.mark.parametrize("stop", ["end_turn", "stop_sequence"])
    async def test_an_answer_without_content_is_no_part_of_the_history(self, play: Play, stop: str) -> None:
        playing = play(says(stop=stop), says("ok"))

        assert (await playing.prompt()).reason == "end_turn"
        assert (await playing.prompt(prompt="And?")).reason == "end_turn"

        assert [block["text"] for block in playing.api.requests[1].messages[0]["content"]] == ["Do it: é\n", "And?"]

    async def test_a_pause_is_gone_on_from(self, play: Play) -> None:
        playing = play(says("I search.", stop="pause_turn"), says("Found."))

        assert (await playing.prompt()).reason == "end_turn"
        assert playing.api.requests[1].messages[-1] == {"role": "assistant", "content": [text("I search.")]}

    async def test_bytes_may_come_in_any_pieces(self, play: Play) -> None:
        playing = play(says("héllo", tool(BASH, {"command": "echo 'ü'"}), piece=1), says("ok"))

        assert (await playing.prompt()).reason == "end_turn"
        assert playing.results() == [("ü\n", False)]


class TestStops:
    async def test_br_064_any_other_stop_is_a_failure(self, play: Play) -> None:
        stops = [
            (says("part", stop="max_tokens"), "incomplete", "max_tokens"),
            (says(stop="refusal", stop_details={"category": "cyber", "explanation": "No."}), "refusal", "cyber No."),
            (says("x", stop="model_context_window_exceeded"), "context_overflow", "exceeded"),
            (says("x", stop="brand_new"), "unknown", "brand_new"),
            (says("x", stop="tool_use"), "unknown", "called none"),
        ]
        playing = play(*(answer for answer, _, _ in stops))
        for n, (_, failure, told) in enumerate(stops, 1):
            result = await playing.prompt()

            assert (result.reason, result.failure) == ("failed", failure)
            assert told in result.message
            assert len(playing.api.requests) == n  # and nothing is asked again unchanged
            assert playing.attempt.entries()[-1].is_error

    async def test_br_064_a_pause_without_end_is_a_failure(self, play: Play) -> None:
        playing = play(*(says("…", stop="pause_turn") for _ in range(9)))

        result = await playing.prompt()

        assert (result.reason, result.failure) == ("failed", "incomplete")
        assert len(playing.api.requests) == 4

    async def test_a_call_that_was_cut_is_never_done(self, play: Play) -> None:
        playing = play(
            says(tool(BASH, raw='{"command": "touch don'), stop="max_tokens"),
            says(tool(BASH, {"command": "touch whole"}), stop="max_tokens"),
            says("ok"),
        )

        assert (await playing.prompt()).failure == "incomplete"
        assert (await playing.prompt(prompt="Go on.")).failure == "incomplete"
        assert (await playing.prompt(prompt="Go on.")).reason == "end_turn"

        assert not (playing.attempt.checkout / "whole").exists()
        assert "Not run" in playing.results()[0][0]

    async def test_what_was_declined_is_not_sent_again(self, play: Play) -> None:
        playing = play(says("I", stop="refusal"), says("ok"))

        await playing.prompt()
        await playing.prompt(prompt="Something else.")

        assert [message["role"] for message in playing.api.requests[1].messages] == ["user"]


class TestBrokenAnswers:
    async def test_br_062_an_answer_cut_anywhere_is_no_end(self, play: Play) -> None:
        whole = says("hello", tool(BASH, {"command": "echo x >> ran"}), id="msg_1")
        length = len(list(events_of(whole)))
        cut = [Answer(whole.blocks, "tool_use", cut_after=n, half_event=n % 2 == 0) for n in range(length)]
        playing = play(*cut, says("never"))

        for begun in range(0, length - 2, 3):
            result = await playing.prompt(prompt=f"From {begun}.")
            assert (result.reason, result.failure) == ("failed", "incomplete")
            assert "cut" in result.message
            assert result.usage is not None
            assert result.usage.at_least
        assert not (playing.attempt.checkout / "ran").exists()

    async def test_what_passes_is_asked_again_and_nothing_is_done_twice(self, play: Play) -> None:
        broken = [
            says("hello", cut_after=3),
            says("hello", reset_after=3),
            says("hello", stop=None),
            says(tool(BASH, raw='{"command": "touch x"'), stop="tool_use"),
            says(tool(BASH, raw="[1]"), stop="tool_use"),
            says("hello", error_after=(3, "overloaded_error", "busy")),
            says("hello", error_after=(0, "api_error", "busy")),
            HangUp(),
            Failure(529, "overloaded_error", "busy"),
            Failure(500, body=b"<html>"),
            Failure(503, "api_error"),
            Failure(429, "rate_limit_error", "slow down", {"retry-after": "0"}),
        ]
        playing = play(*(reply for each in broken for reply in (bash("echo x >> ran"), each)), says("ok"))

        result = await playing.prompt()

        assert (result.reason, result.failure) == ("end_turn", None)
        assert (playing.attempt.checkout / "ran").read_text() == "x\n" * len(broken)
        seen = playing.api.requests
        assert len(seen) == 2 * len(broken) + 1
        for one, again in zip(seen[1::2], seen[2::2], strict=True):
            assert one.body == again.body
        assert result.usage is not None
        assert result.usage.requests == len(seen)

    async def test_silence_is_a_failure(self, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(calls, "SILENCE_S", 0.1)
        playing = play(*(says("hello", silent_after=3) for _ in range(3)))

        result = await playing.prompt()

        assert (result.reason, result.failure) == ("failed", "stalled")

    async def test_what_would_be_refused_again_is_asked_once(self, play: Play) -> None:
        refused = [
            (Failure(401, "authentication_error", "invalid x-api-key"), "authentication"),
            (Failure(402, "billing_error", "no credit"), "authentication"),
            (Failure(403, "permission_error", "no"), "authentication"),
            (Failure(404, "not_found_error", "model: x"), "unknown"),
            (Failure(400, "invalid_request_error", "max_tokens: too many"), "unknown"),
            (Failure(400, "invalid_request_error", "prompt is too long: 200001 tokens > 200000"), "context_overflow"),
            (Failure(413, "request_too_large", "too large"), "context_overflow"),
        ]
        playing = play(*(failure for failure, _ in refused))
        for n, (failure, class_) in enumerate(refused, 1):
            result = await playing.prompt()

            assert (result.reason, result.failure) == ("failed", class_)
            assert failure.message in result.message
            assert len(playing.api.requests) == n
            assert result.usage == Usage(0, 0, 0, 0, None, 1)

    async def test_br_061_an_overflow_is_not_asked_for_again(self, play: Play) -> None:
        playing = play(lambda seen: Failure(400, "invalid_request_error", "prompt is too long"))

        assert (await playing.prompt()).failure == "context_overflow"
        assert len(playing.api.requests) == 1

    async def test_a_provider_that_keeps_refusing_ends_the_turn_with_its_wait(self, play: Play) -> None:
        playing = play(lambda seen: Failure(429, "rate_limit_error", "slow down", {"retry-after": "5"}))

        result = await playing.prompt()

        assert (result.reason, result.failure, result.retry_after_ms) == ("failed", "rate_limited", 5_000)
        assert 1 < len(playing.api.requests) <= 10

    async def test_where_nothing_answers_the_turn_fails_after_a_few_tries_and_nobody_is_held_back(
        self, play: Play, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("engine.agents.anthropic_loop.turn._UNREACHED_S", (0.0, 0.0))
        playing, told = play(says("ok")), []

        class Pace:
            async def ready(self, patience_s: float = 60.0) -> Permit | Wait:
                told.append("asked")
                return self

            async def succeeded(self) -> None:
                told.append("succeeded")

            async def limited(self, failure: FailureClass = "rate_limited", retry_after_ms: int | None = None) -> Wait:
                told.append(failure)
                return Wait("anthropic", 0, failure, 1)

        result = await playing.prompt(access=Access("http://127.0.0.1:9"), provider=Pace())

        assert (result.reason, result.failure) == ("failed", "unreachable")
        assert result.message == "nothing answers at http://127.0.0.1:9"
        assert told == ["asked"] * 3

    async def test_a_name_that_is_not_found_is_told_and_not_waited_for(
        self, play: Play, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("engine.agents.anthropic_loop.turn._UNREACHED_S", ())

        result = await play(says("ok")).prompt(access=Access("http://model.invalid:1/under"))

        assert result.failure == "unreachable"
        assert result.message == "http://model.invalid:1 is not found: the name 'model.invalid' has no address here"


class TestBudgets:
    """Not one request more than is allowed is sent: counted at the endpoint."""

    def endless(self, seen: Seen) -> Answer:
        return says(tool(BASH, {"command": "true"}), input=1_000, output=500)

    async def test_requests(self, play: Play) -> None:
        playing = play(self.endless)

        result = await playing.prompt(allowance=Allowance(requests=3))

        assert (result.reason, result.failure, result.short) == ("failed", "budget", "requests")
        assert len(playing.api.requests) == 3
        assert result.usage is not None
        assert result.usage.requests == 3
        assert (await playing.prompt(allowance=Allowance(requests=0))).short == "requests"
        assert len(playing.api.requests) == 3

    async def test_requests_that_were_refused_count_too(self, play: Play) -> None:
        playing = play(lambda seen: Failure(529, "overloaded_error"))

        result = await playing.prompt(allowance=Allowance(requests=3))

        assert result.short == "requests"
        assert len(playing.api.requests) == 3

    async def test_tokens(self, play: Play) -> None:
        playing = play(self.endless)

        result = await playing.prompt(allowance=Allowance(tokens=30_000))

        assert (result.failure, result.short) == ("budget", "tokens")
        assert result.usage is not None
        used = len(playing.api.requests) * 1_500
        assert (result.usage.input or 0) + (result.usage.output or 0) == used
        assert len(playing.api.requests) > 3
        assert used <= 30_000
        for n, seen in enumerate(playing.api.requests):
            assert n * 1_500 + seen.json["max_tokens"] <= 30_000  # whatever the answers had been, it would have held

    async def test_cost(self, play: Play) -> None:
        prices = PriceTable("2026-01-01", {MODEL: Price(input=2, output=10, cache_read=0.1, cache_write=2.5)}, {})
        playing = play(self.endless)

        result = await playing.prompt(allowance=Allowance(cost=0.1), access=Access(playing.api.url, prices=prices))

        assert (result.failure, result.short) == ("budget", "cost")
        spent = len(playing.api.requests) * (1_000 * 2 + 500 * 10) / 1e6
        assert len(playing.api.requests) > 3
        assert spent <= 0.1
        for n, seen in enumerate(playing.api.requests):
            assert n * 0.007 + seen.json["max_tokens"] * 10 / 1e6 <= 0.1

    async def test_br_023_a_cost_that_nobody_knows_is_not_spent(self, play: Play) -> None:
        playing = play(self.endless)

        result = await playing.prompt(role=Role(agent="anthropic", model=("unpriced",)), allowance=Allowance(cost=1.0))

        assert (result.failure, result.short) == ("budget", "cost")
        assert "unknown" in result.message
        assert playing.api.requests == []

    async def test_an_answer_that_a_budget_cut_is_its_failure(self, play: Play) -> None:
        playing = play(says("long", stop="max_tokens"))

        result = await playing.prompt(allowance=Allowance(tokens=12_000))

        assert playing.api.requests[0].json["max_tokens"] < 12_000
        assert (result.failure, result.short) == ("budget", "tokens")

    async def test_an_answer_that_was_cut_costs_its_worst_case(self, play: Play) -> None:
        playing = play(says("x", cut_after=2), says("never"))

        result = await playing.prompt(allowance=Allowance(tokens=12_000))

        assert result.short == "tokens"
        assert len(playing.api.requests) == 1

    async def test_raised_it_goes_on_in_the_same_conversation(self, play: Play) -> None:
        playing = play(self.endless)
        await playing.prompt(allowance=Allowance(requests=2))
        await playing.prompt(allowance=Allowance(requests=1), prompt="Go on.")

        assert len(playing.api.requests) == 3
        assert len(playing.api.requests[2].messages) == 5


class TestUsage:
    async def test_br_020_a_message_counts_once_with_its_last_figures(self, play: Play) -> None:
        same = says(tool(BASH, {"command": "true"}), id="msg_same", input=1_000, output=250)
        playing = play(same, says("ok", id="msg_same", input=1_000, output=250))

        result = await playing.prompt()

        assert result.usage is not None
        assert (result.usage.input, result.usage.output) == (1_000, 250)

    async def test_br_024_a_resumed_session_counts_only_what_is_new(self, play: Play) -> None:
        playing = play(says("one", input=1_000, output=10), says("two", input=1_500, output=20))
        await playing.prompt()
        playing.attempt.session = None

        result = await playing.prompt(prompt="Go on.")

        assert result.usage is not None
        assert (result.usage.input, result.usage.output, result.usage.requests) == (1_500, 20, 1)


class TestEnds:
    async def test_an_interrupt_leaves_the_stream_and_the_session_goes_on(self, play: Play) -> None:
        playing = play(says("hello", silent_after=4), says("ok"))
        result = await _interrupted(playing, lambda: bool(playing.api.requests))

        assert (result.reason, result.failure) == ("interrupted", None)
        assert await asyncio.to_thread(playing.api.hung_up.wait, 30)
        assert not survivors(playing.attempt.turn.token)
        assert result.usage is not None
        assert result.usage.at_least
        assert (await playing.prompt(prompt="Go on.")).reason == "end_turn"

    async def test_br_057_a_call_that_was_interrupted_has_one_result(self, play: Play) -> None:
        playing = play(
            says(tool(BASH, {"command": "touch begun; sleep 300"}, id="t1"), tool(BASH, {"command": "true"}, id="t2")),
            says("ok"),
        )
        await _interrupted(playing, (playing.attempt.checkout / "begun").exists)

        assert (await playing.prompt(prompt="Go on.")).reason == "end_turn"
        assert [(told[:11], failed) for told, failed in playing.results()] == [("Interrupted", True)] * 2

    async def test_over_its_wall_clock_it_is_timed_out(self, play: Play) -> None:
        playing = play(bash("sleep 300"))

        result = await playing.prompt(wall_ms=1_000)

        assert (result.reason, result.failure) == ("timed_out", "timed_out")
        assert "wall clock of 1 s" in result.message

    async def test_in_silence_beyond_the_limit_it_is_stalled(self, play: Play) -> None:
        playing = play(says("hello", silent_after=3))

        result = await playing.prompt(idle_ms=500)

        assert (result.reason, result.failure) == ("stalled", "stalled")

    async def test_cancelled_it_leaves_nothing(self, play: Play) -> None:
        playing = play(bash("touch begun; sleep 300"))
        task = asyncio.create_task(playing.prompt())
        await until((playing.attempt.checkout / "begun").exists)
        task.cancel()

        with pytest.raises(asyncio.CancelledError):
            await task
        assert not survivors(playing.attempt.turn.token)
        assert len(asyncio.all_tasks()) == 1

    async def test_closing_ends_what_runs(self, play: Play) -> None:
        playing = play(bash("trap '' TERM; touch begun; sleep 300"))
        async with asyncio.TaskGroup() as group:
            task = group.create_task(playing.prompt())
            await until((playing.attempt.checkout / "begun").exists)
            assert playing.attempt.session is not None
            await playing.attempt.session.close()

        assert task.result().reason == "interrupted"


class TestResume:
    @pytest.mark.parametrize("lines", [3, 4, 5])
    async def test_br_057_whatever_a_crash_left_each_call_has_one_result(self, play: Play, lines: int) -> None:
        playing = play(
            says(tool(BASH, {"command": "echo 1"}, id="t1"), tool(BASH, {"command": "echo 2"}, id="t2")),
            says("Done."),
            says("Done again."),
        )
        await playing.prompt()
        path = playing.private / "conversation.jsonl"
        kept = path.read_bytes().splitlines(keepends=True)[:lines]
        path.write_bytes(b"".join(kept) + b'{"kind": "result", "call"')
        playing.attempt.session = None

        result = await playing.prompt(prompt="Go on.")

        assert result.reason == "end_turn"
        told = [text for text, _ in playing.results()]
        assert [text[:11] for text in told] == [["Interrupted"] * 2, ["1\n", "Interrupted"], ["1\n", "2\n"]][lines - 3]
        assert sum(record["kind"] == "result" for record in playing.records()) == 2

    @pytest.mark.parametrize("what", ["of another session", "broken", "gone"])
    async def test_br_037_only_its_own_conversation_is_gone_on_with(self, play: Play, what: str) -> None:
        playing = play(says("one"), says("two"))
        await playing.prompt()
        path = playing.private / "conversation.jsonl"
        if what == "gone":
            path.unlink()
        else:
            old, new = (
                (playing.attempt.turn.session, "other")
                if what == "of another session"
                else ('"kind":"prompt"', '"kind":"x"')
            )
            path.write_text(path.read_text().replace(old, new, 1))

        await playing.prompt(prompt="Go on.")

        assert len(playing.api.requests[1].messages) == 1
        assert any("a fresh one begins" in notice for notice in playing.attempt.said("notice"))


class TestSecrets:
    async def test_the_key_is_nowhere_but_in_the_request(self, play: Play, tmp_path: Path) -> None:
        playing = play(
            bash("env; cat /proc/$PPID/environ | tr '\\0' '\\n'"),
            Failure(401, "authentication_error", f"the key {KEY} is wrong"),
        )

        result = await playing.prompt()

        assert "[masked]" in result.message
        assert "PILOTHOUSE_VERDICT" in playing.results(1)[0][0]
        for path in tmp_path.rglob("*"):
            assert not path.is_file() or KEY.encode() not in path.read_bytes(), path

    async def test_without_a_key_nothing_is_sent(self, play: Play, keys: MemoryKeyring) -> None:
        keys.kept.clear()
        playing = play(says("never"))

        result = await playing.prompt(access=Access())

        assert (result.reason, result.failure) == ("failed", "authentication")
        assert result.message.startswith("nobody was asked, as there is no key for 'anthropic'")
        assert "pilothouse key anthropic" in result.message
        assert playing.api.requests == []

    @pytest.mark.skipif(sandbox.bubblewrap() is None, reason="bubblewrap does not work here")
    async def test_the_conversation_is_out_of_the_model_s_reach(self, play: Play) -> None:
        private = play().private
        playing = play(bash(f"ls {private.parents[1]}; cat {private}/*"), says("ok"))

        result = await playing.prompt()

        assert result.isolation == "sandboxed"
        ((told, is_error),) = playing.results()
        assert is_error
        assert "No such file" in told


async def _interrupted(playing: Playing, when: Callable[[], bool]) -> TurnResult:
    async with asyncio.TaskGroup() as group:
        task = group.create_task(playing.prompt())
        await until(when)
        await until(lambda: bool(playing.api.requests))
        assert playing.attempt.session is not None
        await playing.attempt.session.interrupt()
    return task.result()
