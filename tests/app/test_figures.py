# SPDX-License-Identifier: Apache-2.0
"""Figures as they are written where the person is; without a place, as the engine writes them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from app import figures
from app.run.meters import RaiseField, suggestion
from app.translate import set_place
from engine.projections import words

MOMENT = datetime(2026, 11, 3, 12, 5, 9, tzinfo=UTC).astimezone()


@pytest.fixture
def _home() -> Iterator[None]:
    yield
    set_place(QLocale.c())


@given(st.integers(0, 900 * 86_400_000))
def test_without_a_place_a_time_is_written_as_the_engine_writes_it(ms: int) -> None:
    assert (figures.duration(ms), figures.age(ms)) == (words.duration(ms), words.age(ms))


@given(
    st.sampled_from(["turns", "tokens", "fix:requests", "wall_clock", "attempt.cost"]),
    st.none() | st.floats(0, 1e12) | st.integers(0, 10**12),
    st.booleans(),
)
def test_without_a_place_an_amount_is_written_as_the_engine_writes_it(
    kind: str, value: float | None, brief: bool
) -> None:
    if kind != "wall_clock" or value is None or value < 900 * 86_400_000:
        assert figures.amount(kind, value, brief=brief) == words.amount(kind, value, brief=brief)


@pytest.mark.usefixtures("_home")
@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("en_US", ["1,234.5", "$12.00", "Nov 3", "Nov 3 2026", "45 %"]),
        ("de_DE", ["1.234,5", "12,00 $", "3. Nov.", "3. Nov. 2026", "45 %"]),
        ("en_GB", ["1,234.5", "$12.00", "3 Nov", "3 Nov 2026", "45 %"]),
    ],
)
def test_figures_follow_the_place(place: str, told: list[str]) -> None:
    set_place(QLocale(place))

    figure = figures.numeral(1234.5, 1), figures.money(12), figures.day(MOMENT), figures.day(MOMENT, year=True)
    assert [one.replace("\u00a0", " ").replace("\u202f", " ") for one in (*figure, figures.percent(45))] == told


@pytest.mark.usefixtures("_home")
def test_the_clock_follows_the_place() -> None:
    set_place(QLocale("en_US"))
    twelve = figures.time_of_day(MOMENT)
    set_place(QLocale("de_DE"))

    assert twelve.endswith(("AM", "PM"))
    assert figures.time_of_day(MOMENT) == f"{MOMENT:%H:%M:%S}"
    assert figures.time_of_day(MOMENT, seconds=False) == f"{MOMENT:%H:%M}"
    assert figures.date_and_time(MOMENT).startswith("Dienstag, 3. November 2026")


@pytest.mark.usefixtures("_home")
@pytest.mark.parametrize(
    ("place", "text", "machine"),
    [
        ("en_US", "$1,234.5", "1234.5"),
        ("en_US", "1_000", "1000"),
        ("en_US", "0,28", "0,28"),
        ("de_DE", "1.234,5", "1234.5"),
        ("de_DE", "0,28", "0.28"),
        ("de_DE", "0.28", "0.28"),
        ("de_DE", "1.000.000", "1000000"),
        ("de_DE", "90s", "90s"),
        ("fr_FR", "1 000,5", "1000.5"),
        ("de_DE", "", ""),
        ("de_DE", "0.500", "0.500"),
        ("de_DE", "０.５００", "０.５００"),
        ("en_US", "0,500", "0,500"),
        ("en_US", "5 10", "5 10"),
        ("de_DE", "1,5 h", "1.5h"),
        ("de_DE", "1.234,50 $", "1234.50"),
    ],
)
def test_what_is_typed_is_read_as_in_the_place_and_never_as_another_number(place: str, text: str, machine: str) -> None:
    set_place(QLocale(place))

    assert figures.typed(text) == machine


@pytest.mark.usefixtures("_home")
@given(st.sampled_from(["en_US", "de_DE", "fr_FR", "de_CH", "ar_EG"]), st.integers(0, 10**12) | st.floats(0.001, 1e9))
def test_what_a_field_shows_is_read_back_as_the_same_number(place: str, value: float) -> None:
    set_place(QLocale(place))

    assert float(figures.typed(figures.spelt(value))) == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize("n", [2**31, 2**63, 10**30, 10**400])
def test_no_number_that_an_agent_tells_is_too_large_to_be_shown(qapp: object, n: int) -> None:
    assert figures.numeral(n) == f"{n:,}"
    assert figures.counted("{n} files", "{n} file", n) == f"{n:,} files"
    for kind in ("tokens", "requests", "turns", "cost", "wall_clock"):
        assert figures.amount(kind, n)
        assert figures.amount(kind, n, brief=True)
    assert figures.age(n)


@pytest.mark.usefixtures("_home")
@pytest.mark.parametrize(("place", "shown"), [("en_GB", "+1.00"), ("de_DE", "+1,00"), ("fr_FR", "+1,00")])
def test_a_raise_that_is_suggested_is_written_as_in_the_place_and_read_as_it_is_meant(
    qapp: object, place: str, shown: str
) -> None:
    set_place(QLocale(place))
    read = {}
    for kind in ("cost", "fix:cost", "tokens", "turns", "requests", "wall_clock"):
        field = RaiseField(kind)
        field.field.setText(suggestion(kind))
        read[kind] = field.amount()

    assert suggestion("cost") == shown
    assert list(read.values()) == [1.0, 1.0, 50_000, 10, 50, 1_800_000]
