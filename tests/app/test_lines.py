# SPDX-License-Identifier: Apache-2.0
"""Lines that are painted: whatever an agent calls itself, what is drawn is what stands there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from app import lines
from app.lines import draw_text
from app.theme import theme


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("step \u202eDEVORPPA", "step ⟦U+202E⟧DEVORPPA"),
        ("a\u200bb", "a⟦U+200B⟧b"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("a\0b\nc", "a\u2400b c"),
        ("half \ud83d", "half \ufffd"),
        ("<b>APPROVED</b>", "<b>APPROVED</b>"),
        ("%1 {name} %n", "%1 {name} %n"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
    ],
)
def test_br_051_what_is_drawn_hides_and_reorders_nothing(qapp: object, hostile: str, shown: str) -> None:
    assert lines._line(hostile, "body", 2_000, theme().dressed).shaped.text() == shown


@pytest.mark.parametrize("text", ["x" * 5_000_000, "\u0301" * 9_000, "\t" * 9_000, "\ufdfa" * 9_000, ""])
def test_no_text_is_drawn_wider_than_its_place(qapp: object, text: str) -> None:
    image = QImage(400, 40, QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(2)
    painter = QPainter(image)
    try:
        assert [
            width
            for width in (0, 7, 8, 150)
            if draw_text(painter, QRectF(0, 0, width, 20), text, "body", "text") > width
        ] == []
    finally:
        painter.end()
