# SPDX-License-Identifier: Apache-2.0
"""The engine's sentences of one shape each in the person's language: its templates, found again in what it said.

The engine speaks English and keeps that in what it writes down. Here its sentences are taken apart at their templates
and put together in another language; what fits none, and what stands in the gaps but for the engine's own words, stays
as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from app.translate import QT_TR_NOOP, tr

EVENTS: Mapping[str, tuple[str, ...]] = {
    "run_created": (QT_TR_NOOP("{0} launched “{1}” on {2}, branch {3}, from {4}."),),
    "driver_attached": (
        QT_TR_NOOP("Process {0} drives the run now."),
        QT_TR_NOOP("Process {0} drives the run now. {1}"),
    ),
    "driver_detached": (
        QT_TR_NOOP("The driver let go of the run: {0}."),
        QT_TR_NOOP("The driver let go of the run."),
    ),
    "heartbeat": (QT_TR_NOOP("Still driving."),),
    "agent_started": (QT_TR_NOOP("The agent works: {0}."), QT_TR_NOOP("The command runs, {0}.")),
    "turn_ended": (
        QT_TR_NOOP("Turn {0} ended after {1}, {2}."),
        QT_TR_NOOP("Turn {0} failed after {1}: {2}: {3}."),
        QT_TR_NOOP("Turn {0} failed after {1}: {2}."),
        QT_TR_NOOP("Turn {0} failed after {1}."),
        QT_TR_NOOP("Turn {0} was interrupted after {1}; what it left is kept and not judged."),
        QT_TR_NOOP("Turn {0} ran out of time after {1}."),
        QT_TR_NOOP("Turn {0} stalled: nothing was heard for too long."),
        QT_TR_NOOP("The command ended after {0}, exit code {1}."),
    ),
    "turn_lost": (
        QT_TR_NOOP("Turn {0} was cut off by a crash; its session can go on."),
        QT_TR_NOOP("Turn {0} was cut off by a crash; its session can go on: {1}."),
        QT_TR_NOOP("Turn {0} was cut off by a crash."),
        QT_TR_NOOP("Turn {0} was cut off by a crash: {1}."),
    ),
    "turn_refused": (
        QT_TR_NOOP("Turn {0} was interrupted before there was a place for it; nothing was started."),
        QT_TR_NOOP("Turn {0} did not begin: {1}."),
        QT_TR_NOOP("Turn {0} did not begin."),
    ),
    "turn_waits": (
        QT_TR_NOOP("Turn {0} does not wait for its provider any more."),
        QT_TR_NOOP("Turn {0} waits for provider {1} until {2}: {3}."),
    ),
    "requested": (QT_TR_NOOP("The agent asks to {0}: {1}."), QT_TR_NOOP("The agent asks to {0}.")),
    "request_judged": (
        QT_TR_NOOP("The request to {0} is granted."),
        QT_TR_NOOP("The request to {0} is granted: {1}."),
        QT_TR_NOOP("The request to {0} is denied."),
        QT_TR_NOOP("The request to {0} is denied: {1}."),
    ),
    "message_given": (QT_TR_NOOP("{0} says to the agent: {1}."), QT_TR_NOOP("{0} says to the agent.")),
    "message_sent": (QT_TR_NOOP("Passing it on."),),
    "message_taken": (
        QT_TR_NOOP("The agent has it."),
        QT_TR_NOOP("The running turn does not take it; its next prompt tells it."),
    ),
    "permission_asked": (QT_TR_NOOP("The agent asks whether it may use {0}."),),
    "permission_dropped": (QT_TR_NOOP("The agent does not wait for that permission any more."),),
    "permission_answered": (
        QT_TR_NOOP("{0} is allowed."),
        QT_TR_NOOP("{0} is allowed: {1}."),
        QT_TR_NOOP("{0} is allowed for the rest of the attempt."),
        QT_TR_NOOP("{0} is allowed for the rest of the attempt: {1}."),
        QT_TR_NOOP("{0} is denied."),
        QT_TR_NOOP("{0} is denied: {1}."),
    ),
    "work_secured": (
        QT_TR_NOOP("The work of turn {0} is secured at {1}: {2}."),
        QT_TR_NOOP("The work of turn {0} is secured at {1}."),
    ),
    "fact_measured": (
        QT_TR_NOOP("The agent's verdict: {0}: {1}."),
        QT_TR_NOOP("The agent's verdict: {0}."),
        QT_TR_NOOP("The agent's artifact {0}."),
        QT_TR_NOOP("Measured {0}: {1}."),
        QT_TR_NOOP("Measured {0}."),
    ),
    "integrated": (
        QT_TR_NOOP("The work of the branches is one line again, at {0}: {1}."),
        QT_TR_NOOP("The work of the branches is one line again, at {0}."),
    ),
    "conflicted": (
        QT_TR_NOOP("The conflict of {0} is not resolved: {1}."),
        QT_TR_NOOP("Merging {0} conflicts in {1}: {2}."),
    ),
    "landed": (QT_TR_NOOP("The run's branch in the repository is now at {0}."),),
    "landing_moved": (
        QT_TR_NOOP("The run's branch is at {0}, not at {1} where it was last seen; nothing was changed."),
    ),
    "effect_failed": (QT_TR_NOOP("Could not {0}: {1}."), QT_TR_NOOP("Could not {0}.")),
    "deadline_passed": (QT_TR_NOOP("The limit on {0} was reached."),),
    "answered": (QT_TR_NOOP("{0} answered “{1}”."), QT_TR_NOOP("{0} answered “{1}”: {2}.")),
    "raised": (QT_TR_NOOP("{0} raised the {1} budget by {2}."),),
    "pause_requested": (QT_TR_NOOP("{0} asked to pause now."), QT_TR_NOOP("{0} asked to pause at the next boundary.")),
    "continuation_set": (
        QT_TR_NOOP("{0} decided that the run goes on by itself when a provider limits it."),
        QT_TR_NOOP("{0} decided that the run asks a person when a provider limits it."),
    ),
    "cancel_requested": (QT_TR_NOOP("{0} cancelled the run; everything is kept."),),
    "node_entered": (QT_TR_NOOP("Block entered, at {0}."), QT_TR_NOOP("The workflow begins, at {0}.")),
    "children_planned": (QT_TR_NOOP("There is nothing to fan out over."), QT_TR_NOOP("Planned: {0}.")),
    "inputs_bound": (QT_TR_NOOP("The called workflow gets {0}."),),
    "until_judged": (
        QT_TR_NOOP("Round {0} ends the loop: its condition cleared."),
        QT_TR_NOOP("Round {0} does not end the loop: {1}."),
        QT_TR_NOOP("Round {0} does not end the loop."),
    ),
    "join_decided": (
        QT_TR_NOOP("The join is decided: nothing counts."),
        QT_TR_NOOP("The join is decided: {0} counts."),
    ),
    "integration_started": (
        QT_TR_NOOP("Bringing {0} together: {1}."),
        QT_TR_NOOP("Taking in what resolves the conflict of {0}, then bringing {1} together: {2}."),
    ),
    "attempt_opened": (
        QT_TR_NOOP("Attempt {0} opened from {1}, a retry."),
        QT_TR_NOOP("Attempt {0} opened from {1}, as you asked."),
        QT_TR_NOOP("Attempt {0} opened from {1}, because the one before was lost."),
        QT_TR_NOOP("Attempt {0} opened from {1}, starting afresh."),
        QT_TR_NOOP("Attempt {0} opened from {1}."),
    ),
    "turn_started": (QT_TR_NOOP("Turn {0} starts: {1}: {2}."), QT_TR_NOOP("Turn {0} starts: {1}.")),
    "turn_interrupted": (QT_TR_NOOP("Interrupting turn {0}: {1}."),),
    "securing_started": (QT_TR_NOOP("Securing what turn {0} left."),),
    "measuring_started": (
        QT_TR_NOOP("Measuring {0} on the secured commit."),
        QT_TR_NOOP("No gate asks for a measurement."),
    ),
    "gates_judged": (QT_TR_NOOP("Every gate cleared: {0}."), QT_TR_NOOP("Not cleared: {0}.")),
    "landing_started": (QT_TR_NOOP("Bringing the run's branch to {0}."),),
    "attempt_ended": (QT_TR_NOOP("Attempt {0} ended: {1}: {2}."), QT_TR_NOOP("Attempt {0} ended: {1}.")),
    "node_settled": (
        QT_TR_NOOP("Settled: {0} at {1}."),
        QT_TR_NOOP("Settled: {0}: {1}."),
        QT_TR_NOOP("Settled: {0}."),
        QT_TR_NOOP("The workflow is settled: {0} at {1}."),
        QT_TR_NOOP("The workflow is settled: {0}: {1}."),
        QT_TR_NOOP("The workflow is settled: {0}."),
    ),
    "nodes_reset": (
        QT_TR_NOOP("Jumped forward to {0}, past {1} whose gates did not clear."),
        QT_TR_NOOP("Went back to {0}: {1} start afresh."),
    ),
    "hold_opened": (QT_TR_NOOP("Needs you: {0}."), QT_TR_NOOP("Needs you.")),
    "hold_withdrawn": (QT_TR_NOOP("No longer needs you: {0}."), QT_TR_NOOP("No longer needs you.")),
    "run_paused": (QT_TR_NOOP("The run is paused: {0}."), QT_TR_NOOP("The run is paused.")),
    "run_resumed": (QT_TR_NOOP("The run goes on."),),
    "run_ended": (QT_TR_NOOP("The run ended: {0}: {1}."), QT_TR_NOOP("The run ended: {0}.")),
}
"""By kind of event, the sentences that tell it, the more special of two first."""

ACTIVITIES = (
    QT_TR_NOOP("about to start"),
    QT_TR_NOOP("starts"),
    QT_TR_NOOP("the agent works"),
    QT_TR_NOOP("the command runs"),
    QT_TR_NOOP("securing the work"),
    QT_TR_NOOP("measuring the gates"),
    QT_TR_NOOP("judging the gates"),
    QT_TR_NOOP("bringing the branch in"),
    QT_TR_NOOP("its work is being secured"),
    QT_TR_NOOP("its gates are being measured"),
    QT_TR_NOOP("its gates are being judged"),
    QT_TR_NOOP("its work is being brought in"),
    QT_TR_NOOP("needs you inside"),
    QT_TR_NOOP("needs you"),
    QT_TR_NOOP("waits for its children"),
    QT_TR_NOOP("stands still"),
    QT_TR_NOOP("waiting for provider until {0}"),
    QT_TR_NOOP("round {0} of {1}"),
    QT_TR_NOOP("{0} of {1} done"),
    QT_TR_NOOP("{0}, attempt {1}, {2} and {3} more"),
    QT_TR_NOOP("{0}, attempt {1}, {2}"),
    QT_TR_NOOP("{0}, attempt {1} and {2} more"),
    QT_TR_NOOP("{0}, attempt {1}"),
    QT_TR_NOOP("{0} and {1} more"),
)
"""What goes on at a block."""

HEARINGS = (
    QT_TR_NOOP("its attempt is about to start"),
    QT_TR_NOOP("its turn has ended, and its gates are being measured"),
    QT_TR_NOOP("its turn has ended, and its gates are being judged"),
    QT_TR_NOOP("its work is done, and is being brought in"),
    QT_TR_NOOP("a command works here, and no agent"),
    QT_TR_NOOP("this attempt has ended"),
    QT_TR_NOOP("it needs you, and a note goes with your answer"),
    QT_TR_NOOP("no turn of it runs"),
)
"""Why the agent of a block does not hear what is said to it."""

_WORDS = (
    QT_TR_NOOP("cleared"),
    QT_TR_NOOP("blocked"),
    QT_TR_NOOP("failed"),
    QT_TR_NOOP("interrupted"),
    QT_TR_NOOP("lost"),
    QT_TR_NOOP("superseded"),
    QT_TR_NOOP("withdrawn"),
    QT_TR_NOOP("skipped"),
    QT_TR_NOOP("exhausted"),
    QT_TR_NOOP("succeeded"),
    QT_TR_NOOP("abandoned"),
    QT_TR_NOOP("cancelled"),
    QT_TR_NOOP("approval"),
    QT_TR_NOOP("the goal is sent"),
    QT_TR_NOOP("the agent is told what still blocks"),
    QT_TR_NOOP("the agent is asked to refine"),
    QT_TR_NOOP("the session goes on"),
    QT_TR_NOOP("the session goes on after a crash"),
    QT_TR_NOOP("the lead is told what came in"),
    QT_TR_NOOP("the agent gets its answer"),
    QT_TR_NOOP("the agent is told what a person says"),
    QT_TR_NOOP("a budget is reached"),
    QT_TR_NOOP("you asked to pause now"),
    QT_TR_NOOP("the run is cancelled"),
    QT_TR_NOOP("it is no longer needed"),
    QT_TR_NOOP("a person decides now what happens at a provider's limit"),
    QT_TR_NOOP("start the turn"),
    QT_TR_NOOP("interrupt the turn"),
    QT_TR_NOOP("tell the agent the answer"),
    QT_TR_NOOP("pass a message on"),
    QT_TR_NOOP("secure the work"),
    QT_TR_NOOP("measure the gates"),
    QT_TR_NOOP("bring the branches together"),
    QT_TR_NOOP("bring the branch into the repository"),
)
"""Words of the engine's own that stand in the gaps of sentences, beside those of `app.words`."""


