# SPDX-License-Identifier: Apache-2.0
"""Work that is waited for to its end, whatever happens: threads cannot be cancelled, half-given replies must not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def to_the_end(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Like `asyncio.to_thread`; cancelled, it raises only when the thread is done, so nobody else begins before."""
    return await whole(asyncio.to_thread(function, *args, **kwargs))


async def whole(work: Coroutine[Any, Any, T]) -> T:
    """Await `work`, which is never cancelled; cancelled itself, it raises only when that is done."""
    working = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not working.done():
        try:
            await asyncio.wait([working])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        working.exception()
        raise cancelled
    return working.result()
