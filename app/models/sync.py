# SPDX-License-Identifier: Apache-2.0
"""Brings the rows of a model to a wanted list by real inserts and removals, so that selection and scroll stay."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex
TOP = QModelIndex()
"""The parent of the first rows of a model."""

T = TypeVar("T")


def sync_rows(
    model: QAbstractItemModel,
    parent: QModelIndex,
    rows: list[T],
    wanted: Sequence[T],
    key: Callable[[T], Hashable],
) -> None:
    """
    Changes `rows`, the children of `parent`, to `wanted` in place, and tells the views of exactly that.

    Rows with equal keys are the same row. A row that only moved is taken out and put in again.
    """
    keys = {key(row) for row in wanted}
    for at in range(len(rows) - 1, -1, -1):
        if key(rows[at]) not in keys:
            _remove(model, parent, rows, at)
    for at, row in enumerate(wanted):
        if at < len(rows) and key(rows[at]) == key(row):
            continue
        old = next((i for i in range(at + 1, len(rows)) if key(rows[i]) == key(row)), None)
        if old is not None:
            _remove(model, parent, rows, old)
        model.beginInsertRows(parent, at, at)
        rows.insert(at, row)
        model.endInsertRows()
    last = 0 if isinstance(model, QAbstractListModel) else model.columnCount() - 1
    for at, row in enumerate(wanted):
        if rows[at] is not row and rows[at] != row:
            rows[at] = row
            model.dataChanged.emit(model.index(at, 0, parent), model.index(at, last, parent))


def _remove(model: QAbstractItemModel, parent: QModelIndex, rows: list[T], at: int) -> None:
    model.beginRemoveRows(parent, at, at)
    del rows[at]
    model.endRemoveRows()
