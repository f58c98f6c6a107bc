# SPDX-License-Identifier: Apache-2.0
"""The plan before launch: the workflow as a tree in plain words."""

from __future__ import annotations

from dataclasses import dataclass

from engine.definition.model import Block, Gate, Workflow


@dataclass(frozen=True, slots=True)
class Plan:
    """One block as a person reads it before launch."""

    id: str
    """Node id, with `[*]` where a number or a key is known only in the run: `polish[*]/review`."""
    kind: str
    title: str
    role: str | None = None
    gates: tuple[str, ...] = ()
    """Each in words, to be read after "done when"."""
    claimed_only: bool = False
    bounds: tuple[str, ...] = ()
    """Limits and joins in words: "at most 4 rounds, then pause"."""
    children: tuple[Plan, ...] = ()


def outline(workflow: Workflow) -> Plan:
    """The plan of the whole workflow; the root stands for the run."""
    raise NotImplementedError


def describe(gate: Gate) -> str:
    """What clears the gate, as a clause to be read after "done when": `the tests pass`."""
    raise NotImplementedError


def claimed_only(block: Block) -> bool:
    """True if the block could clear on what an agent says of itself, with nothing measured and nobody asked."""
    raise NotImplementedError
