# SPDX-License-Identifier: Apache-2.0
"""How long a provider asks to wait: from a Retry-After header, or from the sentence that its program prints."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from email.utils import parsedate_to_datetime
from zoneinfo import ZoneInfo

_LOOKED_AT = 16_384
_SECONDS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400}
_PART = re.compile(
    r"(\d{1,9}(?:\.\d{1,9})?) ?(ms|milliseconds?|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)(?![a-z])"
)
_SPAN = re.compile(
    r"(?:try again|retry|retrying|resets?|reset after|wait)(?: (?:again|after|in))*[:\s]{1,3}"
    r"(?=\d)((?:\d{1,9}(?:\.\d{1,9})? ?[a-z]{1,12}(?:, | and | )?){1,4})"
)
_NAMED = re.compile(
    r"[\"']?(retry[-_ ]?after[-_ ]?ms|retry[-_ ]?after|retry[-_ ]?delay|resets?[-_ ]?in[-_ ]?seconds)"
    r"[\"']?\s{0,3}[:=]\s{0,3}[\"']?(\d{1,12}(?:\.\d{1,9})?)(ms|s)?\b"
)
_EPOCH = re.compile(r"(?:limit reached ?\||resets?[-_ ]?at[\"']?\s{0,3}[:=]\s{0,3}[\"']?)(\d{10}|\d{13})\b")
_ISO = re.compile(
    r"(?:reset|resets|again) (?:at |on |after )?(\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d)?(?:z|[+-]\d\d:\d\d)?)"
)
_CLOCK = re.compile(
    r"(?:resets?|again|available) (?:at |on )?"
    r"(?:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} (\d{1,2})(?:st|nd|rd|th)?(?:, \d{4})?(?:,| at)? )?"
    r"(\d{1,2})(?::(\d\d))? ?(am|pm)?(?: \(([a-z_+-]+(?:/[a-z_+-]+){0,2})\))?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def retry_after_ms(value: str, now: float) -> int | None:
    """A Retry-After header: seconds, or an HTTP date seen from `now` (Unix seconds). None: neither."""
    text = value.strip()[:64]
    if re.fullmatch(r"\d{1,9}(?:\.\d{1,6})?", text):
        return round(float(text) * 1000)
    try:
        return _until(parsedate_to_datetime(text).timestamp(), now)
    except (ValueError, TypeError, OverflowError):
        return None


def wait_hint_ms(text: str, now: float) -> int | None:
    """The wait that a message names, in ms from `now` (Unix seconds); None where it names none that is understood.

    Looks at the last 16 Ki characters. A time of day is the next one; without a zone it is that of this machine.
    """
    said = text[-_LOOKED_AT:].lower().replace("\u2019", "'").replace("\u202f", " ")
    if (found := _EPOCH.search(said)) is not None:
        return _until(int(found[1]) / (1000 if len(found[1]) == 13 else 1), now)
    if (found := _NAMED.search(said)) is not None:
        return round(float(found[2]) * (1 if found[1].endswith("ms") or found[3] == "ms" else 1000))
    if (found := _ISO.search(said)) is not None:
        try:
            moment = datetime.fromisoformat(found[1].upper())
        except ValueError:
            return None
        return _until((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp(), now)
    if (found := _SPAN.search(said)) is not None and (parts := _PART.findall(found[1])):
        return round(sum(float(number) * _seconds(unit) for number, unit in parts) * 1000)
    return _clock(said, now)


def _seconds(unit: str) -> float:
    return _SECONDS["ms" if unit.startswith(("ms", "mil")) else unit[0]]


def _until(moment: float, now: float) -> int:
    return max(0, round((moment - now) * 1000))


def _clock(said: str, now: float) -> int | None:
    """`resets 3pm (europe/berlin)`, `resets jan 30, 11:30am`, `try again at 14:20`."""
    for found in _CLOCK.finditer(said):
        month, day, hour, minute, half, zone = found.groups()
        if half is None and minute is None:
            continue  # a bare number is no time of day
        moment = _moment(month, day, int(hour), int(minute or 0), half, _zone(zone), now)
        if moment is not None:
            return _until(moment.timestamp(), now)
    return None


def _moment(
    month: str | None, day: str | None, hour: int, minute: int, half: str | None, zone: tzinfo | None, now: float
) -> datetime | None:
    here = datetime.fromtimestamp(now, UTC).astimezone(zone)
    if half is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    try:
        moment = here.replace(hour=hour, minute=minute, second=0, microsecond=0)
        if month is not None and day is not None:
            moment = moment.replace(month=_MONTHS.index(month) + 1, day=int(day))
            return moment if moment > here - timedelta(days=2) else moment.replace(year=moment.year + 1)
    except ValueError:
        return None
    return moment if moment > here else moment + timedelta(days=1)


def _zone(name: str | None) -> tzinfo | None:
    """The zone of a name in small letters; None, the one of this machine, where there is none."""
    if name is None:
        return None
    proper = "/".join("_".join(word.capitalize() for word in part.split("_")) for part in name.split("/"))
    for candidate in (proper, name.upper()):
        try:
            return ZoneInfo(candidate)
        except (ValueError, OSError, KeyError):  # what is not found is a KeyError
            continue
    return None
