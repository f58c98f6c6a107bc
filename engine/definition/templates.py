# SPDX-License-Identifier: Apache-2.0
"""Prompt templates: sandboxed Jinja2 over a few names; what is inserted is data and never a template again.

A template may print, branch, loop, set a name and filter; it cannot call, define or include anything. Whatever it makes
is counted against a budget before or as it is made, so neither a hostile template nor a hostile text can take the
memory or the time of the engine. Lists and maps print as JSON, booleans as in JSON, null as nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache, wraps
from typing import TYPE_CHECKING, Any

from engine.errors import TemplateError

if TYPE_CHECKING:
    import jinja2
    from jinja2 import nodes

NAMES = frozenset({"inputs", "artifacts", "verdicts", "facts", "run", "item", "feedback"})
"""What a template can name, besides what a `for_each` calls its item."""

MAX_LENGTH = 64 * 1024
"""Characters of a template."""

MAX_OUTPUT = 1024 * 1024
"""Characters of what it renders to."""

MAX_MADE = 8 * 1024 * 1024
"""Characters and items that filters and operators read and make on the way, and parts of loop bodies run."""

_PART = 10
"""What running one part of a loop's body costs, in characters."""

_STATEMENTS = ("Template", "Output", "TemplateData", "If", "For", "Assign")
_PARTS = (
    *("Name", "Const", "Getattr", "Getitem", "Slice", "List", "Tuple", "Dict", "Pair", "Keyword"),
    *("Filter", "Test", "Compare", "Operand", "And", "Or", "Not", "CondExpr", "Concat"),
    *("Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Neg", "Pos"),
)
_FILTERS = (
    *("abs", "capitalize", "count", "d", "default", "dictsort", "first", "float", "int", "items", "last", "length"),
    *("list", "lower", "map", "max", "min", "reject", "rejectattr", "reverse", "select", "selectattr", "sort", "title"),
    *("trim", "truncate", "unique", "upper", "wordcount"),
)
_FAILURES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Template:
    """A compiled template; rendering has no effects and bounded work."""

    source: str
    names: frozenset[str]
    """The names it needs."""
    members: frozenset[tuple[str, ...]]
    """What it reads of those by fixed names: `verdicts.review.detail` is `("verdicts", "review", "detail")`."""
    _code: jinja2.Template = field(repr=False, compare=False)

    def render(self, context: Mapping[str, Any]) -> str:
        """Its text for these names. Raises TemplateError, which says which name is missing."""
        from jinja2.exceptions import TemplateError as JinjaError

        token = _left.set([MAX_MADE])
        pieces: list[str] = []
        size = 0
        try:
            for piece in self._code.generate({name: context[name] for name in self.names if name in context}):
                size += len(piece)
                if size > MAX_OUTPUT:
                    raise TemplateError(
                        f"{_shown(self.source)} renders to more than {MAX_OUTPUT} characters; shorten it"
                    )
                pieces.append(piece)
        except (JinjaError, *_FAILURES) as error:
            raise TemplateError(f"{_shown(self.source)} cannot be rendered: {self._cause(error)}") from error
        finally:
            _left.reset(token)
        return "".join(pieces)

    def _cause(self, error: Exception) -> str:
        """What went wrong, with the whole path of a missing name where the template has only one that ends so."""

        def whole(match: re.Match[str]) -> str:
            paths = {".".join(path) for path in self.members if path[-1] == match[1]}
            return f"there is no {paths.pop()!r}" if len(paths) == 1 else match[0]

        return re.sub("^there is no '([^']*)'", whole, str(error)) or type(error).__name__


def render(template: str, context: Mapping[str, Any]) -> str:
    """The text of `template` for these names. Raises TemplateError, which says which name is missing."""
    return compile(template).render(context)


