# SPDX-License-Identifier: Apache-2.0
"""Attempts as facts: what is known of one, read and set out beside another."""
