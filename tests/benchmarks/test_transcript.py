# SPDX-License-Identifier: Apache-2.0
"""The transcript view at size: 100,000 entries and 50 MB, and 10,000 updates a second. Prints its figures."""

from __future__ import annotations

import gc
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QCoreApplication, QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.theme import install_theme
from app.transcript import Entry, ListSource, TranscriptSource, TranscriptView
from tests.helpers.transcripts import FileSource, sample_entries, write_transcript

ENTRIES = 100_000
FRAME_MS = 16.0
# A busy machine is not a fault of the view: the bounds that fail a run are twice the budget.
SLACK = float(os.environ.get("PILOTHOUSE_BENCH_SLACK", "2"))


@pytest.fixture(scope="module")
def transcript_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    path = tmp_path_factory.mktemp("transcript") / "transcript.jsonl"
    text_bytes = write_transcript(path, sample_entries(ENTRIES))
    return path, text_bytes


@pytest.fixture
def source(transcript_file: tuple[Path, int]) -> Iterator[FileSource]:
    source = FileSource(transcript_file[0])
    yield source
    source.close()


@pytest.fixture
def application() -> QApplication:
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    install_theme(app, "light")
    return app


def _view(width: int = 900, height: int = 1000) -> TranscriptView:
    view = TranscriptView()
    view.resize(width, height)
    view.show()
    QCoreApplication.processEvents()
    return view


