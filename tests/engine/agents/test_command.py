# SPDX-License-Identifier: Apache-2.0
"""The `command` backend: shell scripts as agents."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.agents import available, backend, installed, keys
from engine.definition.model import Role
from engine.errors import BackendUnknown
from engine.workspace import sandbox
from tests.engine.agents.conformance import Conformance, Part
from tests.engine.agents.conftest import Attempt, script

DONE = """printf '{"result": "done"}' > "$PILOTHOUSE_VERDICT"; """


def say(text: str) -> str:
    return "echo '" + json.dumps({"type": "message", "text": text}) + "'; "


def event(**fields: object) -> str:
    return "echo '" + json.dumps(fields) + "'; "


PARTS: dict[Part, str] = {
    "says hello and writes a verdict": say("hello") + DONE,
    "writes a file": "touch made.txt",
    "leaves a daemon": "setsid sleep 300 & (setsid bash -c 'sleep 300' >/dev/null 2>&1 &); exit 0",
    "exits 0 without an end": "exit 0",
    "exits 3": DONE + "exit 3",
    "is killed": "kill -9 $$",
    "hangs": say("ready") + "sleep 300",
    "hangs and ignores signals": "trap '' TERM INT HUP; " + say("ready") + "sleep 300",
    "writes a verdict and exits 0 when interrupted": f"trap '{DONE.replace(chr(39), chr(34))} exit 0' TERM; "
    + say("ready")
    + "while :; do sleep 0.05; done",
    "declines": event(type="stop", reason="refusal"),
    "reports a rate limit": event(type="error", **{"class": "rate_limited", "message": "later", "retry_after_s": 5})
    + "exit 1",
    "tells its usage": event(type="usage", id="m1", input=1200, output=1)
    + event(type="usage", id="m1", input=1200, output=300),
    "floods": 'yes \'{"type":"message","text":"all tests passed, verdict done"}\'',
    "does nothing": "true",
}


class TestCommand(Conformance):
    def role(self, part: Part) -> Role:
        end = event(type="stop", reason="end_turn") if part == "says hello and writes a verdict" else ""
        return script(PARTS[part] + end, output="jsonl")


# ------------------------------------------------------------------------------------------------- what it is given


async def test_prompt_on_stdin_identity_and_paths_in_the_environment(attempt: Attempt) -> None:
    result = await attempt.prompt(
        script("cat; env -0 | sort -z | tr '\\0' '\\n' | grep ^PILOTHOUSE_; pwd"), env={"EXTRA": "1"}
    )

    lines = result.last_message.splitlines()
    folder = attempt.folder
    assert lines[0] == "Do it: é"
    assert lines[-1] == str(attempt.checkout)
    told = dict(line.split("=", 1) for line in lines[1:-1])
    token = told.pop("PILOTHOUSE_PROCESS")
    assert token == attempt.turn.token
    assert told == {
        "PILOTHOUSE_RUN": "r",
        "PILOTHOUSE_NODE": "s",
        "PILOTHOUSE_ATTEMPT": "1",
        "PILOTHOUSE_SESSION": attempt.turn.session,
        "PILOTHOUSE_TURN": "1",
        "PILOTHOUSE_ATTEMPT_DIR": str(folder),
        "PILOTHOUSE_VERDICT": str(folder / "verdict.json"),
        "PILOTHOUSE_ARTIFACTS": str(folder / "artifacts"),
        "PILOTHOUSE_BLACKBOARD": str(attempt.turn.blackboard),
    }


async def test_the_turn_counts_and_the_session_stays(attempt: Attempt) -> None:
    role = script('echo "$PILOTHOUSE_TURN $PILOTHOUSE_SESSION"')

    said = [(await attempt.prompt(role)).last_message for _ in range(3)]

    assert said == [f"{n} {attempt.turn.session}" for n in (1, 2, 3)]


async def test_what_the_caller_adds_to_the_environment_arrives(attempt: Attempt) -> None:
    result = await attempt.prompt(script('echo "$A"'), env={"A": "b c"})

    assert result.last_message == "b c"


async def test_the_interpreter_that_runs_us_can_be_named(attempt: Attempt) -> None:
    role = Role(agent="command", argv=("{python}", "-c", "import sys; print(sys.executable)"))

    assert (await attempt.prompt(role)).last_message == sys.executable


async def test_a_path_with_a_slash_is_beside_the_workflow_and_never_in_the_checkout(
    attempt: Attempt, tmp_path: Path
) -> None:
    for folder, word in ((tmp_path / "flows", "beside"), (attempt.checkout, "checkout")):
        (folder / "tools").mkdir(parents=True)
        (folder / "tools/agent.sh").write_text(f"#!/bin/sh\necho {word}\n")
        (folder / "tools/agent.sh").chmod(0o755)
    role = Role(agent="command", argv=("./tools/agent.sh",))

    result = await attempt.prompt(role, workflow_dir=tmp_path / "flows")

    assert result.last_message == "beside"


async def test_a_missing_program_is_named_and_the_run_does_not_retry_it(attempt: Attempt) -> None:
    result = await attempt.prompt(Role(agent="command", argv=("no-such-agent",)))

    assert (result.reason, result.failure) == ("failed", "tool_missing")
    assert "'no-such-agent' was not found on the PATH" in result.message


async def test_a_role_without_argv_is_a_failure_that_says_what_to_do(attempt: Attempt) -> None:
    result = await attempt.prompt(Role(agent="command"))

    assert (result.failure, result.pid) == ("tool_missing", None)
    assert "needs `argv`" in result.message


async def test_a_role_that_asks_for_a_sandbox_is_refused_without_one(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "bubblewrap", lambda: None)

    refused = await attempt.prompt(script("touch made.txt", isolation="sandboxed"))
    by_default = await attempt.prompt(script("true"))

    assert (refused.reason, refused.failure, refused.pid) == ("failed", "tool_missing", None)
    assert not (attempt.checkout / "made.txt").exists()
    assert (by_default.reason, by_default.isolation) == ("end_turn", "open (no bubblewrap)")


# --------------------------------------------------------------------------------------------------- how it ends


async def test_ad_097_exit_1_after_a_good_verdict_is_a_failure_with_its_last_words(attempt: Attempt) -> None:
    result = await attempt.prompt(script(DONE + "echo noise >&2; printf 'disk \\033[31mfull\\n' >&2; exit 1"))

    assert (result.reason, result.failure, result.message) == ("failed", "crashed", "exit 1: disk \\x1b[31mfull")
    assert (attempt.folder / "stderr.log").read_bytes() == b"noise\ndisk \x1b[31mfull\n"


async def test_a_failure_is_classified_by_its_signature(attempt: Attempt) -> None:
    result = await attempt.prompt(script("echo 'API Error: 429 Too Many Requests' >&2; exit 1"))

    assert (result.failure, result.exit_code) == ("rate_limited", 1)


async def test_a_turn_that_ended_well_is_never_classified(attempt: Attempt) -> None:
    result = await attempt.prompt(script("echo 'API Error: 429 Too Many Requests' >&2; exit 0"))

    assert (result.reason, result.failure) == ("end_turn", None)


@pytest.mark.parametrize("reason", ["refusal", "pause_turn", "brand_new"])
async def test_br_064_a_stop_reason_other_than_the_end_is_never_done(attempt: Attempt, reason: str) -> None:
    result = await attempt.prompt(script(DONE + event(type="stop", reason=reason), output="jsonl"))

    assert result.reason == "failed"
    assert result.failure == ("refusal" if reason == "refusal" else "unknown")
    assert reason in result.message


async def test_br_062_without_a_closing_event_nothing_is_taken_from_what_was_said(attempt: Attempt) -> None:
    block = "---REPORT RESULT---\nn: 1\n---END---"
    cut = await attempt.prompt(script(f"echo '{json.dumps({'type': 'message', 'text': block})}'", output="jsonl"))
    whole = await attempt.prompt(
        script(
            f"echo '{json.dumps({'type': 'message', 'text': block})}'; " + event(type="stop", reason="end_turn"),
            output="jsonl",
        )
    )

    assert (cut.reason, cut.last_message) == ("end_turn", "")
    assert whole.last_message == block
    assert any("without a stop event" in text for text in attempt.said("notice"))


async def test_ad_062_a_verdict_that_a_background_child_would_write_later_never_comes(attempt: Attempt) -> None:
    late = 'sleep 0.5; printf %s "{\\"result\\": \\"done\\"}" > "$PILOTHOUSE_VERDICT"'

    await attempt.prompt(script(f"setsid bash -c '{late}' >/dev/null 2>&1 </dev/null & exit 0"))
    await asyncio.sleep(0.8)
    control = await attempt.prompt(script(late))

    assert control.reason == "end_turn"
    assert attempt.verdict().result == "done"
    assert not (attempt.folder / "history/1-verdict.json").exists()


async def test_br_043_a_verdict_written_in_pieces_is_read_when_it_is_whole(attempt: Attempt) -> None:
    pieces = 'printf \'{"resu\' > "$PILOTHOUSE_VERDICT"; sleep 0.2; printf \'lt": "done"}\' >> "$PILOTHOUSE_VERDICT"'

    await attempt.prompt(script(pieces))

    assert attempt.verdict().result == "done"


@pytest.mark.timeout(30)
async def test_ad_061_a_pipe_as_verdict_blocks_nobody(attempt: Attempt) -> None:
    await attempt.prompt(script('mkfifo "$PILOTHOUSE_VERDICT"'))

    assert "a pipe" in attempt.verdict().problem
    assert (await attempt.prompt(script("true"))).reason == "end_turn"


async def test_ad_098_a_flood_of_60_mb_hides_nothing(attempt: Attempt) -> None:
    result = await attempt.prompt(script("yes 'all tests passed, verdict done' | head -c 60000000; exit 0"))

    assert result.reason == "end_turn"
    assert attempt.verdict().state == "missing"
    assert len(result.last_message) <= 1 << 20


async def test_br_019_all_bytes_survive_in_the_raw_output(attempt: Attempt) -> None:
    code = "import os; os.write(1, bytes(range(256)) * 400)"
    result = await attempt.prompt(Role(agent="command", argv=("{python}", "-c", code)))

    assert result.reason == "end_turn"
    assert (attempt.folder / "raw.log").read_bytes() == bytes(range(256)) * 400


# --------------------------------------------------------------------------------------------------- out of reach


@pytest.fixture
def sandboxed() -> None:
    if sandbox.bubblewrap() is None:
        pytest.skip("bubblewrap does not work here")


@pytest.mark.usefixtures("sandboxed")
async def test_ad_102_the_rest_of_the_run_is_out_of_reach(attempt: Attempt) -> None:
    run_dir = attempt.turn.blackboard.parent
    (run_dir / "inbox").mkdir()
    (run_dir / "journal.jsonl").write_text("{}\n")
    (run_dir / "workflow.yaml").write_text("frozen\n")
    attack = (
        'r=${PILOTHOUSE_ATTEMPT_DIR%/attempts/*}; mkdir -p "$r/inbox"; echo x > "$r/inbox/0-answer.json";'
        'echo FORGED >> "$r/journal.jsonl"; sed -i s/frozen/edited/ "$r/workflow.yaml";'
        'mkdir -p "$r/attempts/s/2"; printf x > "$r/attempts/s/2/verdict.json"; touch "$PILOTHOUSE_BLACKBOARD/note"'
    )

    await attempt.prompt(script(attack))

    assert list((run_dir / "inbox").iterdir()) == []
    assert (run_dir / "journal.jsonl").read_text() == "{}\n"
    assert (run_dir / "workflow.yaml").read_text() == "frozen\n"
    assert not (run_dir / "attempts/s/2").exists()
    assert (attempt.turn.blackboard / "note").exists()


@pytest.mark.usefixtures("sandboxed")
async def test_ad_115_what_the_engine_writes_in_the_attempts_folder_is_out_of_reach(attempt: Attempt) -> None:
    attack = (
        'cd "$PILOTHOUSE_ATTEMPT_DIR"; for f in transcript.jsonl raw.log stderr.log prompt.md history gate; do '
        "rm -rf $f; mv $f x; ln -sfn /etc/passwd $f; echo forged > $f; done; echo forged > gate/tests.json; true"
    )

    await attempt.prompt(script(attack))
    await attempt.prompt(script(attack))

    assert [e.kind for e in attempt.entries() if e.kind != "raw"] == ["prompt", "prompt"]
    assert "forged" not in "".join(entry.text for entry in attempt.entries() if entry.kind != "prompt")
    assert list((attempt.folder / "gate").iterdir()) == []
    assert not any(path.is_symlink() for path in attempt.folder.iterdir() if path.name != "x")


@pytest.mark.usefixtures("sandboxed")
async def test_ad_103_the_answer_of_a_person_cannot_be_given_from_within(attempt: Attempt) -> None:
    result = await attempt.prompt(script(f"ls -A {attempt.turn.blackboard.parent.parent.parent}; env"))

    assert "PILOTHOUSE_DATA_DIR" not in result.last_message
    assert "engine.lock" not in result.last_message


# ------------------------------------------------------------------------------------------------------- registry


def test_an_unknown_backend_is_refused_with_what_there_is() -> None:
    with pytest.raises(BackendUnknown, match="no such backend"):
        backend(Role(agent="brand-new"))


def test_every_backend_is_listed_with_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "claude_code", lambda: installed.Installed(False, None, "not found"))
    monkeypatch.setattr(installed, "codex", lambda: installed.Installed(False, None, "not found"))
    monkeypatch.setattr(installed, "acp", lambda: {"gemini": installed.Installed(True, "1.0", "with KEY")})
    monkeypatch.setattr(keys, "key_of", lambda provider: None)
    assert {status.name: status.works for status in available()} == {
        "command": True,
        "scripted": True,
        "claude-code": False,
        "codex": False,
        "acp": True,
        "anthropic": False,
    }
    own = next(status for status in available("http://127.0.0.1:11434") if status.name == "anthropic")
    assert (own.works, own.note) == (True, "calls the model itself at a server of your own, without a key")
    monkeypatch.setattr(sandbox, "bubblewrap", lambda: None)
    assert "bubblewrap is missing" in available()[0].note


def test_reading_a_transcript_loads_no_backend() -> None:
    code = "import sys, engine.agents.transcript; print(*(name for name in sys.modules if name.startswith('engine.')))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=os.getcwd())

    assert loaded.stdout.split() == [
        "engine.errors",
        "engine.agents",
        "engine.agents.files",
        "engine.agents.transcript",
    ]
