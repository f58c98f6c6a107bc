# SPDX-License-Identifier: Apache-2.0
"""The look at run time: follows the system's light or dark, hands out colours, fonts and tinted icons."""

from __future__ import annotations

import logging
from functools import cached_property
from typing import Literal

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QIcon, QImage, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from app.assets import font_files, icon_file
from app.stylesheet import stylesheet
from app.tokens import DARK, FONT_SIZES, LIGHT, FontRole, Palette

Scheme = Literal["system", "light", "dark"]

SMALLEST_TEXT, LARGEST_TEXT = 0.8, 2.0
"""The bounds of the text scale."""

UI_FAMILIES = ["Inter", "Segoe UI", "SF Pro Text", "Noto Sans", "DejaVu Sans"]
MONO_FAMILIES = ["JetBrains Mono", "Cascadia Mono", "Menlo", "Noto Sans Mono", "DejaVu Sans Mono"]

_logger = logging.getLogger("pilothouse.theme")
_current: Theme | None = None


class Theme(QObject):
    """
    The one theme of the application.

    Widgets that paint by hand read `colour`, `font` and `pixmap` while painting and repaint on `changed`; all others
    are dressed by the palette and the style sheet. Sizes are device-independent pixels.

    Attributes:
        dressed: how often the application was dressed: what was measured before that holds no longer.
    """

    changed = Signal()  # after the colours or the text scale changed and the application was dressed anew

    def __init__(self, app: QApplication, scheme: Scheme = "system", text_scale: float = 1.0) -> None:
        super().__init__(app)
        self._app = app
        self._scheme: Scheme = scheme
        self._text_scale = text_scale
        self._fonts: dict[FontRole, QFont] = {}
        self._metrics: dict[FontRole, QFontMetricsF] = {}
        self._colours: dict[str, QColor] = {}
        self._pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}
        self.palette: Palette = LIGHT
        self.dressed = 0
        self._worn: tuple[Palette, float] | None = None
        _load_fonts()
        self._flash_ms = app.cursorFlashTime()
        self._effects = {effect: app.isEffectEnabled(effect) for effect in Qt.UIEffect}
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._on_system_changed)
        self._dress()

    @property
    def is_dark(self) -> bool:
        """Whether the dark colours are shown."""
        return self.palette is DARK

    @property
    def scheme(self) -> Scheme:
        """What was asked for: a fixed scheme, or to follow the system."""
        return self._scheme

    @property
    def text_scale(self) -> float:
        """How large text is; 1.0 is the normal size."""
        return self._text_scale

    def set_scheme(self, scheme: Scheme) -> None:
        """Follows the system, or stays light or dark whatever the system says."""
        self.set_look(scheme, self._text_scale)

    def set_text_scale(self, scale: float) -> None:
        """Scales all text; 1.0 is the normal size, allowed is SMALLEST_TEXT to LARGEST_TEXT."""
        self.set_look(self._scheme, scale)

    def set_look(self, scheme: Scheme, scale: float) -> None:
        """Both at once; nothing is done where both are so already."""
        scale = min(LARGEST_TEXT, max(SMALLEST_TEXT, scale))
        if (scheme, scale) != (self._scheme, self._text_scale):
            self._scheme, self._text_scale = scheme, scale
            self._dress()

    def set_reduced_motion(self, reduced: bool) -> None:
        """Whether menus and tool tips appear at once, and the text cursor stands still."""
        for effect in (
            *(Qt.UIEffect.UI_AnimateMenu, Qt.UIEffect.UI_FadeMenu, Qt.UIEffect.UI_AnimateCombo),
            *(Qt.UIEffect.UI_AnimateTooltip, Qt.UIEffect.UI_FadeTooltip, Qt.UIEffect.UI_AnimateToolBox),
        ):
            self._app.setEffectEnabled(effect, False if reduced else self._effects[effect])
        self._app.setCursorFlashTime(0 if reduced else self._flash_ms)

    def colour(self, token: str) -> QColor:
        """The colour of a token of `app.tokens.Palette`; raises KeyError for an unknown one."""
        colour = self._colours.get(token)
        if colour is None:
            colour = self._colours[token] = QColor(self.palette[token])
        return colour

    def font(self, role: FontRole = "body") -> QFont:
        """The font of a role, at the current text scale. Do not change it: copy it."""
        font = self._fonts.get(role)
        if font is None:
            font = self._fonts[role] = self._make_font(role)
        return font

    def metrics(self, role: FontRole = "body") -> QFontMetricsF:
        """Measures of the font of a role."""
        metrics = self._metrics.get(role)
        if metrics is None:
            metrics = self._metrics[role] = QFontMetricsF(self.font(role))
        return metrics

    def pixmap(self, icon: str, token: str = "text", size: int = 16, ratio: float | None = None) -> QPixmap:
        """An icon of `resources/icons` in a token's colour, `size` wide, sharp at the given device pixel ratio."""
        if ratio is None:
            ratio = self._app.devicePixelRatio()
        key = (icon, token, size, ratio)
        pixmap = self._pixmaps.get(key)
        if pixmap is None:
            pixmap = self._pixmaps[key] = _render(icon, self.palette[token], size, ratio)
        return pixmap

    def icon(self, name: str, token: str = "text", size: int = 16) -> QIcon:
        """An icon for buttons and menus, greyed when disabled. Ask again after `changed`."""
        icon = QIcon()
        for ratio in (1.0, 2.0):
            icon.addPixmap(self.pixmap(name, token, size, ratio), QIcon.Mode.Normal)
            icon.addPixmap(self.pixmap(name, "faint", size, ratio), QIcon.Mode.Disabled)
        return icon

    @cached_property
    def app_icon(self) -> QIcon:
        """The mark of the product, in its own colours."""
        return QIcon(str(icon_file("pilothouse")))

    def _on_system_changed(self) -> None:
        if self._scheme == "system":
            self._dress()

    def _dress(self) -> None:
        dark = self._scheme == "dark" or (
            self._scheme == "system" and self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        )
        self.palette = DARK if dark else LIGHT
        if self._worn == (self.palette, self._text_scale):
            self.changed.emit()  # another scheme that looks the same: a style sheet for every widget takes its time
            return
        self._worn = (self.palette, self._text_scale)
        self.dressed += 1
        self._fonts.clear()
        self._metrics.clear()
        self._colours.clear()
        self._pixmaps.clear()
        self._app.setPalette(_qpalette(self.palette))
        self._app.setFont(self.font("body"))
        self._app.setStyleSheet(stylesheet(self.palette, {role: self._size(role) for role in FONT_SIZES}))
        self.changed.emit()

    def _size(self, role: FontRole) -> int:
        return round(FONT_SIZES[role] * self._text_scale)

    def _make_font(self, role: FontRole) -> QFont:
        font = QFont()
        font.setFamilies(MONO_FAMILIES if role.startswith("mono") else UI_FAMILIES)
        font.setPixelSize(self._size(role))
        if role in {"strong", "title", "display"}:
            font.setWeight(QFont.Weight.DemiBold)
        if role.startswith("mono"):
            font.setFeature(QFont.Tag("calt"), 0)  # no ligatures: what is shown is what was written
        font.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
        return font


