# SPDX-License-Identifier: Apache-2.0
"""How the window looks and speaks: theme, text size, motion, language."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QSlider, QSpinBox, QVBoxLayout, QWidget

from app.labels import plain_label
from app.layout import Memory
from app.theme import LARGEST_TEXT, SMALLEST_TEXT, Scheme
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.translate import QT_TR_NOOP, languages, tr

_SCHEMES: dict[Scheme, str] = {
    "system": QT_TR_NOOP("As the system"),
    "light": QT_TR_NOOP("Light"),
    "dark": QT_TR_NOOP("Dark"),
}


class LooksPage(QWidget):
    """Kept for this window, in the data directory."""

    def __init__(self, memory: Memory, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("looksPage")
        self._memory = memory
        self.scheme = QComboBox(self)
        self.scheme.setObjectName("look:scheme")
        self.scheme.setAccessibleName(tr("Theme"))
        for scheme in get_args(Scheme):
            self.scheme.addItem(tr(_SCHEMES[scheme]), scheme)
        self.scheme.setCurrentIndex(get_args(Scheme).index(memory.scheme))
        self.scheme.activated.connect(self._on_scheme)
        self.per_cent = QSpinBox(self)
        self.per_cent.setObjectName("look:size")
        self.per_cent.setAccessibleName(tr("Text size in per cent"))
        self.per_cent.setSuffix(" %")
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setObjectName("look:sizeSlider")
        self.slider.setAccessibleName(tr("Text size"))
        for part in (self.per_cent, self.slider):
            part.setRange(round(SMALLEST_TEXT * 100), round(LARGEST_TEXT * 100))
            part.setSingleStep(5)
            part.setValue(round(memory.text_scale * 100))
        self.per_cent.setKeyboardTracking(False)  # what is half typed is no size
        self.slider.setPageStep(20)
        self.slider.setTracking(False)
        self.per_cent.valueChanged.connect(self._on_size)
        self.slider.valueChanged.connect(self._on_size)
        self.slider.sliderMoved.connect(self._show_size)
        self.motion = QCheckBox(tr("Reduced: menus and tool tips appear at once, the text cursor does not blink"), self)
        self.motion.setObjectName("look:motion")
        self.motion.setAccessibleName(tr("Reduced motion"))
        self.motion.setChecked(memory.reduced_motion)
        self.motion.clicked.connect(self._on_motion)
        self.language = QComboBox(self)
        self.language.setObjectName("look:language")
        self.language.setAccessibleName(tr("Language"))
        self.language.addItem(tr("As the system"), "")
        for language in languages():
            anywhere = QLocale(f"{language}_001")  # without it Qt names the language of the largest country
            self.language.addItem(anywhere.nativeLanguageName().capitalize(), language)
        self.language.setCurrentIndex(max(0, self.language.findData(memory.language)))
        self.language.activated.connect(self._on_language)
        self._lay_out()

    def _lay_out(self) -> None:
        sizes = QHBoxLayout()
        sizes.setSpacing(SPACE_S)
        sizes.addWidget(self.slider, 1)
        sizes.addWidget(self.per_cent)
        sizes.addStretch(1)
        self.slider.setMaximumWidth(360)
        self.per_cent.setMinimumWidth(88)
        self.per_cent.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.scheme.setMaximumWidth(220)
        self.language.setMaximumWidth(220)
        spoken = QHBoxLayout()
        spoken.setSpacing(SPACE_S)
        spoken.addWidget(self.language, 1)
        spoken.addWidget(plain_label(tr("From the next start on."), "small"), 1)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setHorizontalSpacing(SPACE_L)
        form.setVerticalSpacing(SPACE_M)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.addRow(plain_label(tr("Theme")), self.scheme)
        form.addRow(plain_label(tr("Text size")), sizes)
        form.addRow(plain_label(tr("Motion")), self.motion)
        form.addRow(plain_label(tr("Language")), spoken)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.addLayout(form)
        layout.addWidget(plain_label(tr("All else is applied at once. Kept for this data directory."), "muted"))
        layout.addStretch(1)

    def _on_scheme(self, at: int) -> None:
        self._memory.scheme = get_args(Scheme)[at]

    def _on_language(self, at: int) -> None:
        self._memory.language = str(self.language.itemData(at))

    def _on_size(self, per_cent: int) -> None:
        self._show_size(per_cent)
        self._memory.text_scale = per_cent / 100

    def _show_size(self, per_cent: int) -> None:
        parts: list[QSpinBox | QSlider] = [self.per_cent]
        if not self.slider.isSliderDown():
            parts.append(self.slider)
        for part in parts:
            part.blockSignals(True)
            part.setValue(per_cent)
            part.blockSignals(False)

    def _on_motion(self, reduced: bool) -> None:
        self._memory.reduced_motion = reduced
