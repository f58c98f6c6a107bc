# SPDX-License-Identifier: Apache-2.0
"""What a driver leaves when it is killed hard: whoever comes next ends it first, and touches nothing else."""

from __future__ import annotations

import subprocess
import uuid
from pathlib import Path

import psutil
import pytest

from engine.agents.transcript import TRANSCRIPT
from engine.kernel.events import AttemptOpened, DriverAttached
from engine.placement import survivors, token_prefix
from engine.workspace import sandbox
from tests.crash.killed_run import BRANCH, RUN
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import (
    assert_sound,
    events,
    eventually,
    git,
    kinds,
    make_repository,
    make_script,
    make_workflow,
    run_folder,
    state,
)

pytestmark = pytest.mark.slow

STEP = "{step: one, role: worker, goal: g, gate: [{file: done.txt}]}"


def launch(home: Path, agent: str, *steps: str, role: str = "isolation: open") -> tuple[str | Path, ...]:
    """The command that launches a run of these steps."""
    script = make_script(home / "agent.sh", agent)
    workflow = make_workflow(home / "w.yaml", steps or (STEP,), script, role=role)
    return ("run", workflow, "--repo", make_repository(home / "repo"), "--id", RUN, "--branch", BRANCH)


def test_a_call_of_git_that_outlives_its_driver_is_ended_before_the_next_one_works(
    pilothouse: CommandLine, tmp_path: Path
) -> None:
    """Else it might go on writing into the store, while its locks count as a dead process's."""
    command = launch(tmp_path, "cat > /dev/null; echo > done.txt; echo x > x.slow")
    repository, begun = tmp_path / "repo", tmp_path / "begun"
    (repository / ".gitattributes").write_text("*.slow filter=slow\n")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "attributes")
    slow = make_script(tmp_path / "slow.sh", f"if mkdir '{begun}'; then sleep 600; fi; cat")
    git(repository, "config", "filter.slow.clean", str(slow))
    folder = run_folder(RUN)

    driver = pilothouse.start(*command)
    eventually(begun.exists, "the filter of git")
    driver.kill()
    left = [survivor.command.split()[0] for survivor in survivors(token_prefix(folder.path))]
    assert "git" in left

    pilothouse("resume", RUN).ended(0)
    attached = [body.survivors for event in events(folder) if isinstance(body := event.body, DriverAttached)]
    assert attached == [0, len(left)]
    assert_sound(folder)


STUBS = """
cat > /dev/null
if [ "$PILOTHOUSE_TURN" = 2 ]; then echo > done.txt; exit 0; fi
sh -c 'trap "" TERM INT HUP; while :; do sleep 1; done' {mark}-ignores &
setsid sh -c 'while :; do sleep 1; done' {mark}-session &
(setsid sh -c "setsid sh -c 'while :; do sleep 1; done' {mark}-forked &" &)
sleep 600
"""


def marked(mark: str) -> list[str]:
    """The live processes whose last argument begins with the mark, by that argument."""
    found = (process.info["cmdline"] or [""] for process in psutil.process_iter(["cmdline"]))
    return sorted(words[-1].removeprefix(f"{mark}-") for words in found if words[-1].startswith(mark))


@pytest.mark.parametrize("isolation", ["sandboxed", "open", "without bubblewrap"])
def test_br_016_nothing_of_a_run_survives_a_driver_that_is_killed_and_a_stranger_does(
    isolation: str, pilothouse: CommandLine, tmp_path: Path
) -> None:
    if isolation != "without bubblewrap" and sandbox.bubblewrap() is None:
        pytest.skip("bubblewrap does not work here")
    mark = uuid.uuid4().hex
    first = "tests.crash.mortal:without_bubblewrap:" if isolation == "without bubblewrap" else ""
    role = f"isolation: {'sandboxed' if isolation == 'sandboxed' else 'open'}"
    command = launch(tmp_path, STUBS.format(mark=mark), role=role)

    with subprocess.Popen(["sh", "-c", "while :; do sleep 1; done", f"{mark}-stranger"]) as stranger:
        try:
            driver = pilothouse.start(*command, first=first)
            eventually(lambda: marked(mark) == ["forked", "ignores", "session", "stranger"], "the agent's processes")
            driver.kill()
            pilothouse("resume", RUN, first=first).ended(0)
            assert marked(mark) == ["stranger"]
        finally:
            stranger.kill()
    assert kinds(run_folder(RUN)).count("turn_lost") == 1
    assert_sound(run_folder(RUN))


TALKS = """
cat > "$PILOTHOUSE_ATTEMPT_DIR/said"
mkdir -p '{sessions}'
own='{sessions}'/"$PILOTHOUSE_SESSION"
echo "words of $PILOTHOUSE_NODE in turn $PILOTHOUSE_TURN" >> "$own"
if [ "$PILOTHOUSE_TURN" = 1 ]; then touch '{sessions}'/../"begun-$(basename "$PILOTHOUSE_NODE")"; sleep 600; fi
cat "$own"
echo > "$(basename "$PILOTHOUSE_NODE").txt"
"""


def test_br_037_after_a_crash_each_attempt_goes_on_in_the_session_that_is_on_record_for_it(
    pilothouse: CommandLine, tmp_path: Path
) -> None:
    sessions = tmp_path / "sessions"
    steps = ", ".join(f"{{step: {name}, role: worker, goal: g, gate: [{{file: {name}.txt}}]}}" for name in "ab")
    driver = pilothouse.start(*launch(tmp_path, TALKS.format(sessions=sessions), f"{{parallel: p, do: [{steps}]}}"))
    for name in "ab":
        eventually((tmp_path / f"begun-{name}").exists, f"the session of {name}")
    driver.kill()
    (sessions / "of-somebody-else").write_text("words from outside, the latest of all\n")
    pilothouse("resume", RUN).ended(0)

    folder = run_folder(RUN)
    opened = {body.node: body.session for event in events(folder) if isinstance(body := event.body, AttemptOpened)}
    assert {path.name for path in sessions.iterdir()} == {*opened.values(), "of-somebody-else"}
    for node, session in opened.items():
        assert len(state(folder).nodes[node].attempts) == 1
        assert (sessions / session).read_text() == f"words of {node} in turn 1\nwords of {node} in turn 2\n"
        transcript = (folder.attempt(node, 1) / TRANSCRIPT).read_text()
        assert f"words of {node} in turn 1" in transcript
        assert not [other for other in ("outside", *(opened.keys() - {node})) if f"words of {other}" in transcript]
