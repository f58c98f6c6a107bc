# SPDX-License-Identifier: Apache-2.0
"""What is done to a command's process before it begins: nobody reads what it prints any more."""

from __future__ import annotations

import os


def nobody_listens(_: str) -> None:
    """Standard output is a pipe whose reader has gone."""
    reader, writer = os.pipe()
    os.dup2(writer, 1)
    os.close(writer)
    os.close(reader)
