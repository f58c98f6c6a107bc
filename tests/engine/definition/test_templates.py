# SPDX-License-Identifier: Apache-2.0
"""Prompts: what a template can do, what it cannot, and that what is inserted stays data."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definition import templates
from engine.definition.templates import MAX_OUTPUT, render
from engine.errors import TemplateError

BIG = "x" * 1_000_000
CONTEXT: dict[str, Any] = {
    "inputs": {"report": "{{ 7 * 7 }} <b> {% if", "items": [{"n": 1}, {"n": 2}], "big": BIG, "many": list(range(2000))},
    "verdicts": {"review": {"detail": "D"}, "hand-over": {"summary": "S"}},
    "artifacts": {"plan": {"a": [1, True, None, "é"]}},
    "facts": {"none": None, "yes": True, "share": 0.5},
    "run": {"branch": "b"},
    "item": "i",
    "feedback": "",
}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("plain", "plain"),
        ("{{ inputs.report }}", "{{ 7 * 7 }} <b> {% if"),
        ("{{ verdicts['hand-over'].summary }} {{ verdicts.review.detail }}", "S D"),
        ("{{ inputs.items }}", '[{"n": 1}, {"n": 2}]'),
        ("{{ artifacts.plan }}", '{"a": [1, true, null, "é"]}'),
        ("{{ facts.none }}|{{ facts.yes }}|{{ facts.share }}|{{ not facts.yes }}", "|true|0.5|false"),
        ("{% for i in inputs.items %}\n- {{ loop.index }}: {{ i.n }}\n{% endfor %}\nend\n", "- 1: 1\n- 2: 2\nend"),
        ("{% for k, v in verdicts | dictsort %}{{ k }} {% endfor %}", "hand-over review "),
        ("{% if item == 'i' and inputs.items | length > 1 %}yes{% else %}no{% endif %}", "yes"),
        ("{% if inputs.nope is defined %}a{% else %}b{% endif %}", "b"),
        ("{{ inputs.nope | default('q') }}", "q"),
        ("{{ inputs.items | map(attribute='n') | join(', ') }}", "1, 2"),
        ("{{ inputs.items | selectattr('n', 'gt', 1) | list | tojson(2) }}", '[\n  {\n    "n": 2\n  }\n]'),
        ("{{ inputs.items | sum(attribute='n') + 1 }}", "4"),
        ("{% set n = inputs.items[0].n %}{{ n ~ '-' ~ item }}", "1-i"),
        ("{{ 'a\nb' | indent(2) }}", "a\n  b"),
        ("{{ 'a-b' | replace('-', '+') | upper | trim }}", "A+B"),
        ("{{ 'abc'[:2] }}{{ inputs.items[-1].n }}", "ab2"),
        ("{% raw %}{{ x }}{% endraw %}{# nothing #}", "{{ x }}"),
    ],
)
def test_a_template_renders(template: str, text: str) -> None:
    assert render(template, CONTEXT) == text


def test_what_is_inserted_is_never_a_template_again() -> None:
    context = {"inputs": {"report": "{{ feedback }}"}, "feedback": "{{ inputs.report }}"}

    assert render("{{ inputs.report }}{{ feedback }}", context) == "{{ feedback }}{{ inputs.report }}"


@pytest.mark.parametrize(
    ("template", "part"),
    [
        ("{{ nope }}", "there is no 'nope'"),
        ("{{ inputs.nope }}", "there is no 'inputs.nope' (there is: big, items, many, report)"),
        ("{{ verdicts.review.nope }}", "there is no 'verdicts.review.nope' (there is: detail)"),
        ("{{ inputs.nope.deeper }}", "there is no 'inputs.nope"),
        ("{{ inputs[item] }}", "there is no 'i'"),
        ("{{ inputs['many'][5000] }}", "there is no '5000'"),
        ("{% for i in inputs.nope %}{% endfor %}", "there is no 'inputs.nope'"),
        ("{{ 1 / 0 }}", "division by zero"),
        ("{{ item + 1 }}", "can only concatenate"),
        ("{{ self }}", "cannot be printed"),
        ("{{ inputs.items | map(attribute='n') }}", "cannot be printed; end with a filter"),
        ("{{ item.upper }}", "there is no 'item.upper'"),
        ("{{ inputs.items.append }}", "there is no 'inputs.items.append'"),
    ],
)
def test_what_cannot_be_rendered_says_which_name(template: str, part: str) -> None:
    with pytest.raises(TemplateError) as caught:
        render(template, CONTEXT)

    assert part in caught.value.message


@pytest.mark.parametrize(
    ("template", "part"),
    [
        ("{{ ''.__class__.__mro__ }}", "__mro__"),
        ("{{ inputs.__class__ }}", "there is no 'inputs.__class__'"),
        ("{{ item['__class__'] }}", "__class__"),
        ("{{ inputs | attr('__class__') }}", "No filter named 'attr'"),
        ("{{ '{0.__class__}'.format(item) }}", "'call' is not allowed"),
        ("{{ '%s' | format(item) }}", "No filter named 'format'"),
        ("{{ inputs.items.append(1) }}", "'call' is not allowed"),
        ("{{ range(10) }}", "'call' is not allowed"),
        ("{{ lipsum }}", "there is no 'lipsum'"),
        ("{{ cycler }}", "there is no 'cycler'"),
        ("{% include '/etc/passwd' %}", "'include' is not allowed"),
        ("{% import 'os' as os %}", "'import' is not allowed"),
        ("{% extends 'x' %}", "'extends' is not allowed"),
        ("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "is not allowed"),
        ("{% set inputs.x = 1 %}", "is not allowed"),
        ("{% for x in inputs.items recursive %}{{ loop(x) }}{% endfor %}", "may not call itself"),
        ("{% for x in inputs.items recursive %}{% endfor %}", "a loop may not call itself"),
        ("{{ 2 ** 9 }}", "'pow' is not allowed"),
        ("{% do x %}", "does not parse"),
        ("{% if item %}", "does not parse"),
        ("a\nb {{ c d }}", "in its line 2"),
        ("{{ " + "(" * 300 + "1" + ")" * 300 + " }}", "too deep"),
        ("{{ " + "[" * 3000 + "]" * 3000 + " }}", "too deep"),
        ("x" * 70_000, "70000 characters; 65536 are allowed"),
    ],
)
def test_a_template_cannot_reach_or_call_anything(template: str, part: str) -> None:
    with pytest.raises(TemplateError) as caught:
        render(template, CONTEXT)

    assert part in caught.value.message


@pytest.mark.parametrize(
    "template",
    [
        "{{ 'a' * 1000000000 }}",
        "{{ [1] * 1000000000 }}",
        "{{ '%999999999d' % 1 }}",
        "{{ inputs.big ~ inputs.big }}",
        "{{ inputs.big }}{{ inputs.big }}",
        "{{ [inputs.big, inputs.big] }}",
        "{{ inputs.big | replace('x', inputs.big) }}",
        "{{ inputs.big | list | join(inputs.big) }}",
        "{{ inputs.big | list | map('replace', 'x', inputs.big) | list }}",
        "{{ inputs.big | indent(80, true) | replace('x', inputs.big) }}",
        "{% set a = inputs.big %}" + "{% set a = a ~ a %}" * 20 + "{{ a | length }}",
        "{% set a = inputs.many %}" + "{% set a = a + a %}" * 30 + "{{ a | length }}",
        "{% set a = [item] %}" + "{% set a = [a, a] %}" * 40 + "{{ a }}",
        "{% for a in inputs.many %}" * 3 + "{% endfor %}" * 3,
        "{{ inputs.big | wordcount }}" * 30,
    ],
)
def test_no_template_takes_memory_or_time(template: str) -> None:
    before = time.process_time()
    with pytest.raises(TemplateError):
        render(template, CONTEXT)

    assert time.process_time() - before < 10


def test_output_up_to_the_bound_is_allowed() -> None:
    assert len(render("{{ inputs.t }}", {"inputs": {"t": "x" * MAX_OUTPUT}})) == MAX_OUTPUT


def test_a_template_knows_what_it_reads() -> None:
    read = templates.compile(
        "{{ verdicts.a.detail }}{{ inputs[item].x }}{% for q in artifacts.l %}{{ q.r }}{{ loop.index }}{% endfor %}"
    )

    assert read.names == {"verdicts", "inputs", "item", "artifacts"}
    assert read.members == {("verdicts", "a", "detail"), ("verdicts", "a"), ("artifacts", "l")}


def test_rendering_changes_nothing_that_it_reads() -> None:
    context = {"inputs": {"l": [3, 1, 2]}}
    render("{{ inputs.l | sort }}{% set inputs = 1 %}", context)

    assert context == {"inputs": {"l": [3, 1, 2]}}


SIGNS = (
    *(
        "{{",
        "}}",
        "{%",
        "%}",
        "{#",
        "#}",
        " inputs",
        ".big",
        ".items",
        " item",
        "|",
        " length",
        " list",
        " join",
        " tojson",
    ),
    *(
        " for ",
        " in ",
        " if ",
        " endif ",
        " endfor ",
        " set ",
        "=",
        "+",
        "~",
        "-",
        "*",
        "(",
        ")",
        "[",
        "]",
        "'",
        "1",
        "x",
    ),
    *(
        " is ",
        " not ",
        " defined ",
        "loop",
        "\n",
        " else ",
        " first",
        " replace",
        ",",
        ":",
        "{",
        "}",
        "%",
        "\\",
        "_",
        "é",
    ),
)


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from(SIGNS), max_size=25).map("".join))
def test_no_template_raises_another_error(template: str) -> None:
    try:
        render(template, CONTEXT)
    except TemplateError as error:
        str(error)


@settings(deadline=None)
@given(st.text(max_size=50))
def test_any_text_is_inserted_as_it_is(text: str) -> None:
    assert render("<{{ inputs.t }}>", {"inputs": {"t": text}}) == f"<{text}>"
