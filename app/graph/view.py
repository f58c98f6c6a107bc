# SPDX-License-Identifier: Apache-2.0
"""The graph of a run: every block a box in the box of what it belongs to, coloured by its state."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
    QTextLayout,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsScene,
    QGraphicsSceneMouseEvent,
    QGraphicsView,
    QStyleOptionGraphicsItem,
    QWidget,
)

from app.announce import describe
from app.figures import counted
from app.graph.boxes import HEAD, LINE, Box, Boxes, lay_out
from app.labels import tip
from app.lines import draw_text
from app.models.blocks import state_words, told
from app.models.folding import Folding
from app.selection import Selection
from app.theme import theme
from app.tokens import status_look
from app.translate import tr
from engine.projections import NodeView

KIND_ICONS = frozenset({"step", "run", "sequence", "parallel", "loop", "orchestrate", "choose", "publish"})
"""The kinds of blocks that have an icon of their name."""

SMOOTH_FROM, TEXT_FROM = 0.6, 0.35
"""Zoom below which edges are not smoothed, and below which boxes are plain."""

_ICON, _MARGIN = 16, 24.0
_LEAST_ZOOM, _MOST_ZOOM, _STEP = 0.08, 2.0, 1.2
_MEASURED = 200
"""So many characters of a title say that it takes two lines."""


def kind_icon(kind: str) -> str:
    """The icon of a kind of block."""
    return {"call": "workflow", "arm": "chevron-right"}.get(kind, kind if kind in KIND_ICONS else "step")


class BoxItem(QGraphicsItem):
    """One block."""

    def __init__(self, box: Box, graph: GraphView) -> None:
        super().__init__()
        self.box = box
        self._graph = graph
        self._broken: tuple[str, float, tuple[str, ...]] = ("", 0.0, ())
        self.setPos(box.x, box.y)
        self.setAcceptHoverEvents(False)
        self.show_node(box.node)

    def show_node(self, node: NodeView) -> None:
        """The block as it stands now."""
        self.box.node = node
        self.setToolTip(tip(told(node)))
        self.update()

    def boundingRect(self) -> QRectF:
        return QRectF(-2, -2, self.box.width + 4, self.box.height + 4)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        look, node, box = theme(), self.box.node, self.box
        status = status_look(node.state)
        zoom = painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, zoom >= SMOOTH_FROM)
        planned = node.state in ("pending", "skipped")
        opened = box.inner > 0 and not box.folded
        chosen = node.id == self._graph.chosen
        pen = QPen(look.colour("accent" if chosen else "strong_border" if planned else status.tone), 2 if chosen else 1)
        if planned and not chosen:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(look.colour("surface" if opened or planned else f"{status.tone}_soft"))
        area = QRectF(0, 0, box.width, box.height)
        if zoom < TEXT_FROM:
            painter.drawRect(area)
            return
        if box.folded:  # a second sheet looks out behind it
            painter.drawRoundedRect(area.adjusted(4, 4, 0, 0), 6, 6)
            area = area.adjusted(0, 0, -4, -4)
        painter.drawRoundedRect(area, 6, 6)
        self._paint_words(painter, node, opened)

    def _paint_words(self, painter: QPainter, node: NodeView, opened: bool) -> None:
        look, box = theme(), self.box
        status = status_look(node.state)
        planned = self._graph.definition
        icon, tone = (kind_icon(node.kind), "muted") if planned else (status.icon, status.tone)
        head = QRectF(10, 0, box.width - 20, HEAD * look.text_scale if opened else box.height)
        if box.folded:
            head.adjust(0, 0, -4, -4)
        painter.drawPixmap(QPointF(10, head.center().y() - _ICON / 2), look.pixmap(icon, tone, _ICON))
        text = head.adjusted(_ICON + 8, 0, 0, 0)
        if box.inner:
            icon = "chevron-right" if box.folded else "chevron-down"
            painter.drawPixmap(QPointF(head.right() - _ICON, head.center().y() - 8), look.pixmap(icon, "muted", _ICON))
            text.setRight(head.right() - _ICON - 4)
        token = "muted" if node.state in ("pending", "skipped") and not planned else "text"
        words = state_words(node)
        tone = "plum" if planned and node.claimed_only else "muted" if node.state == "pending" else status.tone
        if opened and planned:
            used = draw_text(painter, text, node.name, "strong", token)
            draw_text(painter, text.adjusted(used + 8, 0, 0, 0), words, "small", tone, end=True)
        elif opened:
            used = draw_text(painter, text, words, "small", tone, end=True)
            draw_text(painter, text.adjusted(0, 0, -used - 8, 0), node.name, "strong", token)
        else:
            inside = counted("{n} inside", "{n} inside", box.inner) if box.folded else ""
            self._paint_leaf(painter, text, token, " · ".join(part for part in (words, inside) if part), tone)

    def _paint_leaf(self, painter: QPainter, text: QRectF, token: str, words: str, tone: str) -> None:
        """The title and the words below it, together in the middle of the box."""
        line = LINE * theme().text_scale
        titles = self._title_lines(text.width())
        top = text.center().y() - line * (len(titles) + 1) / 2
        for at, title in enumerate((*titles, words)):
            place = QRectF(text.left(), top + at * line, text.width(), line)
            if at < len(titles):
                draw_text(painter, place, title, "body", token)
            else:
                draw_text(painter, place, title, "small", tone)

    def _title_lines(self, width: float) -> tuple[str, ...]:
        """The title on as many lines as the box has, broken between words; what is left over is cut when drawn."""
        name = self.box.node.name
        if self.box.lines == 1 or not name:
            return (name,)
        if self._broken[:2] != (name, width):
            self._broken = (name, width, _two_lines(name, width))
        return self._broken[2]

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        head = HEAD * theme().text_scale if not self.box.folded else self.box.height
        on_chevron = self.box.inner and event.pos().x() >= self.box.width - 34 and event.pos().y() <= head
        if event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
        elif on_chevron:
            self._graph.toggle(self.box.node.id)
        else:
            self._graph.choose(self.box.node.id)

    def mouseDoubleClickEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        if self.box.inner:
            self._graph.toggle(self.box.node.id)


class GraphView(QGraphicsView):
    """
    Shows the blocks of the selected run. Choosing a box selects its block; a double click folds it.

    Attributes:
        chosen: the block that is selected.
        definition: whether it is a workflow that is drawn, not a run: nothing has happened, and kinds stand for states.
    """

    folded = Signal()  # after a block was folded or unfolded here

    def __init__(self, selection: Selection, folding: Folding, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("graphView")
        self.setAccessibleName(tr("Graph of this run"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self._selection = selection
        self._folding = folding
        self._nodes: Sequence[NodeView] = ()
        self._boxes = Boxes()
        self._items: dict[str, BoxItem] = {}
        self._edges: list[tuple[QGraphicsPathItem, Box]] = []
        self._widths: dict[str, float] = {}
        self._plan: tuple[object, float] = ((), 0.0)
        self._run: str | None = None
        self._fitted = False
        self.chosen: str | None = None
        self.definition = False
        self.setScene(QGraphicsScene(self))
        selection.node_changed.connect(self._on_node)
        theme().changed.connect(self._tint)
        self._tint()

    def show_nodes(self, nodes: Sequence[NodeView]) -> None:
        """Show these blocks; the place and zoom stay while it is the same run."""
        self._nodes = nodes
        if self._selection.run != self._run:
            self._run, self._fitted = self._selection.run, False
        if self.isVisible():
            self._show()

    def fold_as_wanted(self) -> None:
        """Fold what was folded elsewhere, and unfold what was unfolded."""
        if self.isVisible():
            self._show()

    def boxes(self) -> list[Box]:
        """What is drawn, outer boxes before inner ones."""
        return self._boxes.boxes

    def box_at(self, id_: str) -> QRectF:
        """Where a block is drawn, in the viewport."""
        item = self._items[id_]
        return QRectF(self.mapFromScene(item.sceneBoundingRect()).boundingRect())

    def choose(self, id_: str) -> None:
        """Select a block, as by a click."""
        self._selection.choose_node(id_)

    def toggle(self, id_: str) -> None:
        """Fold or unfold a block, as by a double click."""
        box = next((box for box in self._boxes.boxes if box.node.id == id_), None)
        if box is not None and box.inner:
            self._folding.fold(id_, not box.folded)
            self._show()
            self.folded.emit()

    def fit(self) -> None:
        """Zoom so that all of it is seen, but never closer than it is drawn."""
        room, size = self.viewport().size(), self.sceneRect()
        if size.width() > 0 and size.height() > 0:
            zoom = min(1.0, room.width() / size.width(), room.height() / size.height())
            self._zoom_to(max(_LEAST_ZOOM, zoom))

    # ----------------------------------------------------------------------------------------------------------- scene

    def _show(self) -> None:
        folded = self._folding.folded(self._nodes)
        plan = [(node.id, node.parent, node.kind, node.name, node.id in folded) for node in self._nodes]
        if (plan, theme().text_scale) == self._plan:
            for node in self._nodes:
                item = self._items.get(node.id)
                if item is not None and item.box.node != node:
                    item.show_node(node)
            for edge, box in self._edges:
                _draw_edge(edge, box)
            return
        if theme().text_scale != self._plan[1]:
            self._widths.clear()
        self._plan = plan, theme().text_scale
        self._boxes = lay_out(self._nodes, folded, self._title_width, theme().text_scale)
        self._rebuild()

    def _title_width(self, title: str) -> float:
        width = self._widths.get(title)
        if width is None:
            width = self._widths[title] = theme().metrics("strong").horizontalAdvance(title[:_MEASURED])
        return width

    def _rebuild(self) -> None:
        scene = self.scene()
        scene.clear()
        boxes = self._boxes.boxes
        self._edges = [(_edge(boxes[one], boxes[two]), boxes[two]) for one, two in self._boxes.follows]
        for edge, _ in self._edges:
            scene.addItem(edge)
        self._items = {}
        for box in self._boxes.boxes:
            item = self._items[box.node.id] = BoxItem(box, self)
            scene.addItem(item)
        whole = QRectF(0, 0, self._boxes.width, self._boxes.height)
        self.setSceneRect(whole.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN))
        self._on_node()
        if not self._fitted and self._boxes.boxes:
            self._fitted = True
            self._fit_width()

    def _fit_width(self) -> None:
        """At first all of it where it can be read, else as wide as it is, from its top."""
        self.fit()
        if self.transform().m11() < SMOOTH_FROM:
            room = self.viewport().width() / max(1.0, self.sceneRect().width())
            self._zoom_to(max(SMOOTH_FROM, min(1.0, room)))
            self._show_chosen()

    def _on_node(self) -> None:
        before, self.chosen = self.chosen, self._selection.node
        for id_ in (before, self.chosen):
            if id_ in self._items:
                self._items[id_].update()
        if before != self.chosen:
            self._show_chosen()
        if self.isVisible():
            self._describe()

    def _describe(self) -> None:
        node = next((node for node in self._nodes if node.id == self.chosen), None)
        describe(self, told(node).replace("\n", ", ") if node is not None else "")

    def _show_chosen(self) -> None:
        if self.chosen in self._items and not self.underMouse():
            area = self._items[self.chosen].sceneBoundingRect()
            self.ensureVisible(QRectF(area.topLeft(), area.size().boundedTo(self.viewport().size().toSizeF())))

    def _tint(self) -> None:
        self.setBackgroundBrush(theme().colour("surface"))
        if self._items and self._plan[1] == theme().text_scale:
            self._rebuild()
        elif self.isVisible():
            self._show()

    # ----------------------------------------------------------------------------------------------------------- input

    def _zoom_to(self, zoom: float) -> None:
        factor = min(_MOST_ZOOM, max(_LEAST_ZOOM, zoom)) / self.transform().m11()
        self.scale(factor, factor)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom_to(self.transform().m11() * (_STEP if event.angleDelta().y() > 0 else 1 / _STEP))
            event.accept()
            return
        super().wheelEvent(event)

    def key_help(self) -> Sequence[tuple[str, str]]:
        """Keys as people call them, and what each does."""
        return (
            ("→, ←", tr("Next block, block before")),
            (tr("Space"), tr("Fold the block, or unfold it")),
            ("+, −, 0", tr("Larger, smaller, all of it")),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self._zoom_to(self.transform().m11() * _STEP)
            case Qt.Key.Key_Minus:
                self._zoom_to(self.transform().m11() / _STEP)
            case Qt.Key.Key_0:
                self.fit()
            case Qt.Key.Key_Space if self.chosen is not None:
                self.toggle(self.chosen)
            case Qt.Key.Key_Down | Qt.Key.Key_Right:
                self._step(1)
            case Qt.Key.Key_Up | Qt.Key.Key_Left:
                self._step(-1)
            case _:
                super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        """To the next or the previous block in the order of the workflow, among those that are drawn."""
        ids = [node.id for node in self._nodes if node.id in self._items]
        if ids:
            at = ids.index(self.chosen) + by if self.chosen in ids else 0
            self.choose(ids[max(0, min(len(ids) - 1, at))])

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._fitted or not self._boxes.boxes:
            return
        if event.oldSize().width() < 60:
            self._fit_width()

    def showEvent(self, event: object) -> None:
        """What is not seen is not laid out."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._show()


def _two_lines(title: str, width: float) -> tuple[str, ...]:
    layout = QTextLayout(title, theme().font("body"))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    end = line.textLength()
    layout.endLayout()
    return tuple(part for part in (title[:end].strip(), title[end:].strip()) if part)


def _edge(one: Box, two: Box) -> QGraphicsPathItem:
    start = QPointF(one.x + one.width / 2, one.y + one.height)
    end = QPointF(two.x + two.width / 2, two.y)
    path = QPainterPath(start)
    path.lineTo(end)
    for side in (-4, 4):
        head = QLineF(end, end + QPointF(side, -6))
        path.moveTo(head.p1())
        path.lineTo(head.p2())
    item = QGraphicsPathItem(path)
    item.setZValue(1)
    _draw_edge(item, two)
    return item


def _draw_edge(item: QGraphicsPathItem, to: Box) -> None:
    """Broken up to where the run has come."""
    style = Qt.PenStyle.DashLine if to.node.state == "pending" else Qt.PenStyle.SolidLine
    pen = QPen(theme().colour("strong_border"), 1.5, style)
    if item.pen() != pen:
        item.setPen(pen)
