# SPDX-License-Identifier: Apache-2.0
"""The tour points at widgets that are there, stays in the window, takes no focus, and comes once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app import around
from app.tour import Tour, demo_stops, place_beside
from tests.app.monitor import monitor, until
from tests.helpers import stories

ROOM = QRect(0, 0, 1280, 800)


@pytest.mark.parametrize(
    "spot", [QRect(0, 400, 270, 380), QRect(900, 100, 380, 600), QRect(300, 40, 500, 60), QRect(0, 0, 1280, 800)]
)
def test_the_card_stands_in_the_window_and_beside_what_it_speaks_of(spot: QRect) -> None:
    card = QRect(place_beside(spot, QSize(340, 180), ROOM), QSize(340, 180))

    assert ROOM.contains(card)
    assert spot == ROOM or not card.intersects(spot)


async def test_the_tour_points_at_real_widgets_and_ends(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(around, "TOUR_AFTER_MS", 0)
    stories.approval_story("demo").write(tmp_path)
    async with monitor(tmp_path) as window:
        window.around.tour_when_ready()
        await until(lambda: window.findChild(Tour))
        tour = window.findChild(Tour)
        assert tour is not None
        assert window.focusWidget() is None or not tour.isAncestorOf(window.focusWidget())

        seen = []
        while not tour.isHidden():
            seen.append(tour.stop().name)
            target = window.findChild(QWidget, tour.stop().name)
            assert target is not None
            assert target.isVisible()
            assert window.rect().contains(tour.geometry())
            assert len(seen) <= len(demo_stops())
            qtbot.mouseClick(tour.next, Qt.MouseButton.LeftButton)
        assert seen == [stop.name for stop in demo_stops()]

    async with monitor(tmp_path) as window:
        window.around.tour_when_ready()
        await until(lambda: window.feed.picture)
        assert window.findChild(Tour) is None, "once"
        window.around.start_tour()
        again = window.findChild(Tour)
        assert again is not None
        qtbot.mouseClick(again.skip, Qt.MouseButton.LeftButton)
        assert again.isHidden()