def _run_for(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def _p(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def _say(text: str = "") -> None:
    sys.stdout.write(text + "\n")


def _tell(what: str, values: list[float]) -> None:
    _say(
        f"{what}: p50 {statistics.median(values):.1f} ms, p99 {_p(values, 0.99):.1f} ms, max {max(values):.1f} ms"
        f" ({len(values)})"
    )


class Stalls:
    """By how much a precise timer of 4 ms came late."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(4)
        self._timer.timeout.connect(self._on_beat)
        self._timer.start()

    def _on_beat(self) -> None:
        now = time.perf_counter()
        self.late.append(max(0.0, (now - self._last) * 1000 - 4))
        self._last = now

    def stop(self) -> list[float]:
        self._timer.stop()
        return self.late


def test_opens_100_000_entries_at_once_and_with_little_memory(
    application: QApplication, transcript_file: tuple[Path, int], request: pytest.FixtureRequest
) -> None:
    path, text_bytes = transcript_file
    view = _view()
    gc.collect()
    before = psutil.Process().memory_info().rss
    start = time.perf_counter()
    source = FileSource(path)
    request.addfinalizer(source.close)
    view.set_source(source)
    view.viewport().repaint()
    opened = time.perf_counter() - start
    stalls = Stalls()
    _run_for(1.5)
    late = stalls.stop()
    grown = (psutil.Process().memory_info().rss - before) / 1e6
    _say(f"\nopen: {opened * 1000:.0f} ms for {len(source):,} entries, {text_bytes / 1e6:.0f} MB of text")
    _say(f"memory: {grown:.1f} MB more than before, the text stays in its file")
    _tell("stall while heights are guessed", late)

    assert opened < 0.3 * SLACK
    assert grown < 40
    view.deleteLater()


def test_memory_over_a_text_that_is_in_memory(application: QApplication) -> None:
    source = ListSource(sample_entries(ENTRIES))
    view = _view()
    gc.collect()
    before = psutil.Process().memory_info().rss
    view.set_source(source)
    _run_for(1.5)
    for i in range(0, ENTRIES, 997):
        view.reveal(i)
        view.viewport().repaint()
    grown = (psutil.Process().memory_info().rss - before) / 1e6
    _say(f"\nmemory over the text, after 100 jumps: {grown:.1f} MB")

    assert grown < 40
    view.deleteLater()


def test_scrolls_without_a_stall(application: QApplication, source: FileSource) -> None:
    view = _view()
    bar = view.verticalScrollBar()
    dice = random.Random(2)
    places = [dice.random() for _ in range(500)]

    def jump(share: float) -> None:
        bar.setValue(int(bar.maximum() * share))

    def move(pixels: int) -> None:
        bar.setValue(bar.value() - pixels)

    _say()
    for what, moves in (
        ("scroll step", [partial(move, 96)] * 1500),
        ("page", [partial(move, 960)] * 500),
        ("jump", [partial(jump, share) for share in places]),
    ):
        _hold(what, view, source, moves)
    view.deleteLater()


def test_resizes_without_a_stall(application: QApplication, source: FileSource) -> None:
    view = _view()
    _say()
    _hold("resize", view, source, [partial(view.resize, width, 1000) for width in range(600, 1000, 2)])
    view.deleteLater()


def _hold(what: str, view: TranscriptView, source: TranscriptSource, moves: Sequence[Callable[[], object]]) -> None:
    """Moves and repaints the whole view, three times over from the start; of each frame the best time counts."""
    rounds = []
    for _ in range(3):
        view.set_source(source)
        _run_for(0.8)
        rounds.append([_frame(view, move) for move in moves])
    best = [min(times) for times in zip(*rounds, strict=True)]
    _tell(what, best)
    _tell(f"{what}, as it came", rounds[0])
    assert _p(best, 0.99) < FRAME_MS * SLACK, what


def _frame(view: TranscriptView, move: Callable[[], object]) -> float:
    start = time.perf_counter()
    move()
    view.viewport().repaint()
    return (time.perf_counter() - start) * 1000


@pytest.mark.parametrize("following", [True, False], ids=["following", "reading"])
def test_10_000_updates_a_second_from_50_sources(application: QApplication, following: bool) -> None:
    """50 agents: each appends entries and lets its newest one grow, 200 times a second; one view shows them all."""
    source = ListSource(sample_entries(5_000))
    view = _view()
    view.set_source(source)
    _run_for(0.5)
    if not following:
        view.reveal(2_500)
    newest = [len(source) - 1 - k for k in range(50)]
    done = [0]
    began = time.perf_counter()
    dice = random.Random(3)

    def feed() -> None:
        """What is due by now of 10,000 updates a second; one in twenty is a new entry."""
        due = int((time.perf_counter() - began) * 10_000)
        for _ in range(min(due - done[0], 2_000)):
            agent = dice.randrange(50)
            if dice.random() < 0.05:
                source.entries.append(Entry("message", "A new message begins", at_ms=1_764_496_800_000))
                newest[agent] = len(source.entries) - 1
                view.appended(1)
            else:
                i = newest[agent]
                old = source.entries[i]
                source.entries[i] = Entry(old.kind, old.text + " and another word", at_ms=old.at_ms, meta=old.meta)
                view.changed(i)
            done[0] += 1

    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(feed)
    timer.start(2)
    stalls = Stalls()
    cpu = time.process_time()
    _run_for(6.0)
    late = stalls.stop()
    cpu = time.process_time() - cpu
    timer.stop()
    rate = done[0] / (time.perf_counter() - began)
    _say(f"\n{rate:,.0f} updates/s, CPU {100 * cpu / 6:.0f} %, following {view.is_following()}")
    _tell("stall", late)

    assert rate > 9_000
    assert following == view.is_following()
    assert _p(late, 0.99) < FRAME_MS * SLACK
    view.deleteLater()


def test_a_growing_message_and_one_of_1_mb(application: QApplication) -> None:
    source = ListSource([Entry("message", "")])
    view = _view()
    words = "one more word of a long message, "

    def become(text: str) -> None:
        source.entries[0] = Entry("message", text)
        view.changed(0)
        view.shown()

    _say()
    _hold("message that grows to 50 kB", view, source, [partial(become, words * (n * 5)) for n in range(300)])
    _hold("1 MB of words", view, source, [partial(become, "**bold** " * 120_000)] * 3)
    view.set_source(source)
    solid = min(_frame(view, partial(become, "x" * 1_000_000)) for _ in range(3))
    _say(f"1 MB without a space: {solid:.1f} ms")
    assert solid < 100
    view.deleteLater()
