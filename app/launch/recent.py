# SPDX-License-Identifier: Apache-2.0
"""Pinned and recent launches beside the form: choosing one fills it in, Enter launches it again."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.labels import tip
from app.launch.recipes import Recipe, Recipes
from app.models.sync import Index
from app.paint import Row, RowDelegate
from app.tokens import SPACE_S
from app.translate import tr
from app.widgets import SectionHeader


class _Delegate(RowDelegate):
    def row(self, index: Index) -> Row | None:
        recipe = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(recipe, Recipe):
            return None
        icon, token = ("succeeded", "accent") if recipe.pinned else ("history", "muted")
        return Row(icon, token, recipe.title, recipe.told, "pinned" if recipe.pinned else "")


class RecentLaunches(QWidget):
    """Hidden while nothing was launched yet."""

    chosen = Signal(object)  # the Recipe that became the current one
    again = Signal(object)  # the Recipe that was asked to be launched as it was

    def __init__(self, recipes: Recipes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recipes = recipes
        self._filling = False
        self.list = QListWidget(self)
        self.list.setObjectName("recentLaunches")
        self.list.setAccessibleName(tr("Pinned and recent launches: Enter launches one again"))
        self.list.setItemDelegate(_Delegate(self))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.currentItemChanged.connect(self._on_current)
        self.list.itemDoubleClicked.connect(self._on_again)
        self._pin = _button(tr("Pin"), "recentPin", tr("Pin this launch"), self._on_pin)
        self._forget = _button(tr("Remove"), "recentForget", tr("Remove this launch"), self._on_forget)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(SPACE_S, 0, SPACE_S, SPACE_S)
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(self._pin)
        buttons.addWidget(self._forget)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_S, 0, 0)
        column.setSpacing(0)
        column.addWidget(SectionHeader(tr("LAUNCH AGAIN"), self))
        column.addWidget(self.list, 1)
        column.addLayout(buttons)
        self.setMinimumWidth(180)
        self.show_recipes()

    def show_recipes(self, current: Recipe | None = None) -> None:
        """Show what is kept; `current` is marked without being chosen anew."""
        self._filling = True
        self.list.clear()
        for recipe in self._recipes.all():
            item = QListWidgetItem(recipe.title)
            item.setData(Qt.ItemDataRole.UserRole, recipe)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{recipe.title}, {recipe.told}")
            item.setToolTip(
                tip(
                    tr("{repository}\n{told}\nEnter, or a double click, launches it again").format(
                        repository=recipe.repository, told=recipe.told
                    )
                )
            )
            self.list.addItem(item)
            if current is not None and recipe.same(current):
                self.list.setCurrentItem(item)
        self._filling = False
        self.setVisible(self.list.count() > 0)
        self._show_buttons()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current() is not None:
            self._on_again()
            return
        super().keyPressEvent(event)

    def _current(self) -> Recipe | None:
        row = self.list.currentRow()
        recipe = self.list.item(row).data(Qt.ItemDataRole.UserRole) if row >= 0 else None
        return recipe if isinstance(recipe, Recipe) else None

    def _on_current(self) -> None:
        recipe = self._current()
        if recipe is not None and not self._filling:
            self.chosen.emit(recipe)
        self._show_buttons()

    def _on_again(self) -> None:
        recipe = self._current()
        if recipe is not None:
            self.again.emit(recipe)

    def _on_pin(self) -> None:
        recipe = self._current()
        if recipe is not None:
            self._recipes.pin(recipe, not recipe.pinned)
            self.show_recipes(recipe)

    def _on_forget(self) -> None:
        recipe = self._current()
        if recipe is not None:
            self._recipes.forget(recipe)
            self.show_recipes()

    def _show_buttons(self) -> None:
        recipe = self._current()
        for button in (self._pin, self._forget):
            button.setEnabled(recipe is not None)
        self._pin.setText(tr("Unpin") if recipe is not None and recipe.pinned else tr("Pin"))
        pinned = recipe is not None and recipe.pinned
        self._pin.setAccessibleName(tr("Unpin this launch") if pinned else tr("Pin this launch"))


def _button(text: str, name: str, told: str, act: object) -> QPushButton:
    button = QPushButton(text)
    button.setObjectName(name)
    button.setAccessibleName(told)
    button.setProperty("kind", "quiet")
    button.setAutoDefault(False)
    button.clicked.connect(act)
    return button