def event_words(type_: str, sentence: str) -> str:
    """The sentence of an event of this kind."""
    return _said(EVENTS.get(type_, ()), sentence)


def activity_words(activity: str) -> str:
    """What goes on at a block."""
    return _said(ACTIVITIES, activity)


def hearing_words(why: str) -> str:
    """Why nobody listens at a block."""
    return _said(HEARINGS, why)


def is_translated() -> bool:
    """Whether the screens speak another language than the engine."""
    return tr(ACTIVITIES[0]) != ACTIVITIES[0] or tr(EVENTS["run_resumed"][0]) != EVENTS["run_resumed"][0]


def _said(templates: tuple[str, ...], text: str) -> str:
    found = fitting(templates, text)
    if found is None:
        return text
    template, gaps = found
    translated = tr(template)
    if translated == template:
        return text
    return translated.format(*(tr(gap) if gap in _own_words() else gap for gap in gaps))


@lru_cache(maxsize=8_192)
def fitting(templates: tuple[str, ...], text: str) -> tuple[str, tuple[str, ...]] | None:
    """The first template that a text was made of, and what stands in its gaps; None if it was made of none."""
    for template in templates:
        if (gaps := _gaps(_parts(template), text)) is not None:
            return template, gaps
    return None


def _gaps(parts: tuple[str, ...], text: str) -> tuple[str, ...] | None:
    """What stands between these parts, each gap as short as it can be and never empty. No pattern: agents' words stand
    in the gaps, and a search that goes back to try again can be made to take minutes."""
    first, *others = parts
    if not text.startswith(first) or not others:
        return () if text == first else None
    gaps: list[str] = []
    at = len(first)
    for part in others[:-1]:
        end = text.find(part, at + 1)
        if end < 0:
            return None
        gaps.append(text[at:end])
        at = end + len(part)
    end = len(text) - len(others[-1])
    return (*gaps, text[at:end]) if end > at and text.endswith(others[-1]) else None


@cache
def _parts(template: str) -> tuple[str, ...]:
    return tuple(re.split(r"\{\d\}", template))


@cache
def _own_words() -> frozenset[str]:
    from app.tokens import STATUSES
    from app.words import FAILURES, METERS

    states = (look.named for look in STATUSES.values())
    return frozenset((*_WORDS, *FAILURES.values(), *METERS.values(), *states))
