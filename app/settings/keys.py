# SPDX-License-Identifier: Apache-2.0
"""The keys of providers: typed once, kept by the system's keyring, never shown again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.labels import WrapLabel, let_go_of_focus, plain_label
from app.tasks import Loader, Tasks
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.translate import QT_TR_NOOP, tr
from engine.errors import PilothouseError

if TYPE_CHECKING:
    from engine.agents.keys import KeyPlace


class KeyCard(QFrame):
    """The key of one provider."""

    changed = Signal()  # after a key was kept or forgotten

    def __init__(self, provider: str, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setObjectName(f"key:{provider}")
        self._provider = provider
        self._look: tuple[str, str] = ("minus", "grey")
        self._loader = Loader(tasks, self, f"the key of {provider}")
        self._glyph = QLabel(self)
        self._state = plain_label("", "muted")
        self._state.setObjectName(f"keyState:{provider}")
        self._told = WrapLabel("", "body", "muted")
        self._told.setObjectName(f"keyTold:{provider}")
        self._field = QLineEdit(self)
        self._field.setObjectName(f"keyField:{provider}")
        self._field.setAccessibleName(tr("A key for {0}; it is not shown").format(provider))
        self._field.setPlaceholderText(tr("Paste the key; it is not shown"))
        self._field.setEchoMode(QLineEdit.EchoMode.Password)
        self._field.setInputMethodHints(self._field.inputMethodHints() | Qt.InputMethodHint.ImhSensitiveData)
        self._field.textChanged.connect(self._enable)
        self._field.returnPressed.connect(self._keep)
        self._field.installEventFilter(self)
        self._keep_it = self._button(f"keyKeep:{provider}", tr("Keep"), tr("Keep this key in the system's keyring"))
        self._forget_it = self._button(f"keyForget:{provider}", tr("Forget"), tr("Take the key out of the keyring"))
        self._keep_it.clicked.connect(self._keep)
        self._forget_it.clicked.connect(self._forget)
        self._lay_out()
        theme().changed.connect(self._tint)
        self._place: KeyPlace | None = None
        self._busy = False
        self.look()

    def look(self) -> None:
        """Look where the key is. The system may ask for the keyring to be unlocked."""
        self._say(tr("Looking…"), "")
        self._loader.load(partial(_place_of, self._provider), self._on_looked, self._on_failed, _EXPECTED)

    # ------------------------------------------------------------------------------------------------------------ acts

    def _keep(self) -> None:
        key = self._field.text().strip()
        self._field.setText("")  # with `setText` nothing of it can be brought back
        if key and not self._busy:
            self._busy = True
            self._loader.load(partial(_store, self._provider, key), self._on_changed, self._on_failed, _EXPECTED)
        self._enable()

    def _forget(self) -> None:
        if not self._busy:
            self._busy = True
            let_go_of_focus(self._forget_it)
            self._loader.load(partial(_forget, self._provider), self._on_changed, self._on_failed, _EXPECTED)
            self._enable()

    def _on_changed(self, place: KeyPlace) -> None:
        self._on_looked(place)
        self.changed.emit()

    def _on_looked(self, place: KeyPlace) -> None:
        self._busy, self._place = False, place
        if place.kept:
            kept = tr("It cannot be shown again. Another one replaces it; runs take it from their next turn on.")
            self._look = ("succeeded", "green")
            self._say(tr("in the keyring ({0})").format(place.ring), kept)
        elif place.set_here:
            self._look = ("succeeded", "green")
            self._say(tr("from {0}").format(place.variable), _sentence(place.fault))
        else:
            self._look = ("minus", "grey")
            nothing = tr("Needed where its models are called by the engine, or through its model gateway.")
            self._say(tr("no key"), _sentence(place.fault) or nothing, "brass" if place.fault else "muted")
        self._enable()

    def _on_failed(self, error: Exception) -> None:
        """What was typed is gone: a key does not lie about in a field."""
        self._busy = False
        told = error.message if isinstance(error, PilothouseError) else str(error)
        self._look = ("error", "red")
        self._say(tr("nothing was changed"), _sentence(told), "red")
        self._enable()

    # ----------------------------------------------------------------------------------------------------------- parts

    def _say(self, state: str, told: str, token: str = "muted") -> None:
        self._state.setText(state)
        self._told.set_token(token)
        self._told.set_text(told)
        self._told.setVisible(bool(told))
        self.setAccessibleName(f"{self._provider}: {state}. {told}")
        self._tint()

    def _enable(self) -> None:
        place = self._place
        self._keep_it.setEnabled(not self._busy and bool(self._field.text().strip()))
        self._forget_it.setEnabled(not self._busy and place is not None and place.kept)

    def _button(self, name: str, text: str, told: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(told)
        button.setToolTip(told)
        button.setAutoDefault(False)
        button.setEnabled(False)
        return button

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(self._glyph)
        head.addWidget(plain_label(tr("Key of {0}").format(self._provider), "strong"))
        head.addStretch(1)
        head.addWidget(self._state)
        line = QHBoxLayout()
        line.setSpacing(SPACE_S)
        line.addWidget(self._field, 1)
        line.addWidget(self._keep_it)
        line.addWidget(self._forget_it)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        column.setSpacing(SPACE_XS)
        column.addLayout(head)
        column.addWidget(self._told)
        column.addLayout(line)

    def _tint(self) -> None:
        self._glyph.setPixmap(theme().pixmap(*self._look, 16))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape empties the field; only then does it close the settings."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and self._field.text():
            if event.type() == QEvent.Type.KeyPress:
                self._field.setText("")
            event.accept()
            return True
        return super().eventFilter(watched, event)


class KeysPage(QWidget):
    """A card for the key of each provider."""

    changed = Signal()  # after a key was kept or forgotten

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("keysPage")
        self._tasks = tasks
        self._loader = Loader(tasks, self, "providers with a key")
        self._cards = QVBoxLayout()
        self._cards.setSpacing(SPACE_S)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addWidget(plain_label(tr(_ABOUT), "muted", wrap=True))
        layout.addLayout(self._cards)
        layout.addStretch(1)

    def look(self) -> None:
        """Look whose keys can be kept, and where they are: not before, as the system may ask the person."""
        if self._cards.count() == 0:
            self._loader.load(providers, self._on_providers)

    def _on_providers(self, names: tuple[str, ...]) -> None:
        for name in names:
            card = KeyCard(name, self._tasks, self)
            card.changed.connect(self.changed)
            self._cards.addWidget(card)


_ABOUT = QT_TR_NOOP(
    "For models that the engine calls itself, and for agents behind its model gateway. Other agents have logins of "
    "their own. A key goes to the system's keyring and nowhere else: no file, no journal, no agent."
)
_EXPECTED = (OSError, PilothouseError)


def providers() -> tuple[str, ...]:
    """Whose keys can be kept. Imports the keyring's library: for a thread."""
    from engine.agents.keys import VARIABLES

    return tuple(VARIABLES)


def _place_of(provider: str) -> KeyPlace:
    from engine.agents.keys import place_of

    return place_of(provider)


def _store(provider: str, key: str) -> KeyPlace:
    from engine.agents.keys import place_of, store_key

    store_key(provider, key)
    return place_of(provider)


def _forget(provider: str) -> KeyPlace:
    from engine.agents.keys import forget_key, place_of

    forget_key(provider)
    return place_of(provider)


def _sentence(text: str) -> str:
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}" if text else ""
