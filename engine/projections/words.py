# SPDX-License-Identifier: Apache-2.0
"""Plain words for figures: durations, ages, amounts, commits; and text from elsewhere made safe for one line."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime

_MINUTE, _HOUR, _DAY = 60, 3600, 86400

METER_NAMES = {
    "turns": "turns",
    "wall_clock": "wall clock",
    "requests": "requests",
    "tokens": "tokens",
    "cost": "cost",
}
"""The budgets of a run as a person reads them."""


def meter_name(kind: str) -> str:
    """What a budget is called: `turns`, `turns of this attempt` for `attempt.turns`, `turns of fix` for `fix:turns`."""
    node, _, rest = kind.rpartition(":")
    scope, _, bare = rest.rpartition(".")
    name = METER_NAMES.get(bare, bare.replace("_", " "))
    if node:
        return f"{name} of {node}"
    return f"{name} of this attempt" if scope == "attempt" else name


def bare_kind(kind: str) -> str:
    """The unit of a budget, whose ever it is: `turns` of `fix:turns`."""
    return kind.rpartition(":")[2].rpartition(".")[2]


def one_line(text: str, limit: int = 240) -> str:
    """`text` on one line: white space joined, control and direction-changing characters dropped, cut at `limit`."""
    head = text[: limit * 4]
    plain = head.isascii() and head.isprintable()  # most are, and are soon done
    shown = (
        head
        if plain
        else "".join(c if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp") else " " for c in head)
    )
    joined = " ".join(shown.split())
    return joined if len(joined) <= limit and len(head) == len(text) else joined[: limit - 1].rstrip() + "…"


def duration(ms: float) -> str:
    """Milliseconds as a person says them: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`, `3 d 4 h`."""
    seconds = max(0.0, ms) / 1000
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = int(seconds)
    if whole < _MINUTE:
        return f"{whole} s"
    if whole < _HOUR:
        return f"{whole // _MINUTE} min" + (f" {whole % _MINUTE:02d} s" if whole % _MINUTE else "")
    if whole < _DAY:
        minutes = whole % _HOUR // _MINUTE
        return f"{whole // _HOUR} h" + (f" {minutes:02d} min" if minutes else "")
    return f"{whole // _DAY} d" + (f" {whole % _DAY // _HOUR} h" if whole % _DAY // _HOUR else "")


def age(ms: float) -> str:
    """How long ago, in one unit: `now`, `12 s`, `5 min`, `3 h`, `2 d`."""
    seconds = int(max(0.0, ms) / 1000)
    if seconds < 2:
        return "now"
    for size, unit in ((_DAY, "d"), (_HOUR, "h"), (_MINUTE, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def amount(kind: str, value: float | None, *, brief: bool = False) -> str:
    """A figure of the budget `kind` with its unit; `unknown` for None. `brief` rounds what is long."""
    if value is None:
        return "unknown"
    kind = bare_kind(kind)
    if brief and kind == "wall_clock" and value >= 60_000:
        return age(value)
    if brief and kind in ("tokens", "requests") and value >= 1_000:
        return f"{value / 1e6:.3g}M" if value >= 999_500 else f"{value / 1e3:.3g}k"
    if kind == "wall_clock":
        return duration(value)
    if kind == "cost":
        return f"${value:,.2f}"
    return f"{int(value):,}"


def short(commit: str | None) -> str:
    """The first seven characters of a commit id; `nothing` for None."""
    return commit[:7] if commit else "nothing"


def parse_at(at: str) -> datetime | None:
    """The moment an event's `at` names, in UTC; None if it names none."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def ms_between(earlier: str, later: str) -> int:
    """Milliseconds of wall time between two `at`; 0 if either names no moment, or the clock went back."""
    start, end = parse_at(earlier), parse_at(later)
    if start is None or end is None:
        return 0
    return max(0, int((end - start).total_seconds() * 1000))


def until_words(until: str, now: str) -> str:
    """The moment `until` on the clock of this place, `14:20`; with its date where that is not the one of `now`."""
    moment, today = parse_at(until), parse_at(now)
    if moment is None:
        return "an unknown time"
    local = moment.astimezone()
    same = today is not None and today.astimezone().date() == local.date()
    return f"{local:%H:%M}" if same else f"{local:%Y-%m-%d %H:%M}"


def count(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: `1 file`, `3 files`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
