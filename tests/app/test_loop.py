# SPDX-License-Identifier: Apache-2.0
"""The loop keeps asyncio's promises: every check here also holds on plain asyncio."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import os
import signal
import socket
import sys
import threading
import time
import weakref
from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from app.loop import AppLoop

posix_only = pytest.mark.skipif(os.name == "nt", reason="pipes and signals of POSIX")


def _loop() -> AppLoop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, AppLoop)
    return loop


# Callbacks and timers.


async def test_callbacks_run_in_the_order_they_were_queued() -> None:
    seen: list[int] = []
    for n in range(100):
        _loop().call_soon(seen.append, n)
    await asyncio.sleep(0)

    assert seen == list(range(100))


async def test_a_cancelled_callback_does_not_run() -> None:
    seen: list[int] = []
    _loop().call_soon(seen.append, 1).cancel()
    handle = _loop().call_later(0.001, seen.append, 2)
    handle.cancel()
    await asyncio.sleep(0.01)

    assert seen == []


async def test_timers_fire_by_time_and_not_by_order_of_asking() -> None:
    seen: list[str] = []
    done = asyncio.Event()
    _loop().call_later(0.03, seen.append, "late")
    _loop().call_later(0.01, seen.append, "soon")
    _loop().call_later(0.04, done.set)
    await done.wait()

    assert seen == ["soon", "late"]


@pytest.mark.parametrize("delay", [0.0, 0.001, 0.0104, 0.05, 0.25])
async def test_a_sleep_never_ends_early(delay: float) -> None:
    loop = _loop()
    start = loop.time()
    await asyncio.sleep(delay)

    assert loop.time() - start >= delay


async def test_a_timer_says_when_it_is_due() -> None:
    loop = _loop()
    handle = loop.call_at(loop.time() + 60, print)

    assert isinstance(handle, asyncio.TimerHandle)
    assert 59 < handle.when() - loop.time() <= 60
    handle.cancel()


async def test_20_000_cancelled_timeouts_are_freed() -> None:
    class Held:
        pass

    held: list[weakref.ref[Held]] = []

    def ask_and_cancel() -> None:
        thing = Held()
        held.append(weakref.ref(thing))
        _loop().call_later(3600, id, thing).cancel()

    for _ in range(20_000):
        ask_and_cancel()
    gc.collect()
    alive = sum(1 for ref in held if ref() is not None)

    assert alive < 200


async def test_a_flood_of_callbacks_lets_qt_have_its_turn() -> None:
    beats: list[float] = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(time.monotonic()))
    timer.start(0)
    end = time.monotonic() + 0.3
    while time.monotonic() < end:  # the flood itself
        await asyncio.sleep(0)
    timer.stop()

    assert len(beats) > 3


async def test_a_flood_of_callbacks_lets_timers_of_asyncio_fire() -> None:
    fired = asyncio.Event()
    _loop().call_later(0.02, fired.set)
    async with asyncio.timeout(5):
        while not fired.is_set():  # the flood itself
            await asyncio.sleep(0)


async def test_the_context_of_the_caller_is_kept() -> None:
    name: contextvars.ContextVar[str] = contextvars.ContextVar("name", default="none")
    seen: list[str] = []
    context = contextvars.copy_context()
    context.run(name.set, "given")
    done = asyncio.Event()
    _loop().call_soon(lambda: seen.append(name.get()), context=context)
    _loop().call_soon_threadsafe(lambda: seen.append(name.get()), context=context)
    _loop().call_later(0, lambda: seen.append(name.get()), context=context)
    _loop().call_later(0.01, done.set)
    await done.wait()

    assert seen == ["given"] * 3


async def test_an_error_in_a_callback_reaches_the_exception_handler() -> None:
    seen: list[object] = []
    _loop().set_exception_handler(lambda _, context: seen.append(context["exception"]))

    def fail() -> None:
        raise ValueError("x")

    _loop().call_soon(fail)
    await asyncio.sleep(0.01)

    assert [type(error) for error in seen] == [ValueError]


# Threads.


async def test_posts_from_threads_all_arrive() -> None:
    loop = _loop()
    seen: list[int] = []
    done = asyncio.Event()

    def post(start: int) -> None:
        for n in range(start, start + 5_000):
            handle = loop.call_soon_threadsafe(seen.append, n)
            assert isinstance(handle, asyncio.Handle)

    threads = [threading.Thread(target=post, args=(5_000 * k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        await asyncio.to_thread(thread.join)
    loop.call_soon_threadsafe(done.set)
    await done.wait()

    assert sorted(seen) == list(range(20_000))


@pytest.mark.parametrize("error", [ValueError("x"), KeyboardInterrupt(), SystemExit(3), GeneratorExit()])
async def test_any_error_of_a_job_in_a_thread_reaches_who_waits_for_it(error: BaseException) -> None:
    def fail() -> None:
        raise error

    caught: BaseException | None = None
    async with asyncio.timeout(5):
        future = _loop().run_in_executor(None, fail)
        await asyncio.wait([future])
        caught = future.exception()

    assert caught is error


async def test_a_post_to_a_closed_loop_is_refused() -> None:
    other = AppLoop(QApplication.instance())
    other.close()

    with pytest.raises(RuntimeError, match="closed"):
        other.call_soon_threadsafe(print)


# Tasks.


async def test_timeouts_cancel_and_task_groups_end_their_children() -> None:
    cancelled: list[str] = []

    async def wait(name: str) -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(name)
            raise

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.02):
            await wait("timeout")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(wait("wait_for"), 0.02)

    async def family() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(wait("child"))
            group.create_task(_fail())

    with pytest.raises(ExceptionGroup) as caught:
        await family()

    assert cancelled == ["timeout", "wait_for", "child"]
    assert [str(error) for error in caught.value.exceptions] == ["failed"]


async def _fail() -> None:
    await asyncio.sleep(0.01)
    raise ValueError("failed")


async def test_an_abandoned_async_generator_is_closed() -> None:
    closed: list[bool] = []

    async def numbers() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
        finally:
            closed.append(True)

    iterator = numbers()
    assert await anext(iterator) == 1
    await _loop().shutdown_asyncgens()

    assert closed == [True]


async def test_tasks_are_tasks_of_asyncio_with_their_names() -> None:
    task = asyncio.create_task(asyncio.sleep(0), name="named")
    await task

    assert isinstance(task, asyncio.Task)
    assert task.get_name() == "named"


# Dialogs and nested loops.


async def test_a_dialog_opened_in_a_coroutine_is_awaited(qtbot: QtBot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    answer: asyncio.Future[int] = _loop().create_future()
    dialog.finished.connect(answer.set_result)
    dialog.open()
    _loop().call_later(0.02, dialog.accept)
    async with asyncio.timeout(5):
        result = await answer

    assert result == int(QDialog.DialogCode.Accepted)


async def test_a_nested_loop_inside_a_coroutine_holds_other_tasks_back_and_then_goes_on() -> None:
    steps: list[str] = []

    async def other() -> None:
        steps.append("other")

    task = asyncio.create_task(other())
    nested = QEventLoop()
    QTimer.singleShot(30, nested.quit)
    nested.exec()
    steps.append("after the nested loop")
    async with asyncio.timeout(5):
        await task

    assert steps == ["after the nested loop", "other"]


async def test_a_nested_loop_in_a_plain_callback_lets_tasks_go_on() -> None:
    ticks: list[int] = []
    seen_inside: list[int] = []
    done = asyncio.Event()

    async def tick() -> None:
        for n in range(1000):
            ticks.append(n)
            await asyncio.sleep(0.001)

    def nest() -> None:
        nested = QEventLoop()
        QTimer.singleShot(60, nested.quit)
        nested.exec()
        seen_inside.append(len(ticks))
        done.set()

    task = asyncio.create_task(tick())
    _loop().call_soon(nest)
    async with asyncio.timeout(5):
        await done.wait()
    task.cancel()
    await asyncio.wait([task])

    assert seen_inside[0] > 3


# Processes, sockets, signals.


async def test_a_child_process_is_fed_and_read() -> None:
    code = "import sys; sys.stdout.write(sys.stdin.read().upper()); sys.exit(7)"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-S", "-c", code, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(30):
        out, _ = await process.communicate(b"hello" * 50_000)

    assert out == b"HELLO" * 50_000
    assert process.returncode == 7


@posix_only
async def test_50_children_at_once() -> None:
    async def child(n: int) -> bytes:
        process = await asyncio.create_subprocess_exec("/bin/echo", str(n), stdout=asyncio.subprocess.PIPE)
        out, _ = await process.communicate()
        return out

    async with asyncio.timeout(60):
        outs = await asyncio.gather(*(child(n) for n in range(50)))

    assert outs == [f"{n}\n".encode() for n in range(50)]


@posix_only
async def test_a_child_that_floods_a_full_pipe_can_be_killed() -> None:
    code = "import sys\nwhile True: sys.stdout.write('x' * 65536)"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-S", "-c", code, stdout=asyncio.subprocess.PIPE, limit=1024
    )
    await asyncio.sleep(0.05)
    process.kill()
    async with asyncio.timeout(30):
        await process.communicate()

    assert process.returncode == -signal.SIGKILL


async def test_a_server_and_its_client_talk() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readexactly(300_000))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    async with server, asyncio.timeout(20):
        host, port = server.sockets[0].getsockname()
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(b"z" * 300_000)
        answer = await reader.readexactly(300_000)
        writer.close()
        await writer.wait_closed()

    assert answer == b"z" * 300_000


@posix_only
async def test_readers_are_called_while_there_is_something_and_not_after_removal() -> None:
    here, there = socket.socketpair()
    here.setblocking(False)
    seen: list[bytes] = []
    got = asyncio.Event()

    def on_readable() -> None:
        seen.append(here.recv(1))
        got.set()

    with here, there:
        _loop().add_reader(here, on_readable)
        there.send(b"ab")
        async with asyncio.timeout(5):
            while len(seen) < 2:
                got.clear()
                await got.wait()
        assert _loop().remove_reader(here)
        there.send(b"c")
        await asyncio.sleep(0.02)

    assert seen == [b"a", b"b"]


@posix_only
async def test_a_signal_handler_runs_at_once() -> None:
    got = asyncio.Event()
    _loop().add_signal_handler(signal.SIGUSR1, got.set)
    _loop().call_later(0.02, os.kill, os.getpid(), signal.SIGUSR1)
    async with asyncio.timeout(5):
        await got.wait()
    _loop().remove_signal_handler(signal.SIGUSR1)


# Start and end.


def test_one_application_outlives_any_number_of_loops(qapp: QApplication) -> None:
    async def answer(n: int) -> int:
        await asyncio.sleep(0.001)
        return n

    results = []
    for n in range(10):
        with asyncio.Runner(loop_factory=lambda: AppLoop(qapp)) as runner:
            results.append(runner.run(answer(n)))

    assert results == list(range(10))


def test_the_end_is_clean_with_tasks_threads_and_generators_left(qapp: QApplication) -> None:
    ended: list[str] = []

    async def forever() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.append("task")

    async def numbers() -> AsyncIterator[int]:
        try:
            while True:
                yield 1
        finally:
            ended.append("generator")

    async def main() -> tuple[object, object]:
        task = asyncio.create_task(forever(), name="left")
        iterator = numbers()
        await anext(iterator)
        asyncio.get_running_loop().run_in_executor(None, time.sleep, 0.05)
        await asyncio.sleep(0)
        return task, iterator

    with asyncio.Runner(loop_factory=lambda: AppLoop(qapp)) as runner:
        left = runner.run(main())

    assert ended == ["task", "generator"]
    assert left is not None


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_what_ends_a_program_ends_the_loop(qapp: QApplication, error: type[BaseException]) -> None:
    async def main() -> None:
        def fail() -> None:
            raise error

        asyncio.get_running_loop().call_soon(fail)
        await asyncio.sleep(60)

    with asyncio.Runner(loop_factory=lambda: AppLoop(qapp)) as runner, pytest.raises(error):
        runner.run(main())


def test_debug_mode_tells_what_held_the_loop(qapp: QApplication, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        asyncio.get_running_loop().slow_callback_duration = 0.02
        time.sleep(0.03)  # noqa: ASYNC251  # the fault that must be told

    with asyncio.Runner(debug=True, loop_factory=lambda: AppLoop(qapp)) as runner:
        runner.run(main())

    assert any("held" in record.getMessage() for record in caplog.records)
