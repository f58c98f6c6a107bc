# SPDX-License-Identifier: Apache-2.0
"""One supervised process, for real: how it ends, what it leaves (nothing), what it can reach."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from engine.errors import SandboxUnavailable
from engine.placement import Control, ProcessSpec, Stream, end, environment, isolation_for, run, survivors
from engine.workspace import sandbox
from tests.engine.placement.conftest import Mode, Ran, Runner, runner

STUBBORN = "trap '' TERM INT HUP; "


# ------------------------------------------------------------------------------------------------- how it ends


@pytest.mark.parametrize("status", [0, 1, 3, 127, 139, 255])
async def test_an_exit_status_is_reported_as_it_was(here: Runner, status: int) -> None:
    ran = await here.sh(f"exit {status}")

    assert (ran.result.ended, ran.result.exit_code, ran.result.signal) == ("exited", status, None)


async def test_a_signal_is_told_from_the_exit_status_that_shells_use_for_it(every: Runner) -> None:
    ran = await every.sh("kill -SEGV $$")

    assert (ran.result.ended, ran.result.exit_code, ran.result.signal) == ("exited", None, signal.SIGSEGV)


async def test_the_isolation_in_force_is_reported(every: Runner) -> None:
    ran = await every.sh("true")

    expected = "open (no bubblewrap)" if every.mode == "without bubblewrap" else every.mode
    assert ran.result.isolation == expected


async def test_a_process_of_many_open_files_runs_commands_as_any_other(every: Runner) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 4096 if hard == resource.RLIM_INFINITY else min(hard, 4096)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    with contextlib.ExitStack() as opened:
        opened.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        for _ in range(1100):
            opened.callback(os.close, os.open(os.devnull, os.O_RDONLY))
        ran = await every.sh("echo here; exit 3")

    assert (ran.result.ended, ran.result.exit_code, ran.stdout) == ("exited", 3, b"here\n")


async def test_a_missing_program_is_not_found(every: Runner) -> None:
    ran = await every("no-such-program-here")

    assert ran.result.ended == "not_found"
    assert "'no-such-program-here' was not found on the PATH" in ran.result.detail


async def test_a_bare_name_is_never_looked_up_in_the_working_directory(every: Runner) -> None:
    (every.folder / "tool").write_text("#!/bin/sh\necho wrong\n")
    (every.folder / "tool").chmod(0o755)

    for path in ("", ".", f":{os.defpath}", f"{os.defpath}:"):
        ran = await every("tool", env=environment({"PATH": path}))
        assert ran.result.ended == "not_found"


async def test_a_path_with_a_slash_is_relative_to_the_working_directory(every: Runner) -> None:
    (every.folder / "tool").write_text("#!/bin/sh\necho right\n")
    (every.folder / "tool").chmod(0o755)

    ran = await every("./tool")

    assert ran.stdout == b"right\n"


async def test_a_file_without_the_executable_bit_is_not_executable(every: Runner) -> None:
    (every.folder / "tool").write_text("#!/bin/sh\nexit 0\n")

    ran = await every("./tool")

    assert ran.result.ended == "not_executable"
    assert "'./tool' cannot be executed" in ran.result.detail


async def test_a_script_whose_interpreter_is_missing_says_so(here: Runner) -> None:
    (here.folder / "tool").write_text("#!/no/such/interpreter\n")
    (here.folder / "tool").chmod(0o755)

    ran = await here("./tool")

    assert ran.result.ended == "not_executable"
    assert "interpreter" in ran.result.detail


async def test_a_missing_working_directory_is_told_apart(every: Runner) -> None:
    ran = await every("true", cwd=every.folder / "gone")

    assert ran.result.ended == "spawn_failed"
    assert "working directory" in ran.result.detail


async def test_what_no_system_call_takes_is_a_failed_start_and_no_exception(here: Runner) -> None:
    nul = await here("true", "a\0b")
    huge = await here("true", "x" * 4_000_000)

    assert (nul.result.ended, huge.result.ended) == ("spawn_failed", "spawn_failed")
    assert nul.result.pid is None


async def test_a_sandbox_that_cannot_be_set_up_is_a_failed_start_with_its_reason(sandboxed: Runner) -> None:
    ran = await sandboxed("true", writable=(sandboxed.folder,), env={"PATH": os.defpath, "LD_PRELOAD": ""})
    assert ran.result.ended == "exited"

    file = sandboxed.folder / "file"
    file.touch()
    (sandboxed.folder / "locked").mkdir()
    ran = await sandboxed("true", hidden=(), writable=(sandboxed.folder,), cwd=file)
    assert ran.result.ended == "spawn_failed"


async def test_a_role_that_asks_for_a_sandbox_gets_one_or_nothing(
    here: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "bubblewrap", lambda: None)

    with pytest.raises(SandboxUnavailable, match="network: open"):
        await here("true", network="closed")
    with pytest.raises(SandboxUnavailable, match="isolation: open"):
        await here("touch", "made", isolation="sandboxed")

    assert not (here.folder / "made").exists()
    assert (isolation_for(None), isolation_for("sandboxed")) == ("open", "sandboxed")


# --------------------------------------------------------------------------------------------- stdin and environment


async def test_br_014_without_a_prompt_stdin_is_at_its_end_at_once(every: Runner) -> None:
    ran = await every("cat", wall_ms=20_000)

    assert (ran.result.ended, ran.result.exit_code, ran.stdout) == ("exited", 0, b"")


async def test_a_prompt_of_any_length_arrives_whole_and_then_ends(every: Runner) -> None:
    prompt = os.urandom(3_000_000)

    ran = await every.py(
        "import sys, hashlib; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())", stdin=prompt
    )

    assert ran.stdout.decode().strip() == hashlib.sha256(prompt).hexdigest()


async def test_ad_141_an_agent_that_closes_its_streams_and_never_reads_is_no_error(every: Runner) -> None:
    ran = await every.sh("exec 0<&- 1>&- 2>&-; sleep 0.1; exit 0", stdin=b"x" * 500_000)

    assert (ran.result.ended, ran.result.exit_code) == ("exited", 0)


async def test_br_014_a_process_that_neither_prints_nor_computes_is_noticed_before_its_limit(every: Runner) -> None:
    quiet: list[int] = []
    every.control = Control(on_quiet=quiet.append)

    ran = await every.sh("sleep 30", idle_ms=1_500, grace_ms=200)

    assert ran.result.ended == "idle"
    assert len(quiet) == 1
    assert 700 <= quiet[0] < 1_500


async def test_a_process_that_computes_in_silence_is_not_called_quiet(here: Runner) -> None:
    quiet: list[int] = []
    here.control = Control(on_quiet=quiet.append)

    await here.sh("while :; do :; done", wall_ms=1_500, grace_ms=200)

    assert quiet == []


async def test_the_environment_is_what_was_given_and_nothing_of_ours(
    every: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "secret")
    monkeypatch.setenv("PILOTHOUSE_MCP_TOKEN", "secret")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/nowhere")

    ran = await every("env", "-0", env=environment({"EXTRA": "é\n"}))

    names = {entry.partition(b"=")[0] for entry in ran.stdout.split(b"\0")}
    assert b"secret" not in ran.stdout
    assert "EXTRA=é\n".encode() in ran.stdout.split(b"\0")
    assert not names & {b"ANTHROPIC_API_KEY", b"LD_LIBRARY_PATH"}
    assert b"PATH" in names


# ------------------------------------------------------------------------------------------- limits and interrupts


async def _interrupted_after_start(runner: Runner, script: str, **changes: Any) -> tuple[float, Ran]:
    """Run until the script prints `ready`, interrupt, and say how long the end took."""
    ready = asyncio.Event()
    loop = asyncio.get_running_loop()
    runner.control = Control()

    def on_output(chunk: bytes, _: Stream) -> None:
        if b"ready" in chunk:
            loop.call_soon_threadsafe(ready.set)

    async with asyncio.TaskGroup() as group:
        task = group.create_task(runner.sh(script, on_output=on_output, **changes))
        await ready.wait()
        began = time.monotonic()
        runner.control.interrupt()
        ran = await task
    return time.monotonic() - began, ran


async def test_br_018_exit_0_after_an_interrupt_is_interrupted(every: Runner) -> None:
    took, ran = await _interrupted_after_start(every, "trap 'exit 0' TERM; echo ready; while :; do sleep 0.05; done")

    assert (ran.result.ended, ran.result.exit_code) == ("interrupted", 0)
    assert took < 5


async def test_one_that_ignores_the_polite_signal_is_killed_after_the_grace_period(every: Runner) -> None:
    script = STUBBORN + "echo ready; while :; do sleep 0.05; done"

    took, ran = await _interrupted_after_start(every, script, grace_ms=300)

    assert (ran.result.ended, ran.result.exit_code, ran.result.signal) == ("interrupted", None, 9)
    assert 0.3 <= took < 5


async def test_the_polite_signal_reaches_a_shell_that_waits_for_its_child(every: Runner) -> None:
    took, ran = await _interrupted_after_start(every, "trap 'exit 7' TERM; (sleep 0.3; echo ready) & sleep 60; exit 1")

    assert ran.result.exit_code == 7
    assert took < 5


async def test_a_stopped_process_is_woken_to_be_asked(every: Runner) -> None:
    took, ran = await _interrupted_after_start(every, "trap 'exit 7' TERM; echo ready; kill -STOP $$; exit 1")

    assert ran.result.exit_code == 7
    assert took < 5


async def test_kill_takes_no_grace_period(every: Runner) -> None:
    every.control = Control()

    async with asyncio.TaskGroup() as group:
        task = group.create_task(every.sh(STUBBORN + "sleep 60", grace_ms=60_000))
        await asyncio.sleep(0.2)
        every.control.interrupt()
        every.control.kill()

    assert task.result().result.ended == "interrupted"


async def test_an_interrupt_before_the_start_holds(every: Runner) -> None:
    every.control = Control()
    every.control.interrupt()

    ran = await every.sh("sleep 60", grace_ms=200)

    assert ran.result.ended == "interrupted"


async def test_an_interrupt_after_the_end_is_too_late(here: Runner) -> None:
    ran = await here.sh("exit 0")

    here.control.interrupt()

    assert ran.result.ended == "exited"


async def test_ad_090_over_its_wall_clock_it_is_timed_out_whatever_it_exits_with(every: Runner) -> None:
    ran = await every.sh("trap 'exit 0' TERM; while :; do sleep 0.05; done", wall_ms=400)

    assert (ran.result.ended, ran.result.exit_code) == ("timed_out", 0)
    assert 400 <= ran.result.duration_ms < 5_000


async def test_silence_beyond_the_idle_limit_ends_it_and_output_keeps_it_alive(every: Runner) -> None:
    silent = await every.sh("echo a; sleep 60", idle_ms=400, grace_ms=200)
    chatty = await every.sh("for i in 1 2 3 4 5 6; do echo $i; sleep 0.4; done", idle_ms=2_000)

    assert (silent.result.ended, chatty.result.ended) == ("idle", "exited")


async def test_cancelling_ends_the_process_and_then_raises(every: Runner) -> None:
    task = asyncio.create_task(every.sh("sleep 60", grace_ms=200))
    await asyncio.sleep(0.2)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task

    assert not survivors(every.token)


async def test_a_consumer_that_raises_ends_the_process_and_is_heard(every: Runner) -> None:
    def on_output(chunk: bytes, stream: Stream) -> None:
        raise ZeroDivisionError(chunk)

    with pytest.raises(ZeroDivisionError, match="hello"):
        await every.sh("echo hello; " + STUBBORN + "sleep 60", on_output=on_output)

    assert not survivors(every.token)


# ----------------------------------------------------------------------------------------------- nothing is left

DAEMONS = {
    "a child": "sleep 300 &",
    "a child that ignores signals": "(trap '' TERM HUP INT; sleep 300) &",
    "its own session": "setsid sleep 300 >/dev/null 2>&1 </dev/null &",
    "a double fork": "(setsid bash -c 'sleep 300 & sleep 300 &' >/dev/null 2>&1 </dev/null &)",
    "a holder of stdout": "setsid sleep 300 &",
    "nohup": "nohup sleep 300 >/dev/null 2>&1 &",
    "a forking chain": "f() { sleep 0.01; f & }; f >/dev/null 2>&1 &",
}


@pytest.mark.parametrize("daemon", DAEMONS.values(), ids=DAEMONS.keys())
async def test_br_012_ad_094_the_turn_ends_with_the_process_and_takes_everything_along(
    every: Runner, daemon: str
) -> None:
    ran = await every.sh(f"{daemon}\necho said; exit 0", wall_ms=30_000)

    assert (ran.result.ended, ran.result.exit_code, ran.stdout) == ("exited", 0, b"said\n")
    assert ran.result.duration_ms < 10_000
    assert not survivors(every.token)


@pytest.mark.parametrize("daemon", DAEMONS.values(), ids=DAEMONS.keys())
async def test_br_012_an_interrupt_takes_everything_along(every: Runner, daemon: str) -> None:
    took, ran = await _interrupted_after_start(every, f"{daemon}\necho ready; {STUBBORN} sleep 300", grace_ms=300)

    assert ran.result.ended == "interrupted"
    assert took < 5.3
    assert not survivors(every.token)


async def test_a_daemon_without_its_token_ends_too(every: Runner) -> None:
    mark = f"300.{os.getpid()}{time.monotonic_ns() % 10**9}"

    ran = await every.sh(f"env -i /usr/bin/setsid sleep {mark} >/dev/null 2>&1 </dev/null & exit 0")

    assert ran.result.exit_code == 0
    assert not [p for p in psutil.process_iter() if mark in " ".join(_cmdline(p))]


def _cmdline(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


async def test_ad_095_killing_the_parent_harms_nobody_else(every: Runner) -> None:
    ran = await every.sh("sleep 300 & sleep 0.2; kill -9 $PPID; sleep 0.3; exit 0")

    if every.mode == "without bubblewrap":
        assert (ran.result.exit_code, ran.result.signal) == (None, 9)
    else:
        assert ran.result.exit_code == 0
    assert not survivors(every.token)


async def test_ending_the_parent_politely_is_no_way_to_a_good_exit(every: Runner) -> None:
    ran = await every.sh("kill -TERM $PPID; kill -INT $PPID; sleep 1; exit 5")

    assert ran.result.exit_code == (5 if every.mode != "without bubblewrap" else None)


@pytest.mark.parametrize(
    "forged", ["ended 0", "ended 127", "ended 99999", "ended x", "ended " + "9" * 5_000, "failed exec x", "\\0" * 9_000]
)
async def test_a_forged_report_of_the_end_buys_no_time_and_harms_nobody(every: Runner, forged: str) -> None:
    forge = f"for f in /proc/$PPID/fd/*; do {{ printf '{forged}\\n' > $f; }} 2>/dev/null; done; exec sleep 300"

    ran = await every.sh(forge, wall_ms=1_500, grace_ms=100)

    assert ran.result.duration_ms < 8_000
    assert not survivors(every.token)


@pytest.mark.skipif(sys.platform != "linux", reason="other processes of the machine are hidden by a namespace")
@pytest.mark.parametrize("mode", ["sandboxed", "open"])
async def test_the_agent_sees_no_process_but_its_own(
    mode: Mode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = await runner(mode, tmp_path, monkeypatch).sh("echo /proc/[0-9]*; kill -9 -1; true")

    assert len(ran.stdout.split()) <= 3


_DRIVER = """
    import asyncio, sys
    from pathlib import Path
    from engine.placement import ProcessSpec, environment, run
    from engine.workspace import sandbox
    mode, token, folder, script = sys.argv[1:]
    if mode == "without bubblewrap":
        sandbox.bubblewrap = lambda: None
    isolation = "sandboxed" if mode == "sandboxed" else "open"
    here, env = Path(folder), environment(isolation=isolation)
    spec = ProcessSpec(("bash", "-c", script), here, env, token, isolation=isolation, writable=(here,))
    asyncio.run(run(spec, lambda chunk, stream: (sys.stdout.buffer.write(chunk), sys.stdout.flush())))
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_br_016_nothing_outlives_us_when_we_are_killed(every: Runner, number: int) -> None:
    script = STUBBORN + "setsid sleep 300 & (setsid bash -c 'sleep 300' >/dev/null &) ; echo ready; sleep 300"
    driver = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(_DRIVER), every.mode, every.token, str(every.folder), script],
        stdout=subprocess.PIPE,
    )
    with driver:
        assert driver.stdout is not None
        assert driver.stdout.readline() == b"ready\n"
        alive = survivors(every.token)
        driver.send_signal(number)
        driver.wait()

    assert len(alive) >= 3
    _wait_until(lambda: not survivors(every.token))


