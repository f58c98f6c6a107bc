# SPDX-License-Identifier: Apache-2.0
"""Names of refs and folders: anything a workflow may call a node becomes a valid, distinct name."""

from __future__ import annotations

import re

_UNSAFE = re.compile(rb"[^A-Za-z0-9_/-]")


def encoded(text: str) -> str:
    """Percent-encoded to letters, digits, ``_``, ``-`` and ``/``: valid in a ref, and no two texts share a name."""
    return _UNSAFE.sub(lambda m: b"%%%02X" % m.group()[0], text.encode("utf-8", "surrogateescape")).decode("ascii")


def folder_name(text: str) -> str:
    """The same as the name of one folder."""
    return encoded(text).replace("/", "%2F")


def run_ref(run_id: str, *parts: str) -> str:
    """``refs/pilothouse/<run>/<part>/…``."""
    return "/".join(["refs/pilothouse", encoded(run_id).replace("/", "%2F"), *(encoded(part) for part in parts)])


def attempt_ref(run_id: str, node: str, attempt: int, *parts: str) -> str:
    """``refs/pilothouse/<run>/<node>/<n>/<part>/…``; nothing but attempts of ``node`` is under its own prefix."""
    return run_ref(run_id, node, str(attempt), *parts)
