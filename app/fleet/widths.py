# SPDX-License-Identifier: Apache-2.0
"""How wide the columns of a table are: by what they hold, the room shared fairly. No Qt in here."""

from __future__ import annotations

from collections.abc import Sequence

_SPARE = 0.5
"""What of the room that nobody asks for goes to the last column."""


def share(room: float, wanted: Sequence[float], last_least: float) -> list[float]:
    """
    Widths for columns that ask for `wanted` pixels in a table that has `room` for them and for one last column.

    The last column takes what is over, at least `last_least`. Where there is not enough the widest give way first;
    where there is more, half of it is spread over the columns, none getting more than half of what it asked for.
    """
    if not wanted:
        return []
    room = max(0.0, room - last_least)
    spare = room - sum(wanted)
    if spare >= 0:
        each = spare * _SPARE / len(wanted)
        return [width + min(each, width / 2) for width in wanted]
    widths, left = [0.0] * len(wanted), room
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    for done, at in enumerate(order):
        widths[at] = min(wanted[at], left / (len(order) - done))
        left -= widths[at]
    return widths
