# SPDX-License-Identifier: Apache-2.0
"""What no mount and no namespace of a sandbox keeps apart: a process gives it up, before anything else runs there.

Loaded by `shim.py` inside the sandbox: the standard library only. Three ways out of it lead through the kernel:

* the kernel's keyrings, where tickets and tokens of the person may lie: refused, and so is asking for them;
* sockets to the machine beneath a virtual one, which belong to no network namespace: there are none;
* abstract sockets of an open network, where a display or a session bus may listen: out of reach from Linux 6.12 on.

And of processes there is an upper bound; a kernel counts them for root only where a user namespace does.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Iterator

MOST_PROCESSES = 8_192
"""And threads, of one sandbox."""

_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
_LANDLOCK_CREATE_RULESET, _LANDLOCK_RESTRICT_SELF = 444, 446
_LANDLOCK_CREATE_RULESET_VERSION = 1
_LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET = 1
_SCOPES_SINCE = 6
_AF_VSOCK = 40

_CALLS = {
    0xC000003E: ((248, 249, 250), 41),  # x86-64
    0x40000003: ((286, 287, 288, 102), 359),  # i386; 102 opens a socket too, with its arguments out of sight
    0xC00000B7: ((217, 218, 219), 198),  # arm64
    0x40000028: ((309, 310, 311), 281),  # arm
    0xC00000F3: ((217, 218, 219), 198),  # riscv64
}
"""By architecture, as the kernel audits it: the calls that are refused (add_key, request_key, keyctl), and `socket`."""
_X32 = 0x40000000
"""The bit that tells the other numbering of x86-64."""

_LOAD, _AND, _IF_EQUAL, _RETURN = 0x20, 0x54, 0x15, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000


def confine() -> None:
    """Confine this process and all that it starts, for ever. Raises OSError: nothing may be started then."""
    libc = ctypes.CDLL(None, use_errno=True)
    _bound_processes()
    _scope_sockets(libc)
    _filter_calls(libc)


def _bound_processes() -> None:
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NPROC)
    most = MOST_PROCESSES if most == resource.RLIM_INFINITY else min(most, MOST_PROCESSES)
    resource.setrlimit(resource.RLIMIT_NPROC, (most, most))


def _scope_sockets(libc: ctypes.CDLL) -> None:
    """An abstract socket is reached only by what was started in this sandbox. An older kernel cannot tell."""
    call = libc.syscall
    call.restype = ctypes.c_long
    version = call(_LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), _LANDLOCK_CREATE_RULESET_VERSION)
    if version < _SCOPES_SINCE:
        return
    asked = struct.pack("=QQQ", 0, 0, _LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET)
    rules = _checked(call(_LANDLOCK_CREATE_RULESET, asked, ctypes.c_size_t(len(asked)), 0))
    try:
        _checked(call(_LANDLOCK_RESTRICT_SELF, rules, 0))
    finally:
        os.close(rules)


def _filter_calls(libc: ctypes.CDLL) -> None:
    """Bubblewrap has seen to it that nobody gains privileges here, which a filter takes."""
    words = list(program())
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *word) for word in words))

    class _Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))

    given = _Program(len(words), ctypes.cast(code, ctypes.c_void_p))
    _checked(libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(given), 0, 0))


def program() -> Iterator[tuple[int, int, int, int]]:
    """The filter: operation, how many to pass over where a comparison holds and where not, operand."""
    for architecture, (refused, opens) in _CALLS.items():
        block = list(_of_architecture(refused, opens))
        yield _LOAD, 0, 0, _ARCHITECTURE
        yield _IF_EQUAL, 0, len(block), architecture
        yield from block
    yield _RETURN, 0, 0, _ALLOW


def _of_architecture(refused: tuple[int, ...], opens: int) -> Iterator[tuple[int, int, int, int]]:
    yield _LOAD, 0, 0, _NUMBER
    yield _AND, 0, 0, 0xFFFFFFFF & ~_X32
    for number in refused:
        yield _IF_EQUAL, 0, 1, number
        yield _RETURN, 0, 0, _REFUSE | errno.EPERM
    yield _IF_EQUAL, 0, 3, opens
    yield _LOAD, 0, 0, _FIRST_ARGUMENT
    yield _IF_EQUAL, 0, 1, _AF_VSOCK
    yield _RETURN, 0, 0, _REFUSE | errno.EAFNOSUPPORT
    yield _RETURN, 0, 0, _ALLOW


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


if sys.byteorder != "little":  # the lower half of an argument would lie elsewhere, and none of these is so
    _CALLS.clear()
