# SPDX-License-Identifier: Apache-2.0
"""`check`, `schema` and `agents`: workflow files and what works on this machine."""

from __future__ import annotations

from argparse import Namespace

from engine.agents import available
from engine.commands.output import OK, USAGE, document, say, tell
from engine.definition import DefinitionFaults, load, outline, surface_schema


def check(args: Namespace) -> int:
    """`pilothouse check WORKFLOW…`: every fault of every file, with its line."""
    reports = []
    for name in args.workflows:
        try:
            loaded = load(name)
            reports.append({"workflow": name, "ok": True, "faults": [], "warnings": [str(w) for w in loaded.warnings]})
        except DefinitionFaults as error:
            faults = [fault.as_dict() for fault in error.faults]
            reports.append({"workflow": name, "ok": False, "faults": faults, "warnings": []})
            if not args.json:
                tell(error.message)
    if args.json:
        document({"workflows": reports})
    for report in reports:
        if report["ok"] and not args.json:
            say(f"{report['workflow']}: no fault")
            for warning in report["warnings"]:  # type: ignore[attr-defined]
                tell(f"{report['workflow']}: {warning}")
            _print_plan(str(report["workflow"]))
    return OK if all(report["ok"] for report in reports) else USAGE


def _print_plan(name: str) -> None:
    def show(plan: object, depth: int) -> None:
        mark = "  (claimed only)" if getattr(plan, "claimed_only", False) else ""
        say(f"{'  ' * depth}- {getattr(plan, 'kind', '')} {getattr(plan, 'id', '')}{mark}")
        for child in getattr(plan, "children", ()):
            show(child, depth + 1)

    show(outline(load(name).workflow), 1)


def schema(args: Namespace) -> int:
    """`pilothouse schema`."""
    document(surface_schema())
    return OK


def agents(args: Namespace) -> int:
    """`pilothouse agents`."""
    found = available()
    if args.json:
        document({"agents": [vars(item) if hasattr(item, "__dict__") else item.as_dict() for item in found]})
        return OK
    for item in found:
        say(f"{item.name:<14} {'ready' if item.ready else 'not ready'}  {item.detail}")
    return OK
