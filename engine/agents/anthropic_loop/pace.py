# SPDX-License-Identifier: Apache-2.0
"""Temporary: the face of the fleet's shared back-off."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol

from engine.policy.failures import FailureClass


@dataclass(frozen=True, slots=True)
class Wait:
    """The account is held back."""

    account: str
    until: float
    failure: FailureClass
    failures: int

    def left_ms(self, now: float) -> int:
        """Milliseconds that are left of it."""
        return max(0, round((self.until - now) * 1000))


class Permit(Protocol):
    """One request may be sent."""

    async def succeeded(self) -> None: ...

    async def limited(self, failure: FailureClass = "rate_limited", retry_after_ms: int | None = None) -> Wait: ...


class Provider(Protocol):
    """One account."""

    async def ready(self, patience_s: float = 60.0) -> Permit | Wait: ...


class _Free:
    async def ready(self, patience_s: float = 60.0) -> Permit | Wait:
        return self

    async def succeeded(self) -> None:
        pass

    async def limited(self, failure: FailureClass = "rate_limited", retry_after_ms: int | None = None) -> Wait:
        return Wait("", time.time() + (retry_after_ms or 0) / 1000, failure, 1)


UNLIMITED: Provider = _Free()
