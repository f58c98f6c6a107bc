# SPDX-License-Identifier: Apache-2.0
"""Every git call of ours is built and run here: bounded, without prompts, hooks, optional locks or an agent's settings.

GitPython finds the executable and starts it; its own runner adds to the inherited environment and ends only a child,
where we must drop every inherited ``GIT_*`` (a hook of the user's may have started us) and end the whole group.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from git.cmd import Git as GitPython
from git.cmd import safer_popen

from engine.errors import GitFailed, GitTimedOut

LIMIT = 120.0
"""Seconds that a call may take, unless it says otherwise."""

SLOW = 600.0
"""Seconds for a call that reads or writes a whole working tree, or many objects."""

_KEPT_FROM_ENVIRONMENT = frozenset(
    {
        "GIT_AUTHOR_NAME",
        "GIT_AUTHOR_EMAIL",
        "GIT_COMMITTER_NAME",
        "GIT_COMMITTER_EMAIL",
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_NOSYSTEM",
        "GIT_CONFIG_SYSTEM",
        "GIT_EXEC_PATH",
    }
)

_ENVIRONMENT = {
    "LC_ALL": "C",
    "LANGUAGE": "C",
    "PAGER": "cat",
    "EDITOR": "false",
    "VISUAL": "false",
    "SSH_ASKPASS": "false",
    "SSH_ASKPASS_REQUIRE": "force",  # the program above, which fails at once, rather than a terminal or a window
    "GIT_ASKPASS": "false",
    "GIT_EDITOR": "false",
    "GIT_SEQUENCE_EDITOR": "false",
    "GIT_PAGER": "cat",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_SSH_COMMAND": "ssh -oBatchMode=yes",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.path.join(os.devnull, "none"),
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_PROTOCOL_FROM_USER": "0",
}

_SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.untrackedCache": "false",
    "core.splitIndex": "false",
    "core.sparseCheckout": "false",
    "index.sparse": "false",
    "core.ignoreStat": "false",
    "core.trustctime": "true",
    "core.checkStat": "default",
    "core.safecrlf": "false",
    "core.quotePath": "false",
    "core.fsync": "committed,reference",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "commit.gpgSign": "false",
    "tag.gpgSign": "false",
    "log.showSignature": "false",
    "credential.helper": "",
    "submodule.recurse": "false",
    "fetch.recurseSubmodules": "false",
    "protocol.ext.allow": "never",
    "i18n.commitEncoding": "UTF-8",
    "i18n.logOutputEncoding": "UTF-8",
    "color.ui": "false",
}

MARKED: ContextVar[tuple[str, str] | None] = ContextVar("name and value of a variable that calls of git carry")
"""So that a call which outlives its driver can be found, and ended before anybody else works on its repository."""

UNTRUSTED_OBJECTS = {"core.commitGraph": "false", "core.multiPackIndex": "false", "pack.useBitmaps": "false"}
"""Settings for reading objects that an agent may have written: nothing but the objects themselves is believed."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A call that ended by itself."""

    status: int
    out: bytes
    err: str


