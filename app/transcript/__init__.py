# SPDX-License-Identifier: Apache-2.0
"""What an agent did, entry by entry, as text: a view that is as quick for a million entries as for ten."""

from __future__ import annotations

from app.transcript.scroll import Place
from app.transcript.source import Entry, EntryMeta, Kind, ListSource, TranscriptSource
from app.transcript.view import TranscriptView
from app.transcript.viewer import PlainViewer

__all__ = ["Entry", "EntryMeta", "Kind", "ListSource", "Place", "PlainViewer", "TranscriptSource", "TranscriptView"]
