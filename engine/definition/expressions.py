# SPDX-License-Identifier: Apache-2.0
"""Conditions in CEL, the Common Expression Language: no loops without bound, no I/O.

Of the two libraries at hand the Rust one is used: mixed types compare as the specification says, patterns match in
linear time, evaluating takes microseconds. It ends the process on a chain or nesting that outgrows the stack, so both
are bounded before it sees them. One deviation is known: `size` of a text counts its UTF-8 bytes.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import count
from types import ModuleType
from typing import TYPE_CHECKING, Any

from engine.errors import ExpressionError

if TYPE_CHECKING:
    import cel as _cel_library

MAX_LENGTH = 1_000
"""Characters of an expression."""

MAX_NESTING = 32
"""Brackets within brackets of an expression, and containers within containers of what it reads."""

MAX_STEPS = 20_000_000
"""Worst case of characters evaluated; some tenths of a second."""

MAX_READ = 5_000_000
"""Worst case of values read or made; some hundred megabytes."""

FUNCTIONS = frozenset(
    (
        *("size", "contains", "startsWith", "endsWith", "matches", "has", "type", "dyn"),
        *("string", "int", "uint", "double", "bytes", "timestamp", "duration"),
        *("getFullYear", "getMonth", "getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear"),
        *("getHours", "getMinutes", "getSeconds", "getMilliseconds"),
    )
)
_TYPES = frozenset(["bool", "bytes", "double", "int", "list", "map", "null_type", "string", "type", "uint"])
_TEXT = re.compile(
    r"""//[^\n]*|[rRbB]{0,2}(?:\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')""", re.DOTALL
)
_MACRO = re.compile(r"\.\s*(?:all|exists|exists_one|map|filter)\s*(\()\s*([A-Za-z_]\w*)?")
_MEMBER = re.compile(r"""(?<![\w.])([A-Za-z_]\w*)\s*(?:\.\s*([A-Za-z_]\w*)(?!\w|\s*\()|\[\s*"(\d+)"\s*\])""")
_SYNTAX = re.compile(r"ERROR: <input>:(\d+):(\d+): (?:Syntax error: )?([^\n]*)")


@dataclass(frozen=True, slots=True)
class Expression:
    """A compiled expression; evaluating has no effects and bounded work."""

    cel: str
    variables: frozenset[str]
    """The names it needs, without those bound inside it."""
    members: frozenset[tuple[str, str]]
    """What it reads of those by a fixed name: `inputs.report` is `("inputs", "report")`."""
    _program: _cel_library.Program = field(repr=False, compare=False)
    _shape: _Shape = field(repr=False, compare=False)

    def evaluate(self, context: Mapping[str, Any]) -> Any:
        """Its value for these names, as plain JSON data. Raises ExpressionError."""
        seen = {name: context[name] for name in self.variables if name in context}
        self._shape.check(self.cel, seen)
        try:
            value = self._program.execute(seen)
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
            raise ExpressionError(f"the expression {self.cel!r} has no value: {_cause(error)}") from error
        for part, _ in _walk(value):
            if not isinstance(part, (bool, int, float, str, list, dict, type(None))):
                raise ExpressionError(f"the expression {self.cel!r} gives a {type(part).__name__}, not plain data")
            if isinstance(part, float) and not math.isfinite(part):
                raise ExpressionError(f"the expression {self.cel!r} gives a number beyond all bounds")
        return value

    def holds(self, context: Mapping[str, Any]) -> bool:
        """Whether it is true: only the boolean counts. Raises ExpressionError, also for a value that is no boolean."""
        value = self.evaluate(context)
        if not isinstance(value, bool):
            raise ExpressionError(
                f"the expression {self.cel!r} is neither true nor false but {_shown(value)}; compare it"
            )
        return value


