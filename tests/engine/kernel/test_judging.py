# SPDX-License-Identifier: Apache-2.0
"""Judging: missing facts never clear, composition keeps its laws, and each rule names its cause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.definition.model import (
    AllGate,
    AnyGate,
    ApprovalGate,
    ArtifactGate,
    AtLeastGate,
    CommandGate,
    CommitGate,
    ExpressionGate,
    FileGate,
    Gate,
    NotGate,
    RedGreenGate,
    ScopeGate,
    TestsGate,
    UnweakenedGate,
    VerdictGate,
)
from engine.kernel.events import JudgedGate
from engine.kernel.judging import cleared, facts_of, judge_all, leaves, name_of, needs_measuring
from engine.kernel.rules import Facts, plain

MECHANICAL: tuple[Gate, ...] = (
    VerdictGate(),
    VerdictGate(of="review"),
    CommitGate(),
    FileGate(path="NOTES.md"),
    TestsGate(),
    CommandGate(argv=("true",)),
    ArtifactGate(name="report"),
    ScopeGate(max_files=3),
    RedGreenGate(tests=("t",)),
    UnweakenedGate(),
    ExpressionGate(cel="facts.diff.files <= 3"),
)
ANY_GATE = st.recursive(
    st.sampled_from((*MECHANICAL, ApprovalGate())),
    lambda parts: st.one_of(
        st.lists(parts, min_size=1, max_size=3).map(lambda of: AllGate(of=tuple(of))),
        st.lists(parts, min_size=1, max_size=3).map(lambda of: AnyGate(of=tuple(of))),
        st.tuples(st.integers(1, 3), st.lists(parts, min_size=1, max_size=3)).map(
            lambda pair: AtLeastGate(k=pair[0], of=tuple(pair[1]))
        ),
        parts.map(lambda of: NotGate(of=of)),
    ),
    max_leaves=8,
)
GREEN: Facts = {"exit": 0, "passed": 2, "failed": 0, "errors": 0, "skipped": 0}
RED: Facts = {"exit": 1, "passed": 1, "failed": 1, "errors": 0, "skipped": 0, "failing": ["t::test_total"]}
UNFINISHED: Facts = {"exit": None, "timed_out": True, "limit": 60_000}


def one(gate: Gate, facts: Facts | None, context: Mapping[str, Any] | None = None, **more: Any) -> JudgedGate:
    """The outcome of one gate, its facts under every subject that could name them."""
    by_subject = {} if facts is None else {"0": facts, "verdict": facts, "artifact:report": facts}
    return judge_all([gate], by_subject, more.pop("decided", {}), context or {}, **more)[0]


def parts_with(*states: str) -> tuple[tuple[Gate, ...], dict[str, Facts]]:
    """One `tests` gate a state, with facts that lead there."""
    by = {"cleared": GREEN, "blocked": RED, "unfinished": UNFINISHED}
    return tuple(TestsGate() for _ in states), {f"0.{n}": by[s] for n, s in enumerate(states) if s != "not_checked"}


# ---------------------------------------------------------------------------------------------------------- composition


@given(st.lists(ANY_GATE, min_size=1, max_size=4))
def test_missing_facts_never_clear(gates: list[Gate]) -> None:
    outcomes = judge_all(gates, {}, {}, {})

    assert not cleared(outcomes)
    assert {outcome.outcome for outcome in outcomes} <= {"not_checked", "waiting", "blocked"}
    assert "cleared" not in {outcome.outcome for outcome in outcomes}


@given(
    st.lists(ANY_GATE, min_size=1, max_size=4),
    st.sampled_from([{}, {"exit": "0"}, {"exit": True}, {"result": 1}, {"valid": 1}]),
)
def test_facts_of_a_wrong_shape_never_clear(gates: list[Gate], odd: Facts) -> None:
    facts = {key: odd for key, _ in leaves(gates)} | {"verdict": odd, "artifact:report": odd}

    assert "cleared" not in {outcome.outcome for outcome in judge_all(gates, facts, {}, {})}


STATES = st.sampled_from(["cleared", "blocked", "unfinished", "not_checked"])


@given(st.lists(STATES, min_size=1, max_size=5), st.integers(1, 6))
def test_at_least_is_all_for_every_part_and_any_for_one(states: list[str], k: int) -> None:
    parts, facts = parts_with(*states)
    green = states.count("cleared")

    def outcome(gate: Gate) -> str:
        return judge_all([gate], facts, {}, {})[0].outcome

    assert (outcome(AtLeastGate(k=k, of=parts)) == "cleared") == (green >= k)
    assert outcome(AllGate(of=parts)) == outcome(AtLeastGate(k=len(parts), of=parts))
    assert outcome(AnyGate(of=parts)) == outcome(AtLeastGate(k=1, of=parts))


@given(st.lists(STATES, min_size=1, max_size=4))
def test_not_clears_only_what_was_shown_to_be_false(states: list[str]) -> None:
    parts, facts = parts_with(*states)
    moved = {f"0.{key}": value for key, value in facts.items()}

    def outcome(gate: Gate) -> str:
        return judge_all([gate], moved, {}, {})[0].outcome

    everything = outcome(NotGate(of=AllGate(of=parts)))
    anything = outcome(NotGate(of=AnyGate(of=parts)))

    assert (everything == "cleared") == ("blocked" in states)
    assert (anything == "cleared") == (set(states) == {"blocked"})


@given(ANY_GATE)
def test_twice_not_is_never_more_lenient(gate: Gate) -> None:
    facts: dict[str, Facts] = {key: RED for key, _ in leaves([NotGate(of=NotGate(of=gate))])}
    plain_facts: dict[str, Facts] = {key: RED for key, _ in leaves([gate])}

    twice = judge_all([NotGate(of=NotGate(of=gate))], facts, {}, {})[0].outcome
    once = judge_all([gate], plain_facts, {}, {})[0].outcome

    assert twice != "cleared" or once == "cleared"


def test_keys_are_places_and_stable() -> None:
    gates = (VerdictGate(), AllGate(of=(TestsGate(), NotGate(of=CommitGate()))), ApprovalGate())

    assert [key for key, _ in leaves(gates)] == ["0", "1.0", "1.1.0", "2"]
    assert [needs_measuring(gate) for _, gate in leaves(gates)] == [False, True, True, False]


def test_no_gate_at_all_is_not_cleared() -> None:
    assert not cleared(judge_all([], {}, {}, {}))


def test_a_composed_gate_rests_on_its_weakest_label_needed() -> None:
    parts = (VerdictGate(), TestsGate())
    facts: dict[str, Facts] = {"verdict": {"result": "done"}, "0.1": GREEN}

    assert judge_all([AllGate(of=parts)], facts, {}, {})[0].label == "claimed"
    assert judge_all([AnyGate(of=parts)], facts, {}, {})[0].label == "measured"


def test_every_outcome_finds_the_facts_it_rests_on() -> None:
    gates = (VerdictGate(), ArtifactGate(name="report"), TestsGate(), AnyGate(of=(TestsGate(), CommitGate())))
    facts: dict[str, Facts] = {
        "verdict": {"result": "done"},
        "artifact:report": {"valid": True},
        "2": GREEN,
        "3.0": RED,
    }

    found = [facts_of(outcome, facts) for outcome in judge_all(gates, facts, {}, {})]

    assert found == [{"result": "done"}, {"valid": True}, GREEN, {"3.0": RED}]


# ------------------------------------------------------------------------------------------------------------- approval


def test_approval_is_asked_only_when_acceptance_is_all_that_is_missing() -> None:
    gates = (VerdictGate(), TestsGate(), ApprovalGate())
    done: Facts = {"result": "done"}

    early = judge_all(gates, {"verdict": done, "1": RED}, {}, {})[2]
    due = judge_all(gates, {"verdict": done, "1": GREEN}, {}, {})[2]

    assert (early.outcome, due.outcome) == ("waiting", "waiting")
    assert "only after" in early.reason
    assert "waits for a person" in due.reason


def test_approval_that_is_not_needed_is_not_asked() -> None:
    gate = AnyGate(of=(TestsGate(), ApprovalGate()))

    assert judge_all([gate], {"0.0": GREEN}, {}, {})[0].outcome == "cleared"
    assert judge_all([gate], {"0.0": RED}, {}, {})[0].outcome == "waiting"


def test_what_a_person_decided_stands_and_says_so() -> None:
    by = JudgedGate(key="0", gate="tests", outcome="cleared", reason="overridden by ada", label="decided")

    outcome = one(TestsGate(), RED, decided={"0": by})

    assert (outcome.outcome, outcome.reason, outcome.label) == ("cleared", "overridden by ada", "decided")


# ---------------------------------------------------------------------------------------------------------------- rules


@pytest.mark.parametrize(
    ("facts", "outcome", "words"),
    [
        ({"result": "done", "summary": "s"}, "cleared", "claims"),
        ({"result": "revise"}, "blocked", "revise, not done"),
        ({"result": "blocked"}, "blocked", "blocked, not done"),
        ({"result": "done", "problem": "two candidates at line 3"}, "blocked", "two candidates"),
        ({"problem": "missing"}, "blocked", "missing"),
        ({}, "blocked", "no valid verdict"),
        ({"result": "Done"}, "blocked", "no valid verdict"),
    ],
)
def test_verdict(facts: Facts, outcome: str, words: str) -> None:
    judged = one(VerdictGate(), facts)

    assert (judged.outcome, words in judged.reason) == (outcome, True)


def test_a_verdict_is_claimed_never_measured() -> None:
    assert one(VerdictGate(), {"result": "done"}).label == "claimed"


def test_revise_is_an_answer_where_a_block_reads_the_verdict() -> None:
    assert one(VerdictGate(), {"result": "revise"}, revise_answers=True).outcome == "cleared"
    assert one(VerdictGate(), {"result": "blocked"}, revise_answers=True).outcome == "blocked"
    assert one(VerdictGate(), {"problem": "missing"}, revise_answers=True).outcome == "blocked"


def test_the_verdict_of_another_step_comes_from_the_context() -> None:
    gate = VerdictGate(of="review")

    assert one(gate, {"result": "done"}).outcome == "not_checked"
    assert one(gate, None, {"verdicts": {"review": {"result": "done"}}}).outcome == "cleared"
    assert one(gate, None, {"verdicts": {"review": {"result": "revise"}}}).outcome == "blocked"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"detached": True}, "HEAD is detached"),
        ({"on_branch": False}, "not on the node's branch"),
        ({"moved": False}, "no commit since the fork point"),
        ({"descends": False}, "does not descend"),
        ({"foreign": ["a" * 40]}, "before this attempt"),
        ({"files": 0}, "change nothing: 0 files"),
        ({"dirty": ["cart.py"], "dirty_count": 1}, "cart.py not committed"),
        ({"dirty": ["cart.py"], "files": 0}, "cart.py"),
        ({"problem": "the clone is damaged"}, "the clone is damaged"),
    ],
)
def test_commit_names_what_is_wrong(change: Facts, words: str) -> None:
    good: dict[str, Any] = {
        "fork_point": "f" * 40,
        "branch": "ph/x",
        "on_branch": True,
        "moved": True,
        "descends": True,
    }
    good |= {"commits": 1, "files": 1, "dirty": [], "dirty_count": 0}

    assert one(CommitGate(), good).outcome == "cleared"
    judged = one(CommitGate(), good | dict(change))
    assert (judged.outcome, words in judged.reason) == ("blocked", True)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"problem": "there is no test command"}, "no test command"),
        (UNFINISHED, "timed out after 1m"),
        ({"exit": -9, "signal": "SIGKILL"}, "killed by SIGKILL"),
        ({"exit": 127}, "exit 127 (a command is missing)"),
        ({"exit": 126}, "exit 126 (a command is not executable)"),
        ({"exit": 1}, "exit 1, 0 expected"),
        (dict(GREEN) | {"passed": 0}, "no test ran"),
        (dict(GREEN) | {"passed": 0, "skipped": 3}, "3 skipped; skipped is not run"),
        ({"exit": 5, "none_collected": True}, "no test ran"),
        (dict(GREEN) | {"failed": 1, "failing": ["t::test_a"]}, "1 of 3 tests failed (t::test_a); exit 0"),
        ({"exit": 0, "report": "missing", "report_path": "report.xml"}, "report missing"),
        ({"exit": 0, "report": "stale", "report_path": "report.xml"}, "report stale"),
        ({"exit": 0, "report": "unreadable", "report_problem": "has a DTD"}, "report unreadable (has a DTD)"),
        ({"exit": 0, "runner": "pytest"}, "count unknown"),
        (dict(GREEN) | {"second": RED}, "flaky"),
        (dict(RED) | {"second": GREEN}, "flaky"),
        (dict(GREEN) | {"before": RED}, "flaky"),
    ],
)
def test_br_045_a_test_run_without_a_result_blocks_and_names_its_cause(facts: Facts, words: str) -> None:
    judged = one(TestsGate(), facts)

    assert judged.outcome == "blocked"
    assert words in judged.reason


def test_tests_clear_and_show_what_changed() -> None:
    changed: Facts = {"changed": {"tests": ["tests/test_cart.py"], "count": 1}}

    judged = one(TestsGate(), dict(GREEN) | dict(changed))

    assert (judged.outcome, judged.label) == ("cleared", "measured")
    assert judged.reason == "2 tests passed; changed since the run's base: tests/test_cart.py"


def test_count_unknown_is_said_where_no_runner_is_known() -> None:
    judged = one(TestsGate(), {"exit": 0})

    assert (judged.outcome, "count unknown" in judged.reason) == ("cleared", True)


@pytest.mark.parametrize("facts", [UNFINISHED, {"exit": 127}, {"problem": "x"}, {"exit": 0, "runner": "pytest"}])
def test_not_tests_never_clears_on_a_run_without_a_result(facts: Facts) -> None:
    assert judge_all([NotGate(of=TestsGate())], {"0.0": facts}, {}, {})[0].outcome == "not_checked"


def test_not_tests_clears_on_a_red_run() -> None:
    assert judge_all([NotGate(of=TestsGate())], {"0.0": RED}, {}, {})[0].outcome == "cleared"


@pytest.mark.parametrize(
    ("facts", "outcome"),
    [
        ({"state": "file", "size": 3}, "cleared"),
        ({"state": "file", "size": 0}, "not_checked"),
        ({"state": "missing"}, "not_checked"),
        ({"state": "directory"}, "blocked"),
        ({"state": "outside", "problem": "leads outside"}, "blocked"),
        ({"state": "submodule"}, "blocked"),
        ({"state": "special"}, "blocked"),
        ({}, "not_checked"),
    ],
)
def test_file(facts: Facts, outcome: str) -> None:
    judged = one(FileGate(path="NOTES.md"), facts)

    assert (judged.outcome, "NOTES.md" in judged.reason) == (outcome, True)


def test_file_content_must_match_if_asked() -> None:
    gate = FileGate(path="out.txt", matches="Result: [0-9]+")

    assert one(gate, {"state": "file", "size": 9, "matched": True}).outcome == "cleared"
    assert one(gate, {"state": "file", "size": 9, "matched": False}).outcome == "blocked"
    assert one(gate, {"state": "file", "size": 9, "problem": "took too long"}).outcome == "not_checked"
    assert one(FileGate(path="x", empty="ok"), {"state": "file", "size": 0}).outcome == "cleared"


def test_scope_names_paths_and_sizes() -> None:
    gate = ScopeGate(allow=("src/**",), max_files=10, max_lines=500)
    facts: Facts = {"files": 30, "lines": 60000, "outside": ["Makefile"], "outside_count": 1, "allow": ["src/**"]}

    judged = one(gate, facts)

    assert judged.outcome == "blocked"
    assert judged.reason == (
        "Makefile outside of what is allowed (src/**); 30 files of 10 allowed; 60000 lines of 500 allowed"
    )
    assert one(gate, {"files": 1, "lines": 2}).outcome == "cleared"
    assert one(gate, {"problem": "no fork point"}).outcome == "not_checked"


def test_red_green_wants_red_on_the_fork_point_and_green_on_head() -> None:
    gate = RedGreenGate(tests=("t::test_a",))
    red: dict[str, Any] = {**RED, "test": "t::test_a"}

    assert one(gate, {"red": [red], "green": dict(GREEN)}).outcome == "cleared"
    assert one(gate, {"red": [dict(GREEN)], "green": dict(GREEN)}).outcome == "blocked"
    assert one(gate, {"red": [red], "green": dict(RED)}).outcome == "blocked"
    assert one(gate, {"red": [dict(UNFINISHED)], "green": dict(GREEN)}).outcome == "not_checked"
    assert one(gate, {"red": [{"exit": 4, "none_collected": True}], "green": dict(GREEN)}).outcome == "not_checked"
    assert one(gate, {"red": [red]}).outcome == "not_checked"


def test_unweakened_lists_findings() -> None:
    facts: Facts = {"count": 5, "findings": ["tests/test_cart.py: test_total deleted", "pytest.ini changed"]}

    judged = one(UnweakenedGate(), facts)

    assert judged.outcome == "blocked"
    assert judged.reason == "tests/test_cart.py: test_total deleted, pytest.ini changed and 3 more"
    assert one(UnweakenedGate(), {"count": 0, "findings": [], "compared": 1, "added": 1}).outcome == "cleared"


def test_artifact() -> None:
    gate = ArtifactGate(name="report")

    assert one(gate, {"found": True, "valid": True}).outcome == "cleared"
    assert one(gate, {"found": True, "valid": False, "problem": "n is required"}).outcome == "blocked"
    assert one(gate, {"found": False, "problem": "missing"}).outcome == "not_checked"


@pytest.mark.parametrize(
    ("cel", "outcome", "reason"),
    [
        ("facts.diff.files <= 3", "cleared", "it is true: facts.diff.files is 2"),
        ("facts.diff.files > 3", "blocked", "it is false: facts.diff.files is 2"),
        ("facts.diff.files", "not_checked", "it gives 2, neither true nor false"),
        ("facts.nothing.files > 3", "not_checked", "it could not be evaluated"),
        ("facts.diff.files >", "not_checked", "it could not be evaluated"),
        ("verdicts.review.result == 'done'", "cleared", "it is true: verdicts.review.result is done"),
        ("has(facts.tests)", "blocked", "it is false"),
    ],
)
def test_expression_says_what_it_read(cel: str, outcome: str, reason: str) -> None:
    context = {"facts": {"diff": {"files": 2}}, "verdicts": {"review": {"result": "done"}}}

    judged = one(ExpressionGate(cel=cel), None, context)

    assert judged.outcome == outcome
    assert judged.reason.startswith(reason)


def test_names_of_gates_are_plain_and_short() -> None:
    assert name_of(FileGate(path="NOTES.md")) == "file NOTES.md"
    assert name_of(NotGate(of=TestsGate())) == "not tests"
    assert name_of(AnyGate(of=(TestsGate(), ApprovalGate()))) == "any of tests, approval"
    assert name_of(AtLeastGate(k=2, of=(TestsGate(), CommitGate()))) == "at_least 2 of tests, commit"
    assert name_of(VerdictGate(of="review")) == "verdict of review"
    assert len(name_of(CommandGate(argv=("x" * 1000,)))) < 100


@given(st.text(alphabet=st.characters(), max_size=80))
def test_br_051_text_of_agents_is_shown_on_one_line_without_control_characters(text: str) -> None:
    shown = plain(text)

    assert all(char.isprintable() for char in shown)
    shown.encode("utf-8")


def test_bidirectional_and_escape_characters_are_escaped() -> None:
    assert plain("a\x1b[2J\u202eb\nc") == "a\\x1b[2J\\u202eb\\nc"
