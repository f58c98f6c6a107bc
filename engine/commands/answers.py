# SPDX-License-Identifier: Apache-2.0
"""What each answer to a hold does, in a few words. Imports nothing: the command line's help tells them too."""

from __future__ import annotations

WORDS = {
    "accept": "let the step count as it is",
    "refine": "send the note to the same session, one more cycle",
    "retry": "try again: a new attempt from where this one began, told your note",
    "continue": "go on: the same session is told what still blocks, and your note",
    "override": "let it count although it is blocked; recorded as your decision",
    "edit": "a new attempt whose instructions are your note",
    "restart_from": "go back to an earlier step, or this one, and do it afresh",
    "jump_to": "go on at a later step; what lies between is recorded as skipped",
    "raise": "add to the budget, and go on where it stands",
    "stop": "settle this block as it is, and go on after it",
    "wait": "try again when the provider takes requests",
    "answer": "send the note to the agent that asked",
    "allow": "grant this one call",
    "allow_attempt": "grant this tool until the attempt ends",
    "deny": "refuse the call, and tell the agent",
    "resolve": "an agent brings both sides together",
    "resolved": "you brought both sides together, and committed it",
    "drop": "go on without that branch; its work stays on a ref",
    "adopt": "take what is there now as the run's own",
    "redo": "do it once more, from what the journal recorded",
    "discard": "leave aside what is there; it stays on a ref",
    "resume": "go on where it stands",
    "quit": "end the run here; everything is kept",
}
"""By answer. Not every hold takes every answer: `pilothouse holds` lists what one takes."""
