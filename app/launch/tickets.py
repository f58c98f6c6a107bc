# SPDX-License-Identifier: Apache-2.0
"""Several tickets at once: lines of text, CSV or JSON become the inputs of one run each. No Qt in here."""

from __future__ import annotations

import csv
import io
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from pydantic import JsonValue

from app.figures import numeral
from app.translate import tr
from engine.definition.artifacts import read_bounded
from engine.errors import UsageError
from engine.projections.words import one_line
from engine.runtime.launch import Request

MOST_TICKETS = 200
"""Runs that are launched together."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """The inputs that make one run differ from the others; `title` is what a person calls it."""

    inputs: Mapping[str, JsonValue]
    title: str


def of_lines(text: str, input_: str) -> list[Ticket]:
    """One ticket a line that is not blank, for one input."""
    return _bounded([Ticket({input_: line.strip()}, line.strip()) for line in text.splitlines() if line.strip()])


def of_file(path: Path, input_: str, inputs: Sequence[str]) -> list[Ticket]:
    """
    The tickets in a file: CSV with a head, JSON (an array of texts or of objects), else lines. Blocks.

    A column or key that is called like an input goes to it; where none is, the first one goes to `input_`. Raises
    UsageError where the file cannot be read as what its name says.
    """
    try:
        text = read_bounded(path, path.name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            tr("{name} is not text in UTF-8: {error}").format(name=repr(path.name), error=error)
        ) from error
    except ValueError as error:
        raise UsageError(tr("the tickets cannot be read: {error}").format(error=error)) from error
    if path.suffix.casefold() == ".csv":
        return _bounded(_of_rows(_csv(text, path.name), input_, inputs))
    if path.suffix.casefold() == ".json":
        return _bounded(_of_rows(_json(text, path.name), input_, inputs))
    return of_lines(text, input_)


def requests_of(tickets: Sequence[Ticket], like: Request, workflow: str) -> list[Request]:
    """One request a ticket: its inputs over those of `like`, with an id, and so a branch, of its own."""
    stamp = f"{workflow[:40]}-{datetime.now():%m%d-%H%M%S}-{secrets.token_hex(2)}"
    return [
        replace(like, inputs={**like.inputs, **ticket.inputs}, run_id=f"{stamp}-{number}", branch=None)
        for number, ticket in enumerate(tickets, 1)
    ]


def _csv(text: str, name: str) -> list[Mapping[str, JsonValue]]:
    try:
        rows = list(csv.DictReader(io.StringIO(text), strict=True))
    except csv.Error as error:
        raise UsageError(tr("{name} is not CSV: {error}").format(name=repr(name), error=error)) from error
    return [
        {key: value for key, value in row.items() if isinstance(key, str) and isinstance(value, str)} for row in rows
    ]


def _json(text: str, name: str) -> list[Mapping[str, JsonValue]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(tr("{name} is not JSON: {error}").format(name=repr(name), error=error)) from error
    if not isinstance(data, list) or not all(isinstance(one, (str, dict)) for one in data):
        raise UsageError(
            tr("{name} holds no array of texts or objects; write one ticket for each entry of an array").format(
                name=repr(name)
            )
        )
    return [one if isinstance(one, dict) else {"": one} for one in data]


def _of_rows(rows: Sequence[Mapping[str, JsonValue]], input_: str, inputs: Sequence[str]) -> list[Ticket]:
    named = any(key in inputs for row in rows for key in row)
    tickets = []
    given: Mapping[str, JsonValue]
    for row in rows:
        if named:
            given = {key: value for key, value in row.items() if key in inputs and value not in ("", None)}
        else:
            given = {input_: next(iter(row.values()), "")}
        if any(str(value).strip() for value in given.values()):
            tickets.append(Ticket(given, one_line(str(given.get(input_) or next(iter(given.values()))), 120)))
    return tickets


def _bounded(tickets: list[Ticket]) -> list[Ticket]:
    if len(tickets) > MOST_TICKETS:
        raise UsageError(
            tr("{n} tickets are too many at once; launch at most {most_tickets}").format(
                n=numeral(len(tickets)), most_tickets=MOST_TICKETS
            )
        )
    return tickets
