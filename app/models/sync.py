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

    Rows with equal keys are the same row, and no two in a list have the same. A row that only moved is taken out and
    put in again; neighbours come and go together.
    """
    keys = [key(row) for row in wanted]
    _remove_all_but(model, parent, rows, set(keys), key)
    known = {key(row) for row in rows}
    at = 0
    while at < len(wanted):
        if at < len(rows) and key(rows[at]) == keys[at]:
            at += 1
            continue
        end = at
        while end < len(wanted) and keys[end] not in known:
            end += 1
        if end == at:  # it only moved
            old = next(i for i in range(at, len(rows)) if key(rows[i]) == keys[at])
            _remove(model, parent, rows, old, old + 1)
            end = at + 1
        model.beginInsertRows(parent, at, end - 1)
        rows[at:at] = wanted[at:end]
        model.endInsertRows()
        at = end
    last = 0 if isinstance(model, QAbstractListModel) else model.columnCount() - 1
    for at, row in enumerate(wanted):
        if rows[at] is not row and rows[at] != row:
            rows[at] = row
            model.dataChanged.emit(model.index(at, 0, parent), model.index(at, last, parent))


def _remove_all_but(
    model: QAbstractItemModel, parent: QModelIndex, rows: list[T], keys: set[Hashable], key: Callable[[T], Hashable]
) -> None:
    end = len(rows)
    while end > 0:
        start = end
        while start > 0 and key(rows[start - 1]) not in keys:
            start -= 1
        if start < end:
            _remove(model, parent, rows, start, end)
        end = start - 1


def _remove(model: QAbstractItemModel, parent: QModelIndex, rows: list[T], start: int, end: int) -> None:
    model.beginRemoveRows(parent, start, end - 1)
    del rows[start:end]
    model.endRemoveRows()
