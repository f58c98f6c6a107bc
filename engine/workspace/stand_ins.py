# SPDX-License-Identifier: Apache-2.0
"""Which changes touch the tests, their configuration, or anything that could stand in for a tool that judges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.workspace.facts import Change

RelatedKind = Literal["test", "test configuration", "stand-in", "pilothouse"]


@dataclass(frozen=True, slots=True)
class Related:
    """A changed path that bears on what the tests prove."""

    path: str
    kind: RelatedKind
    change: Change


def related_to_tests(changes: Iterable[Change]) -> tuple[Related, ...]:
    """Those of ``changes`` that bear on the tests; both names of a rename count, each once."""
    raise NotImplementedError
