# SPDX-License-Identifier: Apache-2.0
"""What a backend that sends requests itself asks first: whether its provider's account is held back.

The runtime gives each turn a `Provider`; behind it stands one back-off for all runs and processes of a data directory.
"""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from engine.policy.failures import FailureClass

PATIENCE = 60.0
"""Seconds that are waited inside a turn; a longer wait is better waited between turns."""


@dataclass(frozen=True, slots=True)
class Wait:
    """An account is held back: until when (Unix seconds, the asker's own share of jitter in it), and why."""

    account: str
    until: float
    failure: FailureClass
    refusals: int
    """How often in a row the provider refused."""

    def left_ms(self, now: float) -> int:
        """Milliseconds from `now` (Unix seconds), 0 if it is over."""
        return max(0, round((self.until - now) * 1000))


def unreachable(error: BaseException, url: str) -> str:
    """What it means that no connection to the server of `url` could be made, as `error` tells."""
    at = urlsplit(url)
    server = f"{at.scheme}://{at.netloc.rpartition('@')[2]}"
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, socket.gaierror):
            return f"{server} is not found: the name {at.hostname!r} has no address here"
        cause = cause.__cause__ or cause.__context__
    told = " ".join(str(error).split())[:300]
    return f"nothing answers at {server}" if "connection attempts failed" in told else f"{server}: {told}"


class Permit(Protocol):
    """One request may be sent now. Tell how it went, once; telling nothing means that the provider said neither."""

    async def succeeded(self) -> None:
        """The provider answered."""

    async def limited(self, failure: FailureClass = "rate_limited", retry_after_ms: int | None = None) -> Wait:
        """It refused; `retry_after_ms` is what it asked for. Every run of the account waits now."""
        ...


class Provider(Protocol):
    """One account, as one turn sees it. Requests may overlap."""

    async def ready(self, patience_s: float = PATIENCE) -> Permit | Wait:
        """Wait until a request may be sent; a `Wait` where that takes longer than `patience_s`. Never raises."""
        ...


class _Unlimited:
    async def ready(self, patience_s: float = PATIENCE) -> Permit | Wait:
        return self

    async def succeeded(self) -> None:
        pass

    async def limited(self, failure: FailureClass = "rate_limited", retry_after_ms: int | None = None) -> Wait:
        return Wait("", time.time() + (retry_after_ms or 0) / 1000, failure, 1)


UNLIMITED: Provider = _Unlimited()
"""Never waits; for whoever is not driven by the engine."""
