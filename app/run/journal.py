# SPDX-License-Identifier: Apache-2.0
"""The live journal: plain sentences, a filter, and the raw line of the selected row when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QMenu,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.clock import time_of_day
from app.labels import WrapLabel
from app.lines import draw_text
from app.models.journal import BY_PERSON, LABEL, NODE, SENTENCE, TIME, JournalModel
from app.selection import Selection
from app.sentences import event_words
from app.tasks import Loader, Tasks
from app.textpane import TextPane
from app.theme import theme
from app.tokens import SPACE_M, SPACE_S, SPACE_XS, status_look
from app.translate import QT_TR_NOOP, tr
from app.widgets import EmptyState, StatusPill
from app.widgets.tables import dress_table
from app.words import TOPICS
from engine.projections import JournalRow, Topic, raw_line

_FILTER_AFTER_MS = 150
_ICON = 14
_AROUND = 14
"""What a cell takes beside its words, in pixels."""

_MOST_NODE = 150
"""The most that the names of blocks take, in pixels at the normal text size."""

_TO_COME = 0.4
"""How strongly a line is drawn that, at the moment of the past that is shown, is yet to come."""
CHIPS: dict[Topic, str] = {
    "decisions": QT_TR_NOOP("Decisions"),
    "holds": QT_TR_NOOP("Holds and answers"),
    "turns": QT_TR_NOOP("Turns"),
    "gates": QT_TR_NOOP("Gates"),
    "git": QT_TR_NOOP("Git"),
    "budgets": QT_TR_NOOP("Budgets"),
    "failures": QT_TR_NOOP("Failures"),
}
_TOKENS = {
    "hold_opened": "brass",
    "run_paused": "violet",
    "effect_failed": "red",
    "landing_moved": "red",
    "turn_lost": "red",
    "node_settled": "green",
    "run_ended": "strong",
}


class JournalDelegate(QStyledItemDelegate):
    """Time, block, sentence and the label of the fact."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(60, int(theme().metrics("body").height()) + 9)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(row, JournalRow):
            return
        painter.save()
        rect = QRectF(option.rect)
        if option.state & option.state.State_Selected:
            painter.fillRect(rect, theme().colour("accent_soft"))
        model = index.model()
        if isinstance(model, JournalModel) and model.moment is not None and row.seq > model.moment:
            painter.setOpacity(_TO_COME)
        cell = rect.adjusted(8, 0, -4, 0)
        match index.column():
            case 0:
                draw_text(painter, cell, time_of_day(row.at), "mono-small", "muted")
            case 1:
                draw_text(painter, cell, row.node, "small", "muted")
            case 2:
                draw_text(painter, cell, event_words(row.type, row.sentence), "body", _sentence_token(row))
            case _:
                place = int(cell.left()), int(cell.center().y() - _ICON / 2)
                painter.drawPixmap(*place, theme().pixmap(*_label_look(row), _ICON))
        painter.restore()


def _label_look(row: JournalRow) -> tuple[str, str]:
    """What the engine concluded is told apart from what a person did; both are decided."""
    if row.label == "decided" and row.type not in BY_PERSON:
        return "settings", "muted"
    look = status_look(row.label)
    return look.icon, look.tone


def _sentence_token(row: JournalRow) -> str:
    if row.type == "run_ended":
        return "text"
    if row.type == "node_settled" and not row.sentence.partition(": ")[2].startswith("cleared"):
        return "text"
    return _TOKENS.get(row.type, "text")


