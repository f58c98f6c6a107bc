# SPDX-License-Identifier: Apache-2.0
"""What is known of agents that speak the Agent Client Protocol, as data. An agent that is not here works without it.

Each keeps its sessions in a folder of the attempt, so that they outlive a sandbox and nothing of one attempt is seen by
another; its login stays where the person has it, and is linked to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath


@dataclass(frozen=True, slots=True)
class Home:
    """Where a command line agent keeps what it knows."""

    state: Mapping[str, str] = field(default_factory=dict)
    """Environment variables that move its state, and the folder of the attempt's own that each gets."""
    login: Mapping[str, str] = field(default_factory=dict)
    """Files of the person's home that hold the login, and where in those folders they are expected."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Settings of ours in those folders, and what they say."""
    passes: tuple[str, ...] = ()
    """Environment variables of ours that it may have: keys and endpoints."""


CODEX = Home(
    state={"CODEX_HOME": "codex"},
    login={".codex/auth.json": "codex/auth.json"},
    passes=("OPENAI_API_KEY", "CODEX_API_KEY", "OPENAI_BASE_URL", "CODEX_CONFIG", "MODEL_PROVIDER", "CODEX_PATH"),
)
CLAUDE = Home(
    state={"CLAUDE_CONFIG_DIR": "claude"},
    login={".claude/.credentials.json": "claude/.credentials.json"},
    passes=("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN"),
)


CLAUDE_TOOLS = ("Bash", "Read", "Edit", "Write", "Glob", "Grep")
"""What a role offers that names no tools. Of Claude's own set some let agents schedule and message each other."""


@dataclass(frozen=True, slots=True)
class AcpProfile:
    """One agent, or the adapter that speaks for it."""

    name: str
    programs: str
    """Pattern of the program's name, or of the package's that `npx` and the like are given."""
    arguments: tuple[str, ...] = ()
    """What makes the program speak the protocol; added where a role gives nothing but the program."""
    mode: str | None = None
    """The mode in which it asks before it acts; set after every start."""
    free_mode: str | None = None
    """The mode in which it asks nothing, where every question would be granted."""
    model_option: tuple[str, ...] = ()
    """Arguments before the model's name."""
    model_variable: str | None = None
    home: Home = Home()
    asking: Mapping[str, str] = field(default_factory=dict)
    """Environment variables that make it ask before it acts, where no mode does."""
    sandboxed: Mapping[str, str] = field(default_factory=dict)
    """Environment variables that let it work where the sandbox is ours."""
    claude_tools: tuple[str, ...] = ()
    """Where an adapter of Claude takes its built-in tools with the session: those that it gets."""
    asks_per_request: bool = False
    """Tells the fill of its context once after each request, so that tokens can be counted while it works."""
    partial_usage: bool = False
    """The figures of a turn are those of its last request alone."""
    error_text: str | None = None
    """A whole message that stands for an error of the model's provider, though the turn ends as if all were well."""
    install: str = ""
    """How a person gets it."""


PROFILES: tuple[AcpProfile, ...] = (
    AcpProfile(
        "gemini",
        r"gemini(?:-cli)?",
        arguments=("--acp",),
        mode="default",
        free_mode="yolo",
        model_option=("--model",),
        home=Home(
            state={"GEMINI_CLI_HOME": "gemini"},
            login={
                f".gemini/{name}": f"gemini/.gemini/{name}"
                for name in ("oauth_creds.json", "google_accounts.json", "installation_id")
            },
            # Its cleaning at the start can take the very session that it is about to load.
            files={"gemini/.gemini/settings.json": '{"general": {"sessionRetention": {"enabled": false}}}'},
            passes=(
                "GEMINI_API_KEY",
                "GOOGLE_API_KEY",
                "GOOGLE_CLOUD_PROJECT",
                "GOOGLE_CLOUD_LOCATION",
                "GOOGLE_GENAI_USE_VERTEXAI",
                "GOOGLE_GEMINI_BASE_URL",
            ),
        ),
        sandboxed={"GEMINI_CLI_TRUST_WORKSPACE": "true"},
        install="npm install -g @google/gemini-cli",
    ),
    AcpProfile(
        "opencode",
        r"opencode(?:-ai)?",
        arguments=("acp",),
        home=Home(
            state={
                "XDG_DATA_HOME": "opencode/data",
                "XDG_STATE_HOME": "opencode/state",
                "XDG_CACHE_HOME": "opencode/cache",
                "XDG_CONFIG_HOME": "opencode/config",
            },
            login={
                ".local/share/opencode/auth.json": "opencode/data/opencode/auth.json",
                ".config/opencode/opencode.json": "opencode/config/opencode/opencode.json",
            },
            passes=("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY", "OPENCODE_CONFIG_CONTENT"),
        ),
        asking={"OPENCODE_PERMISSION": '{"edit": "ask", "bash": "ask", "webfetch": "ask"}'},
        partial_usage=True,
        install="npm install -g opencode-ai",
    ),
    AcpProfile(
        "goose",
        r"goose",
        arguments=("acp",),
        mode="approve",
        free_mode="auto",
        model_variable="GOOSE_MODEL",
        home=Home(
            state={"GOOSE_PATH_ROOT": "goose"},
            login={".config/goose/config.yaml": "goose/config/config.yaml"},
            passes=("GOOSE_PROVIDER", "GOOSE_MODEL", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GOOGLE_API_KEY"),
        ),
        install="see the installation page of Goose; it is one program",
    ),
    AcpProfile(
        "claude-agent-acp",
        r"claude-(?:agent|code)-acp",
        mode="default",
        free_mode="bypassPermissions",
        model_variable="ANTHROPIC_MODEL",
        home=CLAUDE,
        claude_tools=CLAUDE_TOOLS,
        error_text=r"API Error: .*",
        install="npm install -g @agentclientprotocol/claude-agent-acp",
    ),
    AcpProfile(
        "codex-acp",
        r"codex-acp",
        mode="read-only",
        free_mode="agent-full-access",
        home=CODEX,
        asks_per_request=True,
        error_text=r'\{"error": ?\{.*',
        install="npm install -g @agentclientprotocol/codex-acp",
    ),
)
_OTHER = AcpProfile("agent", "")
_LOOKED_AT = 4


def profile_of(argv: tuple[str, ...]) -> AcpProfile:
    """The profile of the agent that a command line starts, directly or through `npx`, `uvx` and the like."""
    for word in argv[:_LOOKED_AT]:
        name = PurePath(re.sub(r"(?<=.)@[^/@]*$", "", word)).name
        for profile in PROFILES:
            if re.fullmatch(rf"(?:{profile.programs})(?:\.exe|\.cmd)?", name):
                return profile
    return _OTHER
