# SPDX-License-Identifier: Apache-2.0
"""What the programs of the compared engines share: one of `chain`, `fan-out`, `until-killed` or `resume`, in a folder.

usage: python with_ENGINE.py WHAT N FOLDER. `chain` and `fan-out` print the seconds from the first step to the last;
`until-killed` is ended by SIGKILL in step N + 1; `resume` prints the monotonic time at which that step begins again.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

WHAT, COUNT, FOLDER = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])


def in_step(n: int) -> None:
    """What a step does, the first being 0: nothing, but for the one that is killed, or that begins again."""
    if WHAT == "until-killed" and n == COUNT:
        os.kill(os.getpid(), signal.SIGKILL)
    if WHAT == "resume":
        say(at=time.monotonic(), step=n)
        os._exit(0)


def timed(run: Callable[[], object]) -> None:
    """Run, and print how long it took."""
    began = time.perf_counter()
    run()
    say(seconds=time.perf_counter() - began)


def say(**figures: float) -> None:
    """One line of JSON, at once."""
    sys.stdout.write(json.dumps(figures) + "\n")
    sys.stdout.flush()
