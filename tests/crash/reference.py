# SPDX-License-Identifier: Apache-2.0
"""The reference workflows of the crash matrix: one a kind of block, nested ones, and what waits for a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Reference:
    """A workflow, what its agents do, and how a person answers.

    `acts` are lines of a shell `case` over the agent's name: the last part of its node. Whoever is not named writes a
    file of his name, and leaves the commit to the engine.
    """

    name: str
    blocks: tuple[str, ...]
    acts: str = ""
    top: str = ""
    roles: str = ""
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    subflows: Mapping[str, str] = field(default_factory=dict)
    free: tuple[str, ...] = ()
    """Nodes whose number of turns depends on when the driver dies: leads, which are told what happened meanwhile."""


def step(name: str, gate: str = "") -> str:
    """A step in YAML flow."""
    return f"{{step: {name}, role: worker, goal: Do it., gate: {gate or f'[verdict, {{file: {name}.txt}}]'}}}"


_HANG = "sleep 600 ;;"
_COMMIT = "one) write one; git add -A; git diff --cached --quiet || git commit -q -m one ;;"
_SUB = """\
pilothouse: 1
name: inner
title: Called
inputs: {subject: {type: string, required: true}}
roles: {worker: {agent: command, argv: [AGENT], isolation: open}}
do:
  - {step: called, role: worker, goal: "About {{ inputs.subject }}.", gate: [verdict, {file: called.txt}]}
"""
_LEAD = """
  lead:
    agent: scripted
    playbook:
      playbook: 1
      nodes:
        crew:
          - turns: &turns
              - {spawn: [{role: worker, goal: g}, {role: worker, goal: h}]}
              - {verdict: done}
              - {verdict: done}
              - {verdict: done}
          - turns: *turns
          - turns: *turns
          - turns: *turns
"""

REFERENCES = (
    Reference(
        "step",
        (step("one", "[verdict, commit]"), step("two", "[verdict, {file: two.txt}, approval]")),
        _COMMIT,
        answers={"approval": ("refine", "accept")},
    ),
    Reference("run", ("{run: build, argv: [sh, -c, echo built >> built.txt], gate: [{file: built.txt}]}", step("two"))),
    Reference("sequence", (f"{{sequence: s, do: [{step('one')}, {{sequence: t, do: [{step('two')}]}}]}}",)),
    Reference(
        "all",
        (
            f"{{parallel: p, do: [{step('one', '[verdict, commit]')}, {step('two')}, {step('three')}]}}",
            "{run: join, argv: [sh, -c, cat one.txt two.txt three.txt >> joined.txt], gate: [{file: joined.txt}]}",
        ),
        _COMMIT,
    ),
    Reference(
        "any", (f"{{parallel: p, join: any, do: [{step('slow')}, {step('quick')}]}}", step("two")), f"slow) {_HANG}"
    ),
    Reference(
        "at least",
        (
            f"{{parallel: p, join: {{at_least: 2}}, integrate: squash, do: "
            f"[{step('one')}, {step('slow')}, {step('three')}]}}",
        ),
        f"slow) {_HANG}",
    ),
    Reference(
        "loop",
        (
            "{loop: polish, max: 3, until: [{verdict: {of: review}}], do: ["
            "{step: review, role: worker, goal: Look., gate: [verdict]}, " + step("mend") + "]}",
        ),
        "review) if [ -e mend.txt ]; then result=done; else result=revise; fi ;;",
    ),
    Reference(
        "choose",
        (
            step("one"),
            "{choose: size, when: [{if: 'facts.diff.files > 5', do: [" + step("big") + "]}, "
            "{if: 'facts.diff.files > 0', do: [" + step("small") + "]}], otherwise: []}",
        ),
    ),
    Reference("call", ("{call: sub, workflow: inner.yaml, with: {subject: x}}",), subflows={"inner.yaml": _SUB}),
    Reference(
        "orchestrate",
        (
            "{orchestrate: crew, role: lead, goal: Have it done., gate: [verdict], children: "
            "{roles: [worker], max: 2, max_concurrent: 1, gate: [verdict]}}",
        ),
        roles=_LEAD,
        free=("crew",),
    ),
    Reference(
        "conflict",
        (f"{{parallel: p, do: [{step('one', '[verdict]')}, {step('two', '[verdict]')}]}}", step("after")),
        "one|two) echo $name > README.md ;; resolve.*) echo both > README.md; git add -A; git commit -q -m both ;;",
        answers={"conflict": ("resolve",)},
    ),
    Reference(
        "budget",
        (step("one"), step("two"), step("three")),
        top="budgets: {turns: 1}",
        answers={"budget": ("raise",)},
    ),
    Reference(
        "nested",
        (
            "{loop: l, max: 2, until: [{verdict: {of: check}}], do: [{parallel: p, do: ["
            f"{{sequence: s, do: [{step('one')}, {{run: more, argv: [sh, -c, echo more >> more.txt]}}]}}, "
            f"{{parallel: q, join: any, do: [{step('two')}]}}]}}, "
            "{step: check, role: worker, goal: Check., gate: [verdict]}]}",
            step("last", "[verdict, approval]"),
        ),
        answers={"approval": ("accept",)},
    ),
)
