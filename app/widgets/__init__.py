# SPDX-License-Identifier: Apache-2.0
"""Small widgets that every screen uses."""

from __future__ import annotations

from app.labels import ElidedLabel, plain_label
from app.widgets.age import AgeLabel
from app.widgets.headers import BackBar, EmptyState, SectionHeader
from app.widgets.meter import Meter, Reading
from app.widgets.pill import StatusPill, paint_pill, pill_size

__all__ = [
    "AgeLabel",
    "BackBar",
    "ElidedLabel",
    "EmptyState",
    "Meter",
    "Reading",
    "SectionHeader",
    "StatusPill",
    "paint_pill",
    "pill_size",
    "plain_label",
]
