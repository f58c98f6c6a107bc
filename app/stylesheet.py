# SPDX-License-Identifier: Apache-2.0
"""One Qt style sheet, built from the tokens."""

from __future__ import annotations

from collections.abc import Mapping

from app.assets import icon_file
from app.tokens import RADIUS_M, RADIUS_S, TIGHTER, FontRole, Palette

_LINE = 1.3
"""The least height of a field, in sizes of its text: beside other fields it would be made lower than what it says."""


def stylesheet(palette: Palette, sizes: Mapping[FontRole, int]) -> str:
    """
    The application's style sheet; `sizes` are text sizes in pixels.

    Widgets choose a variant by a dynamic property: buttons `kind` = primary | danger | quiet, labels `role` =
    muted | small | wrong | strong | title | display | section | mono, frames `role` = card | sunken | notice | pane |
    bar.
    """
    return "\n".join(
        (
            _ground(palette, sizes),
            _buttons(palette),
            _fields(palette, sizes),
            _lists(palette, sizes),
            _tabs(palette),
            _small_things(palette, sizes),
        )
    )


def _url(icon: str) -> str:
    return f'url("{icon_file(icon).as_posix()}")'


def _ground(p: Palette, sizes: Mapping[FontRole, int]) -> str:
    return f"""
    QMainWindow, QDialog {{ background: {p.window}; }}
    QLabel {{ background: transparent; }}
    QLabel[role="muted"] {{ color: {p.muted}; }}
    QLabel[role="small"] {{ color: {p.muted}; font-size: {sizes["small"]}px; }}
    QLabel[role="wrong"] {{ color: {p.red}; font-size: {sizes["small"]}px; }}
    QLabel[role="strong"] {{ font-weight: 600; }}
    QLabel[role="title"] {{ font-size: {sizes["title"]}px; font-weight: 600; }}
    QLabel[role="display"] {{ font-size: {sizes["display"]}px; font-weight: 600; }}
    QLabel[role="section"] {{ color: {p.muted}; font-size: {sizes["small"]}px; font-weight: 600; }}
    QLabel[role="mono"] {{ font-family: "JetBrains Mono", "DejaVu Sans Mono"; font-size: {sizes["mono"]}px; }}
    QFrame[role="card"] {{ background: {p.surface}; border: 1px solid {p.border}; border-radius: {RADIUS_M}px; }}
    QFrame[role="sunken"] {{ background: {p.sunken}; border: none; border-radius: {RADIUS_M}px; }}
    QFrame[role="notice"] {{ background: {p.brass_soft}; border: none; border-bottom: 1px solid {p.border}; }}
    QFrame[role="pane"] {{ background: {p.surface}; border: none; }}
    QFrame[role="bar"] {{ background: {p.surface}; border: none; border-bottom: 1px solid {p.border}; }}
    """


def _buttons(p: Palette) -> str:
    return f"""
    QPushButton, QToolButton {{
        background: {p.raised}; color: {p.text}; border: 1px solid {p.strong_border}; border-radius: {RADIUS_M}px;
        padding: 4px 12px; min-height: 18px;
    }}
    QPushButton:hover, QToolButton:hover {{ background: {p.sunken}; }}
    QPushButton:pressed, QToolButton:pressed {{ background: {p.border}; }}
    QPushButton:focus, QToolButton:focus {{ border: 2px solid {p.accent}; padding: 3px 11px; }}
    QPushButton:disabled, QToolButton:disabled {{ color: {p.faint}; border-color: {p.border}; }}
    QPushButton[tight="true"] {{ padding: 4px {12 - TIGHTER}px; }}
    QPushButton[tight="true"]:focus {{ padding: 3px {11 - TIGHTER}px; }}
    QPushButton[kind="primary"] {{ background: {p.accent}; color: {p.on_accent}; border-color: {p.accent};
        font-weight: 600; }}
    QPushButton[kind="primary"]:hover {{ background: {p.accent_hover}; border-color: {p.accent_hover}; }}
    QPushButton[kind="primary"]:focus {{ border: 2px solid {p.text}; }}
    QPushButton[kind="primary"]:disabled {{ background: {p.sunken}; color: {p.faint};
        border-color: {p.border}; }}
    QPushButton[kind="danger"] {{ color: {p.red}; border-color: {p.red}; }}
    QPushButton[kind="danger"]:hover {{ background: {p.red_soft}; }}
    QPushButton[kind="danger"]:disabled {{ color: {p.faint}; border-color: {p.border}; }}
    QPushButton[kind="quiet"], QToolButton {{ background: transparent; border-color: transparent; padding: 4px 8px; }}
    QToolButton:focus, QPushButton[kind="quiet"]:focus {{ border: 2px solid {p.accent}; padding: 3px 7px; }}
    QPushButton[kind="quiet"]:hover, QToolButton:hover {{ background: {p.sunken}; }}
    QToolButton:disabled {{ border-color: transparent; }}
    QToolButton:checked {{ background: {p.accent_soft}; color: {p.accent}; }}
    QToolButton::menu-indicator, QPushButton::menu-indicator {{ image: {_url("chevron-down-mid")}; width: 10px;
        subcontrol-position: right center; right: 4px; }}
    """