def _wait_until(condition: Callable[[], bool], limit_s: float = 5.0) -> None:
    deadline = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


async def test_no_zombie_no_thread_and_no_descriptor_is_left(every: Runner) -> None:
    await every.sh("true")
    threads, descriptors = threading.active_count(), len(os.listdir("/proc/self/fd"))

    for _ in range(5):
        await every.sh("sleep 300 & echo x")
        await every("no-such-program-here")

    assert threading.active_count() <= threads
    assert len(os.listdir("/proc/self/fd")) <= descriptors
    assert not psutil.Process().children()


async def test_many_at_once_each_keeps_its_own(here: Runner) -> None:
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(here.sh(f"echo {n}; exit {n}")) for n in range(20)]

    assert [(t.result().result.exit_code, t.result().stdout) for t in tasks] == [(n, b"%d\n" % n) for n in range(20)]


def test_it_works_on_a_loop_in_another_thread(here: Runner) -> None:
    found: list[int | None] = []

    def work() -> None:
        found.append(asyncio.run(here.sh("exit 3")).result.exit_code)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert found == [3]


# -------------------------------------------------------------------------------------------------------- floods


@pytest.mark.parametrize("line", ["yes x", "yes | tr -d '\\n'"], ids=["in lines", "in one line"])
async def test_br_015_a_flood_neither_stops_the_clock_nor_fills_the_memory(here: Runner, line: str) -> None:
    got = bytearray()
    before = psutil.Process().memory_info().rss

    ran = await here.sh(line, wall_ms=1_500, grace_ms=300, keep_bytes=100_000, on_output=lambda b, _: got.extend(b))

    assert ran.result.ended == "timed_out"
    assert 1_500 <= ran.result.duration_ms < 4_000
    assert ran.result.dropped_bytes > 1_000_000
    assert f"[{ran.result.dropped_bytes:,} bytes dropped]".encode() in got
    assert len(got) < 100_000 + 200
    assert psutil.Process().memory_info().rss - before < 50_000_000


