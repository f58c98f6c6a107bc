# SPDX-License-Identifier: Apache-2.0
"""The command line: every screen action has a command. Imports no Qt but to open the monitor."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version

from engine.commands.output import INTERNAL, tell
from engine.errors import PilothouseError

log = logging.getLogger("pilothouse")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit code. Never a traceback to a person: it goes to the log."""
    args = _parser().parse_args(argv)
    _set_up_log()
    try:
        result: int = args.act(args)
    except PilothouseError as error:
        tell(f"pilothouse: {error.message}")
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return INTERNAL
    except Exception as error:
        log.exception("%s failed", args.command)
        tell(f"pilothouse: an internal error: {type(error).__name__}: {error}. Its details are in {_log_path()}")
        return INTERNAL
    return result


def _log_path() -> str:
    from engine.journal import data_dir

    return str(data_dir() / "pilothouse.log")


def _set_up_log() -> None:
    """Warnings and worse into the data directory's log; a log that cannot be written stops no command."""
    from logging.handlers import RotatingFileHandler

    from engine.journal import RunStore, data_dir

    try:
        RunStore().prepare()
        handler: logging.Handler = RotatingFileHandler(
            data_dir() / "pilothouse.log", maxBytes=2_000_000, backupCount=2, delay=True, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


def _late(module: str, name: str) -> Callable[[argparse.Namespace], int]:
    """A command whose module is imported only when it is used: the command line starts fast."""

    def act(args: argparse.Namespace) -> int:
        from importlib import import_module

        result: int = getattr(import_module(module), name)(args)
        return result

    return act


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pilothouse", description="A monitor for fleets of coding agents.")
    parser.add_argument("--version", action="version", version=version("pilothouse"))
    parser.add_argument("--quit-after", type=float, metavar="SECONDS", help="close the monitor again")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    parser.set_defaults(act=_late("engine.commands.monitor", "monitor"), command="pilothouse")

    def add(name: str, module: str, function: str, help_: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=help_, description=help_)
        command.set_defaults(act=_late(f"engine.commands.{module}", function))
        command.add_argument("--json", action="store_true", help="one JSON document on standard output")
        return command

    demo = add("demo", "monitor", "demo", "opens the monitor on a fresh demo repository, with the scripted agent")
    demo.add_argument("--quit-after", type=float, metavar="SECONDS", help="close it again")
    demo.add_argument("--headless", action="store_true", help="without a window, telling the journal in plain words")

    engine = add("engine", "monitor", "engine", "the engine host: drives all live runs of the data directory")
    engine.add_argument("--stop", action="store_true", help="end the live host in good order")

    _launch_commands(add)
    _operator_commands(add)
    _reading_commands(add)
    return parser


_Add = Callable[[str, str, str, str], argparse.ArgumentParser]


def _launch_commands(add: _Add) -> None:
    run = add("run", "drive", "run", "launches a run and drives it until it ends or pauses")
    run.add_argument("workflow", help="a bundled name or a file")
    run.add_argument("--repo", default=".", metavar="DIR")
    run.add_argument("--base", metavar="REF")
    run.add_argument("--branch", metavar="NAME")
    run.add_argument("--input", action="append", default=[], metavar="K=V")
    run.add_argument("--role", action="append", default=[], metavar="NAME=AGENT[:MODEL]")
    run.add_argument("--budget", action="append", default=[], metavar="turns=N,wall_clock=2h,tokens=N,cost=5")
    run.add_argument("--on-provider-limit", choices=["continue", "pause"], help="go on by itself after it, or ask")
    run.add_argument("--playbook", metavar="FILE", help="what the scripted agent does")
    run.add_argument(
        "--profile", metavar="NAME", help="of the repository's .pilothouse/profiles.yaml, in place of the workflow's"
    )
    run.add_argument("--id", metavar="ID", help="go on with that run if it exists")
    run.add_argument("--detach", action="store_true", help="hand it to the engine host")
    resume = add("resume", "drive", "resume", "drives a paused or interrupted run on")
    _one_or_all(resume)


def _one_or_all(command: argparse.ArgumentParser) -> None:
    which = command.add_mutually_exclusive_group(required=True)
    which.add_argument("run", nargs="?")
    which.add_argument("--all", action="store_true", help="every run that this can be said of")


def _operator_commands(add: _Add) -> None:
    message = add("message", "operate", "message", "says something to the agent at work at a node")
    message.add_argument("run")
    message.add_argument("node")
    message.add_argument("text")
    answer = add("answer", "operate", "answer", "answers a hold")
    answer.add_argument("run")
    answer.add_argument("hold")
    answer.add_argument("answer")
    answer.add_argument("--note", metavar="TEXT")
    answer.add_argument("--to", metavar="NODE")
    answer.add_argument("--expect", type=int, metavar="SEQ", help="the hold's `seq` that you saw")
    raise_ = add("raise", "operate", "raise_", "raises budgets of a run")
    raise_.add_argument("run")
    raise_.add_argument("raises", nargs="+", metavar="KIND=+N")
    set_ = add("set", "operate", "set_", "sets a switch of a run: on_provider_limit=continue|pause")
    set_.add_argument("run")
    set_.add_argument("settings", nargs="+", metavar="NAME=VALUE")
    pause = add("pause", "operate", "pause", "pauses a run at the next safe boundary")
    _one_or_all(pause)
    pause.add_argument("--now", action="store_true", help="interrupt the running turn")
    settings = add("settings", "fleet", "settings", "limits of all runs together, and prices; what was used today")
    settings.add_argument("action", nargs="?", choices=["set"])
    settings.add_argument("changes", nargs="*", metavar="NAME=VALUE", help="such as fleet.concurrent=4")
    usage = add("usage", "fleet", "usage", "what was used today, what failed, and who waits for a provider")
    usage.add_argument("--forget", metavar="ACCOUNT", help="it takes requests again: let go of the wait for it")
    cancel = add("cancel", "operate", "cancel", "ends a run, keeping everything")
    cancel.add_argument("run")


def _reading_commands(add: _Add) -> None:
    add("list", "read", "list_", "all runs")
    show = add("show", "read", "show", "one run: blocks, holds, meters")
    tail = add("tail", "read", "tail", "the journal of a run")
    tail.add_argument("--follow", action="store_true", help="and what is still to come, until the run ends")
    verify = add("verify", "read", "verify", "is the journal whole?")
    replay = add("replay", "read", "replay_", "would the same decisions be taken?")
    replay.add_argument("--workflow", metavar="FILE", help="with this workflow instead of the recorded one")
    diff = add("diff", "read", "diff", "what a run or a node changed")
    evidence = add("evidence", "read", "evidence", "how a node's gates were judged")
    transcript = add("transcript", "read", "transcript", "what an agent said and did")
    for command in (show, tail, replay, diff, evidence, transcript):
        command.add_argument("run")
    _one_or_all(verify)
    diff.add_argument("node", nargs="?")
    evidence.add_argument("node")
    transcript.add_argument("node")
    transcript.add_argument("--attempt", type=int, metavar="N")
    search = add("search", "search", "search", "finds words in the transcripts of all runs")
    search.add_argument("text", nargs="+")
    search.add_argument("--run", metavar="RUN", help="in this run alone")
    search.add_argument("--limit", type=int, default=1000, metavar="N", help="entries at the most")
    holds = add("holds", "read", "holds", "what waits for a person")
    holds.add_argument("run", nargs="?")
    check = add("check", "files", "check", "every fault of workflow files at once, with line")
    check.add_argument("workflows", nargs="+", metavar="WORKFLOW")
    simulate = add("simulate", "simulate", "simulate", "a workflow on a virtual clock: by a playbook, and every path")
    simulate.add_argument("workflow")
    simulate.add_argument("--playbook", metavar="FILE", help="what the agents do")
    simulate.add_argument("--input", action="append", default=[], metavar="K=V")
    simulate.add_argument("--paths", action="store_true", help="print each path, turn by turn")
    simulate.add_argument("--most", type=int, default=2000, metavar="N", help="paths to try at the most")
    export = add("export", "keep", "export", "packs a run into one file, without secrets")
    export.add_argument("run")
    export.add_argument("file")
    export.add_argument("--whole", action="store_true", help="with all history before its base")
    import_ = add("import", "keep", "import_", "takes an exported run in, every byte checked")
    import_.add_argument("file")
    import_.add_argument("--repo", metavar="DIR", help="the repository that it works on from now on")
    clean = add("clean", "keep", "clean", "removes what is no longer needed; never unmerged or uncommitted work")
    clean.add_argument("--dry-run", action="store_true", help="only say what would go, and what stays and why")
    clean.add_argument("--runs", metavar="AGE", help="also whole runs that ended so long ago, such as 30d")
    clean.add_argument("--lose", action="append", default=[], metavar="RUN", help="give up that run's unmerged work")
    add("schema", "files", "schema", "the JSON Schema of workflow files")
    agents = add("agents", "agents", "agents", "which backends work here, and what is missing")
    agents.add_argument("--models", action="store_true", help="models and their prices instead")
    key = add("key", "agents", "key", "keeps a provider's key in the system's keyring")
    key.add_argument("provider", help="such as anthropic; the key itself is read from standard input")
    key.add_argument("--forget", action="store_true", help="take it away again")


if __name__ == "__main__":
    sys.exit(main())
