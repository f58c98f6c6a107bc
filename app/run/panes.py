# SPDX-License-Identifier: Apache-2.0
"""Blocks, journal, graph and timeline share the room: beside each other, one above the other, or each in a tab."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSplitter, QTabWidget, QWidget

from app.labels import has_focus_within
from app.run.blocks import BlockTree
from app.theme import theme
from app.translate import QT_TR_NOOP, tr

SIDE_BY_SIDE = 820
"""From this width on, in pixels at the normal text size, the blocks stand beside the other panes."""

ABOVE_FROM = 860
"""From this height on, in pixels at the normal text size, a narrow page has room for the blocks above them."""

TITLES = {
    "blocks": QT_TR_NOOP("Blocks"),
    "journal": QT_TR_NOOP("Journal"),
    "graph": QT_TR_NOOP("Graph"),
    "timeline": QT_TR_NOOP("Timeline"),
}

_LEAST_TREE, _MOST_TREE_SHARE = 260, 0.4
"""How narrow the blocks are, in pixels at the normal text size, and how much of the width they take, unless a person
moves the line between."""

Shape = Literal["beside", "above", "tabs"]


class RunPanes(QSplitter):
    """
    The blocks of a run and the tabs of its other panes.

    Only the size of the page decides on the shape, never what a run holds: nothing moves when a hold comes.

    Attributes:
        tree_width: how wide a person made the blocks where they stand beside; None: as wide as they need.
    """

    def __init__(
        self, tree: BlockTree, journal: QWidget, graph: QWidget, timeline: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setObjectName("runParts")
        self.setChildrenCollapsible(False)
        self.tree_width: int | None = None
        self._tree = tree
        self._panes = {"blocks": tree, "journal": journal, "graph": graph, "timeline": timeline}
        self._shape: Shape = "above"
        self._chosen = "blocks"
        self._moving = False
        self.tabs = QTabWidget(self)
        self.tabs.setObjectName("runTabs")
        self.tabs.setDocumentMode(True)
        for name in ("journal", "graph", "timeline"):
            self.tabs.addTab(self._panes[name], tr(TITLES[name]))
        self.addWidget(tree)
        self.addWidget(self.tabs)
        self.setStretchFactor(1, 1)
        self._call_tabs()
        self.tabs.currentChanged.connect(self._on_tab)
        self.splitterMoved.connect(self._on_moved)

    @property
    def shape(self) -> Shape:
        """How the panes share the room now."""
        return self._shape

    @property
    def pane(self) -> str:
        """The pane that is looked at: the open tab, or the blocks as long as nobody chose another."""
        return self._chosen

    def show_pane(self, name: str) -> None:
        """Bring a pane to the front, where it is behind others; nothing happens for a name that there is not."""
        pane = self._panes.get(name)
        if pane is not None:
            self._chosen = name
            if self.tabs.indexOf(pane) >= 0:
                self.tabs.setCurrentWidget(pane)

    def take_in(self, pane: QWidget, title: str, *, front: bool = False) -> None:
        """One more tab, at the end."""
        self.tabs.addTab(pane, title)
        if front:
            self.bring(pane)

    def let_out(self, pane: QWidget) -> None:
        """Without that tab again; the pane is the caller's."""
        chosen = self._chosen
        self.tabs.removeTab(self.tabs.indexOf(pane))
        pane.show()
        self.show_pane(chosen)

    def bring(self, pane: QWidget) -> None:
        """Bring a pane that was taken in to the front; nothing happens if it was not."""
        if self.tabs.indexOf(pane) >= 0:
            self.tabs.setCurrentWidget(pane)

    def arrange(self, room: QSize) -> None:
        """Share the room of a page of this size."""
        scale = theme().text_scale
        shape: Shape = "tabs"
        if room.width() >= SIDE_BY_SIDE * scale:
            shape = "beside"
        elif room.height() >= ABOVE_FROM * scale:
            shape = "above"
        if shape != self._shape:
            self._take(shape)
        if shape == "beside":
            self._share(room.width())

    def fit_tree(self) -> None:
        """The blocks may need another width than before."""
        if self._shape == "beside":
            self._share(self.width())

    def _share(self, width: int) -> None:
        wanted = self.tree_width or max(round(_LEAST_TREE * theme().text_scale), self._tree.wanted_width())
        tree = min(wanted, int(width * _MOST_TREE_SHARE)) if self.tree_width is None else min(wanted, width - 100)
        if self.sizes()[0] != tree:
            self.setSizes([tree, max(1, width - tree - self.handleWidth())])

    def _take(self, shape: Shape) -> None:
        """Move the blocks; what is selected, where they are scrolled to and the keyboard's focus stay."""
        focused = has_focus_within(self._tree) if self._tree.isVisible() else False
        scrolled, shown = self._tree.verticalScrollBar().value(), self.tabs.currentWidget()
        self._moving = True
        self.setUpdatesEnabled(False)
        self._shape = shape
        if shape == "tabs":
            self.tabs.insertTab(0, self._tree, tr(TITLES["blocks"]))
            self.tabs.setCurrentWidget(
                self._tree if shown in self._panes.values() and self._chosen == "blocks" else shown
            )
        else:
            self.setOrientation(Qt.Orientation.Horizontal if shape == "beside" else Qt.Orientation.Vertical)
            if self.indexOf(self._tree) < 0:
                self.insertWidget(0, self._tree)
                self._tree.show()
            if shape == "above":
                self.setSizes([2, 3])
        self._call_tabs()
        self._tree.verticalScrollBar().setValue(scrolled)
        if focused and self._tree.isVisible():
            self._tree.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setUpdatesEnabled(True)
        self._moving = False

    def _call_tabs(self) -> None:
        name = tr("Blocks, journal, graph and timeline") if self._shape == "tabs" else tr("Journal, graph and timeline")
        self.tabs.setAccessibleName(name)
        self.tabs.tabBar().setAccessibleName(name)

    def _on_tab(self) -> None:
        if not self._moving:
            current = self.tabs.currentWidget()
            self._chosen = next((name for name, pane in self._panes.items() if pane is current), self._chosen)

    def _on_moved(self) -> None:
        if self._shape == "beside":
            self.tree_width = self.sizes()[0]