async def test_br_015_a_flood_is_interrupted_within_two_seconds_and_the_loop_stays_free(every: Runner) -> None:
    worst = 0.0

    async def beat() -> None:
        nonlocal worst
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.01)
            worst = max(worst, time.monotonic() - began)

    beating = asyncio.create_task(beat())
    took, ran = await _interrupted_after_start(every, "echo ready; yes", keep_bytes=100_000)
    beating.cancel()

    assert ran.result.ended == "interrupted"
    assert took < 2
    assert worst < 1


async def test_what_is_kept_is_the_beginning_and_the_end_in_whole_lines(here: Runner) -> None:
    ran = await here.sh("for i in $(seq 1 20000); do echo line $i; done; echo 12 passed", keep_bytes=1_000)

    lines = ran.stdout.decode().splitlines()
    assert lines[:2] == ["line 1", "line 2"]
    assert lines[-2:] == ["line 20000", "12 passed"]
    cut = next(number for number, line in enumerate(lines) if "bytes dropped" in line)
    assert lines[cut + 1].startswith("line ")
    whole = sum(len(f"line {i}\n") for i in range(1, 20001)) + len("12 passed\n")
    assert ran.result.dropped_bytes + len(ran.stdout) - len(f"\n{lines[cut]}\n") == whole


