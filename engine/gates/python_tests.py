# SPDX-License-Identifier: Apache-2.0
"""Compares the tests of one Python file, before and after: what was there must still be there, and as strict.

Nothing is run. New tests are welcome, an assertion may gain conditions, and statements may follow the old ones;
whatever else touches an old test is a finding, because a reader has to look at it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

_Function = (ast.FunctionDef, ast.AsyncFunctionDef)
_Definition = (*_Function, ast.ClassDef)

_SKIPS = {"skip", "skipif", "skipIf", "skipUnless", "skipTest", "SkipTest", "xfail", "importorskip", "expectedFailure"}
_SUSPECT = _SKIPS | {
    "__dict__", "__import__", "_exit", "abort", "compile", "delattr", "eval", "exec", "exit", "globals",
    "import_module", "kill", "locals", "MagicMock", "Mock", "mock", "monkeypatch", "patch", "quit", "reload", "setattr",
    "vars",
}  # fmt: skip
_HOOKS = {
    "asyncSetUp", "asyncTearDown", "load_tests", "run", "setUp", "setUpClass", "setUpModule", "setup", "setup_class",
    "setup_function", "setup_method", "setup_module", "tearDown", "tearDownClass", "tearDownModule", "teardown",
    "teardown_class", "teardown_function", "teardown_method", "teardown_module",
}  # fmt: skip
_RAISES = {"raises", "assertRaises", "assertRaisesRegex", "warns", "subTest"}
_SETTINGS = {"__test__", "collect_ignore", "collect_ignore_glob", "pytest_plugins", "pytestmark"}


@dataclass(slots=True)
class Comparison:
    """What was weakened, in half sentences that begin with the test's name, and how many tests are new."""

    findings: list[str] = field(default_factory=list)
    added: int = 0


class Unparsable(Exception):
    """The text is no Python that this interpreter reads."""


def compare(before: bytes, after: bytes) -> Comparison:
    """Compare two versions of one file.

    Raises:
        Unparsable: the version before is not Python that can be read here, so there is nothing to compare with.
    """
    old = _parse(before)
    try:
        new = _parse(after)
    except Unparsable as error:
        return Comparison([f"it cannot be parsed any more: {error}"])
    result = Comparison()
    try:
        _compare_scope(old.body, new.body, "", _borrowed(old), result)
    except RecursionError:
        result.findings.append("it is nested too deeply to be compared")
    return result


def count_tests(text: bytes) -> int:
    """How many test functions a file defines; 0 where it cannot be parsed."""
    try:
        return sum(isinstance(node, _Function) and _is_test(node.name) for node in ast.walk(_parse(text)))
    except (Unparsable, RecursionError):
        return 0


def _parse(text: bytes) -> ast.Module:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Unparsable(str(error) or type(error).__name__) from error


def _is_test(name: str) -> bool:
    return name.startswith("test")


def _names(tree: ast.AST) -> set[str]:
    """Every name that the tree reads, binds, takes as an argument or defines."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, _Definition):
            found.add(node.name)
    return found


def _borrowed(module: ast.Module) -> set[str]:
    """The names that a module's tests take from outside of themselves: what newer code must not rebind."""
    found: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, _Definition):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
    for statement in module.body:
        methods = statement.body if isinstance(statement, ast.ClassDef) else [statement]
        for part in methods:
            own = _bound(part) if isinstance(part, _Function) else set()
            found |= {node.id for node in ast.walk(part) if isinstance(node, ast.Name)} - own
    return found


def _mentions(node: ast.AST, names: set[str]) -> int:
    return sum(
        (isinstance(part, ast.Name) and part.id in names) or (isinstance(part, ast.Attribute) and part.attr in names)
        for part in ast.walk(node)
    )


def _same(one: ast.AST, other: ast.AST) -> bool:
    return type(one) is type(other) and ast.dump(one) == ast.dump(other)


