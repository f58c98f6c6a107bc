# SPDX-License-Identifier: Apache-2.0
"""Where an attempt's process runs, and how it is ended."""

from engine.placement.environment import environment
from engine.placement.local import isolation_for, run
from engine.placement.process import (
    Control,
    Isolation,
    IsolationInForce,
    OnOutput,
    ProcessResult,
    ProcessSpec,
    Relay,
    Stream,
)
from engine.placement.survivors import Survivor, attempt_token, end, survivors, token_prefix

__all__ = [
    "Control",
    "Isolation",
    "IsolationInForce",
    "OnOutput",
    "ProcessResult",
    "ProcessSpec",
    "Relay",
    "Stream",
    "Survivor",
    "attempt_token",
    "end",
    "environment",
    "isolation_for",
    "run",
    "survivors",
    "token_prefix",
]
