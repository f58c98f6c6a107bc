# SPDX-License-Identifier: Apache-2.0
"""The icon in the desktop's tray: how many things wait, and a menu of three buckets that opens the exact one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from app.figures import counted
from app.kinds import KIND_ICONS, kind_word
from app.notify.buckets import Buckets
from app.sentences import activity_words
from app.text import clean
from app.theme import theme
from app.tokens import status_look
from app.translate import tr

SHOWN = 8
"""So many lines of each bucket stand in the menu."""

_SIDE = 64
_LONGEST = 60


class Tray(QObject):
    """
    The tray's icon and menu; where the desktop has no tray, only the menu is there and nobody sees it.

    Attributes:
        icon: None where there is no tray.
    """

    window_asked = Signal()  # after the icon, or the line for the window, was clicked
    run_asked = Signal(str)  # a run's id
    hold_asked = Signal(str, str)  # ids of a run and a hold
    quiet_asked = Signal()  # after "quiet for an hour"
    quit_asked = Signal()  # after the line that closes the monitor

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._buckets = Buckets()
        self.menu = QMenu(parent)
        self.menu.setObjectName("trayMenu")
        self.menu.setAccessibleName(tr("Pilothouse in the tray"))
        self.icon: QSystemTrayIcon | None = None
        if QSystemTrayIcon.isSystemTrayAvailable():
            self.icon = QSystemTrayIcon(self)
            self.icon.setContextMenu(self.menu)
            self.icon.activated.connect(self._on_activated)
        self.show_buckets(Buckets())
        theme().changed.connect(self._dress)

    def show_buckets(self, buckets: Buckets) -> None:
        """Show what is in them now."""
        self._buckets = buckets
        if not self.menu.isVisible():  # what is being read stays as it is
            self._fill()
        self._dress()

    def tooltip(self) -> str:
        """The three counts in words."""
        here = self._buckets
        return tr("Pilothouse: {needs} need you, {working} working, {done} done since you looked").format(
            needs=len(here.needs), working=len(here.working), done=len(here.done)
        )

    def hide(self) -> None:
        """Take the icon away, as at the end."""
        if self.icon is not None:
            self.icon.hide()

    def _dress(self) -> None:
        if self.icon is not None:
            working = bool(self._buckets.working)
            self.icon.setIcon(tray_icon(len(self._buckets.needs), working, len(self._buckets.done)))
            self.icon.setToolTip(self.tooltip())
            self.icon.show()

    def _fill(self) -> None:
        self.menu.clear()
        here = self._buckets
        asks: list[tuple[str, str, Callable[[], None]]] = [
            (
                f"{kind_word(hold.kind)} · {hold.node or summary.title} · {summary.project}",
                KIND_ICONS.get(hold.kind, "waiting"),
                partial(self.hold_asked.emit, hold.run, hold.id),
            )
            for summary, hold in here.needs
        ]
        self._add_bucket(tr("Needs you"), asks)
        self._add_bucket(
            tr("Working"),
            [
                (
                    f"{one.title} · {activity_words(one.activity) or one.project}",
                    "running",
                    partial(self.run_asked.emit, one.run),
                )
                for one in here.working
            ],
        )
        self._add_bucket(
            tr("Done since you looked"),
            [
                (
                    f"{one.title} · {status_look(one.state or 'unreadable').word}",
                    "succeeded" if one.state == "succeeded" else "failed",
                    partial(self.run_asked.emit, one.run),
                )
                for one in here.done
            ],
        )
        self.menu.addSeparator()
        self.menu.addAction(tr("Open Pilothouse"), self.window_asked.emit).setObjectName("tray:open")
        self.menu.addAction(tr("Quiet for an hour"), self.quiet_asked.emit).setObjectName("tray:quiet")
        self.menu.addAction(tr("Close the monitor"), self.quit_asked.emit).setObjectName("tray:quit")

    def _add_bucket(self, title: str, lines: list[tuple[str, str, Callable[[], None]]]) -> None:
        head = self.menu.addAction(f"{title} ({len(lines)})")
        head.setEnabled(False)
        for text, icon, act in lines[:SHOWN]:
            self.menu.addAction(theme().icon(icon, "muted"), _line(text), act)
        if len(lines) > SHOWN:
            more = counted("and {n} more…", "and {n} more…", len(lines) - SHOWN)
            self.menu.addAction(more, self.window_asked.emit)

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.window_asked.emit()


def tray_icon(needs: int, working: bool, done: int) -> QIcon:
    """The mark with a badge: how many wait; else a dot while agents work, or for what is done."""
    pixmap = theme().app_icon.pixmap(_SIDE, _SIDE)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    if needs:
        badge = QRectF(_SIDE * 0.38, _SIDE * 0.38, _SIDE * 0.62, _SIDE * 0.62)
        painter.setBrush(theme().colour("brass"))
        painter.drawEllipse(badge)
        font = QFont(theme().font("strong"))
        font.setPixelSize(round(_SIDE * (0.46 if needs < 10 else 0.36)))
        painter.setFont(font)
        painter.setPen(theme().colour("surface"))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, str(needs) if needs < 100 else "99")
    elif working or done:
        painter.setBrush(theme().colour("green" if working else "accent"))
        painter.drawEllipse(QRectF(_SIDE * 0.6, _SIDE * 0.6, _SIDE * 0.4, _SIDE * 0.4))
    painter.end()
    return QIcon(QPixmap(pixmap))


def _line(text: str) -> str:
    """One line of a menu: what looks like a mnemonic is text."""
    plain = " ".join(clean(text).split())
    return (plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}…").replace("&", "&&")
