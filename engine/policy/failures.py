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
    "unreachable",
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
    "unreachable": Rule("hold", "nothing answers where the provider is said to be, and waiting starts no server"),
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


def _phrases(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


SIGNATURES: dict[FailureClass, re.Pattern[str]] = {
    "context_overflow": _phrases(
        r"prompt is too long",
        r"context[ _](?:length|window)[ _]exceeded",
        r"maximum context length",
        r"input (?:token count|is too long).{0,80}exceeds? the maximum",
        r"conversation is too long to (?:continue|compact)",
    ),
    "rate_limited": _phrases(
        r"\b429\b.{0,40}too many requests",
        r"rate[ _-]limit(?:ed|_error| reached| exceeded| hit)",
        r"exceed your (?:account's|organization's) rate limit",
        r"usage[ _]limit[ _](?:has been )?reached",
        r"hit your (?:[a-z0-9-]{1,20} )?limit",
        r"limit (?:for [a-z]{1,20} messages )?will reset at",
        r"\bresource[ _](?:has been )?exhausted\b",
        r"\bquota (?:exceeded|exhausted|reached)\b",
        r"\binsufficient_quota\b",
        r"exceeded your current quota",
        r"rateLimitExceeded",
    ),
    "overloaded": _phrases(
        r"overloaded_error",
        r"\b529\b.{0,20}overloaded",
        r"(?:service|server|model|api)s? (?:is |are )?(?:temporarily |currently )?overloaded",
        r"currently experiencing high demand",
        r"the api is at capacity",
        r"\b503\b.{0,20}(?:service unavailable|unavailable)",
        r"\bmodel is at capacity",
    ),
    "authentication": _phrases(
        r"authentication_(?:error|failed)",
        r"invalid (?:x-)?api[ _-]key",
        r"api key not valid",
        r"incorrect api key provided",
        r"\b401\b.{0,20}unauthori[sz]ed",
        r"not logged in.{0,10}(?:please )?run /login",
        r"(?:oauth|access) token (?:has )?expired",
        r"please set an auth method",
    ),
    "budget": _phrases(r"error_max_budget_usd", r"error_max_turns", r"credit balance is too low"),
    "tool_missing": re.compile(r": command not found\s*$"),
}
"""The first that matches wins. Each is a phrase that providers, agents and shells print, never a common word."""
LOOKED_AT = 16_384


def classify(text: str) -> FailureClass | None:
    """The class whose signature stands in what a *failed* process printed last; None: no signature.

    Looks at the last 16 Ki characters. Never call it on the output of a turn that ended well: an agent may
    talk about rate limits.
    """
    tail = text[-LOOKED_AT:].replace("\u2019", "'")
    return next((name for name, pattern in SIGNATURES.items() if pattern.search(tail)), None)


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
