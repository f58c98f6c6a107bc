# SPDX-License-Identifier: Apache-2.0
"""What changed, file by file. Its views are not named here: transcripts read diffs too, and views show transcripts."""

from __future__ import annotations

from app.diff.parse import FileDiff, Line, parse_diff

__all__ = ["FileDiff", "Line", "parse_diff"]
