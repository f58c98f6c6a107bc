# SPDX-License-Identifier: Apache-2.0
"""Answers stand in one row as long as they fit into one, and in orderly rows where they do not."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.flow import FlowBox
from app.theme import theme

WORDS = ("Accept", "Refine", "Restart from…", "Jump to…", "Quit run")


@pytest.fixture
def box(qtbot: QtBot) -> FlowBox:
    flow = FlowBox(8)
    qtbot.addWidget(flow)
    for word in WORDS:
        flow.add(QPushButton(word), end=word == "Quit run")
    flow.resize(900, 100)
    flow.show()
    return flow


def rows(box: FlowBox, width: int) -> list[list[str]]:
    """What stands in each row, from the left."""
    box.resize(width, box.heightForWidth(width))
    buttons = sorted(box.findChildren(QPushButton), key=lambda button: (button.y(), button.x()))
    assert all(button.geometry().right() < width for button in buttons)
    assert all(button.width() >= button.sizeHint().width() for button in buttons)
    assert buttons[-1].geometry().right() == width - 1, "what ends the run stands apart, at the end"
    return [[button.text() for button in buttons if button.y() == y] for y in sorted({one.y() for one in buttons})]


def test_buttons_give_up_some_of_their_padding_before_one_goes_into_a_second_row(box: FlowBox) -> None:
    roomy = sum(button.sizeHint().width() for button in box.findChildren(QPushButton)) + 8 * (len(WORDS) - 1)

    assert rows(box, roomy) == [[*WORDS]]
    assert not box.findChildren(QPushButton)[0].property("tight")
    assert rows(box, roomy - 1) == [[*WORDS]]
    assert rows(box, roomy - 60) == [[*WORDS]]
    assert rows(box, roomy) == [[*WORDS]]
    assert not box.findChildren(QPushButton)[0].property("tight"), "where there is room again they take it again"


def test_buttons_leave_their_icons_out_before_one_goes_into_a_second_row(box: FlowBox) -> None:
    buttons = box.findChildren(QPushButton)
    for button in buttons:
        button.setIcon(theme().icon("check"))
    QApplication.sendPostedEvents()
    roomy = sum(button.sizeHint().width() for button in buttons) + 8 * (len(WORDS) - 1)

    for width, side in ((roomy, 16), (roomy - 61, 0), (roomy - 140, 0), (roomy - 60, 16), (roomy, 16)):
        assert rows(box, width) == [[*WORDS]]
        assert {button.iconSize().width() for button in buttons} == {side}
    assert len(rows(box, roomy - 141)) == 2
    assert {button.iconSize().width() for button in buttons} == {16}


def test_where_two_rows_are_needed_none_holds_a_button_by_itself(box: FlowBox) -> None:
    roomy = sum(button.sizeHint().width() for button in box.findChildren(QPushButton)) + 8 * (len(WORDS) - 1)

    assert rows(box, roomy - 61) == [[*WORDS[:3]], [*WORDS[3:]]]
