# SPDX-License-Identifier: Apache-2.0
"""What changed, file by file."""

from __future__ import annotations

from app.diff.parse import FileDiff, Line, parse_diff
from app.diff.view import DiffView

__all__ = ["DiffView", "FileDiff", "Line", "parse_diff"]