class JournalPane(QWidget):
    """
    The journal of the selected run.

    A click selects the line's block in all panes; Enter or a double click shows the message that belongs to it.
    """

    message_asked = Signal(object)  # the JournalRow whose place in the transcript is wanted
    moment_asked = Signal(int)  # the line after which all panes shall show the run

    def __init__(self, data_dir: Path, selection: Selection, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data_dir = data_dir
        self._selection = selection
        self._model = JournalModel(self)
        self._loader = Loader(tasks, self, "raw journal line")
        self._following = True
        self._choosing = False
        self._filter_soon = QTimer(self)
        self._filter_soon.setSingleShot(True)
        self._filter_soon.setInterval(_FILTER_AFTER_MS)
        self._filter_soon.timeout.connect(self._apply_filter)
        self._make_tools()
        self.table = self._make_table()
        self._nodes: set[str] = set()
        self._whole = self._make_whole()
        self._raw = TextPane(tr("The selected journal line as it stands"), self)
        self._raw.hide()
        self._empty = EmptyState(
            "journal", tr("Nothing on record yet"), tr("Every event appears here as it is journaled.")
        )
        self._lay_out()
        selection.run_changed.connect(self._on_run)
        selection.node_changed.connect(self._on_node)
        selection.line_changed.connect(self._on_event)
        selection.moment_changed.connect(self._on_moment)

    @property
    def rows(self) -> Sequence[JournalRow]:
        """Every line that is known; `rows[seq - 1]` is line `seq`."""
        return self._model.rows

    @property
    def stops(self) -> Sequence[int]:
        """The lines at which *next failure* stops."""
        return self._model.stops

    def event_of(self, node: str, attempt: int, turn: int, kind: str, at_ms: int | None) -> int | None:
        """The line that an entry of a transcript belongs to."""
        return self._model.event_of(node, attempt, turn, kind, at_ms)

    def reveal(self, seq: int) -> None:
        """Show a line, whatever the filters hide."""
        if not self._model.index_of(seq).isValid():
            self._clear_filters()
        if not self._model.index_of(seq).isValid():
            self._everything.setChecked(True)
        self._selection.choose_line(seq)
        self._on_event()

    def append(self, first: int, rows: Sequence[JournalRow]) -> None:
        """Rows that follow the `first` that are known; with `first` 0 the journal begins again."""
        if first == 0 or first != len(self._model.rows):
            self._begin()
        self._model.append(rows)
        self._widen({row.node for row in rows if row.node})
        if self._following:
            self.table.scrollToBottom()
        self._show_empty()

    def _begin(self) -> None:
        self._model.begin()
        self._nodes = set()
        self._fit()
        self._tell_whole()

    def _make_whole(self) -> QWidget:
        """What the chosen line says, however narrow its column is."""
        bar = QWidget(self)
        self._sentence = WrapLabel()
        self._sentence.setObjectName("journalSentence")
        self._label = StatusPill("measured")
        row = QHBoxLayout(bar)
        row.setContentsMargins(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS)
        row.setSpacing(SPACE_S)
        text = QVBoxLayout()
        text.setContentsMargins(0, 3, 0, 0)  # beside the word of the pill
        text.addWidget(self._sentence)
        row.addLayout(text, 1)
        row.addWidget(self._label, 0, Qt.AlignmentFlag.AlignTop)
        bar.hide()
        return bar

    def _tell_whole(self) -> None:
        row = self._model.row(self.table.currentIndex())
        self._whole.setVisible(row is not None)
        if row is not None:
            self._sentence.set_text(event_words(row.type, row.sentence))
            self._label.set_status(row.label)

    def _fit(self) -> None:
        """Time, block and label take what their words need; what happened has all that is left."""
        header, metrics = self.table.horizontalHeader(), theme().metrics("mono-small")
        header.resizeSection(TIME, round(metrics.horizontalAdvance("00:00:00")) + _AROUND)
        for column in (NODE, LABEL):
            header.resizeSection(column, header.sectionSizeHint(column))
        known, self._nodes = self._nodes, set()
        self._widen(known)

    def _widen(self, nodes: set[str]) -> None:
        metrics = theme().metrics("small")
        widest = max((metrics.horizontalAdvance(node) for node in nodes - self._nodes), default=0)
        self._nodes |= nodes
        wanted = min(round(widest) + _AROUND, round(_MOST_NODE * theme().text_scale))
        if wanted > self.table.columnWidth(NODE):
            self.table.setColumnWidth(NODE, wanted)

    def _make_tools(self) -> None:
        self._search = QLineEdit(self)
        self._search.setObjectName("journalFilter")
        self._search.setAccessibleName(tr("Filter the journal"))
        self._search.setPlaceholderText(tr("Filter the journal"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._filter_soon.start)
        self._topics = QToolButton(self)
        self._topics.setObjectName("journalTopics")
        self._topics.setToolTip(tr("What the lines shown are about"))
        self._topics.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._topics.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        menu = QMenu(self._topics)
        self._all = menu.addAction(tr("Everything that tells"))
        self._all.triggered.connect(self._show_all_topics)
        menu.addSeparator()
        self._chips: dict[Topic, QAction] = {}
        for topic, english in CHIPS.items():
            title = tr(english)
            chip = menu.addAction(f"{title}: {tr(TOPICS[topic])}")
            chip.setObjectName(f"topic:{topic}")
            chip.setCheckable(True)
            chip.toggled.connect(self._apply_filter)
            self._chips[topic] = chip
        self._topics.setMenu(menu)
        self._tell_topics()
        self._only_node = self._toggle(tr("This block"), tr("Show only lines of the selected block"))
        self._everything = self._toggle(tr("Details"), tr("Show signs of life and steps of the machinery as well"))
        self._show_raw = self._toggle(tr("Raw"), tr("Show the selected line as it stands in the journal"))
        self._only_node.toggled.connect(self._apply_filter)
        self._everything.toggled.connect(self._apply_filter)
        self._show_raw.toggled.connect(self._load_raw)

    def _toggle(self, text: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def _make_table(self) -> QTableView:
        table = QTableView(self)
        table.setObjectName("journalTable")
        table.setAccessibleName(tr("Journal of this run"))
        table.setModel(self._model)
        table.setItemDelegate(JournalDelegate(table))
        dress_table(table)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = table.horizontalHeader()
        header.setMinimumSectionSize(30)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column in (TIME, NODE, LABEL):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(SENTENCE, QHeaderView.ResizeMode.Stretch)
        table.selectionModel().currentRowChanged.connect(self._on_current)
        table.doubleClicked.connect(self._ask_message)
        table.activated.connect(self._ask_message)
        table.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        theme().changed.connect(self._dress)
        return table

    def _dress(self) -> None:
        self.table.verticalHeader().setDefaultSectionSize(int(theme().metrics("body").height()) + 9)
        self._fit()

    def _lay_out(self) -> None:
        tools = QHBoxLayout()
        tools.setContentsMargins(SPACE_S, SPACE_XS, SPACE_S, SPACE_XS)
        tools.setSpacing(SPACE_S)
        tools.addWidget(self._search, 1)
        for button in (self._topics, self._only_node, self._everything, self._show_raw):
            tools.addWidget(button)
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.table)
        parts.addWidget(self._raw)
        parts.setSizes([300, 140])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(tools)
        layout.addWidget(self._empty, 1)
        layout.addWidget(parts, 1)
        layout.addWidget(self._whole)
        self._parts = parts
        self._dress()
        self._show_empty()

    def _show_empty(self) -> None:
        empty = self._model.rowCount() == 0
        if empty and self._model.rows:
            self._empty.set_text(tr("No line fits the filter"), tr("Clear the filter, or show everything."))
        elif empty:
            self._empty.set_text(tr("Nothing on record yet"), tr("Every event appears here as it is journaled."))
        self._empty.setVisible(empty)
        self._parts.setVisible(not empty)

    def _apply_filter(self) -> None:
        node = self._selection.node if self._only_node.isChecked() else None
        topics = frozenset(topic for topic, chip in self._chips.items() if chip.isChecked())
        self._tell_topics()
        self._choosing = True
        self._model.set_filter(self._search.text(), node, self._everything.isChecked(), topics)
        self._choosing = False
        if self._following:
            self.table.scrollToBottom()
        self._tell_whole()
        self._show_empty()

    def _on_run(self) -> None:
        self._following = True
        self._begin()
        self._loader.stop()
        self._raw.show_text("")

    def _on_node(self) -> None:
        if self._only_node.isChecked():
            self._apply_filter()

    def _on_scrolled(self, value: int) -> None:
        self._following = value >= self.table.verticalScrollBar().maximum() - 4

    def _tell_topics(self) -> None:
        chosen = [tr(CHIPS[topic]) for topic, chip in self._chips.items() if chip.isChecked()]
        words = ", ".join(chosen[:2])
        if len(chosen) > 2:
            words = tr("{topics} and {n} more").format(topics=words, n=len(chosen) - 2)
        self._topics.setText(words or tr("All topics"))
        self._topics.setAccessibleName(tr("Topics shown: {topics}").format(topics=words or tr("all")))

    def _show_all_topics(self) -> None:
        for chip in self._chips.values():
            chip.blockSignals(True)
            chip.setChecked(False)
            chip.blockSignals(False)
        self._apply_filter()

    def _clear_filters(self) -> None:
        self._only_node.setChecked(False)
        self._show_all_topics()
        self._search.clear()
        self._apply_filter()

    def _on_current(self, index: QModelIndex) -> None:
        self._tell_whole()
        if self._show_raw.isChecked():
            self._load_raw()
        row = self._model.row(index)
        if row is None or self._choosing:
            return
        self._following = False
        self._selection.choose_line(row.seq)
        if self._selection.moment is not None:
            self.moment_asked.emit(row.seq)
        if row.node and not self._only_node.isChecked():
            self._selection.choose_node(row.node, row.attempt)

    def _on_event(self) -> None:
        """Stand on the line that was chosen elsewhere; one that is filtered out stays out."""
        event = self._selection.line
        index = self._model.at_or_before(event) if event is not None else QModelIndex()
        self._choosing = True
        if index.isValid() and index.row() != self.table.currentIndex().row():
            self._following = False
            self.table.setCurrentIndex(index)
            self.table.scrollTo(index)
        self._choosing = False

    def _on_moment(self) -> None:
        self._model.moment = self._selection.moment
        self.table.viewport().update()

    def _ask_message(self, index: QModelIndex) -> None:
        row = self._model.row(index)
        if row is not None and row.node:
            self._selection.choose_node(row.node, row.attempt)
            if row.attempt is not None or row.type == "message_given":
                self.message_asked.emit(row)

    def _load_raw(self) -> None:
        shown = self._show_raw.isChecked()
        self._raw.setVisible(shown)
        row = self._model.row(self.table.currentIndex())
        run = self._selection.run
        if not shown or run is None:
            return
        if row is None:
            self._raw.show_text(tr("Select a line to see it as it stands in the journal."))
            return
        self._loader.load(partial(_pretty_line, self._data_dir, run, row.seq), self._raw.show_text)


def _pretty_line(data_dir: Path, run: str, seq: int) -> str:
    line = raw_line(data_dir, run, seq)
    try:
        return json.dumps(json.loads(line), indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        return line
