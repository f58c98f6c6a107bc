# SPDX-License-Identifier: Apache-2.0
"""Read models for screens and commands: run summary, block tree, holds and meters."""

from __future__ import annotations

from engine.projections.describe import answer_words, describe_event, describe_facts, label_of
from engine.projections.fleet import Fleet, FleetChange, Focus, RunPicture, raw_line
from engine.projections.run import RunProjection, narrate, to_event
from engine.projections.shapes import evidence_json, holds_json, list_json, run_json
from engine.projections.views import (
    STANDS_STILL,
    AgentView,
    AttemptView,
    GateView,
    HoldView,
    JournalRow,
    MeterView,
    NodeView,
    Summary,
    Times,
    TurnView,
)

__all__ = [
    "STANDS_STILL",
    "AgentView",
    "AttemptView",
    "Fleet",
    "FleetChange",
    "Focus",
    "GateView",
    "HoldView",
    "JournalRow",
    "MeterView",
    "NodeView",
    "RunPicture",
    "RunProjection",
    "Summary",
    "Times",
    "TurnView",
    "answer_words",
    "describe_event",
    "describe_facts",
    "evidence_json",
    "holds_json",
    "label_of",
    "list_json",
    "narrate",
    "raw_line",
    "run_json",
    "to_event",
]
