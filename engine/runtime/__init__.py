# SPDX-License-Identifier: Apache-2.0
"""Drives a run: journal, kernel and effects; recovery; the operator's inbox; the engine host."""
