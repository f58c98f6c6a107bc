# SPDX-License-Identifier: Apache-2.0
"""Rows brought to a wanted list: by inserts and removals that views can follow, as few as may be."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QAbstractListModel, QPersistentModelIndex, Qt

from app.models.sync import TOP, Index, sync_rows

Row = tuple[int, str]


class Rows(QAbstractListModel):
    """A list of rows, and what views were told of it."""

    def __init__(self, rows: list[Row]) -> None:
        super().__init__()
        self.rows = list(rows)
        self.told: list[Any] = []
        self.rowsInserted.connect(lambda _, first, last: self.told.append(("in", first, last)))
        self.rowsRemoved.connect(lambda _, first, last: self.told.append(("out", first, last)))

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self.rows[index.row()]

    def bring_to(self, wanted: list[Row]) -> None:
        sync_rows(self, TOP, self.rows, wanted, lambda row: row[0])


_LISTS = st.lists(st.tuples(st.integers(0, 12), st.text(max_size=1)), unique_by=lambda row: row[0])


@given(_LISTS, _LISTS)
def test_the_rows_become_what_was_wanted_and_views_can_follow(before: list[Row], wanted: list[Row]) -> None:
    model = Rows(before)
    view = [row[0] for row in before]  # what a view knows that hears of inserts and removals alone

    def on_out(_: object, first: int, last: int) -> None:
        del view[first : last + 1]

    def on_in(_: object, first: int, last: int) -> None:
        view[first:first] = [row[0] for row in model.rows[first : last + 1]]

    model.rowsInserted.connect(on_in)
    model.rowsRemoved.connect(on_out)
    model.bring_to(wanted)
    assert model.rows == wanted
    assert view == [row[0] for row in wanted]


def test_neighbours_come_and_go_together() -> None:
    model = Rows([(n, "") for n in range(200)])
    model.bring_to([(n, "") for n in (*range(50), *range(300, 400), *range(150, 200))])
    assert model.told == [("out", 50, 149), ("in", 50, 149)]


def test_a_row_that_stays_keeps_its_place_under_a_selection() -> None:
    model = Rows([(1, "a"), (2, "b"), (3, "c")])
    kept = QPersistentModelIndex(model.index(1))
    model.bring_to([(9, "z"), (8, "y"), (2, "B")])
    assert kept.row() == 2
    assert kept.data() == (2, "B")
