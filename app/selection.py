# SPDX-License-Identifier: Apache-2.0
"""The one selection of the window: a run, a node of it, an attempt of that, a line of its journal, and a hold."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Selection(QObject):
    """
    What is looked at. All panes show it and all panes may change it.

    Attributes:
        node: the chosen block; with `follows` True it moves along with the run's work.
        attempt: None: the latest.
        line: the chosen line of the journal.
        moment: the line after which all panes show the run; None: as it is now.
    """

    run_changed = Signal()  # after another run, or none, was chosen; `node_changed` follows
    node_changed = Signal()  # after another node, attempt or run was chosen
    hold_changed = Signal()  # after another hold was chosen
    line_changed = Signal()  # after another line of the journal was chosen
    moment_changed = Signal()  # after one went back in time, to another moment of the past, or returned

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run: str | None = None
        self.node: str | None = None
        self.attempt: int | None = None
        self.hold: str | None = None
        self.line: int | None = None
        self.moment: int | None = None
        self.follows = True

    def choose_run(self, run: str | None) -> None:
        """Look at another run; its node follows the work until one is chosen."""
        if run == self.run:
            return
        self.choose_moment(None)
        self.run, self.node, self.attempt, self.hold, self.follows = run, None, None, None, True
        self.line = None
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

    def choose_line(self, line: int | None) -> None:
        """Look at a line of the journal."""
        if line != self.line:
            self.line = line
            self.line_changed.emit()

    def choose_moment(self, moment: int | None) -> None:
        """Look at the run as it stood after a line of its journal; None: as it is now."""
        if moment != self.moment:
            self.moment = moment
            self.moment_changed.emit()

    def choose_hold(self, run: str, hold: str, node: str | None) -> None:
        """Look at what waits, which is now."""
        self.choose_run(run)
        self.choose_moment(None)
        if hold != self.hold:
            self.hold = hold
            self.hold_changed.emit()
        if node is not None:
            self.choose_node(node, following=True)
