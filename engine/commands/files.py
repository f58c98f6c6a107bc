# SPDX-License-Identifier: Apache-2.0
"""`check` and `schema`: workflow files."""

from __future__ import annotations

import os
from argparse import Namespace
from dataclasses import asdict

from engine.agents.installed import program_missing
from engine.agents.pointing import refusal
from engine.commands.output import OK, USAGE, document, say, tell
from engine.definition import Plan, json_schema, load, outline
from engine.definition.model import Workflow
from engine.definition.trees import parts
from engine.errors import DefinitionFaults, Fault


def check(args: Namespace) -> int:
    """`pilothouse check WORKFLOW…`: every fault of every file, with its line."""
    reports = []
    for name in args.workflows:
        try:
            loaded = load(name)
            if refused := _refused(name, loaded.workflow):
                raise DefinitionFaults(refused)
            warnings = [*map(str, loaded.warnings), *_agents_missing(loaded.workflow)]
            reports.append({"workflow": name, "ok": True, "faults": [], "warnings": warnings})
        except DefinitionFaults as error:
            faults = [asdict(fault) for fault in error.faults]
            reports.append({"workflow": name, "ok": False, "faults": faults, "warnings": []})
            if not args.json:
                tell(error.message)
    if args.json:
        document({"workflows": reports})
    for report in reports:
        if report["ok"] and not args.json:
            say(f"{report['workflow']}: no fault")
            for warning in report["warnings"]:
                tell(f"{report['workflow']}: {warning}")
            _print_plan(str(report["workflow"]))
    return OK if all(report["ok"] for report in reports) else USAGE


def _refused(file: str, workflow: Workflow) -> list[Fault]:
    """Roles that no machine could start as they are written."""
    workflows = (part for part in parts(workflow) if isinstance(part, Workflow))
    roles = [entry for each in workflows for entry in each.roles.items()]
    return [
        Fault(file, 0, 0, f"the role {name!r} cannot work: {why}") for name, role in roles if (why := refusal(role))
    ]


def _agents_missing(workflow: Workflow) -> list[str]:
    """Programs beside the workflow that could not be started here; on another machine they may be."""
    workflows = (part for part in parts(workflow) if isinstance(part, Workflow))
    roles = [entry for each in workflows for entry in each.roles.items()]
    programs = {(name, role.argv[0]) for name, role in roles if role.argv and os.path.isabs(role.argv[0])}
    found = ((name, program_missing(program)) for name, program in sorted(programs))
    return [f"the role {name!r} cannot work here: {lacks}" for name, lacks in found if lacks is not None]


def _print_plan(name: str) -> None:
    def show(plan: Plan, depth: int) -> None:
        mark = "  (claimed only)" if plan.claimed_only else ""
        say(f"{'  ' * depth}- {plan.kind} {plan.id}{mark}")
        for child in plan.children:
            show(child, depth + 1)

    for plan in outline(load(name).workflow).children:
        show(plan, 1)


def schema(args: Namespace) -> int:
    """`pilothouse schema`."""
    document(json_schema())
    return OK
