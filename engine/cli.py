# SPDX-License-Identifier: Apache-2.0
"""The command line: every screen action has a command. Imports no Qt but to open the monitor."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version

from engine.commands.answers import WORDS
from engine.commands.output import INTERNAL, OK, tell
from engine.errors import PilothouseError

log = logging.getLogger("pilothouse")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit code. Never a traceback to a person: it goes to the log."""
    args, unknown = _parser().parse_known_args(argv)
    if unknown:
        args.refuse(f"unrecognized arguments: {' '.join(unknown)}")
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
        return OK  # who read it, such as `head`, has seen enough
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


_EXIT_CODES = """exit codes:
  0  the run succeeded, or what was asked was done
  1  an internal error; its details are in the log
  2  faulty arguments, workflow or file
  3  the run is paused, or stopped here; what it waits for is printed
  4  the run ended otherwise: failed, abandoned or cancelled
  5  refused: somebody else drives the run, or the hold is answered already or has moved
  6  queued: the run's driver has not taken the command yet"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pilothouse",
        description="A monitor for fleets of coding agents.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=version("pilothouse"))
    parser.add_argument("--quit-after", type=float, metavar="SECONDS", help="close the monitor again")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    parser.set_defaults(act=_late("engine.commands.monitor", "monitor"), command="pilothouse", refuse=parser.error)

    def add(name: str, module: str, function: str, help_: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=help_, description=help_)
        command.set_defaults(act=_late(f"engine.commands.{module}", function), refuse=command.error)
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


_WORKFLOW = "the name of a bundled workflow, or a file"


def _launch_commands(add: _Add) -> None:
    run = add("run", "drive", "run", "launches a run and drives it until it ends or pauses")
    run.add_argument("workflow", help=_WORKFLOW)
    run.add_argument(
        "--repo", default=".", metavar="DIR", help="the git repository to work on (default: the current folder)"
    )
    run.add_argument(
        "--base", metavar="REF", help="the branch, tag or commit to start from (default: what is checked out)"
    )
    run.add_argument("--branch", metavar="NAME", help="the branch that the work lands on (default: pilothouse/ID)")
    run.add_argument("--input", action="append", default=[], metavar="K=V", help="an input of the workflow; repeatable")
    run.add_argument(
        "--role", action="append", default=[], metavar="NAME=AGENT[:MODEL]", help="who fills a role, in this run"
    )
    run.add_argument(
        "--argv",
        action="append",
        default=[],
        metavar="NAME=WORDS",
        help="the program of a role whose agent is command or acp, such as worker='./my-agent --fast'",
    )
    run.add_argument(
        "--budget",
        action="append",
        default=[],
        metavar="turns=N,wall_clock=2h,tokens=N,cost=5",
        help="in place of the workflow's budgets; none: no limit",
    )
    run.add_argument("--on-provider-limit", choices=["continue", "pause"], help="go on by itself after it, or ask")
    run.add_argument("--playbook", metavar="FILE", help="what the scripted agent does")
    run.add_argument(
        "--profile", metavar="NAME", help="of the repository's .pilothouse/profiles.yaml, in place of the workflow's"
    )
    run.add_argument("--id", metavar="ID", help="what the run is called; go on with it if it exists")
    run.add_argument("--detach", action="store_true", help="hand it to the engine host")
    resume = add("resume", "drive", "resume", "drives a paused or interrupted run on")
    _one_or_all(resume)


_RUN = "the run's id, as `pilothouse list` tells it"
_NODE = "the block's id, as `pilothouse show RUN` tells it"


def _one_or_all(command: argparse.ArgumentParser) -> None:
    which = command.add_mutually_exclusive_group(required=True)
    which.add_argument("run", nargs="?", help=_RUN)
    which.add_argument("--all", action="store_true", help="every run that this can be said of")


def _operator_commands(add: _Add) -> None:
    message = add("message", "operate", "message", "says something to the agent at work at a node")
    message.add_argument("run", help=_RUN)
    message.add_argument("node", help=_NODE)
    message.add_argument("text", help="what to say")
    answer = add("answer", "operate", "answer", "answers a hold")
    answer.formatter_class = argparse.RawDescriptionHelpFormatter
    answer.epilog = "answers:\n" + "\n".join(f"  {word:<13} {does}" for word, does in WORDS.items())
    answer.add_argument("run", help=_RUN)
    answer.add_argument("hold", help="the hold's id, such as h1, as `pilothouse holds` tells it")
    answer.add_argument("answer", help="one that the hold takes; see below for what each does")
    answer.add_argument("--note", metavar="TEXT", help="goes with the answer; refine, edit and answer need it")
    answer.add_argument("--to", metavar="NODE", help="restart_from and jump_to need it: the block to go on at")
    answer.add_argument("--expect", type=int, metavar="SEQ", help="the hold's `seq` that you saw")
    raise_ = add("raise", "operate", "raise_", "raises budgets of a run")
    raise_.add_argument("run", help=_RUN)
    raise_.add_argument(
        "raises", nargs="+", metavar="KIND=+N", help="such as turns=+5, wall_clock=+30m or cost=+2.50; all or none"
    )
    set_ = add("set", "operate", "set_", "sets a switch of a run: on_provider_limit=continue|pause")
    set_.add_argument("run", help=_RUN)
    set_.add_argument(
        "settings", nargs="+", metavar="NAME=VALUE", help="on_provider_limit=continue goes on by itself; =pause asks"
    )
    pause = add("pause", "operate", "pause", "pauses a run at the next safe boundary")
    _one_or_all(pause)
    pause.add_argument("--now", action="store_true", help="interrupt the running turn")
    settings = add("settings", "fleet", "settings", "limits of all runs together, and prices; what was used today")
    settings.add_argument("action", nargs="?", choices=["set"], help="change them; without it they are shown")
    settings.add_argument(
        "changes", nargs="*", metavar="NAME=VALUE", help="such as fleet.concurrent=4; NAME=none takes it away again"
    )
    usage = add("usage", "fleet", "usage", "what was used today, what failed, and who waits for a provider")
    usage.add_argument("--forget", metavar="ACCOUNT", help="it takes requests again: let go of the wait for it")
    cancel = add("cancel", "operate", "cancel", "ends a run, keeping everything")
    cancel.add_argument("run", help=_RUN)


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
        command.add_argument("run", help=_RUN)
    _one_or_all(verify)
    diff.add_argument("node", nargs="?", help=f"{_NODE}; without it, of the whole run")
    evidence.add_argument("node", help=_NODE)
    transcript.add_argument("node", help=_NODE)
    transcript.add_argument("--attempt", type=int, metavar="N", help="counted from 1 (default: the latest)")
    search = add("search", "search", "search", "finds words in the transcripts of all runs")
    search.add_argument("text", nargs="+", help="the words to find, as they stand")
    search.add_argument("--run", metavar="RUN", help="in this run alone")
    search.add_argument(
        "--limit", type=int, default=1000, metavar="N", help="entries at the most (default: %(default)s)"
    )
    holds = add("holds", "read", "holds", "what waits for a person")
    holds.add_argument("run", nargs="?", help=f"{_RUN}; without it, of all runs")
    check = add("check", "files", "check", "every fault of workflow files at once, with line")
    check.add_argument("workflows", nargs="+", metavar="WORKFLOW", help=_WORKFLOW)
    simulate = add("simulate", "simulate", "simulate", "a workflow on a virtual clock: by a playbook, and every path")
    simulate.add_argument("workflow", help=_WORKFLOW)
    simulate.add_argument("--playbook", metavar="FILE", help="what the agents do")
    simulate.add_argument("--input", action="append", default=[], metavar="K=V", help="an input; others are made up")
    simulate.add_argument("--paths", action="store_true", help="print each path, turn by turn")
    simulate.add_argument(
        "--most", type=int, default=2000, metavar="N", help="paths to try at the most (default: %(default)s)"
    )
    export = add("export", "keep", "export", "packs a run into one file, without secrets")
    export.add_argument("run", help=_RUN)
    export.add_argument("file", help="the file to write; never one that is there")
    export.add_argument("--whole", action="store_true", help="with all history before its base")
    import_ = add("import", "keep", "import_", "takes an exported run in, every byte checked")
    import_.add_argument("file", help="what `pilothouse export` wrote")
    import_.add_argument("--repo", metavar="DIR", help="the repository that it works on from now on")
    clean = add("clean", "keep", "clean", "removes what is no longer needed; never unmerged or uncommitted work")
    clean.add_argument("--dry-run", action="store_true", help="only say what would go, and what stays and why")
    clean.add_argument("--runs", metavar="AGE", help="also whole runs that ended so long ago, such as 30d")
    clean.add_argument("--lose", action="append", default=[], metavar="RUN", help="give up that run's unmerged work")
    repair = add("repair", "keep", "repair", "what is wrong with a damaged journal, and what cutting it would lose")
    repair.add_argument("run", help=_RUN)
    repair.add_argument("--cut", action="store_true", help="keep it all aside, and cut it behind its last good record")
    add("schema", "files", "schema", "the JSON Schema of workflow files")
    agents = add("agents", "agents", "agents", "which backends work here, and what is missing")
    agents.add_argument("--models", action="store_true", help="models and their prices instead")
    key = add("key", "agents", "key", "keeps a provider's key in the system's keyring")
    key.add_argument("provider", help="such as anthropic; the key itself is read from standard input")
    key.add_argument("--forget", action="store_true", help="take it away again")


if __name__ == "__main__":
    sys.exit(main())
