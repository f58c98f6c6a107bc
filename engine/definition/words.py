# SPDX-License-Identifier: Apache-2.0
"""Plain words for what a definition holds: durations, lists of names, and what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

_UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
_COMPARED = 300
_MAX_MS = 3_650 * _UNITS["d"]


def milliseconds(text: str) -> int:
    """The duration `90s`, `15m`, `1h30m`, `500ms` in milliseconds, up to ten years. Raises ValueError."""
    if not re.fullmatch(r"(\d{1,15}(ms|s|m|h|d))+", text, re.ASCII):
        raise ValueError(f"{text!r:.60} is no duration; write a number and its unit, such as 90s, 15m, 2h or 500ms")
    total = sum(int(number) * _UNITS[unit] for number, unit in re.findall(r"(\d+)(ms|s|m|h|d)", text))
    if total > _MAX_MS:
        raise ValueError(f"{text!r:.60} is longer than ten years")
    return total


def duration(ms: int) -> str:
    """Milliseconds as a workflow file writes them, in the largest unit that holds them exactly."""
    unit = next((unit for unit in ("h", "m", "s") if ms and ms % _UNITS[unit] == 0), "ms")
    return f"{ms // _UNITS[unit]}{unit}"


def listed(names: Iterable[str], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; at most a dozen."""
    known = list(names)
    shown = [*known[:11], "others"] if len(known) > 12 else known
    return f" {joint} ".join(filter(None, [", ".join(shown[:-1]), shown[-1]])) if shown else "nothing"


def did_you_mean(name: str, known: Iterable[str], lead: str = "known here", joint: str = "and") -> str:
    """What to write instead of `name`: the closest of `known`, else all of them, after `lead` and joined by `joint`."""
    names = list(dict.fromkeys(known))
    if not names:
        return "there are none here"
    close = get_close_matches(name[:80], names[:_COMPARED], n=1, cutoff=0.6)
    return f"did you mean {close[0]!r}?" if close else f"{lead}: {listed(names, joint)}"
