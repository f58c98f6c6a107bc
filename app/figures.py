# SPDX-License-Identifier: Apache-2.0
"""Numbers, money, times and dates as they are written where the person is; machine formats are not made here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime

from app.translate import place, tr
from engine.projections.words import bare_kind

_MINUTE, _HOUR, _DAY = 60, 3600, 86400

_MOST, _MOST_COUNTED = 1 << 63, 1 << 31
"""Qt writes, and counts for a plural form, no number that is larger; agents and journals may tell any."""

_LARGEST = 1e18
"""No amount of dollars and no time in ms is told to be more."""


def numeral(value: float, decimals: int = 0) -> str:
    """A number with its separators, rounded to `decimals` places."""
    if isinstance(value, int):
        return place().toString(value) if abs(value) < _MOST else spelt(value)
    return place().toString(round(float(value), decimals), "f", decimals)


def percent(value: float) -> str:
    """`45 %` for 45."""
    return tr("{n} %").format(n=numeral(round(value)))


def counted(many: str, one: str, n: int, **places: str) -> str:
    """
    A sentence with a number `{n}` in it, and perhaps other named places: `counted("{n} files", "{n} file", 3)`.

    Other languages have as many forms of it as they need; `one` is the English one for 1, and lupdate's comment.
    """
    form = n if abs(n) < _MOST_COUNTED else 10**9 + n % 10**6  # the same form: no language looks at more of its digits
    said = QCoreApplication.translate("", many, one, form)
    return (one if n == 1 and said == many else said).format(n=numeral(n), **places)


def money(dollars: float) -> str:
    """An amount of US dollars, to the cent."""
    return _bare(place().toCurrencyString(float(min(dollars, _LARGEST)), "$", 2))


def _bare(figure: str) -> str:
    """Without marks of direction: a figure stands in sentences, and what has such marks is not shown as it stands."""
    return figure.translate(dict.fromkeys(map(ord, "\u200e\u200f\u061c")))


def duration(ms: float) -> str:
    """Milliseconds as a person says them: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`, `3 d 4 h`."""
    seconds = min(max(0.0, ms), _LARGEST) / 1000
    if seconds < 10:
        return tr("{n} s").format(n=numeral(seconds, 1))
    whole = int(seconds)
    if whole < _MINUTE:
        return tr("{n} s").format(n=whole)
    if whole < _HOUR:
        return _both(tr("{n} min"), whole // _MINUTE, tr("{n} s"), whole % _MINUTE, "02d")
    if whole < _DAY:
        return _both(tr("{n} h"), whole // _HOUR, tr("{n} min"), whole % _HOUR // _MINUTE, "02d")
    return _both(tr("{n} d"), whole // _DAY, tr("{n} h"), whole % _DAY // _HOUR, "d")


def _both(large: str, whole: int, small: str, rest: int, form: str) -> str:
    first = large.format(n=numeral(whole))
    return f"{first} {small.format(n=format(rest, form))}" if rest else first


def age(ms: float) -> str:
    """How long ago, in one unit: `now`, `12 s`, `5 min`, `3 h`, `2 d`."""
    seconds = int(min(max(0.0, ms), _LARGEST) / 1000)
    if seconds < 2:
        return tr("now")
    if seconds < _MINUTE:
        return tr("{n} s").format(n=seconds)
    if seconds < _HOUR:
        return tr("{n} min").format(n=seconds // _MINUTE)
    if seconds < _DAY:
        return tr("{n} h").format(n=seconds // _HOUR)
    return tr("{n} d").format(n=numeral(seconds // _DAY))


def amount(kind: str, value: float | None, *, brief: bool = False) -> str:
    """A figure of the budget `kind` with its unit; `unknown` for None. `brief` rounds what is long."""
    if value is None:
        return tr("unknown")
    kind = bare_kind(kind)
    if brief and kind == "wall_clock" and value >= 60_000:
        return age(value)
    if brief and kind in ("tokens", "requests") and 1_000 <= value < _LARGEST:
        large = value >= 999_500
        return tr("{n}M").format(n=_three(value / 1e6)) if large else tr("{n}k").format(n=_three(value / 1e3))
    if kind == "wall_clock":
        return duration(value)
    return money(value) if kind == "cost" else numeral(int(value))


def _three(value: float) -> str:
    """Three digits that count: `1.2`, `12.3`, `123`."""
    return f"{value:.3g}".replace(".", place().decimalPoint())


def time_of_day(moment: datetime, *, seconds: bool = True) -> str:
    """The time on the clock of this place."""
    form = place().timeFormat(QLocale.FormatType.ShortFormat)
    local = moment.astimezone()
    return place().toString(
        QTime(local.hour, local.minute, local.second), re.sub(r"(\W)mm", r"\1mm\1ss", form) if seconds else form
    )


def day(moment: datetime, *, year: bool = False) -> str:
    """The day without its weekday, short: `30 Nov`, or `Nov 30` where they say it so."""
    form = place().dateFormat(QLocale.FormatType.LongFormat)
    d = "d." if "d." in form else "d"
    first = form.find("MMMM") < form.replace("dddd", "    ").find("d")
    return place().toString(_date(moment), ("MMM d" if first else f"{d} MMM") + (" yyyy" if year else ""))


def date_and_time(moment: datetime) -> str:
    """Weekday, date and time, for tool tips."""
    written = _bare(place().toString(_date(moment), QLocale.FormatType.LongFormat))
    return tr("{date}, {time}").format(date=written, time=time_of_day(moment))


def _date(moment: datetime) -> QDate:
    local = moment.astimezone()
    return QDate(local.year, local.month, local.day)


def at_least(figure: str, least: bool) -> str:
    """The figure, or, where some of it was lost, that it is at least that."""
    return tr("at least {figure}").format(figure=figure) if least else figure


def size(octets: float) -> str:
    """How much memory or disk that is: `512 MiB`."""
    return place().formattedDataSize(int(octets), 0 if octets < 2**30 else 1)


def listed(names: Sequence[str]) -> str:
    """Names one after the other, the last joined to the others with the language's `and`."""
    return place().createSeparatedList(list(names))


def spelt(value: float) -> str:
    """A number in a field, as one may type it there: `1,234.5`."""
    signs = {",": place().groupSeparator(), ".": place().decimalPoint()}
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.10g}"
    return "".join(signs.get(sign, sign) for sign in text)


def typed(text: str) -> str:
    """
    A number that a person typed, as machines read it: `1234.5` for `$1,234.5`, in German for `1.234,5`; a unit stays.

    What is in no order of the place stays as it is: who reads it refuses it, or takes it for the number with a point
    that it is. Nobody groups the digits of what begins with 0: `0.125` is an eighth everywhere.
    """
    plain = text.strip().removeprefix("$").removesuffix("$").strip()
    unit = re.search(r"\s*([a-z]*)$", plain)
    assert unit is not None  # it matches the empty end
    number = plain[: unit.start()]
    group, point = re.escape(place().groupSeparator()), re.escape(place().decimalPoint())
    grouped = re.fullmatch(rf"[+-]?(\d)\d{{,2}}([\s_{group}]\d{{3}})+({point}\d+)?", number)
    if grouped is not None and int(grouped[1]):
        number = re.sub(rf"[\s_{group}]", "", number)
    found = re.fullmatch(rf"([+-]?\d*){point}(\d+)", number)
    return (f"{found[1]}.{found[2]}" if found is not None else number) + unit[1]
