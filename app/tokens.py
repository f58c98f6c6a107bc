# SPDX-License-Identifier: Apache-2.0
"""Design tokens: the colours, sizes and status looks that every screen is made of."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from app.translate import QT_TR_NOOP, tr

SPACE_XS, SPACE_S, SPACE_M, SPACE_L, SPACE_XL = 4, 8, 12, 16, 24
"""Distances in device-independent pixels."""

RADIUS_S, RADIUS_M, RADIUS_L = 4, 6, 10
"""Corner radii in device-independent pixels."""

TIGHTER = 6
"""What a button gives up at each side of its words, in pixels, where it stands tight beside others."""

FontRole = Literal["small", "body", "strong", "mono", "mono-small", "title", "display"]

FONT_SIZES: dict[FontRole, int] = {
    "small": 11,
    "body": 13,
    "strong": 13,
    "mono": 12,
    "mono-small": 11,
    "title": 15,
    "display": 20,
}
"""Text sizes in pixels, before the text scale."""


@dataclass(frozen=True, slots=True)
class Palette:
    """
    One set of colours, as #rrggbb.

    Every `text`, `muted`, `accent` and tone colour has a contrast of at least 4.5 on `window`, `surface` and
    `sunken`, and every tone on its own soft ground; `faint`, of what cannot be used now and of the edges
    of fields, and `accent`, which rings the focus, have 3 on every ground that something to fill in or to press is on.
    """

    window: str
    surface: str
    sunken: str
    raised: str
    border: str
    strong_border: str
    text: str
    muted: str
    faint: str
    accent: str
    on_accent: str
    accent_hover: str
    accent_soft: str
    selection: str
    match: str
    blue: str
    blue_soft: str
    brass: str
    brass_soft: str
    violet: str
    violet_soft: str
    green: str
    green_soft: str
    red: str
    red_soft: str
    grey: str
    grey_soft: str
    plum: str
    plum_soft: str
    teal: str
    teal_soft: str
    added: str
    removed: str

    def __getitem__(self, token: str) -> str:
        """The colour called `token`; raises KeyError if there is none."""
        if token not in TOKENS:
            raise KeyError(f"no colour is called {token!r}")
        value: str = getattr(self, token)
        return value


TOKENS = frozenset(field.name for field in fields(Palette))

LIGHT = Palette(
    window="#f3f5f7",
    surface="#ffffff",
    sunken="#eaeef2",
    raised="#ffffff",
    border="#d8dfe6",
    strong_border="#b3bfca",
    text="#13202c",
    muted="#4f5e6c",
    faint="#7b8996",
    accent="#0d5a8a",
    on_accent="#ffffff",
    accent_hover="#0a4a73",
    accent_soft="#e2eef6",
    selection="#bcdcf2",
    match="#ffe08a",
    blue="#0b5c9e",
    blue_soft="#e2eef9",
    brass="#855000",
    brass_soft="#faeed8",
    violet="#5a4a9c",
    violet_soft="#edeaf8",
    green="#0d6848",
    green_soft="#e0f2e9",
    red="#ae2219",
    red_soft="#fbe7e5",
    grey="#4f5e6c",
    grey_soft="#e9edf1",
    plum="#783a8b",
    plum_soft="#f4e9f7",
    teal="#07646b",
    teal_soft="#def1f2",
    added="#e3f5ea",
    removed="#fdebe9",
)

DARK = Palette(
    window="#0d141b",
    surface="#131c25",
    sunken="#0f171f",
    raised="#1b2631",
    border="#26333f",
    strong_border="#41525f",
    text="#e4ebf1",
    muted="#9dafbc",
    faint="#6f8291",
    accent="#62b5e5",
    on_accent="#08202f",
    accent_hover="#82c6ee",
    accent_soft="#143146",
    selection="#1f4f72",
    match="#6b5312",
    blue="#76bdf2",
    blue_soft="#12314a",
    brass="#efb95c",
    brass_soft="#382a12",
    violet="#bcaef7",
    violet_soft="#2a2649",
    green="#66d2a6",
    green_soft="#10352a",
    red="#ff9086",
    red_soft="#43211f",
    grey="#a4b3bf",
    grey_soft="#222e38",
    plum="#dfabee",
    plum_soft="#392742",
    teal="#67ccd2",
    teal_soft="#10363a",
    added="#12302a",
    removed="#3a2022",
)

Tone = Literal["blue", "brass", "violet", "green", "red", "grey", "plum", "teal"]


@dataclass(frozen=True, slots=True)
class StatusLook:
    """How a status is drawn: never by colour alone, always with its glyph and its word; `named` is that in English."""

    named: str
    icon: str
    tone: Tone

    @property
    def word(self) -> str:
        """Its word in the person's language."""
        return tr(self.named)


STATUSES: dict[str, StatusLook] = {
    "pending": StatusLook(QT_TR_NOOP("pending"), "pending", "grey"),
    "running": StatusLook(QT_TR_NOOP("running"), "running", "blue"),
    "waiting": StatusLook(QT_TR_NOOP("needs you"), "waiting", "brass"),
    "paused": StatusLook(QT_TR_NOOP("paused"), "paused", "violet"),
    "succeeded": StatusLook(QT_TR_NOOP("succeeded"), "succeeded", "green"),
    "failed": StatusLook(QT_TR_NOOP("failed"), "failed", "red"),
    "abandoned": StatusLook(QT_TR_NOOP("abandoned"), "abandoned", "grey"),
    "cancelled": StatusLook(QT_TR_NOOP("cancelled"), "cancelled", "grey"),
    "cleared": StatusLook(QT_TR_NOOP("cleared"), "succeeded", "green"),
    "blocked": StatusLook(QT_TR_NOOP("blocked"), "failed", "red"),
    "not_checked": StatusLook(QT_TR_NOOP("not checked"), "unknown", "brass"),
    "claimed": StatusLook(QT_TR_NOOP("claimed"), "claimed", "plum"),
    "measured": StatusLook(QT_TR_NOOP("measured"), "measured", "teal"),
    "decided": StatusLook(QT_TR_NOOP("decided"), "decided", "brass"),
    "unknown": StatusLook(QT_TR_NOOP("unknown"), "unknown", "grey"),
    "skipped": StatusLook(QT_TR_NOOP("skipped"), "chevron-right", "grey"),
    "exhausted": StatusLook(QT_TR_NOOP("exhausted"), "loop", "brass"),
    "withdrawn": StatusLook(QT_TR_NOOP("withdrawn"), "cancelled", "grey"),
    "superseded": StatusLook(QT_TR_NOOP("superseded"), "history", "grey"),
    "interrupted": StatusLook(QT_TR_NOOP("interrupted"), "pause", "grey"),
    "lost": StatusLook(QT_TR_NOOP("lost"), "unknown", "red"),
    "unreadable": StatusLook(QT_TR_NOOP("unreadable"), "error", "red"),
    "past": StatusLook(QT_TR_NOOP("the past"), "history", "violet"),
}
"""Run, node, attempt and gate states, and the three labels of facts."""


def status_look(status: str) -> StatusLook:
    """The look of a status; a word that is not known is shown as it stands, in grey, never as a success."""
    look = STATUSES.get(status)
    return look if look is not None else StatusLook(status.replace("_", " "), "unknown", "grey")
