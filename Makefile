# SPDX-License-Identifier: Apache-2.0
# `make help` lists the targets. Needs Python 3.11 or newer (with venv), git and make; nothing else.

PYTHON ?= python3
VENV   := .venv
PEERS  := .venv-peers
BIN    := $(VENV)/bin
JOBS   ?= logical
# Arguments for pytest: make test PYTEST_ARGS="tests/engine -k journal"
PYTEST_ARGS ?=

# What the system must bring along: `run`, or `test`, which adds a virtual display.
SYSTEM := test

# No display is needed for anything but `run`.
OFFSCREEN := QT_QPA_PLATFORM=offscreen

.DEFAULT_GOAL := help
.PHONY: help run install system test test-agents check lint format bench machine crash soak screenshots gallery translations lock clean

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: SYSTEM := run
run: install ## Open the monitor on the demo (without a display: the same demo on the terminal)
	$(BIN)/pilothouse demo

install: system $(VENV)/.project ## Make .venv from requirements.lock, with the command pilothouse

system:
	@sh packaging/setup/system.sh $(SYSTEM)

# The environment is made again only when the lock changes, and counts only once it is whole.
$(VENV)/.locked: requirements.lock
	PYTHON="$(PYTHON)" sh packaging/setup/venv.sh $(VENV)

# Other engines, which `bench` measures beside ours; nothing else needs them.
$(PEERS)/.locked: packaging/bench/peers.lock
	PYTHON="$(PYTHON)" sh packaging/setup/venv.sh $(PEERS) packaging/bench/peers.lock

# The project itself is installed editable: edits need no second install, entry points and metadata do.
$(VENV)/.project: $(VENV)/.locked pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

test: lint check ## Lint, types, import contracts, then every test without a display

check: install
	$(OFFSCREEN) $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal $(PYTEST_ARGS)

lint: install ## ruff, mypy --strict and the import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy engine app tests
	$(BIN)/lint-imports

AGENTS_CACHE ?= $(HOME)/.cache/pilothouse-test-agents

test-agents: install ## The real command line agents (needs node and npm), against providers on loopback; prints a table
	$(BIN)/python packaging/agents/install.py "$(AGENTS_CACHE)"
	PILOTHOUSE_TEST_AGENTS="$(AGENTS_CACHE)" $(OFFSCREEN) $(BIN)/python -m pytest -q --timeout=300 tests/agents $(PYTEST_ARGS)

format: install ## Put the code in shape, as `lint` wants it
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: install $(PEERS)/.locked ## Benchmarks: figures, with the bounds that must hold
	$(OFFSCREEN) $(BIN)/python -m pytest -q -s --override-ini=addopts= --import-mode=importlib -p no:cacheprovider --timeout=1800 tests/benchmarks $(PYTEST_ARGS)

machine: install ## 10,000 random nested runs through the kernel, with what must hold at every prefix
	PILOTHOUSE_TEST_EXAMPLES=10000 $(OFFSCREEN) $(BIN)/python -m pytest -q -n $(JOBS) tests/engine/kernel/test_machine.py

crash: install ## Kill drivers: 13 workflows at each point, 50 runs at random moments, 50 launches, 100 runs at once
	PILOTHOUSE_TEST_KILLS=50 PILOTHOUSE_TEST_EVERY=1 PILOTHOUSE_TEST_STARTS=50 PILOTHOUSE_TEST_RUNS=100 \
	  $(OFFSCREEN) $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -rP --timeout=1800 tests/crash $(PYTEST_ARGS)

SCREENS ?= build/screenshots

screenshots: install ## Pictures of every screen in both themes and two sizes, into SCREENS; a few of them into the help
	$(OFFSCREEN) $(BIN)/python packaging/screens/take.py "$(SCREENS)"

gallery: screenshots ## The same, and the page packaging/screens/gallery of the repository with all of them
	$(OFFSCREEN) $(BIN)/python packaging/screens/gallery.py "$(SCREENS)" packaging/screens/gallery

translations: install ## Collect the words of the screens for Qt Linguist, and make what the window loads of them
	$(BIN)/python packaging/translations/collect.py

MINUTES ?= 20

soak: install ## 8 runs with 20 scripted agents each for MINUTES=20, under a window: what grows, and are the journals whole
	$(BIN)/python tests/soak/soak.py --minutes $(MINUTES)

lock: ## Pin pyproject's dependencies again (needs uv, the only target that does)
	UV_CUSTOM_COMPILE_COMMAND="make lock" uv pip compile --quiet --universal --generate-hashes --all-extras \
	  --no-emit-index-url --no-emit-find-links --python-version 3.11 pyproject.toml --output-file requirements.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" uv pip compile --quiet --universal --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --python-version 3.11 packaging/bench/peers.in --output-file packaging/bench/peers.lock

clean: ## Remove .venv and all caches
	rm -rf $(VENV) $(PEERS) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
