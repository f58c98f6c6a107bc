# SPDX-License-Identifier: Apache-2.0
"""The pure kernel: events in, decisions out. No I/O, no clock, no chance."""

from __future__ import annotations

from engine.kernel.decide import decide
from engine.kernel.events import TYPES, Body, Decision, Event, Observation, to_body, to_data, to_json
from engine.kernel.evolve import evolve
from engine.kernel.replay import Difference, Replayed, fold, replay
from engine.kernel.state import RunState

__all__ = [
    "TYPES",
    "Body",
    "Decision",
    "Difference",
    "Event",
    "Observation",
    "Replayed",
    "RunState",
    "decide",
    "evolve",
    "fold",
    "replay",
    "to_body",
    "to_data",
    "to_json",
]