def _shown(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return f"`{text if len(text) <= 80 else text[:79] + '…'}`"


# ------------------------------------------------------------------------------------------------- modules and classes


def _compare_scope(
    old: Sequence[ast.stmt], new: Sequence[ast.stmt], prefix: str, used: set[str], result: Comparison
) -> None:
    before, after = _definitions(old), _definitions(new)
    for name, nodes in before.items():
        found = after.get(name, [])
        where = prefix + name
        if not found:
            result.findings.append(f"{where} {'deleted' if _holds_tests(nodes[-1]) else 'removed'}")
        elif len(found) > len(nodes):
            result.findings.append(f"{where} defined {len(found)} times")
        else:
            _compare_definition(nodes[-1], found[-1], where, used, result)
    for name, nodes in after.items():
        if name not in before:
            result.findings += [f"{prefix}{name} {what}" for what in _intrusions(name, nodes[-1], used)]
            result.added += sum(isinstance(part, _Function) and _is_test(part.name) for part in ast.walk(nodes[-1]))
    result.findings += [prefix + what for what in _compare_rest(_rest(old), _rest(new), used)]


def _definitions(body: Sequence[ast.stmt]) -> dict[str, list[ast.stmt]]:
    found: dict[str, list[ast.stmt]] = {}
    for node in body:
        if isinstance(node, _Definition):
            found.setdefault(node.name, []).append(node)
    return found


def _holds_tests(node: ast.stmt) -> bool:
    if isinstance(node, ast.ClassDef):
        return any(isinstance(part, _Function) and _is_test(part.name) for part in node.body)
    return isinstance(node, _Function) and _is_test(node.name)


def _compare_definition(old: ast.stmt, new: ast.stmt, where: str, used: set[str], result: Comparison) -> None:
    if _same(old, new):
        return
    if isinstance(old, ast.ClassDef) and isinstance(new, ast.ClassDef) and _holds_tests(old):
        if not all(map(_same, [*old.bases, *old.keywords], [*new.bases, *new.keywords])) or len(old.bases) != len(
            new.bases
        ):
            result.findings.append(f"{where} has other bases")
        result.findings += [f"{where} {what}" for what in _compare_decorators(old, new)]
        _compare_scope(old.body, new.body, f"{where}.", used, result)
    elif isinstance(old, _Function) and type(old) is type(new) and _is_test(old.name):
        assert isinstance(new, _Function)
        result.findings += [f"{where} {what}" for what in _compare_test(old, new, used)]
    else:
        result.findings.append(f"{where}, which is no test, changed")


def _intrusions(name: str, node: ast.stmt, used: set[str]) -> Iterator[str]:
    """How a new definition could change the tests that were there."""
    assert isinstance(node, _Definition)
    if name in used:
        yield "hides a name that older tests use"
    if name in _HOOKS or name.startswith("pytest_"):
        yield "is a hook around older tests"
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and any(keyword.arg == "autouse" for keyword in decorator.keywords):
            yield "is a fixture that older tests use by itself (autouse)"


def _rest(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    return [node for node in _without_docstring(body) if not isinstance(node, _Definition)]


def _without_docstring(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    first = body[0] if body else None
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return list(body[1:] if documented else body)


def _compare_rest(old: Sequence[ast.stmt], new: Sequence[ast.stmt], used: set[str]) -> Iterator[str]:
    """Statements beside definitions: the old ones in order; imports may come, go and move, if they rebind nothing."""
    known = {source for node in old for source in _imports(node).values()}
    waiting = [node for node in old if not _imports(node)]
    for node in new:
        fresh = {name for name, source in _imports(node).items() if source not in known} or _bound(node)
        if waiting and _same(waiting[0], node):
            waiting.pop(0)
        elif _imports(node) and all(source in known for source in _imports(node).values()):
            continue
        elif fresh & used:
            yield f"{_shown(node)} rebinds a name that older tests use"
        elif not _is_inert(node):
            yield f"{_shown(node)} added outside of tests"
    if waiting:
        yield f"{_shown(waiting[0])} outside of tests changed, moved or removed"


def _imports(node: ast.stmt) -> dict[str, str]:
    """What an import statement binds, with where each name comes from; empty for any other statement."""
    match node:
        case ast.Import(names=names):
            return {alias.asname or alias.name.split(".")[0]: alias.name for alias in names}
        case ast.ImportFrom(module=module, names=names, level=level):
            return {alias.asname or alias.name: f"{'.' * level}{module or ''}:{alias.name}" for alias in names}
    return {}


def _bound(node: ast.stmt) -> set[str]:
    stored = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    return stored | {name for part in ast.walk(node) if isinstance(part, ast.stmt) for name in _imports(part)}


def _is_inert(node: ast.stmt) -> bool:
    """Whether a new statement outside of tests plainly leaves the older tests alone."""
    match node:
        case ast.Import() | ast.ImportFrom():
            return all(alias.name != "*" for alias in node.names)
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name not in _SETTINGS and not _mentions(node, _SUSPECT)
        case ast.Expr(value=ast.Constant()) | ast.Pass():
            return True
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__")) | ast.Name(id="TYPE_CHECKING"), orelse=[]):
            return True
    return False


# --------------------------------------------------------------------------------------------------------- single tests


def _compare_test(
    old: ast.FunctionDef | ast.AsyncFunctionDef, new: ast.FunctionDef | ast.AsyncFunctionDef, used: set[str]
) -> Iterator[str]:
    yield from _compare_decorators(old, new)
    if not _same(old.args, new.args):
        yield "takes other arguments"
    if sum(_mentions(node, _SKIPS) for node in new.body) > sum(_mentions(node, _SKIPS) for node in old.body):
        yield "may be skipped or expected to fail"
    if _yields(new) > _yields(old):
        yield "became a generator, which is not run"
    loss = _loss(_without_docstring(old.body), _without_docstring(new.body), used | _names(old))
    if loss:
        yield loss


def _yields(node: ast.AST) -> int:
    return sum(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in ast.walk(node))


_Decorated = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _compare_decorators(old: _Decorated, new: _Decorated) -> Iterator[str]:
    before, after = list(old.decorator_list), list(new.decorator_list)
    for decorator in list(before):
        twin = next((other for other in after if _same(decorator, other) or _has_more_cases(decorator, other)), None)
        if twin is not None:
            before.remove(decorator)
            after.remove(twin)
    for decorator in before:
        if not _mentions(decorator, _SKIPS):
            yield f"lost or changed @{_shown(decorator).strip('`')}"
    for decorator in after:
        yield f"gained @{_shown(decorator).strip('`')}"


def _has_more_cases(old: ast.expr, new: ast.expr) -> bool:
    """Both parametrize the same arguments by a literal list, and no case of the old one is gone."""
    match old, new:
        case (
            ast.Call(
                func=ast.Attribute(attr="parametrize"), args=[names, ast.List() | ast.Tuple() as cases], keywords=[]
            ),
            ast.Call(args=[new_names, ast.List() | ast.Tuple() as new_cases], keywords=[]),
        ):
            left = iter(new_cases.elts)
            kept = all(any(_same(case, other) for other in left) for case in cases.elts)
            added = not _mentions(new, _SKIPS) or _mentions(new, _SKIPS) <= _mentions(old, _SKIPS)
            return kept and added and _same(old.func, new.func) and _same(names, new_names)
    return False


def _loss(old: Sequence[ast.stmt], new: Sequence[ast.stmt], used: set[str], *, nested: bool = False) -> str | None:
    """What the new statements no longer hold of the old ones, else None.

    Each old statement must come again, in order, as it was or stricter. What stands between them must be harmless; what
    follows the last one cannot undo it, but in a `nested` body it can (`break`, `raise`).
    """
    waiting = list(old)
    for node in new:
        if waiting and (_same(waiting[0], node) or _is_stricter(waiting[0], node, used)):
            waiting.pop(0)
        elif (waiting or nested) and not _is_harmless(node, used):
            return f"runs {_shown(node)} {f'before {_shown(waiting[0])}' if waiting else 'in a block that was there'}"
    return f"no longer holds {_shown(waiting[0])}" if waiting else None


def _conjuncts(test: ast.expr) -> list[ast.expr]:
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return [part for value in test.values for part in _conjuncts(value)]
    return [test]


def _is_stricter(old: ast.stmt, new: ast.stmt, used: set[str]) -> bool:
    match old, new:
        case ast.Assert(), ast.Assert():
            conditions = _conjuncts(new.test)
            kept = all(any(_same(part, other) for other in conditions) for part in _conjuncts(old.test))
            return kept and (len(conditions) == len(_conjuncts(old.test)) or _is_harmless(new, used))
        case (ast.With(items=items, body=body), ast.With(items=others, body=inner)):
            whole = len(items) == len(others) and all(map(_same, items, others))
            return whole and not _mentions(old, _RAISES) and _loss(body, inner, used, nested=True) is None
        case (ast.For(target=target, iter=items, body=body, orelse=[]), ast.For(body=inner, orelse=[])):
            return (
                _same(target, new.target) and _same(items, new.iter) and _loss(body, inner, used, nested=True) is None
            )
        case (ast.If(test=test, body=body, orelse=[]), ast.If(body=inner, orelse=[])):
            return _same(test, new.test) and _loss(body, inner, used, nested=True) is None
    return False


def _is_harmless(node: ast.stmt, used: set[str]) -> bool:
    """Whether a new statement plainly leaves the old ones after it as strict as they were."""
    if _mentions(node, _SUSPECT) or any(isinstance(part, ast.NamedExpr) for part in ast.walk(node)):
        return False
    match node:
        case ast.Assert() | ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name))):
            return name.startswith("assert")
        case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign(target=ast.Name()) | ast.Import() | ast.ImportFrom():
            return not _bound(node) & used
        case ast.With(items=items):
            return all(_mentions(item.context_expr, _RAISES) for item in items)
        case ast.For(orelse=[]):
            return not _bound(node) & used and all(_is_harmless(part, used) for part in node.body)
    return False
