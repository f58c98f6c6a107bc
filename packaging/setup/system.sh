#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks what the system must bring along. As root on Debian and Ubuntu the missing packages are installed; everybody
# else is told the one line that does it. Never fails: commands without a window work without any of this.
#
# usage: system.sh run|test      test adds what the tests under a virtual display need
set -eu

[ "$(uname -s)" = Linux ] || exit 0
PATH="$PATH:/usr/sbin:/sbin"
command -v ldconfig >/dev/null || exit 0
libraries=$(ldconfig -p 2>/dev/null) || exit 0

missing= packages=
miss() { missing="$missing $1"; packages="$packages $2"; }
library() { case "$libraries" in *"	$1 "*) ;; *) miss "$1" "$2" ;; esac; }
program() { command -v "$1" >/dev/null || miss "$1" "$2"; }

# Qt itself; with these it runs without a display.
library libglib-2.0.so.0 libglib2.0-0
library libGL.so.1 libgl1
library libEGL.so.1 libegl1
library libxkbcommon.so.0 libxkbcommon0
library libdbus-1.so.3 libdbus-1-3
library libfontconfig.so.1 libfontconfig1
# Qt's windows on X11; each brings the rest of its family.
library libxkbcommon-x11.so.0 libxkbcommon-x11-0
library libxcb-cursor.so.0 libxcb-cursor0
library libxcb-icccm.so.4 libxcb-icccm4
library libxcb-keysyms.so.1 libxcb-keysyms1
library libxcb-shape.so.0 libxcb-shape0
# Agents: their sandbox, their repositories, their secure connections.
program bwrap bubblewrap
program git git
[ -e /etc/ssl/certs/ca-certificates.crt ] || [ -d /etc/pki/tls/certs ] || miss "CA certificates" ca-certificates
if [ "${1:-run}" = test ]; then
  program Xvfb xvfb
  program xauth xauth
  program xdotool xdotool
fi

[ -n "$packages" ] || exit 0
if ! command -v apt-get >/dev/null; then
  printf 'The system lacks:%s\nInstall them with its package manager; until then the monitor may not open.\n' "$missing" >&2
  exit 0
fi

line="apt-get install -y --no-install-recommends$packages"
if [ "$(id -u)" -ne 0 ]; then
  printf 'The system lacks:%s\nThis line installs them; until then the monitor and the tests may not start, and agents run without a sandbox:\n\n    sudo %s\n\n' \
    "$missing" "$line" >&2
  exit 0
fi

printf 'Installing system packages, which takes a minute:%s\n' "$packages" >&2
export DEBIAN_FRONTEND=noninteractive
# $line is made of our own words only, and meant to be split.
# shellcheck disable=SC2086
{ apt-get -qq -o DPkg::Lock::Timeout=300 update && $line -qq -o DPkg::Lock::Timeout=300; } </dev/null >/dev/null ||
  printf '\nThat did not work. Commands without a window go on; for the monitor run, as root:\n\n    apt-get update && %s\n\n' "$line" >&2
