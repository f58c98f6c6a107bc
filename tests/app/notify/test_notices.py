# SPDX-License-Identifier: Apache-2.0
"""Which notices are due, when it is quiet, and what lies in the buckets of the tray."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time
from pathlib import Path

import pytest

from app.layout import Memory
from app.notify.buckets import Sorter
from app.notify.notices import Hours, News, joined, notice_of, parse_hours, still_due
from app.notify.prefs import QUIET_FOR, Prefs
from engine.projections import HoldView, Summary

NIGHT = datetime(2026, 3, 2, 23, 30)


def summary(run: str, *kinds: str, state: str = "running") -> Summary:
    holds = tuple(
        HoldView(f"{run}-h{n}", run, "mend", 1, kind, "It waits.", ("accept",), 9, "2026-03-02T09:00:00.000Z")
        for n, kind in enumerate(kinds)
    )
    blank = ("w", "/code/webshop", "b", "m", state, "a cause", "", "", 1)
    return replace(Summary(run, f"Title of {run}", *blank), holds=holds)  # type: ignore[arg-type]


def test_what_was_there_at_the_first_look_is_no_news() -> None:
    assert News().take([summary("a", "approval")]) == []


def test_a_new_hold_is_news_once_and_names_run_step_and_cause() -> None:
    news = News()
    news.take([summary("a")])

    (notice,) = news.take([summary("a", "budget")])

    assert notice.title == "Budget reached · mend"
    assert notice.body == "Title of a · webshop\nIt waits."
    assert (notice.run, notice.hold, notice.node) == ("a", "a-h0", "mend")
    assert news.take([summary("a", "budget")]) == []


def test_a_pause_of_the_person_is_not_told_to_the_person() -> None:
    news = News()
    news.take([summary("a")])

    assert news.take([summary("a", "pause")]) == []


def test_a_run_that_ended_since_the_last_look_is_news() -> None:
    news = News()
    news.take([summary("a"), summary("b", state="failed")])

    (notice,) = news.take([summary("a", state="succeeded"), summary("b", state="failed")])

    assert (notice.title, notice.run, notice.hold) == ("Run succeeded", "a", "")


def test_a_burst_is_one_notice_that_opens_the_first() -> None:
    runs = [summary(f"r{n}", "approval") for n in range(7)]
    news = News()
    news.take([])

    one = joined(news.take([*runs]))

    assert one is not None
    assert one.title == "7 things wait for you"
    assert one.body.splitlines()[-1] == "and 2 more"
    assert (one.run, one.hold) == ("r0", "r0-h0")
    assert joined([]) is None


def test_what_was_answered_meanwhile_or_is_looked_at_is_not_told() -> None:
    asked, other = summary("a", "approval"), summary("b", "gate")
    due = [notice_of(asked, asked.holds[0]), notice_of(other, other.holds[0])]

    assert still_due(due, [asked, other], None) == due
    assert still_due(due, [asked, other], "a") == due[1:]
    assert still_due(due, [summary("a"), other], None) == due[1:]


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("22:00-07:30", Hours(time(22), time(7, 30))),
        ("9-17", Hours(time(9), time(17))),
        ("25-7", None),
        ("10:60-11", None),
        ("at night", None),
        ("", None),
    ],
)
def test_hours_are_two_times_of_day(text: str, hours: Hours | None) -> None:
    assert parse_hours(text) == hours


def test_hours_may_pass_midnight() -> None:
    hours = Hours(time(22), time(7))

    assert [hours.cover(NIGHT.replace(hour=hour)) for hour in (21, 22, 0, 6, 7)] == [False, True, True, True, False]
    assert not Hours(time(7), time(7)).cover(NIGHT)


def test_quiet_is_kept_and_an_hour_of_it_passes(tmp_path: Path) -> None:
    prefs = Prefs(Memory(tmp_path))
    assert not prefs.is_quiet(NIGHT)

    prefs.quiet_hours = Hours(time(22), time(7))
    assert prefs.is_quiet(NIGHT)
    assert Prefs(Memory(tmp_path)).quiet_hours == Hours(time(22), time(7))

    prefs.quiet_hours = None
    prefs.be_quiet(NIGHT)
    assert prefs.is_quiet(NIGHT)
    assert not prefs.is_quiet(NIGHT + QUIET_FOR)

    prefs.notices = False
    assert prefs.is_quiet(NIGHT + QUIET_FOR)


def test_the_buckets_are_what_waits_what_works_and_what_ended_unseen() -> None:
    sorter = Sorter()
    sorter.sort([summary("a"), summary("b"), summary("c", "gate", state="paused")], {"a", "b"}, looking=False)

    now = [summary("a"), summary("b", state="succeeded"), summary("c", "gate", state="paused")]
    buckets = sorter.sort(now, {"a"}, looking=False)

    assert [hold.run for _, hold in buckets.needs] == ["c"]
    assert [one.run for one in buckets.working] == ["a"]
    assert [one.run for one in buckets.done] == ["b"]
    assert sorter.sort(now, {"a"}, looking=True).done == ()
