# SPDX-License-Identifier: Apache-2.0
"""LangGraph with its SQLite checkpointer, every step on disk before the next (`durability="sync"`)."""

from __future__ import annotations

import operator
import sqlite3
from typing import Annotated, TypedDict

from common import COUNT, FOLDER, WHAT, in_step, timed
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send

STEPS = COUNT + (2 if WHAT in ("until-killed", "resume") else 0)


class State(TypedDict):
    """How many steps are done; what the fan-out brought."""

    n: int
    done: Annotated[list[int], operator.add]


def step(state: State) -> dict[str, int]:
    in_step(state["n"])
    return {"n": state["n"] + 1}


def chain() -> StateGraph:
    graph = StateGraph(State)
    graph.add_node("step", step)
    graph.add_edge(START, "step")
    graph.add_conditional_edges("step", lambda state: END if state["n"] >= STEPS else "step", ["step", END])
    return graph


def fan_out() -> StateGraph:
    graph = StateGraph(State)
    graph.add_node("one", lambda state: {"done": [state["n"]]})
    graph.add_node("join", lambda state: {"n": len(state["done"])})
    graph.add_conditional_edges(START, lambda state: [Send("one", {"n": n}) for n in range(COUNT)], ["one"])
    graph.add_edge("one", "join")
    graph.add_edge("join", END)
    return graph


saver = SqliteSaver(sqlite3.connect(FOLDER / "langgraph.sqlite", check_same_thread=False))
app = (fan_out() if WHAT == "fan-out" else chain()).compile(checkpointer=saver)
config = {"configurable": {"thread_id": "1"}, "recursion_limit": STEPS + 10}


def run() -> None:
    state = app.invoke(None if WHAT == "resume" else {"n": 0, "done": []}, config, durability="sync")
    assert state["n"] == STEPS, state


timed(run)
