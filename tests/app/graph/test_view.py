# SPDX-License-Identifier: Apache-2.0
"""The graph as it is seen and clicked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.graph.view import GraphView
from app.models.folding import Folding
from app.selection import Selection
from app.theme import theme
from engine.projections import RunProjection
from tests.helpers.nested import nested_story


@pytest.fixture
def graph(qtbot: QtBot) -> GraphView:
    projection = RunProjection()
    projection.apply(nested_story().events)
    selection = Selection()
    selection.choose_run("nested")
    view = GraphView(selection, Folding())
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    view.show_nodes(projection.tree())
    return view


def drawn(graph: GraphView) -> list[str]:
    return [box.node.id for box in graph.boxes()]


def corner(graph: GraphView, id_: str) -> QPoint:
    graph.fit()
    area = graph.box_at(id_)
    return QPoint(int(area.left() + 6), int(area.top() + 6))


def test_a_click_on_a_box_selects_its_block(graph: GraphView, qtbot: QtBot) -> None:
    qtbot.mouseClick(graph.viewport(), Qt.MouseButton.LeftButton, pos=corner(graph, "approaches[refactor]/fix"))

    assert graph.chosen == "approaches[refactor]/fix"
    assert graph._selection.node == "approaches[refactor]/fix"


def test_what_is_selected_elsewhere_is_chosen_here(graph: GraphView) -> None:
    graph._selection.choose_node("crew/child-2")

    assert graph.chosen == "crew/child-2"


def test_folding_is_shared_and_told(graph: GraphView, qtbot: QtBot) -> None:
    assert "approaches[minimal]" in drawn(graph)

    with qtbot.waitSignal(graph.folded):
        graph.toggle("approaches")

    assert "approaches[minimal]" not in drawn(graph)
    assert "approaches" in graph._folding.folded(graph._nodes)


def test_rounds_that_are_past_are_folded_by_themselves(graph: GraphView) -> None:
    assert "polish[1]" in drawn(graph)
    assert "polish[1]/review" not in drawn(graph)
    assert "polish[3]/review" in drawn(graph)


def test_the_keyboard_goes_through_the_blocks_that_are_drawn(graph: GraphView, qtbot: QtBot) -> None:
    for _ in range(2):
        qtbot.keyClick(graph, Qt.Key.Key_Down)
    assert graph.chosen == "approaches"
    assert graph.accessibleDescription().startswith("Race the approaches (parallel approaches), cleared")

    qtbot.keyClick(graph, Qt.Key.Key_Space)
    qtbot.keyClick(graph, Qt.Key.Key_Down)
    assert graph.chosen == "polish"


def test_a_change_of_state_keeps_the_items_and_the_place(graph: GraphView) -> None:
    before = dict(graph._items)
    changed = [replace(node, state="failed") if node.id == "crew" else node for node in graph._nodes]

    graph.show_nodes(changed)

    assert graph._items == before
    assert before["crew"].box.node.state == "failed"


def test_what_follows_a_block_is_joined_by_a_whole_line_once_it_has_begun(graph: GraphView) -> None:
    def styles() -> set[Qt.PenStyle]:
        return {edge.pen().style() for edge, box in graph._edges if box.node.id == "hand-over"}

    graph.show_nodes([replace(node, state="pending") if node.id == "hand-over" else node for node in graph._nodes])
    assert styles() == {Qt.PenStyle.DashLine}

    graph.show_nodes([replace(node, state="running") if node.id == "hand-over" else node for node in graph._nodes])
    assert styles() == {Qt.PenStyle.SolidLine}


def test_larger_text_takes_larger_boxes_and_another_title_another_width(graph: GraphView) -> None:
    def sizes() -> dict[str, tuple[float, float]]:
        return {box.node.id: (box.width, box.height) for box in graph.boxes()}

    before = sizes()["hand-over"]
    theme().set_text_scale(1.5)
    assert sizes()["hand-over"] == pytest.approx((before[0] * 1.5, before[1] * 1.5), rel=0.05)

    theme().set_text_scale(1.0)
    longer = [replace(n, name="Hand it over with notes") if n.id == "hand-over" else n for n in graph._nodes]
    graph.show_nodes(longer)
    assert sizes()["hand-over"][0] > before[0]


def test_it_paints_at_every_zoom(graph: GraphView) -> None:
    for zoom in (0.1, 0.5, 1.0, 2.0):
        graph._zoom_to(zoom)
        assert not graph.grab().isNull()