async def test_within_the_bound_nothing_is_dropped(here: Runner) -> None:
    ran = await here.sh("head -c 1000 /dev/zero; head -c 1000 /dev/zero >&2", keep_bytes=1_000)

    assert (ran.result.dropped_bytes, len(ran.stdout), len(ran.stderr)) == (0, 1_000, 1_000)


async def test_br_019_every_byte_arrives_as_it_was(every: Runner) -> None:
    ran = await every.py("import os; os.write(1, bytes(range(256)) * 1000)")

    assert ran.stdout == bytes(range(256)) * 1_000


# ------------------------------------------------------------------------------------------------------ survivors


def test_a_survivor_is_named_with_its_run_and_attempt_and_ended(tmp_path: Path) -> None:
    token = "ph-test-" + os.urandom(8).hex()
    env = environment() | {
        "PILOTHOUSE_PROCESS": token + "-s-2",
        "PILOTHOUSE_RUN": "r1",
        "PILOTHOUSE_NODE": "polish[2]/mend",
        "PILOTHOUSE_ATTEMPT": "2",
    }
    with subprocess.Popen(["bash", "-c", "trap '' TERM; sleep 300 & wait"], env=env) as process:
        _wait_until(lambda: len(survivors(token)) == 2)
        found = survivors(token)

        assert {(s.run, s.node, s.attempt) for s in found} == {("r1", "polish[2]/mend", 2)}
        assert process.pid in {s.pid for s in found}
        assert survivors("ph-other-") == []
        assert end(found) == []
        assert survivors(token) == []


