# SPDX-License-Identifier: Apache-2.0
"""The environment of a child: built from an allow-list, never inherited."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from engine.placement.process import Isolation

_ALLOWED = re.compile(
    r"PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ"
    r"|GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL)|GIT_CONFIG_GLOBAL|GIT_CONFIG_NOSYSTEM"
    r"|(?:http|https|no|all)_proxy|(?:HTTP|HTTPS|NO|ALL)_PROXY"
    r"|SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE|NODE_EXTRA_CA_CERTS"
    r"|(?:PYENV|CARGO|RUSTUP|GOPATH|JAVA|NVM|VOLTA|BUN)(?:_ROOT|_HOME|_DIR|_INSTALL)?"
    r"|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA"
)
_DEFAULTS = {"TERM": "dumb", "GIT_TERMINAL_PROMPT": "0"}


def environment(
    extra: Mapping[str, str] | None = None, isolation: Isolation = "sandboxed", *, network: bool = True
) -> dict[str, str]:
    """The complete environment of a child: what is allowed of ours, then `extra`, which may replace any of it.

    PATH keeps absolute folders only: an empty or relative one would mean the checkout. Without a network there is no
    proxy to reach, and a password for it may be in its address.
    """
    passed = {name: value for name, value in os.environ.items() if _ALLOWED.fullmatch(name)}
    if not network:
        passed = {name: value for name, value in passed.items() if not name.lower().endswith("_proxy")}
    if isolation == "open" and "TMPDIR" in os.environ:  # sandboxed, /tmp is private already
        passed["TMPDIR"] = os.environ["TMPDIR"]
    if not any(name in passed for name in ("LANG", "LC_ALL", "LC_CTYPE")):
        passed["LC_ALL"] = "C.UTF-8"
    complete = _DEFAULTS | passed | dict(extra or {})
    folders = complete.get("PATH", os.defpath).split(os.pathsep)
    complete["PATH"] = os.pathsep.join(filter(os.path.isabs, folders)) or os.defpath
    return complete
