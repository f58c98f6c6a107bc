# SPDX-License-Identifier: Apache-2.0
"""The file that is open, what was typed into it and others, and how that comes to disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.library.files import Document, digest_of, read_document, save_document
from app.tasks import Loader, Tasks
from app.translate import tr
from engine.errors import FileMoved, PilothouseError


@dataclass(frozen=True, slots=True)
class Draft:
    """What was typed and is not on disk; `document` is what it began with."""

    document: Document
    text: str


class Desk(QObject):
    """
    Reads and writes in threads. What was typed into a file stays while another one is looked at.

    Attributes:
        document: the open file as it was read; None before the first.
        drafts: what is not saved, by file.
    """

    opened = Signal()  # after `document` is another one, or was read anew
    unsaved_changed = Signal()  # after something became unsaved, or saved
    saved = Signal()  # after the open file was written
    moved = Signal()  # after the open file was found changed on disk while it has unsaved changes
    failed = Signal(str)  # a sentence, after a file could not be read or written

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.drafts: dict[Path, Draft] = {}
        self._tasks = tasks
        self._reader = Loader(tasks, self, "read a workflow")
        self._looker = Loader(tasks, self, "look at a workflow")
        self._looking = False
        self._saving = False

    @property
    def text(self) -> str:
        """What is to be shown: what was typed, else what was read."""
        if self.document is None:
            return ""
        draft = self.drafts.get(self.document.path)
        return draft.text if draft is not None else self.document.text

    @property
    def unsaved(self) -> bool:
        """Whether the open file has changes that are not on disk."""
        return self.document is not None and self.document.path in self.drafts

    def open(self, path: Path) -> None:
        """Open a file; what was typed into it before is there again."""
        draft = self.drafts.get(path)
        if draft is not None:
            self._reader.stop()
            self._show(draft.document)
            self.look()
        else:
            self._reader.load(partial(read_document, path), self._show, self._on_failed)

    def edit(self, text: str) -> None:
        """This was typed into the open file."""
        if self.document is None:
            return
        path, before = self.document.path, self.unsaved
        if text == self.document.text:
            self.drafts.pop(path, None)
        else:
            self.drafts[path] = Draft(self.document, text)
        if before != self.unsaved:
            self.unsaved_changed.emit()

    def revert(self) -> None:
        """Forget what was typed into the open file, and read it anew."""
        if self.document is not None:
            self.drafts.pop(self.document.path, None)
            self.unsaved_changed.emit()
            self._reader.load(partial(read_document, self.document.path), self._show, self._on_failed)

    def save(self, *, over: bool = False) -> None:
        """Write what was typed; `over` also where the file has changed on disk."""
        if self.document is None or self._saving or not self.unsaved:
            return
        draft = self.drafts[self.document.path]
        self._saving = self._tasks.spawn(self._save(draft, over), "save a workflow") is not None

    def save_all(self, then: Callable[[], object]) -> None:
        """Write everything that is unsaved; `then` only where all of it could be written."""
        self._tasks.spawn(self._save_all(list(self.drafts.values()), then), "save workflows")

    def discard_all(self) -> None:
        """Forget everything that was typed and not saved."""
        self.drafts.clear()
        self.unsaved_changed.emit()

    def look(self) -> None:
        """See whether the open file has changed on disk."""
        if self.document is not None and not self._looking and not self._saving:
            document = self.document
            work = partial(_now, document)
            self._looking = self._looker.load(work, self._on_looked, self._on_not_looked)

    # -------------------------------------------------------------------------------------------------------- replies

    def _show(self, document: Document) -> None:
        self.document = document
        self.opened.emit()

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(tr("The file cannot be read: {error}").format(error=error))

    def _on_looked(self, found: tuple[Document, str | None]) -> None:
        self._looking = False
        document, digest = found
        if document is not self.document or digest == document.digest:
            return
        if self.unsaved:
            self.moved.emit()
        else:
            self._reader.load(partial(read_document, document.path), self._show, self._on_failed)

    def _on_not_looked(self, error: Exception) -> None:
        self._looking = False

    async def _save(self, draft: Draft, over: bool) -> bool:
        path = draft.document.path
        try:
            document = await asyncio.to_thread(save_document, draft.document, draft.text, over=over)
        except FileMoved:
            self.moved.emit()
            return False
        except (PilothouseError, OSError) as error:
            self.failed.emit(tr("{name} could not be saved: {error}").format(name=path.name, error=error))
            return False
        finally:
            self._saving = False
        later = self.drafts.get(path)
        if later is None or later.text == draft.text:
            self.drafts.pop(path, None)
        else:  # typing went on meanwhile
            self.drafts[path] = Draft(document, later.text)
        if self.document is not None and self.document.path == path:
            self.document = document
            self.saved.emit()
        self.unsaved_changed.emit()
        return True

    async def _save_all(self, drafts: list[Draft], then: Callable[[], object]) -> None:
        done = [await self._save(draft, over=False) for draft in drafts]
        if all(done):
            then()


def _now(document: Document) -> tuple[Document, str | None]:
    return document, digest_of(document.path)
