# SPDX-License-Identifier: Apache-2.0
"""From the nodes of a workflow file to plain data in the shape of the model, with the place of every value.

What a file may abbreviate is written out here: block heads, gates as names, durations, joins, one name for a list,
paths of schemas. Whether values are right is the model's business; here only forms are judged.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.definition.artifacts import schema_file
from engine.definition.source import Node
from engine.definition.words import did_you_mean, milliseconds
from engine.errors import Fault

KINDS = ("step", "run", "sequence", "parallel", "loop", "orchestrate", "call", "choose", "publish")

BARE = ("verdict", "commit", "tests", "approval", "unweakened", "red_green")
"""Gates that need no settings."""

SETTINGS = {
    "verdict": "{verdict: {of: STEP}}",
    "commit": "commit",
    "file": "{file: PATH} or {file: {path: PATH, matches: PATTERN}}",
    "tests": "{tests: {argv: [...], timeout: 10m}}",
    "command": "{command: {argv: [...]}}",
    "approval": "{approval: {by: human}}",
    "artifact": "{artifact: NAME}",
    "scope": "{scope: {allow: [GLOB]}}",
    "red_green": "{red_green: {tests: [NAME]}}",
    "unweakened": "{unweakened: {allow: [GLOB]}}",
    "expression": "{expression: CEL}",
    "all": "{all: [GATE, ...]}",
    "any": "{any: [GATE, ...]}",
    "not": "{not: GATE}",
    "at_least": "{at_least: {k: 2, of: [GATE, ...]}}",
}
"""Every gate, and how it is written with its settings."""

ONE_TEXT = {"file": "path", "artifact": "name", "expression": "cel"}
"""Gates that a single text settles."""

Path_ = tuple[str | int, ...]
Reader = Callable[[Node, Path_], Any]
Fold = Callable[[str, tuple[int, int]], Any]

MAX_BLOCKS = 5_000
"""Blocks of one file."""

DROPPED = object()
"""Stands for a value whose fault has been told; its key is left out."""


class Surface:
    """Reads one file. `places` has the line and column of values, `keys` those of keys, by path in the model's data.

    `doubtful` are the paths of what was faulty and left out: nothing more should be said of them.
    """

    def __init__(self, file: str, directory: Path | None, faults: list[Fault], fold: Fold) -> None:
        self.file = file
        self.directory = directory
        self.faults = faults
        self.fold = fold
        self.places: dict[Path_, tuple[int, int]] = {}
        self.keys: dict[Path_, tuple[int, int]] = {}
        self.doubtful: set[Path_] = set()
        self.blocks = 0
        self._budget: dict[str, Reader] = {
            "wall_clock": self._duration,
            "idle": self._duration,
            "attempt": self._limits,
        }
        self._command: dict[str, Reader] = {"argv": self._argv, "timeout": self._duration, "key": self._texts}
        self._gate_settings: dict[str, Reader] = {
            "argv": self._argv,
            "timeout": self._duration,
            "allow": self._texts,
            "tests": self._texts,
        }
        self._block: dict[str, Reader] = {
            **dict.fromkeys(("gate", "until", "require"), self._gates),
            **dict.fromkeys(("do", "otherwise"), self._blocks),
            "when": self._arms,
            "timeout": self._duration,
            "argv": self._argv,
            "scope": self._texts,
            "budget": self._limits,
            "children": self._table({"roles": self._texts, "gate": self._gates}),
            "compose": self._table(
                {"workflows": self._texts, "budget": self._limits, "bodies": self._named(self.workflow)}
            ),
            "produces": self._named(self._schema),
            "join": self._join,
            "body": self.workflow,
            "for_each": self._table({"list": self._text, "key": self._text}),
        }

    # -------------------------------------------------------------------------------------------------------- the parts

    def workflow(self, node: Node, path: Path_ = ()) -> Any:
        """A whole workflow."""
        readers: dict[str, Reader] = {
            "pilothouse": self._format,
            "inputs": self._named(self._table({"choices": self._texts})),
            "roles": self._named(self._table({"model": self._texts, "argv": self._program, "tools": self._texts})),
            "budgets": self._limits,
            "profile": self.profile,
            "profiles": self.profiles,
            "do": self._blocks,
        }
        if not path and "playbook" in node.keys and "pilothouse" not in node.keys:
            self.tell(path, "this is a playbook, no workflow", "give it to a run or a simulation: --playbook FILE")
            return DROPPED
        data = self._map(node, path, readers)
        if data is DROPPED:
            return DROPPED
        if "format" in data:
            self._unknown((*path, "format"), ["pilothouse"])
            del data["format"]
        if "pilothouse" in data:
            data["format"] = data.pop("pilothouse")
        elif not path and "pilothouse" not in node.keys:
            self.tell(path, "the format version is missing", "begin the file with 'pilothouse: 1'")
        return data

    def plain(self, node: Node) -> Any:
        """A whole file whose values stand as they are."""
        return self._plain(node, ())

    def profile(self, node: Node, path: Path_) -> Any:
        """A profile, or the name of one."""
        if not isinstance(node.value, (dict, list)):
            return self._plain(node, path)
        command = self._table(self._command)
        commands = {**dict.fromkeys(("prepare", "tests", "lint"), command), "commands": self._named(command)}
        return self._map(node, path, commands)

    def profiles(self, node: Node, path: Path_) -> Any:
        """Profiles by name."""
        return self._map(node, path, {}, self.profile)

    def _blocks(self, node: Node, path: Path_) -> Any:
        self._mark(node, path)
        if node.value is None:
            return []
        if not isinstance(node.value, list):
            return self._drop(path, "a list of blocks is expected here", "put '- ' before each block")
        return list(self._kept(node.value, path, self._a_block))

    def _a_block(self, node: Node, path: Path_) -> Any:
        if isinstance(node.value, list):
            return {"kind": "sequence", "do": self._blocks(node, (*path, "do"))}
        self._mark(node, path)
        self.blocks += 1
        if self.blocks == MAX_BLOCKS + 1:
            self.tell(path, f"the file has more than {MAX_BLOCKS:,} blocks", "make it smaller")
        if self.blocks > MAX_BLOCKS:
            return DROPPED
        if not isinstance(node.value, dict):
            return self._drop(path, f"{node.text[:40]!r} is no block", "write {step: ID, ...} or another kind of block")
        heads = [key for key in node.value if key in KINDS]
        if not heads:
            meant = did_you_mean(next(iter(node.value), ""), KINDS, "a block is one of")
            return self._drop(path, "this block has no kind", meant)
        for extra in heads[1:]:
            line, column = node.keys[extra]
            self.fault(line, column, f"this block is both {heads[0]!r} and {extra!r}", "make two blocks of them")
        kind = heads[0]
        self.places[path] = node.keys[kind]
        rest = Node(
            {key: value for key, value in node.value.items() if key not in heads}, *node.keys[kind], keys=node.keys
        )
        data = self._map(rest, path, self._block)
        for key in ("kind", "id"):
            if key in data:
                self._unknown((*path, key), [kind])
        data["kind"] = kind
        data.pop("id", None)
        head = node.value[kind]
        if isinstance(head.value, (list, dict)):
            self._mark(head, (*path, "id"))
            self._drop(
                (*path, "id"), f"the id of this {kind} is no name", f"write '{kind}: some-name', settings beside it"
            )
        elif head.value is not None:
            self._mark(head, (*path, "id"))
            data["id"] = head.text
        return self._completed(data, path)

    def _completed(self, data: dict[str, Any], path: Path_) -> dict[str, Any]:
        """The block with what follows from its other settings."""
        commits = data["kind"] == "step" and any(map(_commits, data.get("gate", ())))
        if commits and data.setdefault("commit", "agent") == "engine":
            what = "'commit: engine' contradicts the commit gate, which asks the agent to commit"
            self.tell((*path, "commit"), what, "remove one of the two")
        if data["kind"] == "parallel" and data.get("integrate") is None:
            shared = data.get("workspace") == "shared"
            data["integrate"] = "none" if shared else "winner" if data.get("join") == "any" else "merge"
        if data["kind"] == "call" and isinstance(data.get("workflow"), str) and "body" not in data:
            body = self.fold(data["workflow"], self.place((*path, "workflow")))
            if body is not DROPPED:
                data["body"] = body
        if data["kind"] == "orchestrate" and isinstance(data.get("compose"), dict):
            compose = data["compose"]
            bodies = compose["bodies"] = compose.get("bodies") or {}
            for number, name in enumerate(compose.get("workflows") or ()):
                if name not in bodies:
                    body = self.fold(name, self.place((*path, "compose", "workflows", number)))
                    if body is not DROPPED:
                        bodies[name] = body
        return data

    def _arms(self, node: Node, path: Path_) -> Any:
        self._mark(node, path)
        if not isinstance(node.value, list):
            return self._drop(path, "a list of arms is expected here", "write [{if: CONDITION, do: [BLOCK]}]")
        return list(self._kept(node.value, path, self._table({"if": self._text, "do": self._blocks})))

    # ------------------------------------------------------------------------------------------------------------ gates

    def _gates(self, node: Node, path: Path_) -> Any:
        self._mark(node, path)
        if node.value is None:
            return []
        nodes = node.value if isinstance(node.value, list) else [node]
        gates = list(self._kept(nodes, path, self._gate))
        if nodes and not gates:
            self.doubtful.add(path)
            return DROPPED
        return gates

    def _gate(self, node: Node, path: Path_) -> Any:
        self._mark(node, path)
        if isinstance(node.value, list):
            if not node.value:
                return self._drop(path, "this list of gates is empty", "name gates, or remove it")
            return self._composed({"kind": "all", "of": self._gates(node, (*path, "of"))}, path)
        if isinstance(node.value, dict):
            return self._set_gate(node, path)
        name = node.text
        if name not in SETTINGS:
            return self._drop(path, f"there is no gate {name[:40]!r}", _gate_meant(name))
        if name not in BARE:
            return self._drop(path, f"the gate {name!r} needs settings", f"write {SETTINGS[name]}")
        return {"kind": name}

    def _set_gate(self, node: Node, path: Path_) -> Any:
        assert isinstance(node.value, dict)
        known = [key for key in node.value if key in SETTINGS]
        if len(node.value) != 1:
            shown = SETTINGS[known[0]] if known else "{file: PATH}"
            return self._drop(path, "a gate is one name with its settings", f"write {shown}; several gates are a list")
        name, settings = next(iter(node.value.items()))
        if not known:
            return self._drop(path, f"there is no gate {name[:40]!r}", _gate_meant(name))
        self.places[path] = node.keys[name]
        form = f"write {SETTINGS[name]}"
        if name in ("all", "any"):
            if not isinstance(settings.value, list) or not settings.value:
                return self._drop(path, f"{name!r} takes a list of gates", form)
            return self._composed({"kind": name, "of": self._gates(settings, (*path, "of"))}, path)
        if name == "not":
            return self._composed({"kind": name, "of": self._gate(settings, (*path, "of"))}, path)
        if isinstance(settings.value, dict):
            readers = {**self._gate_settings, **({"of": self._gates} if name == "at_least" else {})}
            data = self._map(settings, path, readers)
            if "kind" in data:
                self._unknown((*path, "kind"), [name])
            self.places[path] = node.keys[name]
            return self._composed({**data, "kind": name}, path)
        if settings.value is None and name in BARE:
            return {"kind": name}
        if name in ONE_TEXT and not isinstance(settings.value, list) and settings.value is not None:
            self._mark(settings, (*path, ONE_TEXT[name]))
            return {"kind": name, ONE_TEXT[name]: settings.text}
        return self._drop(path, f"these are no settings of the gate {name!r}", form)

    def _composed(self, data: dict[str, Any], path: Path_) -> Any:
        """The gate, unless a part that it cannot do without was faulty."""
        if data["kind"] in ("all", "any", "not", "at_least") and data.get("of") in (DROPPED, []):
            self.doubtful.add(path)
            return DROPPED
        if data["kind"] == "at_least" and "of" not in data:
            return self._drop(path, "'at_least' needs the gates to count", f"write {SETTINGS['at_least']}")
        return data

    # --------------------------------------------------------------------------------------------------------- settings

    def _format(self, node: Node, path: Path_) -> Any:
        self._mark(node, path)
        if node.value != 1 or isinstance(node.value, bool):
            newer = isinstance(node.value, int) and node.value > 1
            todo = "install a newer Pilothouse" if newer else "write 'pilothouse: 1'"
            return self._drop(path, f"this version reads format 1, not {node.text[:20] or 'this'}", todo)
        return 1

    def _duration(self, node: Node, path: Path_) -> Any:
        self._mark(node, path)
        if node.value is None:
            return None
        if isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
            return self._drop(
                path, f"the duration {node.text[:20]} has no unit", f"write {node.text[:20]}s for seconds"
            )
        try:
            return milliseconds(node.text)
        except ValueError as error:
            what, _, todo = str(error).partition("; ")
            return self._drop(path, what, todo or "write a shorter one")

    def _join(self, node: Node, path: Path_) -> Any:
        self._mark(node, path)
        if node.value in ("all", "any"):
            return node.value
        if isinstance(node.value, dict) and list(node.value) == ["at_least"]:
            number = node.value["at_least"].value
            if isinstance(number, int) and not isinstance(number, bool) and number >= 1:
                return number
        return self._drop(path, "this is no join", "write all, any or {at_least: 2}")

    def _schema(self, node: Node, path: Path_) -> Any:
        self._mark(node, path)
        if isinstance(node.value, dict):
            return self._plain(node, path)
        if not isinstance(node.value, str):
            return self._drop(path, "a JSON Schema is expected here", "give the path of one, or write it in place")
        try:
            return schema_file(node.value, self.directory)
        except ValueError as error:
            what, _, todo = str(error).partition("; ")
            return self._drop(path, what, todo)

    def _argv(self, node: Node, path: Path_) -> Any:
        if not isinstance(node.value, list):
            self._mark(node, path)
            words = ", ".join(node.text.split()) or "program, argument"
            return self._drop(path, "a command is a list of words, never one text", f"write [{words[:60]}]")
        return self._texts(node, path)

    def _program(self, node: Node, path: Path_) -> Any:
        """A role's argv. A program with a slash in it is found from the workflow file."""
        argv = self._argv(node, path)
        if argv is not DROPPED and argv and ("/" in argv[0] or os.sep in argv[0]) and not os.path.isabs(argv[0]):
            if self.directory is None:
                return self._drop(
                    path, f"{argv[0]!r} is relative to a file, and there is none", "give an absolute path"
                )
            argv[0] = os.path.normpath(os.path.abspath(self.directory / argv[0]))
        return argv

    def _texts(self, node: Node, path: Path_) -> Any:
        self._mark(node, path)
        if node.value is None:
            return None
        items = node.value if isinstance(node.value, list) else [node]
        return list(self._kept(items, path, self._text))

    def _text(self, node: Node, path: Path_) -> Any:
        self._mark(node, path)
        if isinstance(node.value, (list, dict)) or node.value is None:
            return self._drop(path, "a text is expected here", "write one, in quotes if it looks like something else")
        return node.text

    def _limits(self, node: Node, path: Path_) -> Any:
        return self._map(node, path, self._budget)

    # --------------------------------------------------------------------------------------------------------- the tree

    def _plain(self, node: Node, path: Path_) -> Any:
        self._mark(node, path)
        if isinstance(node.value, list):
            return [self._plain(item, (*path, number)) for number, item in enumerate(node.value)]
        if isinstance(node.value, dict):
            return self._map(node, path, {})
        return node.value

    def _map(self, node: Node, path: Path_, readers: dict[str, Reader], default: Reader | None = None) -> Any:
        """A map, each key read by its own reader, others by `default` or as they are."""
        self._mark(node, path)
        if node.value is None and path:
            return DROPPED  # an empty value is one that was not given
        if not isinstance(node.value, dict):
            return self._drop(
                path, "names with values are expected here", "write 'name: value' lines, or {name: value}"
            )
        data: dict[str, Any] = {}
        for key, value in node.value.items():
            inner = (*path, key)
            self.keys[inner] = node.keys[key]
            read = readers.get(key, default or self._plain)(value, inner)
            if read is not DROPPED:
                data[key] = read
        return data

    def _table(self, readers: dict[str, Reader]) -> Reader:
        return lambda node, path: self._map(node, path, readers)

    def _named(self, reader: Reader) -> Reader:
        return lambda node, path: self._map(node, path, {}, reader)

    def _kept(self, nodes: list[Node], path: Path_, reader: Reader) -> Iterator[Any]:
        number = 0
        for node in nodes:
            read = reader(node, (*path, number))
            if read is DROPPED:
                self.doubtful.discard((*path, number))
                self.doubtful.add((*path, "…"))
            else:
                yield read
                number += 1

    # ----------------------------------------------------------------------------------------------------------- faults

    def fault(self, line: int, column: int, what: str, todo: str) -> None:
        """Note a fault at a place of this file."""
        self.faults.append(Fault(self.file, line, column, what, todo))

    def tell(self, path: Path_, what: str, todo: str = "", *, key: bool = False) -> None:
        """Note a fault of the value at `path`, or of its key."""
        self.fault(*self.place(path, key=key), what, todo)

    def place(self, path: Path_, *, key: bool = False) -> tuple[int, int]:
        """Where the value at `path`, or the nearest thing around it, stands."""
        if key and path in self.keys:
            return self.keys[path]
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, (1, 1))

    def doubts(self, path: Path_) -> bool:
        """Whether the value at `path`, something around it, or a part of a list there was faulty and left out."""
        return (*path, "…") in self.doubtful or any(path[:end] in self.doubtful for end in range(len(path) + 1))

    def _mark(self, node: Node, path: Path_) -> None:
        self.places[path] = (node.line, node.column)

    def _drop(self, path: Path_, what: str, todo: str) -> Any:
        self.tell(path, what, todo)
        self.doubtful.add(path)
        return DROPPED

    def _unknown(self, path: Path_, known: list[str]) -> None:
        self.tell(path, f"there is no setting {path[-1]!r} here", did_you_mean(str(path[-1]), known), key=True)


def _gate_meant(name: str) -> str:
    """What to write instead: a condition over facts, such as `tests.passed > 0`, is a gate as well."""
    condition = not name.replace("_", "").replace("-", "").isalnum()
    return f"a condition is {SETTINGS['expression']}" if condition else did_you_mean(name, SETTINGS, "gates are")


def _commits(gate: dict[str, Any]) -> bool:
    if gate["kind"] in ("all", "any", "at_least"):
        return any(_commits(part) for part in gate["of"])
    return bool(gate["kind"] == "commit")
