# SPDX-License-Identifier: Apache-2.0
"""The home page: everything that waits for a person in all runs, one keystroke each."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from app.actions import Act, add_shortcuts
from app.clock import Beat, age_of
from app.commands import Commands
from app.figures import counted
from app.kinds import UNREADABLE
from app.labels import ElidedLabel, WrapLabel, plain_label
from app.needs.card import NeedCard
from app.needs.groups import groups_of
from app.needs.inbox import InboxModel
from app.needs.model import Need
from app.needs.queue import NeedsQueue
from app.needs.snooze import Snoozed
from app.needs.unsentbar import UnsentBar
from app.tasks import Tasks
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M
from app.translate import QT_TR_NOOP, tr
from app.unsent import Unsent, UnsentNote
from app.widgets import EmptyState
from engine.projections import Summary

_KEYS_FROM = 560
"""In a lower page, in pixels at the normal text size, the keys are left out where hold and list share the height."""

_BESIDE_FROM = 620
"""From this width on, in pixels, the current hold stands beside the list."""


class HomeScreen(QWidget):
    """
    A list of holds, and the current one beside it.

    Attributes:
        snoozed: what was put aside; shared with other lists of holds.
        unsent: notes that were typed and not sent; shared with whatever else takes notes.
    """

    opened = Signal(object)  # a HoldView, after it was opened
    together_asked = Signal()  # after the button that answers several was clicked
    snoozes_changed = Signal()  # after something was put aside or taken back, here or in another window
    failed = Signal(str)  # a sentence, after something could not be put aside

    def __init__(
        self, data_dir: Path, commands: Commands, tasks: Tasks, beat: Beat, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("homeScreen")
        self.setAccessibleName(tr("Home: what needs you"))
        self.snoozed = Snoozed(data_dir)
        self.inbox = InboxModel(self.snoozed, self)
        self.queue = NeedsQueue(self.inbox, beat, self)
        self.unsent = Unsent(data_dir)
        self.card = NeedCard(data_dir, commands, tasks, beat, self.unsent, self)
        self._unsent_bar = UnsentBar(self)
        self._commands, self._loaded = commands, False
        self.acts = self._make_acts()
        add_shortcuts(self.queue, self.acts, Qt.ShortcutContext.WidgetShortcut)
        self._lay_out()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.queue.current_changed.connect(self._on_current)
        self.queue.other_key.connect(self.card.disarm)
        self.queue.doubleClicked.connect(self._open)
        self.card.opened.connect(self._open)
        self.card.snoozed.connect(self._snooze)
        self.card.left.connect(self._to_the_list)
        self._unsent_bar.used.connect(self._use)
        self._unsent_bar.dropped.connect(self._forget)
        beat.struck.connect(self._on_beat)
        self.show_runs(())

    def show_runs(self, summaries: tuple[Summary, ...], *, loaded: bool = False) -> None:
        """Show what waits in these runs. Until all are `loaded`, the first of the list is the current one."""
        self.snoozed.refresh()
        with self.queue.held_still():
            self.inbox.show(summaries)
        self.queue.at_top &= not loaded
        self._loaded = loaded
        self._show_head()
        self._show_unsent()

    def choose(self, run: str, hold: str) -> None:
        """Make a hold the current one; one that was put aside is unfolded."""
        if self.inbox.row_of((run, hold)) < 0:
            with self.queue.held_still():
                self.inbox.unfold(True)
        self.queue.choose((run, hold))

    def _make_acts(self) -> list[Act]:
        card, queue = self.card, self.queue
        some = self._has_current
        return [
            Act("need-next", tr("Next"), partial(queue.step, 1), "J", usable=some, repeats=True),
            Act("need-previous", tr("Previous"), partial(queue.step, -1), "K", usable=some, repeats=True),
            Act("need-open", tr("Open its run"), self._open, "Return; Enter", usable=some),
            Act(
                "need-accept",
                tr("Accept, or go on: shows first what it does"),
                card.arm,
                "A",
                usable=partial(card.can, "a"),
            ),
            Act("need-sure", tr("Yes, give the answer that is shown"), card.confirm, "Y", usable=card.is_armed),
            Act("need-note", tr("Refine, or answer with a note"), card.open_note, "R", usable=partial(card.can, "r")),
            Act("need-raise", tr("Raise the budget"), card.open_raise, "B", usable=card.has_raise),
            Act("need-snooze", tr("Snooze until it changes, or take it back"), self._snooze, "S", usable=some),
            Act("need-snoozed", tr("Show or hide what is snoozed"), self._unfold, "Z"),
            Act("need-unsure", tr("Let go what is armed"), card.disarm, "Esc", usable=card.is_armed),
        ]

    # ------------------------------------------------------------------------------------------------------------ acts

    def _has_current(self) -> bool:
        return self.queue.current() is not None

    def _open(self) -> None:
        need = self.queue.current()
        if need is not None:
            self.card.disarm()
            self.opened.emit(need.hold)

    def _snooze(self) -> None:
        need = self.queue.current()
        if need is None:
            return
        try:
            if self.snoozed.has(need.hold):
                self.snoozed.take_back(need.hold)
            else:
                self.snoozed.put(need.hold, [one.hold for one in self.inbox.all_needs()])
        except OSError as error:
            self.failed.emit(tr("It cannot be put aside: {why}").format(why=error.strerror or error))
            return
        self._arrange()

    def _unfold(self) -> None:
        self.card.disarm()
        with self.queue.held_still():
            self.inbox.unfold()

    def _arrange(self) -> None:
        with self.queue.held_still():
            self.inbox.arrange()
        self._show_head()
        self.snoozes_changed.emit()

    def _on_beat(self) -> None:
        if self.snoozed.refresh():  # another window put something aside
            self._arrange()
        if self.isVisible():
            self._show_head()

    def _on_current(self) -> None:
        need = self.queue.current()
        since = 0.0 if need is None else max(self.inbox.seen_since(need), self.queue.moved_at)
        self.card.show_need(need, since, aside=need is not None and self.snoozed.has(need.hold))

        self._show_unsent()

    def _show_unsent(self) -> None:
        """Notes whose hold has gone, once every run is read; one that is on its way is none of them."""
        need = self.queue.current()
        waiting = {one.key for one in self.inbox.all_needs()}
        notes = [one for one in self.unsent.orphans(waiting) if not self._commands.is_busy(*one.key)]
        takes = need is not None and self.card.can("r")
        block = (need.hold.run, need.hold.node or "") if need is not None and takes else None
        self._unsent_bar.show_notes(notes if self._loaded else (), block)

    def _use(self, note: UnsentNote) -> None:
        self.card.take_note(note.text)
        self._forget(note)

    def _forget(self, note: UnsentNote) -> None:
        try:
            self.unsent.drop(note.key)
        except OSError as error:
            self.failed.emit(tr("It cannot be forgotten: {why}").format(why=error.strerror or error))
        self._show_unsent()

    def _to_the_list(self) -> None:
        self.queue.setFocus(Qt.FocusReason.OtherFocusReason)

    # ----------------------------------------------------------------------------------------------------------- parts

    def _show_head(self) -> None:
        needs = self.inbox.needs()
        self._title.setText(
            counted("{n} things need you", "{n} thing needs you", len(needs)) if needs else tr("Nothing needs you")
        )
        self._told.set_text(_told(needs))
        self._together.setVisible(bool(groups_of(needs)))
        self._pages.setCurrentWidget(self.parts if self.inbox.rowCount() else self._calm)
        self._show_foot()

    def _show_foot(self) -> None:
        """The keys in short, where answering them does not need the room more: `?` shows them all."""
        low = self.height() < _KEYS_FROM * theme().text_scale
        stacked = self.parts.orientation() == Qt.Orientation.Vertical
        self._foot.setVisible(self.inbox.rowCount() > 0 and not (low and stacked))

    def _lay_out(self) -> None:
        self._title = plain_label("", "display")
        self._told = ElidedLabel("", "body", "muted")
        self._together = QPushButton(tr("Answer several…"), self)
        self._together.setObjectName("homeTogether")
        self._together.setAutoDefault(False)
        self._together.clicked.connect(self.together_asked)
        head = QHBoxLayout()
        head.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        head.setSpacing(SPACE_M)
        head.addWidget(self._title)
        head.addWidget(self._told, 1)
        head.addWidget(self._together)
        self.parts = QSplitter(Qt.Orientation.Horizontal, self)
        self.parts.setObjectName("homeParts")
        self.parts.setChildrenCollapsible(False)
        self.parts.addWidget(self.queue)
        scroll = QScrollArea(self)
        scroll.setAccessibleName(tr("The hold that is selected"))
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.card)
        self.parts.addWidget(scroll)
        self.parts.setSizes([560, 440])
        self.queue.setMinimumSize(220, 120)
        scroll.setMinimumSize(260, 160)
        self._calm = EmptyState(
            "check",
            tr("Nothing needs you"),
            tr("What runs need from you is listed here. Ctrl+N launches one."),
            parent=self,
        )
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.parts)
        self._pages.addWidget(self._calm)
        foot = WrapLabel(tr(_FOOT), "small", "muted")
        self._foot = QWidget(self)
        keys = QHBoxLayout(self._foot)
        keys.setContentsMargins(SPACE_L, 6, SPACE_L, 6)
        keys.addWidget(foot)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._unsent_bar)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self._foot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow the current hold stands below the list."""
        super().resizeEvent(event)
        narrow = self.width() < _BESIDE_FROM * theme().text_scale
        wanted = Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal
        if self.parts.orientation() != wanted:
            self.parts.setOrientation(wanted)
            self.parts.setSizes([330, 670] if narrow else [560, 440])
        self._show_foot()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A click on nothing, or on a button, leaves the keyboard to the list. A focus proxy would trap Tab in here."""
        self.queue.setFocus(event.reason())

    def showEvent(self, event: QShowEvent) -> None:
        """What was armed before it was hidden is not armed any more."""
        self.card.disarm()
        super().showEvent(event)


_FOOT = QT_TR_NOOP("j k move · Enter opens · a accepts, y confirms · r note · b budget · s snooze · ? all keys")


def _told(needs: list[Need]) -> str:
    """The cost of waiting, all told."""
    if not needs:
        return ""
    oldest = min((need.hold.opened_at for need in needs if need.hold.kind != UNREADABLE), default="")
    runs = len({need.hold.run for need in needs if need.held.whole and need.hold.kind != UNREADABLE})
    agents = sum(need.held.agents for need in needs)
    parts = [tr("the oldest waits {age}").format(age=age_of(oldest))] if oldest else []
    parts += [counted("{n} runs stand still", "{n} run stands still", runs)] if runs else []
    parts += [counted("{n} agents wait", "{n} agent waits", agents)] if agents else []
    return " · ".join(parts)
