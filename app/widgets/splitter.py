# SPDX-License-Identifier: Apache-2.0
"""Two parts that share their room as a person drew it, else as what is in the first one asks for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from app.layout import Memory
from app.theme import theme


class SharedSplitter(QSplitter):
    """
    The share of the first part is kept under a name, for each direction by itself; below `stack_below` pixels of
    width, if any, the second part stands under the first; with `grows`, from wider on where the text is larger.

    `first` gives the size in pixels of the first part for a whole, where nobody drew it.
    """

    def __init__(
        self,
        memory: Memory,
        name: str,
        first: Callable[[int, Qt.Orientation], int],
        *,
        orientation: Qt.Orientation = Qt.Orientation.Horizontal,
        stack_below: int = 0,
        grows: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(orientation, parent)
        self._memory, self._name = memory, name
        self._first = first
        self._stack_below, self._grows = stack_below, grows
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self._on_moved)

    def balance(self) -> None:
        """Share the room anew; call it when what the first part asks for has changed."""
        across = self.orientation() is Qt.Orientation.Horizontal
        room = (self.width() if across else self.height()) - self.handleWidth()
        share = self._drawn()
        first = int(room * share) if share is not None else self._first(room, self.orientation())
        self.setSizes([first, max(0, room - first)])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._stack_below:
            narrow = self.width() < self._stack_below * (theme().text_scale if self._grows else 1.0)
            self.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)
        self.balance()

    def _key(self) -> str:
        return f"share/{self._name}/{'across' if self.orientation() is Qt.Orientation.Horizontal else 'down'}"

    def _drawn(self) -> float | None:
        with suppress(ValueError):
            share = float(self._memory.word(self._key()))
            return share if 0.05 <= share <= 0.95 else None
        return None

    def _on_moved(self) -> None:
        sizes = self.sizes()
        if sum(sizes):
            self._memory.set_word(self._key(), f"{sizes[0] / sum(sizes):.3f}")
