# SPDX-License-Identifier: Apache-2.0
"""The one selection of the window: a run, a node of it, an attempt of that, and a hold."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Selection(QObject):
    """
    What is looked at. All panes show it and all panes may change it.

    Attributes:
        node: the chosen block; with `follows` True it moves along with the run's work.
        attempt: None: the latest.
    """

    run_changed = Signal()  # after another run, or none, was chosen; `node_changed` follows
    node_changed = Signal()  # after another node, attempt or run was chosen
    hold_changed = Signal()  # after another hold was chosen

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run: str | None = None
        self.node: str | None = None
        self.attempt: int | None = None
        self.hold: str | None = None
        self.follows = True

    def choose_run(self, run: str | None) -> None:
        """Look at another run; its node follows the work until one is chosen."""
        if run == self.run:
            return
        self.run, self.node, self.attempt, self.hold, self.follows = run, None, None, None, True
        self.run_changed.emit()
        self.node_changed.emit()
        self.hold_changed.emit()

    def choose_node(self, node: str | None, attempt: int | None = None, *, following: bool = False) -> None:
        """Look at a block. `following` True: the run's work moved there, nobody chose it."""
        if not following:
            self.follows = False
        if (node, attempt) == (self.node, self.attempt):
            return
        self.node, self.attempt = node, attempt
        self.node_changed.emit()

    def choose_hold(self, run: str, hold: str, node: str | None) -> None:
        """Look at what waits."""
        self.choose_run(run)
        if hold != self.hold:
            self.hold = hold
            self.hold_changed.emit()
        if node is not None:
            self.choose_node(node, following=True)
