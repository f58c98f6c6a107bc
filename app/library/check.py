# SPDX-License-Identifier: Apache-2.0
"""Every fault of what is being typed, found off the GUI thread, one look at a time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.library.preview import count_of, nodes_of
from app.tasks import Loader, Tasks
from app.translate import tr
from engine.definition import loads, outline
from engine.definition.model import Workflow
from engine.errors import DefinitionFaults, Fault
from engine.projections import NodeView

CHECK_AFTER_MS = 300
"""How long after the last edit everything is checked, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a text. `workflow` None: `faults` says why. `blocks` counts all, `nodes` holds those drawn."""

    workflow: Workflow | None = None
    nodes: tuple[NodeView, ...] = ()
    blocks: int = 0
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()


def checked(text: str, path: Path) -> Checked:
    """Check a text as the file `path`. Takes seconds for the largest: for a thread."""
    try:
        loaded = loads(text.encode("utf-8", "replace"), file=path.name, directory=path.parent)
    except DefinitionFaults as error:
        return Checked(faults=error.faults)
    except OSError as error:
        return Checked(faults=(Fault(path.name, 0, 0, tr("it cannot be checked: {error}").format(error=error)),))
    plan = outline(loaded.workflow)
    return Checked(loaded.workflow, tuple(nodes_of(plan)), count_of(plan), (), loaded.warnings)


class Checker(QObject):
    """Checks the newest text. A check that is under way is waited for: a thread cannot be called back."""

    found = Signal(object)  # a Checked, of the text that was given last

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._loader = Loader(tasks, self, "check a workflow")
        self._busy = False
        self._wanted: tuple[str, Path] | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._check)

    def check(self, text: str, path: Path, *, soon: bool = False) -> None:
        """Check this instead of whatever was asked for before: at once, or `soon`, when typing has stopped."""
        self._wanted = (text, path)
        self._soon.start(CHECK_AFTER_MS if soon else 0)

    def forget(self) -> None:
        """Nothing is asked for any more."""
        self._wanted = None
        self._soon.stop()

    def _check(self) -> None:
        if not self._busy and self._wanted is not None:
            self._busy = self._loader.load(partial(_of, self._wanted), self._on_checked)
            if not self._busy:
                self._soon.start(CHECK_AFTER_MS)

    def _on_checked(self, done: tuple[tuple[str, Path], Checked]) -> None:
        self._busy = False
        asked, found = done
        if asked == self._wanted:
            self.found.emit(found)
        elif not self._soon.isActive():
            self._check()


def _of(asked: tuple[str, Path]) -> tuple[tuple[str, Path], Checked]:
    return asked, checked(*asked)