@lru_cache(maxsize=512)
def compile(source: str) -> Template:
    """The template, ready to render; compiled ones are kept. Raises TemplateError, with the line in the template."""
    from jinja2 import meta
    from jinja2.exceptions import TemplateError as JinjaError

    if len(source) > MAX_LENGTH:
        raise TemplateError(f"{_shown(source)} has {len(source)} characters; {MAX_LENGTH} are allowed")
    environment = _environment()
    try:
        tree = environment.parse(source)
        _confine(tree)
        members = frozenset(_members(tree))
        names = frozenset(meta.find_undeclared_variables(tree))
        _count(tree)
        code = environment.template_class.from_code(environment, environment.compile(tree), {})
    except (JinjaError, SyntaxError, MemoryError, *_FAILURES) as error:
        line = getattr(error, "lineno", None)
        where = f" in its line {line}" if line and source.count("\n") else ""
        raise TemplateError(f"{_shown(source)} does not parse: {_syntax(error)}{where}") from error
    return Template(source, names, frozenset(path for path in members if path[0] in names), code)


# ----------------------------------------------------------------------------------------------------------- the syntax


def _confine(tree: nodes.Template) -> None:
    """Raise for what a prompt may not contain."""
    from jinja2.exceptions import TemplateSyntaxError

    waiting: list[tuple[nodes.Node, int]] = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        kind = type(node).__name__
        if kind not in _STATEMENTS and kind not in _PARTS:
            hint = "; use a filter" if kind == "Call" else ""
            raise TemplateSyntaxError(f"{kind.lower()!r} is not allowed in a prompt{hint}", node.lineno)
        if depth > 60:
            raise TemplateSyntaxError("it nests too deep", node.lineno)
        if getattr(node, "recursive", False):
            raise TemplateSyntaxError("a loop may not call itself", node.lineno)
        waiting += [(child, depth + 1) for child in node.iter_child_nodes()]


def _members(tree: nodes.Template) -> Iterator[tuple[str, ...]]:
    from jinja2 import nodes

    for node in tree.find_all((nodes.Getattr, nodes.Getitem)):
        path: list[str] = []
        inner: nodes.Node = node
        while isinstance(inner, (nodes.Getattr, nodes.Getitem)):
            key = inner.attr if isinstance(inner, nodes.Getattr) else getattr(inner.arg, "value", None)
            if not isinstance(key, str):
                path.clear()  # an index, or a key known only in the run: what comes after it cannot be told
            else:
                path.append(key)
            inner = inner.node
        if isinstance(inner, nodes.Name) and path:
            yield (inner.name, *reversed(path))


def _count(tree: nodes.Template) -> None:
    """Let loops and joined texts go through filters of ours, which count."""
    from jinja2 import nodes

    for loop in tree.find_all(nodes.For):
        weight = nodes.Const(_PART * sum(1 for _ in loop.find_all(nodes.Node)))
        loop.iter = nodes.Filter(loop.iter, "_rounds", [weight], [], None, None, lineno=loop.lineno)
    for joined in list(tree.find_all(nodes.Concat)):
        parts = nodes.List(joined.nodes, lineno=joined.lineno)
        joined.nodes = [nodes.Filter(parts, "join", [], [], None, None, lineno=joined.lineno)]


# ------------------------------------------------------------------------------------------------------------- the work

_left: ContextVar[list[int]] = ContextVar("left")


def _charge(amount: int) -> None:
    left = _left.get()
    left[0] -= amount
    if left[0] < 0:
        raise ValueError("it takes too much work; make it simpler")


def _size(value: object) -> int:
    return 1 + len(value) if isinstance(value, (str, list, tuple, dict)) else 1


def _charged(filter_: Callable[..., Any]) -> Callable[..., Any]:
    """The filter, paying for the texts and lists that it reads and makes."""

    @wraps(filter_)
    def paying(*args: Any, **kwargs: Any) -> Any:
        _charge(sum(map(_size, args)))
        value = filter_(*args, **kwargs)
        _charge(_size(value))
        return value

    return paying


