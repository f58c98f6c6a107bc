# SPDX-License-Identifier: Apache-2.0
"""Path globs of gates: anchored at the root, `*` and `?` within one folder, `**` across folders, `[...]` as usual."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable


@functools.lru_cache(maxsize=512)
def _compiled(glob: str) -> re.Pattern[str]:
    pattern = glob.removeprefix("./")
    if pattern.endswith("/"):
        pattern += "**"
    parts = re.findall(r"\*\*/|\*\*|\*|\?|\[!?[^\]]+\]|.", pattern, re.DOTALL)
    try:
        return re.compile("".join(map(_translated, parts)), re.DOTALL)
    except re.error:  # a range that makes no sense: such a path is meant by its letters, or by nobody
        return re.compile(re.escape(pattern))


def _translated(part: str) -> str:
    if part == "**/":
        return "(?:[^/]*/)*"
    if part == "**":
        return ".*"
    if part == "*":
        return "[^/]*"
    if part == "?":
        return "[^/]"
    if part.startswith("[") and part.endswith("]") and len(part) > 2:
        inside = part[1:-1].replace("\\", "\\\\").replace("/", "")
        return f"[{'^/' + inside[1:] if inside.startswith('!') else inside}]"
    return re.escape(part)


def matches_any(path: str, globs: Iterable[str]) -> bool:
    """Whether the whole path matches one of the globs. A folder's name with a slash at its end means all below it."""
    return any(_compiled(glob).fullmatch(path) is not None for glob in globs)
