# SPDX-License-Identifier: Apache-2.0
"""Failure classes, the signatures they are known by, and the table of what follows each. Pure data and functions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

FailureClass = Literal[
    "timed_out",
    "stalled",
    "budget",
    "rate_limited",
    "overloaded",
    "authentication",
    "context_overflow",
    "refusal",
    "incomplete",
    "tool_missing",
    "no_test_result",
    "collision",
    "state_divergence",
    "crashed",
    "unknown",
]
FAILURE_CLASSES: frozenset[str] = frozenset(get_args(FailureClass))

FollowUp = Literal["continue", "retry", "wait", "hold"]
"""`continue`: prompt the same session again · `retry`: a new attempt, within the step's retries · `wait`: until the
provider is ready, which uses no retry · `hold`: a person decides."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What follows one class of failure, and why in a few words."""

    follow_up: FollowUp
    why: str


RULES: dict[FailureClass, Rule] = {
    "timed_out": Rule("hold", "the attempt used up its wall clock; it is never continued by itself"),
    "stalled": Rule("retry", "nothing came for longer than the idle limit"),
    "budget": Rule("hold", "a cap was reached; raising it is a person's act"),
    "rate_limited": Rule("wait", "the provider asked to wait"),
    "overloaded": Rule("wait", "the provider could not take the request"),
    "authentication": Rule("hold", "the same credentials would be refused again"),
    "context_overflow": Rule("hold", "the same session would overflow again"),
    "refusal": Rule("hold", "the model declined; the same prompt would be declined again"),
    "incomplete": Rule("continue", "the answer was cut before its end"),
    "tool_missing": Rule("hold", "a program that the role or gate needs is not here"),
    "no_test_result": Rule("hold", "the tests gave no result that could be judged"),
    "collision": Rule("retry", "something else was writing at the same time"),
    "state_divergence": Rule("hold", "the record and the world disagree"),
    "crashed": Rule("retry", "the agent's process failed"),
    "unknown": Rule("hold", "nobody knows what this failure means"),
}


def follow_up(failure: str) -> FollowUp:
    """What follows a failure of this class; a class that is not in the table is held."""
    return RULES[failure].follow_up if failure in FAILURE_CLASSES else "hold"  # type: ignore[index]


def as_failure_class(name: object) -> FailureClass:
    """`name` where it is one of the classes, else ``unknown``."""
    return name if isinstance(name, str) and name in FAILURE_CLASSES else "unknown"  # type: ignore[return-value]


_SIGNATURES: dict[FailureClass, re.Pattern[str]] = {
    "context_overflow": re.compile(
        r"prompt is too long|context[ _](?:length|window)[ _]exceeded|maximum context length", re.IGNORECASE
    ),
    "rate_limited": re.compile(
        r"\b429\b.{0,40}too many requests|rate[ _-]limit(?:ed|_error| reached| exceeded)|usage limit reached",
        re.IGNORECASE,
    ),
    "overloaded": re.compile(r"overloaded_error|service (?:is )?(?:temporarily )?overloaded", re.IGNORECASE),
    "authentication": re.compile(
        r"authentication_error|invalid (?:x-)?api[ _-]key|\b401\b.{0,20}unauthori[sz]ed", re.IGNORECASE
    ),
    "tool_missing": re.compile(r": command not found\s*$"),
}
"""The first that matches wins. Each is a phrase that providers and shells print, never a single common word."""
_LOOKED_AT = 16_384


def classify(text: str) -> FailureClass | None:
    """The class whose signature stands in what a *failed* process printed last; None: no signature.

    Looks at the last 16 Ki characters. Never call it on the output of a turn that ended well: an agent may
    talk about rate limits.
    """
    tail = text[-_LOOKED_AT:]
    return next((name for name, pattern in _SIGNATURES.items() if pattern.search(tail)), None)


STOP_REASONS: dict[str, FailureClass] = {
    "refusal": "refusal",
    "max_tokens": "incomplete",
    "max_turn_requests": "budget",
    "model_context_window_exceeded": "context_overflow",
}
"""Stop reasons, other than ``end_turn``, whose meaning is known. Any other is ``unknown``."""


def stop_failure(reason: str) -> FailureClass | None:
    """The failure that a stop reason means; None for ``end_turn``, the only one that ends a turn well."""
    return None if reason == "end_turn" else STOP_REASONS.get(reason, "unknown")
