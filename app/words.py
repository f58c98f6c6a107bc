# SPDX-License-Identifier: Apache-2.0
"""The engine's closed vocabularies in the person's language, keyed by its own literals; the engine knows no Qt.

What the engine tells in free sentences stays in English, as do names, paths and what agents say.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.figures import listed
from app.translate import QT_TR_NOOP, tr
from engine.projections import words

FAILURES = {
    "timed_out": QT_TR_NOOP("the time was up"),
    "stalled": QT_TR_NOOP("nothing was heard for too long"),
    "budget": QT_TR_NOOP("a budget was reached"),
    "rate_limited": QT_TR_NOOP("the provider limits the rate"),
    "overloaded": QT_TR_NOOP("the provider is overloaded"),
    "unreachable": QT_TR_NOOP("no server was reached"),
    "authentication": QT_TR_NOOP("no valid credentials"),
    "context_overflow": QT_TR_NOOP("the session outgrew the model's context"),
    "refusal": QT_TR_NOOP("the model declined"),
    "incomplete": QT_TR_NOOP("the answer was cut off"),
    "tool_missing": QT_TR_NOOP("a tool is missing"),
    "no_test_result": QT_TR_NOOP("the tests gave no result"),
    "collision": QT_TR_NOOP("something else was writing"),
    "state_divergence": QT_TR_NOOP("record and world disagree"),
    "crashed": QT_TR_NOOP("the process crashed"),
    "unknown": QT_TR_NOOP("nobody knows why"),
}
"""Classes of failure."""

METERS = {
    "turns": QT_TR_NOOP("turns"),
    "wall_clock": QT_TR_NOOP("wall clock"),
    "requests": QT_TR_NOOP("requests"),
    "tokens": QT_TR_NOOP("tokens"),
    "cost": QT_TR_NOOP("cost"),
}
"""Budgets."""

BLOCKS = {
    "step": QT_TR_NOOP("step"),
    "run": QT_TR_NOOP("command"),
    "parallel": QT_TR_NOOP("parallel"),
    "loop": QT_TR_NOOP("loop"),
    "choose": QT_TR_NOOP("choice"),
    "orchestrate": QT_TR_NOOP("crew"),
    "call": QT_TR_NOOP("call"),
    "sequence": QT_TR_NOOP("sequence"),
}
"""Kinds of blocks."""


TOPICS = {
    "decisions": QT_TR_NOOP("what the engine decided"),
    "holds": QT_TR_NOOP("what waited for a person, and the answers"),
    "turns": QT_TR_NOOP("what agents were sent, and how it ended"),
    "gates": QT_TR_NOOP("what was measured, and how it was judged"),
    "git": QT_TR_NOOP("commits, merges and branches"),
    "budgets": QT_TR_NOOP("caps that were reached or raised"),
    "failures": QT_TR_NOOP("what failed, was blocked or was lost"),
}
"""What lines of the journal are about."""


TIERS = {
    "strongest": QT_TR_NOOP("strongest"),
    "middle": QT_TR_NOOP("middle"),
    "cheapest": QT_TR_NOOP("cheapest"),
}
"""Tiers of models."""

MARKS = {
    "winner": QT_TR_NOOP("winner"),
    "dropped": QT_TR_NOOP("dropped"),
}
"""What a fan-out made of a branch."""


def tier_word(tier: str) -> str:
    """A tier of models; one that is not known as it stands."""
    return tr(TIERS[tier]) if tier in TIERS else tier


def mark_word(mark: str) -> str:
    """What a fan-out made of a branch; a mark that is not known as it stands."""
    return tr(MARKS[mark]) if mark in MARKS else mark


def failure_word(failure: str) -> str:
    """A class of failure as a person reads it; one that is not known as it stands."""
    return tr(FAILURES[failure]) if failure in FAILURES else failure.replace("_", " ")


def meter_word(kind: str) -> str:
    """What a budget is called: `turns`, `turns of this attempt` for `attempt.turns`, `turns of fix` for `fix:turns`."""
    node, _, rest = kind.rpartition(":")
    scope, _, bare = rest.rpartition(".")
    name = tr(METERS[bare]) if bare in METERS else bare.replace("_", " ")
    if node:
        return tr("{0} of {1}").format(name, node)
    return tr("{0} of this attempt").format(name) if scope == "attempt" else name


def block_word(kind: str) -> str:
    """A kind of block; one that is not known as it stands."""
    return tr(BLOCKS[kind]) if kind in BLOCKS else kind


def done_when(gates: Sequence[str]) -> str:
    """What clears a block."""
    return tr("done when {gates}").format(gates=listed(gates))


def short(commit: str | None) -> str:
    """The first characters of a commit's id; `nothing` for None."""
    return words.short(commit) if commit else tr("nothing")