def _fields(p: Palette, sizes: Mapping[FontRole, int]) -> str:
    field = "QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QAbstractSpinBox"
    focus = ", ".join(f"{name.strip()}:focus" for name in field.split(","))
    disabled = ", ".join(f"{name.strip()}:disabled" for name in field.split(","))
    return f"""
    {field} {{
        background: {p.surface}; color: {p.text}; border: 1px solid {p.faint}; border-radius: {RADIUS_M}px;
        padding: 3px 8px; selection-background-color: {p.selection}; selection-color: {p.text};
    }}
    QLineEdit, QComboBox, QAbstractSpinBox {{ min-height: {max(20, round(_LINE * sizes["body"]))}px; }}
    QLineEdit > QToolButton {{ border: none; padding: 0; min-height: 0; background: transparent;
        qproperty-icon: {_url("close-mid")}; }}
    {focus} {{ border: 2px solid {p.accent}; padding: 2px 7px; }}
    {disabled} {{ background: {p.sunken}; color: {p.faint}; border-color: {p.border}; }}
    QLineEdit[invalid="true"], QPlainTextEdit[invalid="true"] {{ border-color: {p.red}; }}
    QComboBox::drop-down {{ border: none; width: 22px; }}
    QComboBox::down-arrow {{ image: {_url("chevron-down-mid")}; width: 12px; height: 12px; }}
    QComboBox QAbstractItemView {{
        background: {p.raised}; border: 1px solid {p.strong_border}; padding: 4px; outline: none;
        selection-background-color: {p.accent_soft}; selection-color: {p.text};
    }}
    QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
        border: none; background: transparent; width: 18px;
    }}
    QAbstractSpinBox::up-arrow {{ image: {_url("chevron-up-mid")}; width: 10px; height: 10px; }}
    QAbstractSpinBox::down-arrow {{ image: {_url("chevron-down-mid")}; width: 10px; height: 10px; }}
    """


def _lists(p: Palette, sizes: Mapping[FontRole, int]) -> str:
    views = "QTreeView, QListView, QTableView"
    return f"""
    {views} {{
        background: {p.surface}; alternate-background-color: {p.window}; color: {p.text};
        border: none; outline: none; selection-background-color: {p.accent_soft}; selection-color: {p.text};
        gridline-color: {p.border};
    }}
    QTreeView::item, QListView::item {{ padding: 4px; border: none; }}
    QTreeView::item:hover, QListView::item:hover {{ background: {p.sunken}; }}
    QTreeView::item:selected, QListView::item:selected, QTableView::item:selected {{
        background: {p.accent_soft}; color: {p.text};
    }}
    QHeaderView {{ background: {p.surface}; border: none; }}
    QTableCornerButton::section {{ background: {p.surface}; border: none; border-bottom: 1px solid {p.border}; }}
    QHeaderView::section {{
        background: {p.surface}; color: {p.muted}; border: none; border-bottom: 1px solid {p.border};
        padding: 5px 6px; font-size: {sizes["small"]}px; font-weight: 600;
    }}
    """


def _tabs(p: Palette) -> str:
    return f"""
    QTabWidget::pane {{ border: none; border-top: 1px solid {p.border}; background: {p.surface}; }}
    QTabBar {{ background: transparent; qproperty-drawBase: 0; }}
    QTabBar::tab {{
        background: transparent; color: {p.muted}; border: none; border-bottom: 2px solid transparent;
        padding: 7px 12px 6px 12px;
    }}
    QTabBar::tab:hover {{ color: {p.text}; }}
    QTabBar::tab:selected {{ color: {p.text}; border-bottom: 2px solid {p.accent}; }}
    QTabBar::tab:focus {{ color: {p.accent}; }}
    """