def _text(value: Any) -> str:
    """A value as it is printed."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, (bool, list, tuple, dict)):
        return _json(value)
    if isinstance(value, (int, float)) or hasattr(value, "_undefined_name"):
        return str(value)  # of what is undefined: raises
    raise TypeError(f"a {type(value).__name__} cannot be printed; end with a filter such as list or join")


def _json(value: Any, indent: int | None = None) -> str:
    waiting = [value]
    while waiting:
        part = waiting.pop()
        _charge(_size(part))
        if isinstance(part, dict):
            _charge(sum(map(_size, part)))
            waiting += part.values()
        elif isinstance(part, (list, tuple)):
            waiting += part
    return json.dumps(value, ensure_ascii=False, indent=min(indent, 8) if indent else None)


def _join(values: Iterable[Any], separator: str = "", attribute: str | None = None) -> str:
    parts: list[str] = []
    for value in values:
        part = _text(value if attribute is None else value[attribute])
        _charge(len(part) + len(separator) + 1)
        parts.append(part)
    return separator.join(parts)


def _replace(text: str, old: str, new: str) -> str:
    text = _text(text)
    _charge(len(text) + text.count(old) * max(0, len(new) - len(old)))
    return text.replace(old, new)


def _indent(text: str, width: int = 4, first: bool = False) -> str:
    lines = _text(text).splitlines(keepends=True)
    pad = " " * min(max(width, 0), 80)
    _charge(sum(map(len, lines)) + len(lines) * len(pad))
    return "".join(pad + line if line.strip() and (first or place) else line for place, line in enumerate(lines))


def _sum(values: Iterable[Any], attribute: str | None = None) -> Any:
    total: int | float = 0
    for value in values:
        number = value if attribute is None else value[attribute]
        if not isinstance(number, (int, float)):
            raise TypeError(f"only numbers have a sum, not {number!r:.40}")
        total += number
    return total


def _rounds(values: Any, weight: int) -> Iterator[Any]:
    """The values of a loop; each round pays for the parts of its body."""
    for value in values:
        _charge(weight)
        yield value


@cache
def _environment() -> jinja2.Environment:
    """The one environment: names of maps are their keys, nothing else has attributes, everything made is paid for."""
    from jinja2 import StrictUndefined
    from jinja2.exceptions import SecurityError
    from jinja2.filters import FILTERS
    from jinja2.runtime import Context, LoopContext
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Missing(StrictUndefined):
        def __init__(self, hint: str | None = None, obj: Any = None, name: str | None = None, *rest: Any) -> None:
            listed = ", ".join(sorted(map(str, obj))[:12]) if isinstance(obj, Mapping) else ""
            super().__init__(
                hint or f"there is no {name!r}" + (f" (there is: {listed})" if listed else ""), obj, name, *rest
            )

    class Sandbox(ImmutableSandboxedEnvironment):
        intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%", "**"})

        def getattr(self, obj: Any, attribute: str) -> Any:
            if isinstance(obj, LoopContext):
                return super().getattr(obj, attribute)
            return self.getitem(obj, attribute)

        def getitem(self, obj: Any, argument: Any) -> Any:
            if isinstance(obj, Mapping):
                return obj[argument] if argument in obj else Missing(obj=obj, name=str(argument))
            if isinstance(obj, (str, list, tuple)) and isinstance(argument, (int, slice)):
                try:
                    return obj[argument]
                except IndexError:
                    pass
            return Missing(name=str(argument))

        def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
            numbers = isinstance(left, (int, float)) and isinstance(right, (int, float))
            if operator == "**" or not (numbers or operator == "+"):
                raise SecurityError(f"{operator!r} is for numbers")
            _charge(_size(left) + _size(right))
            return super().call_binop(context, operator, left, right)

    environment = Sandbox(
        undefined=Missing,
        autoescape=False,
        optimized=False,
        finalize=_text,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.clear()
    ours = {"join": _join, "replace": _replace, "indent": _indent, "tojson": _json, "string": _text, "sum": _sum}
    environment.filters = {name: _charged(FILTERS[name]) for name in _FILTERS} | ours | {"_rounds": _rounds}
    return environment


def _syntax(error: Exception) -> str:
    if isinstance(error, (RecursionError, MemoryError)):
        return "it nests too deep"
    return getattr(error, "message", None) or str(error) or type(error).__name__


def _shown(source: str) -> str:
    line = " ".join(source.split())
    return f"the template {line if len(line) <= 60 else line[:59] + '…'!r}"
