# SPDX-License-Identifier: Apache-2.0
"""The look can be read by everybody, follows the system, and has every icon it names."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.assets import RESOURCES, font_files, icon_file
from app.theme import install_theme, theme
from app.tokens import DARK, FONT_SIZES, LIGHT, STATUSES, TOKENS, Palette, status_look

SCHEMES = {"light": LIGHT, "dark": DARK}
TONES = ("blue", "brass", "violet", "green", "red", "grey", "plum", "teal")


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_has_the_contrast_that_wcag_aa_asks_for(scheme: str) -> None:
    palette: Palette = SCHEMES[scheme]
    grounds = ("window", "surface", "sunken", "raised")
    pairs = [*itertools.product(("text", "muted", "accent", *TONES), grounds)]
    pairs += [(tone, f"{tone}_soft") for tone in TONES]
    pairs += [("text", ground) for ground in ("added", "removed", "accent_soft", "selection", "match", "red_soft")]
    pairs += [("on_accent", "accent"), ("on_accent", "accent_hover"), ("accent", "accent_soft")]
    pairs += [("green", "added"), ("red", "removed"), ("muted", "added"), ("muted", "removed")]
    disabled = {ground: _contrast(palette.faint, palette[ground]) for ground in grounds}
    faint = {pair: round(_contrast(palette[pair[0]], palette[pair[1]]), 2) for pair in pairs}

    assert {pair: value for pair, value in faint.items() if value < 4.5} == {}
    assert min(disabled.values()) >= 3, disabled


@pytest.mark.parametrize("scheme", SCHEMES)
def test_fields_and_the_ring_of_the_focus_stand_out_from_every_ground(scheme: str) -> None:
    palette: Palette = SCHEMES[scheme]
    grounds = ("window", "surface", "sunken", "raised", "brass_soft")
    pairs = [*itertools.product(("accent", "faint"), grounds)]
    pairs += [("accent", ground) for ground in ("accent_soft", "selection", "violet_soft", "red_soft")]
    faint = {pair: round(_contrast(palette[pair[0]], palette[pair[1]]), 2) for pair in pairs}

    assert {pair: value for pair, value in faint.items() if value < 3} == {}


def test_no_status_is_told_by_colour_alone() -> None:
    for status, look in STATUSES.items():
        assert look.word, status
        assert icon_file(look.icon).is_file()
    words = [look.word for look in STATUSES.values()]

    assert len(words) == len(set(words))
    assert STATUSES["claimed"].icon != STATUSES["measured"].icon != STATUSES["decided"].icon


def test_an_unknown_status_never_looks_like_a_success() -> None:
    look = status_look("brand_new")

    assert (look.word, look.tone) == ("brand new", "grey")


def test_every_icon_can_be_drawn_in_any_colour(qapp: QApplication) -> None:
    for path in (RESOURCES / "icons").glob("*.svg"):
        pixmap = theme().pixmap(path.stem, "red", 16, 2.0)
        image = pixmap.toImage()
        inked = sum(1 for x in range(32) for y in range(32) if image.pixelColor(x, y).alpha() > 100)

        assert pixmap.size().width() == 32, path.name
        assert inked > 12, path.name


def test_an_icon_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError, match="no-such-icon"):
        theme().pixmap("no-such-icon")
    with pytest.raises(KeyError, match="no_such_colour"):
        theme().colour("no_such_colour")


def test_our_fonts_are_used_and_come_with_their_licences(qapp: QApplication) -> None:
    assert QFontInfo(theme().font("body")).family() == "Inter"
    assert QFontInfo(theme().font("mono")).family() == "JetBrains Mono"
    families = {path.stem.split("-")[0] for path in font_files()}
    for family in families:
        text = (RESOURCES / "fonts" / f"{family}-LICENSE.txt").read_text(encoding="utf-8")
        assert "SIL Open Font License, Version 1.1" in text


def test_switching_the_scheme_dresses_the_application_anew(qapp: QApplication, qtbot: QtBot) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    label = QLabel("text")
    qtbot.addWidget(label)
    look = install_theme(app, "light")
    light = app.styleSheet()
    with qtbot.waitSignal(look.changed):
        look.set_scheme("dark")

    assert look.is_dark
    assert app.styleSheet() != light
    assert look.colour("text").name() == DARK.text
    look.set_scheme("light")
    assert app.styleSheet() == light


def test_text_can_be_made_larger(qapp: QApplication) -> None:
    try:
        theme().set_text_scale(1.5)
        assert theme().font("body").pixelSize() == round(FONT_SIZES["body"] * 1.5)
        theme().set_text_scale(100)
        assert theme().font("body").pixelSize() == 2 * FONT_SIZES["body"]
    finally:
        theme().set_text_scale(1.0)


def test_palettes_are_complete_colours() -> None:
    for palette in SCHEMES.values():
        for token in TOKENS:
            assert len(palette[token]) == 7
            assert palette[token][0] == "#"
            int(palette[token][1:], 16)


def test_a_tinted_icon_has_the_asked_colour(qapp: QApplication) -> None:
    middle = theme().pixmap("minus", "red", 16, 1.0).toImage().pixelColor(8, 8)
    asked = theme().colour("red")

    assert abs(middle.red() - asked.red()) + abs(middle.green() - asked.green()) + abs(middle.blue() - asked.blue()) < 6
