# SPDX-License-Identifier: Apache-2.0
"""Needs you: what waits for a person, in all runs."""
