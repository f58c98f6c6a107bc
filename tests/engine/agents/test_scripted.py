# SPDX-License-Identifier: Apache-2.0
"""The `scripted` backend: a playbook acted by a real process."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from engine.agents.protocol import Permission, PermissionAnswer, Request, Unwatched
from engine.definition.model import Role
from engine.placement import end, survivors
from tests.engine.agents.conformance import Conformance, Part
from tests.engine.agents.conftest import Attempt, until

READY = {"say": "ready"}
PARTS: dict[Part, dict[str, Any]] = {
    "says hello and writes a verdict": {"say": "hello", "verdict": "done"},
    "writes a file": {"write": {"made.txt": "x"}},
    "leaves a daemon": {"run": ["bash", "-c", "setsid sleep 300 >/dev/null 2>&1 </dev/null & exit 0"]},
    "exits 0 without an end": {"crash": 0},
    "exits 3": {"verdict": "done", "crash": 3},
    "is killed": {"crash": "SIGKILL"},
    "hangs": READY | {"hang": True},
    "hangs and ignores signals": READY | {"hang": {"stubborn": True}},
    "writes a verdict and exits 0 when interrupted": READY
    | {"run": ["bash", "-c", "trap 'exit 0' TERM; while :; do sleep 0.05; done"], "verdict": "done"},
    "reports a rate limit": {"fail": {"class": "rate_limited", "message": "later", "retry_after_s": 5}},
    "declines": {"fail": "refusal"},
    "tells its usage": {"usage": {"input": 1200, "output": 300}},
    "floods": {"flood": True},
    "does nothing": {},
}


def role(*turns: dict[str, Any]) -> Role:
    return Role(agent="scripted", playbook={"playbook": 1, "nodes": {"s": [{"turns": list(turns)}]}})


class TestScripted(Conformance):
    """Each part stands at every turn of its playbook: a test mixes parts, and a turn takes the next entry."""

    def role(self, part: Part) -> Role:
        return role(*[PARTS[part]] * 3)


# -------------------------------------------------------------------------------------------------- what it does


async def test_real_writes_commands_and_commits_in_the_checkout(attempt: Attempt) -> None:
    book = role(
        {
            "think": "hm",
            "write": {"deep/er/a.txt": "one\n", "b.txt": "b"},
            "append": {"deep/er/a.txt": "two\n"},
            "delete": "README.md",
            "run": [["cat", "deep/er/a.txt"], ["bash", "-c", "echo oops; exit 4"]],
            "commit": "Work",
            "artifact": {"report": {"n": 1}},
            "verdict": {"result": "revise", "detail": "see\nabove"},
        }
    )

    result = await attempt.prompt(book)

    assert result.reason == "end_turn"
    assert attempt.git("log", "--format=%s") == "Work\nbase"
    assert attempt.git("show", "HEAD:deep/er/a.txt") == "one\ntwo"
    assert attempt.git("ls-files").splitlines() == ["b.txt", "deep/er/a.txt"]
    assert (attempt.folder / "artifacts/report.json").read_text() == '{"n": 1}'
    assert (attempt.verdict().result, attempt.verdict().detail) == ("revise", "see\nabove")
    results = [entry for entry in attempt.entries() if entry.kind == "tool_result"]
    assert [entry.text for entry in results if entry.is_error] == ["oops\n\n[exit 4]"]
    assert "one\ntwo\n" in [entry.text for entry in results]


async def test_a_command_that_needs_permission_runs_once_it_was_given(attempt: Attempt) -> None:
    asked_for: list[object] = []

    class Person(Unwatched):
        async def permission(self, asked: Permission) -> PermissionAnswer:
            asked_for.append(asked.input["command"])
            return PermissionAnswer(asked.input["command"] == ["touch", "yes"], "not that")

    book = role({"say": "first", "ask_permission": [["touch", "yes"], ["touch", "no"]]}, {"verdict": "done"})
    results = [await attempt.prompt(book, Person()) for _ in range(2)]

    assert [result.reason for result in results] == ["end_turn", "end_turn"]
    assert asked_for == [["touch", "yes"], ["touch", "no"]]
    assert ((attempt.checkout / "yes").exists(), (attempt.checkout / "no").exists()) == (True, False)
    told = [(entry.kind, entry.text) for entry in attempt.entries() if entry.kind in ("permission", "tool_result")]
    assert [kind for kind, _ in told] == [*["permission", "tool_result"] * 2, "tool_result"]
    assert told[3] == ("tool_result", "denied: not that")
    assert attempt.verdict().result == "done"


async def test_an_interrupt_ends_a_turn_that_waits_for_permission(attempt: Attempt) -> None:
    class Nobody(Unwatched):
        async def permission(self, asked: Permission) -> PermissionAnswer:
            assert attempt.session is not None
            await attempt.session.interrupt()
            return await asyncio.Future()

    result = await attempt.prompt(role({"ask_permission": ["touch", "x"], "verdict": "done"}), Nobody())

    assert (result.reason, result.failure) == ("interrupted", None)
    assert not survivors(attempt.turn.token)
    assert not (attempt.checkout / "x").exists()


async def test_a_turn_takes_the_next_entry_and_past_the_end_there_is_nothing_more(attempt: Attempt) -> None:
    book = role({"say": "one", "verdict": "done"}, {"say": "two"})

    for _ in range(4):
        await attempt.prompt(book)

    nothing = "There is nothing more to do."
    assert attempt.said() == ["one", "two", nothing, nothing]
    assert attempt.verdict().state == "missing"


async def test_a_node_that_is_not_in_the_playbook_does_nothing(attempt: Attempt) -> None:
    result = await attempt.prompt(role({"say": "one"}), node="other")

    assert (result.reason, attempt.said()) == ("end_turn", ["There is nothing more to do."])


async def test_the_playbook_of_the_run_goes_before_the_roles(attempt: Attempt) -> None:
    await attempt.prompt(role({"say": "the role's"}), playbook=role({"say": "the run's"}).playbook)

    assert attempt.said() == ["the run's"]


async def test_without_a_playbook_or_with_a_faulty_one_nothing_is_started(attempt: Attempt) -> None:
    none = await attempt.prompt(Role(agent="scripted"))
    faulty = await attempt.prompt(Role(agent="scripted", playbook={"playbook": 1, "nodes": {"s": 7}}))

    assert (none.failure, none.pid) == ("tool_missing", None)
    assert "--playbook" in none.message
    assert (faulty.failure, faulty.pid) == ("tool_missing", None)
    assert "nodes / s" in faulty.message


async def test_a_crash_is_what_it_says(attempt: Attempt) -> None:
    exited = await attempt.prompt(role({"crash": 139}, {"crash": "SIGSEGV"}))
    killed = await attempt.prompt(role({"crash": 139}, {"crash": "SIGSEGV"}))

    assert (exited.exit_code, exited.failure) == (139, "crashed")
    assert (killed.signal, killed.failure) == (signal.SIGSEGV, "crashed")


async def test_br_062_exit_0_without_the_closing_event_is_incomplete(attempt: Attempt) -> None:
    result = await attempt.prompt(role({"say": "all done", "verdict": "done", "crash": 0}))

    assert (result.reason, result.failure, result.exit_code) == ("failed", "incomplete", 0)


async def test_after_a_failure_the_same_session_goes_on_with_the_next_entry(attempt: Attempt) -> None:
    book = role({"fail": "overloaded"}, {"say": "second"})

    first = await attempt.prompt(book)
    second = await attempt.prompt(book)

    assert (first.failure, second.reason) == ("overloaded", "end_turn")
    assert attempt.said() == ["second"]


async def test_a_turn_that_was_cut_off_is_taken_up_where_it_stopped(attempt: Attempt) -> None:
    book = role({"append": {"log.txt": "once\n"}, "say": "ready", "takes": "1s", "verdict": "done"}, {"say": "next"})
    task = asyncio.create_task(attempt.prompt(book))
    await until(lambda: "ready" in attempt.said())
    end(survivors(attempt.turn.token))
    assert (await task).reason == "failed"

    result = await attempt.prompt(book)

    assert result.reason == "end_turn"
    assert attempt.verdict().result == "done"
    assert (attempt.checkout / "log.txt").read_text() == "once\n"
    assert "next" not in attempt.said()


async def test_committing_with_nothing_to_commit_is_no_failure(attempt: Attempt) -> None:
    result = await attempt.prompt(role({"commit": "Nothing"}))

    assert (result.reason, attempt.git("log", "--format=%s")) == ("end_turn", "base")


async def test_requests_reach_the_engine_as_observations(attempt: Attempt) -> None:
    result = await attempt.prompt(role({"ask": "May I?", "spawn": {"role": "script", "goal": "Help."}}))

    assert result.requests == (
        Request("ask", {"question": "May I?"}),
        Request("spawn", {"role": "script", "goal": "Help."}),
    )


async def test_a_lead_asks_for_everything_in_the_order_it_is_written(attempt: Attempt) -> None:
    asked: dict[str, Any] = {
        "answer": {"child": "child-1", "text": "Yes."},
        "skip_child": ["child-2", "child-3"],
        "retry_child": {"child": "child-4", "guidance": "Slowly."},
        "run_workflow": {"workflow": "review", "with": {"n": 1}},
        "escalate": "May I?",
        "stage_done": True,
    }
    result = await attempt.prompt(role(asked))

    assert [(request.kind, request.data) for request in result.requests] == [
        ("answer", {"child": "child-1", "text": "Yes."}),
        ("skip_child", {"child": "child-2"}),
        ("skip_child", {"child": "child-3"}),
        ("retry_child", {"child": "child-4", "guidance": "Slowly."}),
        ("run_workflow", {"workflow": "review", "with": {"n": 1}}),
        ("escalate", {"text": "May I?"}),
        ("stage_done", {}),
    ]


async def test_a_malformed_verdict_can_be_played(attempt: Attempt) -> None:
    await attempt.prompt(role({"verdict": {"raw": "I am done."}}))

    assert attempt.verdict().state == "malformed"


async def test_a_write_that_fails_is_a_result_and_the_turn_goes_on(attempt: Attempt) -> None:
    result = await attempt.prompt(role({"write": {"README.md/x": "no"}, "delete": "gone", "say": "still here"}))

    assert result.reason == "end_turn"
    assert [entry.is_error for entry in attempt.entries() if entry.kind == "tool_result"] == [True, True]
    assert attempt.said() == ["still here"]


async def test_the_interpreter_that_runs_us_is_the_python_of_a_command(attempt: Attempt) -> None:
    await attempt.prompt(role({"run": ["python", "-c", "import pytest; print('found')"]}))

    assert [entry.text for entry in attempt.entries() if entry.kind == "tool_result"] == ["found\n"]


async def test_usage_of_each_turn_counts_by_itself(attempt: Attempt) -> None:
    book = role(*[{"usage": {"input": 10, "output": 1}}] * 3)

    usages = [(await attempt.prompt(book)).usage for _ in range(3)]

    assert [usage.input for usage in usages if usage is not None] == [10, 10, 10]
