# SPDX-License-Identifier: Apache-2.0
"""Conditions in CEL, the Common Expression Language: no loops without bound, no I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Expression:
    """A compiled expression; evaluating has no effects and bounded work."""

    cel: str
    variables: frozenset[str]
    """The names it needs, without those bound inside it."""

    def evaluate(self, context: Mapping[str, Any]) -> Any:
        """Its value for these names, as plain JSON data. Raises ExpressionError."""
        raise NotImplementedError

    def holds(self, context: Mapping[str, Any]) -> bool:
        """Whether it is true: only the boolean counts. Raises ExpressionError, also for a value that is no boolean."""
        raise NotImplementedError


def compile(cel: str) -> Expression:
    """The expression, ready to evaluate; compiled ones are kept. Raises ExpressionError."""
    raise NotImplementedError