def _small_things(p: Palette, sizes: Mapping[FontRole, int]) -> str:
    check = "check-light" if p.on_accent == "#ffffff" else "check-dark"
    return f"""
    QCheckBox, QRadioButton {{ spacing: 7px; }}
    QCheckBox[role="small"] {{ color: {p.muted}; font-size: {sizes["small"]}px; spacing: 5px; }}
    QCheckBox::indicator, QRadioButton::indicator {{
        width: 14px; height: 14px; background: {p.surface}; border: 1px solid {p.muted};
    }}
    QCheckBox::indicator {{ border-radius: {RADIUS_S}px; }}
    QCheckBox::indicator:checked {{ background: {p.accent}; border-color: {p.accent}; image: {_url(check)}; }}
    QRadioButton::indicator {{ border-radius: 8px; }}
    QRadioButton::indicator:checked {{ width: 6px; height: 6px; border: 5px solid {p.accent}; }}
    QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ border-color: {p.accent}; }}
    QCheckBox:disabled, QRadioButton:disabled {{ color: {p.faint}; }}
    QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border-color: {p.border}; }}
    QToolTip {{
        background: {p.raised}; color: {p.text}; border: 1px solid {p.strong_border}; padding: 4px 6px;
        font-size: {sizes["small"]}px;
    }}
    QMenu {{ background: {p.raised}; color: {p.text}; border: 1px solid {p.strong_border}; padding: 4px; }}
    QMenu::item {{ padding: 5px 24px 5px 12px; border-radius: {RADIUS_S}px; }}
    QMenu::item:selected {{ background: {p.accent_soft}; }}
    QMenu::item:disabled {{ color: {p.faint}; }}
    QMenu::separator {{ height: 1px; background: {p.border}; margin: 4px 8px; }}
    QMenuBar {{ background: {p.surface}; color: {p.text}; border-bottom: 1px solid {p.border}; }}
    QMenuBar::item {{ background: transparent; padding: 4px 10px; }}
    QMenuBar::item:selected {{ background: {p.sunken}; }}
    QToolBar {{ background: {p.surface}; border: none; border-bottom: 1px solid {p.border}; spacing: 4px;
        padding: 4px 8px; }}
    QStatusBar {{ background: {p.surface}; color: {p.muted}; border-top: 1px solid {p.border}; }}
    QStatusBar::item {{ border: none; }}
    QSplitter::handle {{ background: {p.border}; }}
    QSplitter::handle:horizontal {{ width: 1px; }}
    QSplitter::handle:vertical {{ height: 1px; }}
    QSplitter::handle:hover {{ background: {p.accent}; }}
    QScrollArea {{ border: none; background: transparent; }}
    QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
    QScrollBar::handle {{ background: {p.strong_border}; border-radius: 3px; margin: 3px; }}
    QScrollBar::handle:hover {{ background: {p.muted}; }}
    QScrollBar::handle:vertical {{ min-height: 32px; }}
    QScrollBar::handle:horizontal {{ min-width: 32px; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QSlider::groove:horizontal {{ background: {p.strong_border}; height: 4px; border-radius: 2px; }}
    QSlider::sub-page:horizontal {{ background: {p.accent}; border-radius: 2px; }}
    QSlider::handle:horizontal {{ background: {p.accent}; width: 14px; margin: -5px 0; border-radius: 7px; }}
    QSlider::handle:horizontal:focus {{ background: {p.accent_hover}; border: 2px solid {p.text}; }}
    QProgressBar {{ background: {p.sunken}; border: none; border-radius: 3px; height: 6px; text-align: center; }}
    QProgressBar::chunk {{ background: {p.accent}; border-radius: 3px; }}
    QGroupBox {{ border: 1px solid {p.border}; border-radius: {RADIUS_M}px; margin-top: 10px; padding-top: 8px; }}
    QGroupBox::title {{ subcontrol-origin: margin; left: 10px; padding: 0 4px; color: {p.muted}; }}
    """