def install_theme(app: QApplication, scheme: Scheme = "system", text_scale: float = 1.0) -> Theme:
    """Dresses the application; called once, at start. Called again it adjusts the same theme."""
    global _current
    if _current is None or _current.parent() is not app:
        _current = Theme(app, scheme, text_scale)
    elif (_current.scheme, _current._text_scale) != (scheme, text_scale):
        _current.set_look(scheme, text_scale)
    return _current


def theme() -> Theme:
    """The theme of the application; installs the default one if nobody has yet."""
    if _current is not None:
        return _current
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise RuntimeError("the theme needs a QApplication first")
    return install_theme(app)


def _load_fonts() -> None:
    for path in font_files():
        if QFontDatabase.addApplicationFont(str(path)) < 0:
            _logger.warning("The font %s cannot be loaded; the system's fonts are used instead", path.name)


def _render(icon: str, colour: str, size: int, ratio: float) -> QPixmap:
    source = icon_file(icon).read_bytes().replace(b"currentColor", colour.encode())
    side = max(1, round(size * ratio))
    image = QImage(QSize(side, side), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(source)).render(painter, QRectF(0, 0, side, side))
    painter.end()
    pixmap = QPixmap.fromImage(image)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _qpalette(palette: Palette) -> QPalette:
    """What Fusion draws by itself: check boxes, focus frames, selections, disabled text."""
    role = QPalette.ColorRole
    result = QPalette()
    for which, token in {
        role.Window: "window",
        role.WindowText: "text",
        role.Base: "surface",
        role.AlternateBase: "sunken",
        role.Text: "text",
        role.PlaceholderText: "muted",
        role.Button: "raised",
        role.ButtonText: "text",
        role.BrightText: "red",
        role.ToolTipBase: "raised",
        role.ToolTipText: "text",
        role.Highlight: "accent",
        role.HighlightedText: "on_accent",
        role.Accent: "accent",
        role.Link: "accent",
        role.LinkVisited: "violet",
        role.Light: "raised",
        role.Midlight: "sunken",
        role.Mid: "border",
        role.Dark: "strong_border",
        role.Shadow: "strong_border",
    }.items():
        result.setColor(which, QColor(palette[token]))
    disabled = QPalette.ColorGroup.Disabled
    for which in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(disabled, which, QColor(palette["faint"]))
    result.setColor(disabled, role.Highlight, QColor(palette["border"]))
    return result
