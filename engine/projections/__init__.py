# SPDX-License-Identifier: Apache-2.0
"""Read models for screens and commands: run summary, block tree, holds and meters."""

from __future__ import annotations

from engine.projections.describe import answer_words, describe_event, describe_facts, label_of
from engine.projections.fleet import Fleet, FleetChange, Focus, RunPicture, raw_line
from engine.projections.past import Past
from engine.projections.run import RunProjection, narrate, to_event
from engine.projections.shapes import evidence_json, holds_json, list_json, run_json
from engine.projections.summaries import turns_by_backend
from engine.projections.topics import TOPICS, Topic
from engine.projections.views import (
    STANDS_STILL,
    AgentView,
    AttemptView,
    GateView,
    Hearing,
    HoldView,
    JournalRow,
    MessageView,
    MeterView,
    NodeView,
    Summary,
    Times,
    TurnCounts,
    TurnView,
)

__all__ = [
    "STANDS_STILL",
    "TOPICS",
    "AgentView",
    "AttemptView",
    "Fleet",
    "FleetChange",
    "Focus",
    "GateView",
    "Hearing",
    "HoldView",
    "JournalRow",
    "MessageView",
    "MeterView",
    "NodeView",
    "Past",
    "RunPicture",
    "RunProjection",
    "Summary",
    "Times",
    "Topic",
    "TurnCounts",
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
    "turns_by_backend",
]