@dataclass(frozen=True, slots=True)
class Git:
    """Git bound to one place. Its git folder is always said; nothing is discovered but where ``discovers`` says so."""

    git_dir: Path
    work_tree: Path | None = None
    index: Path | None = None
    borrowed: tuple[Path, ...] = ()
    """Object folders that are read beside the repository's own, by this call only."""
    settings: tuple[tuple[str, str], ...] = ()
    users_settings: bool = True
    """False: neither the system's nor the user's configuration and attributes apply."""
    discovers: bool = False
    """True: `git_dir` is any folder, and git looks for the repository at or above it, checking who owns it."""

    def at(self, work_tree: Path, index: Path) -> Git:
        """The same repository looking at a working tree through an index of ours."""
        return replace(self, work_tree=work_tree, index=index)

    def borrowing(self, *objects: Path) -> Git:
        """The same repository reading an agent's objects too, with nothing believed but the objects."""
        return replace(self, borrowed=self.borrowed + objects, settings=(*self.settings, *UNTRUSTED_OBJECTS.items()))

    def with_settings(self, settings: Mapping[str, str]) -> Git:
        return replace(self, settings=(*self.settings, *settings.items()))

    def without_users_settings(self) -> Git:
        """The same repository with nobody's settings, filters and attributes but its own."""
        nobody = (("core.attributesFile", os.devnull), ("core.excludesFile", os.devnull))
        return replace(self, settings=nobody, users_settings=False)

    def run(
        self,
        *args: str,
        stdin: bytes | IO[bytes] = b"",
        into: IO[bytes] | None = None,
        accept: Iterable[int] = (0,),
        limit: float = LIMIT,
    ) -> Finished:
        """Run one git command. ``into`` takes its output in place of the result.

        Raises GitFailed for a status that is not in ``accept``, GitTimedOut after ``limit`` seconds.
        """
        with self._started(args, stdin, into) as process:
            try:
                out, err = process.communicate(stdin if isinstance(stdin, bytes) else None, timeout=limit)
            except subprocess.TimeoutExpired as error:
                raise self._timed_out(args, limit) from error
        finished = Finished(process.returncode, out or b"", _said(err))
        if finished.status not in accept:
            raise self._failed(args, finished)
        return finished

    def head(self, *args: str, cap: int, limit: float = LIMIT) -> tuple[bytes, bool]:
        """The first ``cap`` bytes of a command's output, and whether there was more (it is then ended)."""
        timed_out = threading.Event()

        def give_up() -> None:
            timed_out.set()
            _end_group(process)

        timer = threading.Timer(limit, give_up)
        with self._started(args, b"", None) as process, _drained(process.stderr) as err:
            assert process.stdout is not None
            timer.start()
            try:
                out = process.stdout.read(cap + 1)
                if len(out) > cap:
                    return out[:cap], True
                process.wait()
            finally:
                timer.cancel()
        if timed_out.is_set():
            raise self._timed_out(args, limit)
        if process.returncode != 0:
            raise self._failed(args, Finished(process.returncode, b"", _said(err())))
        return out, False

    def out(self, *args: str, stdin: bytes = b"", limit: float = LIMIT) -> bytes:
        """The output of a command that must succeed."""
        return self.run(*args, stdin=stdin, limit=limit).out

    def line(self, *args: str, stdin: bytes = b"") -> str:
        """The output of a command that must succeed, as text without its last line feed."""
        return os.fsdecode(self.out(*args, stdin=stdin).removesuffix(b"\n"))

    def says_yes(self, *args: str) -> bool:
        """True for status 0, False for 1; anything else raises GitFailed."""
        return self.run(*args, accept=(0, 1)).status == 0

    def resolve(self, revision: str) -> str | None:
        """The full name of the object that a revision names, None where it names none."""
        found = self.run("rev-parse", "--verify", "--quiet", "--end-of-options", revision, accept=(0, 1, 128))
        return found.out.decode("ascii").strip() if found.status == 0 else None

    def _argv(self, args: tuple[str, ...]) -> list[str]:
        where = [] if self.discovers else [f"--git-dir={self.git_dir}"]
        if self.work_tree is not None:
            where.append(f"--work-tree={self.work_tree}")
        return [GitPython.GIT_PYTHON_GIT_EXECUTABLE or "git", *where, *args]

    def _environment(self) -> dict[str, str]:
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or k in _KEPT_FROM_ENVIRONMENT}
        environment = inherited | _ENVIRONMENT
        if self.index is not None:
            environment["GIT_INDEX_FILE"] = str(self.index)
        if self.borrowed:
            environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = os.pathsep.join(_quoted(path) for path in self.borrowed)
        if not self.users_settings:
            environment |= {
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_CONFIG_GLOBAL": os.devnull,
                "GIT_ATTR_NOSYSTEM": "1",
                "GIT_LFS_SKIP_SMUDGE": "1",
            }
        settings = [*_SETTINGS.items(), *self.settings]
        environment["GIT_CONFIG_COUNT"] = str(len(settings))
        if (mark := MARKED.get(None)) is not None:
            environment[mark[0]] = mark[1]
        for number, (key, value) in enumerate(settings):
            environment[f"GIT_CONFIG_KEY_{number}"] = key
            environment[f"GIT_CONFIG_VALUE_{number}"] = value
        return environment

    @contextlib.contextmanager
    def _started(
        self, args: tuple[str, ...], stdin: bytes | IO[bytes], into: IO[bytes] | None
    ) -> Iterator[subprocess.Popen[bytes]]:
        given: Any = stdin if not isinstance(stdin, bytes) else subprocess.PIPE if stdin else subprocess.DEVNULL
        try:
            process = safer_popen(
                self._argv(args),
                cwd=self.work_tree or self.git_dir,
                env=self._environment(),
                stdin=given,
                stdout=into or subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            where = str(self.work_tree or self.git_dir)
            message = f"git could not be started in {where!r}: {error}; is it installed, and the folder there?"
            raise GitFailed(message, 127, str(error)) from error
        try:
            yield process
        finally:
            if process.returncode is None:
                _end_group(process)
                process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()

    def _failed(self, args: tuple[str, ...], finished: Finished) -> GitFailed:
        said = finished.err[-2000:] or "it said nothing"
        how = f"ended with {finished.status}" if finished.status >= 0 else f"was ended by signal {-finished.status}"
        return GitFailed(f"git {args[0]} in {str(self.git_dir)!r} {how}: {said}", finished.status, finished.err)

    def _timed_out(self, args: tuple[str, ...], limit: float) -> GitTimedOut:
        return GitTimedOut(
            f"git {args[0]} in {str(self.git_dir)!r} did not end within {limit:g} s and was ended; "
            "a filter, a pipe in place of a file, or a slow disk may be why"
        )


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process and everything in its group at once."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


@contextlib.contextmanager
def _drained(stream: IO[bytes] | None) -> Iterator[Any]:
    """Read a stream in a thread, so that a full pipe stops nobody; yields a function that gives what came (bounded)."""
    kept: list[bytes] = []

    def drain() -> None:
        assert stream is not None
        with contextlib.suppress(ValueError, OSError):
            while chunk := stream.read(65536):
                if len(kept) < 16:
                    kept.append(chunk)

    thread = threading.Thread(target=drain, daemon=True)
    thread.start()

    def result() -> bytes:
        thread.join(timeout=2)
        return b"".join(kept)

    yield result


def _said(err: bytes) -> str:
    return err.decode("utf-8", "backslashreplace").strip()


def _quoted(path: Path) -> str:
    """A path as git reads it in a list: C-quoted, so that a separator in it does no harm."""
    text = str(path)
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
