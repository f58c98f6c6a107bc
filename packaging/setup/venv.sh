#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes a virtual environment from requirements.lock, or another lock, with nothing but Python's own venv and pip: exact versions, every
# file checked against its hash. Leaves .locked in it only when all of it is there, so that a broken-off try is repeated.
#
# usage: [PYTHON=python3] venv.sh DIRECTORY [LOCK]
set -eu

venv=$1
lock=${2:-requirements.lock}
python=${PYTHON:-python3}

fail() { printf '%s\n' "$@" >&2; exit 1; }

command -v "$python" >/dev/null || fail "No $python here. Install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  fail "$("$python" --version) is too old: Python 3.11 or newer is needed. Name another: make PYTHON=/path/to/python3"
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
  fail "$python has no venv module. On Debian and Ubuntu: apt-get install python3-venv"

rm -f "$venv/.locked" "$venv/.project"
# An environment whose interpreter has gone, or is of another version, is of no use.
version='import sys; print(sys.version_info[:2])'
[ "$("$venv/bin/python" -c "$version" 2>/dev/null)" = "$("$python" -c "$version")" ] || "$python" -m venv --clear "$venv"

quiet=
[ -t 2 ] || quiet=--quiet
printf 'Installing the pinned packages of %s into %s (the first time this takes a minute)\n' "$lock" "$venv" >&2
"$venv/bin/python" -m pip install $quiet --no-input --disable-pip-version-check --require-hashes --requirement "$lock"
touch "$venv/.locked"
