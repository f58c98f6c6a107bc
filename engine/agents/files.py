# SPDX-License-Identifier: Apache-2.0
"""Reading and writing inside a folder that an agent may have filled with links, pipes and devices.

Every path is walked from the folder's own descriptor without following a link, so nothing outside is ever touched, and
opening never blocks.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

_KINDS = {
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_PLAIN = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


class NotPlain(OSError):
    """The path is no regular file inside the folder; the message says what it is instead."""


def read_inside(root: Path, relative: str, limit: int) -> bytes | None:
    """The content of a regular file below `root`, or None where nothing is there.

    Raises:
        NotPlain: a link at any level, a folder, pipe, device, a path that leads outside, or more than `limit` bytes.
        OSError: it cannot be read.
    """
    try:
        fd = open_inside(root, relative)
    except FileNotFoundError:
        return None
    with open(fd, "rb") as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise NotPlain(f"{relative} is larger than {limit:,} bytes")
    return content


def open_inside(root: Path, relative: str) -> int:
    """A descriptor of a regular file below `root`, to read; never blocks.

    Raises:
        NotPlain: a link at any level, a folder, pipe, device, or a path that leads outside.
        OSError: it is not there, or cannot be read.
    """
    with _folder_of(root, relative) as (folder, name):
        return _open_plain(folder, name, os.O_RDONLY)


def replace_inside(root: Path, relative: str, content: bytes) -> None:
    """Write a new file below `root`, in the place of whatever file or link has that name. Folders are not made.

    Raises:
        OSError: it cannot be written; a folder of that name is in the way.
    """
    with _folder_of(root, relative) as (folder, name):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=folder)
        fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN, 0o644, dir_fd=folder)
        with open(fd, "wb") as file:
            file.write(content)


def open_to_append(root: Path, relative: str) -> int:
    """A descriptor that appends to a regular file below `root`, made where it is missing.

    Raises:
        NotPlain: something else has that name, or the file has other names too.
        OSError: it cannot be written.
    """
    with _folder_of(root, relative) as (folder, name):
        try:
            fd = _open_plain(folder, name, os.O_WRONLY | os.O_APPEND)
        except FileNotFoundError:
            fd = os.open(name, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | _PLAIN, 0o644, dir_fd=folder)
    if os.fstat(fd).st_nlink != 1:
        os.close(fd)
        raise NotPlain(f"{relative} has a second name elsewhere")
    return fd


def open_to_read(path: Path) -> int:
    """A descriptor of a regular file; never blocks and follows no link in the last place.

    Raises:
        NotPlain: something else has that name.
        OSError: it is not there, or cannot be read.
    """
    with _folder_of(path.parent, path.name) as (folder, name):
        return _open_plain(folder, name, os.O_RDONLY)


def set_aside(root: Path, relative: str, keep_in: str) -> str | None:
    """Move whatever is at `relative` below `root` into the folder `keep_in` of `root`, under a name that is free.

    Nothing is read, followed or overwritten. Returns the new path below `root`; None where nothing was there.

    Raises:
        OSError: it cannot be moved.
    """
    if not lies_inside(root, relative):
        return None
    with _folder_of(root, relative) as (source, name), _keeping_folder(root, keep_in) as target:
        taken = set(os.listdir(target))
        kept = next(new for n in itertools.count(1) if (new := f"{n}-{name}") not in taken)
        os.rename(name, kept, src_dir_fd=source, dst_dir_fd=target)
    return f"{keep_in}/{kept}"


def lies_inside(root: Path, relative: str) -> bool:
    """Whether anything at all, be it a broken link, has this name below `root`."""
    try:
        with _folder_of(root, relative) as (folder, name):
            os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


@contextlib.contextmanager
def _folder_of(root: Path, relative: str) -> Iterator[tuple[int, str]]:
    """The descriptor of the folder that `relative` names something in, and the last name. No link is followed."""
    parts = PurePosixPath(relative).parts
    if not parts or PurePosixPath(relative).is_absolute() or ".." in parts or "\0" in relative:
        raise NotPlain(f"{relative!r} leads outside")
    with contextlib.ExitStack() as stack:
        fd = os.open(root, _FOLDER)
        stack.callback(os.close, fd)
        for part in parts[:-1]:
            try:
                fd = os.open(part, _FOLDER, dir_fd=fd)
            except NotADirectoryError as error:  # a link too: Linux says so, elsewhere it is ELOOP
                raise NotPlain(f"{relative!r} leads through {part!r}, which is no folder") from error
            except OSError as error:
                if error.errno == errno.ELOOP:
                    raise NotPlain(f"{relative!r} leads through {part!r}, which is a link") from error
                raise
            stack.callback(os.close, fd)
        yield fd, parts[-1]


@contextlib.contextmanager
def _keeping_folder(root: Path, name: str) -> Iterator[int]:
    """The descriptor of a folder directly in `root`, made where it is missing."""
    with _folder_of(root, name) as (parent, _), contextlib.suppress(FileExistsError):
        os.mkdir(name, dir_fd=parent)
    with _folder_of(root, f"{name}/_") as (folder, _):
        yield folder


def _open_plain(folder: int, name: str, flags: int) -> int:
    mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    if not stat.S_ISREG(mode):  # before it is opened: opening some devices does something
        raise NotPlain(f"{name} is {_KINDS.get(stat.S_IFMT(mode), 'something else')}, not a regular file")
    fd = os.open(name, flags | _PLAIN, dir_fd=folder)
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise NotPlain(f"{name} is not a regular file")
    return fd
