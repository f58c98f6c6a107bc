# SPDX-License-Identifier: Apache-2.0
"""Every error of ours, with a stable code and the exit status a command ends with.

    PilothouseError                 exit 1
    ├── RecordInvalid                        something that JSON cannot hold was to be journaled
    ├── JournalUnwritable                    disk full, or the disk fails; nothing is acted on until it is mended
    ├── WorkspaceError                       git or the file system could not do what was asked
    │   ├── GitFailed                        a git call of ours ended with a fault
    │   ├── GitTimedOut                      a git call of ours did not end in time
    │   └── RepositoryLocked                 a lock in the user's repository: an environment problem, not the attempt's
    ├── GateUnmeasurable                     the disk failed while a gate was measured
    ├── TranscriptUnwritable                 disk full, or the attempt's folder was tampered with
    ├── VerdictUnmovable                     an older verdict could not be archived; the prompt was not sent
    ├── ToolsUnusable                        the process in which a model's tools act cannot be had
    ├── ConversationUnwritable               what was said in a session cannot be kept, or read again
    ├── SurvivorsLeft                        processes of an earlier driver could not be ended
    ├── StateDiverged                        the world is not what the journal says
    ├── BranchCheckedOut                     somebody checked the run's branch out
    ├── FleetUnrecorded                      what the fleet used today cannot be read or written
    ├── HostFailed                           the engine host does not start, or does not end
    ├── CommandFailed               any      a run's driver refused a command, with this reason
    ├── KeyringUnusable                      the system's keyring cannot keep a provider's key
    ├── UsageError                  exit 2   faulty arguments, workflow or file
    │   ├── SandboxUnavailable               a role asks for a sandbox, and there is none here
    │   ├── BackendUnknown                   a role names an agent that this version does not have
    │   ├── DefinitionFaults                 faults of a workflow or profile, all at once, each with line and column
    │   ├── InputFaults                      inputs given at launch that the workflow cannot take, all at once
    │   ├── LaunchFaults                     several things that keep a run from being launched
    │   ├── ExpressionError                  a condition (CEL) that does not parse or has no value here
    │   ├── TemplateError                    a prompt template that does not parse or names what is not there
    │   ├── JournalDamaged                   a gap, duplicate, wrong hash or broken line before the end
    │   ├── JournalReadOnly                  written by a newer version
    │   ├── JournalHealthy                   a journal that needs no repair was to be repaired
    │   ├── RunIdInvalid
    │   ├── RunUnknown
    │   └── RunExists
    └── Refused                     exit 5   somebody else drives, or the evidence has moved
        ├── JournalLocked                    another process drives this run
        │   └── HostRunning                  another engine host serves this data directory
        ├── AnswerRefused                    the hold is closed, or its evidence moved
        ├── WorkWouldBeLost                  a checkout holds work that is nowhere else
        ├── FileMoved                        a file changed on disk since it was read, or is there already
        └── CommandRefused                   a command that no person gave

A message says what happened, to what (quoted with ``!r``), and what to do next. The cause is kept:
``raise X(...) from error``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar


class PilothouseError(Exception):
    """Base of every error of ours; catch this at a border, never ``Exception``."""

    code: ClassVar[str] = "internal"
    """Stable across releases, for scripts: lower case, words joined by ``-``."""

    exit_code: ClassVar[int] = 1
    """Status that a command ends with when this error reaches it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UsageError(PilothouseError):
    """Arguments, a workflow or a file that cannot be used as given."""

    code = "usage"
    exit_code = 2


class Refused(PilothouseError):
    """The request is sound but may not happen now: another driver, an outdated or a given answer."""

    code = "refused"
    exit_code = 5


# ------------------------------------------------------------------------------------------------------------- journal


class RecordInvalid(PilothouseError):
    """A record that JSON cannot hold; nothing of its batch was journaled."""

    code = "record-invalid"


class JournalUnwritable(PilothouseError):
    """The journal cannot be written; what was queued waits in order for the journal's `recover`."""

    code = "journal-unwritable"


