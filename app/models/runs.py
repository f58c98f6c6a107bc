# SPDX-License-Identifier: Apache-2.0
"""All runs, grouped by project: the repository they work on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from app.clock import age_of, ms_since
from app.figures import counted
from app.labels import tip
from app.models.sync import TOP, Index, sync_rows
from app.sentences import activity_words
from app.tokens import status_look
from app.translate import tr
from engine.projections import Summary

_BEATS_MS = 10_000
"""How often a driver notes that it still drives, in ms; what it does beyond that nobody knows."""

_NO_WORDS: Mapping[str, str] = MappingProxyType({})


@dataclass(eq=False, slots=True)
class Project:
    """One repository and its runs."""

    id: int
    repository: str
    name: str
    runs: list[RunRow] = field(default_factory=list)

    @property
    def where(self) -> str:
        """The folder that holds the repository."""
        return self.repository.replace("\\", "/").rstrip("/").rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run, and whether a process drives it; `why` it does not, where one tried and could not."""

    summary: Summary
    driven: bool
    why: str = ""

    @property
    def status(self) -> str:
        """The status to draw: a run that stands still because nobody drives it does not look alive."""
        state = self.summary.state
        if state is None:
            return "unreadable"
        if state == "paused" and self.summary.holds:
            return "paused" if all(hold.kind == "pause" for hold in self.summary.holds) else "waiting"
        if state in ("running", "pending") and not self.driven:
            return "interrupted"
        return state

    @property
    def line(self) -> str:
        """What is going on, in a few words."""
        summary = self.summary
        match self.status:
            case "waiting":
                return summary.holds[0].sentence
            case "running":
                return activity_words(summary.activity) if summary.activity else tr("deciding")
            case "interrupted":
                return tr("nobody drives it: {why}").format(why=self.why) if self.why else tr("nobody drives it")
        return summary.cause


def project_of(summary: Summary) -> str:
    """What the project of a run is called; a journal that is damaged early does not tell it."""
    return summary.project if summary.repository else tr("Unknown repository")


def at_work_since(summary: Summary, *, driven: bool) -> int:
    """How long a run has worked since its last event, in ms: no event tells of it yet, and figures must not stand."""
    working = driven and summary.state == "running" and not summary.waits
    return min(ms_since(summary.last_at) or 0, _BEATS_MS) if working else 0


class RunsModel(QAbstractItemModel):
    """Projects by name; below each its runs, the newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._projects: list[Project] = []
        self._by_id: dict[int, Project] = {}
        self._ids = count(1)
        self._filter = ""
        self._shown: tuple[tuple[Summary, ...], frozenset[str], Mapping[str, str]] = ((), frozenset(), _NO_WORDS)

    def show(
        self, summaries: Iterable[Summary], driven: frozenset[str], undriven: Mapping[str, str] = _NO_WORDS
    ) -> None:
        """Show these runs; `undriven` has why nobody drives one, where that is known."""
        self._shown = (tuple(summaries), driven, undriven)
        groups: dict[str, list[RunRow]] = {}
        for summary in self._shown[0]:
            if self._filter and not self._matches(summary):
                continue
            groups.setdefault(summary.repository, []).append(
                RunRow(summary, summary.run in driven, undriven.get(summary.run, ""))
            )
        self._sync_projects(groups)
        for at, project in enumerate(self._projects):
            rows = groups[project.repository]
            changed = len(rows) != len(project.runs)
            sync_rows(self, self.index(at, 0), project.runs, rows, lambda row: row.summary.run)
            if changed:
                self.dataChanged.emit(self.index(at, 0), self.index(at, 0))

    def set_filter(self, text: str) -> None:
        """Show only runs whose title, workflow, project, branch or state holds every word of `text`."""
        self._filter = text.casefold().strip()
        self.show(*self._shown)

    def run_index(self, run: str | None) -> QModelIndex:
        """Where a run stands; invalid if nowhere."""
        for at, project in enumerate(self._projects):
            for row, one in enumerate(project.runs):
                if one.summary.run == run:
                    return self.index(row, 0, self.index(at, 0))
        return QModelIndex()

    def item(self, index: Index) -> Project | RunRow | None:
        """What stands at an index."""
        if not index.isValid():
            return None
        if index.internalId() == 0:
            return self._projects[index.row()] if index.row() < len(self._projects) else None
        project = self._by_id.get(index.internalId())
        return project.runs[index.row()] if project is not None and index.row() < len(project.runs) else None

    def index(self, row: int, column: int, parent: Index = TOP) -> QModelIndex:
        if column != 0 or row < 0:
            return QModelIndex()
        if not parent.isValid():
            return self.createIndex(row, 0, 0) if row < len(self._projects) else QModelIndex()
        if parent.internalId() != 0 or parent.row() >= len(self._projects):
            return QModelIndex()
        project = self._projects[parent.row()]
        return self.createIndex(row, 0, project.id) if row < len(project.runs) else QModelIndex()

    def parent(self, index: Index = TOP) -> QModelIndex:  # type: ignore[override]
        project = self._by_id.get(index.internalId()) if index.isValid() else None
        if project is None or project not in self._projects:
            return QModelIndex()
        return self.createIndex(self._projects.index(project), 0, 0)

    def rowCount(self, parent: Index = TOP) -> int:
        if not parent.isValid():
            return len(self._projects)
        return len(self._projects[parent.row()].runs) if parent.internalId() == 0 else 0

    def columnCount(self, parent: Index = TOP) -> int:
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.item(index)
        if item is None:
            return None
        if role == Qt.ItemDataRole.UserRole:
            return item
        return _project_data(item, role) if isinstance(item, Project) else _run_data(item, role)

    def _matches(self, summary: Summary) -> bool:
        text = f"{summary.title} {summary.workflow} {summary.project} {summary.branch} {summary.state} {summary.run}"
        return all(word in text.casefold() for word in self._filter.split())

    def _sync_projects(self, groups: dict[str, list[RunRow]]) -> None:
        known = {project.repository: project for project in self._projects}
        wanted = []
        for repository, rows in groups.items():
            project = known.get(repository)
            if project is None:
                project = Project(next(self._ids), repository, project_of(rows[0].summary))
                self._by_id[project.id] = project
            wanted.append(project)
        wanted.sort(key=lambda project: (project.name.casefold(), project.repository))
        sync_rows(self, TOP, self._projects, wanted, lambda project: project.id)
        self._by_id = {project.id: project for project in self._projects}


def _project_data(project: Project, role: int) -> Any:
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return project.name
        case Qt.ItemDataRole.ToolTipRole:
            return tip(project.repository)
        case Qt.ItemDataRole.AccessibleTextRole:
            return counted("Project {name}, {n} runs", "Project {name}, {n} run", len(project.runs), name=project.name)
    return None


def _run_data(row: RunRow, role: int) -> Any:
    summary = row.summary
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return summary.title
        case Qt.ItemDataRole.ToolTipRole:
            return tip(f"{summary.title}\n{row.line}\n\n{summary.workflow} · {summary.branch}\n{summary.run}")
        case Qt.ItemDataRole.AccessibleTextRole:
            return tr("Run {title}, {status}, {line}, last event {age} ago").format(
                title=summary.title, status=status_look(row.status).word, line=row.line, age=age_of(summary.last_at)
            )
    return None