def test_a_process_of_the_same_id_but_another_start_is_not_touched() -> None:
    token = "ph-test-" + os.urandom(8).hex()
    with subprocess.Popen(["sleep", "300"], env=environment() | {"PILOTHOUSE_PROCESS": token}) as process:
        _wait_until(lambda: survivors(token) != [])
        [found] = survivors(token)

        end([replace(found, start_time=found.start_time - 1)])
        assert process.poll() is None

        end([found])


async def test_run_is_found_by_its_token_while_it_lives(every: Runner) -> None:
    seen: list[int] = []
    every.control = Control(on_started=lambda pid, _: seen.append(pid))

    ran = await every.sh("echo ready", on_output=lambda *_: seen.extend(s.pid for s in survivors(every.token)))

    assert ran.result.pid in seen


async def test_run_function_needs_no_control(here: Runner) -> None:
    result = await run(here.spec("true"), lambda *_: None)

    assert result.exit_code == 0


async def test_an_interactive_process_is_written_to_while_it_runs_and_ends_with_its_input(tmp_path: Path) -> None:
    said: list[bytes] = []
    control = Control()
    code = "import sys\nfor line in sys.stdin: print('got', line.strip(), flush=True)\nprint('end', flush=True)"

    def answer(chunk: bytes, stream: str) -> None:
        said.append(chunk)
        if b"got one" in chunk:
            control.write(b"two\n")
        if b"got two" in chunk:
            control.close_input()

    control.write(b"one\n")
    spec = ProcessSpec(
        (sys.executable, "-c", code),
        tmp_path,
        environment({}, "open"),
        str(tmp_path),
        interactive=True,
        isolation="open",
    )
    result = await run(spec, answer, control)
    control.write(b"too late\n")
    assert (result.ended, result.exit_code) == ("exited", 0)
    assert b"".join(said) == b"got one\ngot two\nend\n"


async def test_an_interactive_process_that_reads_nothing_is_interrupted_all_the_same(tmp_path: Path) -> None:
    control = Control()
    control.write(b"x" * 5_000_000)
    spec = ProcessSpec(
        ("sleep", "60"), tmp_path, environment({}, "open"), str(tmp_path), interactive=True, isolation="open"
    )
    control.on_started = lambda pid, isolation: control.interrupt()
    assert (await run(spec, lambda chunk, stream: None, control)).ended == "interrupted"


async def test_the_time_in_which_a_process_waits_for_a_person_counts_nowhere(tmp_path: Path) -> None:
    spec = ProcessSpec(
        ("sh", "-c", "read x; sleep 60"),
        tmp_path,
        environment({}, "open"),
        str(tmp_path),
        interactive=True,
        isolation="open",
        wall_ms=1_500,
        idle_ms=1_000,
    )
    control = Control()
    running = asyncio.create_task(run(spec, lambda *_: None, control))
    with control.clocks_stop(), control.clocks_stop():
        await asyncio.sleep(2)
        assert not running.done()
        control.write(b"go on\n")
    async with asyncio.timeout(60):
        result = await running
    assert result.ended == "idle"
    assert result.duration_ms >= 900
