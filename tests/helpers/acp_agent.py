# SPDX-License-Identifier: Apache-2.0
"""An agent of the tests' own that speaks the Agent Client Protocol, well or badly, as its prompt says.

Without the SDK: it starts in no time, and can say what no SDK would. A prompt is lines `word argument`; see `act`. What
it keeps of a session is a file in the folder GEMINI_CLI_HOME.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

HOME = Path(os.environ.get("GEMINI_CLI_HOME", "."))
SESSION = "session-1"
OPTIONS = [
    {"optionId": "z", "name": "Always", "kind": "allow_always"},
    {"optionId": "y", "name": "Once", "kind": "allow_once"},
    {"optionId": "n", "name": "No", "kind": "reject_once"},
]


class Agent:
    """One process, one session."""

    def __init__(self) -> None:
        self.history: list[str] = []
        self.cancelled = threading.Event()
        self.answers: dict[str, Any] = {}
        self.answered = threading.Condition()
        self.facts: dict[str, Any] = {"mode": "yolo"}
        self.cost = 0.0

    def serve(self) -> None:
        """Until the input ends; with --stays, beyond that."""
        for line in sys.stdin.buffer:
            message = json.loads(line)
            if "method" not in message:
                with self.answered:
                    self.answers[message["id"]] = message.get("result")
                    self.answered.notify_all()
            elif message["method"] == "session/prompt":
                threading.Thread(target=self.prompt, args=(message,), daemon=True).start()
            elif message["method"] == "session/cancel":
                if "--deaf" not in sys.argv:
                    self.cancelled.set()
            else:
                self.reply(message["id"], getattr(self, message["method"].replace("/", "_"))(message["params"]))
        while "--stays" in sys.argv:
            time.sleep(60)

    def initialize(self, _: Any) -> Any:
        capabilities = {"loadSession": "--forgetful" not in sys.argv, "mcpCapabilities": {"http": True}}
        return {"protocolVersion": 0 if "--old" in sys.argv else 1, "agentCapabilities": capabilities}

    def session_new(self, params: Any) -> Any:
        if "--logged-out" in sys.argv:
            return {"code": -32000, "message": "Authentication required"}
        self.facts["mcp"] = params["mcpServers"]
        self.facts["meta"] = params.get("_meta")
        modes = [{"id": "default", "name": "Asks"}, {"id": "yolo", "name": "Never asks"}]
        return {"sessionId": SESSION, "modes": {"currentModeId": "yolo", "availableModes": modes}}

    def session_load(self, params: Any) -> Any:
        self.facts["meta"] = params.get("_meta")
        kept = json.loads((HOME / params["sessionId"]).read_text())
        self.history, self.cost = kept["history"], kept["cost"]
        for text in self.history:
            self.update({"sessionUpdate": "user_message_chunk", "content": text_of(text)})
            self.say("said before")
        return {}

    def session_set_mode(self, params: Any) -> Any:
        self.facts["mode"] = params["modeId"]
        return {}

    def prompt(self, message: Any) -> None:
        texts = [block["text"] for block in message["params"]["prompt"]]
        self.facts["texts"] = texts
        self.history += texts
        answer: dict[str, Any] = {"stopReason": "end_turn"}
        for line in texts[-1].splitlines():
            word, _, rest = line.partition(" ")
            if word == "stop":
                answer["stopReason"] = rest
            elif word == "usage":
                answer["usage"] = json.loads(rest)
            elif word == "fail":
                answer = {"code": -32603, "message": rest, "data": {"errorName": "APIError"}}
            else:
                self.act(word, rest)
            if self.cancelled.is_set():
                answer["stopReason"] = "cancelled"
                break
        (HOME / SESSION).write_text(json.dumps({"history": self.history, "cost": self.cost}))
        self.reply(message["id"], answer)

    def act(self, word: str, rest: str) -> None:
        """One line of the prompt."""
        match word:
            case "say":
                for piece in rest.split("|"):
                    self.say(piece)
            case "think":
                self.update({"sessionUpdate": "agent_thought_chunk", "content": text_of(rest)})
            case "update":
                self.update(json.loads(rest))
            case "line":
                self.write(rest.encode() + b"\n")
            case "long":
                self.say("x" * int(rest))
            case "flood":
                for n in range(int(rest)):
                    self.send({"id": n, "method": "fs/x"})
            case "write":
                name, _, content = rest.partition(" ")
                Path(name).write_text(content)
            case "verdict":
                Path(os.environ["PILOTHOUSE_VERDICT"]).write_text(json.dumps({"result": rest}))
            case "cost":
                self.cost += float(rest)
                cost = {"amount": self.cost, "currency": "USD"}
                self.update({"sessionUpdate": "usage_update", "used": 7, "size": 9, "cost": cost})
            case "ask":
                self.ask(rest)
            case "tell":
                self.say(json.dumps(self.facts))
            case "shell":
                subprocess.Popen(["setsid", "sleep", rest])
            case "wait":
                self.cancelled.wait()
            case "exit":
                os._exit(int(rest))

    def ask(self, what: str) -> None:
        """Ask for permission; the tool call is first told of in the request, as some agents do."""
        key = f"call-{what}"
        call = {"toolCallId": key, "title": what, "kind": "execute", "status": "pending", "rawInput": {"command": what}}
        params = {"sessionId": SESSION, "toolCall": call, "options": OPTIONS}
        self.send({"id": key, "method": "session/request_permission", "params": params})
        with self.answered:
            self.answered.wait_for(lambda: key in self.answers)
        outcome = self.answers[key]["outcome"]
        chosen = outcome.get("optionId", outcome["outcome"])
        content = [{"type": "content", "content": text_of(f"chose {chosen}")}]
        status = "completed" if chosen == "y" else "failed"
        self.update({"sessionUpdate": "tool_call_update", "toolCallId": key, "status": status, "content": content})

    def say(self, text: str) -> None:
        self.update({"sessionUpdate": "agent_message_chunk", "content": text_of(text)})

    def update(self, update: Any) -> None:
        self.send({"method": "session/update", "params": {"sessionId": SESSION, "update": update}})

    def reply(self, number: Any, answer: Any) -> None:
        self.send({"id": number, "error" if "code" in answer else "result": answer})

    def send(self, message: Any) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def write(self, data: bytes) -> None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def text_of(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


if __name__ == "__main__":
    Agent().serve()
