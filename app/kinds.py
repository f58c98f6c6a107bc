# SPDX-License-Identifier: Apache-2.0
"""The kinds of what waits for a person: what each is called, and its picture."""

from __future__ import annotations

from app.translate import QT_TR_NOOP, tr

UNREADABLE = "unreadable"
"""The kind of what stands for a run whose journal cannot be read: nothing can be answered, somebody has to look."""

KIND_WORDS = {
    "approval": QT_TR_NOOP("Approval"),
    "gate": QT_TR_NOOP("Gate blocked"),
    "budget": QT_TR_NOOP("Budget reached"),
    "question": QT_TR_NOOP("Question"),
    "permission": QT_TR_NOOP("Permission"),
    "conflict": QT_TR_NOOP("Merge conflict"),
    "failure": QT_TR_NOOP("Failure"),
    "reconcile": QT_TR_NOOP("Journal and world differ"),
    "pause": QT_TR_NOOP("Paused by you"),
    UNREADABLE: QT_TR_NOOP("Unreadable run"),
}
KIND_ICONS = {
    "approval": "person",
    "gate": "gate",
    "budget": "meter",
    "question": "message",
    "permission": "decided",
    "conflict": "branch",
    "failure": "error",
    "reconcile": "branch",
    "pause": "pause",
    UNREADABLE: "error",
}


def kind_word(kind: str) -> str:
    """What a kind of hold is called on screen."""
    return tr(KIND_WORDS[kind]) if kind in KIND_WORDS else kind.replace("_", " ").capitalize()