@lru_cache(maxsize=512)
def compile(cel: str) -> Expression:
    """The expression, ready to evaluate; compiled ones are kept. Raises ExpressionError."""
    if len(cel) > MAX_LENGTH:
        raise ExpressionError(f"the expression has {len(cel)} characters; {MAX_LENGTH} are allowed: {cel[:60]!r}…")
    texts = _TEXT.findall(cel)
    numbers = count()
    bare = _TEXT.sub(lambda _: f'"{next(numbers)}"', cel)
    if _nesting(bare) > MAX_NESTING:
        raise ExpressionError(f"the expression {cel[:60]!r}… nests deeper than {MAX_NESTING} brackets; take it apart")
    try:
        program = _library().compile(cel)
    except ValueError as error:
        raise ExpressionError(f"the expression {cel!r} does not parse: {_syntax(error)}") from error
    references = program.references()
    unknown = sorted(name for name in references["functions"] if name.isidentifier() and name not in FUNCTIONS)
    if unknown:
        raise ExpressionError(f"the expression {cel!r} calls {unknown[0]!r}, which does not exist")
    bound = {match[2] for match in _MACRO.finditer(bare)}
    variables = frozenset(references["variables"]) - bound - _TYPES
    members = {
        (match[1], match[2] or texts[int(match[3])].strip("'\""))
        for match in _MEMBER.finditer(bare)
        if match[1] in variables
    }
    return Expression(cel, variables, frozenset(members), program, _Shape.of(bare))


@dataclass(frozen=True, slots=True)
class _Shape:
    """What bounds the work of an expression: how deep its macros nest, and how much it can make data grow."""

    depth: int
    growth: float
    literals: int

    @classmethod
    def of(cls, bare: str) -> _Shape:
        macros, depth, open_at = 0, 0, list[bool]()
        starts = {match.start(1) for match in _MACRO.finditer(bare)}
        for place, character in enumerate(bare):
            if character == "(":
                open_at.append(place in starts)
                macros += open_at[-1]
                depth = max(depth, sum(open_at))
            elif character == ")" and open_at:
                open_at.pop()
        # Each `+` joins once; inside macros the joined is joined again. Spread evenly they make the most.
        growth = (1 + bare.count("+") / (macros + 1)) ** (macros + 1)
        return cls(depth, growth, bare.count(",") + 1)

    def check(self, cel: str, seen: Mapping[str, Any]) -> None:
        """Refuse what could take long. Raises ExpressionError."""
        longest, read = self.literals, 0
        for part, depth in _walk(seen):
            read += 1
            if depth > MAX_NESTING * 4:
                raise ExpressionError(f"the expression {cel!r} reads data that nests deeper than {MAX_NESTING * 4}")
            if isinstance(part, str):
                read += len(part) // 64
            elif isinstance(part, (list, tuple, Mapping)):
                longest = max(longest, len(part))
        rounds = (longest * self.growth) ** self.depth
        if rounds * len(cel) > MAX_STEPS or rounds * self.growth * read > MAX_READ:
            raise ExpressionError(f"the expression {cel!r} could take too long on this much data; narrow what it reads")


def _walk(value: Any) -> Iterator[tuple[Any, int]]:
    """Every part of `value` with its depth, itself included, without recursion."""
    waiting = [(value, 0)]
    while waiting:
        part, depth = waiting.pop()
        yield part, depth
        if isinstance(part, Mapping):
            waiting += [(inner, depth + 1) for inner in part.values()]
        elif isinstance(part, (list, tuple)):
            waiting += [(inner, depth + 1) for inner in part]


def _nesting(bare: str) -> int:
    depth = deepest = 0
    for character in bare:
        if character in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]}":
            depth -= 1
    return deepest


@cache
def _library() -> Any:
    """The CEL library. Its package imports a command line, ten times the library, that nobody here uses."""
    sys.modules.setdefault("cel.cli", ModuleType("cel.cli"))
    import cel

    return cel


def _syntax(error: ValueError) -> str:
    found = _SYNTAX.search(str(error))
    if found is None:
        return str(error).partition("\n")[0]
    what = found[3].partition(" expecting ")[0].replace("'<EOF>'", "end")
    what = re.sub(
        "^(mismatched input|extraneous input|no viable alternative at input|token recognition error at:)",
        "unexpected",
        what,
    )
    return f"{what} at " + (f"column {found[2]}" if found[1] == "1" else f"line {found[1]}, column {found[2]}")


def _cause(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"there is no {error.args[0]}" if error.args else "a name is missing"
    text = str(error)
    name = re.search(r"Undefined variable or function: '([^']*)'", text)
    return (
        f"there is no {name[1]!r}"
        if name
        else text.partition(". ")[0].partition(":")[0].removesuffix(" in CEL expression")
    )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
