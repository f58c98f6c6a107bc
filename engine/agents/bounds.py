# SPDX-License-Identifier: Apache-2.0
"""What of an agent's values can be put on record. Pure.

A number may be legal JSON and still be none here (`1e999` is read as infinity), and a decision that quotes a value
nests it deeper: what is at the very edge would be taken, and then stop the run for good.
"""

from __future__ import annotations

import json

DEEPEST = 100
"""Levels of a value, itself the first."""


def unfit(value: object, most: int | None = None) -> str:
    """Why a value as `json.loads` gives it cannot be put on record, in words; empty where it can.

    `most` is how many characters of JSON it may be, in ASCII.
    """
    try:
        size = len(json.dumps(value, allow_nan=False))
    except RecursionError:
        return "it is nested too deeply"
    except ValueError:
        return "it holds a number that is beyond all bounds"
    if most is not None and size > most:
        return f"it is longer than {most:,} characters"
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for item in level for inner in _inside(item)]
        if not level:
            return ""
    return "it is nested too deeply"


def _inside(value: object) -> list[object]:
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
