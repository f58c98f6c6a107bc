# SPDX-License-Identifier: Apache-2.0
"""The only ways out of a closed network: ports of its loopback, each leading to a socket that was put into the sandbox.

A script for `python -I -S`: the standard library only. Arguments: a descriptor that gets a byte once all ports listen,
then `PORT:SOCKET` for each. It outlasts a polite signal, so that an agent can end well; it dies with the sandbox.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading

_CHUNK = 65_536


def main() -> None:
    """Listen, say so, and relay for ever."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    ready = int(sys.argv[1])
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    serving = []
    for word in sys.argv[2:]:
        port, _, path = word.partition(":")
        listening = socket.create_server(("127.0.0.1", int(port)), backlog=128)
        serving.append(threading.Thread(target=_accept, args=(listening, path)))
    os.write(ready, b"!")
    os.close(ready)
    for thread in serving:
        thread.start()


def _accept(listening: socket.socket, path: str) -> None:
    while True:
        inside, _ = listening.accept()
        threading.Thread(target=_join, args=(inside, path), daemon=True).start()


def _join(inside: socket.socket, path: str) -> None:
    with inside, socket.socket(socket.AF_UNIX) as outside, contextlib.suppress(OSError):
        outside.connect(path)
        back = threading.Thread(target=_pour, args=(outside, inside), daemon=True)
        back.start()
        _pour(inside, outside)
        back.join()


def _pour(source: socket.socket, target: socket.socket) -> None:
    """Until the source ends; then the target is told so."""
    try:
        while chunk := source.recv(_CHUNK):
            target.sendall(chunk)
    except OSError:
        pass
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RD if end is source else socket.SHUT_WR)


if __name__ == "__main__":
    main()
