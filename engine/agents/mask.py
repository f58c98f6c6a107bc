# SPDX-License-Identifier: Apache-2.0
"""Takes a secret out of a stream of bytes, wherever the stream was cut: an agent may well print its environment."""

from __future__ import annotations

MASKED = b"[masked]"


class Mask:
    """Masks one secret in one stream. What may be its beginning is held back until more comes, or `rest` is called."""

    def __init__(self, secret: bytes) -> None:
        """An empty secret masks nothing."""
        self._secret = secret
        self._held = b""

    def feed(self, chunk: bytes) -> bytes:
        """What of the stream can be passed on."""
        if not self._secret:
            return chunk
        data = (self._held + chunk).replace(self._secret, MASKED)
        begun = self._begun(data)
        self._held = data[len(data) - begun :]
        return data[: len(data) - begun]

    def rest(self) -> bytes:
        """What is still held back; the stream has ended."""
        held, self._held = self._held, b""
        return held

    def _begun(self, data: bytes) -> int:
        """How many bytes at the end may be the beginning of the secret."""
        longest = min(len(data), len(self._secret) - 1)
        return next((n for n in range(longest, 0, -1) if data.endswith(self._secret[:n])), 0)
