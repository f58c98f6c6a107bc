# SPDX-License-Identifier: Apache-2.0
"""What a person chose about being told: kept for this window, in the data directory."""

from __future__ import annotations

from datetime import datetime, timedelta

from app.layout import Memory
from app.notify.notices import Hours, parse_hours

QUIET_FOR = timedelta(hours=1)
"""How long "quiet for an hour" is."""


class Prefs:
    """The choices, read each time they are needed; quiet hours are given in local time."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._quiet_until: datetime | None = None

    @property
    def notices(self) -> bool:
        """Whether the desktop tells of what waits."""
        return self._memory.flag("notify/notices", True)

    @notices.setter
    def notices(self, value: bool) -> None:
        self._memory.set_flag("notify/notices", value)

    @property
    def ends(self) -> bool:
        """Whether it tells of runs that ended, too."""
        return self._memory.flag("notify/ends", True)

    @ends.setter
    def ends(self, value: bool) -> None:
        self._memory.set_flag("notify/ends", value)

    @property
    def awake(self) -> bool:
        """Whether the computer is kept awake while agents work."""
        return self._memory.flag("notify/awake", True)

    @awake.setter
    def awake(self, value: bool) -> None:
        self._memory.set_flag("notify/awake", value)

    @property
    def quiet_hours(self) -> Hours | None:
        """The hours of each day without notices; None for none."""
        return parse_hours(self._memory.word("notify/quiet"))

    @quiet_hours.setter
    def quiet_hours(self, hours: Hours | None) -> None:
        self._memory.set_word("notify/quiet", "" if hours is None else str(hours))

    def be_quiet(self, moment: datetime) -> None:
        """No notice for an hour from a local moment on; forgotten when the window closes."""
        self._quiet_until = moment + QUIET_FOR

    def is_quiet(self, moment: datetime) -> bool:
        """Whether nothing is to be told at a local moment."""
        if not self.notices or (self._quiet_until is not None and moment < self._quiet_until):
            return True
        hours = self.quiet_hours
        return hours is not None and hours.cover(moment)