class JournalDamaged(UsageError):
    """A journal is wrong before its end. `line` counts from 1, `what` says what is wrong there."""

    code = "journal-damaged"

    def __init__(self, message: str, *, line: int = 0, what: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.what = what


class JournalReadOnly(UsageError):
    """A journal of a newer format, or with event kinds of a newer version: it is left exactly as it is."""

    code = "journal-read-only"


class JournalHealthy(UsageError):
    """A journal was to be repaired, and nothing in it is damaged: it stays as it is."""

    code = "journal-healthy"


class RunIdInvalid(UsageError):
    """A run id that cannot be the name of a folder."""

    code = "run-id-invalid"


class RunUnknown(UsageError):
    """No run of that id in the data directory."""

    code = "run-unknown"


class RunExists(UsageError):
    """A run of that id is there already."""

    code = "run-exists"


class JournalLocked(Refused):
    """Another process holds the run's lock. `pid` is its process, where known."""

    code = "journal-locked"

    def __init__(self, message: str, *, pid: int | None = None) -> None:
        super().__init__(message)
        self.pid = pid


class CommandRefused(Refused):
    """A command that was not given by a person, or not in a form that can be acted on."""

    code = "command-refused"


class WorkspaceError(PilothouseError):
    """Git or the file system could not do what was asked of it."""

    code = "workspace"


class GateUnmeasurable(PilothouseError):
    """A gate could not be measured: an environment problem, which says nothing about the work."""

    code = "gate-unmeasurable"


class GitFailed(WorkspaceError):
    """A git call of ours ended with a fault; ``stderr`` is what git said."""

    code = "git-failed"

    def __init__(self, message: str, status: int, stderr: str) -> None:
        super().__init__(message)
        self.status = status
        self.stderr = stderr


class GitTimedOut(WorkspaceError):
    """A git call of ours did not end in time; it and its whole process group are gone."""

    code = "git-timed-out"


class RepositoryLocked(WorkspaceError):
    """A lock of somebody else's stands in the user's repository: an environment problem, and never ours to delete."""

    code = "repository-locked"


class WorkWouldBeLost(Refused):
    """A checkout holds uncommitted or unmerged work, and nobody has chosen explicitly to lose it."""

    code = "work-would-be-lost"


class FileMoved(Refused):
    """A file is not as it was when it was read, or there is one where a new one was to be written."""

    code = "file-moved"


# ------------------------------------------------------------------------------------------------ agents and placement


class SandboxUnavailable(UsageError):
    """A role asks for a sandbox, and there is none here; never run without one silently."""

    code = "sandbox-unavailable"


class BackendUnknown(UsageError):
    """A role names an agent that this version does not have."""

    code = "backend-unknown"


class TranscriptUnwritable(PilothouseError):
    """An attempt's transcript cannot be written: disk full, or its folder was tampered with."""

    code = "transcript-unwritable"


class ToolsUnusable(PilothouseError):
    """The process in which a model's tools act does not start, or does not stay."""

    code = "tools-unusable"


class KeyringUnusable(PilothouseError):
    """There is no keyring, or it is locked."""

    code = "keyring-unusable"


class ConversationUnwritable(PilothouseError):
    """What was said in a session cannot be kept or read; nothing more is sent."""

    code = "conversation-unwritable"


class VerdictUnmovable(PilothouseError):
    """An older verdict could not be archived, so the prompt was not sent."""

    code = "verdict-unmovable"


# ---------------------------------------------------------------------------------------------------------- definitions


@dataclass(frozen=True, order=True, slots=True)
class Fault:
    """One fault of a file. `line` and `column` count from 1; 0 where the file as a whole is meant."""

    file: str
    line: int
    column: int
    what: str
    todo: str = ""
    """What to do about it; empty where `what` says it all."""

    def __str__(self) -> str:
        """On one line, with nothing in it that a terminal would obey."""
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        text = f"{place}: {self.what}; {self.todo}" if self.todo else f"{place}: {self.what}"
        return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


class DefinitionFaults(UsageError):
    """Everything that is wrong with a workflow or a profile, in the order of the files."""

    code = "definition-faulty"

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(str(fault) for fault in self.faults))


class InputFaults(UsageError):
    """What is wrong with the inputs given at launch; `faults` has one sentence for each input's name."""

    code = "inputs-faulty"

    def __init__(self, faults: Mapping[str, str]) -> None:
        self.faults = dict(faults)
        super().__init__("\n".join(f"input {name!r}: {what}" for name, what in self.faults.items()))


class LaunchFaults(UsageError):
    """Several things that keep a run from being launched; `faults` has each as its own error."""

    code = "launch-faulty"

    def __init__(self, faults: Iterable[UsageError]) -> None:
        self.faults = tuple(faults)
        told = dict.fromkeys(line for fault in self.faults for line in fault.message.splitlines())
        super().__init__("\n- ".join([f"{len(told)} things keep this run from beginning:", *told]))


class ExpressionError(UsageError):
    """A condition that does not parse, or that has no value for what is there."""

    code = "expression-faulty"


class TemplateError(UsageError):
    """A prompt template that does not parse, names what is not there, or grows beyond bounds."""

    code = "template-faulty"


# ------------------------------------------------------------------------------------------------------------- runtime


class SurvivorsLeft(PilothouseError):
    """Processes of an earlier driver's attempts could not be ended, so nothing is reconciled."""

    code = "survivors-left"


class StateDiverged(PilothouseError):
    """The world is not what the journal says: a person sees `recorded` and `observed`. Nothing was judged."""

    code = "state-diverged"

    def __init__(self, message: str, *, recorded: str, observed: str) -> None:
        super().__init__(message)
        self.recorded = recorded
        self.observed = observed


class BranchCheckedOut(PilothouseError):
    """Somebody checked the run's branch out in the user's repository; it was not moved."""

    code = "branch-checked-out"


class FleetUnrecorded(PilothouseError):
    """What the fleet used today cannot be read or written, so no limit on it could hold; nothing was started."""

    code = "fleet-unrecorded"


class HostFailed(PilothouseError):
    """The engine host does not start, or does not end."""

    code = "host-failed"


class CommandFailed(PilothouseError):
    """A run's driver refused a command; `refusal` and `exit_code` are the driver's."""

    code = "command-failed"

    def __init__(self, refusal: str, exit_code: int, message: str) -> None:
        super().__init__(message)
        self.refusal = refusal
        self.exit_code = exit_code  # type: ignore[misc]


class HostRunning(JournalLocked):
    """Another engine host serves this data directory."""

    code = "host-running"


class AnswerRefused(Refused):
    """The hold is not open, or its evidence moved since the person saw it."""

    code = "answer-refused"
