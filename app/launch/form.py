# SPDX-License-Identifier: Apache-2.0
"""How the fields of the launch dialog stand, and what is put into them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.labels import plain_label
from app.launch.fields import FormField
from app.theme import theme
from app.tokens import SPACE_M, SPACE_S, SPACE_XS
from app.translate import QT_TR_NOOP, tr
from app.widgets import SectionHeader

INPUTS, ROLES, BUDGETS = QT_TR_NOOP("INPUTS"), QT_TR_NOOP("ROLES"), QT_TR_NOOP("BUDGETS")
"""The sections."""

_LARGE = 1.5
"""From this text scale on, fields stand below each other."""


def whole_form(sections: Sequence[tuple[str, list[FormField]]], several: QWidget) -> QWidget:
    """All sections below each other; `several` stands below the inputs."""
    form = QWidget()
    column = QVBoxLayout(form)
    column.setContentsMargins(0, 0, SPACE_M, SPACE_M)
    column.setSpacing(SPACE_S)
    for title, fields in sections:
        if not fields:
            continue
        head = SectionHeader(tr(title), form)
        head.setContentsMargins(-SPACE_M, SPACE_S, 0, 0)
        column.addWidget(head)
        column.addLayout(_two_columns(fields) if title == BUDGETS else _one_column(fields))
        if title == INPUTS:
            column.addWidget(several)
    column.addStretch(1)
    return form


def _one_column(fields: list[FormField]) -> QVBoxLayout:
    """Each with its title above it, and what is wrong with it below."""
    column = QVBoxLayout()
    column.setSpacing(SPACE_XS)
    for at, field in enumerate(fields):
        if at:
            column.addSpacing(SPACE_S)  # what belongs to one field stands together
        column.addWidget(plain_label(field.title))
        column.addWidget(field.widget)
        if field.hint:
            column.addWidget(plain_label(field.hint, "small", wrap=True))
        column.addWidget(field.wrong)
    return column


def _two_columns(fields: list[FormField]) -> QGridLayout:
    """Short ones, two in a row; one, where the text is so large that two would be cut."""
    across = 2 if theme().text_scale < _LARGE else 1
    grid = QGridLayout()
    grid.setHorizontalSpacing(SPACE_M)
    grid.setVerticalSpacing(SPACE_S)
    for at, field in enumerate(fields):
        grid.addWidget(plain_label(field.title.capitalize()), at // across, at % across * 2)
        grid.addWidget(field.widget, at // across, at % across * 2 + 1)
    return grid


def typed(widget: QWidget) -> str | None:
    """What stands in a field, as text."""
    match widget:
        case QLineEdit():
            return widget.text()
        case QPlainTextEdit():
            return widget.toPlainText()
        case QComboBox():
            return widget.currentText()
        case QCheckBox():
            return "yes" if widget.isChecked() else "no"
    return None


def put(widget: QWidget, text: str | None, *, over: bool = False) -> None:
    """Put a text into a field; `over`: an empty one, too, which stands for what the workflow says."""
    if not text and not over:
        return
    match widget:
        case QLineEdit():
            widget.setText(text or "")
        case QPlainTextEdit() if text is not None:
            widget.setPlainText(text)
        case QComboBox() if text:
            widget.setCurrentText(text)
        case QCheckBox() if text is not None:
            widget.setChecked(text in ("yes", "true"))
