# SPDX-License-Identifier: Apache-2.0
"""What the window needs only later is imported behind its back, so that the first use of it is quick."""

from __future__ import annotations


def warm_up() -> None:
    """Import what commands and dialogs need. For a thread."""
    import engine.runtime.client
    import engine.runtime.explore
    import engine.runtime.launch  # noqa: F401
