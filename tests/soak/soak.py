# SPDX-License-Identifier: Apache-2.0
"""A soak: runs with many scripted agents each, driven by a real host and watched by a real window, for minutes.

    python tests/soak/soak.py [--minutes 20] [--runs 8] [--agents 20]

Samples memory, file descriptors and processes, and tells by how much each grows an hour. Exit 1 where a journal is not
sound, a run paused, a process is left behind, or host or window ended. It is no part of the suite; `make soak` runs it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
EVERY_S = 10.0
WARM_UP = 0.25
"""The share of the samples, from the first, that the fit leaves out: caches fill, runs start."""

PLAYBOOK = {
    "playbook": 1,
    "nodes": {
        "rounds[*]/crew[*]/work": [
            {
                "turns": [
                    {
                        "think": "It is a small one.",
                        "say": ["I look at the task.", "x" * 2000],
                        "takes": "18s",
                        "usage": {"input": 1200, "output": 300},
                        "verdict": "done",
                    }
                ]
            }
        ]
    },
}


@dataclass(frozen=True, slots=True)
class Sample:
    """One look: seconds since the start, memory in MiB, open descriptors, and processes below the host."""

    at: float
    host_mib: float
    host_fds: float
    window_mib: float
    window_fds: float
    processes: float


def main() -> int:
    """Soak, and tell."""
    parser = argparse.ArgumentParser(prog="soak")
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--runs", type=int, default=8)
    parser.add_argument("--agents", type=int, default=20)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pilothouse-soak-") as folder:
        return Soak(Path(folder), args.runs, args.agents).last(args.minutes * 60)


class Soak:
    """A data directory, its host, its runs and a window on them."""

    def __init__(self, home: Path, runs: int, agents: int) -> None:
        self.home = home
        self.agents = agents
        self.runs = [f"soak-{n}" for n in range(1, runs + 1)]
        self.data = home / "data"
        self.env = {**os.environ, "PILOTHOUSE_DATA_DIR": str(self.data), "PYTHONPATH": str(ROOT)}
        self.env.setdefault("QT_QPA_PLATFORM", "xcb" if os.environ.get("DISPLAY") else "offscreen")

    def last(self, seconds: float) -> int:
        """Run for so long; 0 if everything held."""
        self._prepare()
        faults: list[str] = []
        started = subprocess.Popen([sys.executable, "-m", "engine.cli", "engine"], cwd=ROOT, env=self.env)
        host = psutil.Process(started.pid)
        try:
            self._wait_for(host)
            for run in self.runs:
                self._launch(run)
            samples = self._watch(host, seconds, faults)
            faults += self._end(host)
        finally:
            started.kill()  # it has ended, unless something failed
            started.wait()
        tell(samples, faults)
        return 1 if faults else 0

    def _watch(self, host: psutil.Process, seconds: float, faults: list[str]) -> list[Sample]:
        """A window on it all, for so long."""
        window = subprocess.Popen([sys.executable, "-m", "engine.cli"], cwd=ROOT, env=self.env)
        try:
            return self._sample(host, psutil.Process(window.pid), seconds, faults)
        finally:
            window.terminate()
            code = window.wait(60)
            if code != 0:
                faults.append(f"the window ended with {code}")

    def _wait_for(self, host: psutil.Process) -> None:
        from engine.runtime.host import host_pid

        while host_pid(self.data) != host.pid:
            if not host.is_running() or host.status() == psutil.STATUS_ZOMBIE:
                raise SystemExit("the engine host did not start")
            time.sleep(0.2)

    def _prepare(self) -> None:
        repository = self.home / "repository"
        ours = ["-C", str(repository), "-c", "user.name=soak", "-c", "user.email=soak@localhost"]
        for argv in (
            ["init", "-q", "-b", "main", str(repository)],
            [*ours, "commit", "-q", "--allow-empty", "-m", "base"],
        ):
            subprocess.run(["git", *argv], check=True)
        names = [f"a{n}" for n in range(1, self.agents + 1)]
        step = {"step": "work", "role": "worker", "goal": "Do {{ item }}.", "gate": ["verdict"]}
        crew = {
            "parallel": "crew",
            "for_each": {"list": "inputs.names", "as": "item", "key": "item"},
            "join": "all",
            "max_concurrent": self.agents,
            "do": [step],
        }
        workflow = {
            "pilothouse": 1,
            "name": "soak",
            "inputs": {"names": {"type": "list", "default": names}},
            "roles": {"worker": {"agent": "scripted"}},
            "budgets": {"turns": 1_000_000, "wall_clock": "24h"},
            "do": [
                {
                    "loop": "rounds",
                    "max": 10_000,
                    "until": [{"expression": "false"}],
                    "on_exhausted": "continue",
                    "do": [crew],
                }
            ],
        }
        (self.home / "soak.yaml").write_text(json.dumps(workflow))
        (self.home / "playbook.yaml").write_text(json.dumps(PLAYBOOK))

    def _launch(self, run: str) -> None:
        where = ["--repo", str(self.home / "repository"), "--branch", f"soak/{run}", "--id", run]
        script = ["--playbook", str(self.home / "playbook.yaml"), "--detach"]
        done = self._command("run", str(self.home / "soak.yaml"), *where, *script)
        if done.returncode != 0:
            raise SystemExit(f"{run} was not launched: {done.stdout}{done.stderr}")

    def _sample(self, host: psutil.Process, window: psutil.Process, seconds: float, faults: list[str]) -> list[Sample]:
        samples, start = [], time.monotonic()
        while (at := time.monotonic() - start) < seconds:
            time.sleep(min(EVERY_S, seconds - at) or 0.01)
            try:
                samples.append(_look(time.monotonic() - start, host, window))
            except psutil.NoSuchProcess as error:
                faults.append(f"process {error.pid} ended by itself")
                break
            say(_row(samples[-1]))
        return samples

    def _end(self, host: psutil.Process) -> list[str]:
        """End runs and host; gives what is wrong with what they leave."""
        faults = []
        below = host.children(recursive=True) if host.is_running() else []
        for run in self.runs:
            self._command("cancel", run)
        self._command("engine", "--stop")
        _, alive = psutil.wait_procs([host, *below], timeout=60)
        alive = [process for process in alive if process.is_running() and process.status() != psutil.STATUS_ZOMBIE]
        faults += [f"process {process.pid} is left behind" for process in alive]
        for run in self.runs:
            done = self._command("verify", run)
            if done.returncode != 0:
                faults.append(f"{run}: {done.stdout}{done.stderr}".strip())
            lines = (self.data / "runs" / run / "journal.jsonl").read_bytes().splitlines()
            numbers = [json.loads(line)["seq"] for line in lines]
            if numbers != list(range(1, len(lines) + 1)):
                faults.append(f"{run}: its journal has a gap")
            faults += [f"{run} stopped working: {line.decode()}" for line in lines if b'"type":"run_paused"' in line]
            say(f"{run}: {len(lines)} lines, {sum(b'turn_ended' in line for line in lines)} turns")
        return faults

    def _command(self, *words: str) -> subprocess.CompletedProcess[str]:
        argv = [sys.executable, "-m", "engine.cli", *words]
        return subprocess.run(argv, cwd=ROOT, env=self.env, capture_output=True, text=True, timeout=300, check=False)


def _look(at: float, host: psutil.Process, window: psutil.Process) -> Sample:
    below = len(host.children(recursive=True))
    mib = 2**20
    return Sample(
        at,
        host.memory_info().rss / mib,
        host.num_fds() if hasattr(host, "num_fds") else 0,
        window.memory_info().rss / mib,
        window.num_fds() if hasattr(window, "num_fds") else 0,
        below,
    )


def _row(sample: Sample) -> str:
    return (
        f"{sample.at:7.0f} s  host {sample.host_mib:7.1f} MiB {sample.host_fds:4.0f} fds"
        f"  window {sample.window_mib:7.1f} MiB {sample.window_fds:4.0f} fds  {sample.processes:4.0f} processes"
    )


def tell(samples: Sequence[Sample], faults: Sequence[str]) -> None:
    """How much each figure grows an hour, by a straight line through the samples after the warm-up."""
    fitted = samples[int(len(samples) * WARM_UP) :]
    say("\nfigure            mean        slope per hour")
    for name in ("host_mib", "host_fds", "window_mib", "window_fds", "processes"):
        values = [getattr(sample, name) for sample in fitted]
        if len(values) < 3:
            say(f"{name:12s} too few samples")
            continue
        slope = statistics.linear_regression([sample.at / 3600 for sample in fitted], values).slope
        say(f"{name:12s} {statistics.fmean(values):9.1f}     {slope:+12.1f}")
    say("\n" + ("\n".join(faults) if faults else "Every journal is sound, and no process is left behind."))


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
