# SPDX-License-Identifier: Apache-2.0
"""`red_green`: the named tests on the fork point, with the tests' own files laid over it, and on HEAD."""

from __future__ import annotations

from dataclasses import replace

from pydantic import JsonValue

from engine.definition.model import RedGreenGate, TestsGate
from engine.gates.context import MeasureContext, in_thread
from engine.gates.evidence import open_evidence
from engine.gates.tests import TestCommand, run_tests, test_command
from engine.workspace import printable, related_to_tests

_MOST_TESTS = 20
_FILE_BYTES = 10_000_000


async def measure_red_green(gate: RedGreenGate, key: str, ctx: MeasureContext) -> dict[str, JsonValue]:
    """The facts of a `red_green` gate: each named test is run alone on the fork point, and all together on HEAD.

    Raises:
        WorkspaceError: git or the disk failed.
        SandboxUnavailable: the attempt was sandboxed and a gate cannot be.
    """
    command = test_command(TestsGate(argv=gate.argv, timeout=gate.timeout), ctx)
    if isinstance(command, str):
        return {"problem": command}
    if len(gate.tests) > _MOST_TESTS:
        return {"problem": f"{len(gate.tests)} tests are named; at most {_MOST_TESTS} are run one by one"}
    overlay = await in_thread(_own_files, gate, ctx)
    evidence = await in_thread(open_evidence, ctx, key)
    red: list[JsonValue] = []
    for number, test in enumerate(gate.tests or ("",), 1):
        facts = await run_tests(
            _with_tests(command, (test,) if test else ()),
            ctx,
            ctx.secured.fork_point,
            evidence,
            f"red-{number}",
            overlay,
        )
        red.append({"test": printable(test)[:200], **facts})
    green = await run_tests(_with_tests(command, gate.tests), ctx, ctx.secured.head, evidence, "green")
    return {
        "fork_point": ctx.secured.fork_point,
        "commit": ctx.secured.head,
        "laid_over": [printable(path)[:200] for path in sorted(overlay)[:_MOST_TESTS]],
        "red": red,
        "green": green,
    }


def _with_tests(command: TestCommand, tests: tuple[str, ...]) -> TestCommand:
    return replace(command, argv=(*command.argv, *tests))


def _own_files(gate: RedGreenGate, ctx: MeasureContext) -> dict[str, bytes]:
    """What the tests consist of on HEAD: the files they are named by, and every changed file of tests beside them."""
    wanted = {test.split("::", 1)[0] for test in gate.tests}
    for related in related_to_tests(ctx.secured.changes):
        ours = related.kind == "test" or related.path.rsplit("/", 1)[-1] == "conftest.py"
        if ours and related.change.status != "deleted" and related.path == related.change.path:
            wanted.add(related.path)
    found: dict[str, bytes] = {}
    for path in sorted(path for path in wanted if path and not path.startswith("/")):
        content = ctx.repository.show_file(ctx.secured.head, path, _FILE_BYTES)
        if content is not None:
            found[path] = content
    return found
